// SPDX-License-Identifier: MIT
//
// A round's chances when there is a model of the others: by world, role and move instead of one number for a world.
#include "belief/worlds_implementation.h"

namespace percept::belief {

// Of the moves that are open, in the lanes that go on. Those of roles that the model is not asked about are in the
// weights of the lanes.
void Worlds::Implementation::find_chances(std::size_t first, std::size_t count) {
  chances_begin_.clear();
  chances_of_lane_ = 0;
  for (std::uint32_t role : choosing_) {
    chances_begin_.push_back(chances_of_lane_);
    chances_of_lane_ += moves()[role].size();
  }
  chances_.assign(count * chances_of_lane_, 1);
  std::vector<MoveId> legal;
  std::vector<double> chances;
  for (std::size_t lane = 0; lane < count; ++lane) {
    if ((active_[lane / 64] >> (lane % 64) & 1) == 0) continue;
    const std::uint64_t* row = now_.row(first + lane);
    game::State position(std::vector<std::uint64_t>(row, row + now_.words()));
    for (std::size_t d = 0; d < choosing_.size(); ++d) {
      std::uint32_t role = choosing_[d];
      if (!modelled(role)) continue;
      std::span<const std::uint64_t> bits = round_.legal(lane, role);
      double* out = chances_.data() + lane * chances_of_lane_ + chances_begin_[d];
      auto for_each_legal = [&](auto&& visit) {
        for (std::size_t w = 0; w < bits.size(); ++w) for_each_bit(bits[w], [&](unsigned bit) { visit(64 * w + bit); });
      };
      legal.clear();
      for_each_legal([&](std::size_t move) { legal.push_back(moves()[role][move]); });
      opponents_->chances(RoleId{role}, position, legal, chances);
      std::size_t at = 0;
      for_each_legal([&](std::size_t move) { out[move] = chances[at++]; });
    }
  }
}

const double* Worlds::Implementation::weights_by_move(unsigned group, std::uint64_t lanes) {
  for_each_bit(lanes, [&](unsigned in_group) {
    std::size_t lane = 64 * std::size_t{group} + in_group;
    double weight = lane_weights_[lane];
    for (std::size_t d = 0; d < choosing_.size(); ++d) weight *= chance(lane, d, chosen_[d]);
    model_weights_[in_group] = weight;
  });
  return model_weights_.data();
}

}  // namespace percept::belief
