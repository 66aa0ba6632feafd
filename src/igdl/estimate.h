// SPDX-License-Identifier: MIT
//
// How many rows some literals have in the models that a timeline leaves, where they are too many to be counted: an
// estimate, and between which numbers the truth is with 95 % confidence. Random parities of the literals cut the rows
// into cells of about the same size; a few cells are counted, and since any two rows fall into a cell independently,
// the variance of their mean is known (Chebyshev's inequality then makes no assumption about the rows).
//
// One thread's.
//
// Internal to igdl/.
#pragma once

#include <span>

#include "base/random.h"
#include "igdl/timeline.h"

namespace percept::igdl {

struct Count {
  double value = 0;
  bool exact = false;        // else an estimate,
  double low = 0, high = 0;  // and with 95 % confidence it is between these; high is infinite where nothing is known
};

// The timeline is used up: parities stay in it. `seen` rows are there for sure.
Count estimated_rows(Timeline& timeline, std::span<const Literal> literals, std::size_t seen, Random& random,
                     const Budget& budget);

}  // namespace percept::igdl
