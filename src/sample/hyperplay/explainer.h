// SPDX-License-Identifier: MIT
//
// Finds the joint moves that explain a round in given positions, and the positions they lead to, many at once
// (lanes.h).
//
// All joint moves of a position are tried when they are not too many. Else they are tried in random order without
// replacement, until there are enough explanations or the position has had its share of trials; a position without an
// explanation can be taken further. When there are enough, the last is not used and the trials count up to the one
// before it: so explanations over trials is an estimate without bias in both cases (Girshick, Mosteller and Savage
// 1946), as long as the first share brings some explanation.
#pragma once

#include "base/budget.h"
#include "base/result.h"
#include "sample/chances.h"
#include "sample/hyperplay/lanes.h"
#include "sample/hyperplay/positions.h"
#include "sample/sampler.h"

namespace percept::sample {

class Explainer {
 public:
  Explainer(std::shared_ptr<Rules> rules, RoleId role, std::shared_ptr<const belief::Opponents> opponents,
            std::uint64_t seed)
      : rules_(std::move(rules)),
        opponents_(std::move(opponents)),
        role_(role),
        seed_(seed),
        lanes_(role),
        chances_(*rules_, role, opponents_.get()) {}

  // Tries joint moves in those of the positions that are not complete and have no explanation that may lead on. False
  // when the time ran out; what was found until then is kept. `games` are the hypergames in these positions.
  Result<bool> explain(Positions& positions, std::span<const std::uint32_t> which, const Positions* following,
                       std::size_t games, const Experience& experience, const Budget& budget);
  // Finds where explanations lead to. A pair is a position and the index of one of its explanations; sorted.
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  // Fails when a circuit cannot be had, as when the budget is over.
  Result<void> follow(Positions& from, std::span<const Pair> pairs, const Experience& experience, Positions& to,
                      const Budget& budget);

  double grounding() const { return grounding_; }  // CPU seconds for circuits of the moment

 private:
  // What may be tried in a position, and what was found.
  struct Search {
    std::uint32_t position;
    std::vector<std::vector<std::uint32_t>> moves;  // by role: indices in the circuit, in the order of their numbers
    std::vector<std::vector<double>> chances;       // of these
    std::uint64_t joint_moves = 0;
    std::uint64_t order = 0;  // its seed
    bool in_order = true;     // all are tried, one after the other
    bool too_many = false;    // to try all at once
    // Trials, and what each role chose in them.
    std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> found;
  };
  struct Trial {
    std::uint32_t search;
    std::uint64_t number;
  };
  // A circuit for these positions. kUnexplained when it has no such move or percept, else kDone. Fails when it cannot
  // be had, as when the budget is over.
  Result<Outcome> prepare(const Positions& positions, std::span<const std::uint32_t> which,
                          const Experience& experience, const Budget& budget);
  void find_choices(const Positions& positions, Search& search, std::size_t in_lanes);
  bool try_joint_moves(Positions& positions, std::span<const std::uint32_t> which, std::size_t enough,
                       std::uint64_t share, const Budget& budget);
  void decode(const Search& search, std::uint64_t number);
  void try_one(const Search& search, std::uint32_t in_lanes, std::uint64_t number);
  void run_trials();
  void conclude(Positions& positions, Search& search, std::uint64_t tried, std::size_t enough);

  std::shared_ptr<Rules> rules_;
  std::shared_ptr<const belief::Opponents> opponents_;
  RoleId role_;
  std::uint64_t seed_;
  Lanes lanes_;
  Chances chances_;
  std::vector<std::uint64_t> known_, possible_;  // fluents of the circuit of the moment
  double grounding_ = 0;
  std::vector<Search> searches_;
  std::vector<Trial> trials_;                  // by lane
  std::vector<std::uint32_t> choice_, joint_;  // of a trial, by role
};

}  // namespace percept::sample
