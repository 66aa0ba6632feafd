// SPDX-License-Identifier: MIT
#include "circuit/leg.h"

#include <algorithm>

namespace percept::circuit {
namespace {

std::vector<Wire> wires_of(const std::vector<std::pair<int, Wire>>& goals) {
  std::vector<Wire> out;
  for (const auto& [value, wire] : goals) out.push_back(wire);
  return out;
}

// By node: whether it depends on a move, through loops, too.
std::vector<bool> depending_on_moves(const Automaton& automaton) {
  const Circuit& circuit = *automaton.circuit;
  std::vector<bool> out(circuit.size());
  for (std::size_t node = automaton.fluents() + 1; node <= circuit.inputs(); ++node) out[node] = true;
  for (bool repeat = true; repeat;) {
    repeat = false;
    for (auto node = static_cast<std::uint32_t>(circuit.inputs() + 1); node < circuit.size(); ++node) {
      if (out[node]) continue;
      for (Wire wire : circuit.operands(node))
        if (out[wire.node()]) out[node] = true;
      repeat |= out[node];
    }
  }
  return out;
}

}  // namespace

Leg::Leg(const Automaton& automaton, Circuit* grown, std::vector<std::vector<std::uint32_t>> numbers,
         std::span<const std::size_t> moves)
    : words_((automaton.fluents() + 63) / 64),
      effects_(grown ? effects_of(automaton, *grown) : std::nullopt),
      wiring_(wired(automaton)) {
  for (std::size_t role = 0; role < numbers.size(); ++role) {
    moves_[role].local.assign(moves[role], kNone);
    for (std::uint32_t i = 0; i < numbers[role].size(); ++i) moves_[role].local[numbers[role][i]] = i;
    moves_[role].numbers = std::move(numbers[role]);
    first_move_.push_back(automaton.move_node(role, 0));
  }
  const Circuit& circuit = *automaton.circuit;
  if (effects_) write_programs(circuit);
  effects_.reset();

  // Percepts are asked for with moves made, so nothing that depends on moves is taken from the wiring.
  std::vector<bool> known = depending_on_moves(automaton);
  for (std::uint32_t node = 0; node < circuit.size(); ++node)
    known[node] = wiring_.position[node] != Wiring::kNone && (!known[node] || node <= circuit.inputs());
  for (const auto& of_role : automaton.sees) sees_.emplace_back(circuit, wiring_, known, of_role);
  for (const auto& of_role : automaton.goals) goals_.emplace_back(circuit, wiring_, known, wires_of(of_role));
  for (const auto* tapes : {&sees_, &goals_})
    for (const Tape& tape : *tapes) spare_ = std::max(spare_, tape.spare());

  World world(wiring_);
  for (std::size_t f = 0; f < automaton.fluents(); ++f)
    if (automaton.initial[f]) world.flip(automaton.fluent_node(f));
  world.settle();
  initial_ = world.save();
}

// Roots: the usual next position, the end, the legal moves of each role, each from a new word on.
Wiring Leg::wired(const Automaton& automaton) {
  std::vector<Wiring::Root> roots;
  std::vector<Wire> kept;
  stays_.resize(words_);
  for (std::uint32_t f = 0; f < automaton.fluents(); ++f) {
    Wire next = effects_ ? effects_->usual[f] : automaton.next[f];
    if (next == Wire{2 * automaton.fluent_node(f)})
      stays_[f / 64] |= std::uint64_t{1} << (f % 64);
    else if (next != kFalse)
      roots.push_back({next, f});
  }
  std::size_t word = words_;
  roots.push_back({automaton.terminal, static_cast<std::uint32_t>(64 * word++)});
  for (const auto& of_role : automaton.legal) {
    moves_.push_back({word, word + (of_role.size() + 63) / 64, {}, {}});
    for (std::size_t i = 0; i < of_role.size(); ++i)
      roots.push_back({of_role[i], static_cast<std::uint32_t>(64 * word + i)});
    word = moves_.back().end;
  }
  const Circuit& circuit = *automaton.circuit;
  if (effects_) {
    // Recursion is not for programs.
    std::vector<Wire> wires;
    for (const auto& [fluent, wire] : effects_->exceptions) wires.push_back(wire);
    std::vector<bool> needs = needed(circuit, wires);
    for (std::uint32_t node = 0; node < circuit.size(); ++node)
      if (needs[node] && circuit.kind(node) == Circuit::Kind::kLoop) kept.push_back(Wire{2 * node});
  }
  return Wiring(circuit, roots, kept);
}

void Leg::write_programs(const Circuit& circuit) {
  strides_ = effects_->strides;
  std::vector<std::uint32_t> written_in(circuit.size(), kNone), position(circuit.size());
  std::vector<std::uint32_t> stack;
  auto code = [&](Wire wire) {
    std::uint32_t at = wiring_.has(wire) ? wiring_.position[wire.node()] : position[wire.node()];
    return at << 1 | (wire.negated() ? 1 : 0);
  };
  auto begin = [&] {
    programs_.push_back({static_cast<std::uint32_t>(tape_.size()), static_cast<std::uint32_t>(copies_.size()),
                         static_cast<std::uint32_t>(masks_.size())});
  };
  for (std::uint32_t joint = 0; joint < effects_->joint_moves(); ++joint) {
    begin();
    std::uint32_t next = wiring_.positions();
    std::size_t first_mask = masks_.size();
    for (const auto& [fluent, wire] : effects_->of(joint)) {
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
        if (wiring_.position[node] != Wiring::kNone || written_in[node] == joint) {
          stack.pop_back();
          continue;
        }
        std::size_t size = stack.size();
        for (Wire operand : circuit.operands(node))
          if (wiring_.position[operand.node()] == Wiring::kNone && written_in[operand.node()] != joint)
            stack.push_back(operand.node());
        if (stack.size() != size) continue;
        stack.pop_back();
        written_in[node] = joint;
        position[node] = next++;
        tape_.push_back(static_cast<std::uint32_t>(circuit.operands(node).size()));
        for (Wire operand : circuit.operands(node)) tape_.push_back(code(operand));
      }
      copies_.push_back({fluent, code(wire)});
    }
    spare_ = std::max<std::size_t>(spare_, next - wiring_.positions());
  }
  begin();
}

bool Leg::knows(std::span<const std::uint32_t> joint) const {
  for (std::size_t role = 0; role < joint.size(); ++role)
    if (moves_[role].local[joint[role]] == kNone) return false;
  return true;
}

void Leg::set_moves(std::uint8_t* counts, std::span<const std::uint32_t> joint, std::uint8_t value) const {
  for (std::size_t role = 0; role < joint.size(); ++role)
    counts[first_move_[role] + moves_[role].local[joint[role]]] = value;
}

void Leg::next(World& world, const std::uint64_t* words, std::span<const std::uint32_t> joint,
               std::uint64_t* out) const {
  auto usual = [&] {
    for (std::size_t i = 0; i < words_; ++i) out[i] = (words[i] & stays_[i]) | world.bits()[i];
  };
  if (!by_effects()) {
    auto flip = [&] {
      for (std::size_t role = 0; role < joint.size(); ++role)
        world.flip(first_move_[role] + moves_[role].local[joint[role]]);
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
  Tape::run(tape_.data() + program->gates, tape_.data() + end->gates, counts, counts + wiring_.positions());
  for (const Mask *mask = masks_.data() + program->masks, *last = masks_.data() + end->masks; mask != last; ++mask)
    out[mask->word] = (out[mask->word] & mask->keep) | mask->put;
  for (const Copy *copy = copies_.data() + program->copies, *last = copies_.data() + end->copies; copy != last;
       ++copy) {
    std::uint64_t value = static_cast<std::uint64_t>(counts[copy->wire >> 1] == 0) ^ (copy->wire & 1);
    std::uint64_t& word = out[copy->fluent / 64];
    word = (word & ~(std::uint64_t{1} << (copy->fluent % 64))) | value << (copy->fluent % 64);
  }
}

}  // namespace percept::circuit
