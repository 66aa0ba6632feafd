// SPDX-License-Identifier: MIT
//
// The simplest player there is: it makes a legal move. A role has to know its legal moves to be able to play at all,
// and all it has to know them from is a belief. The player chooses uniformly among the moves that it knows to be legal;
// only where it knows of none does it try one that may be. Moves are ordered by their terms, so that the same seed and
// the same knowledge give the same move, whatever belief it is from.
//
// One thread at a time.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "base/random.h"
#include "belief/belief.h"

namespace percept::belief {

// The moves to choose from, in the order of their terms.
struct Candidates {
  std::vector<MoveId> moves;  // legal for sure, or where there are none, those that may be
  bool all_known = false;     // it is known of every move whether it is legal
  bool known = false;         // they are legal for sure
};

inline Candidates candidates(Belief& belief, const Budget& budget = {}) {
  Known<MoveId> legal = belief.legal(budget);
  Candidates out{{}, legal.open.empty() && !legal.others, !legal.known.empty()};
  out.moves = std::move(out.known ? legal.known : legal.open);
  const game::Lexicon& lexicon = belief.rules().lexicon();
  std::sort(out.moves.begin(), out.moves.end(), [&](MoveId a, MoveId b) { return lexicon.less(belief.role(), a, b); });
  return out;
}

class LegalPlayer {
 public:
  struct Choice {
    std::optional<MoveId> move;  // none when no move can be legal
    bool all_known = false;      // as in Candidates
    bool known = false;
  };

  explicit LegalPlayer(std::uint64_t seed) : random_(seed) {}

  Choice choose(Belief& belief) {
    Candidates from = candidates(belief);
    Choice choice{std::nullopt, from.all_known, from.known};
    if (!from.moves.empty()) choice.move = from.moves[random_.below(static_cast<std::uint32_t>(from.moves.size()))];
    return choice;
  }

 private:
  Random random_;
};

}  // namespace percept::belief
