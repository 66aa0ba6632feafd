// SPDX-License-Identifier: MIT
//
// The store gives back what it was given, to many threads and processes at once, and says what is wrong with a file.
#include "store/store.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <thread>

#include "game/playing.h"
#include "record/recording.h"
#include "store/owner.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::store;
using namespace percept::test;

namespace {

std::unique_ptr<Store> opened(const std::filesystem::path& path) { return got(Store::open(path.string())); }

void done(const Result<void>& result) {
  if (!result) FAIL(result.error().message);
}

// Round by round, as a match is played.
Result<void> play_into(Store& store, Record record) {
  std::vector<Round> rounds = std::move(record.rounds);
  std::vector<std::optional<Fault>> start_faults = std::move(record.start_faults);
  std::vector<std::optional<int>> goals = std::move(record.goals);
  Status status = record.status;
  record.rounds.clear();
  record.start_faults.clear();
  record.goals.clear();
  record.status = Status::kRunning;
  if (auto begun = store.begin(record); !begun) return begun;
  record.start_faults = std::move(start_faults);
  for (Round& round : rounds) {
    record.rounds.push_back(std::move(round));
    if (auto added = store.add_round(record); !added) return added;
  }
  record.goals = std::move(goals);
  record.status = status;
  return store.finish(record);
}

std::string asked(const std::filesystem::path& path, const std::string& query) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  std::string out;
  auto row = [](void* text, int columns, char** values, char**) {
    for (int i = 0; i < columns; ++i) *static_cast<std::string*>(text) += values[i] ? values[i] : "NULL";
    return 0;
  };
  char* wrong = nullptr;
  sqlite3_exec(database, query.c_str(), row, &out, &wrong);
  if (wrong) out += wrong;
  sqlite3_free(wrong);
  sqlite3_close(database);
  return out;
}

}  // namespace

TEST_CASE("a store gives back what it was given") {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "new/folder/matches.db";
  std::vector<Record> records;
  for (const char* game : {"monty_hall", "noughts_and_crosses", "krieg_tictactoe_3x3"})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) records.push_back(random_record(game, seed, seed == 4 ? 2 : 1000));
  {
    auto store = opened(path);
    for (std::size_t i = 0; i < records.size(); ++i)
      done(i % 2 == 0 ? play_into(*store, records[i]) : store->add(records[i]));
    for (const Record& record : records) {
      CHECK(whole(got(store->load(record.id))) == whole(record));
    }
  }
  auto again = opened(path);
  for (const Record& record : records) CHECK(whole(got(again->load(record.id))) == whole(record));
  CHECK(asked(path, "PRAGMA integrity_check") == "ok");
  CHECK(asked(path, "SELECT count(*) FROM rules") == "3");

  SUBCASE("lists") {
    CHECK(got(again->list({})).size() == 12);
    Query query;
    query.game = "Monty_Hall";
    auto found = got(again->list(query));
    REQUIRE(found.size() == 4);
    CHECK(found[0].id == "monty_hall.4");  // newest first
    CHECK(found[0].roles == std::vector<std::string>{"monty", "candidate"});
    CHECK(found[0].players == std::vector<std::string>{"player 0", "player 1"});
    CHECK(found[0].status == Status::kAborted);
    CHECK(found[0].rounds == 2);
    std::size_t faults = 0;
    for (const auto& fault : records[3].start_faults) faults += fault ? 1 : 0;
    for (const Round& round : records[3].rounds)
      for (const auto& fault : round.faults) faults += fault ? 1 : 0;
    CHECK(found[0].faults == faults);
    CHECK(found[1].goals == records[2].goals);
    query = {};
    query.tournament = "spring";
    CHECK(got(again->list(query)).size() == 3);
    query.player = "player 0";
    CHECK(got(again->list(query)).size() == 3);
    query = {};
    query.status = Status::kCompleted;
    query.limit = 2;
    query.offset = 1;
    CHECK(got(again->list(query)).size() == 2);
    query.game = "'; DROP TABLE match; --";
    CHECK(got(again->list(query)).empty());
  }
  SUBCASE("ids may be shortened") {
    CHECK(got(again->load("monty_hall.2")).id == "monty_hall.2");
    CHECK(got(again->load("krieg_tictactoe_3x3.4")).id == "krieg_tictactoe_3x3.4");
    auto several = again->load("monty");
    REQUIRE(!several);
    CHECK(several.error().message.find("monty_hall.3") != std::string::npos);
    CHECK(!again->load(""));
    CHECK(!again->load("chess"));
    CHECK(!again->load("%"));
    done(again->remove("monty_hall.1"));
    done(again->remove("monty_hall.2"));
    done(again->remove("monty_hall.3"));
    CHECK(got(again->load("m")).id == "monty_hall.4");
    CHECK(!again->remove("monty_hall.1"));
    done(again->remove("monty_hall.4"));
    CHECK(asked(path, "SELECT count(*) FROM rules") == "2");
    CHECK(asked(path, "SELECT count(*) FROM move WHERE match NOT IN (SELECT number FROM match)") == "0");
  }
  SUBCASE("an id is used once") {
    auto twice = again->add(records[0]);
    REQUIRE(!twice);
    CHECK(twice.error().message.find("monty_hall.1") != std::string::npos);
    CHECK(whole(got(again->load(records[0].id))) == whole(records[0]));
    CHECK(!again->add_round(random_record("monty_hall", 77)));
    CHECK(!again->finish(random_record("monty_hall", 77)));
    CHECK(!again->add_round(records[0]));  // that round is there
    Record early = records[0];
    early.id = "early";
    done(again->begin(early));
    CHECK(!again->add_round(early));  // those before it are missing
  }
  SUBCASE("tournaments") {
    CHECK(!got(again->tournament("spring")));
    done(again->save_tournament("spring", "{}"));
    done(again->save_tournament("spring", "{\"games\": []}"));
    CHECK(got(again->tournament("spring")) == "{\"games\": []}");
    CHECK(got(again->tournaments()) == std::vector<std::string>{"spring"});
  }
}

TEST_CASE("a store of before players said why is brought up to date") {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "matches.db";
  Record before = random_record("monty_hall", 1), after = random_record("monty_hall", 2);
  done(opened(path)->add(before));
  asked(path, "ALTER TABLE move DROP COLUMN reasons");
  asked(path, "PRAGMA user_version = 2");
  auto store = opened(path);
  CHECK(whole(got(store->load(before.id))) == whole(before));
  done(store->add(after));
  CHECK(whole(got(store->load(after.id))) == whole(after));
  CHECK(asked(path, "SELECT count(*) > 0 FROM move WHERE reasons IS NOT NULL") == "1");
}

TEST_CASE("a match whose process is gone is interrupted") {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "matches.db";
  Record record = random_record("noughts_and_crosses", 1, 1);
  record.status = Status::kRunning;
  pid_t child = fork();
  if (child == 0) {
    auto store = Store::open(path.string());
    bool fine = store && (*store)->begin(record) && (*store)->add_round(record);
    _exit(fine ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);
  auto store = opened(path);
  CHECK(got(store->load(record.id)).status == Status::kInterrupted);
  CHECK(got(store->list({})).at(0).status == Status::kInterrupted);
  Record own = record;
  own.id = "own";
  done(store->begin(own));
  CHECK(got(store->load("own")).status == Status::kRunning);
  Query query;
  query.status = Status::kRunning;
  CHECK(got(store->list(query)).size() == 1);
  query.status = Status::kInterrupted;
  CHECK(got(store->list(query)).size() == 1);
  done(store->remove(record.id));
  done(store->remove("own"));

  CHECK(!is_gone(own_name()));
  CHECK(is_gone(""));
  std::string other = own_name();
  CHECK(!is_gone("elsewhere " + other.substr(other.find(' ') + 1)));
  CHECK(is_gone(other.substr(0, other.find(' ')) + " 1 2 3"));
}

TEST_CASE("a match that another process plays is not removed") {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "matches.db";
  Record record = random_record("noughts_and_crosses", 1, 3);
  record.status = Status::kRunning;
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  pid_t child = fork();
  if (child == 0) {
    auto store = Store::open(path.string());
    char fine = store && (*store)->begin(record) ? 'y' : 'n';
    if (write(ready[1], &fine, 1) == 1) pause();
    _exit(0);
  }
  char fine = 'n';
  REQUIRE(read(ready[0], &fine, 1) == 1);
  REQUIRE(fine == 'y');
  auto store = opened(path);
  CHECK(got(store->load(record.id)).status == Status::kRunning);
  auto removed = store->remove(record.id);
  REQUIRE(!removed);
  CHECK(removed.error().message.find(fmt::format("process {}", child)) != std::string::npos);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  done(store->remove(record.id));
  close(ready[0]);
  close(ready[1]);
}

TEST_CASE("many threads write and read at once") {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "matches.db";
  auto store = opened(path);
  constexpr int kMany = 50;
  std::vector<Record> records;
  Record one = random_record("monty_hall", 1);
  for (int i = 0; i < kMany; ++i) {
    records.push_back(one);
    records.back().id = fmt::format("match {}", i);
  }
  std::vector<std::string> wrong(kMany);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kMany; ++i)
      threads.emplace_back([&, i] {
        auto played = play_into(*store, records[i]);
        if (!played) wrong[i] = played.error().message;
        auto loaded = store->load(records[i].id);
        if (!loaded || whole(*loaded) != whole(records[i])) wrong[i] += "not as written";
        if (!store->list({})) wrong[i] += "no list";
      });
  }
  for (const std::string& each : wrong) CHECK(each.empty());
  CHECK(got(store->list({})).size() == kMany);
}

TEST_CASE("many processes write at once") {
  TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "matches.db";
  constexpr int kProcesses = 6, kMatches = 5;
  Record record = random_record("monty_hall", 1);
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    pid_t child = fork();
    if (child == 0) {
      auto store = Store::open(path.string());  // all make it at the same time
      bool fine = store.has_value();
      for (int i = 0; fine && i < kMatches; ++i) {
        record.id = fmt::format("{}-{}", process, i);
        fine = play_into(**store, record).has_value();
      }
      _exit(fine ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  auto store = opened(path);
  CHECK(got(store->list({})).size() == kProcesses * kMatches);
  record.id = "3-4";
  CHECK(whole(got(store->load("3-4"))) == whole(record));
  CHECK(asked(path, "PRAGMA integrity_check") == "ok");
}

TEST_CASE("what is not a store is refused with what to do") {
  TemporaryFolder folder;
  auto message = [](const std::filesystem::path& path) {
    auto store = Store::open(path.string());
    REQUIRE(!store);
    CHECK(!store.error().hint.empty());
    CHECK(store.error().message.find(path.filename().string()) != std::string::npos);
    return store.error().message;
  };
  CHECK(message(folder.write("text.db", std::string(5000, 'x'))).find("no SQLite database") != std::string::npos);
  CHECK(message(folder.path()).find("is a folder") != std::string::npos);
  auto below_file = folder.path() / "text.db/folder/matches.db";
  CHECK(!Store::open(below_file.string()));

  auto other = folder.path() / "other.db";
  asked(other, "CREATE TABLE thing (x)");
  CHECK(message(other).find("something else") != std::string::npos);
  CHECK(asked(other, "SELECT count(*) FROM sqlite_schema") == "1");

  auto newer = folder.path() / "newer.db";
  opened(newer);
  asked(newer, "PRAGMA user_version = 99");
  CHECK(message(newer).find("newer Percept") != std::string::npos);

  auto empty = folder.write("empty.db", "");
  CHECK(got(opened(empty)->list({})).empty());
}

TEST_CASE("a store that cannot be written is refused") {
  TemporaryFolder folder;
  auto path = folder.path() / "matches.db";
  opened(path);
  using std::filesystem::perms;
  std::filesystem::permissions(folder.path(), perms::owner_all | perms::others_read | perms::others_exec);
  auto refused = [&](const std::filesystem::path& file) {
    pid_t child = fork();
    if (child == 0) {
      if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // root may write everywhere
      auto store = Store::open(file.string());
      _exit(!store && store.error().hint.find("permission") != std::string::npos ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0;
  };
  std::filesystem::permissions(path, perms::owner_read | perms::others_read);
  CHECK(refused(path));
  std::filesystem::permissions(folder.path(),
                               perms::owner_read | perms::owner_exec | perms::others_read | perms::others_exec);
  CHECK(refused(folder.path() / "new.db"));
  std::filesystem::permissions(folder.path(), perms::owner_all);
}

TEST_CASE("a store that cannot be written can be read") {
  TemporaryFolder folder;
  auto path = folder.path() / "odd ?#%41.db";
  Record record = random_record("monty_hall", 1);
  // Another process has it open: SQLite does not bear a fork.
  int ready[2], over[2];
  REQUIRE(pipe(ready) == 0);
  REQUIRE(pipe(over) == 0);
  char byte = 0;
  pid_t writer = fork();
  if (writer == 0) {
    close(over[1]);
    {
      auto store = Store::open(path.string());
      // Who only reads needs the mark that another reader set in the log.
      if (!store || !(*store)->add(record) || !(*store)->list({}) || write(ready[1], "r", 1) != 1) _exit(1);
      if (::read(over[0], &byte, 1) < 0) _exit(1);
    }
    _exit(0);
  }
  close(over[0]);
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  using std::filesystem::perms;
  auto for_all = perms::owner_read | perms::group_read | perms::others_read;
  auto in_a_process = [](const std::function<bool()>& good) {
    pid_t child = fork();
    if (child == 0) {
      if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // root may write everywhere
      _exit(good() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0;
  };
  auto reads = [&] {
    return in_a_process([&] {
      auto other = Store::open_to_read(path.string());
      if (!other) return false;
      auto list = (*other)->list({});
      auto again = (*other)->load(record.id);
      auto added = (*other)->add(random_record("monty_hall", 2));
      return list && list->size() == 1 && again && whole(*again) == whole(record) && !added &&
             added.error().message.find("can only be read") != std::string::npos;
    });
  };
  CHECK_FALSE(reads());  // it is its owner's
  std::filesystem::permissions(path, for_all);
  for (const char* beside : {"-wal", "-shm"}) std::filesystem::permissions(path.string() + beside, for_all);
  std::filesystem::permissions(folder.path(), for_all | perms::owner_exec | perms::group_exec | perms::others_exec);
  CHECK(reads());  // while somebody may be writing
  std::filesystem::permissions(folder.path(), perms::owner_all);
  close(over[1]);
  int ended = 0;
  waitpid(writer, &ended, 0);
  CHECK(ended == 0);
  std::filesystem::permissions(folder.path(), for_all | perms::owner_exec | perms::group_exec | perms::others_exec);
  CHECK_FALSE(std::filesystem::exists(path.string() + "-wal"));
  CHECK(reads());
  CHECK(in_a_process([&] { return !Store::open_to_read((folder.path() / "none.db").string()); }));
  std::filesystem::permissions(folder.path(), perms::owner_all);
  CHECK(Store::open_to_read((folder.path() / "none.db").string()));  // made, as open does
}

TEST_CASE("nobody else on the machine reads a store") {
  TemporaryFolder folder;
  auto path = folder.path() / "new/folder/matches.db";
  auto mode = [](const std::filesystem::path& file) {
    return static_cast<unsigned>(std::filesystem::status(file).permissions());
  };
  mode_t before = umask(0);
  auto store = opened(path);
  done(store->add(random_record("monty_hall", 1)));
  umask(before);
  CHECK(mode(folder.path() / "new") == 0700);
  CHECK(mode(folder.path() / "new/folder") == 0700);
  for (const char* beside : {"", "-wal", "-shm"}) CHECK(mode(path.string() + beside) == 0600);
  // One that an older version made is taken from the eyes of others; a group that was let in stays.
  for (const char* beside : {"", "-wal", "-shm"})
    std::filesystem::permissions(path.string() + beside, static_cast<std::filesystem::perms>(0664));
  auto again = opened(path);
  for (const char* beside : {"", "-wal", "-shm"}) CHECK(mode(path.string() + beside) == 0660);
}

TEST_CASE("a full disk is an error that says so, and what was written before stays") {
  TemporaryFolder folder;
  auto path = folder.path() / "matches.db";
  Record record = random_record("krieg_tictactoe_3x3", 1);
  pid_t child = fork();  // the limit is for a process
  if (child == 0) {
    auto store = Store::open(path.string());
    bool fine = store && (*store)->add(record);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{200'000, 200'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Result<void> last;
    for (int i = 0; fine && last && i < 1000; ++i) {
      record.id = fmt::format("next {}", i);
      last = (*store)->add(record);
    }
    fine = fine && !last && !last.error().hint.empty() && (*store)->load(record.id).error().message != "";
    _exit(fine ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  auto store = opened(path);
  std::size_t count = got(store->list({std::nullopt, std::nullopt, std::nullopt, std::nullopt, 5000, 0})).size();
  CHECK(count >= 1);
  CHECK(asked(path, "PRAGMA integrity_check") == "ok");
}

TEST_CASE("damaged stores never crash") {
  TemporaryFolder folder;
  auto path = folder.path() / "matches.db";
  {
    auto store = opened(path);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) done(store->add(random_record("krieg_tictactoe_3x3", seed)));
  }
  std::string text = read(path);
  Random random(1);
  for (int i = 0; i < 40 * static_cast<int>(effort()); ++i) {
    std::string broken = text;
    if (i % 4 == 0) broken.resize(random.below(static_cast<std::uint32_t>(broken.size())));
    for (int hits = 0; hits < 50 && !broken.empty(); ++hits)
      broken[random.below(static_cast<std::uint32_t>(broken.size()))] = static_cast<char>(random.below(256));
    auto file = folder.write(fmt::format("broken{}.db", i), broken);
    auto store = Store::open(file.string());
    if (!store) {
      CHECK(!store.error().message.empty());
      continue;
    }
    auto all = (*store)->list({});
    for (std::uint64_t seed = 1; seed <= 5; ++seed) (void)(*store)->load(fmt::format("krieg_tictactoe_3x3.{}", seed));
    (void)(*store)->add(random_record("monty_hall", 1));
  }
}
