// SPDX-License-Identifier: MIT
//
// Rule sheets in processes of their own: the match there is the match here, and whatever a sheet does, this process has
// neither its time nor its memory nor a thread of it.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>

#include "game/playing.h"
#include "match/local_seat.h"
#include "play/strategies.h"
#include "sandbox/housed_match.h"
#include "sandbox/housed_player.h"
#include "sandbox/limits.h"
#include "sandbox/sheet.h"
#include "support/hostile_sheets.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

// The processes that this one has started and not yet forgotten.
std::set<int> children() {
  std::set<int> out;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "children");
    for (int child; file >> child;) out.insert(child);
  }
  return out;
}

record::RulesOnRecord rules_of(const std::string& text) {
  return {.name = "test.kif", .text = text, .hash = "", .gdl_version = 1};
}

match::Setup setup_of_test(record::Clocks clocks = {}) {
  match::Setup out;
  out.id = "match.1";
  out.seed = 7;
  out.clocks = clocks;
  return out;
}

std::vector<sandbox::Place> places_of(const std::vector<std::string>& specs) {
  std::vector<sandbox::Place> out(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) out[i].spec = specs[i];
  return out;
}

// Counts what a match says, and may refuse to hear of a round.
struct Counting : record::Follower {
  Result<void> on_start(const record::Record&) override {
    ++starts;
    return {};
  }
  Result<void> on_round(const record::Record& record) override {
    if (record.rounds.size() == refused) return failure("the disk is full");
    rounds = record.rounds.size();
    return {};
  }
  Result<void> on_end(const record::Record& record) override {
    ++ends;
    at_end = record.rounds.size();
    return {};
  }
  std::size_t starts = 0, rounds = 0, ends = 0, at_end = 0, refused = 0;
};

}  // namespace

TEST_CASE("a match in a process of its own is the match in this one") {
  for (const char* name : {"monty_hall", "kuhn_poker", "noughts_and_crosses"}) {
    CAPTURE(name);
    const std::string text = read(project_root() / "games" / (std::string(name) + ".kif"));
    game::Game game = game_of_text(text, game::Game::Choice::kProver);
    for (bool scramble : {false, true}) {
      match::Setup setup = setup_of_test();
      setup.scramble = scramble;
      std::vector<std::unique_ptr<match::Seat>> seats;
      std::vector<sandbox::Place> places(game.roles());
      for (std::uint32_t role = 0; role < game.roles(); ++role) {
        auto seat = [&] {
          return std::make_unique<match::LocalSeat>(got(play::make_player("random", role + 1)),
                                                    record::PlayerOnRecord{"random", "random", "", false});
        };
        bool nature = match::nature_of(game) == game::RoleId{role};
        seats.push_back(nature ? nullptr : seat());
        if (nature) continue;
        places[role].spec = "random";
        places[role].seed = role + 1;
        if (role == 0) places[role].seat = seat();  // somebody who is here
      }
      record::RulesOnRecord rules = record::rules_on_record(game.description(), "test.kif");
      const record::Record here = got(match::Referee(game, rules, setup).play(seats));
      Counting counting;
      const record::Record there = got(sandbox::play_housed(rules, setup, places, {&counting}));
      CHECK(there.status == record::Status::kCompleted);
      CHECK(there.rules.text == here.rules.text);
      CHECK(there.rules.hash == here.rules.hash);
      CHECK(there.players == here.players);
      CHECK(there.initial == here.initial);
      CHECK(there.goals == here.goals);
      REQUIRE(there.rounds.size() == here.rounds.size());
      for (std::size_t i = 0; i < here.rounds.size(); ++i) {
        CHECK(there.rounds[i].moves == here.rounds[i].moves);
        CHECK(there.rounds[i].percepts == here.rounds[i].percepts);
        CHECK(there.rounds[i].state == here.rounds[i].state);
      }
      CHECK(counting.starts == 1);
      CHECK(counting.rounds == here.rounds.size());
      CHECK(counting.ends == 1);
    }
  }
  CHECK(children().empty());
}

TEST_CASE("a match whose process is told to stop, grows, or cannot be kept ends, and its record says how") {
  // Stopped at once, though the rules cannot be interrupted by asking.
  std::stop_source stop;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  auto places = places_of({"random", "random"});
  auto stopped = sandbox::play_housed(rules_of(pigeonholes()), setup_of_test(), places, {}, stop.get_token());
  if (stopped) CHECK(stopped->status == record::Status::kAborted);
  // Positions beyond any bound.
  places = places_of({"random"});
  Counting counting;
  const record::Record doubled =
      got(sandbox::play_housed(rules_of(doubling()), setup_of_test({0.2, 0.2}), places, {&counting}));
  CHECK(doubled.status == record::Status::kFailed);
  CHECK(doubled.note.find("bytes to write") != std::string::npos);
  CHECK(doubled.rounds.size() > 10);
  CHECK(counting.ends == 1);
  places = places_of({"random"});
  const record::Record small =
      got(sandbox::play_housed(rules_of(doubling()), setup_of_test({0.2, 0.2}), places, {}, {}, {.bytes = 1000}));
  CHECK(small.note.find("grown beyond") != std::string::npos);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose memory nobody can bound
  // Memory beyond its bound.
  places = places_of({"random"});
  auto large = sandbox::play_housed(rules_of(many_moves()), setup_of_test(), places, {}, {}, {.worker = {300}});
  CHECK((large ? large->note : large.error().message).find("300 MB") != std::string::npos);
#endif
  // A follower that cannot keep a round: what is told of the end is what was kept.
  places = places_of({"random", "random"});
  Counting full;
  full.refused = 2;
  const std::string game = read(project_root() / "games" / "noughts_and_crosses.kif");
  const record::Record broken = got(sandbox::play_housed(rules_of(game), setup_of_test(), places, {&full}));
  CHECK(broken.status == record::Status::kFailed);
  CHECK(broken.note == "the disk is full");
  CHECK(full.at_end == 1);
  CHECK(broken.rounds.size() == 1);
  // A round that takes longer than any clock allows.
  places = places_of({"random", "random"});
  auto late =
      sandbox::play_housed(rules_of(pigeonholes()), setup_of_test({0.1, 0.1}), places, {}, {}, {.silence = 0.5});
  CHECK((late ? late->note : late.error().message).find("too long") != std::string::npos);
  CHECK(children().empty());
}

TEST_CASE("what is to be known of a sheet is found out in a process of its own") {
  const std::string meier = read(project_root() / "games" / "meier.kif");
  auto sheet = got(sandbox::read_sheet("meier.kif", meier));
  CHECK_FALSE(sheet.problem);
  CHECK(sheet.rules.gdl_version == 2);
  CHECK(sheet.nature == "random");
  CHECK(sheet.roles.size() == 3);
  CHECK(sheet.rules.hash == record::hash_of(*gdl::read_text("meier.kif", meier)));
  auto wrong = got(sandbox::read_sheet("wrong.kif", "(role a)\n(<= (legal a ?x) (true on))"));
  REQUIRE(wrong.problem);
  CHECK(std::ranges::any_of(wrong.findings, [](const auto& finding) { return finding.line == 2; }));  // ?x
  auto late = sandbox::read_sheet("late.kif", meier, {}, 0);
  REQUIRE_FALSE(late);
  CHECK(late.error().message.find("longer") != std::string::npos);
}

TEST_CASE("drafts of an editor are checked and laid out in a process of their own, within its limits") {
  const std::string meier = read(project_root() / "games" / "meier.kif");
  auto found = got(sandbox::check_draft(meier));
  CHECK(found["errors"] == 0);
  CHECK(found["roles"].size() == 3);
  CHECK(got(sandbox::write_draft(meier, {})) == meier);
  const std::string infix = got(sandbox::write_draft(meier, gdl::Notation::kInfix)).value();
  CHECK(got(sandbox::check_draft(infix))["notation"] == "infix");
  CHECK(got(sandbox::write_draft(infix, gdl::Notation::kKif)) == meier);
  CHECK_FALSE(got(sandbox::write_draft("(role", {})));
  // A million bytes of facts, each with a name of its own, need more than a process has that may have this.
  std::string facts;
  for (int i = 0; i < 60'000; ++i) facts += "(f" + std::to_string(i * 7919LL % 1'000'003) + " x)\n";
  CHECK(got(sandbox::check_draft(facts))["errors"] > 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose memory nobody can bound
  CHECK(sandbox::check_draft(meier, {64}));
  auto bounded = sandbox::check_draft(facts, {64});
  REQUIRE_FALSE(bounded);
  CHECK(bounded.error().message.find("memory") != std::string::npos);
#endif
  CHECK_FALSE(sandbox::check_draft(meier, {}, 0));
}

TEST_CASE("a player is free for the next match whatever happened to the last one") {
  std::vector<std::string> lines;
  std::mutex mutex;
  sandbox::HousedPlayer player(
      {.name = "test", .strategy = "legal", .limits = {1024}, .log = [&](const std::string& line) {
         std::lock_guard lock(mutex);
         lines.push_back(line);
       }});
  auto tell = [&](const std::string& text, const std::string& peer = "10.0.0.1") {
    return player.answer({.text = text, .sender = "", .peer = peer, .arrived = Clock::now()});
  };
  const std::string easy =
      "(role a) (init (step 1)) (<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2))) "
      "(legal a go) (goal a 100)";
  for (int i = 0; i < 10; ++i) {
    CHECK(tell(fmt::format("(START p{} a ({}) 1 1)", i, pigeonholes())) != "nil");
    CHECK(children().size() <= 1);
  }
  tell("(ABORT p9)");
  CHECK(tell("(INFO)") == "( ( name test ) ( status available ) ( species alien ) ( gdl 2 ) )");
  CHECK(children().empty());
  CHECK(tell("(START e1 a (" + easy + ") 5 5)") == "ready");
  CHECK(tell("(INFO)", "10.0.0.2").find("busy") != std::string::npos);
  CHECK(tell("(START e2 a (" + easy + ") 5 5)", "10.0.0.2") == "busy");
  CHECK(tell("(PLAY e1 NIL)") == "go");
  CHECK(tell("(PLAY e9 NIL)") == "busy");
  // Its process dies: the manager is answered, and the next match is played.
  for (int child : children()) kill(child, SIGKILL);
  CHECK(tell("(PLAY e1 (go))") == "nil");
  CHECK(tell("(STOP e1 (go))") == "done");
  CHECK(tell("(PREVIEW (" + easy + ") 5)") == "ready");
  CHECK(tell("(START e3 a (" + easy + ") 5 5)", "10.0.0.2") == "ready");
  CHECK(tell("play(e3,nil)") == "go");
  CHECK(tell("(STOP e3 (go))") == "done");
  CHECK(tell("(START e4 a ((role a)) 5 5)") == "busy");  // it cannot be played
  CHECK(tell("(INFO)").find("available") != std::string::npos);
  CHECK(tell("(START") == "busy");
  player.close();
  CHECK(tell("(START e5 a (" + easy + ") 5 5)") == "busy");
  CHECK(tell("(INFO)").find("busy") != std::string::npos);
  CHECK(children().empty());
  std::lock_guard lock(mutex);
  CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.find("START e1") != line.npos; }));
}

TEST_CASE("a process that has limited itself calls nobody, makes no file and has no more memory than it may") {
  TemporaryFolder folder;
  const std::string made = (folder.path() / "made").string(), there = folder.write("there", "text").string();
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    sandbox::limit_this_process(0);
    int failed = 0;
    if (open(there.c_str(), O_RDONLY) < 0) failed |= 1;
    if (open(made.c_str(), O_CREAT | O_WRONLY, 0600) >= 0) failed |= 2;
    if (open(there.c_str(), O_RDWR) >= 0) failed |= 4;
    if (unlink(there.c_str()) == 0) failed |= 8;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) failed |= 16;
    if (open("/dev/null", O_WRONLY) < 0) failed |= 32;
    _exit(failed);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(std::filesystem::exists(there));
}
