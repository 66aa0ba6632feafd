// SPDX-License-Identifier: MIT
//
// Monte-Carlo search in which every role decides by what it could know: a tree for each role, whose nodes are what that
// role did and saw since the game began (multi-observer information set search, Cowling, Powley and Whitehouse 2012).
// So a move that asks is worth what the answer is good for, and one that hides is worth what the others then do not
// know: the imperfect-information simulation of HyperPlay-II (Schofield and Thielscher 2015). With one role and nature
// it is search on actions and observations (POMCP; Silver and Veness 2010).
//
//   InformationTrees search(*simulator, role, {.seed = 7});
//   search.aim(worlds, round, candidates);              // histories that the role holds possible, with their weights …
//   search.run(100'000, budget);                        // … and such as the others hold possible in these
//
// Hundreds of descents go down together in lanes, one step of all at a time, each in a world drawn by weight; no
// position is kept. A role that holds other cards for possible than the searching one has to choose for these, too:
// worlds that only the others hold possible teach them not to know too much.
//
// Moves are picked by their averages (UCB). Where that would teach roles plans that can be exploited (.smooth), they
// are for a growing part picked as often as they were before, so that each role learns to answer what the others do on
// average, and the plan is that average, too (smooth UCT; Heinrich and Silver 2015). What roles were seen to plan stays
// behind as a Steering: a world into which the others would hardly have gone is less likely.
//
// The same seed and numbers of descents give the same search. One thread at a time.
#pragma once

#include <tsl/robin_map.h>

#include <span>
#include <vector>

#include "base/random.h"
#include "search/mcts.h"
#include "search/simulator.h"

namespace percept::search {

// A position, and what each role knows in it.
struct SearchWorld {
  game::State state;
  double weight = 1;
  std::vector<std::uint64_t> views;  // by role: a hash of all it did and saw
};

// What roles were thought to do where they know something, by what earlier searches made of it. What was found out last
// is kept, however long a match is.
class Steering {
 public:
  struct Chance {
    std::uint32_t move;
    float chance;
  };
  void set(std::size_t role, std::uint64_t view, std::vector<Chance> chances);
  // How much likelier than any other the move is; 1 where nothing is known.
  double favour(std::size_t role, std::uint64_t view, std::uint32_t move) const;
  void clear() {
    plans_.clear();
    older_.clear();
    chances_ = 0;
  }
  std::size_t plans() const { return plans_.size() + older_.size(); }

 private:
  using Plans = tsl::robin_map<std::uint64_t, std::vector<Chance>, MixedHash>;
  Plans plans_, older_;      // the first makes way when it is full
  std::size_t chances_ = 0;  // in it
};

// The worlds that these histories lead to, all as long as each other; joint moves in the simulator's numbers. Each
// weighs as much as others than `role` and nature are likely to have steered there, the likeliest 1.
std::vector<SearchWorld> replayed(Simulator& simulator, std::span<const std::vector<game::JointMove>> histories,
                                  std::size_t role, const Steering& steering = {});

struct TreesSettings {
  std::uint64_t seed = 1;
  double exploration = 0.35;
  bool smooth = false;           // moves are picked by averages of plans, too
  bool weighted = false;         // playouts choose moves by their averages
  std::uint32_t descents = 512;  // at a time
  std::uint32_t each = 0;        // playouts of a leaf; 0: by what they cost
  std::size_t bytes = std::size_t{512} << 20;
};

class InformationTrees {
 public:
  InformationTrees(Simulator& simulator, std::size_t role, const TreesSettings& settings);

  // All worlds in which the role has the view of the first one are those it may be in. What earlier searches of the
  // match found out stays but for the first moves, and counts as little, since worlds were likely then that no longer
  // are; unless it takes more than half of the memory.
  void aim(std::vector<SearchWorld> worlds, std::uint32_t round, std::span<const std::uint32_t> candidates = {});
  std::uint64_t run(std::uint64_t descents, const Budget& budget = {});
  // From now on the role makes this move where it aims: what comes then is all that matters.
  void settle(std::uint32_t move) { candidates_.assign(1, move); }
  std::vector<ValuedMove> valued() const;  // best first; chances where it is smooth
  // What each plans, in the nodes that were visited since it aims, and often enough to tell.
  void leave(Steering& steering) const;
  // How likely the role makes each of these moves there by its plan; none where it has none to speak of.
  std::vector<float> plan(std::size_t role, std::uint64_t view, std::span<const std::uint32_t> moves) const;

  std::size_t nodes() const { return nodes_.size(); }
  std::uint64_t playouts() const { return playouts_; }

 private:
  struct Action {
    std::uint32_t move;
    std::uint32_t visits = 0, pending = 0, available = 0;
    double sum = 0;
  };
  struct Node {
    std::uint32_t visits = 0;
    std::uint32_t aim = 0;  // the last in which it was visited
    std::uint64_t view = 0;
    std::uint16_t role = 0;
    std::vector<Action> actions;  // in the order they were met
  };
  struct Step {
    std::uint32_t node, action;
    std::uint16_t role;
  };
  struct Descent {
    std::uint32_t round = 0;
    std::vector<Step> steps;
    std::vector<std::uint64_t> views;
    std::vector<std::pair<std::uint32_t, std::uint16_t>> fresh;  // nodes that it is the first to come to, and roles
  };

  std::size_t bytes() const;
  void visit(Node& node);  // what was found out before it aims counts as little
  std::uint32_t node_of(std::size_t role, std::uint64_t view);
  // The places of the legal moves among the node's actions, at the root of the candidates.
  void find_actions(Node& node, std::span<const std::uint32_t> legal, bool at_root);
  std::uint32_t pick(Node& node);
  std::uint32_t pick_as_before(const Node& node);
  void start(std::size_t count);
  bool go_on();
  bool decide(Descent& descent, std::uint32_t row);
  void play_out(const Budget& budget);

  Simulator& simulator_;
  std::size_t roles_, role_;
  TreesSettings settings_;
  std::uint32_t each_ = 1;
  double range_ = 0;  // of goals
  Random random_;
  std::vector<Node> nodes_;
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> numbers_;  // by role and view

  std::vector<SearchWorld> worlds_;
  std::vector<double> chances_;
  std::vector<std::uint32_t> candidates_;  // sorted
  std::uint32_t round_ = 0, root_ = 0, aims_ = 0;
  std::size_t places_ = 0;  // of actions
  std::uint64_t turns_ = 0, playouts_ = 0;

  std::vector<Descent> flock_;
  lanes::Rows active_, next_;         // where those are that are on their way, …
  std::vector<std::uint32_t> who_;    // … and which these are
  lanes::Rows leaves_;                // where the others ended, …
  std::vector<std::uint32_t> ended_;  // … as these did, one after the other
  std::vector<std::uint32_t> which_, moves_, rounds_, found_, nodes_here_;
  std::vector<std::uint64_t> views_;
  std::vector<float> values_;
  MoveAverages averages_;
  lanes::Weights weights_;
  Choices choices_;
};

}  // namespace percept::search
