// SPDX-License-Identifier: MIT
//
// Records from files of anyone: told apart by what is in them.
//
//   - our own JSON (percept_json.h), ggp.org's (ggp_json.h), and ggp-base's XML (ggp_xml.h)
//   - a folder of Dresden's XML files, or one of them (dresden_xml.h), and Stanford's, from which these come
//   - JSON lines, or one object, with "roles" and "moves", a list of joint moves, as game servers write them, perhaps
//     with "states", "percepts", "goals_recorded" and the name of the rule sheet in "rules"; and what `percept play
//     --json` prints
//
// What a record lacks is computed from its moves and the rules; so are percepts that are null, which is what nobody
// wrote down, while [] is that nothing was seen.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

struct Imported {
  std::vector<Record> records;
  std::vector<Error> refused;  // lines that are none: what is wrong, and where
};
// `rules` where the files do not name them, or instead. An error says what is wrong with a file of one record, and
// where.
Result<Imported> import_records(const std::string& path, const std::optional<RulesOnRecord>& rules = {});

// The rules of a file, as they go on record.
Result<RulesOnRecord> rules_of_file(const std::string& path);

}  // namespace percept::record
