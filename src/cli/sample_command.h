// SPDX-License-Identifier: MIT
//
// `percept sample`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_codes.h"
#include "sample/engines.h"

namespace percept::cli {

struct SampleOptions {
  std::string file;
  std::string role;
  std::optional<std::string> match;   // a record to follow; else a match is played
  std::size_t nth = 1;                // of the matches of a record
  std::optional<std::uint64_t> seed;  // of the match and of the draws; one is drawn when it is needed and not given
  std::optional<std::size_t> round;   // after so many; after all if not given
  std::size_t count = 10;
  sample::Engine engine = sample::Engine::kAuto;
  double seconds = 10;  // of CPU time for an update or a draw
  bool history = false;
  std::optional<std::string> opponents;  // a file: sample/preferences.h
  bool forget = false, facts = false;    // of asp-reactive
  std::optional<std::size_t> worlds, particles;
  std::string told;                 // of an incomplete description: what was done and seen
  std::optional<std::string> game;  // and the complete rules, where a match is to be played
  bool json = false;
};
int sample(const SampleOptions& options);

}  // namespace percept::cli
