// SPDX-License-Identifier: MIT
//
// The JSON match format of ggp.org, as ggp-base's Match writes it: states and moves as texts, errors in codes, a row of
// errors more than there are moves (the first is START's). It knows neither percepts nor rules, so fields of ours stand
// beside those it has, which its readers ignore: rules, gameName, gameRoleNames, gdlVersion, gameHash, percepts, seed,
// playerDialects, playerSpecs, status, note. What a fault was about and how long answers took is not in it.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

std::string to_ggp_json(const Record& record);

// `rules` for a match without our fields, or instead of them; without either it is an error. States, percepts and goals
// that are missing are computed.
Result<Record> read_ggp_json(const std::string& text, const std::string& name,
                             const std::optional<RulesOnRecord>& rules = {});

// "TO", "IL (fly away)", "CE", "IN"; empty for no fault.
std::string ggp_code(const std::optional<Fault>& fault);
std::optional<Fault> fault_of_ggp_code(const std::string& code);

}  // namespace percept::record
