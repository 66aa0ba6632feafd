// SPDX-License-Identifier: MIT
//
// One world at a time, kept up to date: when inputs change, only what they reach is looked at again. A conjunction
// knows how many of its operands are false; gates are visited by their distance from the inputs, so each changes at
// most once. A recursive component is evaluated anew when something that enters it has changed. Referees and tree
// search use this; for many worlds at once, see playouts.h.
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
  struct Fanout {
    std::uint32_t begin, end;
  };

  bool value(Wire wire) const { return (values_[wire.node()] != 0) != wire.negated(); }
  void toggle(std::uint32_t node);
  void enqueue(std::uint32_t unit, std::uint32_t level);
  void evaluate_block(std::uint32_t block);

  const Circuit& circuit_;
  std::vector<Wire> roots_;
  Code code_;
  std::vector<std::uint64_t> values_;  // by node, one world in the lowest bit
  std::vector<std::uint32_t> false_operands_;
  std::vector<std::uint32_t> level_;          // by node
  std::vector<std::uint32_t> block_;          // by node: its recursive component, or none
  std::vector<std::uint32_t> block_level_;    // by block
  std::vector<Fanout> fanout_, root_fanout_;  // by node
  std::vector<Wire> targets_;                 // gate, and whether it has the node negated
  std::vector<Wire> root_targets_;
  std::vector<std::uint64_t> bits_;
  // Gates and blocks that may have changed, by level.
  std::vector<std::vector<std::uint32_t>> dirty_;
  std::vector<bool> queued_;  // nodes, then blocks
  std::uint32_t lowest_ = 0, highest_ = 0;
};

}  // namespace percept::circuit
