// SPDX-License-Identifier: MIT
//
// The recursion restriction of the specification, which keeps descriptions finite: in a rule for p, each argument of a
// literal that depends on p is ground, an argument of the head, or bound by a literal that does not depend on p.
// Outside it a rule may still be harmless; it is not when it puts what it takes from itself into a larger term.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "check/bound.h"
#include "check/check.h"
#include "check/dependencies.h"

namespace percept::check {
namespace {

// How deep a variable stands in the arguments of an atom, by name; the least depth where it occurs more than once.
std::map<Symbol, std::size_t> depths(const Term& term, std::size_t depth = 0) {
  std::map<Symbol, std::size_t> out;
  if (term.is_variable()) out[term.name] = depth;
  for (const Term* arg : term.args)
    for (const auto& [name, inner] : depths(*arg, depth + 1)) {
      auto [known, is_new] = out.emplace(name, inner);
      if (!is_new) known->second = std::min(known->second, inner);
    }
  return out;
}

// The argument of the head in which an unbounded variable of the argument stands deeper than in the literal.
const Term* larger_term(const Term& head, const Term& arg, const Variables& bounded) {
  for (const auto& [name, depth] : depths(arg)) {
    auto in_head = depths(head);
    if (bounded.contains(name) || !in_head.contains(name) || in_head[name] <= depth + 1) continue;
    for (const Term* larger : head.args)
      if (depths(*larger).contains(name)) return larger;
  }
  return nullptr;
}

}  // namespace

void check_recursion(const Rules& rules, Findings& findings) {
  Dependencies dependencies(rules);
  for (const Rule& rule : rules.all()) {
    auto recursive = [&](const Literal& literal) {
      return !literal.is_distinct() && dependencies.together(rule.relation, literal.relation);
    };
    if (std::ranges::none_of(rule.literals, recursive)) continue;
    std::set<const Formula*> in_cycle;
    for (const Literal& literal : rule.literals)
      if (recursive(literal)) in_cycle.insert(literal.formula);
    Variables bounded;  // from outside the cycle
    add_bound(rule.statement->body, bounded, [&](const Formula& atom) { return !in_cycle.contains(&atom); });

    std::set<gdl::TermId> reported;
    for (const Literal& literal : rule.literals) {
      if (!recursive(literal)) continue;
      for (const Term* arg : literal.atom->args) {
        bool of_head = std::ranges::any_of(rule.head->args, [&](const Term* t) { return t->id == arg->id; });
        bool unbounded = false;
        for_each_variable(*arg, [&](const Term& v) { unbounded = unbounded || !bounded.contains(v.name); });
        if (of_head || !unbounded || !reported.insert(arg->id).second) continue;
        std::string name = rules.show(rules.relation(rule.relation));
        if (const Term* larger = larger_term(*rule.head, *arg, bounded))
          findings.push_back(
              {Code::kGrowingRecursion,
               arg->place,
               fmt::format("`{}` puts {} into a larger term each time it is used, without end", name, rules.show(*arg)),
               "bind the variable by a relation that does not depend on this one, such as a successor relation",
               {{larger->place, "the larger term is here"}}});
        else
          findings.push_back(
              {Code::kRecursion,
               arg->place,
               fmt::format("recursion outside the restriction of GDL: {} is neither an argument of the head "
                           "nor bound by a literal that does not depend on `{}`; Percept plays it while "
                           "what follows is finite",
                           rules.show(*arg), name),
               fmt::format("take one of the steps by a relation that does not depend on `{}`", name),
               {}});
      }
    }
  }
}

}  // namespace percept::check
