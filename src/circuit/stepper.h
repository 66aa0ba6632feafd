// SPDX-License-Identifier: MIT
//
// One world at a time, kept up to date: when inputs change, only what they reach is looked at again. A conjunction
// knows how many of its operands are false; gates are visited in the order of evaluation, so each changes at most once.
// A recursive component is evaluated anew when something that enters it has changed. Referees and tree search use this;
// for many worlds at once, see playouts.h.
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
  // All inputs are false at first.
  Stepper(const Circuit& circuit, std::span<const Wire> roots);

  bool input(std::uint32_t number) const { return values_[number + 1] != 0; }
  void set(std::uint32_t number, bool value) {
    if (input(number) != value) toggle(number + 1);
  }
  void settle();

  bool root(std::size_t number) const { return (bits_[number / 64] >> (number % 64) & 1) != 0; }
  // The roots as bits: root r is bit r % 64 of word r / 64.
  std::span<const std::uint64_t> root_bits() const { return bits_; }

 private:
  // Nodes are numbered anew, by the order of evaluation: the constant, inputs, then gates, with the loops of a
  // recursive component before its gates. A wire is written as twice this position, plus one when negated.
  using Position = std::uint32_t;

  struct Range {
    std::uint32_t begin, end;
  };
  struct Block {
    Position loops, gates, end;          // where its loops begin, its gates, and what comes behind
    std::vector<std::uint32_t> drivers;  // wires, by loop
  };

  void number(const Circuit& circuit, const Code& code);
  void find_uses();
  void start();

  bool value(std::uint32_t wire) const { return (values_[wire >> 1] ^ (wire & 1)) != 0; }
  void mark(Position position) {
    dirty_[position / 64] |= std::uint64_t{1} << (position % 64);
    dirty_words_[position / 4096] |= std::uint64_t{1} << (position / 64 % 64);
  }
  void toggle(Position position);
  void evaluate_block(const Block& block);

  std::vector<std::uint8_t> values_;     // by position
  std::vector<std::uint32_t> begins_;    // of the operands of each position
  std::vector<std::uint32_t> operands_;  // wires
  std::vector<std::uint32_t> roots_;     // wires
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> block_;  // by position: its recursive component, or none
  // Who uses each wire (gates), each position (recursive components, roots).
  std::vector<Range> gate_uses_, block_uses_, root_uses_;
  std::vector<std::uint32_t> gate_users_, block_users_, root_users_;
  std::vector<std::uint32_t> false_operands_;  // of gates, by position
  std::vector<std::uint64_t> bits_;
  // Positions to look at again, a block at its first loop, as bits; and which words of these are not zero.
  std::vector<std::uint64_t> dirty_, dirty_words_;
};

}  // namespace percept::circuit
