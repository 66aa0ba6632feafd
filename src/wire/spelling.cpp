// SPDX-License-Identifier: MIT
#include "wire/spelling.h"

#include "base/text.h"
#include "gdl/term_text.h"

namespace percept::wire {
namespace {

template <class Visit>
void for_each_name(const gdl::Formula& formula, const Visit& visit) {
  if (formula.atom) gdl::for_each_term(*formula.atom, visit);
  for (const gdl::Formula* part : formula.parts) for_each_name(*part, visit);
}

// ggp-base itself writes these in lower case, whatever a sheet has.
bool is_keyword(gdl::Symbol symbol) { return symbol <= gdl::keyword::kInput || gdl::is_operator(symbol); }

}  // namespace

Spelling::Spelling(const gdl::Description& rules) {
  auto add = [this, &rules](const gdl::Term& term) {
    if (term.is_variable() || is_keyword(term.name)) return;
    names_.emplace(std::string(rules.text(term.name)), std::string(term.spelling));
  };
  for (const gdl::Statement& statement : rules.statements()) {
    if (statement.head) gdl::for_each_term(*statement.head, add);
    for (const gdl::Formula* literal : statement.body) for_each_name(*literal, add);
    if (statement.sentence) for_each_name(*statement.sentence, add);
  }
  for (auto each = names_.begin(); each != names_.end();)
    each = each->first == each->second ? names_.erase(each) : std::next(each);
}

std::string Spelling::name(std::string_view name) const {
  std::string folded = lower(name);
  auto known = names_.find(folded);
  return known == names_.end() ? folded : known->second;
}

std::string Spelling::write(std::string_view kif, Layout layout) const {
  return gdl::laid_out(kif, layout == Layout::kGgpBase, [&](std::string_view token) {
    return layout == Layout::kDresden ? upper(token) : token.starts_with('?') ? lower(token) : name(token);
  });
}

}  // namespace percept::wire
