// SPDX-License-Identifier: MIT
//
// The players somewhere else that announced themselves, or were announced, under names of their own. Each is asked INFO
// when it comes and then every few seconds, several at a time, so that the list says who is there: available, busy,
// unreachable, or unknown where a player answers and has never heard of INFO.
//
// Internal to service/.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "wire/dialect.h"
#include "wire/peer.h"

namespace percept::service {

enum class Presence : unsigned char { kUnknown, kAvailable, kBusy, kUnreachable };
std::string_view name_of(Presence presence);

struct Registered {
  std::string name;  // in matches and addresses
  std::string url;   // "http://host:port"
  wire::Peer peer;
  std::optional<wire::Dialect> dialect;
  Presence presence = Presence::kUnknown;
  std::string says;            // the name it calls itself
  std::string species;         // if it says so
  std::string problem;         // why it is unreachable
  std::int64_t last_seen = 0;  // when it last answered; milliseconds since 1970
};

class Registry {
 public:
  static constexpr std::size_t kMost = 500;

  explicit Registry(double poll_seconds);  // 0: only when they come
  ~Registry() { stop(); }

  enum class Welcome : unsigned char { kNew, kKnown, kTaken, kFull };
  struct Added {
    Welcome outcome;
    Registered player;  // the one that is there now; of kTaken: the one in the way
  };
  // Asks it INFO before it returns. Without a name the one it calls itself is taken, else its host and port. The same
  // address again changes its name and dialect.
  Result<Added> add(const std::string& url, std::optional<std::string> name, std::optional<wire::Dialect> dialect);
  bool remove(const std::string& name);
  std::optional<Registered> find(const std::string& name) const;
  std::vector<Registered> list() const;  // by name

  void poll();  // asks everybody now, and returns when they have answered
  void stop();

 private:
  static void ask(Registered& player, std::stop_token stop);
  void work(std::stop_token stop);

  double poll_seconds_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, Registered> players_;
  std::stop_source stop_;
  std::jthread thread_;
};

// Letters, digits and - _ . only, so that it can stand in a path and never looks like a spec.
bool is_name(std::string_view name);

}  // namespace percept::service
