// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <fmt/format.h>

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

class SqliteStore : public Store {
 public:
  SqliteStore(std::unique_ptr<SQLite::Database> database, std::string path)
      : path_(std::move(path)), database_(std::move(database)), writer_(*database_), queue_(*database_, path_) {}

  Result<void> begin(const record::Record& record) override {
    return queue_.run([&] { return writer_.begin(record, owner_); });
  }

  Result<void> add_round(const record::Record& record) override {
    return queue_.run([&] { return writer_.add_round(record, record.rounds.size()); });
  }

  Result<void> finish(const record::Record& record) override {
    return queue_.run([&] { return writer_.finish(record); });
  }

  Result<void> add(const record::Record& record) override {
    return queue_.run([&]() -> Result<void> {
      if (auto done = writer_.begin(record, ""); !done) return done;
      for (std::size_t number = 1; number <= record.rounds.size(); ++number)
        if (auto done = writer_.add_round(record, number); !done) return done;
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
    return queue_.run([&] { return writer_.remove(id); });
  }

  Result<std::optional<std::string>> tournament(const std::string& name) override {
    return read([&](SQLite::Database& database) -> Result<std::optional<std::string>> {
      return tournament_configuration(database, name);
    });
  }

  Result<void> save_tournament(const std::string& name, const std::string& configuration) override {
    return queue_.run([&]() -> Result<void> {
      writer_.save_tournament(name, configuration);
      return {};
    });
  }

  Result<std::vector<std::string>> tournaments() override {
    return read(
        [&](SQLite::Database& database) -> Result<std::vector<std::string>> { return tournament_names(database); });
  }

 private:
  // Each reader has a connection of its own, kept for the next one.
  template <class Question>
  auto read(const Question& question) -> decltype(question(std::declval<SQLite::Database&>())) {
    try {
      std::unique_ptr<SQLite::Database> reader = idle_reader();
      if (!reader) reader = open_to_read(path_);
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
  std::unique_ptr<SQLite::Database> database_;
  StoreWriter writer_;
  CommitQueue queue_;
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

}  // namespace percept::store
