// SPDX-License-Identifier: MIT
//
// What there is to know of a rule sheet before a match of it is started, found out in a process of its own, so that no
// sheet takes long, much, or anybody down.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/record.h"
#include "sandbox/worker.h"

namespace percept::sandbox {

struct SheetFinding {
  std::string code;
  std::size_t line = 0, column = 0;
  std::string message, hint;
};

struct Sheet {
  record::RulesOnRecord rules;
  std::vector<std::string> roles;           // empty when it cannot be played
  std::optional<std::string> nature;        // the role that nobody plays
  std::optional<Error> problem;             // why it cannot be played
  std::vector<SheetFinding> findings = {};  // errors, the first of them
};

// An error is what kept it from being looked at to the end: time, memory, no process.
Result<Sheet> read_sheet(const std::string& file, const std::string& text, const WorkerLimits& limits = {},
                         double seconds = 10, const std::stop_token& stop = {});

// ---- of the worker
Sheet look_at_sheet(const std::string& file, const std::string& text);
int serve_sheets();  // the mode "sheet": its exit code

}  // namespace percept::sandbox
