// SPDX-License-Identifier: MIT
//
// The events of a match, as a function of its record: `start`, then for each round a `fault` for every role at fault
// and a `round`, and `end`. An event's number is its place in this list. The list only grows while the match is played,
// so a number means the same event to every watcher, during the match and after it, in this process and in the next:
// that is what resuming at a Last-Event-ID rests on.
//
// Internal to service/.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "service/exchange.h"
#include "service/views.h"

namespace percept::service {

struct Event {
  enum class Kind : unsigned char { kStart, kFault, kRound, kEnd };

  Kind kind = Kind::kStart;
  std::size_t round = 0;                         // of a fault: 0 when it was at START
  std::size_t role = 0;                          // of a fault
  std::shared_ptr<const record::Record> header;  // without rounds; `end` has the outcome
  std::shared_ptr<const record::Round> played;   // of a round and its faults; null at START
  std::size_t rounds = 0;                        // played, at the end
};
std::string_view name_of(Event::Kind kind);  // "start", "fault", "round", "end"

// What each step of a match adds to its list. Header has no rounds.
using Header = std::shared_ptr<const record::Record>;
Header header_of(const record::Record& record);
void add_start(std::vector<Event>& events, const Header& header);
// `number` counts from 1; before the first round come the faults at START.
void add_round(std::vector<Event>& events, const Header& header, std::size_t number,
               std::shared_ptr<const record::Round> round);
void add_end(std::vector<Event>& events, const Header& header, std::size_t rounds);
std::vector<Event> events_of(const record::Record& record);

// What it tells this audience.
Json data_of(const Event& event, const Audience& audience);
// As it is sent: server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html
std::string sent(std::string_view id, std::string_view name, const Json& data);

}  // namespace percept::service
