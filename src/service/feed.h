// SPDX-License-Identifier: MIT
//
// The events of all matches in the order they happened, light and fit for everybody: who plays what, rounds, faults,
// results. The last thousands are kept for those who come late or come back. A writer never waits for a reader: readers
// fetch at their own pace, and one that is too slow misses the oldest and is told so by a gap in the numbers.
//
// Internal to service/.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

namespace percept::service {

class Feed {
 public:
  // Numbers are good for one run of the service; `run` tells it from others.
  explicit Feed(std::string run, std::size_t kept = 20'000) : run_(std::move(run)), kept_(kept) {}

  // `make(id)` gives the event's text.
  template <class Make>
  void add(Make&& make) {
    {
      std::lock_guard lock(mutex_);
      texts_.push_back(make(id_of(first_ + texts_.size())));
      if (texts_.size() > kept_) {
        texts_.pop_front();
        ++first_;
      }
    }
    changed_.notify_all();
  }
  void close();  // readers come back at once from now on

  // What follows the event with this id; 0 for an id of another run.
  std::uint64_t after(std::string_view id) const;
  std::uint64_t end() const;

  struct Piece {
    std::string text;
    std::uint64_t next = 0;
    bool closed = false;
  };
  // The events from this number on, after at most `wait`; perhaps none.
  Piece read(std::uint64_t from, std::chrono::milliseconds wait) const;

 private:
  std::string id_of(std::uint64_t number) const { return run_ + '-' + std::to_string(number); }

  const std::string run_;
  const std::size_t kept_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::deque<std::string> texts_;
  std::uint64_t first_ = 1;  // the number of texts_.front()
  bool closed_ = false;
};

}  // namespace percept::service
