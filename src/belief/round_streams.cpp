// SPDX-License-Identifier: MIT
#include "belief/round_streams.h"

#include <algorithm>

#include "circuit/planner.h"

namespace percept::belief {

using circuit::Code;
using circuit::Wire;

RoundStreams::RoundStreams(const NumberedCircuit& numbered, RoleId role, Part part) {
  const GameCircuit& game = numbered.game;
  const circuit::Circuit& circuit = game.circuit;
  bool with_state = part == Part::kState || part == Part::kRound;
  bool with_moves = part == Part::kMoves || part == Part::kRound;

  std::vector<Wire> of_state, of_sees, of_next, of_goals;
  if (with_state) {
    of_state.push_back(game.terminal);
    for (const auto& of_role : game.moves)
      for (const GameCircuit::Move& move : of_role) of_state.push_back(move.legal);
  }
  if (with_moves) {
    for (const auto& [percept, wire] : game.sees[role.value]) of_sees.push_back(wire);
    for (const GameCircuit::Fluent& fluent : game.fluents) of_next.push_back(fluent.next);
  }
  if (part == Part::kGoals)
    for (const auto& [value, wire] : game.goals[role.value]) of_goals.push_back(wire);

  std::vector<bool> known(circuit.size());
  Code state_code = circuit::compile(circuit, of_state, known);
  std::vector<bool> known_of_state = known;
  Code sees_code = circuit::compile(circuit, of_sees, known);
  Code next_code = circuit::compile(circuit, of_next, known);
  Code goals_code = circuit::compile(circuit, of_goals, known);

  circuit::Planner planner(circuit, circuit.inputs());
  planner.watch(state_code);
  planner.keep(of_state);
  planner.watch(sees_code);
  planner.keep(of_sees);
  planner.watch(next_code);
  planner.keep(of_next);
  planner.watch(goals_code);
  planner.keep(of_goals);
  if (part == Part::kRound) {
    // What moves need of the state stays, since they come more than once.
    std::vector<Wire> again = of_state;
    auto add = [&](Wire wire) {
      if (known_of_state[wire.node()]) again.push_back(wire);
    };
    for (const Code* code : {&sees_code, &next_code}) {
      for (std::uint32_t node : code->order)
        for (Wire wire : circuit.operands(node)) add(wire);
      for (const Code::Block& block : code->blocks)
        for (std::uint32_t loop : block.loops) add(circuit.operands(loop)[0]);
    }
    for (Wire wire : of_sees) add(wire);
    for (Wire wire : of_next) add(wire);
    planner.keep(again);
  }
  planner.rewind();
  state = planner.write(state_code);
  if (with_state) {
    terminal = planner.code(game.terminal);
    for (const auto& of_role : game.moves) {
      legal.emplace_back();
      for (const GameCircuit::Move& move : of_role) legal.back().push_back(planner.code(move.legal));
    }
  }
  sees = planner.write(sees_code);
  for (Wire wire : of_sees) percepts.push_back(planner.code(wire));
  next = planner.write(next_code);
  std::uint32_t fluents = 0;
  for (FluentId fluent : numbered.fluents) fluents = std::max(fluents, fluent.value + 1);
  auto bit_of = [&](std::size_t fluent, std::uint32_t code) {
    std::uint32_t number = numbered.fluents[fluent].value;
    return Bit{number / 64, number % 64, code};
  };
  auto by_word = [](const Bit& a, const Bit& b) { return a.word < b.word; };
  if (with_moves) {
    always.resize((fluents + 63) / 64);
    for (std::size_t i = 0; i < of_next.size(); ++i) {
      if (of_next[i] == circuit::kTrue)
        always[numbered.fluents[i].value / 64] |= std::uint64_t{1} << (numbered.fluents[i].value % 64);
      else if (of_next[i] != circuit::kFalse)
        following.push_back(bit_of(i, planner.code(of_next[i])));
    }
    std::stable_sort(following.begin(), following.end(), by_word);
  }
  goals = planner.write(goals_code);
  for (Wire wire : of_goals) values.push_back(planner.code(wire));
  slots = planner.slot_count();

  std::vector<bool> needed(circuit.inputs() + 1);
  auto need = [&](Wire wire) {
    if (wire.node() <= circuit.inputs()) needed[wire.node()] = true;
  };
  for (const Code* code : {&state_code, &sees_code, &next_code, &goals_code}) {
    for (std::uint32_t node : code->order)
      for (Wire wire : circuit.operands(node)) need(wire);
    for (const Code::Block& block : code->blocks)
      for (std::uint32_t loop : block.loops) need(circuit.operands(loop)[0]);
  }
  for (const auto* roots : {&of_state, &of_sees, &of_next, &of_goals})
    for (Wire wire : *roots) need(wire);
  slot_of_fluent.resize(fluents, kNoSlot);
  for (std::size_t i = 0; i < game.fluents.size(); ++i) {
    std::uint32_t node = game.fluents[i].holds.node();
    if (node == 0 || !needed[node]) continue;
    slot_of_fluent[numbered.fluents[i].value] = node - 1;
    inputs.push_back(bit_of(i, node - 1));
  }
  std::stable_sort(inputs.begin(), inputs.end(), by_word);
}

std::vector<std::vector<std::uint32_t>> percepts_of_moves(const NumberedCircuit& circuit, RoleId role) {
  const GameCircuit& game = circuit.game;
  std::vector<std::uint32_t> of_input(game.circuit.inputs() + 1, RoundStreams::kNoSlot);
  for (std::uint32_t i = 0; i < game.sees[role.value].size(); ++i) {
    circuit::Wire wire = game.sees[role.value][i].second;
    if (!wire.negated() && wire.node() > 0 && wire.node() <= game.circuit.inputs()) of_input[wire.node()] = i;
  }
  std::vector<std::vector<std::uint32_t>> out(game.moves.size());
  for (std::size_t mover = 0; mover < game.moves.size(); ++mover)
    for (const GameCircuit::Move& move : game.moves[mover]) out[mover].push_back(of_input[move.does.node()]);
  return out;
}

}  // namespace percept::belief
