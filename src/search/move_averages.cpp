// SPDX-License-Identifier: MIT
#include "search/move_averages.h"

#include <algorithm>
#include <cmath>

namespace percept::search {

void MoveAverages::make_weights(const Simulator& simulator, lanes::Weights& weights) const {
  constexpr float kTemperature = 0.25, kMost = 15;
  weights.resize(of_.size());
  for (std::size_t role = 0; role < of_.size(); ++role) {
    weights[role].clear();
    if (simulator.nature() == role) continue;
    float best = 0;
    auto moves = static_cast<std::uint32_t>(simulator.lexicon().moves(game::RoleId{static_cast<std::uint32_t>(role)}));
    for (std::uint32_t move = 0; move < moves; ++move) best = std::max(best, mean(role, move, 0));
    for (std::uint32_t move = 0; move < moves; ++move)
      weights[role].push_back(static_cast<std::uint8_t>(
          std::max(1.0f, std::round(kMost * std::exp((mean(role, move, best) - best) / kTemperature)))));
  }
}

}  // namespace percept::search
