// SPDX-License-Identifier: MIT
//
// Gates that are evaluated when they are asked for, one after the other, on top of a world that is kept up to date:
// goals, percepts, what a move brings about. Their values lie behind those of the wiring (World::counts), and are there
// until another tape runs.
//
//   Tape tape(circuit, wiring, known, wires);
//   World world(wiring, tape.spare());
//   tape.run(world.counts());
//   world.value(tape.wires()[i])
//
// A tape never changes; any number of threads may share it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/wiring.h"

namespace percept::circuit {

class Tape {
 public:
  // `known`, by node: what is taken from the wiring.
  Tape(const Circuit& circuit, const Wiring& wiring, std::vector<bool> known, std::span<const Wire> wires);

  std::size_t spare() const { return spare_; }
  std::span<const std::uint32_t> wires() const { return wires_; }  // as World::value takes them
  void run(std::uint8_t* counts) const;

  // Evaluates gates, each written as how many operands it has and these, into one value after the other.
  static void run(const std::uint32_t* tape, const std::uint32_t* end, std::uint8_t* counts, std::uint8_t* out) {
    while (tape != end) {
      const std::uint32_t* last = tape + 1 + *tape;
      unsigned is_false = 0;
      for (++tape; tape != last; ++tape) is_false |= static_cast<unsigned>(counts[*tape >> 1] != 0) ^ (*tape & 1);
      *out++ = static_cast<std::uint8_t>(is_false);
    }
  }

 private:
  // Repeated until its loops have their drivers' values.
  struct Block {
    std::size_t begin, end;                                      // in the tape
    std::uint32_t first;                                         // position of the first gate
    std::vector<std::pair<std::uint32_t, std::uint32_t>> loops;  // position, driver
  };

  std::vector<std::uint32_t> gates_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> wires_;
  std::uint32_t first_ = 0;  // position of the first gate
  std::size_t spare_ = 0;
};

}  // namespace percept::circuit
