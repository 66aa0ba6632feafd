// SPDX-License-Identifier: MIT
//
// percept train: values learnt from matches against oneself, kept in a file.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace percept::cli {

struct TrainOptions {
  std::string file;
  std::optional<std::string> output;  // the rule sheet's name with .value, here, if not given
  bool resume = false;
  std::optional<double> seconds;
  std::optional<std::uint64_t> batches;  // in all, with those before
  double checkpoint_seconds = 10;
  std::uint64_t seed = 1;
  bool json = false;
};
int train(const TrainOptions& options);

}  // namespace percept::cli
