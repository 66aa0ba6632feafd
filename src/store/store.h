// SPDX-License-Identifier: MIT
//
// The store of matches: a SQLite database in WAL mode, written round by round. A call that returns has put what it was
// given on the disk; killing the process at any moment loses no finished round, and leaves a store that opens. Many
// threads may use a store at once (writes that come together share a commit), and many processes may use a file. Files
// are made for their owner alone.
//
//   auto store = Store::open(default_store());
//   StoreFollower follower(**store);            // hands a match to the store as it is played
//   (*store)->load(id);                         // a record, finished or not
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/record.h"

namespace percept::store {

// $PERCEPT_STORE, else matches.db in the user's data folder ($XDG_DATA_HOME or ~/.local/share)/percept.
std::string default_store();

struct Summary {
  std::string id, game, tournament;
  std::size_t number = 0;
  std::vector<std::string> roles, players, specs;  // players by name
  record::Status status = record::Status::kRunning;
  std::size_t rounds = 0, faults = 0;
  bool scrambled = false;
  std::vector<std::optional<int>> goals;
  std::int64_t started = 0, ended = 0;
};

struct Query {
  std::optional<std::string> game, player, tournament;  // a player by name or spec
  std::optional<record::Status> status;
  std::size_t limit = 50, offset = 0;  // newest first
  bool specs = true;                   // else players by name alone
};

class Store {
 public:
  // Makes the file and its folder where there is none. An error says why it cannot be opened, and what to do.
  static Result<std::unique_ptr<Store>> open(const std::string& path);
  // For who only reads: a store that cannot be written will do, and whatever would write it is an error then.
  static Result<std::unique_ptr<Store>> open_to_read(const std::string& path);
  virtual ~Store() = default;

  // ---- while a match is played
  virtual Result<void> begin(const record::Record& record) = 0;  // refuses an id that is there
  virtual Result<void> add_round(
      const record::Record& record) = 0;                          // the last of its rounds; start_faults with the first
  virtual Result<void> finish(const record::Record& record) = 0;  // status, goals, note, end
  // A whole record from elsewhere.
  virtual Result<void> add(const record::Record& record) = 0;

  // ---- afterwards
  virtual Result<record::Record> load(const std::string& id) = 0;  // an id, or the beginning of exactly one
  virtual Result<std::vector<Summary>> list(const Query& query) = 0;
  virtual Result<void> remove(const std::string& id) = 0;

  // ---- tournaments (tournament.h): what is to be played, so that a name means one thing
  virtual Result<std::optional<std::string>> tournament(const std::string& name) = 0;  // its configuration
  virtual Result<void> save_tournament(const std::string& name, const std::string& configuration) = 0;
  virtual Result<std::vector<std::string>> tournaments() = 0;
};

class StoreFollower : public record::Follower {
 public:
  explicit StoreFollower(Store& store) : store_(store) {}
  Result<void> on_start(const record::Record& record) override { return store_.begin(record); }
  Result<void> on_round(const record::Record& record) override { return store_.add_round(record); }
  Result<void> on_end(const record::Record& record) override { return store_.finish(record); }

 private:
  Store& store_;
};

}  // namespace percept::store
