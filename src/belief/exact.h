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
// Every use of the solver has a budget. What it does not find out in time is called open, and gave_up() says so. A
// round of worlds that was given up twice becomes part of a formula, too, which gets on in small steps. A game too
// large to ground has no formula: with too many worlds, two sets of what is known and open go on, which is sound.
//
// One thread at a time.
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
    double seconds = 10;           // of CPU time for one question to the solver, at most
    std::uint64_t seed = 1;        // of the sample
  };

  // The rules have to be made for two-valued logic. Fails when a circuit for the first position cannot be had.
  static Result<std::unique_ptr<ExactBelief>> make(std::shared_ptr<Rules> rules, RoleId role, const Options& options,
                                                   const Budget& budget = {});

  std::string_view name() const override { return "exact"; }
  Result<void> restart(const Budget& budget = {}) override;

  bool symbolic() const { return histories_ != nullptr; }
  // The possible positions, or when symbolic, some of them.
  const Worlds& worlds() const { return worlds_; }

 private:
  ExactBelief(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

  Known<MoveId> known_legal(const Budget& budget) override;
  Known<FluentId> known_fluents(const Budget& budget) override;
  Truth known_terminal(const Budget& budget) override;
  Known<int> known_goals(const Budget& budget) override;
  std::optional<std::size_t> known_states() override;
  std::vector<Probability> known_probabilities() override;
  bool called_open() const override { return gave_up_ || undecided_ || coarse_; }

  // Each answers false when the budget ran out; what is done by then need not be done again.
  Result<bool> advance(const Experience& experience, const Budget& budget) override;
  Result<bool> advance_worlds(const Experience& experience, const Budget& budget);
  Result<bool> advance_histories(const Experience& experience, const Budget& budget);
  Result<bool> advance_coarse(const Experience& experience, const Budget& budget);
  bool become_symbolic(const Budget& budget);
  Result<bool> use_local_circuit(const Budget& budget);

  void decide_fluents(const Budget& budget);
  void advance_sample(const Experience& experience, const Budget& budget);
  void refill_sample(const Budget& budget);
  void track(const Histories::Positions& positions);
  Known<FluentId> shown() const;    // by the worlds
  Known<FluentId> decided() const;  // so far
  tl::unexpected<Error> unexplained(const Experience& experience) const;
  Budget question(const Budget& budget) const { return budget.within(options_.seconds); }
  const GameCircuit& game() const { return circuit_->game; }

  // From what the worlds show, and where they are a sample, from the formula.
  std::vector<Truth> truths(const std::vector<Worlds::Share>& shares, std::span<const circuit::Wire> wires,
                            const Budget& budget);

  Options options_;
  Random random_;
  std::shared_ptr<const NumberedCircuit> circuit_;
  Worlds worlds_;
  std::vector<Experience> past_;
  bool exact_weights_ = true;
  bool gave_up_ = false;  // in a question about this position

  // The round at hand, of the worlds.
  bool moved_ = false;                   // made, but for a circuit for the positions it led to
  std::optional<Worlds::Layer> before_;  // that move, in a game without a circuit of its own
  bool too_many_ = false;                // leads to too many, or takes too long
  unsigned given_up_ = 0;                // so often

  // When symbolic:
  std::unique_ptr<Histories> histories_;
  std::size_t unrolled_ = 0;    // so many rounds of the past
  bool replayed_ = false;       // and that is all there were
  std::vector<Truth> fluents_;  // by index
  bool undecided_ = false;      // some of them are called open that may not be

  std::unique_ptr<TwoSetBelief> coarse_;  // with too many worlds, and no formula for so large a game
};

}  // namespace percept::belief
