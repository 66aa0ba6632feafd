// SPDX-License-Identifier: MIT
//
// Everything that lanes need to know of a game, as one block of words (block.h): streams of its rounds for playouts,
// phase by phase, and of any round for legal moves and successors. It knows no names and nothing of any backend.
//
//   auto plan = std::make_shared<const Plan>(automaton);
//   Plan copy = Plan::take(plan->words());                // from a file, or another process
//
// A position of round t belongs to phase t % phases(). A position of which nobody knows the round needs a plan with one
// phase (`phases = false`); it is somewhat slower.
//
// Only positions that can be reached may be played from: what holds in all of them was made a constant.
//
// Constant once made; any number of threads may share it.
#pragma once

#include <span>
#include <vector>

#include "circuit/automaton.h"
#include "lanes/streams.h"

namespace percept::lanes {

class Plan {
 public:
  struct Options {
    bool phases = true;  // look for them; else there is one
    bool expand = true;  // for legal moves and successors, too; else for playouts only
  };
  explicit Plan(const circuit::Automaton& automaton) : Plan(automaton, Options()) {}
  Plan(const circuit::Automaton& automaton, const Options& options);
  // Of a plan's words; they must be those of a plan.
  static Plan take(std::span<const std::uint32_t> words);

  std::span<const std::uint32_t> words() const { return words_; }
  friend bool operator==(const Plan&, const Plan&) = default;

  std::size_t phases() const { return head().phases; }
  std::size_t roles() const { return head().roles; }
  std::size_t row_words() const { return head().row_words; }  // that a row needs
  std::size_t moves(std::size_t role) const { return at(head().move_counts, role); }
  std::size_t percepts(std::size_t role) const;  // none in a plan for playouts only
  // The goals of all roles are numbered one after the other: those of a role, and their values.
  std::size_t goal_count() const { return head().goal_count; }
  std::size_t goal_begin(std::size_t role) const { return at(head().goal_begins, role); }
  int goal_value(std::size_t goal) const { return static_cast<int>(at(head().goal_values, goal)); }
  std::vector<std::uint64_t> initial() const;  // a row
  bool expands() const { return head().whole_moves.size > 0; }

  // ---- for backends
  const PlanBlock& head() const { return *reinterpret_cast<const PlanBlock*>(words_.data()); }
  Streams round(std::size_t phase) const {
    return {words_.data(), in_block<StreamsBlock>(words_.data(), head().rounds)[phase]};
  }
  Streams whole_state() const { return {words_.data(), *in_block<StreamsBlock>(words_.data(), head().whole_state)}; }
  Streams whole_moves() const { return {words_.data(), *in_block<StreamsBlock>(words_.data(), head().whole_moves)}; }
  std::span<const std::uint32_t> move_numbers(std::size_t phase, std::size_t role) const;
  std::span<const Bit> inputs() const {
    return {in_block<Bit>(words_.data(), head().inputs), head().inputs.size * sizeof(std::uint32_t) / sizeof(Bit)};
  }

 private:
  Plan() = default;
  std::uint32_t at(Extent extent, std::size_t i) const { return words_[extent.at + i]; }

  std::vector<std::uint32_t> words_;
};

}  // namespace percept::lanes
