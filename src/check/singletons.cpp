// SPDX-License-Identifier: MIT
//
// A variable that occurs once in a rule says "anything". That is often meant, and as often a misspelt name. An author
// who means it writes a leading underscore: ?_x.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/check.h"

namespace percept::check {

namespace {

// Names are compared with each other in rules with at most this many variables.
constexpr std::size_t kMaxComparedVariables = 100;

bool has_quantifier(const Formula* formula) {
  return formula->variable || std::ranges::any_of(formula->parts, has_quantifier);
}

}  // namespace

void check_singletons(const Rules& rules, Findings& findings) {
  struct Use {
    const Term* first = nullptr;
    std::size_t count = 0;
    bool binds = false;  // in a positive literal; elsewhere it is unsafe, and reported as that
  };
  for (const Rule& rule : rules.all()) {
    if (std::ranges::any_of(rule.statement->body, has_quantifier)) continue;  // an error of its own
    std::map<Symbol, Use> uses;
    auto add = [&](const Term& atom, bool binds) {
      for_each_variable(atom, [&](const Term& v) {
        Use& use = uses[v.name];
        if (use.count++ == 0) use = {&v, 1, binds};
      });
    };
    add(*rule.head, false);
    for (const Literal& literal : rule.literals) add(*literal.atom, literal.positive() && !literal.is_distinct());
    for (const auto& [name, use] : uses) {
      std::string text = rules.name(name);
      if (use.count > 1 || !use.binds || text.starts_with('_')) continue;
      std::string hint = fmt::format("write {} if anything will do", rules.in_notation("?_" + text, "_" + text));
      if (uses.size() <= kMaxComparedVariables && text.size() > 2)
        for (const auto& [other, other_use] : uses)
          if (other != name && edit_distance(text, rules.name(other), 1))
            hint = fmt::format("did you mean {}?", rules.variable(other));
      findings.push_back({Code::kSingleton,
                          use.first->place,
                          fmt::format("variable {} occurs once in this rule", rules.variable(name)),
                          std::move(hint),
                          {}});
    }
  }
}

}  // namespace percept::check
