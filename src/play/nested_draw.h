// SPDX-License-Identifier: MIT
//
// What another role holds possible where a player thinks it may be: in a history that explains what the player saw, the
// other role made its moves and had its percepts, and a sampler that is told these draws histories which that role
// cannot tell from this one. The player need not hold them possible itself.
//
// One thread at a time.
//
// Internal to play/.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "game/walker.h"
#include "sample/sampler.h"

namespace percept::play {

class NestedDraw {
 public:
  // None where the rules are too large to be walked often.
  static std::unique_ptr<NestedDraw> make(const std::shared_ptr<belief::Rules>& rules, std::uint64_t seed);

  // At most so many, with their weights to that role; none when there was no time for it.
  std::vector<sample::Sample> draw(std::span<const game::JointMove> history, game::RoleId role, std::size_t count,
                                   Random& random, const Budget& budget);

 private:
  NestedDraw(std::shared_ptr<belief::Rules> rules, std::unique_ptr<game::Walker> walker, std::uint64_t seed)
      : rules_(std::move(rules)), walker_(std::move(walker)), seed_(seed) {}

  std::shared_ptr<belief::Rules> rules_;
  std::unique_ptr<game::Walker> walker_;
  std::uint64_t seed_;
};

}  // namespace percept::play
