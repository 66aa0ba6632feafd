// SPDX-License-Identifier: MIT
#include "sample/worlds/worlds_sampler.h"

#include <algorithm>
#include <bit>

#include "belief/unexplained.h"
#include "sample/worlds/backward.h"
#include "sample/worlds/particles.h"

namespace percept::sample {
namespace {

constexpr std::size_t kHistoriesAtOnce = 1000;  // drawn at least, since one costs as much

class WorldsSampler : public Sampler {
 public:
  WorldsSampler(const std::shared_ptr<Rules>& rules, RoleId role, const Options& options)
      : Sampler(rules, role, options), maker_(rules, role, options), particles_(options), random_(options.seed) {}

  std::string_view name() const override { return "worlds"; }

  Result<void> restart() override {
    restart_rounds();
    Stopwatch stopwatch(*this);
    random_ = Random(options_.seed);
    particles_ = Particles(options_);
    experiences_.clear();
    forgotten_ = 0;
    layers_changed();
    auto first = maker_.first();
    if (!first) return tl::unexpected(first.error());
    layers_.assign(1, *first);
    return {};
  }

  Draw drawn(std::size_t count, Random& random, const Budget& budget) override {
    Draw out;
    if (pending() && (!settle(budget) || pending())) {
      out.gave_up = true;
      return out;
    }
    Stopwatch stopwatch(*this);
    const belief::Worlds::Layer& layer = *layers_.back();
    out.exact = layer.complete && layer.exact_weights;
    if (count == 0) return out;
    if (!chooser_) chooser_.emplace(layer.worlds);
    if (options_.histories)
      out.gave_up = !draw_with_histories(count, random, budget, out.samples);
    else
      for (out.samples.reserve(count); out.samples.size() < count;)
        out.samples.emplace_back().state = state_of(layer.worlds, chooser_->draw(random));
    out.exact &= !out.samples.empty();
    for (Sample& sample : out.samples) sample.weight = 1 / static_cast<double>(out.samples.size());
    return out;
  }

 protected:
  Result<void> advance(const Experience& experience, const Budget& budget) override {
    experiences_.push_back(experience);
    Result<void> settled = settle(budget);
    if (!settled) experiences_.pop_back();
    return settled;
  }

 private:
  // Adds to the times what passes while it is there.
  class Stopwatch {
   public:
    explicit Stopwatch(WorldsSampler& sampler)
        : sampler_(sampler), start_(cpu_seconds()), grounding_(sampler.maker_.grounding()) {}
    ~Stopwatch() {
      double grounding = sampler_.maker_.grounding() - grounding_;
      sampler_.times_.grounding += grounding;
      sampler_.times_.solving += cpu_seconds() - start_ - grounding;
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

   private:
    WorldsSampler& sampler_;
    double start_, grounding_;
  };

  bool pending() const { return layers_.size() <= experiences_.size(); }

  // Takes in what was experienced, as far as the budget goes.
  Result<void> settle(const Budget& budget) {
    Stopwatch stopwatch(*this);
    while (pending()) {
      std::size_t rounds = layers_.size();
      const Experience& experience = experiences_[rounds - 1];
      auto fail = [&] { return belief::unexplained(rules(), role(), forgotten_ + rounds, experience); };
      if (!particles_.refilling(rounds)) {
        auto next = maker_.next(layers_.back(), experience, particles_.size(), random_, budget);
        if (!next) return tl::unexpected(next.error());
        if (next->outcome == Outcome::kGaveUp) return {};
        if (next->outcome == Outcome::kDone)
          layers_.push_back(std::move(next->layer));
        else if (layers_.back()->complete)
          return fail();
      }
      if (pending_round(rounds) || particles_.wants_more(*layers_.back())) {
        auto refilled = particles_.refill(maker_, layers_, experiences_, rounds, budget);
        if (!refilled) return tl::unexpected(refilled.error());
        if (*refilled == Outcome::kUnexplained) return fail();
        if (*refilled == Outcome::kGaveUp) return {};
      }
      layers_changed();
      if (!options_.histories) forget_layers();
    }
    return {};
  }
  bool pending_round(std::size_t round) const { return layers_.size() <= round; }

  void layers_changed() {
    chooser_.reset();
    pass_.reset();
    spare_.clear();
  }

  // Of complete worlds, all but the last layer; of particles, two for each power of two that they are back.
  void forget_layers() {
    std::size_t last = layers_.size() - 1;
    if (layers_.back()->complete) {
      layers_.erase(layers_.begin(), layers_.end() - 1);
      experiences_.erase(experiences_.begin(), experiences_.begin() + static_cast<std::ptrdiff_t>(last));
      forgotten_ += last;
      return;
    }
    for (std::size_t round = 1; round < last; ++round)
      if (last - round >= std::size_t{2} << std::countr_zero(round)) layers_[round].reset();
  }

  // False when the budget ran out.
  bool draw_with_histories(std::size_t count, Random& random, const Budget& budget, std::vector<Sample>& out) {
    while (spare_.size() < count) {
      if (!pass_) pass_.emplace(layers_, *chooser_, std::max(count - spare_.size(), kHistoriesAtOnce), random);
      if (!pass_->run(maker_, layers_, experiences_, random, budget)) break;
      std::move(pass_->histories().begin(), pass_->histories().end(), std::back_inserter(spare_));
      pass_.reset();
    }
    std::size_t taken = std::min(count, spare_.size());
    auto first = spare_.end() - static_cast<std::ptrdiff_t>(taken);
    std::move(first, spare_.end(), std::back_inserter(out));
    spare_.erase(first, spare_.end());
    return taken == count;
  }

  LayerMaker maker_;
  Particles particles_;
  Random random_;
  std::vector<Layer> layers_;            // before each round; null when forgotten
  std::vector<Experience> experiences_;  // of each round from the first layer on; those without a next layer wait
  std::size_t forgotten_ = 0;            // rounds before the first layer
  std::optional<Chooser> chooser_;       // of the last layer
  std::optional<BackwardPass> pass_;     // that the budget did not suffice for
  std::vector<Sample> spare_;            // drawn already
};

}  // namespace

Result<std::unique_ptr<Sampler>> make_worlds(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  auto sampler = std::make_unique<WorldsSampler>(std::move(rules), role, options);
  Result<void> started = sampler->restart();
  if (!started) return tl::unexpected(started.error());
  return sampler;
}

}  // namespace percept::sample
