// SPDX-License-Identifier: MIT
#include "game/circuit_engine.h"

#include <algorithm>

#include "ground/automaton.h"

namespace percept::game {
CircuitEngine::CircuitEngine(ground::GameCircuit game, Vocabulary& vocabulary) : game_(std::move(game)) {
  for (const auto& fluent : game_.fluents) vocabulary.fluents.add(fluent.term);
  for (std::size_t role = 0; role < game_.moves.size(); ++role) {
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

const std::shared_ptr<const circuit::Course>& CircuitEngine::course() const {
  if (!course_) course_ = circuit::Course::make(automaton());
  return course_;
}

circuit::Cursor& CircuitEngine::at(const State& state) {
  if (!cursor_) cursor_.emplace(course());
  cursor_->go(state.words());
  return *cursor_;
}

std::span<const std::uint32_t> CircuitEngine::numbers(const JointMove& moves) {
  moves_.clear();
  for (MoveId move : moves) moves_.push_back(move.value);
  return moves_;
}

Result<State> CircuitEngine::initial() {
  State state;
  for (std::uint32_t f = 0; f < game_.fluents.size(); ++f)
    if (game_.fluents[f].initial) state.insert(FluentId{f});
  return state;
}

Result<bool> CircuitEngine::terminal(const State& state) { return at(state).terminal(); }

Result<std::vector<MoveId>> CircuitEngine::legal(const State& state, RoleId role) {
  at(state).legal(role.value, list_);
  std::vector<MoveId> out;
  for (std::uint32_t move : list_) out.push_back(MoveId{move});
  return out;
}

Result<State> CircuitEngine::next(const State& state, const JointMove& moves) {
  std::vector<std::uint64_t> words(course()->words());
  at(state).next(numbers(moves), words);
  return State(std::move(words));
}

Result<Percepts> CircuitEngine::sees(const State& state, const JointMove& moves, RoleId role) {
  at(state).sees(role.value, numbers(moves), list_);
  Percepts out;
  for (std::uint32_t percept : list_) out.push_back(percepts_[role.value][percept]);
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::vector<int>> CircuitEngine::goals(const State& state, RoleId role) {
  std::vector<int> out;
  at(state).goals(role.value, out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace percept::game
