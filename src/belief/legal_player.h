// SPDX-License-Identifier: MIT
//
// The simplest player there is: it makes a legal move. A role has to know its legal moves to be able to play at all,
// and all it has to know them from is a belief. The player chooses uniformly among the moves that it knows to be legal;
// only where it knows of none does it try one that may be. Moves are ordered by their terms, so that the same seed and
// the same knowledge give the same move, whatever belief it is from.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "base/random.h"
#include "belief/belief.h"

namespace percept::belief {

class LegalPlayer {
 public:
  struct Choice {
    std::optional<MoveId> move;  // none when no move can be legal
    bool all_known = false;      // it knew of every move whether it is legal
    bool known = false;          // the move is legal for sure
  };

  explicit LegalPlayer(std::uint64_t seed) : random_(seed) {}

  Choice choose(Belief& belief) {
    Known<MoveId> legal = belief.legal();
    Choice choice{std::nullopt, legal.open.empty(), !legal.known.empty()};
    std::vector<MoveId>& moves = choice.known ? legal.known : legal.open;
    if (moves.empty()) return choice;
    const Rules& rules = belief.rules();
    auto term = [&](MoveId move) { return rules.vocabulary().moves[belief.role().value].term(move); };
    std::sort(moves.begin(), moves.end(), [&](MoveId a, MoveId b) { return rules.terms().less(term(a), term(b)); });
    choice.move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    return choice;
  }

 private:
  Random random_;
};

}  // namespace percept::belief
