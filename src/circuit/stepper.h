// SPDX-License-Identifier: MIT
//
// One world at a time, kept up to date: when inputs change, only what they reach is looked at again. A conjunction that
// is false has a witness, one of its operands that is false, and sleeps until that becomes true (as clauses of a SAT
// solver watch a literal): in most games most gates sleep through most moves. Wide conjunctions, which would look for a
// witness for long, count their false operands instead. Gates are visited by their distance from the inputs, so each
// changes at most once. A recursive component is evaluated anew when something that enters it has
// changed. Referees and tree search use this; for many worlds at once, see playouts.h.
//
//   Stepper s(circuit, roots);
//   s.set(input, true); ...
//   s.settle();
//   s.root(i)                     the value of roots[i]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"
#include "circuit/code.h"

namespace percept::circuit {

class Stepper {
 public:
  // All inputs are false at first. The circuit must outlive this.
  Stepper(const Circuit& circuit, std::vector<Wire> roots);

  bool input(std::uint32_t number) const { return values_[number + 1] != 0; }
  void set(std::uint32_t number, bool value) {
    if (input(number) != value) toggle(number + 1);
  }
  void settle();

  bool root(std::size_t number) const { return value(roots_[number]); }
  // The roots as bits: root r is bit r % 64 of word r / 64.
  std::span<const std::uint64_t> root_bits() const { return bits_; }

 private:
  struct Range {
    std::uint32_t begin, end;
  };

  bool value(Wire wire) const { return (values_[wire.node()] != 0) != wire.negated(); }
  void toggle(std::uint32_t node);
  void enqueue(std::uint32_t unit, std::uint32_t level);
  void evaluate_gate(std::uint32_t node);
  void evaluate_block(std::uint32_t block);
  void sleep(std::uint32_t gate, Wire witness);

  const Circuit& circuit_;
  std::vector<Wire> roots_;
  Code code_;
  std::vector<std::uint8_t> values_;  // by node
  std::vector<std::uint32_t> level_;  // by node, then by block
  std::vector<std::uint32_t> block_;  // by node: its recursive component, or none
  // Who uses each wire: narrow gates, wide gates, recursive components, roots.
  std::vector<Range> gate_uses_, wide_uses_;   // by wire
  std::vector<Range> block_uses_, root_uses_;  // by node
  std::vector<std::uint32_t> gates_, wide_gates_, blocks_, root_numbers_;
  std::vector<std::uint32_t> false_operands_;  // of wide gates, by node
  // Gates that sleep on a wire, as a list: the first by wire, the next by gate.
  std::vector<std::uint32_t> sleepers_, next_sleeper_;
  std::vector<std::uint64_t> bits_;
  // Gates and blocks that may change, by level.
  std::vector<std::vector<std::uint32_t>> dirty_;
  std::vector<std::uint8_t> queued_;  // nodes, then blocks
  std::uint32_t lowest_ = 0, highest_ = 0;
};

}  // namespace percept::circuit
