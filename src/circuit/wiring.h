// SPDX-License-Identifier: MIT
//
// The part of a circuit that is kept up to date when inputs change (world.h), laid out for that: who uses whom, in the
// order of evaluation. It never changes, so any number of worlds, in any number of threads, share one.
//
// Nodes are numbered anew as positions: the constant, the inputs, then gates in the order of evaluation. Without
// recursion the gates of a word of 64 positions do not depend on each other, so that all can be looked at at once. A
// wire is written as twice a position, plus one when negated. A conjunction of more operands than a byte can count is
// written as a conjunction of conjunctions. A recursive component is a block: a head, its loops, its gates, a tail.
// What only makes it grow is passed on as everywhere; at what may make it shrink, the head holds all loops false and
// the tail, when the block has settled, lets go of them, so that they rise to the least fixpoint (see World).
//
// Internal to circuit/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace percept::circuit {

class Wiring {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // A wire whose value is wanted as bit `bit` of the bits of a world. Bits that no root has stay zero.
  struct Root {
    Wire wire;
    std::uint32_t bit;
  };
  // `kept` are wires to be kept up to date, too, that nobody wants as bits.
  Wiring(const Circuit& circuit, std::span<const Root> roots, std::span<const Wire> kept);

  std::uint32_t positions() const { return static_cast<std::uint32_t>(uses.size()) - 1; }
  bool has(Wire wire) const { return position[wire.node()] != kNone; }
  std::uint32_t code(Wire wire) const { return position[wire.node()] << 1 | (wire.negated() ? 1 : 0); }

  // Where in `users` begin the gates that have the position as an operand, each written as twice its position, plus one
  // when it uses the negation; and the bits of roots.
  struct Uses {
    std::uint32_t gates, roots;
  };
  struct Block {
    std::uint32_t head, loops, gates, tail;
  };
  // A change of the position to this value may make the block shrink.
  struct Entry {
    std::uint32_t block;
    bool shrinks_when;
  };
  std::vector<std::uint32_t> position;  // by node; none for what is not kept up to date
  std::vector<Uses> uses;               // by position, and one behind the last
  std::vector<std::uint32_t> users;
  std::vector<std::uint8_t> operands_false;  // by position: how many operands are false when all nodes are
  std::vector<std::uint32_t> bits_true;      // the roots that are true then
  std::uint32_t bits = 0;
  std::vector<Block> blocks;
  std::vector<std::uint32_t> block_at;       // by position of a head or tail: its block; empty without blocks
  std::vector<std::uint32_t> entries_begin;  // by position, into `entries`; empty without blocks
  std::vector<Entry> entries;
};

}  // namespace percept::circuit
