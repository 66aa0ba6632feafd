// SPDX-License-Identifier: MIT
//
// Our own format of a record: a JSON object with everything that is in a Record, so that reading what was written gives
// the same record. docs/records.md describes it, docs/match.schema.json is its JSON Schema.
//
// Any thread may call these.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

nlohmann::ordered_json percept_json(const Record& record);
std::string to_percept_json(const Record& record);  // on several lines, in ASCII

// `name` is the file's, for messages.
Result<Record> read_percept_json(const std::string& text, const std::string& name);

}  // namespace percept::record
