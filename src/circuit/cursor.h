// SPDX-License-Identifier: MIT
//
// One position of a game at a time, with every question about it: what referees and tree search go by. For many worlds
// at once, see playouts.h.
//
//   Cursor cursor(course);                              // at the initial position
//   while (!cursor.terminal()) {
//     for (role …) moves[role] = cursor.legal(role, random.below(cursor.legal_count(role)));
//     cursor.step(moves);                               // stands in the successor
//   }
//   cursor.goals(role, values);
//   cursor.start();                                     // the next match
//
//   cursor.go(words, round);                            // a node of a tree: any position, back or forth
//
// Fluent f of a position is bit f % 64 of word f / 64. Moves and percepts have the numbers of the course's automaton;
// lists are in their order. A position costs what differs from the one before. A
// cursor that goes by rounds from the initial position knows its phase; without a round the position tells its phase
// where it can, else it is looked at without phases, which takes longer. Answers are the same in any case.
//
// A number out of range is a failed check (base/check.h). Joint moves need not be legal. A cursor belongs to one
// thread, shares its course with others, and allocates nothing after its first steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "circuit/course.h"

namespace percept::circuit {

class Cursor {
 public:
  explicit Cursor(std::shared_ptr<const Course> course);

  const Course& course() const { return *course_; }

  void start();
  // Words that are left out are empty. The round counts from 0, the initial position's.
  void go(std::span<const std::uint64_t> words, std::optional<std::size_t> round = {});
  // One move of each role.
  void step(std::span<const std::uint32_t> moves);

  std::span<const std::uint64_t> words() const { return words_; }
  bool terminal() const { return leg_->terminal(at_->world); }
  std::uint32_t legal_count(std::size_t role) const;
  std::uint32_t legal(std::size_t role, std::uint32_t index) const;  // the index-th of them
  bool is_legal(std::size_t role, std::uint32_t move) const;
  void legal(std::size_t role, std::vector<std::uint32_t>& out) const;
  // The values that hold, in the order of the automaton.
  void goals(std::size_t role, std::vector<int>& out);
  // Of a joint move that is not made; `out` has course().words() words.
  void next(std::span<const std::uint32_t> moves, std::span<std::uint64_t> out);
  void sees(std::size_t role, std::span<const std::uint32_t> moves, std::vector<std::uint32_t>& out);

 private:
  // A world of one layout, and the position it is at.
  struct At {
    const Layout* layout;
    World world;
    std::vector<std::uint64_t> words;

    At(const Layout& of, std::span<const std::uint64_t> initial);
    void start(std::span<const std::uint64_t> initial);
  };

  At& of_layout(std::size_t number);
  At& whole();
  void enter();  // the leg for the position, and its world
  // A world that stands here, and a leg of it that has the moves.
  std::pair<At*, const Leg*> knowing(std::span<const std::uint32_t> moves);
  void check(std::size_t role) const;
  void check(std::span<const std::uint32_t> moves) const;

  std::shared_ptr<const Course> course_;
  std::vector<std::unique_ptr<At>> by_layout_;
  std::unique_ptr<At> whole_;
  std::vector<std::uint64_t> words_, next_;
  At* at_ = nullptr;
  const Leg* leg_ = nullptr;
  std::size_t phase_ = 0;   // if by_rounds_
  bool by_rounds_ = false;  // the phase is known by the round, and so are those to come
};

}  // namespace percept::circuit
