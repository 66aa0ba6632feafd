// SPDX-License-Identifier: MIT
#include "belief/numbered_round.h"

#include "ground/automaton.h"

namespace percept::belief {

circuit::Automaton automaton_of(const NumberedCircuit& circuit) {
  circuit::Automaton out = ground::automaton_of(circuit.game);
  out.bits.reserve(circuit.fluents.size());
  for (FluentId fluent : circuit.fluents) out.bits.push_back(fluent.value);
  return out;
}

void NumberedRound::use(std::shared_ptr<const NumberedCircuit> circuit) {
  WatchedRound::use(automaton_of(*circuit));
  circuit_ = std::move(circuit);
}

bool NumberedRound::expect(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts) {
  std::optional<std::uint32_t> own;
  if (move) {
    std::optional<std::size_t> at = circuit_->index(role_, *move);
    if (!at) return false;
    own = static_cast<std::uint32_t>(*at);
  }
  if (!percepts) {
    WatchedRound::expect(own, std::nullopt);
    return true;
  }
  indices_.clear();
  for (PerceptId percept : *percepts) {
    std::optional<std::size_t> at = circuit_->index(role_, percept);
    if (!at) return false;
    indices_.push_back(static_cast<std::uint32_t>(*at));
  }
  WatchedRound::expect(own, indices_);
  return true;
}

}  // namespace percept::belief
