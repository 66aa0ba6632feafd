// SPDX-License-Identifier: MIT
#include "circuit/cursor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/bits.h"
#include "base/check.h"
#include "base/select_bit.h"

namespace percept::circuit {

Cursor::At::At(const Layout& of, std::span<const std::uint64_t> initial)
    : layout(&of), world(of.world()), words(initial.begin(), initial.end()) {
  world.restore(of.initial());
}

// All at once, which takes less than to pass on every difference.
void Cursor::At::start(std::span<const std::uint64_t> initial) {
  world.restore(layout->initial());
  std::copy(initial.begin(), initial.end(), words.begin());
}

Cursor::Cursor(std::shared_ptr<const Course> course)
    : course_(std::move(course)), by_layout_(course_->layouts()), words_(course_->words()), next_(course_->words()) {
  start();
}

Cursor::At& Cursor::of_layout(std::size_t number) {
  std::unique_ptr<At>& at = by_layout_[number];
  if (!at) at = std::make_unique<At>(course_->layout(number), course_->initial());
  return *at;
}

Cursor::At& Cursor::whole() {
  if (!whole_) whole_ = std::make_unique<At>(course_->whole(), course_->initial());
  return *whole_;
}

void Cursor::enter() {
  std::optional<std::size_t> phase = by_rounds_ ? phase_ : course_->recognised(words_.data());
  if (phase) {
    const Course::Place& place = course_->place(*phase);
    at_ = &of_layout(place.layout);
    leg_ = &at_->layout->leg(place.leg);
  } else {
    at_ = &whole();
    leg_ = &at_->layout->leg(0);
  }
  at_->world.go(at_->words, words_);
}

void Cursor::start() {
  std::copy(course_->initial().begin(), course_->initial().end(), words_.begin());
  by_rounds_ = course_->phases() > 0;
  phase_ = 0;
  for (const std::unique_ptr<At>& at : by_layout_)
    if (at) at->start(words_);
  enter();
}

void Cursor::go(std::span<const std::uint64_t> words, std::optional<std::size_t> round) {
  PERCEPT_CHECK(words.size() <= words_.size() && (words.size() < words_.size() || course_->fluents() % 64 == 0 ||
                                                  words.empty() || words.back() >> (course_->fluents() % 64) == 0),
                fmt::format("a position of more than {} fluents", course_->fluents()));
  std::copy(words.begin(), words.end(), words_.begin());
  std::fill(words_.begin() + static_cast<std::ptrdiff_t>(words.size()), words_.end(), 0);
  by_rounds_ = round && course_->phases() > 0;
  if (by_rounds_) {
    phase_ = *round % course_->phases();
    PERCEPT_CHECK(course_->fits(phase_, words_.data()), fmt::format("no position of round {}", *round));
  }
  enter();
}

void Cursor::step(std::span<const std::uint32_t> moves) {
  check(moves);
  bool legal = true;
  for (std::size_t role = 0; role < moves.size(); ++role) legal &= leg_->is_legal(at_->world, role, moves[role]);
  if (legal) {
    leg_->next(at_->world, words_, moves, next_.data());
  } else {
    next(moves, next_);
    by_rounds_ = false;  // it may lead anywhere
  }
  words_.swap(next_);
  if (by_rounds_ && ++phase_ == course_->phases()) phase_ = 0;
  enter();
}

std::pair<Cursor::At*, const Leg*> Cursor::knowing(std::span<const std::uint32_t> moves) {
  check(moves);
  if (leg_->knows(moves)) return {at_, leg_};
  At& at = whole();
  at.world.go(at.words, words_);
  return {whole_.get(), &whole_->layout->leg(0)};
}

std::uint32_t Cursor::legal_count(std::size_t role) const {
  check(role);
  const Leg::Moves& moves = leg_->moves(role);
  const std::uint8_t* ones = at_->world.ones();
  std::uint32_t count = 0;
  for (std::size_t word = moves.begin; word < moves.end; ++word) count += ones[word];
  return count;
}

std::uint32_t Cursor::legal(std::size_t role, std::uint32_t index) const {
  check(role);
  const Leg::Moves& moves = leg_->moves(role);
  const std::uint8_t* ones = at_->world.ones();
  std::size_t word = moves.begin;
  for (; word < moves.end && index >= ones[word]; ++word) index -= ones[word];
  PERCEPT_CHECK(word < moves.end, "fewer legal moves than asked for");
  return moves.numbers[64 * (word - moves.begin) + select_bit(at_->world.bits()[word], index)];
}

bool Cursor::is_legal(std::size_t role, std::uint32_t move) const {
  check(role);
  PERCEPT_CHECK(move < course_->moves(role), fmt::format("role {} has no move {}", role, move));
  return leg_->is_legal(at_->world, role, move);
}

void Cursor::legal(std::size_t role, std::vector<std::uint32_t>& out) const {
  check(role);
  out.clear();
  const Leg::Moves& moves = leg_->moves(role);
  for (std::size_t word = moves.begin; word < moves.end; ++word)
    for_each_bit(at_->world.bits()[word],
                 [&](unsigned bit) { out.push_back(moves.numbers[64 * (word - moves.begin) + bit]); });
}

void Cursor::goals(std::size_t role, std::vector<int>& out) {
  check(role);
  out.clear();
  leg_->goals(at_->world, role,
              [&](std::uint32_t goal) { out.push_back(course_->automaton().goals[role][goal].first); });
}

void Cursor::next(std::span<const std::uint32_t> moves, std::span<std::uint64_t> out) {
  PERCEPT_CHECK(out.size() == words_.size(), fmt::format("{} words for a position of {}", out.size(), words_.size()));
  auto [at, leg] = knowing(moves);
  leg->next(at->world, words_, moves, out.data());
}

void Cursor::sees(std::size_t role, std::span<const std::uint32_t> moves, std::vector<std::uint32_t>& out) {
  check(role);
  out.clear();
  if (course_->automaton().sees.empty()) return;
  auto [at, leg] = knowing(moves);
  leg->sees(at->world, role, moves, [&](std::uint32_t percept) { out.push_back(percept); });
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
