// SPDX-License-Identifier: MIT
//
// The recursion restriction of the specification, which keeps descriptions finite: in a rule for p, each argument of a
// literal that depends on p is ground, an argument of the head, or bound by a literal that does not depend on p.
// Outside it a rule may still be harmless; it is not when it puts what it takes from itself into a larger term.
#include <fmt/format.h>

#include <set>

#include "check/check.h"
#include "check/dependencies.h"

namespace percept::check {

void check_recursion(const Rules& rules, Findings& findings) {
  Dependencies dependencies(rules);
  for (const Rule& rule : rules.all()) {
    auto recursive = [&](const Literal& literal) {
      return !literal.is_distinct() && dependencies.together(rule.relation, literal.relation);
    };
    if (std::ranges::none_of(rule.literals, recursive)) continue;
    std::set<Symbol> bounded, nested;  // bound from outside the cycle; inside a function term of the head
    for (const Literal& literal : rule.literals)
      if (literal.positive() && literal.conjunct && !literal.is_distinct() && !recursive(literal))
        for_each_variable(*literal.atom, [&](const Term& v) { bounded.insert(v.name); });
    for (const Term* arg : rule.head->args)
      if (!arg->is_variable()) for_each_variable(*arg, [&](const Term& v) { nested.insert(v.name); });

    for (const Literal& literal : rule.literals) {
      if (!recursive(literal)) continue;
      for (const Term* arg : literal.atom->args) {
        bool of_head = std::ranges::any_of(rule.head->args, [&](const Term* t) { return t->id == arg->id; });
        bool unbounded = false, grows = false;
        for_each_variable(*arg, [&](const Term& v) {
          unbounded = unbounded || !bounded.contains(v.name);
          grows = grows || (!bounded.contains(v.name) && nested.contains(v.name));
        });
        if (of_head || !unbounded) continue;
        std::string name = rules.show(rules.relation(rule.relation));
        if (grows && arg->is_variable())
          findings.push_back(
              {Code::kGrowingRecursion,
               arg->place,
               fmt::format("`{}` builds a larger term from {} each time it is used: it has no end", name,
                           rules.show(*arg)),
               "bind the variable by a relation that does not depend on this one, such as a successor relation",
               {{rule.head->place, "the larger term is here"}}});
        else
          findings.push_back(
              {Code::kRecursion,
               arg->place,
               fmt::format("recursion outside the restriction of GDL: {} is neither an argument of the head "
                           "nor bound by a literal that does not depend on `{}`",
                           rules.show(*arg), name),
               "Percept plays it as long as what follows from it is finite",
               {}});
      }
    }
  }
}

}  // namespace percept::check
