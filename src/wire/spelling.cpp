// SPDX-License-Identifier: MIT
#include "wire/spelling.h"

#include "base/text.h"
#include "wire/forms.h"

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
  std::string out;
  std::string_view before = "(";
  for (std::string_view token : tokens(kif)) {
    bool blank = !out.empty() && (layout == Layout::kGgpBase || (before != "(" && token != ")"));
    if (blank) out += ' ';
    out += layout == Layout::kDresden ? upper(token) : token.starts_with('?') ? lower(token) : name(token);
    before = token;
  }
  return out;
}

}  // namespace percept::wire
