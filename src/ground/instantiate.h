// SPDX-License-Identifier: MIT
//
// Instantiation: the rules without their variables, by libclingo's grounder. What can ever hold is over-approximated by
// reading "may": a fluent may be true when it is so at first or may be next, a role may do what may be legal:
//
//   {true(F)} :- init(F).   {true(F)} :- next(F).   {does(R,M)} :- legal(R,M), role(R).
//
// Grounding takes a budget, since the rules of some games multiply beyond what time and memory hold. Megabytes are
// those of the grounder, and again of what is kept of its rules.
//
// Threads may each call these with a program of their own.
#pragma once

#include <functional>
#include <string>

#include "base/budget.h"
#include "base/result.h"
#include "ground/ground_program.h"
#include "ground/split.h"

namespace percept::ground {

// Called now and then with the number of ground rules so far.
using Progress = std::function<void(std::size_t rules)>;

inline constexpr std::size_t kMegabytes = 4096;

Result<GroundProgram> instantiate(const SplitProgram& rules, program::Terms& terms, const Budget& budget,
                                  const Progress& progress = {}, std::size_t megabytes = kMegabytes);

// How many ground rules and literals each clause of the split program makes, in its order: a second run in which every
// ground rule says which clause it comes from. Clauses whose relation holds in every position alike are not counted.
// When the budget runs out, what was counted until then tells which rules are to blame.
struct Cost {
  std::size_t rules = 0;
  std::size_t literals = 0;
};
struct Profile {
  std::vector<Cost> costs;
  bool complete = true;
};
Result<Profile> profile(const SplitProgram& rules, program::Terms& terms, const Budget& budget,
                        const Progress& progress = {}, std::size_t megabytes = kMegabytes);

// The text that the grounder is given.
std::string to_asp(const SplitProgram& rules, const program::Terms& terms);

}  // namespace percept::ground
