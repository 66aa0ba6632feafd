// SPDX-License-Identifier: MIT
//
// A person at the terminal who plays a role. They see what the role may know and nothing else: its percepts, a board of
// what is known and what is open, and the moves that are legal or may be. The Console is what the people of one match
// share: one asks at a time, and `quit` or the end of the input cancels the match.
//
// Internal to cli/.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "cli/knowing.h"
#include "play/player.h"

namespace percept::cli {

class Console {
 public:
  explicit Console(std::function<void()> cancel) : cancel_(std::move(cancel)) {}

  // Held while one person is asked.
  std::mutex& turn() { return turn_; }
  // A line of the input; nothing when it is over, or the time is.
  std::optional<std::string> line(play::Thinking& thinking);
  void cancel() { cancel_(); }

 private:
  std::function<void()> cancel_;
  std::mutex turn_;
  std::string pending_;  // read, but no whole line yet
  bool over_ = false;
};

std::unique_ptr<play::Player> make_human(std::shared_ptr<Console> console);

}  // namespace percept::cli
