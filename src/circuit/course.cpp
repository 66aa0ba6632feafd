// SPDX-License-Identifier: MIT
#include "circuit/course.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "circuit/phases.h"
#include "circuit/trial.h"

namespace percept::circuit {
namespace {

std::vector<Wire*> wires_of(Part& part) {
  std::vector<Wire*> out;
  for (Wire& wire : part.automaton.next) out.push_back(&wire);
  for (auto& of_role : part.automaton.legal)
    for (Wire& wire : of_role) out.push_back(&wire);
  for (auto& of_role : part.automaton.goals)
    for (auto& [value, wire] : of_role) out.push_back(&wire);
  for (auto& of_role : part.automaton.sees)
    for (Wire& wire : of_role) out.push_back(&wire);
  out.push_back(&part.automaton.terminal);
  if (part.effects) {
    for (Wire& wire : part.effects->usual) out.push_back(&wire);
    for (auto& [fluent, wire] : part.effects->exceptions) out.push_back(&wire);
  }
  return out;
}

// The part in the joint circuit, to which its gates are added.
void join(Part& part, const Circuit& circuit, Circuit& joint, std::span<const std::size_t> moves) {
  std::vector<Wire*> places = wires_of(part);
  std::vector<Wire> roots, inputs;
  for (Wire* place : places) roots.push_back(*place);
  std::size_t first = part.automaton.fluents();
  for (std::uint32_t f = 0; f < first; ++f) inputs.push_back(Wire{2 * (f + 1)});
  for (std::size_t role = 0; role < moves.size(); ++role) {
    for (std::uint32_t number : part.numbers[role])
      inputs.push_back(Wire{2 * (static_cast<std::uint32_t>(first) + number + 1)});
    first += moves[role];
  }
  auto copied = [](Circuit& c, std::uint32_t, const std::vector<Wire>& operands) { return c.all(operands); };
  joint = rebuilt(circuit, roots, copied, std::move(joint), inputs);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = roots[i];
}

constexpr std::size_t kLongEffects = 12;  // wires looked at for a joint move on the average, from which on they matter

// How much a joint move has to look at on the average, about.
std::size_t length(const Effects& effects, const Circuit& circuit) {
  std::vector<Wire> wires;
  for (const auto& [fluent, wire] : effects.exceptions)
    if (wire.node() != 0) wires.push_back(wire);
  std::size_t operands = 0;
  for (Wire wire : wires) operands += 1 + circuit.operands(wire.node()).size();
  return operands / effects.joint_moves();
}

}  // namespace

std::shared_ptr<const Course> Course::make(Automaton automaton, const Options& options) {
  std::shared_ptr<Course> out(new Course(std::move(automaton)));
  if (options.phases) out->lay_out(options);
  return out;
}

Course::Course(Automaton automaton) : automaton_(std::move(automaton)), initial_(words()) {
  for (const auto& of_role : automaton_.legal) moves_.push_back(of_role.size());
  for (std::size_t f = 0; f < fluents(); ++f)
    if (automaton_.initial[f]) initial_[f / 64] |= std::uint64_t{1} << (f % 64);
}

void Course::lay_out(const Options& options) {
  Circuit joint(automaton_.circuit->logic());
  for (std::size_t i = 0; i < automaton_.circuit->inputs(); ++i) joint.input();
  std::vector<Part> parts;
  for (Phase& phase : phases_of(automaton_)) {
    Marks marks{std::vector<std::uint64_t>(words()), std::vector<std::uint64_t>(words()), phase.evident};
    for (auto [fluent, value] : phase.fixed) {
      marks.fixed[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
      if (value) marks.values[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    }
    marks_.push_back(std::move(marks));
    Part part{std::move(phase.automaton), std::move(phase.numbers), {}};
    if (options.making != Making::kRaised) part.effects = effects_of(part.automaton, *phase.circuit);
    join(part, *phase.circuit, joint, moves_);
    parts.push_back(std::move(part));
  }
  for (Part& part : parts) part.automaton.circuit = &joint;
  if (options.making == Making::kFastest)
    choose(joint, parts);
  else
    way_ = way(joint, parts, options);
}

Course::Way Course::way(Circuit& circuit, std::vector<Part>& parts, const Options& options) const {
  Way out;
  out.making = options.making;
  out.guarded = options.guarded;
  for (Part& part : parts) {
    bool is_long = part.effects && length(*part.effects, circuit) >= kLongEffects;
    part.keep = is_long && options.making == Making::kKept;
    part.raise = is_long && options.making == Making::kRaised;
  }
  auto lay = [&](std::span<const Part> some) {
    out.layouts.push_back(std::make_unique<const Layout>(circuit, some, moves_, options.guarded ? &circuit : nullptr));
  };
  if (options.shared) lay(parts);
  for (std::size_t phase = 0; phase < parts.size(); ++phase) {
    out.places.push_back(options.shared ? Place{0, phase} : Place{phase, 0});
    if (!options.shared) lay(std::span(&parts[phase], 1));
  }
  return out;
}

// Tries out what may be fastest.
void Course::choose(Circuit& circuit, std::vector<Part>& parts) {
  bool any_long = std::ranges::any_of(
      parts, [&](const Part& part) { return part.effects && length(*part.effects, circuit) >= kLongEffects; });
  Trial trial;
  Way best;
  Options chosen;
  auto try_out = [&](const Options& options) {
    way_ = way(circuit, parts, options);
    if (!trial.is_best(*this)) return;
    best = std::move(way_);
    chosen = options;
  };
  try_out({true, Making::kEffects, true, false});
  try_out({true, Making::kEffects, true, true});
  if (parts.size() > 1) try_out({true, Making::kEffects, false, chosen.guarded});
  if (any_long)
    for (Making making : {Making::kRaised, Making::kKept}) try_out({true, making, chosen.shared, chosen.guarded});
  way_ = std::move(best);
}

const Layout& Course::whole() const {
  std::call_once(once_, [&] {
    Part part{automaton_, {}, {}};
    for (std::size_t moves : moves_) {
      part.numbers.emplace_back(moves);
      std::iota(part.numbers.back().begin(), part.numbers.back().end(), 0u);
    }
    whole_ = std::make_unique<const Layout>(*automaton_.circuit, std::span(&part, 1), moves_);
  });
  return *whole_;
}

bool Course::fits(std::size_t phase, const std::uint64_t* words) const {
  const Marks& marks = marks_[phase];
  std::uint64_t differs = 0;
  for (std::size_t i = 0; i < marks.fixed.size(); ++i) differs |= (words[i] & marks.fixed[i]) ^ marks.values[i];
  return differs == 0;
}

std::optional<std::size_t> Course::recognised(const std::uint64_t* words) const {
  for (std::size_t phase = 0; phase < marks_.size(); ++phase)
    if (marks_[phase].evident && fits(phase, words)) return phase;
  return {};
}

std::string_view name_of(Course::Making making) {
  switch (making) {
    case Course::Making::kFastest: return "fastest";
    case Course::Making::kEffects: return "effects";
    case Course::Making::kKept: return "kept effects";
    case Course::Making::kRaised: return "raised";
  }
  return "";
}

}  // namespace percept::circuit
