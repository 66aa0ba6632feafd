// SPDX-License-Identifier: MIT
//
// A match on record: everything needed to replay it, to judge it and to show it. It grows round by round while the
// match is played; the store (store.h) keeps it as it grows, the formats (ggp_json.h, dresden_xml.h, percept_json.h)
// carry it elsewhere. Terms are texts in KIF, names in lower case, as Game prints them.
//
// A match is a function of its rules, players with their options, seed and clocks; where no clock interferes and the
// players are ours, the same header gives the same rounds.
//
// Plain values: threads may read one together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "game/reasons.h"
#include "gdl/description.h"
#include "record/fault.h"

namespace percept::record {

struct Clocks {
  double start = 0, play = 0;  // seconds; 0 is no limit
  friend bool operator==(const Clocks&, const Clocks&) = default;
};

struct RulesOnRecord {
  std::string name;  // of the file, without folder
  std::string text;  // as written
  std::string hash;  // of what it says, whatever the layout: hash_of
  int gdl_version = 1;
};
// SHA-256 of the statements, one a line, without comments; in hexadecimal.
std::string hash_of(const gdl::Description& description);
RulesOnRecord rules_on_record(const gdl::Description& description, const std::string& file);

struct PlayerOnRecord {
  std::string name;     // as the player calls itself, else its spec
  std::string spec;     // "legal", "http://host:port", "human", "nature" for `random` in GDL-II
  std::string dialect;  // of a remote player, else empty
  bool human = false;
  friend bool operator==(const PlayerOnRecord&, const PlayerOnRecord&) = default;
};

using Facts = std::vector<std::string>;  // sorted as Game::sorted

struct Round {
  std::vector<std::string> moves;                  // made, by role
  std::vector<std::vector<std::string>> percepts;  // by role; of a game without `sees`: none, the moves say it
  std::vector<std::optional<Fault>> faults;        // by role
  std::vector<double> seconds;                     // until the answer, by role
  std::vector<game::Reasons> reasons;              // by role, in the words of the rules; none where nobody gave any
  Facts state;                                     // after the moves
  std::int64_t time = 0;                           // when it was reached; milliseconds since 1970
};

enum class Status : std::uint8_t {
  kRunning,  // or, when its process is gone, interrupted
  kCompleted,
  kAborted,      // on request
  kFailed,       // the rules have no next state, or the store could not be written: `note` says
  kInterrupted,  // its process is gone
};
std::string_view name_of(Status status);
std::optional<Status> status_of(std::string_view name);

struct Record {
  std::string id;
  RulesOnRecord rules;
  std::vector<std::string> roles;
  std::vector<PlayerOnRecord> players;  // by role
  std::uint64_t seed = 0;
  Clocks clocks;
  bool scrambled = false;
  std::vector<std::string> descriptions;           // by role, empty for the rules; none when nobody has one of its own
  std::string tournament;                          // its name; empty when it is of none
  std::size_t number = 0;                          // of the match in its tournament
  std::int64_t started = 0;                        // milliseconds since 1970
  std::vector<std::optional<Fault>> start_faults;  // by role: answers to START
  Facts initial;
  std::vector<Round> rounds;

  Status status = Status::kRunning;
  std::vector<std::optional<int>> goals;  // by role, when completed
  std::string note;                       // why it was aborted or failed
  std::int64_t ended = 0;

  const Facts& state() const { return rounds.empty() ? initial : rounds.back().state; }  // the last
};

// "tictactoe.20261115T181500.k3f9q2": readable, without blanks or parentheses, never the same twice.
std::string new_id(std::string_view game);
std::int64_t now_ms();

// Follows a match while it is played. An error ends the match as failed.
class Follower {
 public:
  virtual ~Follower() = default;
  virtual Result<void> on_start(const Record&) { return {}; }  // header and initial state; START not yet sent
  virtual Result<void> on_round(const Record&) {
    return {};
  }                                                          // rounds.back() is new (the first call: start_faults too)
  virtual Result<void> on_end(const Record&) { return {}; }  // status, goals and note are set
};

}  // namespace percept::record
