// SPDX-License-Identifier: MIT
//
// Records from files of anyone: told apart by what is in them.
//
//   - our own JSON (percept_json.h), and ggp.org's (ggp_json.h)
//   - a folder of Dresden's XML files, or one of them (dresden_xml.h)
//   - JSON lines, or one object, with "roles" and "moves", a list of joint moves, as game servers write them, perhaps
//     with "states", "goals_recorded" and the name of the rule sheet in "rules"; and what `percept play --json` prints
//
// What a record lacks is computed from its moves and the rules.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

// `rules` where the files do not name them, or instead. An error says what is wrong, and where.
Result<std::vector<Record>> import_records(const std::string& path, const std::optional<RulesOnRecord>& rules = {});

// The rules of a file, as they go on record.
Result<RulesOnRecord> rules_of_file(const std::string& path);

}  // namespace percept::record
