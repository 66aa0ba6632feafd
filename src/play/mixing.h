// SPDX-License-Identifier: MIT
//
// Players that mix on purpose and can say how: with which chances the move was drawn that they last chose. Who wants to
// know how a player plays (asked_policy.h) need not ask it again and again then.
//
// One thread at a time, as every player.
//
// Internal to play/.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace percept::play {

class Mixing {
 public:
  virtual ~Mixing() = default;
  // Moves in KIF; empty when it did not mix.
  virtual std::vector<std::pair<std::string, double>> mix() const = 0;
};

}  // namespace percept::play
