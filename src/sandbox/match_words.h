// SPDX-License-Identifier: MIT
//
// What a referee in a process of its own and the seats elsewhere tell each other, in JSON.
//
// Internal to sandbox/.
#pragma once

#include "match/referee.h"
#include "match/seat.h"
#include "record/record.h"
#include "sandbox/worker.h"

namespace percept::sandbox {

Json json_of(const match::Opening& opening);  // rules and all
match::Opening opening_of(const Json& json);
Json json_of(const match::News& news);
match::News news_of(const Json& json);
Json json_of(const record::Fault& fault);
record::Fault fault_of(const Json& json);
Json json_of(const match::Answer& answer);
match::Answer answer_of(const Json& json);
Json json_of(const record::PlayerOnRecord& player);
record::PlayerOnRecord player_of(const Json& json);
Json json_of(const std::vector<match::OwnDescription>& descriptions);
std::vector<match::OwnDescription> descriptions_of(const Json& json);
Json json_of(const match::Setup& setup);
match::Setup setup_of(const Json& json);

}  // namespace percept::sandbox
