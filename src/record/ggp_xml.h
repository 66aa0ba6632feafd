// SPDX-License-Identifier: MIT
//
// The XML of ggp-base's Match: the keys of its JSON (ggp_json.h) as elements, one for each entry of a list, with
// <history> for moves, <herstory> for states and <errorHistory> for errors. Whoever wants to write uses the JSON.
//
// Internal to record/.
#pragma once

#include <string>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

bool is_ggp_xml(const std::string& text);
// It has no rules.
Result<Record> read_ggp_xml(const std::string& text, const std::string& name, const RulesOnRecord& rules);

}  // namespace percept::record
