// SPDX-License-Identifier: MIT
//
// Matches as JSON, for an audience. While a match of a game with hidden information runs, its moves, percepts, states
// and answers are for the privileged only, and so is the seed of any running match, from which what is to come could be
// told; everybody sees who plays, which round it is, and who was at fault. While people play nobody is privileged. An
// audience of one role has what that role was told and nothing else.
//
// Internal to service/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "service/exchange.h"
#include "store/store.h"

namespace percept::service {

// Who is shown a match: what of it they may see.
struct Audience {
  bool hidden = true;               // moves, percepts, states, answers
  bool seed = true;                 // and options of local players, which may hold one
  bool addresses = true;            // of remote players
  std::optional<std::size_t> role;  // only what this role was told

  std::string name(const record::Record& record) const;  // "all", "public", or the role
};
// Everybody, or the privileged. A match that was taken back goes on in another with the same chance: until that is over
// it is shown as one that runs.
Audience audience_of(const record::Record& record, bool privileged, bool goes_on = false);

// Without its rounds; they are not needed either.
Json header_view(const record::Record& header, const Audience& audience);
// Rounds count from 1.
Json round_view(const record::Record& header, std::size_t number, const record::Round& round, const Audience& audience);
Json fault_view(const record::Record& header, std::size_t role, const record::Fault& fault, const Audience& audience);
// All of it, rounds from `first` on.
Json match_view(const record::Record& record, const Audience& audience, std::size_t first = 1);
// Whether all of it may be told: it is over, or the asker privileged and nobody plays from a page.
bool tells_all(const store::Summary& summary, bool privileged, bool goes_on = false);
Json summary_view(const store::Summary& summary, bool privileged, bool goes_on = false);

// The record for those who need not know where players are.
record::Record without_addresses(record::Record record);

// "random:seed=7" is "random" to others.
std::string public_name(const std::string& name);
std::string time_text(std::int64_t milliseconds);  // "2026-11-15T18:15:00.000Z"

}  // namespace percept::service
