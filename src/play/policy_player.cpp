// SPDX-License-Identifier: MIT
#include "play/policy_player.h"

#include <algorithm>

#include "base/text.h"
#include "game/lexicon.h"
#include "play/strategies.h"

namespace percept::play {

Result<void> PolicyPlayer::start(const Assignment& assignment, Thinking& thinking) {
  assignment_ = assignment;
  told_.clear();
  fallback_.reset();
  random_ = Random(seed_);
  here_ = policy_;
  if (!policy_->rules.digest.empty())
    if (gdl::Fingerprint rules = gdl::fingerprint(*assignment.rules);
        rules.digest == policy_->rules.digest && rules.names != policy_->rules.names)
      here_ = std::make_shared<const Policy>(policy_->renamed(rules));
  role_ = here_->role(lower(assignment.role));
  view_ = 0;
  if (role_ == nullptr || role_->views() == 0) return leave(thinking);
  return {};
}

Result<void> PolicyPlayer::leave(Thinking& thinking) {
  role_ = nullptr;
  auto model = model_of(assignment_);
  if (model) assignment_.model = *model;
  auto made = make_player(!model ? "random" : (*model)->imperfect() ? "ismcts" : "mcts", seed_);
  if (!made) return tl::unexpected(made.error());
  fallback_ = std::move(*made);
  auto started = fallback_->start(assignment_, thinking);
  if (!started) return started;
  Result<void> out;
  for (const Told& told : told_)
    if (auto heard = fallback_->hear(told, thinking); !heard) out = heard;
  return out;
}

Result<void> PolicyPlayer::hear(const Told& told, Thinking& thinking) {
  told_.push_back(told);
  if (fallback_) return fallback_->hear(told, thinking);
  if (role_ == nullptr) return {};
  if (!told.move || !told.percepts) return leave(thinking);
  auto plain = [](const std::string& text) { return game::canonical(text).value_or(text); };
  std::vector<std::string> percepts;
  for (const std::string& percept : *told.percepts) percepts.push_back(plain(percept));
  std::uint32_t next = role_->next(view_, plain(*told.move), std::move(percepts));
  // The last round of a match leads nowhere, and a policy has nothing to say there: it is left only to choose a move.
  if (next == Policy::kUnknown)
    role_ = nullptr;
  else
    view_ = next;
  return {};
}

void PolicyPlayer::ponder(Thinking& thinking) {
  if (fallback_) fallback_->ponder(thinking);
}

void PolicyPlayer::stop() {
  if (fallback_) fallback_->stop();
}

std::vector<std::pair<std::string, double>> PolicyPlayer::mix() const {
  auto* mixing = dynamic_cast<const Mixing*>(fallback_.get());
  return mixing == nullptr ? mix_ : mixing->mix();
}

Result<std::string> PolicyPlayer::choose(Thinking& thinking) {
  if (role_ == nullptr && !fallback_) {
    if (auto left = leave(thinking); !left && !fallback_) return tl::unexpected(left.error());
  }
  mix_.clear();
  if (fallback_) return fallback_->choose(thinking);
  auto chances = role_->chances(view_);
  double at = 0, sum = 0;
  for (const Policy::Chance& chance : chances) sum += chance.chance;
  double drawn = random_.unit() * sum;
  const std::string* move = &role_->moves[chances.back().move];
  for (const Policy::Chance& chance : chances)
    if ((at += chance.chance) > drawn) {
      move = &role_->moves[chance.move];
      break;
    }
  thinking.offer(*move);
  Reasons reasons;
  for (const Policy::Chance& chance : chances) {
    mix_.emplace_back(role_->moves[chance.move], chance.chance / sum);
    reasons.thoughts.push_back({.move = mix_.back().first, .chance = mix_.back().second, .line = {}});
  }
  std::ranges::stable_sort(reasons.thoughts, std::greater(), &Thought::chance);
  if (reasons.thoughts.size() > 1) thinking.explain(std::move(reasons));
  return *move;
}

}  // namespace percept::play
