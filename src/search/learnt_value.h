// SPDX-License-Identifier: MIT
//
// What a position is worth to each role, as far as it can be told from the fluents that hold in it and from pairs of
// them: a weight each, their sum squashed to the range of goals. The weights are learnt (value_learner.h).
//
//   value.evaluate(rows, values);      // by row and role, from 0 to 1
//
// Of two players whose goals have a constant sum one has weights, and the other is left the rest. A position with m
// fluents that count costs m²/2 additions with pairs, so there are pairs only while their table and the position's part
// of it are small (pairs_fit).
//
// Constant once made, but for who learns it; any number of threads may read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lanes/rows.h"

namespace percept::search {

class LearntValue {
 public:
  struct Shape {
    std::vector<std::uint32_t> fluents;  // that count, ascending, in the numbers of a simulator
    bool pairs = true;
    std::vector<float> lowest, highest;      // goals by role, from 0 to 1
    std::vector<std::uint32_t> valued;       // roles that have weights
    std::optional<std::uint32_t> left = {};  // the role that has what these leave …
    float sum = 1;                           // … of this
  };
  static bool pairs_fit(std::size_t fluents, double fluents_of_a_position);

  static std::size_t size_of(const Shape& shape);  // weights of a valued role

  explicit LearntValue(Shape shape);

  const Shape& shape() const { return shape_; }
  std::size_t roles() const { return shape_.lowest.size(); }
  std::size_t size() const { return size_; }                   // weights of a valued role
  std::span<const float> weights() const { return weights_; }  // of all valued roles
  std::span<float> weights() { return weights_; }

  // The same where fluents have other numbers, each its own: by their places in shape().fluents.
  LearntValue renumbered(std::span<const std::uint32_t> numbers) const;

  // By row and role; of a role without a value, as nature, 0.
  void evaluate(const lanes::Rows& rows, std::vector<float>& out) const;

  // ---- for who learns
  // The numbers of the weights that count in a position: of any valued role, from where its weights begin.
  void active(std::span<const std::uint64_t> row, std::vector<std::uint32_t>& out) const;
  // From 0 to 1, of the range of the role's goals.
  float squashed(std::size_t valued, std::span<const std::uint32_t> active) const;
  // Cross-entropy to a goal from 0 to 1 of that range, and its slope: the same for every weight that counts.
  double loss(std::size_t valued, std::span<const std::uint32_t> active, double goal) const;
  double slope(std::size_t valued, std::span<const std::uint32_t> active, double goal) const {
    return squashed(valued, active) - goal;
  }

 private:
  // Features are numbered from 1 on: 0 holds always, so that a fluent is the pair of it with 0.
  void features(std::span<const std::uint64_t> row, std::vector<std::uint32_t>& out) const;
  static std::size_t place_of(std::size_t feature, bool pairs) {  // of its pairs with those before it
    return pairs ? feature * (feature - 1) / 2 : feature - 1;
  }
  std::size_t place(std::size_t feature) const { return place_of(feature, shape_.pairs); }

  Shape shape_;
  std::size_t size_;
  std::vector<std::uint64_t> counting_;    // bits of the fluents that count
  std::vector<std::uint32_t> feature_of_;  // by fluent
  std::vector<float> weights_;             // of each valued role: pairs, and last what holds always
};

}  // namespace percept::search
