// SPDX-License-Identifier: MIT
//
// The order in which the gates of a circuit are evaluated: operands before gates, gates close to their uses, and the
// gates of each recursive component together as a block that is repeated until its loops do not change. The same code
// is run in every algebra: `run` takes any value type with `&`, `~`, `^` and `changed`, one value for each node.
//
// Plain values: threads may read one together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace percept::circuit {

struct Code {
  // Gates of order[begin .. end) are repeated until the loops have their drivers' values.
  struct Block {
    std::uint32_t begin;
    std::uint32_t end;
    std::vector<std::uint32_t> loops;
  };
  std::vector<std::uint32_t> order;  // conjunctions and failures
  std::vector<Block> blocks;         // in order, disjoint
};

// Code for the roots. What `known` marks is taken to be computed already; what is computed here is marked in it.
Code compile(const Circuit& circuit, std::span<const Wire> roots, std::vector<bool>& known);
Code compile(const Circuit& circuit, std::span<const Wire> roots);

inline bool changed(std::uint64_t a, std::uint64_t b) { return a != b; }

// Evaluates: values[n] is the value of node n; those of inputs are given, that of the constant is all false.
template <class Value>
void run(const Circuit& circuit, const Code& code, Value* values) {
  auto gate = [&](std::uint32_t node) {
    std::span<const Wire> operands = circuit.operands(node);
    auto value = [&](Wire wire) { return wire.negated() ? ~values[wire.node()] : values[wire.node()]; };
    Value out = value(operands[0]);
    for (std::size_t i = 1; i < operands.size(); ++i) out = out & value(operands[i]);
    values[node] = out;
  };
  std::uint32_t at = 0;
  for (const Code::Block& block : code.blocks) {
    for (; at < block.begin; ++at) gate(code.order[at]);
    for (std::uint32_t loop : block.loops) values[loop] = values[0];
    for (bool repeat = true; repeat;) {
      for (at = block.begin; at < block.end; ++at) gate(code.order[at]);
      repeat = false;
      for (std::uint32_t loop : block.loops) {
        Wire driver = circuit.operands(loop)[0];
        Value driven = driver.negated() ? ~values[driver.node()] : values[driver.node()];
        repeat |= changed(values[loop], driven);
        values[loop] = driven;
      }
    }
  }
  for (; at < code.order.size(); ++at) gate(code.order[at]);
}

// Kleene's three values in 64 lanes: a bit of `possible` says may be true, one of `known` says is true.
struct Kleene {
  std::uint64_t known = 0;
  std::uint64_t possible = 0;

  friend Kleene operator&(Kleene a, Kleene b) { return {a.known & b.known, a.possible & b.possible}; }
  friend Kleene operator~(Kleene a) { return {~a.possible, ~a.known}; }
  friend bool operator==(Kleene, Kleene) = default;
  friend bool changed(Kleene a, Kleene b) { return a != b; }
};

}  // namespace percept::circuit
