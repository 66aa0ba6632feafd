// SPDX-License-Identifier: MIT
#include "sample/hyperplay/hyperplay.h"

#include <algorithm>
#include <map>

#include "belief/unexplained.h"
#include "sample/hyperplay/experience_log.h"
#include "sample/hyperplay/hypergame_tree.h"

namespace percept::sample {
namespace {

constexpr std::size_t kMostReturns = 4;    // to earlier rounds while some hypergames live
constexpr std::size_t kRareSurvivors = 8;  // one of so many, or fewer: the next return goes further back

class Hyperplay final : public Sampler {
 public:
  Hyperplay(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
      : Sampler(std::move(rules), role, options), wanted_(std::max<std::size_t>(options.particles, 1)) {
    Hyperplay::restart();
  }

  std::string_view name() const override { return "hyperplay"; }

  Result<void> restart() override {
    restart_rounds();
    tree_ = std::make_unique<HypergameTree>(shared_rules(), role(), options_);
    experiences_.clear();
    settled_ = 0;
    impossible_ = false;
    return {};
  }

  Draw drawn(std::size_t count, Random& random, const Budget& budget) override;

 private:
  Result<void> advance(const Experience& experience, const Budget& budget) override;
  // Brings the hypergames up to date, as far as the budget goes.
  Result<Outcome> catch_up(const Budget& budget);
  Result<Outcome> settle(std::size_t round, const Budget& budget);
  // Plays hypergames of an earlier round forward again, to where the round is to be explained. False when the time ran
  // out. `depth` says how much earlier, and grows when this brings little.
  Result<bool> refill(std::size_t round, std::size_t& depth, const Budget& budget);
  // `round` is where the hypergames are; the experience is the one behind it.
  Result<bool> explain(std::size_t round, std::span<const Hypergame> games, const Budget& budget) {
    return tree_->explain(round, games, experiences_[round], settled_ + 1, budget);
  }
  Result<Population> play(std::size_t round, Population population, const Budget& budget) {
    return tree_->play(round, std::move(population), experiences_[round], budget);
  }

  std::size_t wanted_;
  std::unique_ptr<HypergameTree> tree_;
  ExperienceLog experiences_;
  std::size_t settled_ = 0;  // rounds that all hypergames explain
  bool impossible_ = false;  // the round behind those cannot be explained
};

// ---- rounds

Result<void> Hyperplay::advance(const Experience& experience, const Budget& budget) {
  if (impossible_) return belief::unexplained(rules(), role(), settled_ + 1, experiences_[settled_]);
  experiences_.push_back(experience);
  auto outcome = catch_up(budget);
  if (outcome && *outcome != Outcome::kUnexplained) return {};
  tl::unexpected<Error> error = outcome ? belief::unexplained(rules(), role(), settled_ + 1, experiences_[settled_])
                                        : tl::unexpected(outcome.error());
  if (settled_ + 1 == experiences_.size())
    tree_->take_back(settled_ + 1);
  else
    impossible_ = outcome.has_value();
  experiences_.pop_back();
  return error;
}

Result<Outcome> Hyperplay::catch_up(const Budget& budget) {
  double start = cpu_seconds(), grounding = tree_->grounding();
  Result<Outcome> outcome = Outcome::kDone;
  while (settled_ < experiences_.size()) {
    tree_->remember();
    outcome = settle(settled_ + 1, budget);
    if (!outcome || *outcome != Outcome::kDone) break;
    tree_->round_is_settled(++settled_);
  }
  grounding = tree_->grounding() - grounding;
  times_.grounding += grounding;
  times_.solving += cpu_seconds() - start - grounding;
  return outcome;
}

Result<Outcome> Hyperplay::settle(std::size_t round, const Budget& budget) {
  Population& here = tree_->population(round - 1);
  tree_->population(round) = {};
  auto in_time = explain(round - 1, here.games, budget);
  if (!in_time) return tl::unexpected(in_time.error());
  bool all_explained = *in_time;
  std::size_t depth = 1, alive = tree_->living(here);
  for (std::size_t returns = 0; *in_time && alive < (wanted_ + 1) / 2; ++returns) {
    if (tree_->nothing_left()) return Outcome::kUnexplained;
    if (alive > 0 && returns == kMostReturns) break;
    std::size_t positions = tree_->positions(round - 1);
    in_time = refill(round, depth, budget);
    if (!in_time) return tl::unexpected(in_time.error());
    alive = tree_->living(here);
    if (alive > 0 && positions == tree_->positions(round - 1)) break;  // it seems that there are no others
  }
  if (alive == 0) return Outcome::kGaveUp;
  auto moved = play(round - 1, here, budget);
  if (!moved && budget.out_of_time()) return Outcome::kGaveUp;
  if (!moved) return tl::unexpected(moved.error());
  tree_->population(round) = std::move(*moved);
  return all_explained ? Outcome::kDone : Outcome::kGaveUp;
}

Result<bool> Hyperplay::refill(std::size_t round, std::size_t& depth, const Budget& budget) {
  std::size_t from = round - 1 > depth ? round - 1 - depth : 0;
  if (from < tree_->oldest()) {
    from = 0;
    tree_->start_again();
  }
  Population batch = tree_->drawn_again(from);
  for (std::size_t at = from; at + 1 < round && !batch.games.empty(); ++at) {
    auto in_time = explain(at, batch.games, budget);
    if (!in_time || !*in_time) return in_time;
    auto moved = play(at, std::move(batch), budget);
    if (!moved && budget.out_of_time()) return false;
    if (!moved) return tl::unexpected(moved.error());
    batch = std::move(*moved);
    tree_->add(at + 1, batch);
  }
  if (!batch.games.empty()) {
    auto in_time = explain(round - 1, batch.games, budget);
    if (!in_time || !*in_time) return in_time;
  }
  if (tree_->living(batch) * kRareSurvivors < wanted_) depth = depth == round ? 1 : std::min(2 * depth, round);
  tree_->drop_unused_steps();
  return !budget.out_of_time();
}

// ---- samples

Draw Hyperplay::drawn(std::size_t count, Random& random, const Budget& budget) {
  Draw out;
  if (!impossible_) {
    auto outcome = catch_up(budget);
    impossible_ = outcome && *outcome == Outcome::kUnexplained;
  }
  bool behind = settled_ < experiences_.size();
  out.gave_up = behind && !impossible_;
  if (impossible_ || settled_ + 1 < experiences_.size()) return out;
  double start = cpu_seconds();
  // When some are behind, those that are up to date.
  std::vector<Hypergame> games = tree_->population(experiences_.size()).games;
  std::ranges::sort(games, {}, [&](const Hypergame& game) { return tree_->identity(game); });
  std::vector<double> relative = relative_weights(games), weights;
  std::vector<Hypergame> different;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i == 0 || tree_->identity(games[i]) != tree_->identity(games[i - 1])) {
      different.push_back(games[i]);
      weights.push_back(0);
    }
    weights.back() += relative[i];
  }
  std::vector<Drawn> drawn = thinned(weights, count, random);
  double total = 0;
  for (const Drawn& one : drawn) total += one.weight;
  std::map<std::vector<game::JointMove>, std::size_t> sample_of;  // a history may have come about several times
  for (const Drawn& one : drawn) {
    const Hypergame& game = different[one.index];
    std::vector<game::JointMove> moves;
    if (options_.histories) {
      moves = tree_->moves(game);
      auto [known, fresh] = sample_of.emplace(moves, out.samples.size());
      if (!fresh) {
        out.samples[known->second].weight += one.weight / total;
        continue;
      }
    }
    out.samples.push_back({one.weight / total, tree_->state(game), std::move(moves)});
  }
  out.gave_up = behind && out.samples.size() < count;
  times_.solving += cpu_seconds() - start;
  return out;
}

}  // namespace

Result<std::unique_ptr<Sampler>> make_hyperplay(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  return std::make_unique<Hyperplay>(std::move(rules), role, options);
}

}  // namespace percept::sample
