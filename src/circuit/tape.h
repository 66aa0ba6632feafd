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
//
// Internal to circuit/.
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

  // A conjunction, written as gates of three operands (the last may be filled up with what is true), so that running
  // them takes no branches. Each gate takes the next position; the last one's is the conjunction's.
  static std::uint32_t write(std::span<const std::uint32_t> operands, std::uint32_t next,
                             std::vector<std::uint32_t>& tape) {
    constexpr std::uint32_t kTrueCode = 1;  // the constant, negated
    for (std::size_t at = 0; at < operands.size();) {
      if (at > 0) tape.push_back(next++ << 1);
      for (std::size_t i = at > 0 ? 1 : 0; i < 3; ++i)
        tape.push_back(at < operands.size() ? operands[at++] : kTrueCode);
    }
    return next;
  }
  static void run(const std::uint32_t* tape, const std::uint32_t* end, std::uint8_t* counts, std::uint8_t* out) {
    auto is_false = [&](std::uint32_t wire) { return static_cast<unsigned>(counts[wire >> 1] != 0) ^ (wire & 1); };
    for (; tape != end; tape += 3)
      *out++ = static_cast<std::uint8_t>(is_false(tape[0]) | is_false(tape[1]) | is_false(tape[2]));
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
