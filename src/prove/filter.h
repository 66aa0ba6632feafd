// SPDX-License-Identifier: MIT
//
// Filter[O] of "Filtering With Logic Programs" (Thielscher 2013): what observations tell about the open atoms of an
// open logic program. A literal that is in every support of an observation made, or in every support of the negation of
// one that could have been made and was not, holds: positive ones become known, negated ones are no longer open.
//
// Each observation is taken by itself, with respect to the same B+ and B0, and the results are united once. So the
// filter is correct (Proposition 2: no extension with these observations is lost) and not complete: not seeing `a or b`
// tells of both, seeing it of neither.
//
// One thread at a time.
#pragma once

#include <span>
#include <vector>

#include "prove/open_program.h"

namespace percept::prove {

struct Observation {
  TermId atom;  // ground
  bool made = true;
};

// The supports of the observation, or of its negation when it was not made. An observation that cannot have been made,
// or must have been and was not, is an error that names it.
Result<SupportSet> supports_of(OpenProgram& program, const Observation& observation);

struct Filtered {
  std::vector<TermId> known;  // B+new, sorted as people expect
  std::vector<TermId> open;   // B0new
};
// The program itself stays as it is. Observations of which one needs an atom and another its negation are an error.
Result<Filtered> filter(OpenProgram& program, std::span<const Observation> observations);

}  // namespace percept::prove
