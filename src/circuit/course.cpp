// SPDX-License-Identifier: MIT
#include "circuit/course.h"

#include <numeric>

namespace percept::circuit {

std::shared_ptr<const Course> Course::make(Automaton automaton, const Options& options) {
  return std::shared_ptr<const Course>(new Course(std::move(automaton), options));
}

Course::Course(Automaton automaton, const Options& options) : automaton_(std::move(automaton)), initial_(words()) {
  for (const auto& of_role : automaton_.legal) moves_.push_back(of_role.size());
  for (std::size_t f = 0; f < fluents(); ++f)
    if (automaton_.initial[f]) initial_[f / 64] |= std::uint64_t{1} << (f % 64);
  if (!options.phases) return;
  for (Phase& phase : phases_of(automaton_)) {
    OfPhase made{std::move(phase), nullptr, std::vector<std::uint64_t>(words()), std::vector<std::uint64_t>(words())};
    for (auto [fluent, value] : made.phase.fixed) {
      made.fixed[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
      if (value) made.values[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    }
    made.leg = std::make_unique<Leg>(made.phase.automaton, options.effects ? made.phase.circuit.get() : nullptr,
                                     made.phase.numbers, moves_);
    made.phase.circuit.reset();  // all is in the leg
    made.phase.automaton.circuit = nullptr;
    phases_.push_back(std::move(made));
  }
}

const Leg& Course::whole() const {
  std::call_once(once_, [&] {
    std::vector<std::vector<std::uint32_t>> numbers;
    for (std::size_t moves : moves_) {
      numbers.emplace_back(moves);
      std::iota(numbers.back().begin(), numbers.back().end(), 0u);
    }
    whole_ = std::make_unique<const Leg>(automaton_, nullptr, std::move(numbers), moves_);
  });
  return *whole_;
}

bool Course::fits(std::size_t phase, const std::uint64_t* words) const {
  const OfPhase& of = phases_[phase];
  std::uint64_t differs = 0;
  for (std::size_t i = 0; i < of.fixed.size(); ++i) differs |= (words[i] & of.fixed[i]) ^ of.values[i];
  return differs == 0;
}

std::optional<std::size_t> Course::recognised(const std::uint64_t* words) const {
  for (std::size_t phase = 0; phase < phases_.size(); ++phase)
    if (phases_[phase].phase.evident && fits(phase, words)) return phase;
  return {};
}

}  // namespace percept::circuit
