// SPDX-License-Identifier: MIT
#include "play/resolving_player.h"

#include <algorithm>
#include <set>

#include "play/nested_draw.h"
#include "sample/engines.h"

namespace percept::play {
namespace {

constexpr std::uint64_t kIterations = 300;  // of a move, without a clock
constexpr std::size_t kHistories = 256;
// Of those that the tree before does not have: as many are roots, …
constexpr std::size_t kOwnStrange = 64;
// … and in so many it is drawn what the opponent holds possible, so many histories of each.
constexpr std::size_t kSetsOfOpponent = 24, kHeldPossible = 8;
constexpr double kShareOfClock = 0.9;  // of the time left, for a move
constexpr double kSampling = 0.3;      // of the time left, for histories
constexpr double kNodesASecond = 300'000, kLeastNodes = 10'000;
constexpr std::size_t kNodesOfRoot = 2'000, kLeastRoots = 16;  // fewer, and no look goes deep
constexpr double kMargin = 0.01;                               // seconds, beside

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
  auto simulator = make_simulator(*model, options_.value, options_.blend, thinking.budget());
  if (!simulator) return tl::unexpected(simulator.error());
  simulator_ = std::move(*simulator);
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
  settings.roots = std::clamp(settings.nodes / kNodesOfRoot, kLeastRoots, settings.roots);
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

std::vector<std::vector<game::JointMove>> ResolvingPlayer::histories(const search::ResolveTree& before,
                                                                     const Budget& budget) {
  if (!sampler_) {
    sample::Options options;
    options.seed = options_.seed;
    auto made = sample::make_sampler(sample::Engine::kAuto, rules(), belief().role(), options);
    if (!made) return {};
    sampler_ = std::move(*made);
  }
  while (sampler_->round() <= experiences().size())
    if (!sampler_->update(experiences()[sampler_->round() - 1], budget)) return {};
  std::vector<sample::Sample> samples = sampler_->draw(kHistories, random_, budget).samples;
  std::vector<std::vector<game::JointMove>> out, strange;
  if (!add(samples, out)) return {};
  if (out.empty() || options_.without == search::ResolvePart::kOrder) return out;
  auto nested = NestedDraw::make(rules(), options_.seed);
  std::vector<bool> known = before.has(out, static_cast<std::uint32_t>(experiences().size()));
  std::set<std::vector<game::JointMove>> seen;
  for (std::size_t i = 0; i < known.size() && nested; ++i) {
    if (known[i] || !seen.insert(out[i]).second) continue;
    if (seen.size() > kSetsOfOpponent || budget.out_of_time()) break;
    auto held = nested->draw(samples[i].moves, game::RoleId{static_cast<std::uint32_t>(before.opponent())},
                             kHeldPossible, random_, budget);
    if (!add(held, strange)) return {};
  }
  // Room is left for what is strange: some of both stay, since how many there are says how likely they are.
  auto unknown = static_cast<std::size_t>(std::ranges::count(known, false));
  if (!strange.empty() && unknown > kOwnStrange) {
    std::size_t kept[2] = {0, 0}, met[2] = {0, 0}, at = 0;
    std::erase_if(out, [&](const auto&) {
      bool is_known = known[at++];
      bool stays = ++met[is_known] * kOwnStrange > kept[is_known] * unknown;
      kept[is_known] += stays;
      return !stays;
    });
  }
  out.insert(out.end(), strange.begin(), strange.end());
  return out;
}

bool ResolvingPlayer::add(std::span<const sample::Sample> samples, std::vector<std::vector<game::JointMove>>& to) {
  for (const sample::Sample& sample : samples) {
    std::vector<game::JointMove>& history = to.emplace_back();
    for (const game::JointMove& joint : sample.moves) {
      game::JointMove& own = history.emplace_back();
      for (std::uint32_t role = 0; role < joint.size(); ++role) {
        auto move = simulator_->own_move(game::RoleId{role}, joint[role], rules()->lexicon());
        if (!move) return false;
        own.push_back(game::MoveId{*move, simulator_->lexicon().number()});
      }
    }
  }
  return true;
}

bool ResolvingPlayer::think(Thinking& thinking) {
  Budget all = thinking.budget(), budget = assignment().play_clock ? all.part(kSampling) : all;
  simulator_->set_budget(all);
  search::ResolveTree& before = now_ ? *now_ : *first_;
  auto possible = histories(before, budget);
  if (possible.empty()) return false;
  auto next =
      std::make_unique<search::ResolveTree>(before, possible, static_cast<std::uint32_t>(experiences().size()), all);
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
  std::vector<std::uint32_t> own;
  for (belief::MoveId move : candidates.moves)
    if (auto number = simulator_->own_move(belief().role(), move, rules()->lexicon())) own.push_back(*number);
  for (const search::ValuedMove& move : now_->valued(own)) {
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
