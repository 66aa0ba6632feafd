// SPDX-License-Identifier: MIT
//
// A process that writes matches is killed at random moments, again and again: every round that was reported as written
// is in the store, and the store opens and is whole.
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include "game/playing.h"
#include "record/recording.h"
#include "store/store.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::store;
using namespace percept::test;

namespace {

constexpr int kThreads = 3;

// Plays the record again and again under new ids, and says so after each call that returned: "id rounds finished".
void write_matches(Store& store, Record record, const std::string& name, int report) {
  const std::vector<Round> rounds = record.rounds;
  const auto goals = record.goals;
  auto say = [&](std::size_t count, bool finished) {
    std::string line = fmt::format("{} {} {}\n", record.id, count, finished ? 1 : 0);
    if (write(report, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(3);
  };
  for (int number = 0;; ++number) {
    record.id = fmt::format("{}.{}", name, number);
    record.rounds.clear();
    record.goals.clear();
    record.status = Status::kRunning;
    if (!store.begin(record)) _exit(2);
    say(0, false);
    for (const Round& round : rounds) {
      record.rounds.push_back(round);
      if (!store.add_round(record)) _exit(2);
      say(record.rounds.size(), false);
    }
    record.goals = goals;
    record.status = Status::kCompleted;
    if (!store.finish(record)) _exit(2);
    say(record.rounds.size(), true);
  }
}

bool is_whole(const std::filesystem::path& path) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  std::string answer;
  auto row = [](void* text, int, char** values, char**) {
    *static_cast<std::string*>(text) += values[0];
    return 0;
  };
  sqlite3_exec(database, "PRAGMA integrity_check", row, &answer, nullptr);
  sqlite3_exec(database, "SELECT 'broken reference' FROM pragma_foreign_key_check", row, &answer, nullptr);
  sqlite3_close(database);
  if (answer != "ok") MESSAGE(answer);
  return answer == "ok";
}

struct Reported {
  std::size_t rounds = 0;
  bool finished = false;
};

}  // namespace

TEST_CASE("killing a writer at any moment loses no round that was reported as written") {
  TemporaryFolder folder;
  auto path = folder.path() / "matches.db";
  const Record record = random_record("krieg_tictactoe_3x3", 1);
  Random random(7);
  std::map<std::string, Reported> reported;
  const int kills = static_cast<int>(15 * effort());
  for (int kill_number = 0; kill_number < kills; ++kill_number) {
    int pipes[2];
    REQUIRE(pipe(pipes) == 0);
    pid_t child = fork();
    if (child == 0) {
      close(pipes[0]);
      auto store = Store::open(path.string());
      if (!store) _exit(1);
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i)
        threads.emplace_back(
            [&, i] { write_matches(**store, record, fmt::format("{}.{}", kill_number, i), pipes[1]); });
      threads.clear();
      _exit(0);
    }
    close(pipes[1]);
    // In the first runs it may be killed while it makes the store.
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(kill_number < 5 ? 20'000 : 150'000)));
    kill(child, SIGKILL);
    std::string lines;
    char buffer[4096];
    for (ssize_t count; (count = read(pipes[0], buffer, sizeof buffer)) > 0;)
      lines.append(buffer, static_cast<std::size_t>(count));
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    std::istringstream words(lines);
    std::string id;
    std::size_t rounds = 0;
    int finished = 0;
    while (words >> id >> rounds >> finished) reported[id] = {rounds, finished == 1};
    REQUIRE(is_whole(path));
  }
  auto store = got(Store::open(path.string()));
  std::size_t all = 0;
  for (const auto& [id, last] : reported) {
    Record loaded = got(store->load(id));
    REQUIRE(loaded.rounds.size() >= last.rounds);
    REQUIRE(loaded.rounds.size() <= last.rounds + 1);
    CHECK((loaded.status == Status::kCompleted || loaded.status == Status::kInterrupted));
    if (last.finished) CHECK(loaded.status == Status::kCompleted);
    Record expected = record;
    expected.id = id;
    expected.rounds.resize(loaded.rounds.size());
    expected.status = loaded.status;
    if (loaded.status != Status::kCompleted) expected.goals.assign(record.roles.size(), std::nullopt);
    if (loaded.rounds.empty()) expected.start_faults = loaded.start_faults;
    expected.ended = loaded.ended;
    expected.note = loaded.note;
    CHECK(whole(loaded) == whole(expected));
    all += loaded.rounds.size();
  }
  MESSAGE(kills, " kills, ", reported.size(), " matches, ", all, " rounds, none lost");
}
