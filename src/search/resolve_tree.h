// SPDX-License-Identifier: MIT
//
// Play close to an equilibrium while searching, for two roles whose goals have a constant sum: a tree of positions that
// is solved while it grows, and solved anew, safely, from every move on (after Obscuro, Zhang and Sandholm 2025; with
// playouts in lanes for what is not in the tree).
//
//   ResolveTree first(*simulator, role, {.seed = 7});           // the tree is the initial position
//   first.run(1000, budget);                                    // iterations of predictive CFR+; it grows in between
//   ResolveTree now(first, histories, round);                   // what the role holds possible in a later round
//   now.run(1000, budget);  now.valued()                        // the moves with their chances
//
// The roots of a later tree are those nodes of the one before in which the role knows what it knows now, and all others
// that the opponent holds possible in one of these (knowledge of order two); where they are few, histories that the
// tree does not have come beside, those that the opponent holds possible in them among these. So that nothing is given
// away that was promised before, the opponent need not play on: in each of its information sets it may take what it was
// worth to it in the tree before, with what it gave away on the way (the *gadget*). It decides so in each set on its
// own (Resolve), or picks the set in which it gains most (Maxmargin); both count. While it gains by playing on
// anywhere, the plan is not safe yet: then the likeliest move alone is played, since what little is given to others is
// mostly noise.
//
// A tree looks a few moves ahead, and among so many leaves some are only worth much by luck. A guide, if there is one,
// is a search of information sets that looked further from there: as long as anything is open, who leaves its plans has
// to gain by that, the more the further it goes.
//
// The same seed and numbers of iterations give the same tree. One thread at a time.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <span>
#include <vector>

#include "base/random.h"
#include "search/information_trees.h"
#include "search/mcts.h"
#include "search/simulator.h"

namespace percept::search {

// A part of it that can be left out, to see what it is worth.
enum class ResolvePart : std::uint8_t {
  kNoPart,
  kPurified,  // while the opponent gains by playing on, the likeliest move alone is played
  kOrder,     // roots are also what the opponent holds possible in the role's own
  kPrior,     // of the opponent's sets, by how likely the role comes there
  kGrowing,   // the tree grows while it is solved; else first the one and then the other
  kOneSided,  // of both only one looks around in a descent
  kGuided,    // a search of information sets goes ahead: of the player, which has it
};

struct ResolveSettings {
  std::uint64_t seed = 1;
  std::size_t nodes = 1'000'000;  // at most
  std::uint32_t each = 16;        // playouts of a new node
  std::size_t roots = 256;        // that histories are filled up to
  bool warm = true;               // a later tree starts from what the one before found out
  ResolvePart without = ResolvePart::kNoPart;
};

class ResolveTree {
 public:
  // Whether it makes sense: two roles beside nature. That goals have a constant sum is taken for granted.
  static bool fits(const Simulator& simulator) { return simulator.roles() == (simulator.nature() ? 3u : 2u); }

  ResolveTree(Simulator& simulator, std::size_t role, const ResolveSettings& settings);
  // Histories that the role holds possible, of which there is at least one, and behind them some that the opponent
  // holds possible in those; all have so many rounds. The tree before is read, and stays as it was. The budget is for
  // playouts: without any a new root is worth as much to the one as to the other.
  ResolveTree(ResolveTree& before, std::span<const std::vector<game::JointMove>> histories, std::uint32_t round,
              const Budget& budget = {});
  // For each history whether the tree has it.
  std::vector<bool> has(std::span<const std::vector<game::JointMove>> histories, std::uint32_t round) const;

  // Returns how many there were until the budget was over.
  std::uint64_t run(std::uint64_t iterations, const Budget& budget = {}, const InformationTrees* guide = nullptr);

  // The moves of the role, the likeliest first; none where it has no choice. Where it is said which moves it has, no
  // others: rules may let it not know its own from what it sees.
  std::vector<ValuedMove> valued(std::span<const std::uint32_t> candidates = {}) const;
  std::size_t opponent() const { return roles_[1]; }
  std::size_t nodes() const { return nodes_.size(); }
  std::size_t roots() const { return roots_; }
  bool complete() const { return open_ == 0; }  // every node is expanded or an end
  // Information sets of the opponent at the root, and how likely it plays on there.
  std::vector<double> entering() const;
  bool promised() const;  // nowhere does it gain by that

 private:
  static constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;
  static constexpr std::uint16_t kMostPlayouts = 60'000;  // of a leaf
  struct Node {
    std::uint32_t parent = kNoNumber, inner = kNoNumber;  // once it is expanded
    std::uint32_t round = 0;
    std::uint32_t counts[2] = {1, 1}, drawn = 1;     // moves of both, and of nature
    std::uint32_t sets[2] = {kNoNumber, kNoNumber};  // where there is a choice
    std::uint64_t views[2] = {0, 0};
    float chance = 1;  // nature's on the way from the root, times the root's share in its set of the opponent
    float value = 0;   // to the role, from -1/2 to 1/2, by playouts; exact at an end
    std::uint16_t playouts = 0;
    bool over = false;
    std::uint64_t children() const { return std::uint64_t{counts[0]} * counts[1] * drawn; }
  };
  // A node with children, whose numbers follow each other: by its own move, the other's, and nature's. What a sweep
  // reads of it, in the order in which nodes were expanded: those above come before those below.
  struct Inner {
    std::uint32_t node, first;  // itself, and its first child
    std::uint32_t counts[2], drawn;
    std::uint32_t actions[2];  // the first of its set's; action 0 where there is no choice
    std::uint32_t above;       // the inner one, and the actions that led from there
    std::uint32_t by[2];
    float chance;
  };
  struct Set {
    std::uint32_t first, count;  // actions
    std::uint8_t player;
    bool fresh = true;  // nothing is known of its moves
    std::uint64_t view;
    std::uint32_t inner = kNoNumber;  // the first in it
  };
  struct Action {
    std::uint32_t move;
    double regret = 0, chance = 0, sum = 0;
    double worth = 0, value = 0;  // in the last sweep, weighted by how likely the set is; and in the set
    float guided = -1;            // how likely the guide makes it; below 0 where it has no plan
    std::uint32_t visits = 2;
    double total = 0, squares = 0.5;  // of what was seen behind it, with two made up
  };
  // An information set of the opponent at the root.
  struct Door {
    double alternative = 0, prior = 1;
    double regrets[2] = {0, 0}, enters = 1;  // playing on, or staying out
    double regret = 0, picked = 0;           // of picking this one of all
    double weight = 1;                       // of its roots, to the role
  };

  // Where histories lead, and what both know then.
  struct Replayed {
    lanes::Rows rows;
    std::vector<std::array<std::uint64_t, 2>> views;
    std::vector<double> chances;  // nature's, of what it did on the way
    bool cut_off = false;         // there was no time
    std::uint64_t key(std::size_t i) const { return key_of_history(views[i].data(), rows.row(i)); }
  };
  static std::uint64_t key_of_history(const std::uint64_t* views, std::span<const std::uint64_t> row);
  Replayed replayed(std::span<const std::vector<game::JointMove>> histories, std::uint32_t round) const;
  std::uint32_t add_node(Node node, std::span<const std::uint64_t> row);
  // Their moves and values; the last nodes, from `begin` on, of which choices_ knows in these rows, or in this order.
  void complete_nodes(std::uint32_t begin, std::span<const std::uint32_t> rows = {});
  // What these nodes come to, by node and role.
  std::vector<float> come_to(std::span<const std::uint32_t> nodes, const PlayRequest& request);
  void ask_guide(const Set& set);
  void set_value(Node& node, const float* goals, std::uint32_t playouts);
  std::uint32_t set_of(std::uint8_t player, std::uint64_t view, std::span<const std::uint32_t> moves);
  void expand(std::span<const std::uint32_t> nodes);
  void grow();
  void look_again(std::vector<std::uint32_t>& leaves);
  // A root of a later tree: that it goes on, both know there.
  bool goes_on(std::uint32_t node, std::uint32_t round) const {
    return nodes_[node].round == round && !nodes_[node].over;
  }
  bool grows() const { return open_ > 0 && nodes_.size() < settings_.nodes; }
  std::uint32_t descend(std::uint8_t explorer);
  void iterate();
  void open_doors();
  void warm_up();
  void add_inner(std::uint32_t node, std::uint32_t first);
  std::uint32_t action_to(std::uint32_t node, std::size_t player) const;
  // Chances of both on the way and values, under the strategies of the moment or on average; and what each move of the
  // player was worth, weighted by how likely the other and nature come there.
  void sweep(bool average, std::uint8_t player);
  double reach(std::uint32_t node, std::size_t player) const;  // behind a sweep
  void set_up_averages();

  Simulator* simulator_;
  std::size_t roles_[2];  // its own, and the other's
  ResolveSettings settings_;
  Random random_;
  std::vector<Node> nodes_;
  lanes::Rows rows_;
  std::vector<Set> sets_;
  std::vector<Action> actions_{{.move = kNoNumber, .chance = 1}};  // the first is of who has no choice
  std::vector<Inner> inners_;
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> numbers_;  // of sets, by player and view
  std::vector<Door> doors_;                                          // none in the first tree
  std::vector<std::uint32_t> door_of_;                               // by root
  std::vector<std::uint32_t> own_roots_;                             // that the role itself holds possible
  std::size_t roots_ = 1;
  std::size_t open_ = 0;
  std::uint64_t own_view_ = 0;
  std::uint64_t iterations_ = 0, grown_ = 0;
  double growing_ = 0, solving_ = 0;  // so far, in sweeps of a node

  std::vector<std::array<double, 2>> reach_;  // by inner
  std::vector<double> values_;                // by node
  std::vector<double> averages_, chances_;    // by action; the latter as the last sweep took them
  std::vector<double> weights_;               // by the first action of a set: how likely the last sweep found it
  Choices choices_;
  Budget budget_;                            // of the run at hand, …
  const InformationTrees* guide_ = nullptr;  // … and its guide
};

}  // namespace percept::search
