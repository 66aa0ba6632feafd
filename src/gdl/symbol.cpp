// SPDX-License-Identifier: MIT
#include "gdl/symbol.h"

#include "base/text.h"
#include "gdl/keyword_names.h"

namespace percept::gdl {

Symbols::Symbols() {
  for (std::string_view name : kKeywordNames) names_.intern(name);
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
