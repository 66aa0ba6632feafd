// SPDX-License-Identifier: MIT
#include "play/believing_player.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "belief/exact.h"
#include "belief/two_set.h"
#include "play/igdl_player.h"

namespace percept::play {
namespace {

using belief::Belief;
using belief::ExactBelief;
using belief::TwoSetBelief;

constexpr double kGrounding = 10;            // CPU seconds at most; beyond, each round is grounded by itself
constexpr double kGroundingShare = 1.0 / 3;  // of the start clock, at most
constexpr double kUpdateShare = 0.8;         // of the play clock, before there has to be an answer
constexpr double kQuestion = 5;              // for one question to the solver, at most

// The belief goes on, with or without what it was told; an error says what was odd.
Result<void> tell(Belief& belief, const Told& told, const Result<belief::Experience>& experience,
                  const Budget& budget) {
  Result<void> heard =
      experience ? belief.update(*experience, budget) : Result<void>(tl::unexpected(experience.error()));
  if (heard) return heard;
  if (auto lost = go_on_without(belief, told, budget); !lost) return lost;
  return heard;
}

}  // namespace

Result<void> BelievingPlayer::start(const Assignment& assignment, Thinking& thinking) {
  assignment_ = assignment;
  if (auto made = make_beliefs(thinking.seconds_left(), thinking.budget()); !made) return made;
  offer_first(*belief_, thinking);
  return {};
}

Result<void> BelievingPlayer::make_beliefs(double seconds, const Budget& budget) {
  quick_.reset();
  belief_.reset();
  theory_ = nullptr;
  experiences_.clear();
  moved_ = false;
  if (assignment_.rules->is_incomplete()) {
    auto theory = igdl::Theory::make(assignment_.rules, budget);
    if (!theory) return tl::unexpected(theory.error());
    auto role = (*theory)->lexicon().role(assignment_.role);
    if (!role) return failure(fmt::format("the description has no role {}", assignment_.role));
    auto belief = igdl::TheoryBelief::make(*theory, *role, budget);
    if (!belief) return tl::unexpected(belief.error());
    theory_ = belief->get();
    belief_ = std::move(*belief);
    rules_ = theory_->theory().words();
    return {};
  }
  ground::Options grounding;
  grounding.seconds = std::clamp(kGroundingShare * seconds, 0.05, kGrounding);
  grounding.budget = budget;
  bool exact = filter_ == Filter::kExact;
  auto model = model_of(assignment_);
  if (!model) return tl::unexpected(model.error());
  auto rules = belief::Rules::make(*model, exact ? circuit::Logic::kTwoValued : circuit::Logic::kKleene, grounding);
  if (!rules) return tl::unexpected(rules.error());
  rules_ = *rules;
  auto role = rules_->role(assignment_.role);
  if (!role) return failure(fmt::format("the game has no role {}", assignment_.role));
  if (!exact) {
    auto two_set = TwoSetBelief::make(rules_, *role, {}, budget);
    if (!two_set) return tl::unexpected(two_set.error());
    belief_ = std::move(*two_set);
    return {};
  }
  ExactBelief::Options options;
  if (assignment_.play_clock) options.seconds = std::min(kQuestion, *assignment_.play_clock / 4);
  auto exactly = ExactBelief::make(rules_, *role, options, budget);
  if (!exactly) return tl::unexpected(exactly.error());
  belief_ = std::move(*exactly);
  if (!assignment_.play_clock) return {};
  belief::Known<belief::FluentId> initial{rules_->initial(), {}};
  initial.sort();
  auto quick = TwoSetBelief::make_at(rules_, *role, initial, 1, budget);
  if (quick) quick_ = std::move(*quick);
  return {};
}

Result<void> BelievingPlayer::hear(const Told& told, Thinking& thinking) {
  if (!belief_) return failure("a round of a match that was not started");
  Budget budget = thinking.budget().part(kUpdateShare);
  if (theory_) return play::hear(*theory_, !moved_, told, budget);
  auto experience = experience_of(*belief_, told);  // both have the same rules, and are told the same
  experiences_.push_back(experience.value_or(belief::Experience{}));
  if (quick_) {
    if (tell(*quick_, told, experience, budget))
      offer_first(*quick_, thinking);
    else
      quick_.reset();
  }
  Result<void> heard = tell(*belief_, told, experience, budget);
  if (assignment_.play_clock && !quick_) offer_first(*belief_, thinking);
  if (heard && belief_->late() > 0)
    return failure(fmt::format("no time to think about what was seen: {} behind", counted(belief_->late(), "round")));
  return heard;
}

Result<std::string> BelievingPlayer::choose(Thinking& thinking) {
  if (!belief_) return failure("there is no belief to choose a move by");
  moved_ = true;
  if (theory_) theory_->asked(thinking.budget());
  Belief& by = belief_->late() > 0 && quick_ ? *quick_ : *belief_;
  if (by.late() > 0) (void)by.catch_up(thinking.budget());
  if (by.late() > 0) return failure("no time to think about what is legal");  // what is in hand was so once
  belief::Candidates from = belief::candidates(by, thinking.budget());
  if (from.moves.empty()) return failure(fmt::format("round {}: no move can be legal", belief_->round()));
  std::string move = rules_->text(belief_->role(), choice(from, thinking));
  thinking.offer(move, from.known);
  return move;
}

// What is not explained is left out by the belief itself; there is nobody to tell.
void BelievingPlayer::ponder(Thinking& thinking) {
  for (Belief* belief : {quick_.get(), belief_.get()})
    if (belief && belief->late() > 0) (void)belief->catch_up(thinking.budget());
}

void BelievingPlayer::offer_first(Belief& belief, Thinking& thinking) {
  if (belief.late() > 0) return;
  belief::Candidates from = belief::candidates(belief, thinking.budget());
  if (!from.moves.empty()) thinking.offer(rules_->text(belief.role(), from.moves.front()), from.known);
}

}  // namespace percept::play
