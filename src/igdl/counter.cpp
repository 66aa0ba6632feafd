// SPDX-License-Identifier: MIT
#include "igdl/counter.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace percept::igdl {

using solve::Literal;

namespace {

constexpr std::size_t kRemembered = 8 << 20;  // numbers in the keys of what is remembered

Literal literal_of(Propagation::Variable variable) { return {static_cast<std::int32_t>(variable)}; }

}  // namespace

std::size_t Counter::KeyHash::operator()(const std::vector<std::uint32_t>& key) const {
  std::uint64_t out = key.size();
  for (std::uint32_t number : key) out = mixed(out ^ number);
  return out;
}

Counter::Counter(const solve::Solver& unsolved, std::span<const Literal> wanted)
    : values_(unsolved),
      wanted_(wanted.begin(), wanted.end()),
      is_wanted_(values_.variables() + 1),
      met_(values_.variables() + 1),
      met_clause_(values_.clauses()) {
  PERCEPT_CHECK(values_.possible(), "models of clauses that have none are counted");
  std::vector<Variable> all;
  for (Literal literal : wanted_) {
    if (solve::is_constant(literal)) continue;
    all.push_back(Propagation::variable_of(literal));
    is_wanted_[all.back()] = true;
  }
  for (const Component& component : components(all))
    reached_.insert(reached_.end(), component.variables.begin(), component.variables.end());
}

// What hangs together with these variables by clauses that nothing satisfies yet.
std::vector<Counter::Component> Counter::components(std::span<const Variable> among) {
  ++search_;
  std::vector<Component> out;
  for (Variable first : among) {
    if (values_.value(first) != 0 || met_[first] == search_) continue;
    Component& component = out.emplace_back();
    component.variables.push_back(first);
    met_[first] = search_;
    for (std::size_t i = 0; i < component.variables.size(); ++i)
      for (bool sign : {true, false})
        for (std::uint32_t clause : values_.occurrences(literal_of(component.variables[i]) ^ !sign)) {
          if (values_.satisfied(clause) || met_clause_[clause] == search_) continue;
          met_clause_[clause] = search_;
          component.clauses.push_back(clause);
          for (Literal literal : values_.clause(clause)) {
            Variable variable = Propagation::variable_of(literal);
            if (values_.value(variable) != 0 || met_[variable] == search_) continue;
            met_[variable] = search_;
            component.variables.push_back(variable);
          }
        }
    std::ranges::sort(component.variables);
    std::ranges::sort(component.clauses);
  }
  std::ranges::sort(out, {}, [](const Component& component) { return component.variables.size(); });
  return out;
}

Large Counter::rest(std::span<const Variable> among, const Budget& budget) {
  Large out = 1;
  for (const Component& component : components(among)) {
    out = out * count(component, budget);
    if (out.is_zero() || !time_) break;
  }
  return out;
}

Large Counter::count(const Component& component, const Budget& budget) {
  // The wanted ones first: behind them it only matters whether there is a model.
  Variable chosen = component.variables.front();
  std::size_t most = 0;
  bool some_wanted = false;
  for (Variable variable : component.variables) {
    if (some_wanted && !is_wanted_[variable]) continue;
    std::size_t uses =
        values_.occurrences(literal_of(variable)).size() + values_.occurrences(~literal_of(variable)).size();
    if (uses > most || (is_wanted_[variable] && !some_wanted)) most = uses, chosen = variable;
    some_wanted |= is_wanted_[variable];
  }
  if (component.clauses.empty()) return some_wanted ? 2 : 1;
  if (!time_ || budget.out_of_time()) return time_ = false, 0;
  std::vector<std::uint32_t> key = component.variables;
  key.push_back(0);
  key.insert(key.end(), component.clauses.begin(), component.clauses.end());
  if (auto known = known_.find(key); known != known_.end()) return known->second;
  Large out;
  for (bool sign : {true, false}) {
    std::size_t length = values_.length();
    if (values_.assign(literal_of(chosen) ^ !sign)) out = out + rest(component.variables, budget);
    values_.undo(length);
    if (!time_) return 0;
    if (!some_wanted && !out.is_zero()) break;
  }
  if (known_size_ + key.size() > kRemembered) {
    known_.clear();
    known_size_ = 0;
  }
  known_size_ += key.size();
  known_.emplace(std::move(key), out);
  return out;
}

std::optional<Large> Counter::count(const Budget& budget) {
  time_ = true;
  Large out = rest(reached_, budget);
  return time_ ? std::optional(out) : std::nullopt;
}

std::optional<std::vector<bool>> Counter::draw(Random& random, const Budget& budget) {
  time_ = true;
  std::size_t begun = values_.length();
  Large all = rest(reached_, budget);
  for (Literal literal : wanted_) {
    if (!time_) break;
    if (values_.value(literal) != 0) continue;
    std::size_t length = values_.length();
    Large with = values_.assign(literal) ? rest(reached_, budget) : 0;
    if (random.unit() < with.over(all)) {
      all = with;
      continue;
    }
    values_.undo(length);
    bool possible = !time_ || values_.assign(~literal);
    PERCEPT_CHECK(possible, "a value that no model has");
    all = all - with;
  }
  std::vector<bool> row;
  for (Literal literal : wanted_) row.push_back(values_.value(literal) > 0);
  values_.undo(begun);
  return time_ ? std::optional(row) : std::nullopt;
}

}  // namespace percept::igdl
