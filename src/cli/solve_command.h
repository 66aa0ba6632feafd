// SPDX-License-Identifier: MIT
//
// `percept solve`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace percept::cli
