// SPDX-License-Identifier: MIT
//
// The moves that a role may choose from. It has to know its legal moves to be able to play at all, and all it has to
// know them from is a belief. Moves are ordered by their terms, so that the same seed and the same knowledge give the
// same move, whatever belief it is from.
//
// One thread at a time, as the belief.
#pragma once

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "belief/belief.h"

namespace percept::belief {

struct Candidates {
  std::vector<MoveId> moves;  // legal for sure, or where there are none, those that may be
  bool all_known = false;     // it is known of every move whether it is legal
  bool known = false;         // they are legal for sure

  // Each with the same chance; there is at least one.
  MoveId any(Random& random) const { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; }
};

inline Candidates candidates(Belief& belief, const Budget& budget = {}) {
  Known<MoveId> legal = belief.legal(budget);
  Candidates out{{}, legal.open.empty() && !legal.others, !legal.known.empty()};
  out.moves = std::move(out.known ? legal.known : legal.open);
  const game::Lexicon& lexicon = belief.rules().lexicon();
  std::sort(out.moves.begin(), out.moves.end(), [&](MoveId a, MoveId b) { return lexicon.less(belief.role(), a, b); });
  return out;
}

}  // namespace percept::belief
