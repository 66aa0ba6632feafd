// SPDX-License-Identifier: MIT
//
// What players of ours thought of their moves, round by round, of the matches that were played here lately. A record
// has what happened and not why, so this is forgotten with the service, and before that where there is too much of it.
//
// Any thread may call this.
//
// Internal to service/.
#pragma once

#include <deque>
#include <mutex>
#include <string>

#include "service/exchange.h"

namespace percept::service {

class Reasoning {
 public:
  static constexpr std::size_t kMostOfMatch = std::size_t{1} << 20, kMost = std::size_t{16} << 20;  // bytes

  // Of this round: {role: {"positions": looked into, "moves": [{"move", "value", "lowest", "highest", "visits",
  // "chance"}, …], the best first}, …}, of those who gave reasons.
  void add(const std::string& match, std::size_t round, Json roles);
  Json of(const std::string& match) const;  // [{"round", "roles"}, …]

 private:
  struct Kept {
    std::string match;
    std::deque<Json> rounds;
    std::size_t bytes;
  };
  mutable std::mutex mutex_;
  std::deque<Kept> kept_;  // the newest last
  std::size_t bytes_ = 0;
};

}  // namespace percept::service
