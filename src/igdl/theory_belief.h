// SPDX-License-Identifier: MIT
//
// What a role knows that has nothing but an incomplete description: of the position what holds in every model of the
// theory that explains what it did and saw, and of the rules the same. A belief like others (belief/belief.h), and
// more: the percepts of the first position, which come before the first move where percepts are of the position;
// questions about any atom; how many models there are; and why something is known.
//
// One thread's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/belief.h"
#include "igdl/timeline.h"

namespace percept::igdl {

struct Count {
  double value = 0;
  bool exact = false;  // else an estimate
};

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

  // Any atom: rigid, of the present round (0), or of one that has been. Those of a move are open before it is made.
  Truth truth(Number input, std::size_t round = 0, const Budget& budget = {});
  Result<Because> why(std::string_view atom, const Budget& budget = {});
  // Which rigid atoms of the author's relations are open.
  belief::Known<Number> rules_known(const Budget& budget = {});
  // How many ways to complete the rules, how many positions, and how many of both together.
  Count models(const Budget& budget = {});
  Count positions(const Budget& budget = {});
  Count worlds(const Budget& budget = {});

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
  bool called_open() const override { return gave_up_; }

 private:
  TheoryBelief(std::shared_ptr<const Theory> theory, RoleId role)
      : Belief(theory->words(), role), theory_(std::move(theory)) {}
  void find_truths(const Budget& budget);
  Count count(const std::vector<Literal>& literals, const Budget& budget);
  Error unexplained(std::size_t round, const std::optional<Percepts>& first,
                    const std::vector<Experience>& experiences);
  std::vector<Literal> open_fluents(const Budget& budget);
  std::vector<Literal> open_rules(const Budget& budget);

  std::shared_ptr<const Theory> theory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<Percepts> first_;
  std::vector<Experience> experiences_;
  bool answered_ = false, gave_up_ = false;  // of the present position
  std::vector<Truth> truths_;                // fluents, own legal moves, own goals, terminal, rigid atoms
};

}  // namespace percept::igdl
