// SPDX-License-Identifier: MIT
//
// Exact knowledge: sound and complete. The belief is the set of all histories that explain what the role did and saw,
// and it answers with what holds in all, in none, or in some of their last positions.
//
// While they are few, the possible positions are tracked one by one, with their weights (worlds.h). When they become
// more than a limit, the histories become a formula (histories.h), made from everything the role has experienced, so
// that none is lost; a sample of the worlds goes on beside it, since whatever a sampled world shows need not be asked.
// When the formula has few positions left, they are tracked one by one again; their weights are estimates then.
//
// Every use of the solver has a budget. What it does not find out in time is called open, and gave_up() says so. A game
// too large to ground has no formula: with too many worlds, two sets of what is known and open go on, which is sound.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "belief/belief.h"
#include "belief/histories.h"
#include "belief/two_set.h"
#include "belief/worlds.h"

namespace percept::belief {

class ExactBelief : public Belief {
 public:
  struct Options {
    std::size_t worlds = 200'000;  // tracked one by one, at most
    std::size_t sample = 1'000;    // worlds that go on beside the formula
    std::size_t few = 100;         // positions of the formula, to be tracked one by one again
    double seconds = 10;           // of CPU time for one question to the solver
    std::uint64_t seed = 1;        // of the sample
  };

  // The rules have to be made for two-valued logic. Fails when a circuit for the first position cannot be had.
  static Result<std::unique_ptr<ExactBelief>> make(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

  std::string_view name() const override { return "exact"; }
  Result<void> restart() override;
  Known<MoveId> legal() override;
  Known<FluentId> fluents() override;
  Truth terminal() override;
  Known<int> goals() override;
  std::optional<std::size_t> states() override;
  std::vector<Probability> probabilities() override;
  bool gave_up() const override { return gave_up_; }

  bool symbolic() const { return histories_ != nullptr; }
  // The possible positions, or when symbolic, some of them.
  const Worlds& worlds() const { return worlds_; }

 private:
  ExactBelief(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

  Result<void> advance(const Experience& experience) override;
  Result<void> advance_worlds(const Experience& experience, bool& too_many);
  Result<void> advance_histories(const Experience& experience);
  void advance_sample(const Experience& experience);
  void become_symbolic();
  Result<void> become_coarse();
  void refill_sample();
  void track(const Histories::Positions& positions);
  Result<void> use_local_circuit();
  Known<FluentId> shown() const;  // by the worlds
  Budget budget() const { return Budget(options_.seconds, 0); }
  const GameCircuit& game() const { return circuit_->game; }

  // From what the worlds show, and where they are a sample, from the formula.
  std::vector<Truth> truths(const std::vector<Worlds::Share>& shares, std::span<const circuit::Wire> wires);

  Options options_;
  Random random_;
  std::shared_ptr<const NumberedCircuit> circuit_;
  Worlds worlds_;
  std::vector<Truth> fluents_;  // by index, when symbolic
  std::unique_ptr<Histories> histories_;
  std::vector<Experience> past_;
  bool exact_weights_ = true;
  bool gave_up_ = false;
  std::unique_ptr<TwoSetBelief> coarse_;  // with too many worlds, and no formula for so large a game
};

}  // namespace percept::belief
