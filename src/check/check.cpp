// SPDX-License-Identifier: MIT
#include "check/check.h"

namespace percept::check {
namespace {

constexpr Pass kPasses[] = {
    {"form", check_form, true, true},
    {"sentences", check_sentences, true, true},
    {"arities", check_arities, true, true},
    {"safety", check_safety, true, false},
    {"singletons", check_singletons, true, false},
    {"stratification", check_stratification, false, false},
    {"recursion", check_recursion, false, false},
    {"growth", check_growth, false, false},
    {"dependence", check_dependence, false, false},
    {"roles", check_roles, false, false},
    {"goals", check_goals, false, false},
    {"relations", check_relations, false, false},
    {"firing", check_firing, false, false},
    {"spelling", check_spelling, true, true},
    {"duplicates", check_duplicates, true, true},
};

}  // namespace

std::span<const Pass> passes() { return kPasses; }

Findings check(const Description& description) {
  Findings findings = description.findings();
  Rules rules(description);
  bool incomplete = description.is_incomplete();
  for (const Pass& pass : kPasses) {
    if (!pass.local && !description.readable()) continue;
    if (incomplete && !pass.sentences) continue;
    pass.run(rules, findings);
  }
  sort_by_place(findings);
  return findings;
}

}  // namespace percept::check
