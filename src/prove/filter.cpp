// SPDX-License-Identifier: MIT
#include "prove/filter.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::prove {

Result<SupportSet> supports_of(OpenProgram& program, const Observation& observation) {
  auto supports =
      observation.made ? program.supports(observation.atom) : program.supports_of_negation(observation.atom);
  if (!supports || !supports->is_empty()) return supports;
  std::string atom = program.terms().to_kif(observation.atom);
  if (observation.made)
    return failure(fmt::format("the observation {} is impossible: nothing that may hold supports it", atom),
                   "what is known and open has to allow what was observed");
  return failure(fmt::format("{} must be observed: it follows from what is known", atom),
                 "an observation that was not made has to be one that need not be made");
}

Result<Filtered> filter(OpenProgram& program, std::span<const Observation> observations) {
  AtomSet learned, refuted;
  for (const Observation& observation : observations) {
    auto supports = supports_of(program, observation);
    if (!supports) return tl::unexpected(supports.error());
    for (const SupportLiteral& literal : supports->common()) (literal.negated ? refuted : learned).insert(literal.atom);
  }
  for (TermId atom : program.open())
    if (learned.contains(atom) && refuted.contains(atom))
      return failure(fmt::format("the observations exclude each other: one needs {}, another its negation",
                                 program.terms().to_kif(atom)),
                     "no extension has all of them");
  Filtered out{program.known(), {}};
  out.known.insert(out.known.end(), learned.begin(), learned.end());
  program.sort(out.known);
  for (TermId atom : program.open())
    if (!learned.contains(atom) && !refuted.contains(atom)) out.open.push_back(atom);
  return out;
}

}  // namespace percept::prove
