// SPDX-License-Identifier: MIT
//
// Runs the matches that were asked for, so many at once, the others in the order they came. A player somewhere else is
// never asked to play two of them at a time: a match waits for its players. Each is played in a process of its own
// (sandbox/housed_match.h). Stopping breaks off what runs (ABORT is sent, what was played stays on record). Matches
// with people, who take their time, run beside those.
//
// Internal to service/.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "sandbox/worker.h"
#include "service/live_match.h"
#include "store/store.h"

namespace percept::service {

class MatchRunner {
 public:
  static constexpr std::size_t kMostQueued = 1'000, kMostRemembered = 200, kMostWithPeople = 200;
  static constexpr std::size_t kMostWaiting = std::size_t{32} << 20;  // bytes of rules

  using Log = std::function<void(const std::string&)>;
  MatchRunner(store::Store& store, std::size_t at_once, const sandbox::WorkerLimits& limits, Log log = {});
  ~MatchRunner() { stop(); }

  // An error when too many wait already, or it is being stopped.
  Result<std::shared_ptr<LiveMatch>> add(std::shared_ptr<LiveMatch> match);
  // Those that wait, run, or could not be started; null when it is none of these.
  std::shared_ptr<LiveMatch> find(const std::string& id) const;
  // Not on record: those that wait or start, and the last that did not come to it. Newest first.
  std::vector<std::shared_ptr<LiveMatch>> unrecorded() const;
  std::size_t running() const;
  std::size_t queued() const;
  std::map<std::string, std::uint64_t> ended() const;  // how many so far, by how: "completed", "failed", "refused", …

  // A match that was taken back goes on in another; whether that, or the one it was taken back to in turn, is not over.
  void go_on(const std::string& id, std::shared_ptr<LiveMatch> in);
  bool goes_on(const std::string& id) const;

  // False when it has ended already.
  bool cancel(LiveMatch& match);
  void stop();

 private:
  void work();
  std::size_t with_people() const;                // that run or wait; with the lock held
  bool goes_on_now(const std::string& id) const;  // with the lock held
  std::shared_ptr<LiveMatch> next();              // with the lock held; null when none can start
  void play(LiveMatch& match);
  void count(const std::string& how);
  void refuse(LiveMatch& match, const Error& why);
  void log(const LiveMatch& match, const std::string& words) const;
  void done(const std::shared_ptr<LiveMatch>& match);
  void remember(std::shared_ptr<LiveMatch> match);  // with the lock held

  store::Store& store_;
  const std::size_t at_once_;
  sandbox::WorkerLimits limits_;
  Log log_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<LiveMatch>> queue_;
  std::vector<std::shared_ptr<LiveMatch>> running_;
  std::map<std::string, std::string> continued_;       // which match goes on in which
  std::deque<std::shared_ptr<LiveMatch>> remembered_;  // refused or cancelled
  std::map<std::string, std::uint64_t> ended_;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace percept::service
