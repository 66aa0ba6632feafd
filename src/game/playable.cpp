// SPDX-License-Identifier: MIT
#include "game/playable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/tally.h"
#include "base/text.h"
#include "check/check.h"
#include "prove/prover.h"

namespace percept::game {

using program::Program;
using program::TermId;
using program::Terms;
namespace keyword = gdl::keyword;

Result<void> playable(const gdl::Description& description) {
  const std::string& name = description.source()->name();
  if (description.is_incomplete())
    return failure(
        fmt::format("{} has sentences instead of rules: they leave open how the game goes on", name),
        "a match is played by the complete rules, and a role may have this instead: percept match GAME --description "
        "ROLE=FILE; percept check, know, sample and solve take descriptions (IGDL) as they are");
  ++tally.checked;
  gdl::Findings findings = check::check(description);
  std::size_t errors = gdl::count(findings, gdl::Severity::kError);
  if (errors == 0) return {};
  const gdl::Finding& first = *std::ranges::find(findings, gdl::Severity::kError, &gdl::Finding::severity);
  return failure(
      fmt::format("{} has {}: in line {}, {}", name, counted(errors, "error"), first.place.line(), printable(first.message)),
      fmt::format("percept check {} shows {}", name, errors == 1 ? "it" : "them"));
}

Result<std::vector<TermId>> roles_of(Program& program) {
  Terms& terms = program.terms();
  std::vector<TermId> roles;
  bool by_rule = false;
  for (const program::Clause& clause : program.clauses()) {
    if (!terms.is(clause.head, keyword::kRole, 1)) continue;
    if (clause.body.empty())
      roles.push_back(terms.args(clause.head)[0]);
    else
      by_rule = true;
  }
  if (by_rule) {
    auto known = prove::Prover(program).all(terms.make(keyword::kRole, std::array{terms.variable(0)}));
    if (!known) return tl::unexpected(known.error());
    std::ranges::sort(*known, [&](TermId a, TermId b) { return terms.less(a, b); });
    for (TermId atom : *known)
      if (TermId role = terms.args(atom)[0]; std::ranges::find(roles, role) == roles.end()) roles.push_back(role);
  }
  return roles;
}

}  // namespace percept::game
