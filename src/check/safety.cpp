// SPDX-License-Identifier: MIT
//
// Safety: every variable of a head, of a negated literal and of a distinct must be bound by a positive literal, or the
// rule would say something about infinitely many things. The order of literals does not matter to its meaning; a
// variable that only a later literal binds is mentioned, because other systems read from left to right.
//
// Three kinds of unsafe rules competed and have an evident meaning: a role variable that nothing binds ranges over the
// roles, what every use of a relation binds is known where it is asked (by_use.h), and a negated literal with variables
// of its own says that there is none.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "check/by_use.h"
#include "check/check.h"

namespace percept::check {
namespace {

constexpr auto kAllCount = [](const Formula&) { return true; };

class Safety {
 public:
  Safety(const Rules& rules, Findings& findings) : rules_(rules), findings_(findings) {}

  void check(const Rule& rule) {
    std::span<const Formula* const> body = rule.statement->body;
    Variables bound;
    add_bound(body, bound, kAllCount);
    added_.clear();
    read_roles(rule, bound);
    reported_.clear();
    head(rule, bound);
    literals(body, bound, added_);
  }

 private:
  void head(const Rule& rule, const Variables& bound) {
    Variables unbound;
    const Term* where = nullptr;
    for_each_variable(*rule.head, [&](const Term& v) {
      if (bound.contains(v.name)) return;
      unbound.insert(v.name);
      if (!where) where = &v;
    });
    reported_ = unbound;
    if (unbound.empty() || fails(rule)) return;
    if (rule.head->name == keyword::kBase || rule.head->name == keyword::kInput)
      findings_.push_back(
          {Code::kIgnoredDeclaration,
           where->place,
           fmt::format("nothing says what {} may be; Percept does not need this declaration and ignores it",
                       list(unbound)),
           "add positive literals that bind what is open",
           {}});
    else if (const Uses::Open* open = uses().open(rule))
      findings_.push_back({Code::kUnsafeHead, where->place,
                           fmt::format("{} of the head {} not bound by any positive literal of the body", list(unbound),
                                       unbound.size() == 1 ? "is" : "are"),
                           rule.is_fact() ? "a fact has no variables: name the values, or add a body that binds them"
                                          : "add a positive literal that says what may be meant",
                           notes(rule, *open)});
    else
      findings_.push_back({Code::kBoundByUse,
                           where->place,
                           fmt::format("no positive literal of the body binds {}; {}", list(unbound),
                                       rules_.relation(rule.relation).uses == 0
                                           ? "nothing asks what this says, and Percept leaves it out"
                                           : "every use does, and Percept asks about nothing else"),
                           "GDL forbids this: add a positive literal that says what may be meant",
                           {}});
  }

  // Where the rule is asked with the variable open.
  std::vector<Note> notes(const Rule& rule, const Uses::Open& open) const {
    if (!open.use) return {};
    std::string asked;
    for (const Term* term : open.asked) asked += (asked.empty() ? "" : ", ") + rules_.show(*term);
    return {{open.use->place, fmt::format("here `{}` is asked, and nothing says what {} is",
                                          rules_.show(rules_.relation(rule.relation)), asked)}};
  }

  const Uses& uses() {
    if (!uses_) uses_.emplace(rules_);
    return *uses_;
  }

  // An unbound variable of the head that evidently stands for a role ranges over the roles.
  void read_roles(const Rule& rule, Variables& bound) {
    Variables roles = role_variables(rules_, rule, bound);
    for (const Term* arg : rule.head->args) {
      if (!arg->is_variable() || !roles.contains(arg->name) || !bound.insert(arg->name).second) continue;
      findings_.push_back(
          {Code::kUnsafeRole,
           arg->place,
           fmt::format("nothing binds the role {}; Percept reads it as any role", rules_.variable(arg->name)),
           role_hint(rule, rules_.variable(arg->name)),
           {}});
      added_.insert(arg->name);
    }
  }

  // Looks at the negated literals and distincts of a conjunction. `bound` is what the whole conjunction binds, `before`
  // what stands to the left.
  void literals(std::span<const Formula* const> conjunction, const Variables& bound, Variables before) {
    using Kind = Formula::Kind;
    std::vector<const Formula*> equations;
    for (const Formula* part : conjunction) {
      if (part->kind == Kind::kDistinct || part->kind == Kind::kNot) {
        tested(*part, bound, is_equation(*part) ? bound : before);
      } else if (part->kind == Kind::kAnd) {
        literals(part->parts, bound, before);
      } else if (part->kind == Kind::kOr) {
        for (const Formula* branch : part->parts) {
          if (branch->kind == Kind::kAtom) continue;  // nothing to test
          Variables inside = bound;
          add_bound(*branch, inside, kAllCount);
          literals({&branch, 1}, inside, before);
        }
      }
      add_bound(*part, before, kAllCount);
      if (is_equation(*part)) equations.push_back(part);
      if (!equations.empty()) add_bound(std::span<const Formula* const>(equations), before, kAllCount);
    }
  }

  void tested(const Formula& formula, const Variables& bound, const Variables& before) {
    Variables unbound, late;
    const Term* where = nullptr;
    for_each_literal(formula, [&](const Formula& literal, Polarity) {
      for_each_variable(*literal.atom, [&](const Term& v) {
        if (!bound.contains(v.name) && reported_.insert(v.name).second) {
          unbound.insert(v.name);
          if (!where) where = &v;
        }
        if (bound.contains(v.name) && !before.contains(v.name)) late.insert(v.name);
      });
    });
    bool negation = formula.kind == Formula::Kind::kNot && formula.parts[0]->kind != Formula::Kind::kDistinct;
    if (!unbound.empty() && negation)
      findings_.push_back(
          {Code::kUnboundNegation,
           formula.place,
           fmt::format("no positive literal binds {}; Percept reads this as: there is none", list(unbound)),
           "GDL forbids this: define a relation for \"there is one\" and negate that",
           {}});
    else if (!unbound.empty())
      findings_.push_back({Code::kUnsafeDistinct,
                           where->place,
                           fmt::format("no positive literal binds {}, so there is nothing to compare", list(unbound)),
                           "add a positive literal that says what may be meant",
                           {}});
    else if (!late.empty())
      findings_.push_back({Code::kBoundLater,
                           formula.place,
                           fmt::format("{} {} bound only by a later literal; Percept reads the body in any order",
                                       list(late), late.size() == 1 ? "is" : "are"),
                           "put this behind the literals that bind: other systems read from left to right",
                           {}});
  }

  // Prolog's word for a body that never holds; that it is undefined has a finding of its own.
  bool fails(const Rule& rule) const {
    return std::ranges::any_of(rule.literals, [&](const Literal& literal) {
      return literal.conjunct && literal.atom->args.empty() && rules_.name(literal.atom->name) == "fail" &&
             rules_.relation(literal.relation).rules.empty();
    });
  }

  std::string role_hint(const Rule& rule, const std::string& variable) const {
    std::string role = rules_.in_notation("(role " + variable + ")", "role(" + variable + ")");
    if (!rule.is_fact()) return "add " + role + " to the body";
    return "write " + rules_.in_notation("(<= " + rules_.show(*rule.head) + " " + role + ")",
                                         rules_.show(*rule.head) + " :- " + role);
  }

  std::string list(const Variables& variables) const {
    std::string out;
    for (Symbol v : variables) out += (out.empty() ? "" : ", ") + rules_.variable(v);
    return out;
  }

  const Rules& rules_;
  Findings& findings_;
  std::optional<Uses> uses_;  // when they are first wanted
  Variables reported_;
  Variables added_;  // roles that Percept binds itself
};

}  // namespace

void check_safety(const Rules& rules, Findings& findings) {
  Safety safety(rules, findings);
  for (const Rule& rule : rules.all()) {
    if (!is_stray_literal(rule) && !is_ignored_declaration(rule)) safety.check(rule);
  }
}

}  // namespace percept::check
