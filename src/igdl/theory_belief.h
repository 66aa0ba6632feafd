// SPDX-License-Identifier: MIT
//
// What a role knows that has nothing but an incomplete description: of the position what holds in every model of the
// theory that explains what it did and saw, and of the rules the same. A belief like others (belief/belief.h), and
// more: the percepts of the first position, which come before the first move where percepts are of the position;
// questions about any atom; how many models there are; and why something is known.
//
// One thread's.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/belief.h"
#include "igdl/estimate.h"
#include "igdl/timeline.h"

namespace percept::igdl {

// What an answer rests on, as people read it.
struct Because {
  Truth truth = Truth::kOpen;
  std::vector<std::size_t> sentences = {};  // numbers of the theory's
  struct Fact {
    std::size_t round;
    std::string text;
  };
  std::vector<Fact> facts = {};
};

// What may be the case: a position, and what holds of the rules that are open.
struct PossibleWorld {
  game::State position;
  std::vector<Number> rules;
  double weight = 0;  // of all that were drawn together 1
};
struct Worlds {
  std::vector<PossibleWorld> worlds;
  bool uniform = false;  // each was drawn with the same chance as any other, or they are all there are; else by guesses
  bool all = false;
};

class TheoryBelief : public belief::Belief {
 public:
  static Result<std::unique_ptr<TheoryBelief>> make(std::shared_ptr<const Theory> theory, RoleId role,
                                                    const Budget& budget = {});

  std::string_view name() const override { return "igdl"; }
  const Theory& theory() const { return *theory_; }
  const std::shared_ptr<const Theory>& shared_theory() const { return theory_; }
  Timeline& timeline() { return *timeline_; }

  // Fails when no model of the theory has a first position; the message names a smallest set of sentences to blame.
  Result<void> restart(const Budget& budget = {}) override;
  // What is seen of the first position, where percepts are of the position. Fails, and changes nothing, when no model
  // explains it.
  Result<void> look(const Percepts& percepts, const Budget& budget = {});
  // A move is asked for, so the game is not over; what contradicts that is passed over.
  void asked(const Budget& budget = {});
  // CPU seconds for what is known of one position, beside the budgets of the questions.
  void set_seconds(double seconds) { seconds_ = seconds; }

  // Any atom: rigid, of the present round (0), or of one that has been. Those of a move are open before it is made.
  Truth truth(Number input, std::size_t round = 0, const Budget& budget = {});
  Result<Because> why(std::string_view atom, const Budget& budget = {});
  // Which rigid atoms of the author's relations are open.
  belief::Known<Number> rules_known(const Budget& budget = {});
  // How many ways to complete the rules, how many positions, and how many of both together.
  Count models(const Budget& budget = {});
  Count positions(const Budget& budget = {});
  Count worlds(const Budget& budget = {});
  // So many of both, by chance; all of them when they are no more. Fewer, or none, when the budget ran out.
  Worlds draw(std::size_t count, Random& random, const Budget& budget = {});

  // What was told, to be told again.
  const std::optional<Percepts>& first_percepts() const { return first_; }
  const std::vector<Experience>& experiences() const { return experiences_; }

 protected:
  Result<bool> advance(const Experience& experience, const Budget& budget) override;
  belief::Known<MoveId> known_legal(const Budget& budget) override;
  belief::Known<FluentId> known_fluents(const Budget& budget) override;
  Truth known_terminal(const Budget& budget) override;
  belief::Known<int> known_goals(const Budget& budget) override;
  std::optional<std::size_t> known_states() override;
  std::vector<belief::Probability> known_probabilities() override;  // all worlds being equally likely
  bool called_open() const override { return gave_up_; }

 private:
  TheoryBelief(std::shared_ptr<const Theory> theory, RoleId role)
      : Belief(theory->words(), role), theory_(std::move(theory)) {}
  void find_truths(const Budget& budget);
  void forget_answers() {
    answered_ = gave_up_ = false;
    spent_ = 0;
  }
  Count count(const std::vector<Number>& open, const Budget& budget);
  std::unique_ptr<Timeline> told_again(bool explaining) const;
  Error unexplained(std::size_t round, const std::optional<Percepts>& first,
                    const std::vector<Experience>& experiences);
  std::vector<Number> open_fluents(const Budget& budget);
  std::vector<Number> open_rules(const Budget& budget);
  std::vector<Number> open_worlds(const Budget& budget);
  static std::vector<Literal> literals_of(Timeline& timeline, const std::vector<Number>& inputs);

  std::shared_ptr<const Theory> theory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<Percepts> first_;
  std::vector<Experience> experiences_;
  bool asked_ = false;                       // in the present position
  bool answered_ = false, gave_up_ = false;  // of the present position
  std::vector<Truth> truths_;                // fluents, own legal moves, own goals, terminal, rigid atoms
  double seconds_ = HUGE_VAL, spent_ = 0;    // for questions about the present position
};

}  // namespace percept::igdl
