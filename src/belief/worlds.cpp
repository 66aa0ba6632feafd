// SPDX-License-Identifier: MIT
#include "belief/worlds.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bits.h"
#include "belief/lane_values.h"
#include "belief/round_streams.h"
#include "belief/world_set.h"

namespace percept::belief {
namespace {

using circuit::Kernels;
using Bit = RoundStreams::Bit;

constexpr std::size_t kFewLanes = 3;         // of 64 that are read bit by bit
constexpr std::size_t kTransposeCost = 400;  // in words of a stream
constexpr std::size_t kRunCost = 100;        // of running streams at all
constexpr std::size_t kMakeCost = 200;       // of making streams, by gate
constexpr std::size_t kWordsOfGate = 4;      // before streams are made
constexpr std::uint32_t kNone = UINT32_MAX;

const Kernels& kernels_for(std::size_t lanes, unsigned most) {
  const Kernels* best = &circuit::kernels64;
  for (unsigned width : {256u, 512u}) {
    if (best->lanes >= lanes || width > most) break;
    if (const Kernels* wider = circuit::find_kernels(width)) best = wider;
  }
  return *best;
}

}  // namespace

class Worlds::Implementation {
 public:
  Implementation(RoleId role, std::size_t limit, unsigned lanes)
      : role_(role),
        limit_(std::max<std::size_t>(limit, 1)),
        most_lanes_(lanes == 0 ? circuit::best_kernels().lanes : lanes) {}

  void start(std::span<const FluentId> state) {
    now_.clear(words_, 1);
    complete_ = true;
    add(state, 1);
  }

  void add(std::span<const FluentId> state, double weight) {
    std::size_t words = words_;
    for (FluentId fluent : state) words = std::max<std::size_t>(words, fluent.value / 64 + 1);
    now_.widen(words);
    row_.assign(now_.words(), 0);
    for (FluentId fluent : state) row_[fluent.value / 64] |= std::uint64_t{1} << (fluent.value % 64);
    now_.add(row_.data(), WorldSet::hash(row_.data(), row_.size()), weight);
    now_.normalise();
    changed();
  }

  void use(std::shared_ptr<const NumberedCircuit> circuit) {
    if (circuit == circuit_) return;
    circuit_ = std::move(circuit);
    fresh_ = true;
    for (LaneValues* values : {&state_values_, &move_values_}) values->forget();
    for (auto& streams : streams_) streams.reset();
    words_ = 1;
    for (FluentId fluent : circuit_->fluents) words_ = std::max<std::size_t>(words_, fluent.value / 64 + 1);
    const GameCircuit& game = circuit_->game;
    percept_index_.clear();
    const std::vector<PerceptId>& sees = circuit_->sees[role_.value];
    for (std::uint32_t i = 0; i < sees.size(); ++i) {
      if (sees[i].value >= percept_index_.size()) percept_index_.resize(sees[i].value + 1, kNone);
      percept_index_[sees[i].value] = i;
    }
    // A percept that is a move itself tells whether it was made, without any evaluation.
    std::vector<std::uint32_t> percept_of_input(game.circuit.inputs() + 1, kNone);
    for (std::uint32_t i = 0; i < sees.size(); ++i)
      if (circuit::Wire wire = game.sees[role_.value][i].second;
          !wire.negated() && wire.node() > 0 && wire.node() <= game.circuit.inputs())
        percept_of_input[wire.node()] = i;
    tells_.assign(game.moves.size(), {});
    legal_begin_.clear();
    legal_words_ = 0;
    for (std::size_t role = 0; role < game.moves.size(); ++role) {
      for (const GameCircuit::Move& move : game.moves[role]) tells_[role].push_back(percept_of_input[move.does.node()]);
      legal_begin_.push_back(legal_words_);
      legal_words_ += (game.moves[role].size() + 63) / 64;
    }
    changed();
  }

  Outcome advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts);

  const WorldSet& worlds() const { return now_; }
  bool complete() const { return complete_; }

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
  using Part = RoundStreams::Part;

  const RoundStreams& streams(Part part) {
    auto& made = streams_[static_cast<std::size_t>(part)];
    if (!made) made = std::make_unique<RoundStreams>(*circuit_, role_, part);
    return *made;
  }
  bool has(Part part) const { return streams_[static_cast<std::size_t>(part)] != nullptr; }
  std::uint32_t does_slot(std::size_t role, std::size_t move) const {
    return circuit_->game.moves[role][move].does.node() - 1;
  }
  void changed() {
    looked_ = false;
    state_count_ = 0;
  }

  // ---- what a position decides
  // Terminal and legal moves of some worlds, in lanes of state_values_.
  void evaluate_state(const RoundStreams& streams, const Kernels& kernels, std::size_t first, std::size_t count) {
    if (state_count_ == count && state_first_ == first && &state_values_.streams() == &streams &&
        state_values_.lanes() == kernels.lanes)
      return;
    state_values_.prepare(kernels, streams);
    state_values_.set_fluents(now_, first, count);
    state_values_.run(streams.state);
    state_first_ = first;
    state_count_ = count;
  }
  const RoundStreams& state_streams() { return has(Part::kRound) ? streams(Part::kRound) : streams(Part::kState); }
  void look();
  void count_share(Share& share, std::uint32_t code, const LaneValues& values, std::size_t first, std::size_t count,
                   double weight) const;

  // ---- a round
  bool expect(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts);
  bool may_go_on(std::size_t count);
  void find_legal(std::size_t first, std::size_t count);
  bool by_moves_is_cheaper() const;
  void by_moves(std::size_t depth);
  void by_lanes(std::size_t first, std::size_t count);
  void run_lanes();
  // Lanes of a group in which the role sees what it saw.
  void keep_explained(LaneValues& values, std::uint64_t* lanes);
  void collect(LaneValues& values, unsigned group, std::uint64_t lanes, const double* weights);

  RoleId role_;
  std::size_t limit_;
  unsigned most_lanes_;
  bool complete_ = true;
  Random random_{1};
  std::shared_ptr<const NumberedCircuit> circuit_;
  bool fresh_ = true;      // no round was made with the circuit
  std::size_t words_ = 1;  // that the fluents of the circuit need
  WorldSet now_, following_;
  std::vector<std::uint64_t> row_;

  std::unique_ptr<RoundStreams> streams_[4];       // by part, made when needed
  std::vector<std::uint32_t> percept_index_;       // by number: in the circuit
  std::vector<std::vector<std::uint32_t>> tells_;  // by role and move: the percept that is this move, if any
  std::vector<std::size_t> legal_begin_;           // by role, in words of a row of legal moves
  std::size_t legal_words_ = 0;

  LaneValues state_values_, move_values_;
  std::size_t state_first_ = 0, state_count_ = 0;  // that state_values_ holds
  bool looked_ = false;
  std::vector<Share> legal_;
  Share terminal_;

  // Of the round at hand.
  std::optional<std::uint32_t> own_;     // index of the own move
  std::vector<std::uint64_t> expected_;  // by percept: all ones or none; empty when any will do
  bool any_percepts_ = false;
  bool too_many_ = false;
  std::vector<std::uint32_t> choosing_;  // roles whose moves are open
  // Of the batch at hand: its lanes that go on, and by lane what each role may do.
  std::uint64_t active_[kMaxGroups] = {};
  std::vector<std::uint64_t> legal_rows_;
  std::vector<double> lane_weights_;
  std::vector<std::vector<std::uint32_t>> choices_;  // by open role: moves that some world allows
  std::vector<std::array<std::uint64_t, kMaxGroups>>
      chosen_lanes_;  // by depth: lanes in which all moves so far are legal
  std::size_t pairs_ = 0, joint_moves_ = 0;
  // Pairs of a world and a joint move that wait to be evaluated.
  std::vector<std::uint32_t> pair_worlds_;
  std::vector<double> pair_weights_;
  std::size_t segments_ = 0;
  std::uint32_t whole_world_ = kNone;  // that all lanes of move_values_ hold
  std::vector<std::uint32_t> odometer_;
  std::vector<std::size_t> begins_;  // by open role: the first lane with its move
  std::vector<std::vector<std::uint32_t>> world_moves_;
  std::vector<std::uint64_t> rows_;  // of 64 lanes
};

// ---- a round

Worlds::Outcome Worlds::Implementation::advance(const std::optional<MoveId>& move,
                                                const std::optional<Percepts>& percepts) {
  if (!expect(move, percepts)) return Outcome::kUnexplained;
  now_.widen(words_);
  following_.clear(words_, now_.size());
  too_many_ = false;
  pair_worlds_.clear();
  pair_weights_.clear();
  segments_ = 0;
  whole_world_ = kNone;
  const Kernels& kernels = kernels_for(now_.size(), most_lanes_);
  for (std::size_t first = 0; first < now_.size() && !too_many_; first += kernels.lanes) {
    std::size_t count = std::min<std::size_t>(kernels.lanes, now_.size() - first);
    evaluate_state(state_streams(), kernels, first, count);
    if (!may_go_on(count)) continue;
    find_legal(first, count);
    if (pairs_ == 0) continue;
    if (!by_moves_is_cheaper()) {
      by_lanes(first, count);
      continue;
    }
    evaluate_state(streams(Part::kRound), kernels, first, count);
    state_values_.lower_all();
    if (own_) state_values_.raise(does_slot(role_.value, *own_));
    std::copy_n(active_, kMaxGroups, chosen_lanes_[0].begin());
    by_moves(0);
  }
  if (!too_many_ && !pair_worlds_.empty()) run_lanes();
  if (too_many_) return Outcome::kTooMany;
  if (following_.size() == 0) return Outcome::kUnexplained;
  following_.normalise();
  now_.swap(following_);
  fresh_ = false;
  changed();
  return Outcome::kDone;
}

// False when the circuit has no such move or percept.
bool Worlds::Implementation::expect(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts) {
  own_.reset();
  if (move) {
    std::optional<std::size_t> at = circuit_->index(role_, *move);
    if (!at) return false;
    own_ = static_cast<std::uint32_t>(*at);
  }
  choosing_.clear();
  for (std::uint32_t role = 0; role < circuit_->moves.size(); ++role)
    if (!own_ || role != role_.value) choosing_.push_back(role);
  choices_.resize(choosing_.size());
  world_moves_.resize(choosing_.size());
  chosen_lanes_.resize(choosing_.size() + 1);
  any_percepts_ = !percepts;
  if (any_percepts_) return true;
  expected_.assign(circuit_->sees[role_.value].size(), 0);
  for (PerceptId percept : *percepts) {
    if (percept.value >= percept_index_.size() || percept_index_[percept.value] == kNone) return false;
    expected_[percept_index_[percept.value]] = ~std::uint64_t{0};
  }
  return true;
}

// Finds the lanes in which the game goes on, the own move is legal, and every role has one.
bool Worlds::Implementation::may_go_on(std::size_t count) {
  const RoundStreams& streams = state_values_.streams();
  std::uint64_t some = 0;
  for (unsigned g = 0; g < state_values_.groups(); ++g) {
    std::uint64_t lanes = lanes_of_group(count, g) & ~state_values_.read(streams.terminal, g);
    if (own_) lanes &= state_values_.read(streams.legal[role_.value][*own_], g);
    for (std::uint32_t role : choosing_) {
      if (lanes == 0) break;
      std::uint64_t has_move = 0;
      for (std::uint32_t code : streams.legal[role]) has_move |= state_values_.read(code, g);
      lanes &= has_move;
    }
    active_[g] = lanes;
    some |= lanes;
  }
  return some != 0;
}

// Finds what each role may do in each lane that goes on, and in any; what the percepts exclude is left out, but counts
// for the chance of each move.
void Worlds::Implementation::find_legal(std::size_t first, std::size_t count) {
  const RoundStreams& streams = state_values_.streams();
  unsigned groups = state_values_.groups();
  lane_weights_.resize(state_values_.lanes());
  for (std::size_t lane = 0; lane < count; ++lane) lane_weights_[lane] = now_.weight(first + lane);
  legal_rows_.resize(state_values_.lanes() * legal_words_);
  pairs_ = 0;
  joint_moves_ = 1;
  auto excluded = [&](std::uint32_t role, std::size_t move) {
    std::uint32_t percept = tells_[role][move];
    return !any_percepts_ && percept != kNone && expected_[percept] == 0;
  };
  for (std::size_t d = 0; d < choosing_.size(); ++d) {
    std::uint32_t role = choosing_[d];
    const std::vector<std::uint32_t>& legal = streams.legal[role];
    choices_[d].clear();
    for (std::uint32_t m = 0; m < legal.size(); ++m) {
      std::uint64_t some = 0;
      if (!excluded(role, m))
        for (unsigned g = 0; g < groups; ++g) some |= state_values_.read(legal[m], g) & active_[g];
      if (some != 0) choices_[d].push_back(m);
    }
    joint_moves_ = choices_[d].empty() ? 0 : std::min(joint_moves_ * choices_[d].size(), SIZE_MAX / (1u << 20));
  }
  if (joint_moves_ == 0) return;
  std::uint64_t block[64];
  for (unsigned g = 0; g < groups; ++g) {
    if (active_[g] == 0) continue;
    bool few = static_cast<std::size_t>(std::popcount(active_[g])) <= kFewLanes;
    for (std::uint32_t role : choosing_) {
      const std::vector<std::uint32_t>& legal = streams.legal[role];
      for (std::size_t w = 0; 64 * w < legal.size(); ++w) {
        std::size_t begin = 64 * w, end = std::min<std::size_t>(begin + 64, legal.size());
        for (std::size_t m = begin; m < end; ++m) block[m - begin] = state_values_.read(legal[m], g);
        std::fill(block + (end - begin), block + 64, 0);
        auto row = [&](unsigned lane) -> std::uint64_t& {
          return legal_rows_[(64 * std::size_t{g} + lane) * legal_words_ + legal_begin_[role] + w];
        };
        if (few) {
          for_each_bit(active_[g], [&](unsigned lane) {
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < end - begin; ++i) bits |= (block[i] >> lane & 1) << i;
            row(lane) = bits;
          });
        } else {
          transpose(block);
          for_each_bit(active_[g], [&](unsigned lane) { row(lane) = block[lane]; });
        }
      }
    }
    for_each_bit(active_[g], [&](unsigned in_group) {
      std::size_t lane = 64 * std::size_t{g} + in_group, product = 1;
      for (std::uint32_t role : choosing_) {
        std::size_t moves = 0;
        const std::uint64_t* row = legal_rows_.data() + lane * legal_words_ + legal_begin_[role];
        for (std::size_t w = 0; 64 * w < streams.legal[role].size(); ++w)
          moves += static_cast<std::size_t>(std::popcount(row[w]));
        lane_weights_[lane] /= static_cast<double>(moves);
        product = std::min(product * moves, SIZE_MAX / (1u << 20));
      }
      pairs_ += std::min(product, joint_moves_);
    });
  }
}

bool Worlds::Implementation::by_moves_is_cheaper() const {
  auto size_of = [&](Part part) {
    const auto& made = streams_[static_cast<std::size_t>(part)];
    return made ? made->sees.size() + made->next.size() : kWordsOfGate * circuit_->game.circuit.size();
  };
  auto cost = [](std::size_t runs, std::size_t of_run) {
    return static_cast<double>(runs) * static_cast<double>(of_run + kRunCost);
  };
  std::size_t groups = 0, lanes = kernels_for(pairs_, most_lanes_).lanes;
  for (unsigned g = 0; g < state_values_.groups(); ++g) groups += active_[g] != 0 ? 1 : 0;
  double by_moves = cost(joint_moves_, size_of(Part::kRound) + groups * words_ * kTransposeCost);
  double by_lanes =
      cost((pairs_ + lanes - 1) / lanes, size_of(Part::kMoves)) + cost((pairs_ + 63) / 64, 2 * words_ * kTransposeCost);
  // A circuit may be there for one round only: what has to be made for it counts in the first.
  double making = fresh_ ? static_cast<double>(kMakeCost * circuit_->game.circuit.size()) : 0;
  if (!has(Part::kRound)) by_moves += making;
  if (!has(Part::kMoves)) by_lanes += making;
  return by_moves <= by_lanes;
}

// Worlds in lanes, joint move by joint move.
void Worlds::Implementation::by_moves(std::size_t depth) {
  if (too_many_) return;
  std::array<std::uint64_t, kMaxGroups>& lanes = chosen_lanes_[depth];
  unsigned groups = state_values_.groups();
  const RoundStreams& streams = state_values_.streams();
  if (depth == choosing_.size()) {
    state_values_.run(streams.sees);
    std::array<std::uint64_t, kMaxGroups> explained = lanes;
    keep_explained(state_values_, explained.data());
    std::uint64_t some = 0;
    for (unsigned g = 0; g < groups; ++g) some |= explained[g];
    if (some == 0) return;
    state_values_.run(streams.next);
    for (unsigned g = 0; g < groups; ++g)
      if (explained[g] != 0) collect(state_values_, g, explained[g], lane_weights_.data() + 64 * std::size_t{g});
    return;
  }
  std::uint32_t role = choosing_[depth];
  for (std::uint32_t move : choices_[depth]) {
    std::uint64_t some = 0;
    for (unsigned g = 0; g < groups; ++g) {
      chosen_lanes_[depth + 1][g] = lanes[g] & state_values_.read(streams.legal[role][move], g);
      some |= chosen_lanes_[depth + 1][g];
    }
    if (some == 0) continue;
    std::uint64_t* does = state_values_.at(does_slot(role, move));
    std::fill_n(does, groups, ~std::uint64_t{0});
    by_moves(depth + 1);
    std::fill_n(does, groups, 0);
  }
}

// Pairs of a world and a joint move in lanes.
void Worlds::Implementation::by_lanes(std::size_t first, std::size_t count) {
  const Kernels& kernels =
      kernels_for(std::max<std::size_t>(pairs_, pair_worlds_.empty() ? 0 : move_values_.lanes()), most_lanes_);
  const RoundStreams& streams = this->streams(Part::kMoves);
  if (!pair_worlds_.empty() && move_values_.lanes() != kernels.lanes) run_lanes();
  auto prepare = [&] {
    move_values_.lower_all();
    if (own_) move_values_.raise(does_slot(role_.value, *own_));
  };
  if (pair_worlds_.empty()) {
    move_values_.prepare(kernels, streams);
    whole_world_ = kNone;
    prepare();
  }
  for (std::size_t lane = 0; lane < count; ++lane) {
    if ((active_[lane / 64] >> (lane % 64) & 1) == 0) continue;
    const std::uint64_t* row = legal_rows_.data() + lane * legal_words_;
    bool none = false;
    for (std::size_t d = 0; d < choosing_.size(); ++d) {
      world_moves_[d].clear();
      const std::uint64_t* legal = row + legal_begin_[choosing_[d]];
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
      pair_weights_.push_back(lane_weights_[lane]);
      std::size_t turning = choosing_.size();  // the last role that has another move; those behind it start again
      while (turning > 0 && odometer_[turning - 1] + 1 == world_moves_[turning - 1].size()) --turning;
      more = turning > 0;
      // A move that is about to change is raised in all lanes that have it.
      bool full = pair_worlds_.size() == kernels.lanes;
      for (std::size_t d = full || !more ? 0 : turning - 1; d < choosing_.size(); ++d) {
        std::uint32_t move = world_moves_[d][odometer_[d]];
        move_values_.raise(does_slot(choosing_[d], move), begins_[d], pair_worlds_.size());
        begins_[d] = pair_worlds_.size();
      }
      if (full) {
        run_lanes();
        if (too_many_) return;
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
  const RoundStreams& streams = move_values_.streams();
  if (segments_ > 1) {
    move_values_.set_fluents(now_, pair_worlds_, segments_);
    whole_world_ = kNone;
  } else if (whole_world_ != pair_worlds_[0]) {
    whole_world_ = pair_worlds_[0];
    move_values_.set_fluents(now_, whole_world_);
  }
  move_values_.run(streams.sees);
  std::uint64_t explained[kMaxGroups];
  std::uint64_t some = 0;
  for (unsigned g = 0; g < move_values_.groups(); ++g) explained[g] = lanes_of_group(pair_worlds_.size(), g);
  keep_explained(move_values_, explained);
  for (unsigned g = 0; g < move_values_.groups(); ++g) some |= explained[g];
  if (some != 0) move_values_.run(streams.next);
  for (unsigned g = 0; g < move_values_.groups(); ++g)
    if (explained[g] != 0) collect(move_values_, g, explained[g], pair_weights_.data() + 64 * std::size_t{g});
  pair_worlds_.clear();
  pair_weights_.clear();
  segments_ = 0;
}

void Worlds::Implementation::keep_explained(LaneValues& values, std::uint64_t* lanes) {
  if (any_percepts_) return;
  const std::vector<std::uint32_t>& percepts = values.streams().percepts;
  for (std::size_t p = 0; p < percepts.size(); ++p)
    for (unsigned g = 0; g < values.groups(); ++g) lanes[g] &= ~(values.read(percepts[p], g) ^ expected_[p]);
}

// Takes the next positions of some lanes of a group.
void Worlds::Implementation::collect(LaneValues& values, unsigned group, std::uint64_t lanes, const double* weights) {
  if (too_many_) return;
  const RoundStreams& streams = values.streams();
  std::size_t words = following_.words();
  rows_.resize(64 * words);
  const std::vector<Bit>& following = streams.following;
  if (static_cast<std::size_t>(std::popcount(lanes)) <= kFewLanes) {
    for_each_bit(lanes, [&](unsigned lane) {
      std::uint64_t* row = rows_.data() + lane * words;
      std::copy(streams.always.begin(), streams.always.end(), row);
      for (const Bit& bit : following) row[bit.word] |= (values.read(bit.code, group) >> lane & 1) << bit.bit;
    });
  } else {
    auto at = following.begin();
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t block[64] = {};
      bool some = at != following.end() && at->word == word;
      for (; at != following.end() && at->word == word; ++at) block[at->bit] = values.read(at->code, group);
      if (some) transpose(block);
      std::uint64_t* out = rows_.data() + word;
      for (unsigned lane = 0; lane < 64; ++lane, out += words) *out = block[lane] | streams.always[word];
    }
  }
  std::uint64_t hashes[64];
  for_each_bit(lanes, [&](unsigned lane) {
    hashes[lane] = WorldSet::hash(rows_.data() + lane * words, words);
    following_.prefetch(hashes[lane]);
  });
  for_each_bit(lanes, [&](unsigned lane) { following_.add(rows_.data() + lane * words, hashes[lane], weights[lane]); });
  if (following_.size() <= limit_) return;
  if (complete_)
    too_many_ = true;
  else
    following_.thin(std::max<std::size_t>(limit_ / 2, 1), random_);
}

// ---- answers

void Worlds::Implementation::count_share(Share& share, std::uint32_t code, const LaneValues& values, std::size_t first,
                                         std::size_t count, double weight) const {
  bool all = true, some = false;
  for (unsigned g = 0; g < values.groups(); ++g) {
    std::uint64_t lanes = lanes_of_group(count, g), holds = values.read(code, g) & lanes;
    all &= holds == lanes;
    some |= holds != 0;
  }
  share.some |= some;
  share.all &= all;
  if (all) {
    share.weight += weight;
  } else if (some) {
    for (unsigned g = 0; g < values.groups(); ++g)
      for_each_bit(values.read(code, g) & lanes_of_group(count, g),
                   [&](unsigned lane) { share.weight += now_.weight(first + 64 * std::size_t{g} + lane); });
  }
}

void Worlds::Implementation::look() {
  if (looked_) return;
  const Kernels& kernels = kernels_for(now_.size(), most_lanes_);
  legal_.assign(circuit_->moves[role_.value].size(), {false, true, 0});
  terminal_ = {false, true, 0};
  for (std::size_t first = 0; first < now_.size(); first += kernels.lanes) {
    std::size_t count = std::min<std::size_t>(kernels.lanes, now_.size() - first);
    evaluate_state(state_streams(), kernels, first, count);
    double weight = 0;
    for (std::size_t i = 0; i < count; ++i) weight += now_.weight(first + i);
    const RoundStreams& streams = state_values_.streams();
    count_share(terminal_, streams.terminal, state_values_, first, count, weight);
    for (std::size_t m = 0; m < legal_.size(); ++m)
      count_share(legal_[m], streams.legal[role_.value][m], state_values_, first, count, weight);
  }
  looked_ = true;
}

std::vector<Worlds::Share> Worlds::Implementation::goals() {
  const RoundStreams& streams = this->streams(Part::kGoals);
  const Kernels& kernels = kernels_for(now_.size(), most_lanes_);
  std::vector<Share> out(streams.values.size(), {false, true, 0});
  move_values_.prepare(kernels, streams);
  for (std::size_t first = 0; first < now_.size(); first += kernels.lanes) {
    std::size_t count = std::min<std::size_t>(kernels.lanes, now_.size() - first);
    move_values_.set_fluents(now_, first, count);
    move_values_.run(streams.goals);
    double weight = 0;
    for (std::size_t i = 0; i < count; ++i) weight += now_.weight(first + i);
    for (std::size_t v = 0; v < out.size(); ++v)
      count_share(out[v], streams.values[v], move_values_, first, count, weight);
  }
  return out;
}

std::vector<Worlds::Share> Worlds::Implementation::fluents() const {
  std::vector<double> weights(64 * now_.words());
  std::vector<std::uint64_t> some(now_.words()), all(now_.words(), ~std::uint64_t{0});
  for (std::size_t world = 0; world < now_.size(); ++world) {
    const std::uint64_t* row = now_.row(world);
    for (std::size_t w = 0; w < now_.words(); ++w) {
      some[w] |= row[w];
      all[w] &= row[w];
      for_each_bit(row[w], [&](unsigned bit) { weights[64 * w + bit] += now_.weight(world); });
    }
  }
  std::vector<Share> out;
  for (FluentId fluent : circuit_->fluents) {
    std::size_t word = fluent.value / 64, bit = fluent.value % 64;
    if (word >= now_.words())
      out.push_back({});
    else
      out.push_back({(some[word] >> bit & 1) != 0, (all[word] >> bit & 1) != 0, weights[fluent.value]});
  }
  return out;
}

// ---- Worlds

Worlds::Worlds(RoleId role, std::size_t limit, unsigned lanes)
    : it_(std::make_unique<Implementation>(role, limit, lanes)) {}
Worlds::~Worlds() = default;
Worlds::Worlds(Worlds&&) noexcept = default;
Worlds& Worlds::operator=(Worlds&&) noexcept = default;

void Worlds::start(std::span<const FluentId> state) { it_->start(state); }
void Worlds::use(std::shared_ptr<const NumberedCircuit> circuit) { it_->use(std::move(circuit)); }
Worlds::Outcome Worlds::advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts) {
  return it_->advance(move, percepts);
}
std::size_t Worlds::size() const { return it_->worlds().size(); }
bool Worlds::complete() const { return it_->complete(); }
void Worlds::thin(std::size_t count, Random& random) { it_->thin(count, random); }
void Worlds::add(std::span<const FluentId> state, double weight) { it_->add(state, weight); }
double Worlds::weight(std::size_t world) const { return it_->worlds().weight(world); }
std::vector<Worlds::Share> Worlds::fluents() const { return it_->fluents(); }
std::vector<Worlds::Share> Worlds::legal() { return it_->legal(); }
std::vector<Worlds::Share> Worlds::goals() { return it_->goals(); }
Worlds::Share Worlds::terminal() { return it_->terminal(); }

std::vector<FluentId> Worlds::state(std::size_t world) const {
  const WorldSet& worlds = it_->worlds();
  std::vector<FluentId> out;
  for (std::size_t w = 0; w < worlds.words(); ++w)
    for_each_bit(worlds.row(world)[w],
                 [&](unsigned bit) { out.push_back(FluentId{static_cast<std::uint32_t>(64 * w + bit)}); });
  return out;
}

}  // namespace percept::belief
