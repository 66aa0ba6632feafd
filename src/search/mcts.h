// SPDX-License-Identifier: MIT
//
// Monte-Carlo tree search where nothing is hidden, and over several positions at once where something is: the models of
// HyperPlay (Schofield, Cerexhe and Thielscher 2012), each searched as if all were seen.
//
//   Mcts search(*simulator, role, {.seed = 7});
//   search.aim({{state, 1}}, round);                    // or many models, with their weights
//   search.run(100'000, budget);                        // so many leaves, or until the budget is over
//   search.valued().front().move                        // the best move first, with value, visits and line
//
// Positions are shared: whatever way a state came about, it is one node, and what was found out about it serves all
// later searches of a match. Many leaves are on their way at a time, counted as unobserved visits (Liu et al. 2020),
// and played out together in lanes. Every node has bounds for each role's goal; where they meet it is solved, and its
// value is exact (score-bounded search, Cazenave and Saffidine 2010), for any number of roles. Roles that move at the
// same time choose each by its own averages; where these averages have no equilibrium in pure moves, by regret
// matching. Nature's moves are drawn uniformly. Averages of moves over the whole tree (MAST; Finnsson and Björnsson
// 2008) say which of the moves never tried comes first and, where that is asked for, weigh the moves of playouts.
//
// With several models the searching role does not know which one it is in: its first move is chosen for all of them
// together, by what it is worth over those in which it is legal.
//
// A role that is alone, without chance, remembers the best way to an end that it ever saw, and goes it unless something
// better is proven: no average can make it give up what it has. Where its game has parts that can be planned apart
// (parts_plan.h), such a plan is the first.
//
// In games of several parts (circuit/factors.h) what is known of a move in one position tells something about it in
// others in which its part is the same; positions that differ in what does not matter are one.
//
// When memory is full, or half full at the beginning of a search, positions out of reach go, then the least visited. A
// search ends early where it would take longer than it has.
//
// With several threads one is at the tree while the others play out. Flocks of leaves come to the tree in one order,
// whichever thread plays them out: the same seed, numbers of leaves and threads give the same search. One caller at a
// time.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "search/move_averages.h"
#include "search/simulator.h"

namespace percept::search {

struct MctsSettings {
  std::uint64_t seed = 1;
  double exploration = 0.35;
  std::uint32_t leaves = 0;  // on their way at a time; 0: as many as lanes are best filled with
  std::uint32_t each = 0;    // playouts of a leaf; 0: by what they cost
  std::size_t bytes = std::size_t{1} << 29;
  bool weighted = false;  // playouts choose moves by their averages
  bool factored = true;   // averages of moves by the part of the game they are in, where it has parts
  bool plain = false;     // nothing is proven and no average of moves is used: UCT as of 2006, to compare with
  unsigned threads = 1;   // in lanes
};

struct SearchModel {
  game::State state;
  double weight = 1;
};

struct Chosen {
  std::uint32_t role, move;
};

// What the search thinks of a move of its role.
struct ValuedMove {
  std::uint32_t move = 0;
  double value = 0;                // its goal, from 0 to 1
  double lowest = 0, highest = 1;  // proven
  std::uint64_t visits = 0;
  double chance = 0;                      // where it is best to mix: of this move
  std::vector<std::vector<Chosen>> line;  // from here, most visited: what those with a choice do; in the first model
};

class Mcts {
 public:
  Mcts(Simulator& simulator, std::size_t role, const MctsSettings& settings);

  // The positions the role may be in, in the simulator's numbers, none of them over. Its first move is one of the
  // candidates, if there are some, or any that is legal.
  void aim(std::span<const SearchModel> models, std::uint32_t round, std::span<const std::uint32_t> candidates = {});
  // Returns how many leaves there were: fewer than asked for when the budget is over, or all is solved.
  std::uint64_t run(std::uint64_t leaves, const Budget& budget = {});
  bool solved() const;  // more leaves would not change what is best

  std::vector<ValuedMove> valued() const;  // best first
  // The best, or where it is best to mix, one of those drawn.
  std::uint32_t choose(Random& random) const;

  std::size_t nodes() const { return rows_.size(); }
  std::uint64_t playouts() const { return playouts_; }
  std::size_t bytes() const;
  // What is proven of a state: each role's lowest and highest goal; nothing when it was not met.
  std::optional<std::vector<std::pair<double, double>>> bounds(const game::State& state);

 private:
  static constexpr std::uint32_t kNoNode = 0xFFFFFFFF, kPending = 0x80000000;
  static constexpr unsigned kFlockBits = 8, kMostLeaves = 1 << 20;  // a pending child: kPending, flock, its number

  struct Node {
    std::uint32_t visits = 0, pending = 0;
    std::uint32_t round = 0;
    std::uint32_t mix = kNoNode;  // where its regrets begin
    std::uint32_t last_descent = 0;
    std::uint16_t choosers = 0;  // roles with more than one move
    std::uint16_t chooser = 0;   // the first of them
    bool terminal = false, valued = false;
  };
  struct Action {
    std::uint32_t move, child = kNoNode;  // where only one role chooses
    std::uint32_t visits = 0, pending = 0;
    double sum = 0;   // of the role's own goals
    float low, high;  // of them, as far as proven
  };
  // A role's, in a node: its actions, and what its goals came to.
  struct Stake {
    double sum = 0;
    float low, high;             // of the goal, as far as proven
    std::uint32_t first, count;  // actions
  };
  struct RootAction {  // of several models together
    std::uint32_t move;
    std::uint32_t visits = 0, pending = 0, available = 0;
    double sum = 0;
  };
  struct Average {
    double sum = 0;
    std::uint32_t visits = 0;
  };
  struct Descent {
    std::size_t first_step = 0, steps = 0;  // in the flock's path
    std::uint32_t end = kNoNode;            // the node it came to, or …
    std::uint32_t pending = kNoNode;        // … which of the positions to be made
    std::uint32_t root_action = kNoNode;
    std::uint32_t leaf = kNoNode;  // which of those that are played out
  };
  struct Pending {
    std::uint32_t node;
    std::size_t picked;  // in the flock's path
    std::uint32_t made = kNoNode;
  };
  // Positions, the moves in them, and the goal at their end.
  struct Line {
    std::vector<std::vector<std::uint64_t>> rows;
    std::vector<std::uint32_t> moves;
    double value = -1;
  };
  enum class Place : std::uint8_t { kHome, kWaiting, kPlayed, kBack };  // kPlayed: a thread plays it out
  // Leaves that are on their way together, and all that playing them out needs: meanwhile others are at the tree.
  struct Flock {
    std::uint32_t number = 0;
    Place place = Place::kHome;
    std::vector<Descent> descents;
    std::vector<std::uint32_t> path;  // steps: a node, and what each role picked
    std::vector<Pending> to_make;
    lanes::Rows from, made, leaves;
    std::vector<std::uint32_t> which, moves, rounds, leaf_rounds;
    Choices choices;
    std::vector<float> values;
    lanes::Weights weights;
    std::uint64_t seed = 1, playouts = 0;
    bool cut_off = false;  // there was no time to make positions
    double to_beat = 0;    // of one that is alone: what the best line comes to, …
    Line better;           // … and a better one, from the leaf of this descent on
    std::size_t found_by = 0;
  };
  struct Mix {
    float regret = 0, strategy = 0;
  };

  Stake& stake(std::uint32_t node, std::size_t role) { return stakes_[node * roles_ + role]; }
  const Stake& stake(std::uint32_t node, std::size_t role) const { return stakes_[node * roles_ + role]; }
  std::span<Action> actions(std::uint32_t node, std::size_t role) {
    return std::span(actions_).subspan(stake(node, role).first, stake(node, role).count);
  }
  std::span<const Action> actions(std::uint32_t node, std::size_t role) const {
    return const_cast<Mcts*>(this)->actions(node, role);
  }
  std::span<const std::uint64_t> projected(std::span<const std::uint64_t> row);
  bool in_parts() const { return factors_ != nullptr && !factors_->parts.empty() && factors_->apart && roles_ > 1; }
  void link(std::uint32_t node);
  std::span<const std::uint32_t> links(std::uint32_t node, std::size_t role, std::uint32_t action) const;
  void learn_in_parts(std::uint32_t node, std::size_t role, std::uint32_t action);
  float worth_in_parts(std::uint32_t node, std::size_t role, std::uint32_t action, float otherwise) const;
  bool settled(std::uint32_t node) const;
  bool known_best() const;
  std::uint64_t code_of(std::uint32_t node, std::span<const std::uint32_t> picked) const;
  std::uint32_t* edge(std::uint32_t node, std::span<const std::uint32_t> picked, bool make);
  std::uint32_t child(std::uint32_t node, std::span<const std::uint32_t> picked) const;

  void learn_of_game();
  void descend(Flock& flock, Descent& descent);
  std::uint32_t pick(std::uint32_t node, std::size_t role);
  std::uint32_t pick_mixed(std::uint32_t node, std::size_t role);
  std::uint32_t pick_for_all(std::uint32_t model, std::uint32_t& root_action);
  void add_node(const Choices& choices, std::size_t row, std::uint32_t round);
  void send(Flock& flock, std::uint64_t many);
  void play_out(Flock& flock, Simulator& simulator, const Budget& budget) const;
  void take(Flock& flock);
  bool alone() const { return roles_ == 1 && simulator_.in_lanes(); }
  void look_for_line(Flock& flock, Simulator& simulator) const;
  void take_line(Flock& flock);
  std::optional<std::size_t> on_line() const;
  void plan_line(const Budget& budget);
  void back_up(const Flock& flock, const Descent& descent);
  void undo(const Flock& flock, const Descent& descent);
  void learn_regrets(std::uint32_t node, std::span<const std::uint32_t> picked);
  void look_for_equilibrium(std::uint32_t node);
  bool tighten(std::uint32_t node);
  void check_sum();
  std::uint64_t joint_count(std::uint32_t node) const;
  template <class Visit>
  void for_each_joint(std::uint32_t node, Visit&& visit) const;
  void make_room();
  void keep(const std::vector<std::uint32_t>& new_numbers);
  std::vector<std::vector<Chosen>> line_from(std::uint32_t node) const;

  Simulator& simulator_;
  std::size_t roles_, role_;
  MctsSettings settings_;
  std::uint32_t each_ = 1, leaves_ = 1;
  Random random_;
  std::optional<double> sum_;  // of the goals of two players, if it is always the same, as far as was seen

  // By node; rows_ finds them.
  lanes::Rows rows_;
  std::vector<Node> nodes_;
  std::vector<Stake> stakes_;  // by node and role
  std::vector<Action> actions_;
  std::vector<Mix> mixes_;
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> edges_;  // of nodes where several roles choose
  MoveAverages averages_;

  // Averages of what is done to a part, by the part's own position: nodes find theirs when they are passed again.
  const circuit::Factors* factors_ = nullptr;
  std::vector<std::uint32_t> links_of_;  // by node: where its own begin, by action and part
  std::vector<std::uint32_t> links_;
  std::vector<Average> local_;
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> local_at_;

  // Where it aims.
  std::vector<std::uint32_t> roots_;
  std::vector<double> chances_;  // up to each root
  std::vector<RootAction> root_actions_;

  Line line_;
  bool planning_ = true;  // parts apart: as long as that comes to something

  std::vector<Flock> flocks_;
  std::vector<std::unique_ptr<Simulator>> more_simulators_;  // of threads beside the caller's
  std::vector<float> value_;
  std::vector<std::uint64_t> projected_;
  mutable std::vector<double> strategy_;
  std::uint32_t descent_number_ = 0;
  std::uint64_t playouts_ = 0;
};

}  // namespace percept::search
