// SPDX-License-Identifier: MIT
//
// The subcommands of `percept`, one file each. main.cpp turns arguments into these options (and is the only file that
// pays for the argument parser); a command does its work and returns the exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gdl/description.h"

namespace percept::cli {

// Exit codes, the same for every command.
inline constexpr int kSuccess = 0;
inline constexpr int kFindings = 1;    // errors in what was read, or a difference with --check
inline constexpr int kUnreadable = 2;  // could not read or write, or wrong usage

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
  bool errors_only = false;
  std::vector<std::string> ignored;      // codes
  std::optional<std::string> explained;  // a code, or "all"
};
int check(const CheckOptions& options);

struct FormatOptions {
  std::vector<std::string> files;
  bool write = false;
  bool check = false;
};
int format(const FormatOptions& options);

struct ConvertOptions {
  std::string file;
  gdl::Notation to = gdl::Notation::kKif;
  std::optional<gdl::Habit> habit;
  std::string output;  // a file; empty for the standard output
};
int convert(const ConvertOptions& options);

struct ShowOptions {
  std::string file;
  bool rules = false;
  bool json = false;
};
int show(const ShowOptions& options);

}  // namespace percept::cli
