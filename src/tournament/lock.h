// SPDX-License-Identifier: MIT
//
// One process at a time plays a tournament. Two would gain nothing on one machine, where one keeps every core busy, and
// would disturb each other's clocks; so the second is refused. The lock is the kernel's, on a file beside the store:
// however a process ends, the lock ends with it.
//
// One thread at a time.
#pragma once

#include <string>

#include "base/result.h"

namespace percept::tournament {

class TournamentLock {
 public:
  // An error when another process holds it, or the file cannot be made.
  static Result<TournamentLock> take(const std::string& store, const std::string& tournament);
  ~TournamentLock();
  TournamentLock(TournamentLock&& other) noexcept;
  TournamentLock& operator=(TournamentLock&&) = delete;

 private:
  TournamentLock(std::string path, int file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  int file_ = -1;
};

}  // namespace percept::tournament
