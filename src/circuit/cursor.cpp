// SPDX-License-Identifier: MIT
#include "circuit/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/bits.h"
#include "base/check.h"

namespace percept::circuit {

Cursor::Cursor(std::shared_ptr<const Course> course)
    : course_(std::move(course)), phases_(course_->phases()), words_(course_->words()), next_(course_->words()) {
  start();
}

Cursor::At& Cursor::of_phase(std::size_t phase) {
  std::unique_ptr<At>& at = phases_[phase];
  if (!at) {
    const Leg& leg = course_->phase(phase);
    at = std::make_unique<At>(At{&leg, World(leg.wiring(), leg.spare()), {}});
    at->world.restore(leg.initial());
    at->words.assign(course_->initial().begin(), course_->initial().end());
  }
  return *at;
}

Cursor::At& Cursor::whole() {
  if (!whole_) {
    const Leg& leg = course_->whole();
    whole_ = std::make_unique<At>(At{&leg, World(leg.wiring(), leg.spare()), {}});
    whole_->world.restore(leg.initial());
    whole_->words.assign(course_->initial().begin(), course_->initial().end());
  }
  return *whole_;
}

void Cursor::move(At& at) {
  bool moved = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::uint64_t differs = words_[i] ^ at.words[i];
    if (differs == 0) continue;
    moved = true;
    at.words[i] = words_[i];
    for (; differs != 0; differs &= differs - 1)
      at.world.flip(static_cast<std::uint32_t>(64 * i + 1) + static_cast<std::uint32_t>(std::countr_zero(differs)));
  }
  if (moved) at.world.settle();
}

// The leg for the position, and its world.
void Cursor::enter() {
  if (by_rounds_) {
    at_ = &of_phase(phase_);
  } else {
    std::optional<std::size_t> phase = course_->recognised(words_.data());
    at_ = phase ? &of_phase(*phase) : &whole();
  }
  move(*at_);
}

void Cursor::start() {
  std::copy(course_->initial().begin(), course_->initial().end(), words_.begin());
  by_rounds_ = !phases_.empty();
  phase_ = 0;
  // All worlds go back at once, which takes less than to pass on every difference.
  auto back = [&](At& at) {
    at.world.restore(at.leg->initial());
    std::copy(words_.begin(), words_.end(), at.words.begin());
  };
  for (const std::unique_ptr<At>& at : phases_)
    if (at) back(*at);
  if (phases_.empty()) back(whole());
  enter();
}

void Cursor::go(std::span<const std::uint64_t> words, std::optional<std::size_t> round) {
  PERCEPT_CHECK(words.size() <= words_.size() && (words.size() < words_.size() || course_->fluents() % 64 == 0 ||
                                                  words.empty() || words.back() >> (course_->fluents() % 64) == 0),
                fmt::format("a position of more than {} fluents", course_->fluents()));
  std::copy(words.begin(), words.end(), words_.begin());
  std::fill(words_.begin() + static_cast<std::ptrdiff_t>(words.size()), words_.end(), 0);
  by_rounds_ = round && !phases_.empty();
  if (by_rounds_) {
    phase_ = *round % phases_.size();
    PERCEPT_CHECK(course_->fits(phase_, words_.data()), fmt::format("no position of round {}", *round));
  }
  enter();
}

void Cursor::step(std::span<const std::uint32_t> moves) {
  At& at = knowing(moves);
  at.leg->next(at.world, words_.data(), moves, next_.data());
  words_.swap(next_);
  // Moves that are not legal may lead anywhere.
  for (std::size_t role = 0; role < moves.size(); ++role)
    by_rounds_ = by_rounds_ && at_->leg->is_legal(at_->world, role, moves[role]);
  if (by_rounds_ && ++phase_ == phases_.size()) phase_ = 0;
  enter();
}

// A world that stands here and can make the moves.
Cursor::At& Cursor::knowing(std::span<const std::uint32_t> moves) {
  check(moves);
  if (at_->leg->knows(moves)) return *at_;
  move(whole());
  return *whole_;
}

std::uint32_t Cursor::legal_count(std::size_t role) const {
  check(role);
  const Leg::Moves& moves = at_->leg->moves(role);
  const std::uint8_t* ones = at_->world.ones();
  std::uint32_t count = 0;
  for (std::size_t word = moves.begin; word < moves.end; ++word) count += ones[word];
  return count;
}

std::uint32_t Cursor::legal(std::size_t role, std::uint32_t index) const {
  check(role);
  const Leg::Moves& moves = at_->leg->moves(role);
  const std::uint8_t* ones = at_->world.ones();
  std::size_t word = moves.begin;
  for (; word < moves.end && index >= ones[word]; ++word) index -= ones[word];
  PERCEPT_CHECK(word < moves.end, "fewer legal moves than asked for");
  std::uint64_t bits = at_->world.bits()[word];
  for (; index > 0; --index) bits &= bits - 1;
  return moves.numbers[64 * (word - moves.begin) + static_cast<std::size_t>(std::countr_zero(bits))];
}

bool Cursor::is_legal(std::size_t role, std::uint32_t move) const {
  check(role);
  PERCEPT_CHECK(move < course_->moves(role), fmt::format("role {} has no move {}", role, move));
  return at_->leg->is_legal(at_->world, role, move);
}

void Cursor::legal(std::size_t role, std::vector<std::uint32_t>& out) const {
  check(role);
  out.clear();
  const Leg::Moves& moves = at_->leg->moves(role);
  for (std::size_t word = moves.begin; word < moves.end; ++word)
    for_each_bit(at_->world.bits()[word],
                 [&](unsigned bit) { out.push_back(moves.numbers[64 * (word - moves.begin) + bit]); });
}

void Cursor::goals(std::size_t role, std::vector<int>& out) {
  check(role);
  out.clear();
  at_->leg->goals(at_->world, role,
                  [&](std::uint32_t goal) { out.push_back(course_->automaton().goals[role][goal].first); });
}

void Cursor::next(std::span<const std::uint32_t> moves, std::span<std::uint64_t> out) {
  PERCEPT_CHECK(out.size() == words_.size(), fmt::format("{} words for a position of {}", out.size(), words_.size()));
  At& at = knowing(moves);
  at.leg->next(at.world, words_.data(), moves, out.data());
}

void Cursor::sees(std::size_t role, std::span<const std::uint32_t> moves, std::vector<std::uint32_t>& out) {
  check(role);
  out.clear();
  if (course_->automaton().sees.empty()) return;
  At& at = knowing(moves);
  at.leg->sees(at.world, role, moves, [&](std::uint32_t percept) { out.push_back(percept); });
}

void Cursor::check(std::size_t role) const {
  PERCEPT_CHECK(role < course_->roles(), fmt::format("there is no role {}", role));
}

void Cursor::check(std::span<const std::uint32_t> moves) const {
  PERCEPT_CHECK(moves.size() == course_->roles(), fmt::format("{} moves for {} roles", moves.size(), course_->roles()));
  for (std::size_t role = 0; role < moves.size(); ++role)
    PERCEPT_CHECK(moves[role] < course_->moves(role), fmt::format("role {} has no move {}", role, moves[role]));
}

}  // namespace percept::circuit
