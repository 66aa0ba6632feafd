// SPDX-License-Identifier: MIT
#include "sample/hyperplay/lanes.h"

#include <algorithm>

namespace percept::sample {

using lanes::Streams;

void Lanes::use(std::shared_ptr<const belief::NumberedCircuit> circuit) {
  if (circuit == round_.circuit()) return;
  state_values_.forget();
  move_values_.forget();
  round_.use(std::move(circuit));
}

// ---- positions

void Lanes::clear(std::size_t words) {
  positions_.clear(std::max(words, round_.words()));
  pairs_.clear();
  joints_.clear();
}

std::size_t Lanes::add_position(std::span<const std::uint64_t> row) {
  positions_.push(row);
  return positions_.size() - 1;
}

void Lanes::find_legal() {
  const Streams& streams = round_.streams(Part::kState);
  std::size_t count = positions_.size();
  state_values_.prepare(lanes::kernels_for(count, most_lanes_), streams);
  state_values_.set_fluents(positions_, 0, count);
  state_values_.run(streams.state());
  for (unsigned g = 0; g < state_values_.groups() && 64 * std::size_t{g} < count; ++g) {
    goes_on_[g] = round_.goes_on(state_values_, g, count);
    round_.read_legal(state_values_, g, goes_on_[g]);
  }
}

void Lanes::legal(std::size_t position, std::size_t role, std::vector<std::uint32_t>& moves) const {
  moves.clear();
  std::span<const std::uint64_t> row = round_.legal(position, role);
  for (std::size_t w = 0; w < row.size(); ++w)
    for_each_bit(row[w], [&](unsigned bit) { moves.push_back(static_cast<std::uint32_t>(64 * w + bit)); });
}

// ---- pairs

void Lanes::add(std::size_t position, std::span<const std::uint32_t> joint) {
  pairs_.push_back(static_cast<std::uint32_t>(position));
  joints_.insert(joints_.end(), joint.begin(), joint.end());
}

void Lanes::run(bool with_next) {
  const Streams& streams = round_.streams(Part::kMoves);
  std::size_t count = pairs_.size(), words = round_.words();
  move_values_.prepare(lanes::kernels_for(count, most_lanes_), streams);
  move_values_.set_pairs(positions_, pairs_, joints_);
  move_values_.run(streams.sees());
  for (unsigned g = 0; g < move_values_.groups(); ++g)
    explained_[g] = round_.explained(move_values_, g, lanes_of_group(count, g));
  if (with_next) {
    move_values_.run(streams.next());
    rows_.resize((count + 63) / 64 * 64 * words);
    for (unsigned g = 0; 64 * std::size_t{g} < count; ++g)
      move_values_.read_next(g, lanes_of_group(count, g), rows_.data() + 64 * std::size_t{g} * words, words);
  }
  pairs_.clear();
  joints_.clear();
}

}  // namespace percept::sample
