// SPDX-License-Identifier: MIT
//
// Strategies and policies of ours that play each other, quickly, to find out which of them serves a game: in each role,
// with the same chance, once the first of them and once every other, against players of the first kind.
//
//   contest(model, contestants, {.seconds = 0.02}, budget)[2].mean   // what the third gains
//
// One thread.
//
// Internal to play/.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/statistics.h"
#include "game/model.h"
#include "play/policy.h"
#include "play/trained_value.h"

namespace percept::play {

struct Contestant {
  std::string strategy;
  std::shared_ptr<const TrainedValue> value = {};  // that was learnt, if it goes by one
  std::shared_ptr<const Policy> policy = {};       // that is played in place of the strategy
};
struct ContestSettings {
  double seconds = 0.02;  // of a move
  std::uint64_t seed = 1;
};
// How much more than the first of them each reached, in points, from as many pairs of matches as there was time
// for; the first's own is nothing. Fewer than two pairs say nothing at all. Who is clearly behind plays no more.
std::vector<Estimate> contest(const std::shared_ptr<const game::Model>& model, std::span<const Contestant> contestants,
                              const ContestSettings& settings, const Budget& budget);

}  // namespace percept::play
