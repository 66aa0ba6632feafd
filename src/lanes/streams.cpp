// SPDX-License-Identifier: MIT
#include "lanes/streams.h"

#include <algorithm>

#include "lanes/planner.h"

namespace percept::lanes {
namespace {

using circuit::Automaton;
using circuit::Code;
using circuit::Wire;

bool asked(const Questions& questions, std::size_t role) {
  return questions.observer == Questions::kAllRoles || questions.observer == role;
}

// The wires that are asked for, by stream.
struct Roots {
  std::vector<Wire> state, goals, sees, next;

  Roots(const Automaton& automaton, const Questions& questions) {
    if (questions.state) {
      for (const auto& of_role : automaton.legal) state.insert(state.end(), of_role.begin(), of_role.end());
      state.push_back(automaton.terminal);
    }
    for (std::size_t role = 0; role < automaton.roles(); ++role) {
      if (!asked(questions, role)) continue;
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

// Makes streams in steps: what each has to compute, where its values are kept, the streams themselves, and which bits
// of rows go in and come out.
class StreamsMaker {
 public:
  StreamsMaker(const Automaton& automaton, const Questions& questions)
      : automaton_(automaton),
        circuit_(*automaton.circuit),
        questions_(questions),
        roots_(automaton, questions),
        planner_(circuit_, automaton.fluents()) {
    std::vector<bool> known(circuit_.size());
    state_ = compile(circuit_, roots_.state, known);
    of_state_ = known;
    std::vector<bool> with_goals = known;
    goals_ = compile(circuit_, roots_.goals, with_goals);  // not always run, so nothing else counts on it
    sees_ = compile(circuit_, roots_.sees, known);
    next_ = compile(circuit_, roots_.next, known);
    for (std::size_t f = 0; f < automaton.fluents(); ++f) bits_ = std::max(bits_, automaton.bit(f) + 1);
  }

  StreamsBlock write(BlockWriter& block) {
    StreamsBlock out{};
    plan();
    write_codes(block, out);
    write_following(block, out);
    write_inputs(block, out);
    return out;
  }

 private:
  void plan() {
    planner_.watch(state_);
    planner_.watch(goals_);
    planner_.keep(roots_.state);
    planner_.keep(roots_.goals);
    planner_.watch(sees_);
    planner_.keep(roots_.sees);
    planner_.watch(next_);
    planner_.keep(roots_.next);
    if (questions_.again) {  // what moves need of the state stays
      std::vector<Wire> again = roots_.state;
      auto add = [&](Wire wire) {
        if (of_state_[wire.node()]) again.push_back(wire);
      };
      for_each_read(circuit_, sees_, add);
      for_each_read(circuit_, next_, add);
      std::ranges::for_each(roots_.sees, add);
      std::ranges::for_each(roots_.next, add);
      planner_.keep(again);
    }
    planner_.rewind();
  }

  void write_codes(BlockWriter& block, StreamsBlock& out) {
    std::vector<RoleBlock> roles(automaton_.roles());
    for (std::size_t role = 0; role < roles.size(); ++role) roles[role].first_slot = automaton_.move_node(role, 0);
    auto by_role = [&](std::span<const Wire> wires, std::size_t role, std::size_t count, Extent RoleBlock::*extent) {
      roles[role].*extent = block.add(codes_of(planner_, wires.first(count)));
      return wires.subspan(count);
    };
    out.state = block.add(planner_.write(state_));
    out.goals = block.add(planner_.write(goals_));
    std::span<const Wire> left = roots_.state;
    if (questions_.state) {
      for (std::size_t role = 0; role < roles.size(); ++role)
        left = by_role(left, role, automaton_.legal[role].size(), &RoleBlock::legal);
      out.terminal = planner_.code(automaton_.terminal);
    }
    left = roots_.goals;
    for (std::size_t role = 0; role < roles.size() && questions_.goals; ++role)
      if (asked(questions_, role)) left = by_role(left, role, automaton_.goals[role].size(), &RoleBlock::goals);
    out.sees = block.add(planner_.write(sees_));
    left = roots_.sees;
    for (std::size_t role = 0; role < roles.size() && questions_.sees; ++role)
      if (asked(questions_, role) && role < automaton_.sees.size())
        left = by_role(left, role, automaton_.sees[role].size(), &RoleBlock::percepts);
    out.next = block.add(planner_.write(next_));
    out.next_codes = block.add(codes_of(planner_, roots_.next));
    out.roles = block.add_all<RoleBlock>(roles);
    out.slots = static_cast<std::uint32_t>(planner_.slot_count());
  }

  void write_following(BlockWriter& block, StreamsBlock& out) {
    std::vector<Bit> following;
    std::vector<std::uint64_t> always(roots_.next.empty() ? 0 : (bits_ + 63) / 64);
    for (std::size_t f = 0; f < roots_.next.size(); ++f) {
      if (roots_.next[f] == circuit::kTrue)
        always[automaton_.bit(f) / 64] |= std::uint64_t{1} << (automaton_.bit(f) % 64);
      else if (roots_.next[f] != circuit::kFalse)
        following.push_back(bit_of(automaton_, f, planner_.code(roots_.next[f])));
    }
    out.following = add_bits(block, following);
    out.always = block.add_row(always);
  }

  void write_inputs(BlockWriter& block, StreamsBlock& out) {
    std::vector<bool> needed(circuit_.inputs() + 1);
    auto need = [&](Wire wire) {
      if (wire.node() < needed.size()) needed[wire.node()] = true;
    };
    for (const Code* code : {&state_, &goals_, &sees_, &next_}) for_each_read(circuit_, *code, need);
    for (const auto* wires : {&roots_.state, &roots_.goals, &roots_.sees, &roots_.next})
      std::ranges::for_each(*wires, need);
    std::vector<Bit> inputs;
    std::vector<std::uint32_t> slot_of_bit(bits_, kNoSlot);
    for (std::uint32_t f = 0; f < automaton_.fluents(); ++f) {
      if (!needed[automaton_.fluent_node(f)]) continue;
      slot_of_bit[automaton_.bit(f)] = f;
      inputs.push_back(bit_of(automaton_, f, f));
    }
    out.inputs = add_bits(block, inputs);
    out.slot_of_bit = block.add(slot_of_bit);
  }

  const Automaton& automaton_;
  const circuit::Circuit& circuit_;
  const Questions& questions_;
  Roots roots_;
  Planner planner_;
  Code state_, goals_, sees_, next_;
  std::vector<bool> of_state_;  // nodes
  std::uint32_t bits_ = 0;      // of a row
};

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
  return StreamsMaker(automaton, questions).write(block);
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
