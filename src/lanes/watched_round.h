// SPDX-License-Identifier: MIT
//
// A round as one role watches it: what it did and saw, in which lanes the game goes on, what everyone may do there, and
// which joint moves show the role what it saw. For those who evaluate positions, or pairs of a position and a joint
// move, in lanes of their own (values.h), on circuits that may be there for one round only.
//
//   round.use(automaton);
//   round.expect(own_move, percepts);
//   const Streams& streams = round.streams(WatchedRound::Part::kState);
//   … values.run(streams.state()) …
//   std::uint64_t lanes = round.goes_on(values, group, count);
//   round.read_legal(values, group, lanes);                     // round.legal(lane, role)
//   … values of Part::kMoves, values.run(streams.sees()) …
//   lanes = round.explained(values, group, lanes);
//
// Roles, moves and percepts are numbered as in the automaton. One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lanes/values.h"

namespace percept::lanes {

class WatchedRound {
 public:
  enum class Part : std::uint8_t {
    kState,  // terminal and legal moves, from fluents
    kMoves,  // percepts of the role and the next position, from fluents and moves
    kRound,  // both: behind `state`, `sees` and `next` may be run again and again with other moves
    kGoals,  // of the role, from fluents
  };

  explicit WatchedRound(std::size_t role) : role_(role) {}

  // From now on. Streams that were made before are gone; values of them must be forgotten first.
  void use(circuit::Automaton automaton);
  const circuit::Automaton& automaton() const { return automaton_; }
  std::size_t words() const { return words_; }  // that the automaton's fluents need in a row
  const Streams& streams(Part part);            // made when needed
  bool has(Part part) const { return streams_[static_cast<std::size_t>(part)] != nullptr; }

  // The role's own move, nothing when it is not known; and all that it saw, nothing when that is not known.
  void expect(std::optional<std::uint32_t> own, std::optional<std::span<const std::uint32_t>> percepts);
  std::optional<std::uint32_t> own() const { return own_; }
  bool open(std::size_t role) const { return !own_ || role != role_; }  // may it have made one of several moves?
  // Whether the percepts alone say that the move was not made.
  bool excluded(std::size_t role, std::uint32_t move) const {
    if (seen_move_[role] != kNoSlot) return seen_move_[role] != move;
    return !any_percepts_ && tells_[role][move] != kNoSlot;
  }

  // Of the first `count` lanes those of a group in which the game goes on, the own move is legal, and every role has
  // one. The values are behind `state`.
  std::uint64_t goes_on(const Values& values, unsigned group, std::size_t count) const;
  // What roles whose moves are open may do in some lanes of a group.
  void read_legal(const Values& values, unsigned group, std::uint64_t lanes);
  // Bits by move, in any lane that was read.
  std::span<const std::uint64_t> legal(std::size_t lane, std::size_t role) const {
    return {legal_rows_.data() + lane * legal_begins_.back() + legal_begins_[role],
            legal_begins_[role + 1] - legal_begins_[role]};
  }
  // Of some lanes of a group those in which the role sees what it saw. The values are behind `sees`.
  std::uint64_t explained(const Values& values, unsigned group, std::uint64_t lanes) const;

 private:
  std::size_t role_;
  circuit::Automaton automaton_;
  std::size_t words_ = 1;
  std::unique_ptr<OwnStreams> streams_[4];         // by part
  std::vector<std::vector<std::uint32_t>> tells_;  // by role and move: the percept that is this move, if any
  std::vector<std::size_t> legal_begins_;          // by role, and behind the last: in words of a row of legal moves

  std::optional<std::uint32_t> own_;
  bool any_percepts_ = true;
  std::vector<std::uint64_t> expected_;    // by percept: all ones or none
  std::vector<std::uint32_t> seen_move_;   // by role: the move that a percept shows
  std::vector<std::uint64_t> legal_rows_;  // by lane
};

}  // namespace percept::lanes
