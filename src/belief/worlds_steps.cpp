// SPDX-License-Identifier: MIT
//
// The steps of a round told one by one, instead of being merged into the next worlds.
#include "belief/worlds_implementation.h"

namespace percept::belief {

bool Worlds::Implementation::for_each_step(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                                           const std::function<void(const Step&)>& visit, const Budget& budget) {
  following_.clear(round_.words(), 0);
  step_moves_.assign(moves().size(), MoveId{});
  if (move) step_moves_[role_.value] = *move;
  visit_ = &visit;
  Outcome outcome = make_round(move, percepts, budget);
  visit_ = nullptr;
  return outcome == Outcome::kDone;
}

void Worlds::Implementation::tell_steps(const Values& values, unsigned group, std::uint64_t lanes,
                                        const double* weights) {
  bool in_pairs = &values == &move_values_;
  std::size_t words = following_.words(), open = choosing_.size();
  for_each_bit(lanes, [&](unsigned in_group) {
    std::size_t lane = 64 * std::size_t{group} + in_group;
    const std::uint32_t* chosen = in_pairs ? pair_moves_.data() + lane * open : chosen_.data();
    for (std::size_t d = 0; d < open; ++d) step_moves_[choosing_[d]] = moves()[choosing_[d]][chosen[d]];
    (*visit_)({in_pairs ? pair_worlds_[lane] : batch_first_ + lane,
               step_moves_,
               weights[in_group],
               {rows_.data() + in_group * words, words}});
  });
}

}  // namespace percept::belief
