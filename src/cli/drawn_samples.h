// SPDX-License-Identifier: MIT
//
// Samples of an information set as people and tools read them. For people equal positions are one, the most likely
// first, and what all of them share is shown once; with histories a position is shown for each way that led to it.
//
// Internal to cli/.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "cli/drawn_state.h"
#include "sample/sampler.h"

namespace percept::cli {

// What came of asking a sampler for some.
struct DrawnSamples {
  sample::Draw draw;
  double update_seconds = 0;              // CPU time of the last round's update
  double first_seconds = 0;               // and of a first draw of one behind it
  std::optional<double> rate;             // samples a CPU second in the draws after the first
  std::vector<std::size_t> gave_up = {};  // rounds whose update took more than its budget
};

void print_samples(const sample::Sampler& sampler, const DrawnSamples& drawn, StateDrawing& drawing, bool histories);
// [{"weight", "state", "moves"}], in the order in which they were drawn.
nlohmann::ordered_json json_of(const sample::Sampler& sampler, const std::vector<sample::Sample>& samples);

}  // namespace percept::cli
