// SPDX-License-Identifier: MIT
//
// The two-set filter of Thielscher's "Filtering with Logic Programs" (2013): what is known (B⁺) and what may be (B⁰),
// carried from round to round by its update procedure. Sound, cheap, and incomplete on purpose: it does not reason by
// cases, holds its open atoms independent of each other, and filters by each observation once. open_game.h says how.
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "belief/belief.h"
#include "belief/open_game.h"

namespace percept::belief {

class TwoSetBelief : public Belief {
 public:
  struct Options {
    bool nonpercepts = true;  // filter by what was possible and not seen, too
  };

  // The rules have to be made for Kleene's logic. Fails when a circuit for the first position cannot be had.
  static Result<std::unique_ptr<TwoSetBelief>> make(std::shared_ptr<Rules> rules, RoleId role,
                                                    const Options& options = {true}, const Budget& budget = {});

  // The same, in a position of which so much is known. Two-valued rules will do, too, where only soundness matters.
  static Result<std::unique_ptr<TwoSetBelief>> make_at(std::shared_ptr<Rules> rules, RoleId role,
                                                       const Known<FluentId>& position, std::size_t round,
                                                       const Budget& budget = {});

  std::string_view name() const override { return "two-set"; }
  Result<void> restart(const Budget& budget = {}) override;

  // What the last update went through, as the paper has it.
  struct Trace {
    std::vector<std::pair<RoleId, MoveId>> moves;  // of the others, that may be legal (step 2.1)
    std::vector<PerceptId> percepts;               // that the role may see
    // B⁺ and B⁰ when filtered.
    Known<FluentId> fluents;
    Known<std::pair<RoleId, MoveId>> does;
  };
  // Fills it in at each update from now on.
  void keep_trace(Trace* trace) { trace_ = trace; }

 private:
  TwoSetBelief(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
      : Belief(std::move(rules), role), options_(options) {}

  Result<bool> advance(const Experience& experience, const Budget& budget) override;
  Known<MoveId> known_legal(const Budget& budget) override;
  Known<FluentId> known_fluents(const Budget&) override { return position(); }
  Truth known_terminal(const Budget& budget) override;
  Known<int> known_goals(const Budget& budget) override;
  std::optional<std::size_t> known_states() override;
  bool called_open() const override { return gave_up_; }

  Error unexplained(const OpenGame::Contradiction& contradiction) const;
  // The position, and a circuit for it when the game has none of its own.
  Result<void> enter(const Known<FluentId>& position, const Budget& budget);
  void place(const Known<FluentId>& position);
  Known<FluentId> position() const;
  // Asks the game within the budget.
  template <class Ask>
  auto asked(const Budget& budget, Ask ask) {
    game_->limit(budget);
    auto out = ask();
    gave_up_ |= game_->gave_up();
    return out;
  }

  Options options_;
  std::unique_ptr<OpenGame> game_;
  std::vector<bool> seen_;  // by index of the role's percepts
  Trace* trace_ = nullptr;
  bool gave_up_ = false;  // in a question about this position
};

}  // namespace percept::belief
