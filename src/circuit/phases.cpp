// SPDX-License-Identifier: MIT
#include "circuit/phases.h"

#include <algorithm>
#include <map>
#include <optional>

#include "circuit/code.h"
#include "circuit/simplify.h"

namespace percept::circuit {
namespace {

constexpr std::size_t kMaxWork = 50'000'000;  // gates evaluated before the search is given up

// The values of all inputs in one round.
using Values = std::vector<Kleene>;

Kleene joined(Kleene a, Kleene b) { return {a.known & b.known, a.possible | b.possible}; }

// The rounds until one repeats an earlier one, and how many rounds later it did so.
struct Rounds {
  std::vector<Values> values;
  std::size_t period = 0;
};

std::optional<Rounds> play_all_moves(const Automaton& automaton) {
  const Circuit& circuit = *automaton.circuit;
  std::vector<Wire> legal;
  for (const auto& of_role : automaton.legal) legal.insert(legal.end(), of_role.begin(), of_role.end());
  std::vector<bool> known(circuit.size());
  Code state = compile(circuit, legal, known);
  Code move = compile(circuit, automaton.next, known);
  std::vector<Kleene> values(circuit.size());
  auto value = [&](Wire wire) { return wire.negated() ? ~values[wire.node()] : values[wire.node()]; };
  std::size_t fluents = automaton.fluents();
  for (std::size_t f = 0; f < fluents; ++f) values[f + 1] = automaton.initial[f] ? ~Kleene{} : Kleene{};
  Rounds rounds;
  std::map<std::vector<bool>, std::size_t> seen;
  std::size_t work = 0;
  while (true) {
    std::vector<bool> key;
    for (std::size_t f = 0; f < fluents; ++f) {
      key.push_back(values[f + 1].known != 0);
      key.push_back(values[f + 1].possible != 0);
    }
    auto [before, is_new] = seen.try_emplace(std::move(key), rounds.values.size());
    if (!is_new) {
      rounds.period = rounds.values.size() - before->second;
      return rounds;
    }
    work += state.order.size() + move.order.size() + 10 * circuit.inputs() + 1;
    if (work > kMaxWork) return {};
    run(circuit, state, values.data());
    for (std::size_t i = 0; i < legal.size(); ++i) values[fluents + 1 + i] = {0, value(legal[i]).possible};
    rounds.values.emplace_back(values.begin() + 1, values.begin() + 1 + static_cast<std::ptrdiff_t>(circuit.inputs()));
    run(circuit, move, values.data());
    Values next;
    for (Wire wire : automaton.next) next.push_back(value(wire));
    std::copy(next.begin(), next.end(), values.begin() + 1);
  }
}

Phase specialised(const Automaton& automaton, const Values& values) {
  const Circuit& circuit = *automaton.circuit;
  Phase phase;
  Automaton& out = phase.automaton;
  Circuit copy(circuit.logic());
  std::vector<Wire> inputs;
  for (std::size_t f = 0; f < automaton.fluents(); ++f) {
    Wire input = copy.input();
    inputs.push_back(values[f].known != 0 ? kTrue : values[f].possible == 0 ? kFalse : input);
    if (inputs.back() != input) phase.fixed.emplace_back(static_cast<std::uint32_t>(f), inputs.back() == kTrue);
  }
  out.initial = automaton.initial;
  out.bits = automaton.bits;
  out.goals = automaton.goals;
  std::vector<Wire> roots = automaton.next;
  std::size_t at = automaton.fluents();
  for (const auto& of_role : automaton.legal) {
    std::size_t first = at;
    out.legal.emplace_back();
    phase.numbers.emplace_back();
    for (std::uint32_t move = 0; move < of_role.size(); ++move) {
      bool possible = values[at++].possible != 0;
      inputs.push_back(possible ? copy.input() : kFalse);
      if (!possible) continue;
      roots.push_back(of_role[move]);
      out.legal.back().push_back(of_role[move]);
      phase.numbers.back().push_back(move);
    }
    // A role with a single move makes it.
    if (out.legal.back().size() == 1)
      for (std::size_t i = first; i < at; ++i)
        if (inputs[i] != kFalse) inputs[i] = kTrue;
  }
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) roots.push_back(wire);
  out.sees = automaton.sees;
  for (const auto& of_role : automaton.sees) roots.insert(roots.end(), of_role.begin(), of_role.end());
  roots.push_back(automaton.terminal);
  auto copied = [](Circuit& c, std::uint32_t, const std::vector<Wire>& operands) { return c.all(operands); };
  phase.circuit = std::make_unique<Circuit>(flattened(rebuilt(circuit, roots, copied, std::move(copy), inputs), roots));

  out.circuit = phase.circuit.get();
  at = 0;
  for (std::size_t f = 0; f < automaton.fluents(); ++f) out.next.push_back(roots[at++]);
  for (auto& of_role : out.legal)
    for (Wire& legal : of_role) legal = roots[at++];
  for (auto& of_role : out.goals)
    for (auto& [value, wire] : of_role) wire = roots[at++];
  for (auto& of_role : out.sees)
    for (Wire& wire : of_role) wire = roots[at++];
  out.terminal = roots[at];
  return phase;
}

// Whether the moves that are impossible in the phase are so by the values of its fluents alone.
bool evident(const Automaton& automaton, const Values& phase) {
  const Circuit& circuit = *automaton.circuit;
  std::vector<Wire> legal;
  for (const auto& of_role : automaton.legal) legal.insert(legal.end(), of_role.begin(), of_role.end());
  Values values(circuit.size());
  std::copy(phase.begin(), phase.begin() + static_cast<std::ptrdiff_t>(automaton.fluents()), values.begin() + 1);
  run(circuit, compile(circuit, legal), values.data());
  for (std::size_t i = 0; i < legal.size(); ++i) {
    Kleene value = values[legal[i].node()];
    if (legal[i].negated()) value = ~value;
    if (value.possible != 0 && phase[automaton.fluents() + i].possible == 0) return false;
  }
  return true;
}

}  // namespace

std::vector<Phase> phases_of(const Automaton& automaton, std::size_t most) {
  std::size_t period = 1;
  std::vector<Values> known;
  if (std::optional<Rounds> rounds = play_all_moves(automaton)) {
    period = rounds->period <= most ? rounds->period : 1;
    for (std::size_t t = 0; t < rounds->values.size(); ++t) {
      if (t < period) {
        known.push_back(rounds->values[t]);
        continue;
      }
      for (std::size_t i = 0; i < known[0].size(); ++i)
        known[t % period][i] = joined(known[t % period][i], rounds->values[t][i]);
    }
  } else {
    known.emplace_back(automaton.circuit->inputs(), Kleene{0, ~std::uint64_t{0}});
  }
  std::vector<Phase> out;
  for (const Values& values : known) {
    out.push_back(specialised(automaton, values));
    out.back().evident = evident(automaton, values);
  }
  return out;
}

}  // namespace percept::circuit
