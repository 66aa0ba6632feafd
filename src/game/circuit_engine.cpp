// SPDX-License-Identifier: MIT
#include "game/circuit_engine.h"

#include <algorithm>

#include "ground/automaton.h"

namespace percept::game {
namespace {

// Calls visit(i) for each set bit of the range [begin, end), counted from its begin.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> words, std::size_t begin, std::size_t end, Visit&& visit) {
  for (std::size_t i = begin; i < end;) {
    std::uint64_t word = words[i / 64] >> (i % 64);
    if (word == 0) {
      i = (i / 64 + 1) * 64;
      continue;
    }
    i += static_cast<std::size_t>(std::countr_zero(word));
    if (i < end) visit(static_cast<std::uint32_t>(i - begin));
    ++i;
  }
}

// The roots of a game: next, legal, sees, goals, terminal.
std::vector<circuit::Wire> roots_of(const ground::GameCircuit& game) {
  std::vector<circuit::Wire> roots;
  for (const auto& fluent : game.fluents) roots.push_back(fluent.next);
  for (const auto& of_role : game.moves)
    for (const auto& move : of_role) roots.push_back(move.legal);
  for (const auto& of_role : game.sees)
    for (const auto& [percept, wire] : of_role) roots.push_back(wire);
  for (const auto& of_role : game.goals)
    for (const auto& [value, wire] : of_role) roots.push_back(wire);
  roots.push_back(game.terminal);
  return roots;
}

}  // namespace

CircuitEngine::CircuitEngine(ground::GameCircuit game, Vocabulary& vocabulary)
    : game_(std::move(game)), roots_(roots_of(game_)), stepper_(game_.circuit, roots_) {
  std::size_t at = game_.fluents.size();
  auto begin_of_each = [&](const auto& by_role, std::vector<std::size_t>& begins) {
    for (const auto& of_role : by_role) {
      begins.push_back(at);
      at += of_role.size();
    }
    begins.push_back(at);
  };
  begin_of_each(game_.moves, legal_);
  begin_of_each(game_.sees, sees_);
  begin_of_each(game_.goals, goals_);
  terminal_ = at;
  for (const auto& fluent : game_.fluents) vocabulary.fluents.add(fluent.term);
  auto input = static_cast<std::uint32_t>(game_.fluents.size());
  for (std::size_t role = 0; role < game_.moves.size(); ++role) {
    first_move_.push_back(input);
    input += static_cast<std::uint32_t>(game_.moves[role].size());
    for (const auto& move : game_.moves[role]) vocabulary.moves[role].add(move.term);
    percepts_.emplace_back();
    for (const auto& [percept, wire] : game_.sees[role]) percepts_.back().push_back(vocabulary.percepts.add(percept));
  }
}

circuit::Automaton CircuitEngine::automaton() const { return ground::automaton_of(game_); }

std::optional<FluentId> CircuitEngine::missing(const State& state) const {
  for (std::uint32_t f = 0; f < game_.fluents.size(); ++f)
    if (game_.fluents[f].constant && !state.contains(FluentId{f})) return FluentId{f};
  return {};
}

void CircuitEngine::look_at(const State& state) {
  if (state == state_) return;
  std::span<const std::uint64_t> now = state.words(), before = state_.words();
  std::size_t words = (game_.fluents.size() + 63) / 64;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word = i < now.size() ? now[i] : 0;
    for (std::uint64_t differs = word ^ (i < before.size() ? before[i] : 0); differs != 0; differs &= differs - 1) {
      auto bit = static_cast<std::uint32_t>(std::countr_zero(differs));
      auto fluent = static_cast<std::uint32_t>(i) * 64 + bit;
      if (fluent < game_.fluents.size()) stepper_.set(fluent, (word >> bit & 1) != 0);
    }
  }
  stepper_.settle();
  state_ = state;
}

void CircuitEngine::make(const JointMove& moves) {
  if (moves == moves_) return;
  for (std::size_t role = 0; role < moves_.size(); ++role)
    if (moves_[role].value < game_.moves[role].size()) stepper_.set(first_move_[role] + moves_[role].value, false);
  for (std::size_t role = 0; role < moves.size(); ++role)
    if (moves[role].value < game_.moves[role].size()) stepper_.set(first_move_[role] + moves[role].value, true);
  stepper_.settle();
  moves_ = moves;
}

Result<State> CircuitEngine::initial() {
  State state;
  for (std::uint32_t f = 0; f < game_.fluents.size(); ++f)
    if (game_.fluents[f].initial) state.insert(FluentId{f});
  return state;
}

Result<bool> CircuitEngine::terminal(const State& state) {
  look_at(state);
  return stepper_.root(terminal_);
}

Result<std::vector<MoveId>> CircuitEngine::legal(const State& state, RoleId role) {
  look_at(state);
  std::vector<MoveId> out;
  for_each_bit(stepper_.root_bits(), legal_[role.value], legal_[role.value + 1],
               [&](std::uint32_t move) { out.push_back(MoveId{move}); });
  return out;
}

Result<State> CircuitEngine::next(const State& state, const JointMove& moves) {
  look_at(state);
  make(moves);
  std::size_t fluents = game_.fluents.size();
  std::vector<std::uint64_t> words(stepper_.root_bits().begin(),
                                   stepper_.root_bits().begin() + static_cast<std::ptrdiff_t>((fluents + 63) / 64));
  if (fluents % 64 != 0) words.back() &= (std::uint64_t{1} << (fluents % 64)) - 1;
  return State(std::move(words));
}

Result<Percepts> CircuitEngine::sees(const State& state, const JointMove& moves, RoleId role) {
  look_at(state);
  make(moves);
  Percepts out;
  for_each_bit(stepper_.root_bits(), sees_[role.value], sees_[role.value + 1],
               [&](std::uint32_t percept) { out.push_back(percepts_[role.value][percept]); });
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::vector<int>> CircuitEngine::goals(const State& state, RoleId role) {
  look_at(state);
  std::vector<int> out;
  for_each_bit(stepper_.root_bits(), goals_[role.value], goals_[role.value + 1],
               [&](std::uint32_t goal) { out.push_back(game_.goals[role.value][goal].first); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace percept::game
