// SPDX-License-Identifier: MIT
#include "search/learnt_value.h"

#include <algorithm>
#include <cmath>

#include "base/bits.h"
#include "base/check.h"

namespace percept::search {
namespace {

constexpr std::size_t kMostWeights = std::size_t{1} << 21;  // of a role
constexpr double kMostPairsOfAPosition = 2048;              // on average

float squash(float sum) { return 1 / (1 + std::exp(-sum)); }

}  // namespace

bool LearntValue::pairs_fit(std::size_t fluents, double fluents_of_a_position) {
  return fluents * (fluents + 1) / 2 < kMostWeights &&
         fluents_of_a_position * (fluents_of_a_position + 1) / 2 < kMostPairsOfAPosition;
}

std::size_t LearntValue::size_of(const Shape& shape) { return place_of(shape.fluents.size() + 1, shape.pairs) + 1; }

LearntValue::LearntValue(Shape shape) : shape_(std::move(shape)), size_(size_of(shape_)) {
  PERCEPT_CHECK(shape_.lowest.size() == shape_.highest.size(), "each role has a lowest and a highest goal");
  weights_.assign(size_ * shape_.valued.size(), 0);
  for (std::uint32_t k = 0; k < shape_.fluents.size(); ++k) {
    std::uint32_t fluent = shape_.fluents[k];
    PERCEPT_CHECK(k == 0 || shape_.fluents[k - 1] < fluent, "fluents are in order");
    counting_.resize(fluent / 64 + 1);
    feature_of_.resize(fluent + 1);
    counting_[fluent / 64] |= std::uint64_t{1} << fluent % 64;
    feature_of_[fluent] = k + 1;
  }
}

LearntValue LearntValue::renumbered(std::span<const std::uint32_t> numbers) const {
  Shape shape = shape_;
  shape.fluents.assign(numbers.begin(), numbers.end());
  std::ranges::sort(shape.fluents);
  LearntValue out(std::move(shape));
  for (std::size_t v = 0; v < shape_.valued.size(); ++v) {
    const float* from = weights_.data() + v * size_;
    float* to = out.weights_.data() + v * size_;
    to[size_ - 1] = from[size_ - 1];
    for (std::size_t f = 1; f <= numbers.size(); ++f) {
      std::size_t own = out.feature_of_[numbers[f - 1]];
      to[out.place(own)] = from[place(f)];
      for (std::size_t g = 1; shape_.pairs && g < f; ++g) {
        std::size_t other = out.feature_of_[numbers[g - 1]];
        to[out.place(std::max(own, other)) + std::min(own, other)] = from[place(f) + g];
      }
    }
  }
  return out;
}

void LearntValue::features(std::span<const std::uint64_t> row, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (std::size_t w = 0; w < std::min(row.size(), counting_.size()); ++w)
    for_each_bit(row[w] & counting_[w], [&](unsigned bit) { out.push_back(feature_of_[64 * w + bit]); });
}

void LearntValue::evaluate(const lanes::Rows& rows, std::vector<float>& out) const {
  out.assign(rows.size() * roles(), 0);
  std::vector<std::uint32_t> of;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    features(rows.row(row), of);
    float rest = shape_.sum;
    for (std::size_t v = 0; v < shape_.valued.size(); ++v) {
      const float* weights = weights_.data() + v * size_;
      float sum = weights[size_ - 1];
      for (std::size_t i = 0; i < of.size(); ++i) {
        const float* pairs = weights + place(of[i]);
        float part = pairs[0];
        for (std::size_t j = 0; shape_.pairs && j < i; ++j) part += pairs[of[j]];
        sum += part;
      }
      std::uint32_t role = shape_.valued[v];
      float value = shape_.lowest[role] + (shape_.highest[role] - shape_.lowest[role]) * squash(sum);
      out[row * roles() + role] = value;
      rest -= value;
    }
    if (shape_.left)
      out[row * roles() + *shape_.left] = std::clamp(rest, shape_.lowest[*shape_.left], shape_.highest[*shape_.left]);
  }
}

void LearntValue::active(std::span<const std::uint64_t> row, std::vector<std::uint32_t>& out) const {
  std::vector<std::uint32_t> of;
  features(row, of);
  out.assign(1, static_cast<std::uint32_t>(size_ - 1));
  for (std::size_t i = 0; i < of.size(); ++i) {
    auto pairs = static_cast<std::uint32_t>(place(of[i]));
    out.push_back(pairs);
    for (std::size_t j = 0; shape_.pairs && j < i; ++j) out.push_back(pairs + of[j]);
  }
}

float LearntValue::squashed(std::size_t valued, std::span<const std::uint32_t> active) const {
  const float* weights = weights_.data() + valued * size_;
  float sum = 0;
  for (std::uint32_t at : active) sum += weights[at];
  return squash(sum);
}

double LearntValue::loss(std::size_t valued, std::span<const std::uint32_t> active, double goal) const {
  double value = squashed(valued, active);
  return -goal * std::log(value) - (1 - goal) * std::log(1 - value);
}

}  // namespace percept::search
