// SPDX-License-Identifier: MIT
//
// A player server at a port of its own, for tests: with a strategy of ours, or with a player that remembers what it is
// told and answers what a test says.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "game/playing.h"
#include "play/strategies.h"
#include "wire/listener.h"
#include "wire/player_server.h"
#include "wire/raw_call.h"

namespace percept::test {

// What a player was told, and what it answers; shared by a test with the player.
struct Diary {
  std::mutex mutex;
  std::vector<std::string> events;
  std::string move = "noop";
  std::atomic<bool> hangs = false;    // thinks until nobody waits
  std::atomic<bool> guesses = false;  // is not sure of its move

  void add(std::string event) {
    std::lock_guard lock(mutex);
    events.push_back(std::move(event));
  }
  std::vector<std::string> all() {
    std::lock_guard lock(mutex);
    return events;
  }
};

class DiaryPlayer : public play::Player {
 public:
  explicit DiaryPlayer(std::shared_ptr<Diary> diary) : diary_(std::move(diary)) {}

  Result<void> start(const play::Assignment& assignment, play::Thinking&) override {
    diary_->add("start " + assignment.role);
    return {};
  }
  Result<void> hear(const play::Told& told, play::Thinking&) override {
    std::string event = "hear " + told.move.value_or("?") + ":";
    if (!told.percepts) event += " ?";
    for (const std::string& percept : told.percepts.value_or(std::vector<std::string>())) event += " " + percept;
    diary_->add(event);
    return {};
  }
  Result<std::string> choose(play::Thinking& thinking) override {
    thinking.offer(diary_->move, !diary_->guesses);
    while (diary_->hangs && !thinking.over()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return diary_->move;
  }
  void stop() override { diary_->add("stop"); }

 private:
  std::shared_ptr<Diary> diary_;
};

class ServedPlayer {
 public:
  explicit ServedPlayer(std::function<Result<std::unique_ptr<play::Player>>()> make,
                        wire::ListenerOptions options = {.host = "127.0.0.1"})
      : server({.name = "test",
                .make = std::move(make),
                .log = [this](const std::string& line) { log(line); },
                .now = [this] { return play::Clock::now() + std::chrono::seconds(skipped.load()); }}),
        listener(got(wire::Listener::open(
            options, [this](const wire::Request& request) { return server.answer(request); },
            [this](const std::string& line) { log(line); }))) {}
  explicit ServedPlayer(const std::string& strategy)
      : ServedPlayer([strategy] { return play::make_player(strategy, 1); }) {}
  explicit ServedPlayer(std::shared_ptr<Diary> diary)
      : ServedPlayer([diary]() -> Result<std::unique_ptr<play::Player>> {
          return std::unique_ptr<play::Player>(new DiaryPlayer(diary));
        }) {}
  ~ServedPlayer() {
    server.close();
    listener->close();
  }

  std::uint16_t port() const { return listener->port(); }
  std::string tell(std::string_view message, wire::Dialect dialect = wire::Dialect::kGgpBase) const {
    return test::tell(port(), message, dialect);
  }
  std::string last_line() {
    std::lock_guard lock(mutex);
    return lines.empty() ? std::string() : lines.back();
  }

  std::mutex mutex;
  std::vector<std::string> lines;  // of the log
  std::atomic<long> skipped = 0;   // seconds that the clock of silence is ahead
  wire::PlayerServer server;
  std::unique_ptr<wire::Listener> listener;

 private:
  void log(const std::string& line) {
    std::lock_guard lock(mutex);
    lines.push_back(line);
  }
};

}  // namespace percept::test
