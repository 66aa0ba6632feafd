// SPDX-License-Identifier: MIT
//
// Writes the code of a circuit as streams that kernels run (block.h). Every value gets a slot, and a slot is used
// again when its value is not needed any more, so that what is worked on stays small and close. First all segments are
// watched, in the order in which they run, then written:
//
//   Planner planner(circuit, fluents);
//   planner.watch(state);
//   planner.keep(legal);               // read behind `state`
//   planner.watch(next);
//   planner.rewind();
//   planner.write(state); … planner.code(legal[i]) … planner.write(next);
//
// The code of a wire is to be asked for behind the segment after which it is read: its slot may be used again later.
//
// Internal to lanes/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/code.h"

namespace percept::lanes {

class Planner {
 public:
  // Inputs keep their slots: the first `fluents` in order, then the constant, which is to be false, then the others.
  Planner(const circuit::Circuit& circuit, std::size_t fluents);

  std::size_t slot_count() const { return slot_count_; }
  std::uint32_t code(circuit::Wire wire) const { return slots_[wire.node()] << 1 | (wire.negated() ? 1 : 0); }

  void watch(const circuit::Code& code);
  // The wires are read behind what was watched so far.
  void keep(std::span<const circuit::Wire> wires);
  void rewind();
  std::vector<std::uint32_t> write(const circuit::Code& code);

 private:
  void gate(std::vector<std::uint32_t>& out, std::uint32_t node);
  void shorten(std::vector<std::uint32_t>& out, std::vector<std::uint32_t>& slots, bool negated);
  std::uint32_t new_slot(std::uint32_t node);

  const circuit::Circuit& circuit_;
  std::vector<std::uint32_t> slots_;     // by node
  std::vector<std::uint32_t> last_use_;  // position, by node
  std::uint32_t position_ = 0;
  std::uint32_t slot_count_ = 0;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> expiring_;             // by position: a slot that is used for the last time there
  std::vector<std::uint32_t> expires_with_;         // by slot: another one
  std::vector<std::uint32_t> positive_, negative_;  // of the gate at hand
};

}  // namespace percept::lanes
