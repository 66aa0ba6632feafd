// SPDX-License-Identifier: MIT
//
// What to do under an incomplete description: a policy over what will be seen. It is the best of all there are,
//
//   1. by what it surely reaches, in every model and whatever the others do: best of all a win in every one,
//   2. among those by what it reaches on average, all worlds being equally likely,
//   3. among those by how much the next percepts tell the worlds apart
//
// (a win is looked for within one move, two, four and so on, so that it is not put off),
//
// found by AND/OR search over sets of worlds. A move that may be illegal is considered only where none is surely legal.
// A world that no sentence lets anything follow is no world once the move is made; a move that none of them survives
// reaches nothing.
//
// One thread's.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "igdl/theory_belief.h"
#include "igdl/world_space.h"

namespace percept::igdl {

struct PolicyOptions {
  std::size_t worlds = 4096;  // to begin with
  std::size_t depth = 50;     // moves to look ahead
  bool blind = false;         // the first percepts are not seen
};

struct Policy {
  struct Branch {
    std::vector<std::string> sees;  // what tells it from the others
    std::size_t then;               // a node
  };
  struct Node {
    std::size_t worlds = 0;
    std::optional<MoveId> move;   // none where the game is over in all worlds
    bool sure = true;             // the move is surely legal
    std::size_t over = 0;         // worlds in which the game is over here …
    int lowest = 0, highest = 0;  // … and the goals there
    std::vector<Branch> branches;
  };
  std::vector<Node> nodes;  // the first is where it begins; several branches may lead to one
  int guaranteed = 0;
  double expected = 0;
  std::size_t positions = 0, positions_won = 0;  // worlds to begin with, and those in which it surely wins
  bool proved = true;       // all was searched: no policy is better. Else the budget, the depth or the worlds ran out.
  std::string why_not;      // when it is not proved
  std::size_t beliefs = 0;  // sets of worlds that were looked at

  std::optional<MoveId> first_move() const;  // at the beginning, unless that depends on what is seen
};

class Planner {
 public:
  Planner(std::shared_ptr<const Theory> theory, RoleId role);

  // For what the timeline leaves; the first percepts may not have been told yet.
  Policy plan(Timeline& timeline, const PolicyOptions& options, const Budget& budget = {});
  WorldSpace& space() { return space_; }

 private:
  using World = WorldSpace::World;
  struct Weighted {
    World world;
    double weight;
    friend auto operator<=>(const Weighted&, const Weighted&) = default;
  };
  using Set = std::vector<World>;        // sorted
  using Belief = std::vector<Weighted>;  // sorted by world, each once
  struct Move {
    std::size_t move;
    bool sure;
  };
  using Observation = std::pair<WorldSpace::Bits, WorldSpace::Bits>;  // of the move, of the position

  std::vector<Move> moves(const Set& worlds) const;
  // What may follow, by what is seen; nothing when time ran out.
  std::optional<std::map<Observation, Set>> after(const Set& worlds, std::size_t move, std::size_t depth);
  std::optional<std::map<Observation, Belief>> after(const Belief& belief, std::size_t move, std::size_t depth);
  template <class Visit>
  bool for_each_outcome(World world, std::size_t move, std::size_t depth, Visit&& visit);
  bool can(Set worlds, int goal, std::size_t depth);
  bool reaches(const Set& worlds, std::size_t move, int goal, std::size_t depth);
  double best(const Belief& belief, std::size_t depth);
  double value(const Belief& belief, std::size_t move, std::size_t depth);
  // A node of the policy, and what each world comes to behind it; none that nothing follows.
  struct Laid {
    std::size_t node = 0;
    std::map<World, int> worst = {};
  };
  const Laid& lay_out(Policy& policy, const Belief& belief, std::size_t depth);
  std::optional<Move> choose(const Belief& on, std::size_t depth);
  double information(const Belief& on, std::size_t move, std::size_t depth);

  WorldSpace space_;
  PolicyOptions options_;
  Budget budget_;
  std::size_t round_ = 1;  // of the beginning
  int goal_ = 0;           // that is surely reached
  bool time_ = true, cut_ = false;
  std::map<std::tuple<Set, int, std::size_t>, bool> can_;
  std::map<std::pair<Belief, std::size_t>, double> best_;
  std::map<std::pair<Belief, std::size_t>, Laid> laid_;
};

}  // namespace percept::igdl
