// SPDX-License-Identifier: MIT
//
// The tables of a store, and how a connection to one is made. A store's version is the number of migrations it has
// gone through; to change the tables, append a migration. What stands in a released one is never changed.
//
//   rules       every rule sheet once, whatever the number of its matches
//   match       a row a match: header, status, initial state
//   seat        a row a role: who played it, what it got
//   round       a row a round: the state after it, and when that was reached
//   move        a row a role and round: the move made, percepts, what went wrong
//   tournament  what is to be played under a name
//
// Moves and faults are rows, so that SQL can count and compare them; states and percepts, which are read as a whole,
// are JSON arrays of texts (json_each takes them apart). A round is written with few rows and read with one query a
// table.
//
// Internal to store/.
#pragma once

#include <SQLiteCpp/Database.h>

#include <memory>
#include <string>

#include "base/result.h"

namespace percept::store {

// Makes the file, its folder and its tables where they are missing, readable for their owner alone, takes an older
// store from the eyes of others, and brings it up to date. May throw SQLite::Exception.
Result<std::unique_ptr<SQLite::Database>> open_to_write(const std::string& path);
// Of a store that was opened to write before, or is `read_only`. A reader never waits for writers, nor they for it. Has
// the SQL function gone(owner): owner.h.
std::unique_ptr<SQLite::Database> open_to_read(const std::string& path, bool read_only);
// Whether a store that cannot be written is one of this version. May throw SQLite::Exception.
Result<void> check_readable(const std::string& path);

}  // namespace percept::store
