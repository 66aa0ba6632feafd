// SPDX-License-Identifier: MIT
#include "belief/world_set.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace percept::belief {

void WorldSet::clear(std::size_t words, std::size_t expected) {
  rows_.clear(words, expected);
  weights_.clear();
}

WorldSet WorldSet::without_table() const {
  WorldSet out;
  out.take(*this);
  return out;
}

void WorldSet::take(const WorldSet& other) {
  rows_.take(other.rows_);
  weights_ = other.weights_;
}

bool WorldSet::normalise() {
  constexpr double kLeast = 1e-250;  // so that it can be multiplied by the chance of any joint move
  double total = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  bool exact = true;
  for (double& weight : weights_) {
    weight = total > 0 ? weight / total : 1;
    exact &= weight >= kLeast;
    weight = std::max(weight, kLeast);
  }
  return exact;
}

void WorldSet::thin(std::size_t count, Random& random) {
  if (count >= size() || count == 0) return;
  // The h heaviest stay as they are when the others, at a step apart, give count - h: the largest such h.
  std::vector<double> sorted = weights_;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double rest = std::accumulate(sorted.rbegin(), sorted.rend(), 0.0);  // the small ones first
  std::size_t heavy = 0;
  while (heavy + 1 < count && sorted[heavy] * static_cast<double>(count - heavy) >= rest) rest -= sorted[heavy++];
  rest = std::accumulate(sorted.rbegin(), sorted.rend() - static_cast<std::ptrdiff_t>(heavy), 0.0);
  double step = rest / static_cast<double>(count - heavy);
  double limit = heavy == 0 ? std::numeric_limits<double>::infinity() : sorted[heavy - 1];
  std::size_t heavy_left = heavy;

  double start = static_cast<double>(random.bits() >> 11) * 0x1p-53;  // in [0, 1)
  double sum = 0;
  std::size_t light = 0, kept = 0;
  for (std::size_t world = 0; world < size(); ++world) {
    double weight = weights_[world];
    if (weight >= limit && heavy_left > 0) {
      --heavy_left;
    } else {
      sum += weight;
      if (light == count - heavy || sum <= (start + static_cast<double>(light)) * step) continue;
      ++light;
      weight = step;
    }
    rows_.move(world, kept);
    weights_[kept++] = weight;
  }
  rows_.truncate(kept);
  weights_.resize(kept);
}

void WorldSet::swap(WorldSet& other) { std::swap(*this, other); }

}  // namespace percept::belief
