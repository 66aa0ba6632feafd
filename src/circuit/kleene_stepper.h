// SPDX-License-Identifier: MIT
//
// Many worlds at once, kept up to date: an input is false, true or open, and when inputs change, only what they reach
// is looked at again. Every node has 64 lanes of Kleene's values. In lane 0 open inputs are unknown, so it tells what
// is known and what may be (sometimes too generously, as Kleene's logic does); in the others each open input has a
// fixed value, the same every time, so each is one of the worlds: a lane in which a wire holds is a witness that it
// can.
//
// Roots come in groups, and `settle` brings one group up to date: first those of earlier groups that it stands on.
// `confirm` raises in lane 0 a failure that was found to hold by other means, until an input changes.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"
#include "circuit/code.h"

namespace percept::circuit {

class KleeneStepper {
 public:
  enum class Input : std::uint8_t { kOff, kOn, kOpen };

  // All inputs are false at first. What two groups need belongs to the first of them.
  KleeneStepper(const Circuit& circuit, std::span<const std::vector<Wire>> groups);

  const Circuit& circuit() const { return circuit_; }
  Input input(std::uint32_t number) const { return inputs_[number]; }
  void set(std::uint32_t number, Input value) {
    if (inputs_[number] != value) change(number, value);
  }
  void settle(std::size_t group);

  // Of a wire that belongs to a settled group: Kleene's value, and the lanes in which it holds.
  Kleene value(Wire wire) const {
    Kleene value = values_[positions_[wire.node()]];
    return wire.negated() ? ~value : value;
  }
  // The same for a wire that is looked at again and again.
  struct Watched {
    Wire wire;
    std::uint32_t code;
  };
  Watched watched(Wire wire) const { return {wire, positions_[wire.node()] << 1 | (wire.negated() ? 1u : 0u)}; }
  Kleene value(const Watched& watched) const { return wire_value(watched.code); }

  bool known(Wire wire) const { return (value(wire).known & 1) != 0; }
  bool possible(Wire wire) const { return (value(wire).possible & 1) != 0; }
  bool open(Wire wire) const { return possible(wire) && !known(wire); }
  std::uint64_t witnesses(Wire wire) const { return value(wire).known & kWorlds; }
  // The values of an open input in the worlds.
  std::uint64_t pattern(std::uint32_t input) const { return patterns_[input]; }

  void confirm(std::uint32_t failure);  // a node of a group that is settled; settle it again
  // A world to have among the lanes from now on, in place of an older one: a value for each input that is open. Settle
  // again.
  void learn(const std::vector<bool>& world);

  static constexpr std::uint64_t kWorlds = ~std::uint64_t{1};  // all lanes but the first

 private:
  static constexpr unsigned kFirstLane = 3;  // behind Kleene's, all false, all true

  // Nodes are numbered anew, by the order of evaluation, with the loops of a recursive component before its gates. A
  // wire is written as twice this position, plus one when negated; of each gate those that are not negated come first.
  using Position = std::uint32_t;
  struct Gate {
    std::uint32_t begin, negated, end;  // operands
    std::uint32_t block;
  };
  struct Block {
    Position loops, gates, end;
    std::vector<std::uint32_t> drivers;
  };

  void change(std::uint32_t number, Input value);
  void add(std::uint32_t node, std::uint32_t block);
  void add_code(const Code& code);
  void find_users();
  void mark(Position position) {
    dirty_[position / 64] |= std::uint64_t{1} << (position % 64);
    dirty_words_[position / 4096] |= std::uint64_t{1} << (position / 64 % 64);
  }
  void mark_users(Position position);
  Kleene evaluate(Position position) const;
  void evaluate_block(const Block& block);
  void visit(Position position);
  Kleene wire_value(std::uint32_t wire) const { return (wire & 1) != 0 ? ~values_[wire >> 1] : values_[wire >> 1]; }

  const Circuit& circuit_;
  std::vector<Position> positions_;  // by node
  std::vector<Kleene> values_;       // by position
  std::vector<Gate> gates_;
  std::vector<std::uint32_t> operands_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> user_begins_, users_;  // by position
  std::vector<std::uint64_t> dirty_, dirty_words_;
  std::vector<Position> ends_;  // by group
  std::vector<Input> inputs_;
  std::vector<std::uint64_t> patterns_;
  unsigned next_lane_ = kFirstLane;  // to learn in
  std::vector<Position> confirmed_;
  std::vector<bool> is_confirmed_;  // by position
};

}  // namespace percept::circuit
