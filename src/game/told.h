// SPDX-License-Identifier: MIT
//
// What a role is told of a round, as texts in KIF: the move that was made for it, and its percepts. This is all that
// passes from a referee, a record or a wire to whoever plays or follows the role; nothing in it can hold the true
// state.
//
// A value; threads share it as they share any other.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace percept::game {

struct Told {
  std::optional<std::string> move;  // nothing where it is not known
  std::optional<std::vector<std::string>> percepts;

  friend bool operator==(const Told&, const Told&) = default;
};

// In a game without `sees` everybody's percepts are the moves made, by role: (does role move).
inline std::vector<std::string> moves_seen(const std::vector<std::string>& roles,
                                           const std::vector<std::string>& moves) {
  std::vector<std::string> out;
  for (std::size_t role = 0; role < std::min(roles.size(), moves.size()); ++role)
    out.push_back("(does " + roles[role] + " " + moves[role] + ")");
  return out;
}

}  // namespace percept::game
