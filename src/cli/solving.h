// SPDX-License-Identifier: MIT
//
// What the commands about solved games share: a game laid out with progress, texts of what is in it, and the parts of
// percept solve.
//
// Internal to cli/.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "cli/exit_codes.h"
#include "cli/progress.h"
#include "cli/solve_command.h"
#include "play/policy.h"
#include "search/estimate.h"
#include "search/evaluation.h"
#include "search/layout.h"

namespace percept::cli {

unsigned threads_or_all(unsigned threads);
struct GameOfFile {
  std::shared_ptr<const gdl::Description> rules;
  std::shared_ptr<const game::WholeGame> whole;
};
// Or nothing after what is wrong was printed.
OrExit<GameOfFile> whole_game(const std::string& file);
search::OnProgress layout_progress(ProgressLine& line);
std::string role_text(const search::Positions& positions, std::size_t player);
std::string move_text(const search::Positions& positions, std::size_t role, std::uint32_t move);
// "crosses (mark 2 2)": what the deciding roles do in a transition.
std::string transition_text(const search::Positions& positions, std::uint32_t position, std::uint64_t transition);
std::string percepts_text(const search::Positions& positions, std::size_t player, std::uint32_t seen);

// The parts of solve().
struct Solving {
  const SolveOptions& options;
  std::shared_ptr<const gdl::Description> rules;
  std::shared_ptr<const game::WholeGame> whole;
  search::Estimate estimate;
  Budget budget;
  Clock::time_point start;
};
// How exploitable the policy was, in the course of a solve.
struct Moment {
  std::uint64_t iterations;
  double seconds, exploitability;
};
// --policy, if it was given: to the file, or into a folder under the name by which `auto:memory=` finds it there.
Result<void> write_policy(const Solving& solving, const search::Layout& layout, const search::Profile& profile,
                          const search::Evaluation& evaluation, std::uint64_t iterations);
Result<void> write_policy(const Solving& solving, play::Policy policy, std::map<std::string, double> facts);
// --chart, if it was given.
Result<void> write_chart(const SolveOptions& options, const std::vector<Moment>& moments, std::string_view method);

int solve_positions(const Solving& solving, const search::Positions& positions);  // everything is seen
int solve_alpha_beta(const Solving& solving);
int solve_alone(const Solving& solving, const search::Positions& positions);
int solve_equilibrium(const Solving& solving, std::shared_ptr<const search::Positions> positions);
int solve_tables(const Solving& solving,
                 std::shared_ptr<const search::Layout> layout);  // information sets fit, ends not
int solve_knowledge(const Solving& solving, std::shared_ptr<const search::Positions> positions);
int solve_sampling(const Solving& solving);  // nothing fits

}  // namespace percept::cli
