// SPDX-License-Identifier: MIT
//
// What a role may think that another one holds possible: histories that explain what the role was told are drawn, what
// the other would have been told in each is worked out, and what it would know from that; the mean over the histories
// is the expectation. Drawn from what the role was told alone, it gives nothing away.
//
// Any thread may call this.
//
// Internal to service/.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "game/model.h"
#include "game/told.h"
#include "service/exchange.h"

namespace percept::service {

// {"round", "role", "other", "histories": how many were drawn, "picture"}; an error when there was no time for any.
Result<Json> thoughts_of(std::shared_ptr<const game::Model> model, const std::string& role, const std::string& other,
                         std::span<const game::Told> told);

}  // namespace percept::service
