// SPDX-License-Identifier: MIT
//
// What worlds.cpp and worlds_round.cpp share: the worlds, what was computed of them, and what a round needs on its way.
// Nothing is allocated in a round when it has been as large before.
//
// Internal to belief/.
#pragma once

#include <algorithm>
#include <array>

#include "base/bits.h"
#include "belief/numbered_round.h"
#include "belief/world_set.h"
#include "belief/worlds.h"

namespace percept::belief {

class Worlds::Implementation {
 public:
  Implementation(RoleId role, std::size_t limit, unsigned lanes)
      : role_(role),
        limit_(std::max<std::size_t>(limit, 1)),
        most_lanes_(lanes == 0 ? lanes::best_kernels().lanes : lanes),
        round_(role) {}

  void start(std::span<const FluentId> state) {
    now_.clear(round_.words(), 1);
    complete_ = exact_weights_ = true;
    add(state, 1);
  }

  void add(std::span<const FluentId> state, double weight) {
    std::size_t words = round_.words();
    for (FluentId fluent : state) words = std::max<std::size_t>(words, fluent.value / 64 + 1);
    now_.widen(words);
    row_.assign(now_.words(), 0);
    for (FluentId fluent : state) row_[fluent.value / 64] |= std::uint64_t{1} << (fluent.value % 64);
    now_.add(row_.data(), WorldSet::hash(row_.data(), row_.size()), weight);
    now_.normalise();
    changed();
  }

  void use(std::shared_ptr<const NumberedCircuit> circuit) {
    if (circuit == round_.circuit()) return;
    for (Values* values : {&state_values_, &move_values_}) values->forget();
    round_.use(std::move(circuit));
    fresh_ = true;
    changed();
  }

  void expect(std::shared_ptr<const Opponents> opponents, std::optional<RoleId> random) {
    opponents_ = std::move(opponents);
    nature_ = random;
  }
  void limit(std::size_t worlds) { limit_ = std::max<std::size_t>(worlds, 1); }

  Outcome advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts, const Budget& budget);
  bool for_each_step(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                     const std::function<void(const Step&)>& visit, const Budget& budget);

  Layer layer() const { return {now_.without_table(), complete_, exact_weights_, round_.circuit()}; }
  void restore(const Layer& layer) {
    use(layer.circuit);
    now_.take(layer.worlds);
    complete_ = layer.complete;
    exact_weights_ = layer.exact_weights;
    changed();
  }

  const WorldSet& worlds() const { return now_; }
  bool complete() const { return complete_; }
  std::size_t words() const { return round_.words(); }

  void thin(std::size_t count, Random& random) {
    complete_ = false;
    random_ = Random(random.bits());
    if (count >= now_.size() || count == 0) return;
    now_.thin(count, random);
    now_.normalise();
    changed();
  }

  std::vector<Share> fluents() const;
  const std::vector<Share>& legal() { return look(), legal_; }
  const Share& terminal() { return look(), terminal_; }
  std::vector<Share> goals();

 private:
  using Kernels = lanes::Kernels;
  using Streams = lanes::Streams;
  using Values = lanes::Values;
  using Part = NumberedRound::Part;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr unsigned kMaxGroups = lanes::kMaxGroups;

  const std::vector<std::vector<MoveId>>& moves() const { return round_.circuit()->moves; }
  void changed() {
    looked_ = false;
    state_count_ = 0;
  }

  // ---- what a position decides
  // Terminal and legal moves of some worlds, in lanes of state_values_.
  void evaluate_state(const Streams& streams, const Kernels& kernels, std::size_t first, std::size_t count) {
    if (state_count_ == count && state_first_ == first && state_values_.streams() == streams &&
        state_values_.lanes() == kernels.lanes)
      return;
    state_values_.prepare(kernels, streams);
    state_values_.set_fluents(now_.rows(), first, count);
    state_values_.run(streams.state());
    state_first_ = first;
    state_count_ = count;
  }
  const Streams& state_streams() { return round_.streams(round_.has(Part::kRound) ? Part::kRound : Part::kState); }
  void look();
  void count_share(Share& share, std::uint32_t code, const Values& values, std::size_t first, std::size_t count,
                   double weight) const;

  // ---- a round
  // Finds the steps and collects them; kDone also when there are none.
  Outcome make_round(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts, const Budget& budget);
  bool expect(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts);
  bool stopped() const { return stop_ != Outcome::kDone; }
  void look_at_clock() {
    if (++runs_ % kRunsOfLook == 0 && budget_.out_of_time()) stop_ = Outcome::kGaveUp;
  }
  bool may_go_on(std::size_t count);
  void find_legal(std::size_t first, std::size_t count);
  bool by_moves_is_cheaper();
  void by_moves(std::size_t depth);
  void by_lanes(std::size_t first, std::size_t count);
  void run_lanes();
  void collect(Values& values, unsigned group, std::uint64_t lanes, const double* weights);
  void tell_steps(const Values& values, unsigned group, std::uint64_t lanes, const double* weights);

  // ---- a model of the others (worlds_model.cpp)
  bool modelled(std::uint32_t role) const { return opponents_ && role != role_.value && RoleId{role} != nature_; }
  void find_chances(std::size_t first, std::size_t count);
  double chance(std::size_t lane, std::size_t depth, std::uint32_t move) const {
    return chances_[lane * chances_of_lane_ + chances_begin_[depth] + move];
  }
  // The weights of a group's lanes with the joint move that was chosen.
  const double* weights_by_move(unsigned group, std::uint64_t lanes);

  RoleId role_;
  std::size_t limit_;
  unsigned most_lanes_;
  bool complete_ = true;
  bool exact_weights_ = true;
  Random random_{1};
  NumberedRound round_;
  bool fresh_ = true;  // no round was made with the circuit
  WorldSet now_, following_;
  std::vector<std::uint64_t> row_;

  Values state_values_, move_values_;
  std::size_t state_first_ = 0, state_count_ = 0;  // that state_values_ holds
  bool looked_ = false;
  std::vector<Share> legal_;
  Share terminal_;

  // Of the round at hand.
  static constexpr std::uint32_t kRunsOfLook = 16;
  Budget budget_;
  std::uint32_t runs_ = 0;
  Outcome stop_ = Outcome::kDone;                            // why the round is not gone on with
  std::vector<std::uint32_t> choosing_;                      // roles whose moves are open
  const std::function<void(const Step&)>* visit_ = nullptr;  // who is told the steps instead
  std::vector<MoveId> step_moves_;
  std::uint64_t active_[kMaxGroups] = {};  // lanes of the batch at hand that go on
  std::vector<double> lane_weights_;
  std::vector<std::vector<std::uint32_t>> choices_;  // by open role: moves that some world allows
  std::vector<std::array<std::uint64_t, kMaxGroups>>
      chosen_lanes_;                   // by depth: lanes in which all moves so far are legal
  std::vector<std::uint32_t> chosen_;  // by depth
  std::size_t batch_first_ = 0;
  std::size_t pairs_ = 0, joint_moves_ = 0;
  // Pairs of a world and a joint move that wait to be evaluated.
  std::vector<std::uint32_t> pair_worlds_;
  std::vector<double> pair_weights_;
  std::vector<std::uint32_t> pair_moves_;  // of each, by open role; for who is told the steps
  std::size_t segments_ = 0;
  std::uint32_t whole_world_ = kNone;  // that all lanes of move_values_ hold
  std::vector<std::uint32_t> odometer_;
  std::vector<std::size_t> begins_;  // by open role: the first lane with its move
  std::vector<std::vector<std::uint32_t>> world_moves_;
  std::vector<std::uint64_t> rows_;  // of 64 lanes

  std::shared_ptr<const Opponents> opponents_;
  std::optional<RoleId> nature_;
  std::vector<double> chances_;  // by lane, open role and move
  std::size_t chances_of_lane_ = 0;
  std::vector<std::size_t> chances_begin_;  // by open role, in those of a lane
  std::array<double, 64> model_weights_;    // of a group
};

}  // namespace percept::belief
