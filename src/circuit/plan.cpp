// SPDX-License-Identifier: MIT
#include "circuit/plan.h"

#include <algorithm>

#include "circuit/code.h"
#include "circuit/phases.h"
#include "circuit/planner.h"

namespace percept::circuit {
namespace {

constexpr std::size_t kCollectAbove = 4;  // words of goals a fluent, from which on final positions are collected

}  // namespace

Plan::Plan(const Automaton& automaton) {
  match_.fluent_count = automaton.fluents();
  for (const auto& of_role : automaton.goals) match_.goal_count += of_role.size();
  std::size_t goal_words = 0;
  for (const Phase& phase : phases_of(automaton)) {
    match_.slots = std::max(match_.slots, add_round(phase.automaton));
    goal_words = std::max(goal_words, rounds_.back()->goals.size());
  }
  add_collection(automaton);
  match_.collect = goal_words > kCollectAbove * match_.fluent_count;
  match_.rounds = round_plans_.data();
  match_.phases = round_plans_.size();
}

// Returns how many slots the round needs.
std::size_t Plan::add_round(const Automaton& automaton) {
  const Circuit& circuit = *automaton.circuit;
  std::vector<Wire> of_state, goals;
  for (const auto& of_role : automaton.legal) of_state.insert(of_state.end(), of_role.begin(), of_role.end());
  of_state.push_back(automaton.terminal);
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) goals.push_back(wire);

  std::vector<bool> known(circuit.size());
  Code state = compile(circuit, of_state, known);
  std::vector<bool> known_with_goals = known;
  Code goal = compile(circuit, goals, known_with_goals);
  Code move = compile(circuit, automaton.next, known);

  Planner planner(circuit, automaton.fluents());
  planner.watch(state);
  planner.watch(goal);
  planner.keep(of_state);
  planner.keep(goals);
  planner.watch(move);
  planner.keep(automaton.next);
  planner.rewind();
  rounds_.push_back(std::make_unique<Round>());
  Round& round = *rounds_.back();
  round.state = planner.write(state);
  round.goals = planner.write(goal);
  for (Wire wire : goals) round.goal_codes.push_back(planner.code(wire));
  for (const auto& of_role : automaton.legal) {
    round.legal.emplace_back();
    for (Wire wire : of_role) round.legal.back().push_back(planner.code(wire));
  }
  std::uint32_t terminal = planner.code(automaton.terminal);
  round.moves = planner.write(move);
  for (std::size_t f = 0; f < automaton.fluents(); ++f)
    round.fluents.push_back({planner.code(automaton.next[f]), automaton.initial[f]});
  for (std::size_t role = 0; role < round.legal.size(); ++role)
    round.roles.push_back(
        {round.legal[role].data(), static_cast<std::uint32_t>(round.legal[role].size()), automaton.move_node(role, 0)});
  round_plans_.push_back({{round.state.data(), round.state.size()},
                          {round.goals.data(), round.goals.size()},
                          {round.moves.data(), round.moves.size()},
                          round.roles.data(),
                          round.roles.size(),
                          round.fluents.data(),
                          terminal,
                          round.goal_codes.data()});
  return planner.slot_count();
}

// Goals from the fluents on.
void Plan::add_collection(const Automaton& automaton) {
  std::vector<Wire> goals;
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) goals.push_back(wire);
  Code code = compile(*automaton.circuit, goals);
  Planner planner(*automaton.circuit, automaton.fluents());
  planner.watch(code);
  planner.keep(goals);
  planner.rewind();
  goals_ = planner.write(code);
  for (Wire wire : goals) goal_codes_.push_back(planner.code(wire));
  match_.goals = {goals_.data(), goals_.size()};
  match_.goal_codes = goal_codes_.data();
  match_.goal_slots = planner.slot_count();
}

}  // namespace percept::circuit
