// SPDX-License-Identifier: MIT
//
// What roles are given instead of the rules, held against them in a process of its own before the match is started
// (match/incomplete.h).
//
// Any thread may call these.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/referee.h"
#include "record/record.h"
#include "sandbox/worker.h"

namespace percept::sandbox {

struct Described {
  record::RulesOnRecord rules;  // to play by
  std::vector<match::OwnDescription> descriptions;
};

// The texts are by role. An error begins with the role that it is about, ".robot: …", or with ": ".
Result<Described> describe(const record::RulesOnRecord& rules, const std::map<std::string, std::string>& texts,
                           const WorkerLimits& limits = {}, double seconds = 60, const std::stop_token& stop = {});

int serve_descriptions();  // the mode "descriptions" of the worker: its exit code

}  // namespace percept::sandbox
