// SPDX-License-Identifier: MIT
#include "circuit/leg.h"

#include <algorithm>

namespace percept::circuit {
namespace {

std::vector<Wire> raised_wires_of(const std::vector<std::pair<int, Wire>>& goals) {
  std::vector<Wire> out;
  for (const auto& [value, wire] : goals) out.push_back(wire);
  return out;
}

}  // namespace

Leg::Leg(const Part& part, const Bits& bits, const Wiring& wiring, std::span<const std::uint32_t> inputs,
         const std::vector<bool>& depends)
    : next_(bits.next),
      terminal_(bits.terminal),
      stays_((part.automaton.fluents() + 63) / 64),
      positions_(wiring.positions()) {
  const Automaton& automaton = part.automaton;
  const Circuit& circuit = *automaton.circuit;
  std::size_t word = bits.legal;
  for (std::size_t role = 0; role < part.numbers.size(); ++role) {
    std::size_t count = (role + 1 < inputs.size() ? inputs[role + 1] : circuit.inputs() + 1) - inputs[role];
    const std::vector<std::uint32_t>& numbers = part.numbers[role];
    Moves moves{word, word + (numbers.size() + 63) / 64, numbers, std::vector(count, kNone), inputs[role]};
    for (std::uint32_t i = 0; i < numbers.size(); ++i) moves.local[numbers[i]] = i;
    word = moves.end;
    moves_.push_back(std::move(moves));
  }
  for (std::uint32_t f = 0; f < automaton.fluents(); ++f)
    if (part.usual()[f] == Wire{2 * automaton.fluent_node(f)}) stays_[f / 64] |= std::uint64_t{1} << (f % 64);
  if (part.by_effects()) write_programs(circuit, wiring, *part.effects);

  // Percepts are asked for with moves made, so nothing that depends on moves is taken from the wiring.
  std::vector<bool> known(circuit.size());
  for (std::uint32_t node = 0; node < circuit.size(); ++node)
    known[node] = wiring.position[node] != Wiring::kNone && (!depends[node] || node <= circuit.inputs());
  for (const auto& of_role : automaton.sees) sees_.emplace_back(circuit, wiring, known, of_role);
  for (const auto& of_role : automaton.goals) goals_.emplace_back(circuit, wiring, known, raised_wires_of(of_role));
  for (const auto* tapes : {&sees_, &goals_})
    for (const Tape& tape : *tapes) spare_ = std::max(spare_, tape.spare());
}

void Leg::write_programs(const Circuit& circuit, const Wiring& wiring, const Effects& effects) {
  strides_ = effects.strides;
  std::vector<std::uint32_t> written_in(circuit.size(), kNone), position = wiring.position;
  std::vector<std::uint32_t> stack, operands;
  auto is_open = [&](std::uint32_t node, std::uint32_t joint) {
    return wiring.position[node] == Wiring::kNone && written_in[node] != joint;
  };
  auto code = [&](Wire wire) { return position[wire.node()] << 1 | (wire.negated() ? 1 : 0); };
  auto begin = [&] {
    programs_.push_back({static_cast<std::uint32_t>(gates_.size()), static_cast<std::uint32_t>(copies_.size()),
                         static_cast<std::uint32_t>(masks_.size())});
  };
  for (std::uint32_t joint = 0; joint < effects.joint_moves(); ++joint) {
    begin();
    std::uint32_t next = positions_;
    std::size_t first_mask = masks_.size();
    for (const auto& [fluent, wire] : effects.of(joint)) {
      if (wire.node() == 0) {
        std::uint64_t bit = std::uint64_t{1} << (fluent % 64);
        if (masks_.size() == first_mask || masks_.back().word != fluent / 64)
          masks_.push_back({fluent / 64, ~std::uint64_t{0}, 0});
        masks_.back().keep &= ~bit;
        if (wire == kTrue) masks_.back().put |= bit;
        continue;
      }
      // Gates that are not kept up to date, operands first.
      stack.assign(1, wire.node());
      while (!stack.empty()) {
        std::uint32_t node = stack.back();
        std::size_t size = stack.size();
        if (is_open(node, joint))
          for (Wire operand : circuit.operands(node))
            if (is_open(operand.node(), joint)) stack.push_back(operand.node());
        if (stack.size() != size) continue;
        stack.pop_back();
        if (!is_open(node, joint)) continue;
        written_in[node] = joint;
        operands.clear();
        for (Wire operand : circuit.operands(node)) operands.push_back(code(operand));
        position[node] = Tape::write(operands, next, gates_);
        next = position[node] + 1;
      }
      copies_.push_back({fluent, code(wire)});
    }
    spare_ = std::max<std::size_t>(spare_, next - positions_);
  }
  begin();
}

bool Leg::knows(std::span<const std::uint32_t> joint) const {
  for (std::size_t role = 0; role < joint.size(); ++role)
    if (moves_[role].local[joint[role]] == kNone) return false;
  return true;
}

void Leg::set_moves(std::uint8_t* counts, std::span<const std::uint32_t> joint, std::uint8_t value) const {
  for (std::size_t role = 0; role < joint.size(); ++role) counts[moves_[role].input + joint[role]] = value;
}

void Leg::next(World& world, std::span<const std::uint64_t> words, std::span<const std::uint32_t> joint,
               std::uint64_t* out) const {
  auto usual = [&] {
    const std::uint64_t* bits = world.bits() + next_;
    for (std::size_t i = 0; i < words.size(); ++i) out[i] = (words[i] & stays_[i]) | bits[i];
  };
  if (!by_effects()) {
    auto flip = [&] {
      for (std::size_t role = 0; role < joint.size(); ++role) world.flip(moves_[role].input + joint[role]);
      world.settle();
    };
    flip();
    usual();
    flip();
    return;
  }
  std::size_t number = 0;
  for (std::size_t role = 0; role < joint.size(); ++role) number += strides_[role] * moves_[role].local[joint[role]];
  usual();
  const Program *program = &programs_[number], *end = program + 1;
  std::uint8_t* counts = world.counts();
  Tape::run(gates_.data() + program->gates, gates_.data() + end->gates, counts, counts + positions_);
  for (const Mask *mask = masks_.data() + program->masks, *last = masks_.data() + end->masks; mask != last; ++mask)
    out[mask->word] = (out[mask->word] & mask->keep) | mask->put;
  // Copies come in the order of fluents: each word is put together and written once.
  for (const Copy *copy = copies_.data() + program->copies, *last = copies_.data() + end->copies; copy != last;) {
    std::uint32_t at = copy->fluent / 64;
    std::uint64_t word = out[at];
    for (; copy != last && copy->fluent / 64 == at; ++copy) {
      std::uint64_t value = static_cast<std::uint64_t>(counts[copy->wire >> 1] == 0) ^ (copy->wire & 1);
      word = (word & ~(std::uint64_t{1} << (copy->fluent % 64))) | value << (copy->fluent % 64);
    }
    out[at] = word;
  }
}

}  // namespace percept::circuit
