// SPDX-License-Identifier: MIT
//
// A flow takes a variable from an argument of a literal to an argument of the head, so and so much deeper in the term.
// Flows follow each other where the head of one may match the literal of the next. A term grows if flows of which none
// makes it smaller lead around in a circle, and one makes it larger.
#include "check/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/components.h"
#include "check/bound.h"
#include "check/check.h"
#include "check/dependencies.h"

namespace percept::check {
namespace {

constexpr std::size_t kMostPairs = 2'000'000;  // of flows to be compared; sheets of thousands of rules have fewer

using Argument = std::pair<std::uint32_t, std::size_t>;  // a relation and a place in it

struct Flow {
  const Rule* rule;
  const Literal* literal;
  Symbol variable;
  Argument from, to;
  const Term* taken;  // the arguments themselves
  const Term* put;
  bool grows;
};

// How deep the variable stands in the term: the least and the greatest depth.
std::optional<std::pair<int, int>> depth_of(const Term& term, Symbol variable) {
  if (term.is_variable()) return term.name == variable ? std::optional(std::pair(0, 0)) : std::nullopt;
  std::optional<std::pair<int, int>> out;
  for (const Term* arg : term.args)
    if (auto inner = depth_of(*arg, variable))
      out = std::pair(std::min(out ? out->first : inner->first + 1, inner->first + 1),
                      std::max(out ? out->second : 0, inner->second + 1));
  return out;
}

class Growing {
 public:
  explicit Growing(const Rules& rules) : rules_(rules), moving_(rules.relations().size()) {}

  std::optional<Growth> run() {
    find_moving();
    for (const Rule& rule : rules_.all())
      if (!is_stray_literal(rule)) add_flows(rule);
    while (std::ranges::any_of(flows_, &Flow::grows)) {
      auto circle = find_circles();
      if (!circle) return {};
      // What a literal outside the circle binds as well cannot grow.
      std::size_t before = flows_.size();
      std::vector<Flow> kept;
      for (std::size_t i = 0; i < flows_.size(); ++i)
        if (in_circle_[i] && !is_bounded(i)) kept.push_back(flows_[i]);
      flows_ = std::move(kept);
      if (flows_.size() < before) continue;
      const Flow& flow = *std::ranges::find_if(flows_, &Flow::grows);
      return Growth{flow.rule, flow.literal->atom, flow.put, flow.variable};
    }
    return {};
  }

 private:
  // Fluents and moves are terms with a name, like the atoms of other relations: their arguments stand no deeper.
  static int is_named(Symbol relation, std::size_t argument) {
    Symbol home = at_home(relation);
    return (home == keyword::kTrue && argument == 0) || (home == keyword::kDoes && argument == 1) ? 1 : 0;
  }

  static Symbol at_home(Symbol relation) {
    return relation == keyword::kNext ? keyword::kTrue : relation == keyword::kLegal ? keyword::kDoes : relation;
  }

  // Which relations depend on the position or the move; all others are the same for ever, and finite.
  void find_moving() {
    for (std::uint32_t r = 0; r < moving_.size(); ++r) {
      Symbol name = rules_.relations()[r].name;
      moving_[r] = name == keyword::kTrue || name == keyword::kDoes;
      homes_[{name.value, rules_.relations()[r].arity}] = r;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : rules_.all()) {
        if (moving_[rule.relation.value] || is_given(rule.head->name)) continue;
        for (const Literal& literal : rule.literals)
          if (!literal.is_distinct() && moving_[literal.relation.value]) moving_[rule.relation.value] = changed = true;
      }
    }
  }

  // next and legal give what true and does take.
  std::uint32_t home(RelationId relation) const {
    const Relation& of = rules_.relation(relation);
    auto found = homes_.find({at_home(of.name).value, of.arity});
    return found == homes_.end() ? relation.value : found->second;
  }

  void add_flows(const Rule& rule) {
    Variables fixed;
    for (const Literal& literal : rule.literals)
      if (literal.conjunct && literal.positive() && !literal.is_distinct() && !moving_[literal.relation.value])
        fixed.merge(variables_of(*literal.atom));
    std::uint32_t head = home(rule.relation);
    for (std::size_t j = 0; j < rule.head->args.size(); ++j)
      for (Symbol variable : variables_of(*rule.head->args[j])) {
        if (fixed.contains(variable)) continue;
        const Term* put = rule.head->args[j];
        int deep = depth_of(*put, variable)->second - is_named(rule.head->name, j);
        for (const Literal& literal : rule.literals) {
          if (!literal.positive() || literal.is_distinct() || !moving_[literal.relation.value]) continue;
          for (std::size_t i = 0; i < literal.atom->args.size(); ++i) {
            const Term* taken = literal.atom->args[i];
            auto was = depth_of(*taken, variable);
            if (!was || deep < was->first - is_named(literal.atom->name, i)) continue;
            flows_.push_back({&rule,
                              &literal,
                              variable,
                              {literal.relation.value, i},
                              {head, j},
                              taken,
                              put,
                              deep > was->first - is_named(literal.atom->name, i)});
          }
        }
      }
  }

  // Marks the flows that lead back to themselves together with one that grows; nothing when there is none.
  std::optional<std::size_t> find_circles() {
    std::map<std::pair<Argument, std::uint64_t>, std::vector<std::uint32_t>> taking;
    for (std::uint32_t i = 0; i < flows_.size(); ++i)
      taking[{flows_[i].from, flows_[i].taken->is_variable() ? 0 : shape(*flows_[i].taken)}].push_back(i);
    Adjacency follows(flows_.size());
    std::size_t pairs = 0;
    auto compare = [&](std::uint32_t flow, std::pair<Argument, std::uint64_t> key) {
      auto found = taking.find(key);
      if (found == taking.end()) return;
      for (std::uint32_t next : found->second) {
        ++pairs;
        if (may_match(*flows_[flow].put, *flows_[next].taken)) follows[flow].push_back(next);
      }
    };
    for (std::uint32_t i = 0; i < flows_.size() && pairs < kMostPairs; ++i) {
      const Flow& flow = flows_[i];
      compare(i, {flow.to, 0});
      if (!flow.put->is_variable()) {
        compare(i, {flow.to, shape(*flow.put)});
        continue;
      }
      for (auto at = taking.lower_bound({flow.to, 1}); at != taking.end() && at->first.first == flow.to; ++at)
        compare(i, at->first);
    }
    if (pairs >= kMostPairs) return {};
    component_ = strong_components(follows);
    std::map<std::uint32_t, std::pair<std::size_t, bool>> circles;  // flows, and whether one grows
    for (std::uint32_t i = 0; i < flows_.size(); ++i) {
      auto& [size, grows] = circles[component_[i]];
      size += 1 + static_cast<std::size_t>(std::ranges::count(follows[i], i));
      grows |= flows_[i].grows;
    }
    in_circle_.assign(flows_.size(), false);
    std::size_t marked = 0;
    for (std::uint32_t i = 0; i < flows_.size(); ++i) {
      auto [size, grows] = circles[component_[i]];
      in_circle_[i] = size > 1 && grows;
      marked += in_circle_[i] ? 1 : 0;
    }
    if (marked == 0) return {};
    return marked;
  }

  static std::uint64_t shape(const Term& term) { return (std::uint64_t{term.name.value} + 1) << 16 | term.args.size(); }

  // Does another literal, from which nothing of the circle comes, bind the variable?
  bool is_bounded(std::size_t flow) const {
    const Flow& of = flows_[flow];
    return std::ranges::any_of(of.rule->literals, [&](const Literal& other) {
      if (&other == of.literal || !other.conjunct || !other.positive() || other.is_distinct()) return false;
      if (!variables_of(*other.atom).contains(of.variable)) return false;
      for (std::size_t i = 0; i < flows_.size(); ++i)
        if (flows_[i].literal == &other && flows_[i].variable == of.variable && component_[i] == component_[flow])
          return false;
      return true;
    });
  }

  const Rules& rules_;
  std::vector<bool> moving_;  // by relation
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> homes_;
  std::vector<Flow> flows_;
  std::vector<std::uint32_t> component_;
  std::vector<bool> in_circle_;
};

}  // namespace

std::optional<Growth> find_growth(const Rules& rules) { return Growing(rules).run(); }

void check_growth(const Rules& rules, Findings& findings) {
  auto growth = find_growth(rules);
  if (!growth) return;
  findings.push_back({Code::kGrowingTerm,
                      growth->from->place,
                      fmt::format("{} comes from here and stands in a larger term from round to round; Percept plays "
                                  "this rule by rule, which is slow, and ends a match whose positions grow too long",
                                  rules.variable(growth->variable)),
                      "count by a successor relation, which ends, instead of building terms",
                      {{growth->into->place, "the larger term is here"}}});
}

}  // namespace percept::check
