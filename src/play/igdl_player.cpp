// SPDX-License-Identifier: MIT
#include "play/igdl_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "belief/candidates.h"
#include "belief/told.h"

namespace percept::play {
namespace {

constexpr double kUntimed = 10;         // CPU seconds for a move where there is no clock
constexpr double kPlanningShare = 0.8;  // of the play clock
constexpr std::size_t kWorlds = 512;

}  // namespace

Result<void> hear(igdl::TheoryBelief& belief, bool first, const Told& told, const Budget& budget) {
  if (first && !told.move) {
    auto experience = experience_of(belief, told);
    if (!experience) return tl::unexpected(experience.error());
    return experience->percepts ? belief.look(*experience->percepts, budget) : Result<void>();
  }
  Result<void> heard = belief::hear(belief, told, budget);
  if (heard) return heard;
  if (auto lost = go_on_without(belief, told, budget); !lost) return lost;
  // Whom it may concern reads it in a log, on one line.
  std::string& message = heard.error().message;
  for (std::size_t at = 0; (at = message.find("\n  ", at)) != std::string::npos;) message.replace(at, 3, " | ");
  return heard;
}

Result<void> IgdlPlayer::start(const Assignment& assignment, Thinking& thinking) {
  moved_ = false;
  auto theory = igdl::Theory::make(assignment.rules, thinking.budget());
  if (!theory) return tl::unexpected(theory.error());
  auto role = (*theory)->lexicon().role(assignment.role);
  if (!role) return failure(fmt::format("the description has no role {}", assignment.role));
  auto belief = igdl::TheoryBelief::make(*theory, *role, thinking.budget());
  if (!belief) return tl::unexpected(belief.error());
  belief_ = std::move(*belief);
  planner_ = std::make_unique<igdl::Planner>(*theory, *role);
  belief::Candidates from = belief::candidates(*belief_, thinking.budget());
  if (!from.moves.empty()) thinking.offer(belief_->rules().text(*role, from.moves.front()), from.known);
  return {};
}

Result<void> IgdlPlayer::hear(const Told& told, Thinking& thinking) {
  if (!belief_) return failure("a round of a match that was not started");
  return play::hear(*belief_, !moved_, told, thinking.budget().part(kPlanningShare));
}

Result<std::string> IgdlPlayer::choose(Thinking& thinking) {
  if (!belief_) return failure("there is no belief to choose a move by");
  moved_ = true;
  Budget budget =
      thinking.seconds_left() == HUGE_VAL ? thinking.budget().within(kUntimed) : thinking.budget().part(kPlanningShare);
  if (belief_->late() > 0) (void)belief_->catch_up(budget);
  belief_->asked(budget);
  belief::Candidates from = belief::candidates(*belief_, budget);
  if (from.moves.empty()) return failure(fmt::format("round {}: no move can be legal", belief_->round()));
  std::string best = belief_->rules().text(belief_->role(), from.moves.front());
  thinking.offer(best, from.known);
  if (from.moves.size() == 1 || belief_->late() > 0) return best;
  for (std::size_t depth : {1u, 2u, 4u, 8u, 16u, 50u}) {
    igdl::Policy policy =
        planner_->plan(belief_->timeline(), {.worlds = kWorlds, .depth = depth, .blind = true}, budget);
    bool in_time = !budget.out_of_time();
    auto move = policy.first_move();
    if (move && (in_time || depth == 1) && std::ranges::count(from.moves, *move) > 0) {
      best = belief_->rules().text(belief_->role(), *move);
      thinking.offer(best, from.known);
    }
    if (policy.proved || !in_time) break;
  }
  return best;
}

}  // namespace percept::play
