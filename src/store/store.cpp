// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

#include "base/text.h"
#include "store/commit_queue.h"
#include "store/errors.h"
#include "store/owner.h"
#include "store/reader.h"
#include "store/schema.h"
#include "store/writer.h"

namespace percept::store {
namespace {

// The one connection that writes.
struct Writing {
  Writing(std::unique_ptr<SQLite::Database> to, const std::string& path)
      : database(std::move(to)), writer(*database), queue(*database, path) {}

  std::unique_ptr<SQLite::Database> database;
  StoreWriter writer;
  CommitQueue queue;
};

class SqliteStore : public Store {
 public:
  // Without a database to write: to be read alone.
  SqliteStore(std::unique_ptr<SQLite::Database> database, std::string path) : path_(std::move(path)) {
    if (database) writing_.emplace(std::move(database), path_);
  }

  Result<void> begin(const record::Record& record) override {
    return write([&](StoreWriter& writer) { return writer.begin(record, owner_); });
  }

  Result<void> add_round(const record::Record& record) override {
    return write([&](StoreWriter& writer) { return writer.add_round(record, record.rounds.size()); });
  }

  Result<void> finish(const record::Record& record) override {
    return write([&](StoreWriter& writer) { return writer.finish(record); });
  }

  Result<void> add(const record::Record& record) override {
    return write([&](StoreWriter& writer) -> Result<void> {
      if (auto done = writer.begin(record, ""); !done) return done;
      for (std::size_t number = 1; number <= record.rounds.size(); ++number)
        if (auto done = writer.add_round(record, number); !done) return done;
      return {};
    });
  }

  Result<record::Record> load(const std::string& id) override {
    return read([&](SQLite::Database& database) { return load_record(database, id); });
  }

  Result<std::vector<Summary>> list(const Query& query) override {
    return read(
        [&](SQLite::Database& database) -> Result<std::vector<Summary>> { return list_matches(database, query); });
  }

  Result<void> remove(const std::string& id) override {
    auto owner =
        read([&](SQLite::Database& database) -> Result<std::optional<std::string>> { return owner_of(database, id); });
    if (!owner) return tl::unexpected(owner.error());
    if (*owner && **owner != owner_)
      return failure(fmt::format("match {} is being played by {}", printable(id), described_owner(**owner)),
                     "wait for its end, or end that process");
    return write([&](StoreWriter& writer) { return writer.remove(id); });
  }

  Result<std::optional<std::string>> tournament(const std::string& name) override {
    return read([&](SQLite::Database& database) -> Result<std::optional<std::string>> {
      return tournament_configuration(database, name);
    });
  }

  Result<void> save_tournament(const std::string& name, const std::string& configuration) override {
    return write([&](StoreWriter& writer) -> Result<void> {
      writer.save_tournament(name, configuration);
      return {};
    });
  }

  Result<std::vector<std::string>> tournaments() override {
    return read(
        [&](SQLite::Database& database) -> Result<std::vector<std::string>> { return tournament_names(database); });
  }

 private:
  template <class Write>
  Result<void> write(const Write& write) {
    if (writing_) return writing_->queue.run([&]() -> Result<void> { return write(writing_->writer); });
    return failure(fmt::format("the store {} can only be read", printable(path_)),
                   "a store needs write permission for its file and folder; change it, or copy the store elsewhere");
  }

  // Each reader has a connection of its own, kept for the next one.
  template <class Question>
  auto read(const Question& question) -> decltype(question(std::declval<SQLite::Database&>())) {
    try {
      std::unique_ptr<SQLite::Database> reader = idle_reader();
      if (!reader) reader = store::open_to_read(path_, !writing_);
      auto answer = question(*reader);
      std::lock_guard lock(mutex_);
      readers_.push_back(std::move(reader));
      return answer;
    } catch (const SQLite::Exception& exception) {
      return tl::unexpected(store_error(exception, path_, "read"));
    }
  }

  std::unique_ptr<SQLite::Database> idle_reader() {
    std::lock_guard lock(mutex_);
    if (readers_.empty()) return nullptr;
    auto reader = std::move(readers_.back());
    readers_.pop_back();
    return reader;
  }

  std::string path_;
  std::string owner_ = own_name();
  std::optional<Writing> writing_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SQLite::Database>> readers_;  // idle ones
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::string default_store() {
  if (std::string given = variable("PERCEPT_STORE"); !given.empty()) return given;
  std::string data = variable("XDG_DATA_HOME");
  if (data.empty()) data = variable("HOME").empty() ? "." : variable("HOME") + "/.local/share";
  return data + "/percept/matches.db";
}

Result<std::unique_ptr<Store>> Store::open(const std::string& path) {
  try {
    auto database = open_to_write(path);
    if (!database) return tl::unexpected(database.error());
    return std::make_unique<SqliteStore>(std::move(*database), path);
  } catch (const SQLite::Exception& exception) {
    return tl::unexpected(store_error(exception, path, "open"));
  }
}

Result<std::unique_ptr<Store>> Store::open_to_read(const std::string& path) {
  auto written = open(path);
  if (written || access(path.c_str(), R_OK) != 0) return written;
  try {
    if (auto fine = check_readable(path); !fine) return tl::unexpected(fine.error());
    return std::make_unique<SqliteStore>(nullptr, path);
  } catch (const SQLite::Exception&) {
    return written;  // why it cannot be written says more
  }
}

}  // namespace percept::store
