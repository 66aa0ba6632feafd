// SPDX-License-Identifier: MIT
#include "store/errors.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/text.h"

namespace percept::store {

Error store_error(const SQLite::Exception& exception, const std::string& path, const std::string& doing) {
  std::string file = printable(path), why = printable(exception.what());
  std::string cannot = fmt::format("cannot {} the store {}", doing, file);
  switch (exception.getErrorCode() & 0xff) {
    case SQLITE_NOTADB:
      return {fmt::format("{} is not a store of matches: it is no SQLite database", file),
              "name another file with --store or PERCEPT_STORE, or move this one away; a new store is made then"};
    case SQLITE_CORRUPT:
      return {
          fmt::format("the store {} is damaged: {}", file, why),
          fmt::format("save what can be read: sqlite3 '{}' .recover | sqlite3 recovered.db; then use that file", file)};
    case SQLITE_FULL:
      return {fmt::format("{}: the disk is full", cannot),
              "make room and go on; every round that was reported as written is in the store"};
    case SQLITE_READONLY:
      return {fmt::format("{}: the file or its folder is read-only", cannot),
              "a store needs write permission for its file and folder; change it, or copy the store elsewhere"};
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
      return {fmt::format("{}: {}", cannot, why),
              "a store needs write permission for its file and folder; change it, or name another with --store"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {fmt::format("{}: another program keeps it locked", cannot),
              "end whatever has a transaction open in it (a database browser?) and try again"};
    case SQLITE_IOERR:
      return {fmt::format("{}: the disk or file system fails ({})", cannot, why),
              "see whether the disk is full or damaged; a store on a network drive should be moved to a local one"};
    case SQLITE_NOMEM: return {fmt::format("{}: out of memory", cannot), ""};
    case SQLITE_TOOBIG:
      return {fmt::format("{}: a record is too large for a database", cannot), "a text may have a billion bytes"};
    default: return {fmt::format("{}: {}", cannot, why), "this should not happen; please report it with the message"};
  }
}

}  // namespace percept::store
