// SPDX-License-Identifier: MIT
//
// Safety: every variable of a head, of a negated literal and of a distinct must be bound by a positive literal, or the
// rule would say something about infinitely many things. The order of literals does not matter to its meaning; a
// variable that only a later literal binds is mentioned, because other systems read from left to right.
//
// Two kinds of unsafe rules competed and have an evident meaning: a role variable that nothing binds ranges over the
// roles, and a negated literal with variables of its own says that there is none.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "check/check.h"

namespace percept::check {
namespace {

using Variables = std::set<Symbol>;

Variables variables_of(const Term& term) {
  Variables out;
  for_each_variable(term, [&](const Term& v) { out.insert(v.name); });
  return out;
}

bool contains_all(const Variables& set, const Variables& part) {
  return std::includes(set.begin(), set.end(), part.begin(), part.end());
}

class Safety {
 public:
  Safety(const Rules& rules, Findings& findings) : rules_(rules), findings_(findings) {}

  void check(const Rule& rule) {
    std::span<const Formula* const> body = rule.statement->body;
    Variables bound;
    // An equation binds one side once the other is bound, so go on until nothing is added.
    for (std::size_t before = SIZE_MAX, round = 0; before != bound.size() && round < kMaxRounds; ++round) {
      before = bound.size();
      for (const Formula* part : body) bind(*part, bound);
    }
    added_.clear();
    role_variables(rule, bound);
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
    if (unbound.empty()) return;
    reported_ = unbound;
    if (rule.head->name == keyword::kBase || rule.head->name == keyword::kInput)
      findings_.push_back(
          {Code::kIgnoredDeclaration,
           where->place,
           fmt::format("nothing says what {} may be; Percept does not need this declaration and ignores it",
                       list(unbound)),
           "add a positive literal that binds it",
           {}});
    else
      findings_.push_back({Code::kUnsafeHead,
                           where->place,
                           fmt::format("{} of the head {} not bound by any positive literal of the body", list(unbound),
                                       unbound.size() == 1 ? "is" : "are"),
                           rule.is_fact() ? "a fact has no variables: name the values, or add a body that binds them"
                                          : "add a positive literal that says what it ranges over",
                           {}});
  }

  // Adds what the formula binds when it holds, given what is bound already.
  static void bind(const Formula& formula, Variables& bound) {
    using Kind = Formula::Kind;
    if (formula.kind == Kind::kAtom) {
      bound.merge(variables_of(*formula.atom));
    } else if (formula.kind == Kind::kAnd) {
      for (const Formula* part : formula.parts) bind(*part, bound);
    } else if (formula.kind == Kind::kOr) {
      Variables common;
      for (const Formula* part : formula.parts) {
        Variables branch = bound;
        bind(*part, branch);
        if (part == formula.parts.front()) common = branch;
        std::erase_if(common, [&](Symbol v) { return !branch.contains(v); });
      }
      bound.merge(common);
    } else if (formula.kind == Kind::kNot && formula.parts[0]->kind == Kind::kDistinct) {
      Variables left = variables_of(*formula.parts[0]->atom->args[0]);
      Variables right = variables_of(*formula.parts[0]->atom->args[1]);
      if (contains_all(bound, left))
        bound.merge(right);
      else if (contains_all(bound, right))
        bound.merge(left);
    }
  }

  // An unbound variable of the head that evidently stands for a role ranges over the roles: the role of legal, goal or
  // sees, unless the head uses it elsewhere, too; or a variable that the body only compares with roles.
  void role_variables(const Rule& rule, Variables& bound) {
    const Term& head = *rule.head;
    bool has_role = head.is(keyword::kLegal, 2) || head.is(keyword::kGoal, 2) || head.is(keyword::kSees, 2) ||
                    head.is(keyword::kInput, 2);
    for (const Term* arg : head.args) {
      if (!arg->is_variable() || bound.contains(arg->name)) continue;
      bool evident = has_role ? arg == head.args[0] && !variables_of(*head.args[1]).contains(arg->name)
                              : compared_with_role(rule, arg->name);
      if (!evident) continue;
      findings_.push_back(
          {Code::kUnsafeRole,
           arg->place,
           fmt::format("nothing binds the role ?{}; Percept reads it as any role", rules_.name(arg->name)),
           fmt::format("add (role ?{}) to the body", rules_.name(arg->name)),
           {}});
      bound.insert(arg->name);
      added_.insert(arg->name);
    }
  }

  bool compared_with_role(const Rule& rule, Symbol variable) const {
    return std::ranges::any_of(rule.literals, [&](const Literal& literal) {
      if (!literal.is_distinct() || !literal.conjunct) return false;
      const Term* a = literal.atom->args[0];
      const Term* b = literal.atom->args[1];
      if (b->is_variable() && b->name == variable) std::swap(a, b);
      return a->is_variable() && a->name == variable && is_role(*b);
    });
  }

  bool is_role(const Term& term) const {
    return term.ground && std::ranges::any_of(rules_.defining(keyword::kRole),
                                              [&](const Rule* role) { return role->head->args[0]->id == term.id; });
  }

  // Looks at the negated literals and distincts of a conjunction. `bound` is what the whole conjunction binds, `before`
  // what stands to the left.
  void literals(std::span<const Formula* const> conjunction, const Variables& bound, Variables before) {
    using Kind = Formula::Kind;
    for (const Formula* part : conjunction) {
      if (part->kind == Kind::kDistinct || part->kind == Kind::kNot) {
        bool equation = part->kind == Kind::kNot && part->parts[0]->kind == Kind::kDistinct;
        tested(*part, bound, equation ? bound : before);
      } else if (part->kind == Kind::kAnd) {
        literals(part->parts, bound, before);
      } else if (part->kind == Kind::kOr) {
        for (const Formula* branch : part->parts) {
          Variables inside = bound;
          bind(*branch, inside);
          literals({&branch, 1}, inside, before);
        }
      }
      bind(*part, before);
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
           where->place,
           fmt::format("no positive literal binds {}; Percept reads this as: there is none", list(unbound)),
           "GDL forbids this: define a relation for \"there is one\" and negate that",
           {}});
    else if (!unbound.empty())
      findings_.push_back({Code::kUnsafeDistinct,
                           where->place,
                           fmt::format("no positive literal binds {}, so there is nothing to compare", list(unbound)),
                           "add a positive literal that says what it ranges over",
                           {}});
    else if (!late.empty())
      findings_.push_back({Code::kBoundLater,
                           formula.place,
                           fmt::format("{} {} bound only by a later literal; Percept reads the body in any order",
                                       list(late), late.size() == 1 ? "is" : "are"),
                           "put the literal that binds it first: other systems read from left to right",
                           {}});
  }

  std::string list(const Variables& variables) const {
    std::string out;
    for (Symbol v : variables) out += (out.empty() ? "?" : ", ?") + rules_.name(v);
    return out;
  }

  static constexpr std::size_t kMaxRounds = 100;  // chains of equations longer than that are not followed

  const Rules& rules_;
  Findings& findings_;
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
