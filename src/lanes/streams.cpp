// SPDX-License-Identifier: MIT
#include "lanes/streams.h"

#include <algorithm>

#include "lanes/planner.h"

namespace percept::lanes {
namespace {

using circuit::Automaton;
using circuit::Code;
using circuit::Wire;

// The wires that are asked for, by stream.
struct Roots {
  std::vector<Wire> state, goals, sees, next;

  Roots(const Automaton& automaton, const Questions& questions) {
    auto asked = [&](std::size_t role) {
      return questions.observer == Questions::kAllRoles || questions.observer == role;
    };
    if (questions.state) {
      for (const auto& of_role : automaton.legal) state.insert(state.end(), of_role.begin(), of_role.end());
      state.push_back(automaton.terminal);
    }
    for (std::size_t role = 0; role < automaton.roles(); ++role) {
      if (!asked(role)) continue;
      if (questions.goals)
        for (const auto& [value, wire] : automaton.goals[role]) goals.push_back(wire);
      if (questions.sees && role < automaton.sees.size())
        sees.insert(sees.end(), automaton.sees[role].begin(), automaton.sees[role].end());
    }
    if (questions.next) next = automaton.next;
  }
};

// Calls visit(wire) for everything that the code reads.
template <class Visit>
void for_each_read(const circuit::Circuit& circuit, const Code& code, Visit&& visit) {
  for (std::uint32_t node : code.order)
    for (Wire wire : circuit.operands(node)) visit(wire);
  for (const Code::Block& block : code.blocks)
    for (std::uint32_t loop : block.loops) visit(circuit.operands(loop)[0]);
}

std::vector<std::uint32_t> codes_of(const Planner& planner, std::span<const Wire> wires) {
  std::vector<std::uint32_t> out;
  out.reserve(wires.size());
  for (Wire wire : wires) out.push_back(planner.code(wire));
  return out;
}

Bit bit_of(const Automaton& automaton, std::size_t fluent, std::uint32_t code) {
  return {automaton.bit(fluent) / 64, automaton.bit(fluent) % 64, code};
}

Extent add_bits(BlockWriter& block, std::vector<Bit>& bits) {
  std::ranges::stable_sort(bits, {}, &Bit::word);
  return block.add_all<Bit>(bits);
}

}  // namespace

Extent BlockWriter::add_row(std::span<const std::uint64_t> row) {
  std::vector<std::uint32_t> halves;
  for (std::uint64_t word : row) {
    halves.push_back(static_cast<std::uint32_t>(word));
    halves.push_back(static_cast<std::uint32_t>(word >> 32));
  }
  return add(halves);
}

StreamsBlock write_streams(BlockWriter& block, const Automaton& automaton, const Questions& questions) {
  const circuit::Circuit& circuit = *automaton.circuit;
  Roots roots(automaton, questions);
  std::vector<bool> known(circuit.size());
  Code state = compile(circuit, roots.state, known);
  std::vector<bool> of_state = known, with_goals = known;
  Code goals = compile(circuit, roots.goals, with_goals);  // not always run, so nothing else counts on it
  Code sees = compile(circuit, roots.sees, known);
  Code next = compile(circuit, roots.next, known);

  Planner planner(circuit, automaton.fluents());
  planner.watch(state);
  planner.watch(goals);
  planner.keep(roots.state);
  planner.keep(roots.goals);
  planner.watch(sees);
  planner.keep(roots.sees);
  planner.watch(next);
  planner.keep(roots.next);
  if (questions.again) {  // what moves need of the state stays
    std::vector<Wire> again = roots.state;
    auto add = [&](Wire wire) {
      if (of_state[wire.node()]) again.push_back(wire);
    };
    for_each_read(circuit, sees, add);
    for_each_read(circuit, next, add);
    std::ranges::for_each(roots.sees, add);
    std::ranges::for_each(roots.next, add);
    planner.keep(again);
  }
  planner.rewind();

  StreamsBlock out{};
  std::vector<RoleBlock> roles(automaton.roles());
  for (std::size_t role = 0; role < roles.size(); ++role) roles[role].first_slot = automaton.move_node(role, 0);
  auto by_role = [&](std::span<const Wire> wires, std::size_t role, std::size_t count, Extent RoleBlock::*extent) {
    roles[role].*extent = block.add(codes_of(planner, wires.first(count)));
    return wires.subspan(count);
  };
  auto asked = [&](std::size_t role) {
    return questions.observer == Questions::kAllRoles || questions.observer == role;
  };
  out.state = block.add(planner.write(state));
  out.goals = block.add(planner.write(goals));
  std::span<const Wire> left = roots.state;
  if (questions.state) {
    for (std::size_t role = 0; role < roles.size(); ++role)
      left = by_role(left, role, automaton.legal[role].size(), &RoleBlock::legal);
    out.terminal = planner.code(automaton.terminal);
  }
  left = roots.goals;
  for (std::size_t role = 0; role < roles.size() && questions.goals; ++role)
    if (asked(role)) left = by_role(left, role, automaton.goals[role].size(), &RoleBlock::goals);
  out.sees = block.add(planner.write(sees));
  left = roots.sees;
  for (std::size_t role = 0; role < roles.size() && questions.sees; ++role)
    if (asked(role) && role < automaton.sees.size())
      left = by_role(left, role, automaton.sees[role].size(), &RoleBlock::percepts);
  out.next = block.add(planner.write(next));
  out.next_codes = block.add(codes_of(planner, roots.next));
  out.roles = block.add_all<RoleBlock>(roles);
  out.slots = static_cast<std::uint32_t>(planner.slot_count());

  std::uint32_t bits = 0;
  for (std::size_t f = 0; f < automaton.fluents(); ++f) bits = std::max(bits, automaton.bit(f) + 1);
  std::vector<Bit> following, inputs;
  std::vector<std::uint64_t> always(roots.next.empty() ? 0 : (bits + 63) / 64);
  for (std::size_t f = 0; f < roots.next.size(); ++f) {
    if (roots.next[f] == circuit::kTrue)
      always[automaton.bit(f) / 64] |= std::uint64_t{1} << (automaton.bit(f) % 64);
    else if (roots.next[f] != circuit::kFalse)
      following.push_back(bit_of(automaton, f, planner.code(roots.next[f])));
  }
  out.following = add_bits(block, following);
  out.always = block.add_row(always);

  std::vector<bool> needed(circuit.inputs() + 1);
  auto need = [&](Wire wire) {
    if (wire.node() < needed.size()) needed[wire.node()] = true;
  };
  for (const Code* code : {&state, &goals, &sees, &next}) for_each_read(circuit, *code, need);
  for (const auto* wires : {&roots.state, &roots.goals, &roots.sees, &roots.next}) std::ranges::for_each(*wires, need);
  std::vector<std::uint32_t> slot_of_bit(bits, kNoSlot);
  for (std::uint32_t f = 0; f < automaton.fluents(); ++f) {
    if (!needed[automaton.fluent_node(f)]) continue;
    slot_of_bit[automaton.bit(f)] = f;
    inputs.push_back(bit_of(automaton, f, f));
  }
  out.inputs = add_bits(block, inputs);
  out.slot_of_bit = block.add(slot_of_bit);
  return out;
}

std::vector<std::vector<std::uint32_t>> percepts_of_moves(const Automaton& automaton, std::size_t observer) {
  std::vector<std::uint32_t> of_input(automaton.circuit->inputs() + 1, kNoSlot);
  for (std::uint32_t i = 0; i < automaton.sees[observer].size(); ++i) {
    Wire wire = automaton.sees[observer][i];
    if (!wire.negated() && wire.node() > 0 && wire.node() < of_input.size()) of_input[wire.node()] = i;
  }
  std::vector<std::vector<std::uint32_t>> out(automaton.roles());
  for (std::size_t role = 0; role < out.size(); ++role)
    for (std::size_t move = 0; move < automaton.legal[role].size(); ++move)
      out[role].push_back(of_input[automaton.move_node(role, move)]);
  return out;
}

}  // namespace percept::lanes
