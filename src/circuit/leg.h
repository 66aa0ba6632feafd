// SPDX-License-Identifier: MIT
//
// How the positions of one phase of a game are looked at, and left: what a world keeps up to date (legal moves, the
// end, what becomes of most fluents), and what is evaluated only when asked for (goals, percepts, effects of a joint
// move). The legs of a game share one wiring (layout.h). Made once and never changed, so threads may share it; what
// changes is in a World. See cursor.h for the questions.
//
// A joint move is made in one of two ways. By *effects*, where these could be worked out beforehand: the usual next
// value of each fluent is among the roots, and each joint move has a short program for the exceptions. By *raising*
// its inputs, else: the whole next position is among the roots, and the inputs are lowered again afterwards.
//
// Internal to circuit/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/effects.h"
#include "circuit/tape.h"
#include "circuit/world.h"

namespace percept::circuit {

// What a leg is made from. The inputs of the circuit are the fluents and all moves of the game.
struct Part {
  Automaton automaton;                              // only with moves that may be legal
  std::vector<std::vector<std::uint32_t>> numbers;  // by role and move: its number in the game
  std::optional<Effects> effects;                   // if they could be worked out
  bool keep = false;                                // the gates of effects are kept up to date, too
  bool raise = false;                               // no effects, though there are some

  bool by_effects() const { return effects && !raise; }
  const std::vector<Wire>& usual() const { return by_effects() ? effects->usual : automaton.next; }
};

class Leg {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Where a world has the bits of a leg, in words: the next position, then the legal moves of each role.
  struct Bits {
    std::size_t next, terminal, legal;
  };
  // `inputs`: by role, the input of the first move of the game; `depends`: by node, whether it depends on moves.
  Leg(const Part& part, const Bits& bits, const Wiring& wiring, std::span<const std::uint32_t> inputs,
      const std::vector<bool>& depends);

  std::size_t spare() const { return spare_; }  // values that worlds need behind the wiring's
  bool by_effects() const { return !programs_.empty(); }

  bool terminal(const World& world) const { return (world.bits()[terminal_] & 1) != 0; }
  // Legal moves as bits of the world: of the game's moves, only those that this leg has, in order.
  struct Moves {
    std::size_t begin, end;              // words of the world's bits
    std::vector<std::uint32_t> numbers;  // by bit
    std::vector<std::uint32_t> local;    // by number in the game: its bit, or none
    std::uint32_t input;                 // position of the game's first move
  };
  const Moves& moves(std::size_t role) const { return moves_[role]; }
  bool is_legal(const World& world, std::size_t role, std::uint32_t number) const {
    std::uint32_t bit = moves_[role].local[number];
    return bit != kNone && (world.bits()[moves_[role].begin + bit / 64] >> (bit % 64) & 1) != 0;
  }

  // False when this leg cannot tell, since it lacks one of the moves.
  bool knows(std::span<const std::uint32_t> joint) const;
  void next(World& world, std::span<const std::uint64_t> words, std::span<const std::uint32_t> joint,
            std::uint64_t* out) const;
  // Runs visit(i) for each percept, or goal, that holds.
  template <class Visit>
  void sees(World& world, std::size_t role, std::span<const std::uint32_t> joint, const Visit& visit) const;
  template <class Visit>
  void goals(World& world, std::size_t role, const Visit& visit) const;

 private:
  // What a joint move does: gates, then values that fluents get from wires, then those that are constant.
  struct Program {
    std::uint32_t gates, copies, masks;  // begins
  };
  struct Copy {
    std::uint32_t fluent, wire;
  };
  struct Mask {
    std::uint32_t word;
    std::uint64_t keep, put;
  };

  void write_programs(const Circuit& circuit, const Wiring& wiring, const Effects& effects);
  void set_moves(std::uint8_t* counts, std::span<const std::uint32_t> joint, std::uint8_t value) const;

  std::size_t next_, terminal_;  // words of the world's bits
  std::vector<Moves> moves_;
  std::vector<std::uint64_t> stays_;  // fluents whose usual next value is the one they have
  std::uint32_t positions_;           // of the wiring
  std::vector<std::uint32_t> strides_;
  std::vector<Program> programs_;  // by joint move, and one behind the last
  std::vector<std::uint32_t> gates_;
  std::vector<Copy> copies_;
  std::vector<Mask> masks_;
  std::vector<Tape> sees_, goals_;  // by role
  std::size_t spare_ = 0;
};

// ---- implementation

template <class Visit>
void Leg::sees(World& world, std::size_t role, std::span<const std::uint32_t> joint, const Visit& visit) const {
  set_moves(world.counts(), joint, 0);
  const Tape& tape = sees_[role];
  tape.run(world.counts());
  for (std::uint32_t i = 0; i < tape.wires().size(); ++i)
    if (world.value(tape.wires()[i])) visit(i);
  set_moves(world.counts(), joint, 1);
}

template <class Visit>
void Leg::goals(World& world, std::size_t role, const Visit& visit) const {
  const Tape& tape = goals_[role];
  tape.run(world.counts());
  for (std::uint32_t i = 0; i < tape.wires().size(); ++i)
    if (world.value(tape.wires()[i])) visit(i);
}

}  // namespace percept::circuit
