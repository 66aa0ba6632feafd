// SPDX-License-Identifier: MIT
#include "lanes/watched_round.h"

namespace percept::lanes {

void WatchedRound::use(circuit::Automaton automaton) {
  automaton_ = std::move(automaton);
  for (auto& streams : streams_) streams.reset();
  words_ = 1;
  for (std::size_t f = 0; f < automaton_.fluents(); ++f)
    words_ = std::max<std::size_t>(words_, automaton_.bit(f) / 64 + 1);
  tells_ = percepts_of_moves(automaton_, role_);
  legal_begins_.assign(1, 0);
  for (const auto& of_role : automaton_.legal)
    legal_begins_.push_back(legal_begins_.back() + (of_role.size() + 63) / 64);
}

const Streams& WatchedRound::streams(Part part) {
  auto& made = streams_[static_cast<std::size_t>(part)];
  if (!made) {
    Questions questions{.observer = role_};
    questions.goals = part == Part::kGoals;
    questions.state = part == Part::kState || part == Part::kRound;
    questions.sees = questions.next = part == Part::kMoves || part == Part::kRound;
    questions.again = part == Part::kRound;
    made = std::make_unique<OwnStreams>(automaton_, questions);
  }
  return made->streams();
}

void WatchedRound::expect(std::optional<std::uint32_t> own, std::optional<std::span<const std::uint32_t>> percepts) {
  own_ = own;
  seen_move_.assign(automaton_.roles(), kNoSlot);
  any_percepts_ = !percepts;
  if (any_percepts_) return;
  expected_.assign(automaton_.sees[role_].size(), 0);
  for (std::uint32_t percept : *percepts) expected_[percept] = ~std::uint64_t{0};
  for (std::size_t role = 0; role < tells_.size(); ++role)
    for (std::uint32_t move = 0; move < tells_[role].size(); ++move)
      if (tells_[role][move] != kNoSlot && expected_[tells_[role][move]] != 0) seen_move_[role] = move;
}

std::uint64_t WatchedRound::goes_on(const Values& values, unsigned group, std::size_t count) const {
  const Streams& streams = values.streams();
  std::uint64_t lanes = lanes_of_group(count, group) & ~values.read(streams.terminal(), group);
  if (own_) lanes &= values.read(streams.legal(role_)[*own_], group);
  for (std::size_t role = 0; role < automaton_.roles() && lanes != 0; ++role) {
    if (!open(role)) continue;
    std::uint64_t has_move = 0;
    for (std::uint32_t code : streams.legal(role)) has_move |= values.read(code, group);
    lanes &= has_move;
  }
  return lanes;
}

void WatchedRound::read_legal(const Values& values, unsigned group, std::uint64_t lanes) {
  std::size_t stride = legal_begins_.back(), first = 64 * std::size_t{group};
  if (legal_rows_.size() < values.lanes() * stride) legal_rows_.resize(values.lanes() * stride);
  for (std::size_t role = 0; role < automaton_.roles(); ++role)
    if (open(role))
      values.read_rows(values.streams().legal(role), group, lanes,
                       legal_rows_.data() + first * stride + legal_begins_[role], stride);
}

std::uint64_t WatchedRound::explained(const Values& values, unsigned group, std::uint64_t lanes) const {
  if (any_percepts_) return lanes;
  Streams::Codes percepts = values.streams().percepts(role_);
  for (std::size_t p = 0; p < percepts.size() && lanes != 0; ++p)
    lanes &= ~(values.read(percepts[p], group) ^ expected_[p]);
  return lanes;
}

}  // namespace percept::lanes
