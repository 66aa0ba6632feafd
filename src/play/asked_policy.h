// SPDX-License-Identifier: MIT
//
// The policy of a player that is none on paper: it is asked for its move at every information set of the game, told
// what the role would have been told on the way there. Where it never goes it is not asked, and taken to be uniform. A
// player that mixes is asked several times with other seeds, and its moves are counted; one that says how it mixes
// (mixing.h) is asked once.
//
//   auto profile = ask(layout, {.strategy = "random", .asks = 50, .seconds = 1}, model, on_progress);
//
// Each question is a match of its own up to there. One thread.
#pragma once

#include <functional>

#include "play/player.h"
#include "search/evaluation.h"

namespace percept::play {

struct Asking {
  std::string strategy;
  std::size_t asks = 1;  // of each information set
  double seconds = 1;    // for a move
};

Result<search::Profile> ask(const search::Layout& layout, const Asking& asking,
                            std::shared_ptr<const gdl::Description> rules,
                            const std::function<void(std::size_t done, std::size_t all)>& on_progress = {});

}  // namespace percept::play
