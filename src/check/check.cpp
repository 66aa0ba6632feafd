// SPDX-License-Identifier: MIT
#include "check/check.h"

namespace percept::check {
namespace {

constexpr Pass kPasses[] = {
    {"form", check_form, true},
    {"sentences", check_sentences, true},
    {"arities", check_arities, true},
    {"safety", check_safety, true},
    {"singletons", check_singletons, true},
    {"stratification", check_stratification, false},
    {"recursion", check_recursion, false},
    {"dependence", check_dependence, false},
    {"roles", check_roles, false},
    {"goals", check_goals, false},
    {"relations", check_relations, false},
    {"firing", check_firing, false},
    {"spelling", check_spelling, true},
    {"duplicates", check_duplicates, true},
};

}  // namespace

std::span<const Pass> passes() { return kPasses; }

Findings check(const Description& description) {
  Findings findings = description.findings();
  Rules rules(description);
  bool incomplete = description.is_incomplete();
  for (const Pass& pass : kPasses) {
    if (!pass.local && !description.readable()) continue;
    bool applies_to_sentences = pass.run == check_form || pass.run == check_sentences || pass.run == check_arities ||
                                pass.run == check_spelling || pass.run == check_duplicates;
    if (incomplete && !applies_to_sentences) continue;
    pass.run(rules, findings);
  }
  sort_by_place(findings);
  return findings;
}

}  // namespace percept::check
