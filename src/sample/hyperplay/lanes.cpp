// SPDX-License-Identifier: MIT
#include "sample/hyperplay/lanes.h"

#include <algorithm>

namespace percept::sample {

using belief::FluentId;
using belief::GameCircuit;
using belief::PerceptId;
using belief::RoundStreams;
using belief::WorldSet;

void Lanes::use(std::shared_ptr<const belief::NumberedCircuit> circuit) {
  if (circuit == circuit_) return;
  state_values_.forget();
  move_values_.forget();
  of_state_.reset();
  of_moves_.reset();
  circuit_ = std::move(circuit);
  const GameCircuit& game = circuit_->game;
  words_ = 1;
  for (FluentId fluent : circuit_->fluents) words_ = std::max<std::size_t>(words_, fluent.value / 64 + 1);
  percept_index_.clear();
  const std::vector<PerceptId>& sees = circuit_->sees[role_.value];
  for (std::uint32_t i = 0; i < sees.size(); ++i) {
    if (sees[i].value >= percept_index_.size()) percept_index_.resize(sees[i].value + 1, kNone);
    percept_index_[sees[i].value] = i;
  }
  tells_ = belief::percepts_of_moves(*circuit_, role_);
  legal_begin_.clear();
  legal_words_ = 0;
  for (std::size_t role = 0; role < game.moves.size(); ++role) {
    legal_begin_.push_back(legal_words_);
    legal_words_ += (game.moves[role].size() + 63) / 64;
  }
}

bool Lanes::expect(const belief::Experience& experience) {
  own_.reset();
  if (experience.move) {
    std::optional<std::size_t> at = circuit_->index(role_, *experience.move);
    if (!at) return false;
    own_ = static_cast<std::uint32_t>(*at);
  }
  seen_move_.assign(circuit_->moves.size(), kNone);
  any_percepts_ = !experience.percepts;
  if (any_percepts_) return true;
  expected_.assign(circuit_->sees[role_.value].size(), 0);
  for (PerceptId percept : *experience.percepts) {
    if (percept.value >= percept_index_.size() || percept_index_[percept.value] == kNone) return false;
    expected_[percept_index_[percept.value]] = ~std::uint64_t{0};
  }
  for (std::size_t role = 0; role < tells_.size(); ++role)
    for (std::uint32_t move = 0; move < tells_[role].size(); ++move)
      if (tells_[role][move] != kNone && expected_[tells_[role][move]] != 0) seen_move_[role] = move;
  return true;
}

// ---- positions

void Lanes::clear(std::size_t words) {
  worlds_.clear(std::max(words, words_), width());
  pairs_.clear();
  joints_.clear();
}

std::size_t Lanes::add_position(std::span<const std::uint64_t> row) {
  row_.assign(worlds_.words(), 0);
  std::copy(row.begin(), row.end(), row_.begin());
  worlds_.add(row_.data(), WorldSet::hash(row_.data(), row_.size()), 1);
  return worlds_.size() - 1;
}

void Lanes::find_legal() {
  if (!of_state_) of_state_ = std::make_unique<RoundStreams>(*circuit_, role_, Part::kState);
  const RoundStreams& streams = *of_state_;
  std::size_t count = worlds_.size();
  state_values_.prepare(kernels_for(count), streams);
  state_values_.set_fluents(worlds_, 0, count);
  state_values_.run(streams.state);
  legal_rows_.resize(std::max<std::size_t>(count, 1) * legal_words_);
  for (unsigned g = 0; g < state_values_.groups() && 64 * std::size_t{g} < count; ++g) {
    std::uint64_t lanes = lanes_of_group(count, g) & ~state_values_.read(streams.terminal, g);
    if (own_) lanes &= state_values_.read(streams.legal[role_.value][*own_], g);
    for (std::size_t role = 0; role < streams.legal.size(); ++role) {
      const std::vector<std::uint32_t>& codes = streams.legal[role];
      std::uint64_t has_move = 0;
      for (std::size_t w = 0; 64 * w < codes.size(); ++w) {
        std::size_t begin = 64 * w, end = std::min<std::size_t>(begin + 64, codes.size());
        std::uint64_t block[64] = {};
        for (std::size_t m = begin; m < end; ++m) {
          block[m - begin] = state_values_.read(codes[m], g);
          has_move |= block[m - begin];
        }
        transpose(block);
        for_each_bit(lanes_of_group(count, g), [&](unsigned lane) {
          legal_rows_[(64 * std::size_t{g} + lane) * legal_words_ + legal_begin_[role] + w] = block[lane];
        });
      }
      lanes &= has_move;
    }
    goes_on_[g] = lanes;
  }
}

void Lanes::legal(std::size_t position, std::size_t role, std::vector<std::uint32_t>& moves) const {
  moves.clear();
  const std::uint64_t* row = legal_rows_.data() + position * legal_words_ + legal_begin_[role];
  for (std::size_t w = 0; 64 * w < tells_[role].size(); ++w)
    for_each_bit(row[w], [&](unsigned bit) { moves.push_back(static_cast<std::uint32_t>(64 * w + bit)); });
}

// ---- pairs

void Lanes::add(std::size_t position, std::span<const std::uint32_t> joint) {
  pairs_.push_back(static_cast<std::uint32_t>(position));
  joints_.insert(joints_.end(), joint.begin(), joint.end());
}

void Lanes::run(bool with_next) {
  if (!of_moves_) of_moves_ = std::make_unique<RoundStreams>(*circuit_, role_, Part::kMoves);
  const RoundStreams& streams = *of_moves_;
  const GameCircuit& game = circuit_->game;
  std::size_t roles = game.moves.size(), count = pairs_.size(), segments = 0;
  move_values_.prepare(kernels_for(count), streams);
  move_values_.lower_all();
  for (std::size_t lane = 0; lane < count; ++lane) segments += lane == 0 || pairs_[lane] != pairs_[lane - 1] ? 1 : 0;
  for (std::size_t role = 0; role < roles; ++role)
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      std::uint32_t move = joints_[begin * roles + role];
      while (end < count && joints_[end * roles + role] == move) ++end;
      move_values_.raise(game.moves[role][move].does.node() - 1, begin, end);
    }
  move_values_.set_fluents(worlds_, pairs_, segments);
  move_values_.run(streams.sees);
  for (unsigned g = 0; g < move_values_.groups(); ++g) {
    explained_[g] = lanes_of_group(count, g);
    if (any_percepts_) continue;
    for (std::size_t p = 0; p < streams.percepts.size() && explained_[g] != 0; ++p)
      explained_[g] &= ~(move_values_.read(streams.percepts[p], g) ^ expected_[p]);
  }
  if (with_next) {
    move_values_.run(streams.next);
    rows_.resize((count + 63) / 64 * 64 * words_);
    for (unsigned g = 0; 64 * std::size_t{g} < count; ++g) collect(g);
  }
  pairs_.clear();
  joints_.clear();
}

// The next positions of a group of lanes.
void Lanes::collect(unsigned group) {
  const RoundStreams& streams = *of_moves_;
  auto at = streams.following.begin();
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t block[64] = {};
    bool some = at != streams.following.end() && at->word == word;
    for (; at != streams.following.end() && at->word == word; ++at) block[at->bit] = move_values_.read(at->code, group);
    if (some) transpose(block);
    std::uint64_t always = word < streams.always.size() ? streams.always[word] : 0;
    std::uint64_t* out = rows_.data() + 64 * std::size_t{group} * words_ + word;
    for (unsigned lane = 0; lane < 64; ++lane, out += words_) *out = block[lane] | always;
  }
}

}  // namespace percept::sample
