// SPDX-License-Identifier: MIT
//
// Records as rows of a store's tables (store_schema.h), written. Runs inside a transaction of its caller and may throw
// SQLite::Exception; statements are prepared once.
//
// Internal to store/.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <string>

#include "base/result.h"
#include "record/record.h"

namespace percept::store {

class StoreWriter {
 public:
  explicit StoreWriter(SQLite::Database& database);

  // Header and initial state. `owner` is who plays it, if anyone.
  Result<void> begin(const record::Record& record, const std::string& owner);
  Result<void> add_round(const record::Record& record, std::size_t number);  // from 1
  Result<void> finish(const record::Record& record);
  Result<void> remove(const std::string& id);
  void save_tournament(const std::string& name, const std::string& configuration);

 private:
  std::string keep(const record::RulesOnRecord& rules);  // gives its key
  Result<std::int64_t> number_of(const std::string& id);
  void set_start_faults(std::int64_t match, const record::Record& record);

  SQLite::Database& database_;
  SQLite::Statement add_rules_, add_match_, add_seat_, add_round_, add_move_, find_, start_fault_, finish_, goal_,
      remove_, remove_rules_, save_tournament_;
};

}  // namespace percept::store
