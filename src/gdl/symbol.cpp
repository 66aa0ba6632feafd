// SPDX-License-Identifier: MIT
#include "gdl/symbol.h"

#include "base/text.h"

namespace percept::gdl {

Symbols::Symbols() {
  for (std::string_view name :
       {"role", "init",   "true", "does", "next", "legal", "goal", "terminal", "distinct", "base",  "input",
        "sees", "random", "not",  "and",  "or",   "<=",    "=>",   "<=>",      "forall",   "exists"})
    names_.intern(name);
}

Symbol Symbols::intern(std::string_view text) { return Symbol{names_.intern(lower(text))}; }

std::optional<std::size_t> keyword_arity(Symbol symbol) {
  using namespace keyword;
  if (symbol == kTerminal) return 0;
  if (symbol == kRole || symbol == kInit || symbol == kTrue || symbol == kNext || symbol == kBase) return 1;
  if (symbol == kDoes || symbol == kLegal || symbol == kGoal || symbol == kDistinct || symbol == kInput ||
      symbol == kSees)
    return 2;
  return std::nullopt;
}

}  // namespace percept::gdl
