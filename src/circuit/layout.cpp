// SPDX-License-Identifier: MIT
#include "circuit/layout.h"

#include <algorithm>

#include "circuit/guards.h"

namespace percept::circuit {
namespace {

// By node: whether it depends on a move, through loops, too.
std::vector<bool> depending_on_moves(const Circuit& circuit, std::size_t fluents) {
  std::vector<bool> out(circuit.size());
  for (std::size_t node = fluents + 1; node <= circuit.inputs(); ++node) out[node] = true;
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

Layout::Layout(const Circuit& circuit, std::span<const Part> parts, std::span<const std::size_t> moves, Circuit* grown)
    : wiring_(wired(circuit, parts, grown)) {
  const Automaton& first = parts[0].automaton;
  std::vector<bool> depends = depending_on_moves(circuit, first.fluents());
  std::vector<std::uint32_t> inputs;
  auto input = static_cast<std::uint32_t>(first.fluents() + 1);
  for (std::size_t of_role : moves) {
    inputs.push_back(input);
    input += static_cast<std::uint32_t>(of_role);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    legs_.emplace_back(parts[i], bits_[i], wiring_, inputs, depends);
    spare_ = std::max(spare_, legs_.back().spare());
  }
  World made = world();
  for (std::size_t f = 0; f < first.fluents(); ++f)
    if (first.initial[f]) made.flip(first.fluent_node(f));
  made.settle();
  initial_ = made.save();
}

// The bits of each leg begin with new words. Legs with the same usual next position, or the same end, share its bits.
Wiring Layout::wired(const Circuit& circuit, std::span<const Part> parts, Circuit* grown) {
  std::vector<Wiring::Root> roots;
  std::vector<Wire> kept;
  std::size_t word = 0;
  auto bit = [&](std::size_t from, std::size_t i) { return static_cast<std::uint32_t>(64 * from + i); };
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Automaton& automaton = parts[p].automaton;
    const std::vector<Wire>& usual = parts[p].usual();
    auto same_next =
        std::find_if(parts.begin(), parts.end(), [&](const Part& other) { return other.usual() == usual; });
    auto same_end = std::find_if(parts.begin(), parts.end(),
                                 [&](const Part& other) { return other.automaton.terminal == automaton.terminal; });
    Leg::Bits bits{};
    if (same_next - parts.begin() < static_cast<std::ptrdiff_t>(p)) {
      bits.next = bits_[static_cast<std::size_t>(same_next - parts.begin())].next;
    } else {
      bits.next = word;
      word += (usual.size() + 63) / 64;
      for (std::size_t f = 0; f < usual.size(); ++f)
        if (usual[f] != Wire{2 * automaton.fluent_node(f)} && usual[f] != kFalse)
          roots.push_back({usual[f], bit(bits.next, f)});
    }
    if (same_end - parts.begin() < static_cast<std::ptrdiff_t>(p)) {
      bits.terminal = bits_[static_cast<std::size_t>(same_end - parts.begin())].terminal;
    } else {
      bits.terminal = word++;
      roots.push_back({automaton.terminal, bit(bits.terminal, 0)});
    }
    bits.legal = word;
    for (const auto& of_role : automaton.legal) {
      for (std::size_t i = 0; i < of_role.size(); ++i) roots.push_back({of_role[i], bit(word, i)});
      word += (of_role.size() + 63) / 64;
    }
    bits_.push_back(bits);
    if (!parts[p].by_effects()) continue;
    std::vector<Wire> wires;
    for (const auto& [fluent, wire] : parts[p].effects->exceptions) wires.push_back(wire);
    if (parts[p].keep) kept.insert(kept.end(), wires.begin(), wires.end());
    // Recursion is not for programs.
    std::vector<bool> needs = needed(circuit, wires);
    for (std::uint32_t node = 0; node < circuit.size(); ++node)
      if (needs[node] && circuit.kind(node) == Circuit::Kind::kLoop) kept.push_back(Wire{2 * node});
  }
  if (grown) {
    std::vector<Wire> wires;
    for (const Wiring::Root& root : roots) wires.push_back(root.wire);
    guard(*grown, wires, kept);
    for (std::size_t i = 0; i < roots.size(); ++i) roots[i].wire = wires[i];
  }
  return Wiring(circuit, roots, kept);
}

}  // namespace percept::circuit
