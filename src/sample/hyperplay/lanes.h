// SPDX-License-Identifier: MIT
//
// One round of many positions at once, on a circuit of the game: what each role may do, which joint moves show the role
// what it saw, and what comes next. Positions are evaluated in lanes, and so are pairs of a position and a joint move.
//
//   lanes.use(circuit);
//   if (!lanes.expect(experience)) …                     // the circuit has no such move or percept
//   lanes.clear(words);
//   lanes.add_position(row);                             // up to width() of them; then:
//   lanes.find_legal();                                  // goes_on(position), legal(position, role)
//   lanes.add(position, joint);                          // up to width() pairs; then:
//   lanes.run(true);                                     // explained(lane), next(lane)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "belief/belief.h"
#include "belief/numbered_round.h"

namespace percept::sample {

class Lanes {
 public:
  explicit Lanes(belief::RoleId role) : round_(role), most_lanes_(lanes::best_kernels().lanes) {}

  void use(std::shared_ptr<const belief::NumberedCircuit> circuit);
  const belief::NumberedCircuit* circuit() const { return round_.circuit().get(); }
  std::size_t width() const { return most_lanes_; }

  // What the role did and saw. False when the circuit has no such move or percept.
  bool expect(const belief::Experience& experience) { return round_.expect(experience.move, experience.percepts); }
  // Whether the percepts alone say that the move was not made. Moves are numbered as in the circuit, here and below.
  bool excluded(std::size_t role, std::uint32_t move) const { return round_.excluded(role, move); }
  std::optional<std::uint32_t> own() const { return round_.own(); }

  // ---- positions: rows (lanes/rows.h), at most so wide
  void clear(std::size_t words);
  std::size_t add_position(std::span<const std::uint64_t> row);
  std::size_t positions() const { return positions_.size(); }
  void find_legal();
  // The game is not over, the own move is legal, and every role has one.
  bool goes_on(std::size_t position) const { return (goes_on_[position / 64] >> (position % 64) & 1) != 0; }
  // Of a position that goes on, and a role whose move is not known.
  void legal(std::size_t position, std::size_t role, std::vector<std::uint32_t>& moves) const;

  // ---- pairs of a position and a joint move
  std::size_t pairs() const { return pairs_.size(); }
  void add(std::size_t position, std::span<const std::uint32_t> joint);
  // Evaluates the pairs; the next add() starts again at lane 0.
  void run(bool with_next);
  bool explained(std::size_t lane) const { return (explained_[lane / 64] >> (lane % 64) & 1) != 0; }
  std::span<const std::uint64_t> next(std::size_t lane) const {
    return {rows_.data() + lane * round_.words(), round_.words()};
  }

 private:
  using Part = belief::NumberedRound::Part;

  belief::NumberedRound round_;
  unsigned most_lanes_;
  lanes::Values state_values_, move_values_;
  lanes::Rows positions_;
  std::uint64_t goes_on_[lanes::kMaxGroups] = {};
  std::vector<std::uint32_t> pairs_;   // by lane: the position
  std::vector<std::uint32_t> joints_;  // by lane and role
  std::uint64_t explained_[lanes::kMaxGroups] = {};
  std::vector<std::uint64_t> rows_;
};

}  // namespace percept::sample
