// SPDX-License-Identifier: MIT
//
// The two-set filter of Thielscher's "Filtering with Logic Programs" (2013): what is known (B⁺) and what may be (B⁰),
// carried from round to round by its update procedure. Sound, cheap, and incomplete on purpose: it does not reason by
// cases, holds its open atoms independent of each other, and filters by each observation once. open_game.h says how.
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
                                                    const Options& options = {true});

  // The same, in a position of which so much is known. Two-valued rules will do, too, where only soundness matters.
  static Result<std::unique_ptr<TwoSetBelief>> make_at(std::shared_ptr<Rules> rules, RoleId role,
                                                       const Known<FluentId>& position, std::size_t round);

  std::string_view name() const override { return "two-set"; }
  Result<void> restart() override;
  Known<MoveId> legal() override;
  Known<FluentId> fluents() override;
  Truth terminal() override { return game_->terminal(); }
  Known<int> goals() override;
  std::optional<std::size_t> states() override;

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

  Result<void> advance(const Experience& experience) override;
  Error unexplained(const OpenGame::Contradiction& contradiction) const;
  // The position, and a circuit for it when the game has none of its own.
  Result<void> enter(const Known<FluentId>& position);

  Options options_;
  std::unique_ptr<OpenGame> game_;
  std::vector<bool> seen_;  // by index of the role's percepts
  Trace* trace_ = nullptr;
};

}  // namespace percept::belief
