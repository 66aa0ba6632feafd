// SPDX-License-Identifier: MIT
//
// Group commit: writes of many threads that come together share one transaction, since what takes long is not writing
// but waiting for the disk. Whoever comes first writes for all that wait; meanwhile others queue up for the next
// transaction. run() returns when its write is on the disk, or with the error for which it is not.
//
// A write is a savepoint of its own: one that fails is taken back alone. When the commit fails, all of its writes have
// failed.
//
// Internal to store/.
#pragma once

#include <SQLiteCpp/Database.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"

namespace percept::store {

class CommitQueue {
 public:
  using Write = std::function<Result<void>()>;  // to the database; may throw SQLite::Exception

  CommitQueue(SQLite::Database& database, std::string path) : database_(database), path_(std::move(path)) {}

  Result<void> run(const Write& write);

 private:
  struct Waiting {
    const Write* write;
    Result<void> result;
    bool done = false;
  };

  void commit(const std::vector<Waiting*>& batch);
  Result<void> attempt(const Write& write);
  void roll_back();

  SQLite::Database& database_;
  std::string path_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting*> queue_;
  bool committing_ = false;
};

}  // namespace percept::store
