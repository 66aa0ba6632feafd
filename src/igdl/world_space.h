// SPDX-License-Identifier: MIT
//
// Worlds of a theory, one by one, for whoever plans: what is open of the rules, the position, and what the role can
// tell of it (its legal moves, its percepts, its goal, whether the game is over). Each is met once and has a number;
// what may become of it after a move is found by the solver, and remembered. Whatever the sentences leave open about
// that, and whatever the others do, gives a world each.
//
// One thread's.
//
// Internal to igdl/.
#pragma once

#include <tsl/robin_map.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "igdl/propagation.h"
#include "igdl/timeline.h"

namespace percept::igdl {

class WorldSpace {
 public:
  using World = std::uint32_t;
  using Bits = std::vector<bool>;
  struct Successor {
    World next;
    Bits seen;  // of the move: percepts, or the moves made in a game without percepts
  };

  WorldSpace(std::shared_ptr<const Theory> theory, RoleId role);

  const Theory& theory() const { return *theory_; }
  RoleId role() const { return role_; }
  std::size_t size() const { return rows_.size(); }

  // The worlds that a timeline leaves, at most so many; `complete` says whether these are all.
  std::vector<World> present(Timeline& timeline, std::size_t limit, bool& complete, const Budget& budget);

  bool terminal(World world) const { return rows_[world][terminal_]; }
  bool legal(World world, std::size_t move) const { return rows_[world][legal_ + move]; }
  // The lowest of its goals, or of all there are when it has none.
  int goal(World world) const;
  Bits sees(World world) const;  // of the position, where percepts are of the position
  std::string position(World world) const;
  std::string rules(World world) const;  // what holds of what the theory leaves open
  // All that may follow when the role makes this move in this round (from 1 on); null when the budget ran out. A move
  // that is not legal there has no outcome.
  const std::vector<Successor>* successors(World world, std::size_t move, std::size_t round, const Budget& budget);

  // What the bits of an outcome or of sees() mean.
  std::vector<std::string> seen_texts(const Bits& bits) const;
  const std::vector<std::size_t>& percepts() const { return percepts_; }  // by bit: number of the percept

 private:
  World number(Bits row);
  // What follows where the sentences leave nothing open: found without a search.
  enum class Followed : std::uint8_t { kNothing, kOne, kUnclear };
  Followed follow(std::span<const Literal> assumptions, std::span<const Literal> wanted, Bits& out);

  std::shared_ptr<const Theory> theory_;
  RoleId role_;
  std::vector<Number> inputs_;  // by bit of a row: rules, timed atoms, then those of the position
  std::size_t timed_ = 0, fluents_ = 0, legal_ = 0, sees_ = 0, goals_ = 0, terminal_ = 0;  // first bits
  std::vector<std::size_t> percepts_;
  std::vector<Number> observed_;  // of the move

  solve::Solver solver_;
  std::unique_ptr<solve::Clauses> before_, after_;
  std::optional<Propagation> values_;
  std::map<std::size_t, Literal> ready_, made_, arrived_;  // by round: switches of what laws over rounds need

  std::vector<Bits> rows_;
  std::map<Bits, World> numbers_;
  std::map<std::tuple<World, std::size_t, std::size_t>, std::vector<Successor>> successors_;
};

}  // namespace percept::igdl
