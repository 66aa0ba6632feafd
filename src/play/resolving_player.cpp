// SPDX-License-Identifier: MIT
#include "play/resolving_player.h"

#include <algorithm>

#include "play/searched_worlds.h"
#include "sample/engines.h"

namespace percept::play {
namespace {

constexpr std::uint64_t kIterations = 300;  // of a move, without a clock
constexpr std::uint64_t kDescents = 20;     // of the search that goes ahead, for an iteration, without a clock
constexpr double kAtOnce = 0.2;             // of the start clock, for a first tree alone …
constexpr std::uint64_t kWhole = 10;        // … or so many iterations
constexpr double kAhead = 0.5;              // of the time left, for it
constexpr std::uint32_t kEachAhead = 4;     // playouts of its leaves
constexpr double kGuideASecond = 128 << 20, kLeastGuide = 32 << 20, kMostGuide = 256 << 20;  // bytes of its trees
constexpr std::size_t kHistories = 256;
constexpr std::size_t kOwnStrange = 64;  // of those that the tree before does not have, as many are roots
constexpr double kShareOfClock = 0.9;    // of the time left, for a move
constexpr double kSampling = 0.3;        // of the time left, for histories
constexpr double kNodesASecond = 300'000, kLeastNodes = 10'000;
constexpr std::size_t kNodesOfRoot = 2'000, kLeastRoots = 16;  // fewer, and no look goes deep
constexpr double kMargin = 0.01;                               // seconds, beside

}  // namespace

Result<void> ResolvingPlayer::start(const Assignment& assignment, Thinking& thinking) {
  now_.reset();
  sampler_.reset();
  mix_.clear();
  chose_ = aimed_ = false;
  made_.reset();
  random_ = Random(options_.seed);
  auto model = model_of(assignment);
  if (!model) return tl::unexpected(model.error());
  Assignment with_model = assignment;
  with_model.model = *model;
  if (auto started = BelievingPlayer::start(with_model, thinking); !started) return started;
  auto search_from_start = [&] {
    make_guide();
    if (guide_ == nullptr || first_->complete()) return;
    aim(search::replayed(*simulator_, std::vector<std::vector<game::JointMove>>(1), belief().role().value));
    search_ahead(assignment.start_clock, thinking);
  };
  if (first_ && model_ == *model && first_role_ == belief().role().value) {
    search_from_start();
    return {};
  }
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
  // A small game may be whole at once, and needs no guide then.
  Budget at_once = thinking.budget();
  if (assignment.start_clock) at_once = at_once.until(in_seconds(kAtOnce * thinking.seconds_left()));
  first_->run(iterations(assignment.start_clock) == UINT64_MAX ? UINT64_MAX : kWhole, at_once);
  search_from_start();
  run(*first_, assignment.start_clock, thinking);
  return {};
}

Result<void> ResolvingPlayer::hear(const Told& told, Thinking& thinking) {
  // Where it was not asked it thinks what it would have thought: its next tree stands on this one.
  if (!chose_ && first_) (void)think(thinking);
  chose_ = aimed_ = false;
  made_.reset();
  return BelievingPlayer::hear(told, thinking);
}

void ResolvingPlayer::make_guide() {
  guide_.reset();
  steering_.clear();
  if (!simulator_->in_lanes() || options_.without == search::ResolvePart::kGuided) return;
  double bytes = std::clamp(assignment().play_clock.value_or(HUGE_VAL) * kGuideASecond, kLeastGuide, kMostGuide);
  guide_ = std::make_unique<search::InformationTrees>(
      *simulator_, first_role_,
      search::TreesSettings{
          .seed = options_.seed, .smooth = true, .each = kEachAhead, .bytes = static_cast<std::size_t>(bytes)});
}

// UINT64_MAX: until the time is over.
std::uint64_t ResolvingPlayer::iterations(std::optional<double> clock) const {
  return options_.iterations > 0 ? options_.iterations : clock ? UINT64_MAX : kIterations;
}

void ResolvingPlayer::aim(std::vector<search::SearchWorld> worlds) {
  guide_->aim(std::move(worlds), static_cast<std::uint32_t>(experiences().size()));
  aimed_ = true;
}

void ResolvingPlayer::search_ahead(std::optional<double> clock, Thinking& thinking) {
  Budget budget = thinking.budget();
  if (clock) budget = budget.until(in_seconds(kAhead * thinking.seconds_left()));
  std::uint64_t solving = iterations(clock);
  guide_->run(solving == UINT64_MAX ? solving : kDescents * solving, budget);
  guide_->leave(steering_);
}

void ResolvingPlayer::ponder(Thinking& thinking) {
  BelievingPlayer::ponder(thinking);
  bool untimed = !assignment().play_clock || options_.iterations > 0;
  if (!options_.ponders || untimed || !guide_ || (now_ && now_->complete())) return;
  Budget budget = thinking.budget();
  if (!aimed_) {
    std::vector<sample::Sample> samples = drawn(budget);
    auto worlds = worlds_of(samples, budget);
    if (worlds.empty()) return;
    aim(std::move(worlds));
  }
  if (made_) guide_->settle(*made_);
  guide_->run(UINT64_MAX, budget);
  guide_->leave(steering_);
}

void ResolvingPlayer::run(search::ResolveTree& tree, std::optional<double> clock, Thinking& thinking) {
  Budget budget = thinking.budget();
  if (clock) budget = budget.until(in_seconds(std::max(0.0, kShareOfClock * thinking.seconds_left() - kMargin)));
  tree.run(iterations(clock), budget, guide_.get());
}

std::vector<sample::Sample> ResolvingPlayer::drawn(const Budget& budget) {
  drawing_ = Random(mixed(options_.seed) + experiences().size());  // where it was asked as where it was not
  if (!sampler_) {
    sample::Options options;
    options.seed = options_.seed;
    auto made = sample::make_sampler(sample::Engine::kAuto, rules(), belief().role(), options);
    if (!made) return {};
    sampler_ = std::move(*made);
  }
  while (sampler_->round() <= experiences().size())
    if (!sampler_->update(experiences()[sampler_->round() - 1], budget)) return {};
  return sampler_->draw(kHistories, drawing_, budget).samples;
}

std::vector<search::SearchWorld> ResolvingPlayer::worlds_of(std::vector<sample::Sample>& samples,
                                                            const Budget& budget) {
  return searched_worlds({*simulator_, rules(), belief().role().value, steering_, options_.seed}, samples, drawing_,
                         budget);
}

std::vector<std::vector<game::JointMove>> ResolvingPlayer::histories(const search::ResolveTree& before,
                                                                     const Budget& budget) {
  auto in_numbers = [&](std::span<const sample::Sample> of) { return numbered(*simulator_, rules()->lexicon(), of); };
  std::vector<sample::Sample> samples = drawn(budget);
  std::vector<std::vector<game::JointMove>> out = in_numbers(samples);
  worlds_.clear();
  if (out.empty()) return out;
  std::vector<bool> known = before.has(out, static_cast<std::uint32_t>(experiences().size()));
  if (before.complete() && std::ranges::find(known, false) == known.end()) return out;
  worlds_ = worlds_of(samples, budget);
  if (options_.without == search::ResolvePart::kOrder) return out;
  auto strange = in_numbers(std::span(samples).subspan(out.size()));
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
  if (guide_ && !now_->complete() && !worlds_.empty()) {
    aim(std::move(worlds_));
    search_ahead(assignment().play_clock, thinking);
  }
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
  made_ = chosen;
  for (belief::MoveId move : candidates.moves)
    if (simulator_->own_move(belief().role(), move, rules()->lexicon()) == chosen) return move;
  return fallback;
}

}  // namespace percept::play
