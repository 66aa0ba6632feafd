// SPDX-License-Identifier: MIT
//
// A few threads that work at ranges of one array at a time. Which thread does which range does not matter to anyone
// whose ranges write to places of their own, so that results are the same with any number of threads.
//
//   crew.each(count, [&](std::size_t begin, std::size_t end) { … });
//
// Small ranges are done by the caller alone: to wake a thread takes some microseconds. One owner at a time.
//
// Internal to search/.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace percept::search {

class Crew {
 public:
  explicit Crew(unsigned threads = 1);  // with the caller's
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  unsigned threads() const { return static_cast<unsigned>(helpers_.size()) + 1; }
  using Work = std::function<void(std::size_t begin, std::size_t end)>;
  // Ranges of about `grain` that cover 0 … count-1.
  void each(std::size_t count, const Work& work, std::size_t grain = 4096);

 private:
  void help();
  void take();

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::uint64_t call_ = 0;  // how many there were
  unsigned busy_ = 0;
  bool over_ = false;
  const Work* work_ = nullptr;
  std::size_t count_ = 0, grain_ = 1;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::thread> helpers_;
};

}  // namespace percept::search
