// SPDX-License-Identifier: MIT
//
// `percept matches`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "record/record.h"

namespace percept::cli {

struct MatchesOptions {
  enum class Action : unsigned char { kList, kShow, kReplay, kExport, kImport, kVerify, kRemove };
  enum class Format : unsigned char { kGgp, kDresden, kPercept };

  Action action = Action::kList;
  std::optional<std::string> store;                     // a file
  std::optional<std::string> game, player, tournament;  // of the list, as are status and limit
  std::optional<record::Status> status;
  std::size_t limit = 50;
  std::vector<std::string> ids;  // or files to import
  std::optional<std::string> role;
  std::optional<std::size_t> round, from;
  double delay = 1;  // seconds for a round of a replay in a terminal
  Format format = Format::kPercept;
  std::optional<std::string> output;  // a file or folder
  std::string stylesheet;             // its address, for XML
  std::optional<std::string> rules;   // a rule sheet
  bool all = false;
  bool json = false;
};
int matches(const MatchesOptions& options);

}  // namespace percept::cli
