// SPDX-License-Identifier: MIT
//
// Records and summaries read from the rows of a store's tables (store_schema.h). Each call sees the store at one
// moment, whatever is written meanwhile; it may throw SQLite::Exception.
//
// Internal to store/.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace percept::store {

// The id that the text is, or begins.
Result<std::string> full_id(SQLite::Database& database, const std::string& text);
Result<record::Record> load_record(SQLite::Database& database, const std::string& id);
std::vector<Summary> list_matches(SQLite::Database& database, const Query& query);
// Who plays the match, when it is running and its process may be there.
std::optional<std::string> owner_of(SQLite::Database& database, const std::string& id);

std::optional<std::string> tournament_configuration(SQLite::Database& database, const std::string& name);
std::vector<std::string> tournament_names(SQLite::Database& database);

}  // namespace percept::store
