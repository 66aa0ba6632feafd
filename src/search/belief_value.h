// SPDX-License-Identifier: MIT
//
// The best a role can do where nobody but nature moves beside it: what it knows is a set of worlds with weights, and
// every move leads, with the chance of each percept, to another such set. All moves are tried to the end of the game
// (expectimax on beliefs), and sets that come again are valued once. Exact, so that a move that asks is worth what the
// answer is good for; only for few worlds and short games, which it finds out by trying.
//
//   BeliefValue search(*simulator, role);
//   auto best = search.best(models, round, candidates, budget);      // empty when it was too much
//
// A role that is asked for a move knows that the game is not over. One thread at a time.
#pragma once

#include <tsl/robin_map.h>

#include <optional>
#include <span>
#include <vector>

#include "search/mcts.h"
#include "search/simulator.h"

namespace percept::search {

class BeliefValue {
 public:
  // Whether it makes sense: nobody moves but the role and nature.
  static bool fits(const Simulator& simulator) { return simulator.roles() == (simulator.nature() ? 2u : 1u); }

  // So many steps of worlds at most are tried for one answer.
  BeliefValue(Simulator& simulator, std::size_t role, std::size_t steps = 3'000'000)
      : simulator_(simulator), role_(role), most_(steps) {}

  // The value of each candidate, or of each move legal in all models, best first; empty when it was too much. What was
  // found out stays for later questions.
  std::vector<ValuedMove> best(std::span<const SearchModel> models, std::uint32_t round,
                               std::span<const std::uint32_t> candidates = {}, const Budget& budget = {});

 private:
  struct Belief {
    lanes::Rows rows;
    std::vector<double> weights;  // all together 1
  };
  struct Branch {
    double chance = 0;  // of what is seen; the weights of the worlds that are then possible add up to it
    Belief belief;
  };

  std::optional<double> value(Belief belief, std::uint32_t round);
  // Of every move that is legal in all worlds, none of which is over.
  bool value_moves(const Belief& belief, const Choices& choices, std::span<const std::uint32_t> moves,
                   std::uint32_t round, bool all, std::vector<double>& values);
  static std::uint64_t key_of(const Belief& belief);

  Simulator& simulator_;
  std::size_t role_, most_;
  std::size_t steps_ = 0;
  std::uint32_t last_round_ = 0;
  Budget budget_;
  tsl::robin_map<std::uint64_t, double, MixedHash> known_;
};

}  // namespace percept::search
