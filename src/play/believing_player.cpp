// SPDX-License-Identifier: MIT
#include "play/believing_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "belief/exact.h"
#include "belief/two_set.h"

namespace percept::play {
namespace {

using belief::Belief;
using belief::ExactBelief;
using belief::TwoSetBelief;

constexpr double kGrounding = 10;  // CPU seconds at most; beyond, each round is grounded by itself
constexpr double kQuestion = 5;    // for one question to the solver, at most

// The belief goes on, with or without what it was told; an error says what was odd.
Result<void> tell(Belief& belief, const Told& told) {
  auto experience = experience_of(belief, told);
  Result<void> heard = experience ? belief.update(*experience) : Result<void>(tl::unexpected(experience.error()));
  if (heard) return heard;
  if (auto lost = go_on_without(belief, told); !lost) return lost;
  return heard;
}

}  // namespace

Result<void> BelievingPlayer::start(const Assignment& assignment, Thinking& thinking) {
  bool same = rules_ && belief_ && assignment_.rules == assignment.rules && assignment_.role == assignment.role &&
              assignment_.play_clock == assignment.play_clock;
  assignment_ = assignment;
  if (same) {
    if (quick_)
      if (auto fine = quick_->restart(); !fine) return fine;
    if (auto fine = belief_->restart(); !fine) return fine;
  } else if (auto made = make_beliefs(thinking.seconds_left()); !made) {
    return made;
  }
  offer_first(*belief_, thinking);
  return {};
}

Result<void> BelievingPlayer::make_beliefs(double seconds) {
  quick_.reset();
  belief_.reset();
  ground::Options grounding;
  grounding.seconds = std::min(kGrounding, std::isfinite(seconds) ? std::max(seconds / 3, 0.05) : kGrounding);
  bool exact = filter_ == Filter::kExact;
  auto rules =
      belief::Rules::make(assignment_.rules, exact ? circuit::Logic::kTwoValued : circuit::Logic::kKleene, grounding);
  if (!rules) return tl::unexpected(rules.error());
  rules_ = *rules;
  auto role = rules_->role(assignment_.role);
  if (!role) return failure(fmt::format("the game has no role {}", assignment_.role));
  if (!exact) {
    auto two_set = TwoSetBelief::make(rules_, *role);
    if (!two_set) return tl::unexpected(two_set.error());
    belief_ = std::move(*two_set);
    return {};
  }
  ExactBelief::Options options;
  if (assignment_.play_clock) options.seconds = std::min(kQuestion, *assignment_.play_clock / 4);
  auto exactly = ExactBelief::make(rules_, *role, options);
  if (!exactly) return tl::unexpected(exactly.error());
  belief_ = std::move(*exactly);
  if (!assignment_.play_clock) return {};
  belief::Known<belief::FluentId> initial{rules_->initial(), {}};
  initial.sort();
  auto quick = TwoSetBelief::make_at(rules_, *role, initial, 1);
  if (quick) quick_ = std::move(*quick);
  return {};
}

Result<void> BelievingPlayer::hear(const Told& told, Thinking& thinking) {
  if (!belief_) return failure("a round of a match that was not started");
  if (quick_) {
    if (tell(*quick_, told))
      offer_first(*quick_, thinking);
    else
      quick_.reset();
  }
  Result<void> heard = tell(*belief_, told);
  if (assignment_.play_clock && !quick_) offer_first(*belief_, thinking);
  return heard;
}

Result<std::string> BelievingPlayer::choose(Thinking& thinking) {
  if (!belief_) return failure("there is no belief to choose a move by");
  belief::Candidates from = belief::candidates(*belief_);
  if (from.moves.empty()) return failure(fmt::format("round {}: no move can be legal", belief_->round()));
  std::string move = rules_->text(belief_->role(), choice(from));
  thinking.offer(move, from.known);
  return move;
}

void BelievingPlayer::offer_first(Belief& belief, Thinking& thinking) {
  belief::Candidates from = belief::candidates(belief);
  if (!from.moves.empty()) thinking.offer(rules_->text(belief.role(), from.moves.front()), from.known);
}

}  // namespace percept::play
