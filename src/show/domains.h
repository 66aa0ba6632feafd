// SPDX-License-Identifier: MIT
//
// What may stand where: for every argument of every fluent the names that the rules can put there. Read off the rules
// without grounding them: a variable takes what all positive literals it stands in allow, until nothing is added. The
// answer may be too large, never too small; it costs a few passes over the clauses.
//
// Internal to show/.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "program/program.h"

namespace percept::show {

struct Domain {
  std::set<program::TermId> constants;
  bool compounds = false;  // terms with arguments, too
};

struct FluentShape {
  program::Symbol name;
  std::vector<Domain> arguments;
};

// One for each name and number of arguments, in no particular order.
std::vector<FluentShape> fluent_shapes(const program::Program& program);

}  // namespace percept::show
