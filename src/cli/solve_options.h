// SPDX-License-Identifier: MIT
//
// The commands about solved games: percept solve, policy, exploit, tree, lab values.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace percept::search {
enum class Variant : unsigned char;
}  // namespace percept::search

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
  bool sample = false;        // external sampling, whatever fits
  bool by_knowledge = false;  // what is known counts, not how it came about
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

}  // namespace percept::cli
