// SPDX-License-Identifier: MIT
//
// Terms that grow from round to round without end: what a rule takes from a position or a move it puts into a larger
// term of the next position or of a move, from where it comes back, and nothing else says what it may be:
//
//   (<= (next (value (s ?x))) (true (value ?x)))
//
// Such rules have infinitely many instances; they can be played, position by position, and not be ground.
//
// Any thread may call these.
#pragma once

#include <optional>

#include "check/rules.h"

namespace percept::check {

struct Growth {
  const Rule* rule;
  const Term* from;  // the literal that it is taken from
  const Term* into;  // the larger term of the head
  Symbol variable;
};

// The first rule by which a term grows, if there is one.
std::optional<Growth> find_growth(const Rules& rules);

}  // namespace percept::check
