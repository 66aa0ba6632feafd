// SPDX-License-Identifier: MIT
//
// Many positions of a game at once: what may be done in each, what follows of it, and what becomes of each when moves
// are made at random to the end.
//
//   auto batch = Backend::best().batch(plan);              // backend.h
//   batch->load(rows);                                     // positions (rows.h); copied
//   batch->find_legal(legal);                              // legal.terminal(row), legal.moves(row, role)
//   batch->expand(pairs, joints, successors);              // a row and a joint move each: next position, percepts
//   batch->play_out({.round = t, .each = 100}, ends);      // from every row, so often: ends.goals(row) …
//
// Results are written into what the caller gives and keeps, so that nothing is allocated once sizes repeat. Rows are
// numbered in the order they were loaded; moves, percepts and goals as in the automaton of the plan.
//
// Only positions that can be reached may be loaded. In play_out all rows belong to the same phase (plan.h): they are of
// round `round`, or of rounds that differ from it by a multiple of the plan's phases. Every match that is started is
// played to its end, so that long ones count as much as short ones. Where time may run out rows take turns, so that all
// have about as many playouts then.
//
// A batch belongs to one thread at a time; any number of batches may share a plan.
//
// Internal to lanes/.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/budget.h"
#include "lanes/plan.h"
#include "lanes/rows.h"

namespace percept::lanes {

// What roles may do, by row.
struct Legal {
  std::vector<std::uint64_t>
      bits;  // by row: a word whose lowest bit says that the game is over, then words of each role
  std::vector<std::size_t> begins;  // by role, and behind the last: in the words of a row
  std::size_t rows = 0;

  bool terminal(std::size_t row) const { return (bits[row * begins.back()] & 1) != 0; }
  // Move m is bit m % 64 of word m / 64. What is legal in a position that is terminal has no meaning.
  std::span<const std::uint64_t> moves(std::size_t row, std::size_t role) const {
    return std::span(bits).subspan(row * begins.back() + begins[role], begins[role + 1] - begins[role]);
  }
};

// What joint moves lead to, in the order they were given.
struct Successors {
  Rows rows;                        // the next positions
  std::vector<std::uint64_t> bits;  // percepts of each role
  std::vector<std::size_t> begins;  // by role, and behind the last: in the words of a successor

  // Percept p is bit p % 64 of word p / 64.
  std::span<const std::uint64_t> percepts(std::size_t successor, std::size_t role) const {
    return std::span(bits).subspan(successor * begins.back() + begins[role], begins[role + 1] - begins[role]);
  }
};

// What playouts came to, by the row they began in.
struct Ends {
  std::size_t rows = 0, goal_count = 0;
  std::vector<std::uint64_t> counts;
  // When it could not go on: why, who had no move, the row that led to it, and the position. What is counted then is of
  // no use.
  struct Stopped {
    Stop why = Stop::kDone;
    std::size_t role = 0, row = 0;
    std::vector<std::uint64_t> position;
  } stopped;

  // How often each goal held at an end; goals of all roles, numbered as in the plan.
  std::span<const std::uint64_t> goals(std::size_t row) const { return {of(row), goal_count}; }
  std::uint64_t playouts(std::size_t row) const { return of(row)[goal_count]; }
  std::uint64_t states(std::size_t row) const { return of(row)[goal_count + 1]; }  // in which a move was made
  double mean_length(std::size_t row) const {
    return static_cast<double>(states(row)) / static_cast<double>(playouts(row));
  }
  // The mean of the role's goal. A position with two goal values counts both, as it does in the rules.
  double mean_goal(const Plan& plan, std::size_t row, std::size_t role) const;

  std::uint64_t playouts() const;  // of all rows
  std::uint64_t states() const;

 private:
  const std::uint64_t* of(std::size_t row) const { return counts.data() + row * (goal_count + 2); }
};

// How likely moves are, by role and move, in proportion to each other; 0 for never. Where no legal move of a role has a
// weight, all are as likely; so they are for a role with an empty list.
using Weights = std::vector<std::vector<std::uint8_t>>;

struct PlayoutOptions {
  std::uint64_t round = 0;
  std::uint64_t each = 1;  // playouts of each row
  std::uint64_t seed = 1;
  std::uint64_t max_rounds = 10'000;  // of one match, about; no limit on how many are played
  const Weights* weights = nullptr;   // null: all legal moves are as likely
  // When time is over, or the flag is set, no match is started any more, and those under way are played to their end.
  // Looked at every few milliseconds.
  Budget budget = {};
  const std::atomic<bool>* stop = nullptr;
};

class Batch {
 public:
  virtual ~Batch() = default;

  virtual const Plan& plan() const = 0;
  virtual std::size_t size() const = 0;  // rows that are loaded

  // Rows of so many words, one after the other. Words beyond plan().row_words() must be empty.
  virtual void load(std::span<const std::uint64_t> rows, std::size_t words) = 0;
  void load(const Rows& rows) { load(rows.all(), rows.words()); }

  virtual void find_legal(Legal& out) = 0;
  // Pairs of a row and a joint move: rows.size() rows, and a move of each role for each of them.
  virtual void expand(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> joint_moves,
                      Successors& out) = 0;
  virtual void play_out(const PlayoutOptions& options, Ends& out) = 0;
};

}  // namespace percept::lanes
