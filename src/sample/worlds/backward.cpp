// SPDX-License-Identifier: MIT
#include "sample/worlds/backward.h"

#include <algorithm>
#include <cmath>

namespace percept::sample {
namespace {

using belief::WorldSet;

double fraction(Random& random) { return static_cast<double>(random.bits() >> 11) * 0x1p-53; }  // in [0, 1)

// Histories that want the same world, which wait for one of the steps that lead to it.
class Waiting {
 public:
  Waiting(const WorldSet& layer, std::span<const std::size_t> worlds, std::size_t words) {
    std::vector<std::size_t> slots(layer.size(), SIZE_MAX), counts;
    wanted_.clear(words, std::min(layer.size(), worlds.size()));
    std::vector<std::uint64_t> row(words);
    for (std::size_t world : worlds) {
      if (slots[world] == SIZE_MAX) {
        slots[world] = wanted_.size();
        std::fill(row.begin(), row.end(), 0);
        std::copy_n(layer.row(world), std::min(words, layer.words()), row.begin());
        wanted_.add(row.data(), WorldSet::hash(row.data(), words), 1);
        counts.push_back(0);
      }
      ++counts[slots[world]];
    }
    begins_.assign(1, 0);
    for (std::size_t count : counts) begins_.push_back(begins_.back() + count);
    sums_.assign(counts.size(), 0);
    histories_.resize(worlds.size());
    std::vector<std::size_t> at(begins_.begin(), begins_.end() - 1);
    for (std::size_t i = 0; i < worlds.size(); ++i) histories_[at[slots[worlds[i]]]++] = i;
  }

  // Calls take(history) for each that is to take the step; it may take another later. Each step that leads to a world
  // is the one that is taken last with a chance in proportion to its weight (Chao 1982, for many at once).
  template <class Take>
  void offer(const belief::Worlds::Step& step, Random& random, Take&& take) {
    std::size_t world = wanted_.find(step.row.data(), WorldSet::hash(step.row.data(), step.row.size()));
    if (world == wanted_.size()) return;
    double chance = step.weight / (sums_[world] += step.weight);
    std::size_t begin = begins_[world], end = begins_[world + 1];
    if (chance >= 1) {
      for (std::size_t i = begin; i < end; ++i) take(histories_[i]);
    } else if (end - begin <= kFew) {
      for (std::size_t i = begin; i < end; ++i)
        if (fraction(random) < chance) take(histories_[i]);
    } else {  // from one that takes it to the next
      double scale = 1 / std::log1p(-chance);
      double left = static_cast<double>(end - begin);
      for (double at = skip(random, scale); at < left; at += 1 + skip(random, scale))
        take(histories_[begin + static_cast<std::size_t>(at)]);
    }
  }

 private:
  static constexpr std::size_t kFew = 3;
  static double skip(Random& random, double scale) { return std::floor(std::log(1 - fraction(random)) * scale); }

  WorldSet wanted_;
  std::vector<std::size_t> begins_;     // by wanted world, in histories_
  std::vector<std::size_t> histories_;  // by wanted world
  std::vector<double> sums_;            // of the weights of steps so far
};

}  // namespace

Chooser::Chooser(const WorldSet& worlds) {
  sums_.reserve(worlds.size());
  double sum = 0;
  for (std::size_t world = 0; world < worlds.size(); ++world) sums_.push_back(sum += worlds.weight(world));
}

std::size_t Chooser::draw(Random& random) const {
  double at = fraction(random) * sums_.back();
  auto found = std::upper_bound(sums_.begin(), sums_.end() - 1, at);
  return static_cast<std::size_t>(found - sums_.begin());
}

game::State state_of(const WorldSet& worlds, std::size_t world) {
  const std::uint64_t* row = worlds.row(world);
  return game::State(std::vector<std::uint64_t>(row, row + worlds.words()));
}

BackwardPass::BackwardPass(std::span<const Layer> layers, const Chooser& last, std::size_t count, Random& random)
    : round_(layers.size() - 1), histories_(count), before_(count) {
  for (Sample& sample : histories_) {
    worlds_.push_back(last.draw(random));
    sample.state = state_of(layers.back()->worlds, worlds_.back());
    sample.moves.resize(round_);
  }
}

bool BackwardPass::run(LayerMaker& maker, std::span<const Layer> layers, std::span<const Experience> experiences,
                       Random& random, const Budget& budget) {
  for (; round_ > 0; --round_) {
    std::size_t from = round_ - 1;
    Waiting waiting(layers[round_]->worlds, worlds_, maker.words(layers[from]));
    auto visit = [&](const belief::Worlds::Step& step) {
      waiting.offer(step, random, [&](std::size_t history) {
        before_[history] = step.world;
        histories_[history].moves[from].assign(step.moves.begin(), step.moves.end());
      });
    };
    if (!maker.for_each_step(layers[from], experiences[from], visit, budget)) return false;
    worlds_.swap(before_);
  }
  return true;
}

}  // namespace percept::sample
