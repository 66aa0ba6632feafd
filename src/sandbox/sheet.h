// SPDX-License-Identifier: MIT
//
// What there is to know of a rule sheet before a match of it is started, and what an editor asks of one that is being
// written, found out in a process of its own, so that no sheet takes long, much, or anybody down.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gdl/reader.h"
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

// All that the checker finds in a draft: {"errors", "warnings", "findings": [{"code", "severity", "line", "column",
// "message", "hint"}, …], "title", "language", "notation", "roles"}; the first 200 findings.
Result<Json> check_draft(const std::string& text, const WorkerLimits& limits = {}, double seconds = 10,
                         const std::stop_token& stop = {});
// A draft laid out, in this notation or its own; nothing when it cannot be read.
Result<std::optional<std::string>> write_draft(const std::string& text, std::optional<gdl::Notation> notation,
                                               const WorkerLimits& limits = {}, double seconds = 10,
                                               const std::stop_token& stop = {});

// ---- of the worker
Sheet look_at_sheet(const std::string& file, const std::string& text);
int serve_sheets();  // the mode "sheet": its exit code

}  // namespace percept::sandbox
