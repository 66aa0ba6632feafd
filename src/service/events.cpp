// SPDX-License-Identifier: MIT
#include "service/events.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace percept::service {

using record::Record;
using record::Round;

namespace {

void add_faults(std::vector<Event>& events, const Header& header, std::size_t number,
                const std::vector<std::optional<record::Fault>>& faults, const std::shared_ptr<const Round>& played) {
  for (std::size_t role = 0; role < faults.size(); ++role)
    if (faults[role]) events.push_back({Event::Kind::kFault, number, role, header, played});
}

}  // namespace

std::string_view name_of(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::kStart: return "start";
    case Event::Kind::kFault: return "fault";
    case Event::Kind::kRound: return "round";
    default: return "end";
  }
}

Header header_of(const Record& record) {
  auto out = std::make_shared<Record>();
  out->id = record.id;
  out->rules = record.rules;
  out->rules.text.clear();
  out->roles = record.roles;
  out->players = record.players;
  out->seed = record.seed;
  out->clocks = record.clocks;
  out->scrambled = record.scrambled;
  out->tournament = record.tournament;
  out->number = record.number;
  out->started = record.started;
  out->start_faults = record.start_faults;
  out->initial = record.initial;
  out->status = record.status;
  out->goals = record.goals;
  out->note = record.note;
  out->ended = record.ended;
  return out;
}

void add_start(std::vector<Event>& events, const Header& header) {
  events.push_back({Event::Kind::kStart, 0, 0, header, nullptr});
}

void add_round(std::vector<Event>& events, const Header& header, std::size_t number,
               std::shared_ptr<const Round> round) {
  if (number == 1) add_faults(events, header, 0, header->start_faults, nullptr);
  add_faults(events, header, number, round->faults, round);
  events.push_back({Event::Kind::kRound, number, 0, header, std::move(round)});
}

void add_end(std::vector<Event>& events, const Header& header, std::size_t rounds) {
  if (rounds == 0) add_faults(events, header, 0, header->start_faults, nullptr);
  events.push_back({Event::Kind::kEnd, rounds, 0, header, nullptr, rounds});
}

std::vector<Event> events_of(const Record& record) {
  std::vector<Event> events;
  Header header = header_of(record);
  add_start(events, header);
  for (std::size_t i = 0; i < record.rounds.size(); ++i)
    add_round(events, header, i + 1, std::make_shared<const Round>(record.rounds[i]));
  if (record.status != record::Status::kRunning) add_end(events, header, record.rounds.size());
  return events;
}

Json data_of(const Event& event, const Audience& audience) {
  const Record& header = *event.header;
  Json out = {{"match", header.id}};
  switch (event.kind) {
    case Event::Kind::kStart: out.update(header_view(header, audience)); break;
    case Event::Kind::kRound: out.update(round_view(header, event.round, *event.played, audience)); break;
    case Event::Kind::kFault: {
      const auto& faults = event.played ? event.played->faults : header.start_faults;
      out["round"] = event.round;
      out.update(fault_view(header, event.role, *faults[event.role], audience));
      break;
    }
    case Event::Kind::kEnd: {
      Json whole = match_view(header, audience);
      out["roundsPlayed"] = event.rounds;
      for (const char* field : {"status", "ended", "goals", "note"})
        if (whole.contains(field)) out[field] = whole[field];
    }
  }
  return out;
}

std::string sent(std::string_view id, std::string_view name, const Json& data) {
  return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", id, name, text_of(data));
}

}  // namespace percept::service
