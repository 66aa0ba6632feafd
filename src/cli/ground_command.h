// SPDX-License-Identifier: MIT
//
// `percept ground`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <string>

#include "cli/exit_codes.h"
#include "ground/game_circuit.h"

namespace percept::cli {

struct GroundOptions {
  enum class Show : unsigned char { kNothing, kSplit, kRules, kCircuit };

  std::string file;
  Show show = Show::kNothing;
  bool dot = false;
  bool profile = false;
  bool json = false;
  bool split = true;
  bool simplify = true;
  bool kleene = false;
  double seconds = ground::Options().seconds;
  std::size_t max_rules = ground::Options().max_rules;
};
int ground(const GroundOptions& options);

}  // namespace percept::cli
