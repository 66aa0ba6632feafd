// SPDX-License-Identifier: MIT
//
// Equilibria of games that do not fit: Monte Carlo CFR by external sampling (Lanctot et al. 2009). An iteration walks
// through all moves of one player, one sampled move of the others and of chance, on a walker; information sets are made
// when they are met, and known by 64 bits of a hash of what the player did and saw. Two players, constant sum.
//
//   Sampling sampling(whole, {.seed = 1, .bytes = …});
//   sampling.iterate(budget);                                    // once for each player
//   sampling.chances(player, key, out)                           // the average policy in an information set
//
// When the bytes are used up, information sets that are met for the first time are played uniformly and not kept.
// One thread.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "game/walker.h"

namespace percept::search {

class Sampling {
 public:
  struct Options {
    std::uint64_t seed = 1;
    std::size_t bytes = std::size_t{4} << 30;
  };
  Sampling(std::shared_ptr<const game::WholeGame> whole, const Options& options);

  // False when time was over before it was done; what was learnt counts.
  Result<bool> iterate(const Budget& budget);
  std::uint64_t iterations() const { return iterations_; }
  std::uint64_t nodes() const { return nodes_; }
  std::size_t information_sets() const { return sets_.size(); }
  bool full() const { return full_; }
  // The mean of the first player's goal in the matches that were sampled, with the policies of the moment.
  double mean_goal() const { return matches_ > 0 ? goals_ / static_cast<double>(matches_) : 0; }

  // A player's view as a key: that of the start, and of what was done and seen since.
  static std::uint64_t start_key(std::size_t player);
  static std::uint64_t next_key(std::uint64_t key, game::MoveId move, const game::Percepts& seen);
  // The average policy over so many legal moves; uniform where nothing is known.
  void chances(std::uint64_t key, std::size_t moves, std::vector<double>& out) const;

 private:
  struct Set {
    std::uint64_t first;  // in the arrays
    std::uint32_t moves;
  };
  double walk(std::size_t player, std::size_t depth, std::span<const std::uint64_t> keys);
  // Where it is in the arrays; made when it is not known, nothing when there is no room.
  std::optional<std::uint64_t> find(std::uint64_t key, std::size_t moves);
  void match_regrets(std::optional<std::uint64_t> at, std::size_t moves, std::vector<double>& out) const;
  std::size_t draw(const std::vector<double>& chances);

  struct Ply {
    game::State state;
    std::vector<std::vector<game::MoveId>> legal;
    std::vector<std::size_t> chosen;
    std::vector<double> chances, values;
    std::vector<std::uint64_t> keys;
    game::JointMove joint;
    game::Percepts seen;
  };

  std::shared_ptr<const game::WholeGame> whole_;
  Options options_;
  std::unique_ptr<game::Walker> walker_;
  std::vector<std::uint32_t> players_;  // roles
  Random random_;
  std::unordered_map<std::uint64_t, Set> sets_;
  std::vector<float> regrets_, sums_;
  std::vector<std::unique_ptr<Ply>> plies_;
  std::vector<double> others_;
  std::vector<int> goal_;
  std::uint64_t iterations_ = 0, nodes_ = 0, matches_ = 0;
  double goals_ = 0;
  bool full_ = false, stopped_ = false;
  std::optional<Error> error_;
  Budget budget_;
};

}  // namespace percept::search
