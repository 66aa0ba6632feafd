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
#include "belief/lane_values.h"
#include "belief/round_streams.h"

namespace percept::sample {

class Lanes {
 public:
  explicit Lanes(belief::RoleId role) : role_(role), kernels_(circuit::best_kernels()) {}

  void use(std::shared_ptr<const belief::NumberedCircuit> circuit);
  const belief::NumberedCircuit* circuit() const { return circuit_.get(); }
  std::size_t width() const { return kernels_.lanes; }
  std::size_t words() const { return words_; }  // of the rows of next positions

  // What the role did and saw. False when the circuit has no such move or percept.
  bool expect(const belief::Experience& experience);
  // Whether the percepts alone say that the move was not made. Moves are numbered as in the circuit, here and below.
  bool excluded(std::size_t role, std::uint32_t move) const {
    if (seen_move_[role] != kNone) return seen_move_[role] != move;
    return !any_percepts_ && tells_[role][move] != kNone;
  }
  std::optional<std::uint32_t> own() const { return own_; }

  // ---- positions: rows as in world_set.h, all different and at most so wide
  void clear(std::size_t words);
  std::size_t add_position(std::span<const std::uint64_t> row);
  std::size_t positions() const { return worlds_.size(); }
  void find_legal();
  // The game is not over, the own move is legal, and every role has one.
  bool goes_on(std::size_t position) const { return (goes_on_[position / 64] >> (position % 64) & 1) != 0; }
  void legal(std::size_t position, std::size_t role, std::vector<std::uint32_t>& moves) const;

  // ---- pairs of a position and a joint move
  std::size_t pairs() const { return pairs_.size(); }
  void add(std::size_t position, std::span<const std::uint32_t> joint);
  // Evaluates the pairs; the next add() starts again at lane 0.
  void run(bool with_next);
  bool explained(std::size_t lane) const { return (explained_[lane / 64] >> (lane % 64) & 1) != 0; }
  std::span<const std::uint64_t> next(std::size_t lane) const { return {rows_.data() + lane * words_, words_}; }

 private:
  using Part = belief::RoundStreams::Part;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  const circuit::Kernels& kernels_for(std::size_t lanes) const {
    return lanes <= circuit::kernels64.lanes ? circuit::kernels64 : kernels_;
  }
  void collect(unsigned group);

  belief::RoleId role_;
  const circuit::Kernels& kernels_;
  std::shared_ptr<const belief::NumberedCircuit> circuit_;
  std::unique_ptr<belief::RoundStreams> of_state_, of_moves_;
  belief::LaneValues state_values_, move_values_;
  std::size_t words_ = 1;
  std::vector<std::uint32_t> percept_index_;       // by number: in the circuit
  std::vector<std::vector<std::uint32_t>> tells_;  // by role and move: the percept that is this move, if any
  std::vector<std::size_t> legal_begin_;           // by role, in words of a row of legal moves
  std::size_t legal_words_ = 0;

  std::optional<std::uint32_t> own_;
  bool any_percepts_ = true;
  std::vector<std::uint64_t> expected_;   // by percept: all ones or none
  std::vector<std::uint32_t> seen_move_;  // by role: the move that a percept shows
  belief::WorldSet worlds_;               // the positions
  std::vector<std::uint64_t> row_;
  std::uint64_t goes_on_[belief::kMaxGroups] = {};
  std::vector<std::uint64_t> legal_rows_;  // by position
  std::vector<std::uint32_t> pairs_;       // by lane: the position
  std::vector<std::uint32_t> joints_;      // by lane and role
  std::uint64_t explained_[belief::kMaxGroups] = {};
  std::vector<std::uint64_t> rows_;
};

}  // namespace percept::sample
