// SPDX-License-Identifier: MIT
//
// What a player thought, as JSON in records and in the store (docs/records.md).
//
// Functions of their arguments alone; any thread may call them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "game/reasons.h"

namespace percept::record {

class JsonView;

nlohmann::ordered_json reasons_json(const game::Reasons& reasons);
game::Reasons reasons_of(const JsonView& view);

}  // namespace percept::record
