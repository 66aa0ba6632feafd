// SPDX-License-Identifier: MIT
//
// A statement becomes clauses in two steps. First its body is taken apart into alternatives, each a list of literals
// and equations: connectives are distributed, except where an `or` binds by itself what it shares with its rule (it
// becomes a relation) and where a negated group has variables of its own (it becomes a relation that is negated). Then
// each alternative is closed: equations are solved, roles that nothing binds range over the roles, and a negated atom
// with open variables becomes "there is none". Last, what only uses bind is bound by demands.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "check/bound.h"
#include "check/by_use.h"
#include "check/growth.h"
#include "check/rules.h"
#include "program/demand.h"
#include "program/program.h"
#include "program/substitution.h"

namespace percept::program {
namespace {

using check::add_bound;
using check::Variables;
using gdl::Formula;
using Kind = Formula::Kind;

constexpr std::size_t kMaxAlternatives = 10'000;  // of one rule
constexpr auto kAllCount = [](const Formula&) { return true; };

struct Body {
  std::vector<Literal> literals;
  std::vector<std::pair<TermId, TermId>> equations;
};
using Bodies = std::vector<Body>;

Variables variables_of(std::span<const Formula* const> formulas) {
  Variables out;
  for (const Formula* formula : formulas)
    for_each_literal(*formula,
                     [&](const Formula& literal, gdl::Polarity) { out.merge(check::variables_of(*literal.atom)); });
  return out;
}

Variables common(const Variables& a, const Variables& b) {
  Variables out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

bool includes(const Variables& a, const Variables& b) { return std::includes(a.begin(), a.end(), b.begin(), b.end()); }

class Normaliser {
 public:
  explicit Normaliser(const gdl::Description& description) : d_(description), terms_(program_.terms()) {}

  Result<Program> run(Keep keep) {
    check::Rules rules(d_);
    for (const check::Rule& rule : rules.all()) {
      if (is_stray_literal(rule) || is_ignored_declaration(rule)) continue;
      statement(rules, rule);
      if (!too_large_) continue;
      return failure("the alternatives of the rule in line " + std::to_string(rule.statement->place.line()) +
                         " multiply to more than " + std::to_string(kMaxAlternatives),
                     "give some of its `or` a relation of their own");
    }
    keep == Keep::kAll ? program_.find_dependence() : program_.finish(kGameRelations);
    if (auto bound = bind_by_demand(program_, keep); !bound) return tl::unexpected(bound.error());
    if (auto growth = check::find_growth(rules)) program_.set_growing(growth->rule->statement->place);
    return std::move(program_);
  }

 private:
  void statement(const check::Rules& rules, const check::Rule& rule) {
    variables_.clear();
    roles_.clear();
    place_ = rule.statement->place;
    std::span<const Formula* const> body = rule.statement->body;
    body_ = body;
    head_variables_ = check::variables_of(*rule.head);
    Variables of_body;
    add_bound(body, of_body, kAllCount);
    for (Symbol role : role_variables(rules, rule, of_body)) roles_.push_back(variable(role));
    Variables bound = head_variables_;  // what the body leaves open is a role, or known where it is asked
    add_bound(body, bound, kAllCount);
    TermId head = term(*rule.head);
    for (Body& alternative : conjunction(body, false, bound)) close(head, std::move(alternative));
  }

  // ---- alternatives

  Bodies alternatives(const Formula& formula, bool negated, const Variables& bound) {
    switch (formula.kind) {
      case Kind::kAtom: return {{{{negated ? Literal::Kind::kFails : Literal::Kind::kHolds, term(*formula.atom)}}, {}}};
      case Kind::kDistinct:
        if (negated) return {{{}, {{term(*formula.atom->args[0]), term(*formula.atom->args[1])}}}};
        return {{{{Literal::Kind::kDistinct, term(*formula.atom)}}, {}}};
      case Kind::kNot: return alternatives(*formula.parts[0], !negated, bound);
      case Kind::kAnd:
        if (!negated) return conjunction(formula.parts, false, bound);
        if (has_own_variables(formula, bound)) return {{{none_of(formula, bound)}, {}}};
        return disjunction(formula.parts, true, bound);
      default: return negated ? conjunction(formula.parts, true, bound) : disjunction(formula.parts, false, bound);
    }
  }

  Bodies conjunction(std::span<const Formula* const> parts, bool negated, const Variables& bound) {
    Bodies out(1);
    for (const Formula* part : parts) {
      Bodies of_part;
      if (auto relation = negated || parts.size() < 2 ? std::nullopt : own_relation(*part))
        of_part = {{{*relation}, {}}};
      else
        of_part = alternatives(*part, negated, bound);
      Bodies product;
      for (const Body& left : out)
        for (const Body& right : of_part) {
          if (product.size() >= kMaxAlternatives) return too_large_ = true, Bodies();
          Body both = left;
          both.literals.insert(both.literals.end(), right.literals.begin(), right.literals.end());
          both.equations.insert(both.equations.end(), right.equations.begin(), right.equations.end());
          product.push_back(std::move(both));
        }
      out = std::move(product);
    }
    return out;
  }

  Bodies disjunction(std::span<const Formula* const> parts, bool negated, const Variables& bound) {
    Bodies out;
    for (const Formula* part : parts) {
      Variables inside = bound;
      if (!negated) add_bound(*part, inside, kAllCount);
      Bodies of_part = alternatives(*part, negated, inside);
      std::move(of_part.begin(), of_part.end(), std::back_inserter(out));
      if (out.size() > kMaxAlternatives) return too_large_ = true, Bodies();
    }
    return out;
  }

  // An `or` of the rule's body as a relation of what it shares with the rest of the rule, when every branch binds that.
  std::optional<Literal> own_relation(const Formula& formula) {
    if (formula.kind != Kind::kOr || std::find(body_.begin(), body_.end(), &formula) == body_.end()) return {};
    Variables outside = head_variables_;
    for (const Formula* part : body_)
      if (part != &formula) outside.merge(variables_of({&part, 1}));
    const Formula* self = &formula;
    Variables shared = common(variables_of({&self, 1}), outside);
    for (const Formula* branch : formula.parts) {
      Variables bound;
      add_bound(*branch, bound, kAllCount);
      if (!includes(bound, shared) || !includes(bound, variables_of({&branch, 1}))) return {};
    }
    TermId head = helper("or", shared);
    for (const Formula* branch : formula.parts) {
      Variables bound;
      add_bound(*branch, bound, kAllCount);
      for (Body& body : alternatives(*branch, false, bound)) close(head, std::move(body));
    }
    return Literal{Literal::Kind::kHolds, head};
  }

  // Does the group say "there is" of its own? A variable that stands only in one negated atom does not: that atom says
  // "there is none", and its negation, "there is one", is the atom itself.
  static bool has_own_variables(const Formula& group, const Variables& bound) {
    Variables open;
    for (const Formula* part : group.parts) {
      Variables own = variables_of({&part, 1});
      std::erase_if(own, [&](Symbol v) { return bound.contains(v); });
      bool negated_atom = part->kind == Kind::kNot && part->parts[0]->kind == Kind::kAtom;
      if (!own.empty() && (!negated_atom || !common(own, open).empty())) return true;
      open.merge(own);
    }
    return false;
  }

  // A negated `and` with variables of its own: a relation for the group, and its negation.
  Literal none_of(const Formula& group, const Variables& bound) {
    Variables shared = common(variables_of(group.parts), bound);
    Variables inside = bound, own;
    add_bound(group.parts, inside, kAllCount);
    add_bound(group.parts, own, kAllCount);
    TermId head = helper("not", shared);
    for (Body& body : conjunction(group.parts, false, inside)) {
      Variables said = own;
      for (const Formula* part : body_) {  // the rule has to say what the group is asked about
        if (part->kind != Kind::kAtom) continue;
        Variables of_part = common(check::variables_of(*part->atom), shared);
        if (includes(said, of_part)) continue;
        body.literals.push_back({Literal::Kind::kHolds, term(*part->atom)});
        said.merge(of_part);
      }
      close(head, std::move(body));
    }
    return {Literal::Kind::kFails, head};
  }

  TermId helper(std::string_view text, const Variables& arguments) {
    std::vector<TermId> args;
    for (Symbol v : arguments) args.push_back(variable(v));
    return terms_.make(program_.new_name(text), args);
  }

  // ---- closing

  // Adds the clause for one alternative, or none when it can never hold.
  void close(TermId head, Body body) {
    Substitution equal(terms_);
    for (auto [a, b] : body.equations)
      if (!equal.unify(a, b)) return;
    Clause clause{equal.apply(head), {}, 0, place_};
    for (const Literal& literal : body.literals) {
      Literal closed{literal.kind, equal.apply(literal.atom)};
      if (closed.kind == Literal::Kind::kDistinct) {
        TermId a = terms_.args(closed.atom)[0], b = terms_.args(closed.atom)[1];
        if (a == b) return;
        if (!Substitution(terms_).unify(a, b)) continue;
      }
      if (std::find(clause.body.begin(), clause.body.end(), closed) == clause.body.end()) clause.body.push_back(closed);
    }

    std::set<TermId> bound;
    for (const Literal& literal : clause.body)
      if (literal.kind == Literal::Kind::kHolds)
        for_each_variable(terms_, literal.atom, [&](TermId v) { bound.insert(v); });
    std::set<TermId> unbound;
    for_each_variable(terms_, clause.head, [&](TermId v) {
      if (bound.insert(v).second) unbound.insert(v);
    });
    // Declarations that say nothing are left out.
    if (!unbound.empty() && (terms_.name(clause.head) == keyword::kBase || terms_.name(clause.head) == keyword::kInput))
      return;
    for (TermId role : roles_)
      if (TermId v = equal.apply(role); unbound.erase(v) > 0)
        clause.body.push_back({Literal::Kind::kHolds, terms_.make(keyword::kRole, std::array{v})});

    for (Literal& literal : clause.body) {
      std::set<TermId> shared;
      bool open = false;
      for_each_variable(terms_, literal.atom,
                        [&](TermId v) { bound.contains(v) ? void(shared.insert(v)) : void(open = true); });
      if (!open) continue;
      if (literal.kind == Literal::Kind::kDistinct) return;  // check() calls this an error
      TermId some = terms_.make(program_.new_name("some"), std::vector<TermId>(shared.begin(), shared.end()));
      program_.add(numbered(terms_, {some, {{Literal::Kind::kHolds, literal.atom}}, 0, place_}));
      literal.atom = some;
    }
    program_.add(numbered(terms_, std::move(clause)));
  }

  // ---- terms

  TermId term(const gdl::Term& t) {
    if (t.is_variable()) return variable(t.name);
    std::vector<TermId> args;
    for (const gdl::Term* arg : t.args) args.push_back(term(*arg));
    return terms_.make(terms_.symbols().intern(d_.text(t.name)), args);
  }

  TermId variable(Symbol name) {
    auto number = static_cast<std::uint32_t>(variables_.size());
    return terms_.variable(variables_.try_emplace(name, number).first->second);
  }

  const gdl::Description& d_;
  Program program_;
  Terms& terms_;
  // Of the statement at hand:
  gdl::Place place_;
  std::span<const Formula* const> body_;
  Variables head_variables_;
  std::vector<TermId> roles_;  // variables of the head that stand for any role
  std::map<Symbol, std::uint32_t> variables_;
  bool too_large_ = false;
};

}  // namespace

Result<Program> normalise(const gdl::Description& description, Keep keep) { return Normaliser(description).run(keep); }

}  // namespace percept::program
