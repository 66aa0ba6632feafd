// SPDX-License-Identifier: MIT
//
// Claims of a belief beside the truth, position by position: what a referee may know and a belief may not.
//
// One thread at a time, that of the game and the belief.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "show/knowledge.h"

namespace percept::show {

class TruthCheck {
 public:
  Result<void> add(game::Game& game, const game::State& state, belief::Belief& belief, const Knowledge& knowledge);

  bool used() const { return positions_ > 0; }
  const std::vector<std::string>& mistakes() const { return mistakes_; }

  std::string text(const Knowledge& last, bool color) const;  // beside what was known in the last position
  // {"terminal", "goal": [value, …]} of the last position, {"positions", "legal_asked", "legal_known"}: how many there
  // were, in how many of them moves were asked for, and known; {"mistakes": [text, …]}.
  nlohmann::ordered_json json() const;

 private:
  void compare(std::string_view kind, const std::vector<std::string>& truth, const std::vector<std::string>& known,
               const std::vector<std::string>& open);
  void wrong(std::string_view kind, std::string_view text, bool holds);

  std::size_t positions_ = 0, moves_asked_ = 0, moves_known_ = 0, position_ = 0;
  bool terminal_ = false;
  std::vector<int> goals_;
  std::vector<std::string> mistakes_;
};

}  // namespace percept::show
