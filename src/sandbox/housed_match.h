// SPDX-License-Identifier: MIT
//
// A match in a process of its own: there are the rules, the referee and the players of ours. Here are the seats of
// those who play from elsewhere, asked on behalf of the referee, and those who follow the match. The process may be as
// slow, as large or as dead as it likes: a match that is stopped ends at once, and one that grows or hangs ends as
// failed, its record kept as far as it came.
//
// One thread plays a match; its seats are asked on threads of their own.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/referee.h"
#include "match/seat.h"
#include "record/record.h"
#include "sandbox/worker.h"

namespace percept::sandbox {

// Who plays a role: a strategy of ours, in the process, or a seat here, of a player over the network or of a person;
// neither for nature.
struct Place {
  std::string spec = {};
  std::string name = {};  // of the strategy on record; its spec when empty
  std::uint64_t seed = 1;
  std::vector<std::string> recalled = {};  // moves that the strategy makes first
  std::unique_ptr<match::Seat> seat = {};
};

struct HousedMatchLimits {
  WorkerLimits worker = {};
  std::size_t bytes = std::size_t{16} << 20;  // of the record
  double silence = 60;                        // seconds that a round may take beyond its clock …
  double untimed = 3600;                      // … and without one, unless a person thinks
};

// As match::Referee::play.
Result<record::Record> play_housed(const record::RulesOnRecord& rules, const match::Setup& setup,
                                   std::vector<Place>& places, const std::vector<record::Follower*>& followers,
                                   std::stop_token stop = {}, const HousedMatchLimits& limits = {});

// The mode "match" of the worker: its exit code.
int serve_match();

}  // namespace percept::sandbox
