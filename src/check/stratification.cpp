// SPDX-License-Identifier: MIT
//
// Stratification: nothing may depend on its own negation, or the rules have no unique meaning.
//
// The specification asks this of relations. That is too coarse for what competes: `goal 50` is often defined through
// `not goal 100`. So where relations fail, the rules are looked at as closely as needed: each is instantiated by those
// of its literals that hold in every position (a successor relation, say; see rigid.h), and one instance depends on
// another only if its literal can match the other's head. If no cycle through a negation is left, no ground atom
// depends on its own negation (local stratification, Przymusinski 1988), and the meaning is unique. May call a
// description unstratified that is not, when a cycle is broken only by the reachable states; never the other way round.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "check/check.h"
#include "check/dependencies.h"
#include "check/rigid.h"

namespace percept::check {
namespace {

// A rule of the component with some variables replaced.
struct Instance {
  const Rule* rule;
  Bindings bindings;
};

// may_match with bindings on both sides.
bool may_match_in(const Term& a, const Bindings& in_a, const Term& b, const Bindings& in_b) {
  const Term& x = resolve(a, in_a);
  const Term& y = resolve(b, in_b);
  if (x.is_variable() || y.is_variable()) return true;
  if (x.ground && y.ground) return x.id == y.id;
  if (x.name != y.name || x.args.size() != y.args.size()) return false;
  for (std::size_t i = 0; i < x.args.size(); ++i)
    if (!may_match_in(*x.args[i], in_a, *y.args[i], in_b)) return false;
  return true;
}

// The instances by the relation and the first argument of their heads, to find those that a literal may match.
class Heads {
 public:
  explicit Heads(const std::vector<Instance>& nodes) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      by_first_[{nodes[i].rule->relation, key(*nodes[i].rule->head, nodes[i].bindings)}].push_back(i);
  }

  std::vector<std::uint32_t> candidates(const Literal& literal, const Bindings& bindings) const {
    std::optional<gdl::TermId> first = key(*literal.atom, bindings);
    std::vector<std::uint32_t> out;
    auto from =
        first ? by_first_.find({literal.relation, first}) : by_first_.lower_bound({literal.relation, std::nullopt});
    for (; from != by_first_.end() && from->first.first == literal.relation; ++from) {
      out.insert(out.end(), from->second.begin(), from->second.end());
      if (first) break;
    }
    auto open = by_first_.find({literal.relation, std::nullopt});
    if (first && open != by_first_.end()) out.insert(out.end(), open->second.begin(), open->second.end());
    return out;
  }

 private:
  // The first argument if it is ground.
  static std::optional<gdl::TermId> key(const Term& atom, const Bindings& bindings) {
    if (atom.args.empty() || !resolve(*atom.args[0], bindings).ground) return std::nullopt;
    return resolve(*atom.args[0], bindings).id;
  }

  std::map<std::pair<RelationId, std::optional<gdl::TermId>>, std::vector<std::uint32_t>> by_first_;
};

// What the open variables of the pattern stand for when it matches the other term.
void extend(const Term& pattern, const Term& other, const Bindings& in_other, Bindings& bindings) {
  const Term& x = resolve(pattern, bindings);
  const Term& y = resolve(other, in_other);
  if (x.is_variable() && y.ground) bindings.emplace(x.name, &y);
  if (x.args.size() == y.args.size())
    for (std::size_t i = 0; i < x.args.size(); ++i) extend(*x.args[i], *y.args[i], in_other, bindings);
}

// Can the literal of one instance be an atom that the other derives, given what both compare?
bool may_depend(const Instance& from, const Literal& literal, const Instance& to) {
  if (!may_match_in(*literal.atom, from.bindings, *to.rule->head, to.bindings)) return false;
  Bindings in_from = from.bindings, in_to = to.bindings;
  extend(*literal.atom, *to.rule->head, to.bindings, in_from);
  extend(*to.rule->head, *literal.atom, from.bindings, in_to);
  return !excluded(*from.rule, in_from) && !excluded(*to.rule, in_to);
}

class Stratification {
 public:
  Stratification(const Rules& rules, Findings& findings) : rules_(rules), findings_(findings), dependencies_(rules) {}

  void check() {
    std::map<std::uint32_t, const Literal*> suspicious;  // by component, the first negation inside it
    for (const Rule& rule : rules_.all())
      for (const Literal& literal : rule.literals)
        if (!literal.positive() && !literal.is_distinct() && dependencies_.together(rule.relation, literal.relation))
          suspicious.emplace(dependencies_.component(rule.relation), &literal);
    for (const auto& [component, negation] : suspicious) examine(component, *negation);
  }

 private:
  struct Edge {
    std::uint32_t to;
    const Literal* literal;
  };

  void examine(std::uint32_t component, const Literal& negation) {
    std::vector<Instance> nodes = instances(component);
    Heads heads(nodes);
    std::vector<std::vector<Edge>> edges(nodes.size());
    Adjacency graph(nodes.size());
    for (std::uint32_t from = 0; from < nodes.size(); ++from)
      for (const Literal& literal : nodes[from].rule->literals) {
        if (literal.is_distinct() || dependencies_.component(literal.relation) != component) continue;
        for (std::uint32_t to : heads.candidates(literal, nodes[from].bindings)) {
          if (!may_depend(nodes[from], literal, nodes[to])) continue;
          edges[from].push_back({to, &literal});
          graph[from].push_back(to);
        }
      }
    std::vector<std::uint32_t> of = strong_components(graph);
    std::set<std::uint32_t> cycles;  // components of instances that were reported
    for (std::uint32_t from = 0; from < nodes.size(); ++from)
      for (const Edge& edge : edges[from])
        if (!edge.literal->positive() && of[from] == of[edge.to] && cycles.insert(of[from]).second)
          report_cycle(nodes, edges, of, from, edge);
    if (!cycles.empty()) return;
    findings_.push_back(
        {Code::kLocallyStratified,
         negation.place,
         fmt::format("`{}` is defined through its own negation, but no ground atom is; Percept plays it",
                     rules_.show(rules_.relation(negation.relation))),
         "other systems may refuse this: define a separate relation for the case distinguished",
         {}});
  }

  // The rules of the component, instantiated by what holds in every position while there are few instances.
  std::vector<Instance> instances(std::uint32_t component) {
    Rigid rigid(rules_, dependencies_, component);
    std::vector<Instance> out;
    for (const Rule& rule : rules_.all()) {
      if (dependencies_.component(rule.relation) != component) continue;
      auto solutions = rigid.solutions(rule, kMaxInstances);
      if (!solutions || out.size() + solutions->size() > kMaxInstances)
        solutions.emplace(1);  // leave all variables open
      for (Bindings& bindings : *solutions) out.push_back({&rule, std::move(bindings)});
    }
    return out;
  }

  // Prints the whole cycle that starts with this negation.
  void report_cycle(const std::vector<Instance>& nodes, const std::vector<std::vector<Edge>>& edges,
                    const std::vector<std::uint32_t>& of, std::uint32_t start, const Edge& negation) {
    // The shortest way back from where the negation leads, breadth first.
    std::vector<std::optional<std::pair<std::uint32_t, Edge>>> came_by(nodes.size());
    std::vector<std::uint32_t> queue = {negation.to};
    for (std::size_t i = 0; i < queue.size() && queue[i] != start; ++i)
      for (const Edge& edge : edges[queue[i]])
        if (of[edge.to] == of[start] && edge.to != negation.to && !came_by[edge.to]) {
          came_by[edge.to] = {queue[i], edge};
          queue.push_back(edge.to);
        }
    struct Step {
      std::uint32_t from;
      const Literal* literal;
    };
    std::vector<Step> cycle;
    for (std::uint32_t node = start; node != negation.to; node = came_by[node]->first)
      cycle.push_back({came_by[node]->first, came_by[node]->second.literal});
    cycle.push_back({start, negation.literal});
    std::reverse(cycle.begin(), cycle.end());

    std::string way = shown(*nodes[start].rule->head, nodes[start].bindings), before = way;
    std::vector<Note> notes;
    for (std::size_t i = 0; i < cycle.size() && i < kMaxSteps; ++i) {
      const auto& [from, literal] = cycle[i];
      std::string atom = shown(*literal->atom, nodes[from].bindings);
      std::string step = (literal->positive() ? "" : "not ") + atom;
      way += " <- " + step;
      if (i > 0)  // the finding itself points to the first
        notes.push_back({literal->place, fmt::format("`{}` depends on `{}` here", before, step)});
      before = atom;
    }
    if (cycle.size() > kMaxSteps) way += " <- ...";
    findings_.push_back({Code::kUnstratified, negation.literal->place, fmt::format("negation through a cycle: {}", way),
                         "nothing may depend on its own negation: the rules would have no unique meaning",
                         std::move(notes)});
  }

  // The name of the atom, and its arguments where facts say what they are.
  std::string shown(const Term& atom, const Bindings& bindings) const {
    std::string arguments;
    for (const Term* arg : atom.args) {
      const Term& term = resolve(*arg, bindings);
      if (!term.ground) return rules_.name(atom.name);
      arguments += (arguments.empty() ? "" : rules_.in_notation(" ", ", ")) + rules_.show(term);
    }
    if (arguments.empty() || bindings.empty()) return rules_.name(atom.name);
    return rules_.in_notation("(" + rules_.name(atom.name) + " " + arguments + ")",
                              rules_.name(atom.name) + "(" + arguments + ")");
  }

  static constexpr std::size_t kMaxInstances = 2000;  // of one component
  static constexpr std::size_t kMaxSteps = 50;        // of a cycle that are printed

  const Rules& rules_;
  Findings& findings_;
  Dependencies dependencies_;
};

}  // namespace

void check_stratification(const Rules& rules, Findings& findings) { Stratification(rules, findings).check(); }

}  // namespace percept::check
