// SPDX-License-Identifier: MIT
#include "play/resolving_player.h"

#include <algorithm>

#include "sample/engines.h"

namespace percept::play {
namespace {

constexpr std::uint64_t kIterations = 300;  // of a move, without a clock
constexpr std::size_t kHistories = 256;
constexpr double kShareOfClock = 0.9;  // of the time left, for a move
constexpr double kSampling = 0.3;      // of the time left, for histories
constexpr double kNodesASecond = 300'000, kLeastNodes = 10'000;
constexpr double kMargin = 0.01;  // seconds, beside

}  // namespace

Result<void> ResolvingPlayer::start(const Assignment& assignment, Thinking& thinking) {
  now_.reset();
  sampler_.reset();
  mix_.clear();
  chose_ = false;
  random_ = Random(options_.seed);
  auto model = model_of(assignment);
  if (!model) return tl::unexpected(model.error());
  Assignment with_model = assignment;
  with_model.model = *model;
  if (auto started = BelievingPlayer::start(with_model, thinking); !started) return started;
  if (first_ && model_ == *model && first_role_ == belief().role().value) return {};
  first_.reset();
  ground::Options grounding;
  grounding.seconds = 0.05;  // a circuit that was made for the belief is found again
  grounding.budget = thinking.budget();
  auto simulator = search::Simulator::make(*model, grounding);
  if (!simulator) return tl::unexpected(simulator.error());
  simulator_ = std::move(*simulator);
  if (options_.value) {
    auto learnt = options_.value->value(**model, *simulator_);
    if (!learnt) return tl::unexpected(learnt.error());
    simulator_->blend(*learnt, options_.blend);
  }
  if (!search::ResolveTree::fits(*simulator_))
    return failure("the strategy resolve is for two roles, with or without random",
                   "hyperplay2 plays games of any number of roles");
  model_ = *model;
  first_role_ = belief().role().value;
  // What a move takes over of the tree before is gone through within its clock.
  search::ResolveSettings settings{.seed = options_.seed, .without = options_.without};
  if (options_.each > 0) settings.each = options_.each;
  if (assignment.play_clock)
    settings.nodes = static_cast<std::size_t>(
        std::clamp(kNodesASecond * *assignment.play_clock, kLeastNodes, static_cast<double>(settings.nodes)));
  first_ = std::make_unique<search::ResolveTree>(*simulator_, first_role_, settings);
  run(*first_, assignment.start_clock, thinking);
  return {};
}

Result<void> ResolvingPlayer::hear(const Told& told, Thinking& thinking) {
  // Where it was not asked it thinks what it would have thought: its next tree stands on this one.
  if (!chose_ && first_) (void)think(thinking);
  chose_ = false;
  return BelievingPlayer::hear(told, thinking);
}

void ResolvingPlayer::run(search::ResolveTree& tree, std::optional<double> clock, Thinking& thinking) {
  Budget budget = thinking.budget();
  if (clock) budget = budget.until(in_seconds(std::max(0.0, kShareOfClock * thinking.seconds_left() - kMargin)));
  tree.run(options_.iterations > 0 ? options_.iterations : clock ? UINT64_MAX : kIterations, budget);
}

std::vector<std::vector<game::JointMove>> ResolvingPlayer::histories(const Budget& budget) {
  std::vector<std::vector<game::JointMove>> out;
  if (!sampler_) {
    sample::Options options;
    options.seed = options_.seed;
    auto made = sample::make_sampler(sample::Engine::kAuto, rules(), belief().role(), options);
    if (!made) return out;
    sampler_ = std::move(*made);
  }
  while (sampler_->round() <= experiences().size())
    if (!sampler_->update(experiences()[sampler_->round() - 1], budget)) return out;
  sample::Draw draw = sampler_->draw(kHistories, random_, budget);
  for (const sample::Sample& sample : draw.samples) {
    std::vector<game::JointMove>& history = out.emplace_back();
    for (const game::JointMove& joint : sample.moves) {
      game::JointMove& own = history.emplace_back();
      for (std::uint32_t role = 0; role < joint.size(); ++role) {
        auto move = simulator_->own_move(game::RoleId{role}, joint[role], rules()->lexicon());
        if (!move) return {};
        own.push_back(game::MoveId{*move, simulator_->lexicon().number()});
      }
    }
  }
  return out;
}

bool ResolvingPlayer::think(Thinking& thinking) {
  Budget budget = thinking.budget();
  if (assignment().play_clock) budget = budget.part(kSampling);
  auto possible = histories(budget);
  if (possible.empty()) return false;
  auto next = std::make_unique<search::ResolveTree>(now_ ? *now_ : *first_, possible,
                                                    static_cast<std::uint32_t>(experiences().size()));
  if (next->valued().empty()) return false;
  now_ = std::move(next);
  run(*now_, assignment().play_clock, thinking);
  return true;
}

belief::MoveId ResolvingPlayer::choice(const belief::Candidates& candidates, Thinking& thinking) {
  belief::MoveId fallback = candidates.moves[random_.below(static_cast<std::uint32_t>(candidates.moves.size()))];
  mix_.clear();
  chose_ = true;
  if (candidates.moves.size() == 1 || !first_ || !think(thinking)) return fallback;
  const game::Lexicon& lexicon = simulator_->lexicon();
  double at = random_.unit();
  std::optional<std::uint32_t> chosen;
  Reasons reasons{.positions = now_->nodes(), .thoughts = {}};
  for (const search::ValuedMove& move : now_->valued()) {
    mix_.emplace_back(lexicon.text(belief().role(), game::MoveId{move.move, lexicon.number()}), move.chance);
    reasons.thoughts.push_back({.move = mix_.back().first, .chance = move.chance, .line = {}});
    if (!chosen && (at -= move.chance) < 0) chosen = move.move;
  }
  thinking.explain(std::move(reasons));
  for (belief::MoveId move : candidates.moves)
    if (simulator_->own_move(belief().role(), move, rules()->lexicon()) == chosen) return move;
  return fallback;
}

}  // namespace percept::play
