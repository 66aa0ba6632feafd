// SPDX-License-Identifier: MIT
//
// The commands about solved games, and what they share: percept solve, policy, exploit, tree, lab values.
//
// Internal to cli/.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "search/cfr.h"
#include "search/estimate.h"

namespace percept::cli {

struct SolveOptions {
  std::string file;
  std::optional<search::Variant> variant;
  std::optional<double> seconds;  // of the whole command
  std::optional<double> until;    // exploitability, in points of the goal
  std::optional<std::uint64_t> iterations;
  unsigned threads = 0;  // as many as there are cores
  double gigabytes = 12;
  std::optional<std::string> checkpoint, policy, chart;  // files
  double checkpoint_seconds = 10;
  bool all_moves = false;
  bool worst = false;
  bool sample = false;  // external sampling, whatever fits
  std::uint64_t seed = 1;
  bool json = false;
};
int solve(const SolveOptions& options);

struct PolicyOptions {
  std::string file;
  std::optional<std::string> role;
  std::vector<std::string> history;  // moves and percepts in turn
  std::size_t depth = 2;
  bool json = false;
};
int policy_show(const PolicyOptions& options);

struct ExploitOptions {
  std::string file, policy;  // a policy file or a strategy
  std::size_t asks = 1;      // of each information set
  double move_seconds = 1;
  double gigabytes = 12;
  std::optional<std::string> response;  // a file for the best response
  unsigned threads = 0;
  bool json = false;
};
int exploit(const ExploitOptions& options);

struct TreeOptions {
  enum class Format : unsigned char { kText, kDot, kEfg, kJson };
  std::string file;
  Format format = Format::kText;
  std::size_t most = 20'000;  // nodes
};
int tree(const TreeOptions& options);

struct ValuesOptions {
  std::optional<std::string> games;  // the folder of rule sheets
  unsigned threads = 0;
  bool json = false;
};
int lab_values(const ValuesOptions& options);

// ---- shared

unsigned threads_or_all(unsigned threads);
// The circuit of the game, or nothing after what is wrong was printed.
std::shared_ptr<const game::WholeGame> whole_game(const std::string& file, int& exit_code);
search::OnProgress layout_progress(ProgressLine& line);
std::string role_text(const search::Positions& positions, std::size_t player);
std::string move_text(const search::Positions& positions, std::size_t role, std::uint32_t move);
// "crosses (mark 2 2)": what the deciding roles do in a transition.
std::string transition_text(const search::Positions& positions, std::uint32_t position, std::uint64_t transition);
std::string percepts_text(const search::Positions& positions, std::size_t player, std::uint32_t seen);

// The parts of solve().
struct Solving {
  const SolveOptions& options;
  std::shared_ptr<const game::WholeGame> whole;
  search::Estimate estimate;
  Budget budget;
  Clock::time_point start;
};
int solve_positions(const Solving& solving, const search::Positions& positions);  // everything is seen
int solve_alpha_beta(const Solving& solving);
int solve_alone(const Solving& solving, const search::Positions& positions);
int solve_equilibrium(const Solving& solving, std::shared_ptr<const search::Positions> positions);
int solve_tables(const Solving& solving, std::shared_ptr<const search::Layout> layout);  // information sets fit, ends not
int solve_sampling(const Solving& solving);                                              // nothing fits

}  // namespace percept::cli
