// SPDX-License-Identifier: MIT
//
// Incomplete descriptions (IGDL) for commands: reading one, and what its role is told, as people type it.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/know_command.h"
#include "igdl/theory_belief.h"

namespace percept::cli {

// Whether the file is an incomplete description; a file that cannot be read is not.
bool is_theory(const std::string& file);
// The theory, or nothing after it was printed why there is none.
OrExit<std::shared_ptr<const igdl::Theory>> read_theory(const std::string& file);
// A belief of the role in it; one role need not be named.
OrExit<std::unique_ptr<igdl::TheoryBelief>> theory_belief(const std::shared_ptr<const igdl::Theory>& theory,
                                                          const std::string& role);

// "q:a; -:b; q": rounds with `;` between them, each what is seen (`-` for nothing, commas between several), and behind
// a colon the move made. Percepts of the position come before the move, those of the move behind it: there the first
// round begins with the colon: ":a; q:b; q".
struct ToldRound {
  std::optional<std::vector<std::string>> sees;
  std::optional<std::string> move;
};
std::vector<ToldRound> read_told(const std::string& text);

int know_theory(const KnowOptions& options);
struct SolveTheoryOptions {
  std::string file, role;
  std::optional<std::string> sees;
  bool blind = false;
  std::size_t depth = 50, worlds = 4096;
  double seconds = 60;
  bool dot = false, json = false;
};
int solve_theory(const SolveTheoryOptions& options);
// Findings of a theory that has no mistakes in its text; `against` is a complete game.
int check_theory(const std::string& file, const std::optional<std::string>& against, bool json, std::string& out);

}  // namespace percept::cli
