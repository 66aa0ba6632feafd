// SPDX-License-Identifier: MIT
#include "store/schema.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "base/text.h"
#include "store/owner.h"

namespace percept::store {
namespace {

namespace fs = std::filesystem;

constexpr int kBusyMilliseconds = 60'000;
constexpr int kApplication = 0x50524350;  // "PRCP": whose database it is

constexpr std::array<const char*, 3> kMigrations = {R"(
  CREATE TABLE rules (
    key TEXT PRIMARY KEY,           -- of all that follows
    name TEXT NOT NULL,
    hash TEXT NOT NULL,             -- of what the rules say
    gdl_version INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL REFERENCES rules,
    seed INTEGER NOT NULL,          -- 64 bits, read as signed
    start_clock REAL NOT NULL,      -- seconds; 0 is no limit
    play_clock REAL NOT NULL,
    scrambled INTEGER NOT NULL,
    tournament TEXT NOT NULL,       -- empty: none
    tournament_number INTEGER NOT NULL,
    started INTEGER NOT NULL,       -- milliseconds since 1970
    ended INTEGER NOT NULL,
    status TEXT NOT NULL,
    note TEXT NOT NULL,
    initial TEXT NOT NULL,          -- JSON array of facts
    owner TEXT NOT NULL             -- host, process, its start, boot; empty when no process plays it
  ) STRICT;
  CREATE INDEX match_by_start ON match (started);
  CREATE INDEX match_by_tournament ON match (tournament, tournament_number);
  CREATE INDEX match_by_rules ON match (rules);

  CREATE TABLE seat (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    seat INTEGER NOT NULL,          -- from 0, in the order of the roles
    role TEXT NOT NULL,
    player TEXT NOT NULL,
    spec TEXT NOT NULL,
    dialect TEXT NOT NULL,
    human INTEGER NOT NULL,
    start_fault TEXT,               -- the name of its kind
    start_answer TEXT,
    start_detail TEXT,
    goal INTEGER,
    PRIMARY KEY (match, seat)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX seat_by_player ON seat (player);

  CREATE TABLE round (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    round INTEGER NOT NULL,         -- from 1
    time INTEGER NOT NULL,          -- milliseconds since 1970
    state TEXT NOT NULL,            -- after the moves: JSON array of facts
    PRIMARY KEY (match, round)
  ) STRICT;

  CREATE TABLE move (
    match INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    percepts TEXT,                  -- JSON array; null in games without `sees`
    seconds REAL,
    fault TEXT,                     -- the name of its kind
    answer TEXT,
    detail TEXT,
    PRIMARY KEY (match, round, seat),
    FOREIGN KEY (match, round) REFERENCES round ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tournament (
    name TEXT PRIMARY KEY,
    configuration TEXT NOT NULL,
    saved INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
)",
                                                    R"(
  CREATE TABLE description (        -- of roles that were given another than the rules
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, seat)
  ) STRICT, WITHOUT ROWID;
)",
                                                    R"(
  ALTER TABLE move ADD COLUMN reasons TEXT;  -- JSON: what a player of ours thought; null where it said nothing
)"};
constexpr int kVersion = static_cast<int>(kMigrations.size());

int number_of(SQLite::Database& database, const char* query) { return database.execAndGet(query).getInt(); }

// Switching to WAL needs the file alone for a moment, and is not waited for by the busy timeout.
void use_wal(SQLite::Database& database) {
  auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyMilliseconds);
  while (true) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (const SQLite::Exception& exception) {
      int code = exception.getErrorCode() & 0xff;
      if (code != SQLITE_BUSY && code != SQLITE_LOCKED) throw;
      if (std::chrono::steady_clock::now() > deadline) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

Result<void> check_version(SQLite::Database& database, const std::string& path, int version) {
  int application = number_of(database, "PRAGMA application_id");
  bool empty = number_of(database, "SELECT count(*) FROM sqlite_schema") == 0;
  if (application != kApplication && !(empty && version == 0 && application == 0))
    return failure(fmt::format("{} is not a store of matches: it is a database of something else", printable(path)),
                   "name another file with --store or PERCEPT_STORE");
  if (version > kVersion)
    return failure(fmt::format("the store {} was made by a newer Percept: its version is {}, this one knows up to {}",
                               printable(path), version, kVersion),
                   "use the newer Percept, or name another file with --store");
  return {};
}

Result<void> migrate(SQLite::Database& database, const std::string& path) {
  database.exec("BEGIN");  // one moment, while other processes may be making it
  int version = number_of(database, "PRAGMA user_version");
  auto known = check_version(database, path, version);
  database.exec("COMMIT");
  if (!known || version == kVersion) return known;
  use_wal(database);
  database.exec("BEGIN IMMEDIATE");
  version = number_of(database, "PRAGMA user_version");  // another process may have been faster
  if (auto fine = check_version(database, path, version); !fine) {
    database.exec("ROLLBACK");
    return fine;
  }
  for (int next = version; next < kVersion; ++next) database.exec(kMigrations[static_cast<std::size_t>(next)]);
  database.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kVersion));
  database.exec("COMMIT");
  return {};
}

void gone_function(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto* owner = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
  sqlite3_result_int(context, is_gone(owner ? owner : "") ? 1 : 0);
}

// Folders that are missing, for their owner alone, and on the disk when a match is: a file in a folder that a power cut
// takes away is lost.
std::error_code make_folders(const fs::path& folder) {
  std::error_code code;
  if (folder.empty() || fs::exists(folder, code)) return {};
  if (std::error_code above = make_folders(folder.parent_path())) return above;
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return {errno, std::generic_category()};
  fs::path parent = folder.parent_path();
  int descriptor = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return {};
  fsync(descriptor);
  ::close(descriptor);
  return {};
}

// What is hidden in a running match is not for others on this machine. SQLite gives the files beside a database the
// rights of the database. A group that was let in stays.
void keep_private(const std::string& path) {
  int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) ::close(made);
  for (const char* beside : {"", "-wal", "-shm"}) {
    struct stat file {};
    std::string name = path + beside;
    if (stat(name.c_str(), &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == geteuid() && (file.st_mode & 07) != 0)
      chmod(name.c_str(), file.st_mode & 0770);
  }
}

}  // namespace

Result<std::unique_ptr<SQLite::Database>> open_to_write(const std::string& path) {
  fs::path folder = fs::path(path).parent_path();
  if (std::error_code code = make_folders(folder))
    return failure(
        fmt::format("cannot make the folder {} for the store: {}", printable(folder.string()), code.message()),
        "make it yourself, or name another file with --store or PERCEPT_STORE");
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    return failure(fmt::format("{} is a folder, not a store", printable(path)), "name a file in it");
  keep_private(path);
  auto database =
      std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMilliseconds);
  if (auto fine = migrate(*database, path); !fine) return tl::unexpected(fine.error());
  use_wal(*database);
  database->exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  // A file or folder that cannot be written is found out now, not in the first round of a match.
  if (sqlite3_db_readonly(database->getHandle(), "main") == 1)
    throw SQLite::Exception("attempt to write a readonly database", SQLITE_READONLY);
  database->exec("BEGIN IMMEDIATE; COMMIT");
  return database;
}

Result<void> check_readable(const std::string& path) {
  auto database = open_to_read(path, true);
  int version = number_of(*database, "PRAGMA user_version");
  if (auto known = check_version(*database, path, version); !known) return known;
  if (version == kVersion) return {};
  return failure(fmt::format("the store {} was made by an older Percept, and cannot be written", printable(path)),
                 "open it once where it can be written, or copy it: it is brought up to date then");
}

std::unique_ptr<SQLite::Database> open_to_read(const std::string& path, bool read_only) {
  std::string name = path;
  int flags = SQLite::OPEN_READWRITE;
  if (read_only) {
    std::error_code code;
    std::uintmax_t log = fs::file_size(path + "-wal", code);
    name = "file:";
    for (char c : path) name += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", c) : std::string(1, c);
    // Without a log nobody has it open to write; then it can be read where no file may be made beside it.
    name += code || log == 0 ? "?immutable=1" : "?mode=ro";
    flags = SQLite::OPEN_READONLY | SQLite::OPEN_URI;
  }
  auto database = std::make_unique<SQLite::Database>(name, flags, kBusyMilliseconds);
  database->exec("PRAGMA query_only = ON");
  int code =
      sqlite3_create_function(database->getHandle(), "gone", 1, SQLITE_UTF8, nullptr, gone_function, nullptr, nullptr);
  if (code != SQLITE_OK) throw SQLite::Exception(database->getHandle(), code);
  return database;
}

}  // namespace percept::store
