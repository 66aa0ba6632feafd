// SPDX-License-Identifier: MIT
//
// Terms from text, as people type them and records hold them: moves, percepts, fluents.
//
// One thread at a time: new terms are made.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/terms.h"

namespace percept::program {

// The ground terms that the KIF text consists of, one after the other.
Result<std::vector<TermId>> read_terms(Terms& terms, std::string_view text);
// The same for a text that has to be one of them.
Result<TermId> read_term(Terms& terms, std::string_view text);

}  // namespace percept::program
