// SPDX-License-Identifier: MIT
//
// Is this a valid, playable description? Runs every check on a description that was read and returns all findings,
// those of reading included, sorted by place. The checks are passes with a name (`passes()`); each stands in a file of
// its own and sees the description only through Rules.
//
// What the GDL specification (Love et al. 2006) and GDL-II (Thielscher 2010) demand is checked statically here. Whether
// every role always has a move, goals are unique and the game ends cannot be proved in general; playouts test that.
//
// Any thread may call these.
#pragma once

#include <span>
#include <string_view>

#include "check/rules.h"

namespace percept::check {

struct Pass {
  std::string_view name;
  void (*run)(const Rules& rules, Findings& findings);
  // Local passes look at one rule at a time. The others see the description as a whole and would only report
  // consequences of the missing parts when some of it could not be read.
  bool local;
  // It also applies to incomplete descriptions, which have sentences instead of rules.
  bool sentences;
};

std::span<const Pass> passes();

// All findings, sorted by place. An incomplete description (one with sentences) is checked for its form only: what the
// rules of GDL demand does not apply to it.
Findings check(const Description& description);

// The passes, in the order in which they run.
void check_form(const Rules& rules, Findings& findings);
void check_sentences(const Rules& rules, Findings& findings);
void check_arities(const Rules& rules, Findings& findings);
void check_safety(const Rules& rules, Findings& findings);
void check_singletons(const Rules& rules, Findings& findings);
void check_stratification(const Rules& rules, Findings& findings);
void check_recursion(const Rules& rules, Findings& findings);
void check_growth(const Rules& rules, Findings& findings);
void check_dependence(const Rules& rules, Findings& findings);
void check_roles(const Rules& rules, Findings& findings);
void check_goals(const Rules& rules, Findings& findings);
void check_relations(const Rules& rules, Findings& findings);
void check_firing(const Rules& rules, Findings& findings);
void check_spelling(const Rules& rules, Findings& findings);
void check_duplicates(const Rules& rules, Findings& findings);

}  // namespace percept::check
