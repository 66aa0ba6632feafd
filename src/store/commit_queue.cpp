// SPDX-License-Identifier: MIT
#include "store/commit_queue.h"

#include <sqlite3.h>

#include "store/errors.h"

namespace percept::store {

Result<void> CommitQueue::run(const Write& write) {
  Waiting own{&write, {}};
  std::unique_lock lock(mutex_);
  queue_.push_back(&own);
  while (!own.done) {
    if (committing_) {
      changed_.wait(lock);
      continue;
    }
    committing_ = true;
    std::vector<Waiting*> batch;
    batch.swap(queue_);
    lock.unlock();
    commit(batch);
    lock.lock();
    for (Waiting* each : batch) each->done = true;
    committing_ = false;
    changed_.notify_all();
  }
  return std::move(own.result);
}

void CommitQueue::commit(const std::vector<Waiting*>& batch) {
  try {
    database_.exec("BEGIN IMMEDIATE");
    for (Waiting* each : batch) each->result = attempt(*each->write);
    database_.exec("COMMIT");
  } catch (const SQLite::Exception& exception) {
    Error error = store_error(exception, path_, "write");
    roll_back();
    for (Waiting* each : batch) each->result = tl::unexpected(error);
  } catch (const std::exception& exception) {
    roll_back();
    for (Waiting* each : batch) each->result = failure("cannot write the store " + path_ + ": " + exception.what());
  }
}

Result<void> CommitQueue::attempt(const Write& write) {
  database_.exec("SAVEPOINT one");
  Result<void> done;
  try {
    done = write();
  } catch (const SQLite::Exception& exception) {
    // A full disk, for one, takes back the whole transaction.
    if (sqlite3_get_autocommit(database_.getHandle()) != 0) throw;
    done = tl::unexpected(store_error(exception, path_, "write"));
  }
  if (!done) database_.exec("ROLLBACK TO one");
  database_.exec("RELEASE one");
  return done;
}

void CommitQueue::roll_back() {
  if (sqlite3_get_autocommit(database_.getHandle()) != 0) return;
  sqlite3_exec(database_.getHandle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace percept::store
