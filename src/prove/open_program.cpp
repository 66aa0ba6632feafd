// SPDX-License-Identifier: MIT
#include "prove/open_program.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::prove {

OpenProgram::OpenProgram(program::Program& program, const SupportLimits& limits)
    : program_(program), derivation_(program, limits) {}

Result<void> OpenProgram::set_base(std::vector<TermId> known, std::vector<TermId> open) {
  for (const auto* atoms : {&known, &open})
    for (TermId atom : *atoms)
      if (!terms().is_ground(atom))
        return failure(fmt::format("{} has a variable", terms().to_kif(atom)),
                       "what is known or open are ground atoms: name each one");
  AtomSet in_known(known.begin(), known.end());
  for (TermId atom : open)
    if (in_known.contains(atom))
      return failure(fmt::format("{} is both known and open", terms().to_kif(atom)),
                     "what is known to hold is not open: give it once");
  sort(known), sort(open);
  known_ = std::move(known), open_ = std::move(open);
  derivation_.set_base(known_, open_);
  return {};
}

void OpenProgram::sort(std::vector<TermId>& atoms) const {
  std::ranges::sort(atoms, [&](TermId a, TermId b) { return program_.terms().less(a, b); });
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
}

Result<std::vector<SupportedAtom>> OpenProgram::answers(TermId query) {
  auto found = derivation_.supports(query);
  if (!found) return tl::unexpected(found.error());
  std::vector<SupportedAtom> out(found->begin(), found->end());
  std::ranges::sort(out, [&](const SupportedAtom& a, const SupportedAtom& b) { return terms().less(a.atom, b.atom); });
  return out;
}

Result<OpenProgram::Known> OpenProgram::known_answers(TermId query) {
  auto found = derivation_.supports(query);
  if (!found) return tl::unexpected(found.error());
  Known out;
  for (const SupportedAtom& answer : *found)
    (answer.supports.is_certain() ? out.known : out.maybe).push_back(answer.atom);
  sort(out.known), sort(out.maybe);
  return out;
}

Result<SupportSet> OpenProgram::supports(TermId atom) {
  return derivation_.supports(atom).map(
      [](std::span<const SupportedAtom> found) { return found.empty() ? SupportSet() : found[0].supports; });
}

Result<SupportSet> OpenProgram::supports_of_negation(TermId atom) { return derivation_.supports_of_negation(atom); }

}  // namespace percept::prove
