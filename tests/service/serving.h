// SPDX-License-Identifier: MIT
//
// What tests of the service share: a service on a port of its own, a client that speaks JSON, somebody who watches
// events, and a player that moves when the test lets it.
#pragma once

#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "service/service.h"
#include "support/support.h"
#include "wire/listener.h"
#include "wire/player_server.h"

namespace percept::test {

using Json = nlohmann::json;

// An order of a short match.
inline const Json kMeier = {{"game", "meier"}, {"players", {{"p1", "legal"}, {"p2", "random"}}}, {"seed", 7}};

struct Got {
  int status = 0;
  Json json;
  std::string body;
  httplib::Headers headers;
};

class Serving {
 public:
  explicit Serving(service::ServiceOptions options = {});

  service::Service& service() { return *service_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  httplib::Client client() const;

  Got get(const std::string& path, const httplib::Headers& headers = {}) const;
  Got post(const std::string& path, const Json& body, const httplib::Headers& headers = {}) const;
  Got post_text(const std::string& path, const std::string& body, const std::string& type,
                const httplib::Headers& headers = {}) const;
  Got remove(const std::string& path, const httplib::Headers& headers = {}) const;

  // Starts a match and returns its id.
  std::string start(const Json& body, const httplib::Headers& headers = {}) const;
  // Waits until the match has this status, or any that is not queued, starting or running.
  Json wait(const std::string& id, const std::string& status = {}) const;

 private:
  TemporaryFolder folder_;
  std::unique_ptr<service::Service> service_;
};

httplib::Headers bearer(const std::string& token);

// Waits, for long if need be, until this holds.
template <class Test>
bool eventually(Test&& test) {
  for (int i = 0; i < 3000; ++i) {
    if (test()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

struct SentEvent {
  std::string id, name;
  Json data;
  friend bool operator==(const SentEvent&, const SentEvent&) = default;
};
std::vector<SentEvent> events_in(const std::string& text);

// Watches a stream until it ends, or until it is dropped.
class Watching {
 public:
  Watching(const Serving& serving, std::string path, httplib::Headers headers = {});
  ~Watching() { drop(); }

  std::vector<SentEvent> events() const;  // so far
  bool saw(std::size_t count) const {
    return eventually([&] { return events().size() >= count; });
  }
  std::vector<SentEvent> until_end();  // all
  void drop();                         // hangs up

 private:
  mutable std::mutex mutex_;
  std::string text_;
  std::unique_ptr<httplib::Client> client_;
  std::atomic<bool> dropped_ = false, done_ = false;
  std::thread thread_;
};

// A player somewhere else that answers so many PLAYs and then waits until it may answer more.
class GatedPlayer {
 public:
  explicit GatedPlayer(int allowed = 0, const std::string& name = "gated", std::uint16_t port = 0);
  ~GatedPlayer();

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port()); }
  std::uint16_t port() const { return listener_->port(); }
  void allow(int more);
  std::size_t asked(const std::string& word) const;  // messages with this word so far: "START"
  void close();                                      // hangs up; nobody listens any more

 private:
  std::string answer(const wire::Request& request);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int allowed_;
  bool closed_ = false;
  std::vector<std::string> messages_;
  wire::PlayerServer server_;
  std::unique_ptr<wire::Listener> listener_;
};

}  // namespace percept::test
