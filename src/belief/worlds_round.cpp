// SPDX-License-Identifier: MIT
//
// One round of all worlds. Either each joint move is made in all worlds that allow it (few moves, many worlds), or each
// pair of a world and a joint move gets a lane; what is cheaper is estimated.
#include <bit>

#include "belief/worlds_implementation.h"

namespace percept::belief {
namespace {

// As measured on the games of bench/ where one way or the other takes as long; far from there they hardly matter.
constexpr std::size_t kTransposeCost = 400;  // in words of a stream
constexpr std::size_t kRunCost = 100;        // of running streams at all
constexpr std::size_t kMakeCost = 200;       // of making streams, by gate
constexpr std::size_t kWordsOfGate = 4;      // before streams are made

}  // namespace

Outcome Worlds::Implementation::advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                                        const Budget& budget) {
  following_.clear(round_.words(), now_.size());
  if (Outcome outcome = make_round(move, percepts, budget); outcome != Outcome::kDone) return outcome;
  if (following_.size() == 0) return Outcome::kUnexplained;
  exact_weights_ &= following_.normalise();
  now_.swap(following_);
  fresh_ = false;
  changed();
  return Outcome::kDone;
}

Outcome Worlds::Implementation::make_round(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                                           const Budget& budget) {
  if (!expect(move, percepts)) return Outcome::kDone;
  now_.widen(round_.words());
  budget_ = budget;
  runs_ = 0;
  stop_ = Outcome::kDone;
  pair_worlds_.clear();
  pair_weights_.clear();
  pair_moves_.clear();
  segments_ = 0;
  whole_world_ = kNone;
  const Kernels& kernels = lanes::kernels_for(now_.size(), most_lanes_);
  for (std::size_t first = 0; first < now_.size() && !stopped(); first += kernels.lanes) {
    std::size_t count = std::min<std::size_t>(kernels.lanes, now_.size() - first);
    batch_first_ = first;
    look_at_clock();
    evaluate_state(state_streams(), kernels, first, count);
    if (!may_go_on(count)) continue;
    find_legal(first, count);
    if (pairs_ == 0) continue;
    if (!by_moves_is_cheaper()) {
      by_lanes(first, count);
      continue;
    }
    evaluate_state(round_.streams(Part::kRound), kernels, first, count);
    state_values_.lower_all();
    if (round_.own()) state_values_.raise(state_values_.streams().does_slot(role_.value, *round_.own()));
    std::copy_n(active_, kMaxGroups, chosen_lanes_[0].begin());
    by_moves(0);
  }
  if (!stopped() && !pair_worlds_.empty()) run_lanes();
  return stop_;
}

// False when the circuit has no such move or percept.
bool Worlds::Implementation::expect(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts) {
  if (!round_.expect(move, percepts)) return false;
  choosing_.clear();
  for (std::uint32_t role = 0; role < moves().size(); ++role)
    if (round_.open(role)) choosing_.push_back(role);
  choices_.resize(choosing_.size());
  world_moves_.resize(choosing_.size());
  chosen_lanes_.resize(choosing_.size() + 1);
  chosen_.resize(choosing_.size());
  return true;
}

// Finds the lanes in which the game goes on, the own move is legal, and every role has one.
bool Worlds::Implementation::may_go_on(std::size_t count) {
  std::uint64_t some = 0;
  for (unsigned g = 0; g < state_values_.groups(); ++g) some |= active_[g] = round_.goes_on(state_values_, g, count);
  return some != 0;
}

// Finds what each role may do in each lane that goes on, and in any; what the percepts exclude is left out, but counts
// for the chance of each move.
void Worlds::Implementation::find_legal(std::size_t first, std::size_t count) {
  const Streams& streams = state_values_.streams();
  unsigned groups = state_values_.groups();
  lane_weights_.resize(state_values_.lanes());
  for (std::size_t lane = 0; lane < count; ++lane) lane_weights_[lane] = now_.weight(first + lane);
  pairs_ = 0;
  joint_moves_ = 1;
  for (std::size_t d = 0; d < choosing_.size(); ++d) {
    std::uint32_t role = choosing_[d];
    Streams::Codes legal = streams.legal(role);
    choices_[d].clear();
    for (std::uint32_t m = 0; m < legal.size(); ++m) {
      std::uint64_t some = 0;
      if (!round_.excluded(role, m))
        for (unsigned g = 0; g < groups; ++g) some |= state_values_.read(legal[m], g) & active_[g];
      if (some != 0) choices_[d].push_back(m);
    }
    joint_moves_ = choices_[d].empty() ? 0 : std::min(joint_moves_ * choices_[d].size(), SIZE_MAX / (1u << 20));
  }
  if (joint_moves_ == 0) return;
  for (unsigned g = 0; g < groups; ++g) {
    if (active_[g] == 0) continue;
    round_.read_legal(state_values_, g, active_[g]);
    for_each_bit(active_[g], [&](unsigned in_group) {
      std::size_t lane = 64 * std::size_t{g} + in_group, product = 1;
      for (std::uint32_t role : choosing_) {
        std::size_t of_role = 0;
        for (std::uint64_t word : round_.legal(lane, role)) of_role += static_cast<std::size_t>(std::popcount(word));
        if (!modelled(role)) lane_weights_[lane] /= static_cast<double>(of_role);
        product = std::min(product * of_role, SIZE_MAX / (1u << 20));
      }
      pairs_ += std::min(product, joint_moves_);
    });
  }
  if (opponents_) find_chances(first, count);
}

bool Worlds::Implementation::by_moves_is_cheaper() {
  std::size_t gates = round_.automaton().circuit->size();
  auto size_of = [&](Part part) {
    if (!round_.has(part)) return kWordsOfGate * gates;
    const Streams& made = round_.streams(part);
    return made.sees().size() + made.next().size();
  };
  auto cost = [](std::size_t runs, std::size_t of_run) {
    return static_cast<double>(runs) * static_cast<double>(of_run + kRunCost);
  };
  std::size_t groups = 0, lanes = lanes::kernels_for(pairs_, most_lanes_).lanes;
  for (unsigned g = 0; g < state_values_.groups(); ++g) groups += active_[g] != 0 ? 1 : 0;
  double by_moves = cost(joint_moves_, size_of(Part::kRound) + groups * round_.words() * kTransposeCost);
  double by_lanes = cost((pairs_ + lanes - 1) / lanes, size_of(Part::kMoves)) +
                    cost((pairs_ + 63) / 64, 2 * round_.words() * kTransposeCost);
  // A circuit may be there for one round only: what has to be made for it counts in the first.
  double making = fresh_ ? static_cast<double>(kMakeCost * gates) : 0;
  if (!round_.has(Part::kRound)) by_moves += making;
  if (!round_.has(Part::kMoves)) by_lanes += making;
  return by_moves <= by_lanes;
}

// Worlds in lanes, joint move by joint move.
void Worlds::Implementation::by_moves(std::size_t depth) {
  if (stopped()) return;
  std::array<std::uint64_t, kMaxGroups>& lanes = chosen_lanes_[depth];
  unsigned groups = state_values_.groups();
  const Streams& streams = state_values_.streams();
  if (depth == choosing_.size()) {
    look_at_clock();
    state_values_.run(streams.sees());
    std::array<std::uint64_t, kMaxGroups> explained;
    std::uint64_t some = 0;
    for (unsigned g = 0; g < groups; ++g) some |= explained[g] = round_.explained(state_values_, g, lanes[g]);
    if (some == 0) return;
    state_values_.run(streams.next());
    for (unsigned g = 0; g < groups; ++g)
      if (explained[g] != 0)
        collect(state_values_, g, explained[g],
                opponents_ ? weights_by_move(g, explained[g]) : lane_weights_.data() + 64 * std::size_t{g});
    return;
  }
  std::uint32_t role = choosing_[depth];
  for (std::uint32_t move : choices_[depth]) {
    std::uint64_t some = 0;
    for (unsigned g = 0; g < groups; ++g) {
      chosen_lanes_[depth + 1][g] = lanes[g] & state_values_.read(streams.legal(role)[move], g);
      some |= chosen_lanes_[depth + 1][g];
    }
    if (some == 0) continue;
    chosen_[depth] = move;
    std::uint64_t* does = state_values_.at(streams.does_slot(role, move));
    std::fill_n(does, groups, ~std::uint64_t{0});
    by_moves(depth + 1);
    std::fill_n(does, groups, 0);
  }
}

// Pairs of a world and a joint move in lanes.
void Worlds::Implementation::by_lanes(std::size_t first, std::size_t count) {
  const Kernels& kernels =
      lanes::kernels_for(std::max<std::size_t>(pairs_, pair_worlds_.empty() ? 0 : move_values_.lanes()), most_lanes_);
  const Streams& streams = round_.streams(Part::kMoves);
  if (!pair_worlds_.empty() && move_values_.lanes() != kernels.lanes) run_lanes();
  auto prepare = [&] {
    move_values_.lower_all();
    if (round_.own()) move_values_.raise(streams.does_slot(role_.value, *round_.own()));
  };
  if (pair_worlds_.empty()) {
    move_values_.prepare(kernels, streams);
    whole_world_ = kNone;
    prepare();
  }
  for (std::size_t lane = 0; lane < count; ++lane) {
    if ((active_[lane / 64] >> (lane % 64) & 1) == 0) continue;
    bool none = false;
    for (std::size_t d = 0; d < choosing_.size(); ++d) {
      world_moves_[d].clear();
      std::span<const std::uint64_t> legal = round_.legal(lane, choosing_[d]);
      for (std::uint32_t move : choices_[d])
        if ((legal[move / 64] >> (move % 64) & 1) != 0) world_moves_[d].push_back(move);
      none |= world_moves_[d].empty();
    }
    if (none) continue;
    odometer_.assign(choosing_.size(), 0);
    begins_.assign(choosing_.size(), pair_worlds_.size());
    ++segments_;
    for (bool more = true; more;) {
      pair_worlds_.push_back(static_cast<std::uint32_t>(first + lane));
      double weight = lane_weights_[lane];
      if (opponents_)
        for (std::size_t d = 0; d < choosing_.size(); ++d) weight *= chance(lane, d, world_moves_[d][odometer_[d]]);
      pair_weights_.push_back(weight);
      if (visit_)
        for (std::size_t d = 0; d < choosing_.size(); ++d) pair_moves_.push_back(world_moves_[d][odometer_[d]]);
      std::size_t turning = choosing_.size();  // the last role that has another move; those behind it start again
      while (turning > 0 && odometer_[turning - 1] + 1 == world_moves_[turning - 1].size()) --turning;
      more = turning > 0;
      // A move that is about to change is raised in all lanes that have it.
      bool full = pair_worlds_.size() == kernels.lanes;
      for (std::size_t d = full || !more ? 0 : turning - 1; d < choosing_.size(); ++d) {
        std::uint32_t move = world_moves_[d][odometer_[d]];
        move_values_.raise(streams.does_slot(choosing_[d], move), begins_[d], pair_worlds_.size());
        begins_[d] = pair_worlds_.size();
      }
      if (full) {
        run_lanes();
        if (stopped()) return;
        prepare();
        std::ranges::fill(begins_, 0);
        if (more) ++segments_;
      }
      if (!more) break;
      ++odometer_[turning - 1];
      std::fill(odometer_.begin() + static_cast<std::ptrdiff_t>(turning), odometer_.end(), 0);
    }
  }
}

void Worlds::Implementation::run_lanes() {
  look_at_clock();
  const Streams& streams = move_values_.streams();
  if (segments_ > 1) {
    move_values_.set_fluents(now_.rows(), pair_worlds_, segments_);
    whole_world_ = kNone;
  } else if (whole_world_ != pair_worlds_[0]) {
    whole_world_ = pair_worlds_[0];
    move_values_.set_fluents(now_.rows(), whole_world_);
  }
  move_values_.run(streams.sees());
  std::uint64_t explained[kMaxGroups];
  std::uint64_t some = 0;
  for (unsigned g = 0; g < move_values_.groups(); ++g)
    some |= explained[g] = round_.explained(move_values_, g, lanes_of_group(pair_worlds_.size(), g));
  if (some != 0) move_values_.run(streams.next());
  for (unsigned g = 0; g < move_values_.groups(); ++g)
    if (explained[g] != 0) collect(move_values_, g, explained[g], pair_weights_.data() + 64 * std::size_t{g});
  pair_worlds_.clear();
  pair_weights_.clear();
  pair_moves_.clear();
  segments_ = 0;
}

// Takes the next positions of some lanes of a group.
void Worlds::Implementation::collect(Values& values, unsigned group, std::uint64_t lanes, const double* weights) {
  if (stopped()) return;
  std::size_t words = following_.words();
  rows_.resize(64 * words);
  values.read_next(group, lanes, rows_.data(), words);
  if (visit_) return tell_steps(values, group, lanes, weights);
  std::uint64_t hashes[64];
  for_each_bit(lanes, [&](unsigned lane) {
    hashes[lane] = WorldSet::hash(rows_.data() + lane * words, words);
    following_.prefetch(hashes[lane]);
  });
  for_each_bit(lanes, [&](unsigned lane) { following_.add(rows_.data() + lane * words, hashes[lane], weights[lane]); });
  if (following_.size() <= limit_) return;
  if (complete_)
    stop_ = Outcome::kTooMany;
  else
    following_.thin(std::max<std::size_t>(limit_ / 2, 1), random_);
}

}  // namespace percept::belief
