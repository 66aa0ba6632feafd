// SPDX-License-Identifier: MIT
//
// Players that do what no player should, in a match with one that behaves. The match ends, the record says what
// happened, and the other player is sent the very bytes of a match in which the same moves were made in good order.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <thread>

#include "base/text.h"
#include "wire/http.h"
#include "wire/seated.h"

using namespace percept;
using namespace percept::test;
using namespace std::chrono_literals;
using namespace std::string_literals;
using record::FaultKind;

namespace {

constexpr std::size_t kRounds = 3;

struct Hostile {
  std::string name;
  ScriptedServer::Script script;
  std::optional<FaultKind> in_play;  // of every round
  std::string answer;                // a part of the answer on record
  std::optional<FaultKind> in_start;
};

// Behaves but for PLAY.
ScriptedServer::Script in_play(std::function<void(Caller&)> play) {
  return
      [play = std::move(play)](Caller& caller) { caller.message() == "play" ? play(caller) : caller.answer("ready"); };
}
ScriptedServer::Script sending(std::string bytes, bool stays = true) {
  return in_play([bytes = std::move(bytes), stays](Caller& caller) {
    caller.send(bytes);
    if (stays) caller.wait_for_ever();
  });
}
ScriptedServer::Script saying(std::string body) {
  return in_play([body = std::move(body)](Caller& caller) { caller.answer(body); });
}

void drip(Caller& caller) {
  for (const char c : wire::write_reply("(take 2)")) {
    caller.send({&c, 1});
    if (!caller.wait(100ms)) return;
  }
}

// As fast as it goes, with little in it that counts as a reply.
void flood(Caller& caller) {
  std::string chunks;
  for (int i = 0; i < 10; ++i) chunks += "1;" + std::string(15'000, 'x') + "\r\nx\r\n";
  caller.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  while (caller.send(chunks)) continue;
}

std::vector<Hostile> hostile_players() {
  using enum FaultKind;
  const std::string ok = "HTTP/1.0 200 OK\r\n";
  return {
      {"is silent from the start", [](Caller& caller) { caller.wait_for_ever(); }, kTimeout, "", kTimeout},
      {"is silent in play", in_play([](Caller& caller) { caller.wait_for_ever(); }), kTimeout, "", {}},
      {"drips", in_play(drip), kTimeout, "", {}},
      {"drips from the start", drip, kTimeout, "", kTimeout},
      {"answers late",
       in_play([](Caller& caller) {
         caller.wait(1300ms);
         caller.answer("(take 2)");
       }),
       kTimeout,
       "",
       {}},
      {"closes at once", [](Caller&) {}, kConnection, "", kConnection},
      {"resets", [](Caller& caller) { caller.reset(); }, kConnection, "", kConnection},
      {"closes in its header", sending(ok + "Content-Le", false), kConnection, "", {}},
      {"says less than it promised and stays",
       sending(ok + "Content-Length: 80\r\n\r\n(take 2)"),
       kTimeout,
       "(take 2)",
       {}},
      {"says less than it promised and goes", sending(ok + "Content-Length: 80\r\n\r\n(take 2)", false), {}, "", {}},
      {"says less than a term and goes",
       sending(ok + "Content-Length: 8\r\n\r\n(take", false),
       kUnreadable,
       "(take",
       {}},
      {"says more than it promised", sending(ok + "Content-Length: 8\r\n\r\n(take 2) and (take 3)"), {}, "", {}},
      {"promises less than a term", sending(ok + "Content-Length: 5\r\n\r\n(take 2)"), kUnreadable, "(take", {}},
      {"has a length that is none", sending(ok + "Content-Length: -1\r\n\r\n(take 2)", false), {}, "", {}},
      {"says 10 MB", saying(std::string(10 << 20, 'x')), kConnection, "", {}},
      {"says 10 MB without a length",
       in_play([ok](Caller& caller) {
         caller.send(ok + "\r\n");
         caller.send(std::string(10 << 20, '('));
       }),
       kConnection,
       "",
       {}},
      {"sends chunks without end", in_play(flood), kTimeout, "", {}},
      {"has a header of 10 MB", sending(ok + std::string(10 << 20, 'x')), kConnection, "", {}},
      {"says 10 MB to everything", [](Caller& caller) { caller.answer(std::string(10 << 20, '(')); }, kConnection, "",
       kConnection},
      {"moves illegally", saying("(take 4)"), kIllegal, "(take 4)", {}},
      {"moves as nobody can", saying("(dance)"), kIllegal, "dance", {}},
      {"has a variable in its move", saying("(take ?n)"), kUnreadable, "(take ?n)", {}},
      {"says nil", saying("NIL"), kUnreadable, "NIL", {}},
      {"says nothing", saying(""), kUnreadable, "", {}},
      {"is busy", [](Caller& caller) { caller.answer("busy"); }, kUnreadable, "busy", kUnreadable},
      {"makes two moves", saying("(take 1) (take 2)"), kUnreadable, "(take 1) (take 2)", {}},
      {"makes a move without end", saying(std::string(100'000, '(')), kUnreadable, "((((", {}},
      {"has its own case", saying("\r\n ( TAKE\t2 ) ; a comment"), {}, "", {}},
      {"explains itself", saying("((move (take 2)) (explanation \"why (not\") (taunt \"ha\"))"), {}, "", {}},
      {"answers garbage", saying("\x00\xff\x1b[2J\xc3(\x80)"s), kUnreadable, "", {}},
      {"is no web server", sending("\x00\xff\x16\x03\x01 garbage\r\n\r\n"s), kUnreadable, "garbage", {}},
      {"fails",
       sending("HTTP/1.1 500 Internal Server Error\r\n\r\n<html> ( oops </html>", false),
       kUnreadable,
       "<html>",
       {}},
      {"moves though it fails", sending("HTTP/1.1 404 Not Found\r\n\r\n(take 2)", false), {}, "", {}},
      {"is elsewhere",
       sending("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
       kUnreadable,
       "",
       {}},
      {"replies twice", sending(wire::write_reply("(take 2)") + wire::write_reply("(take 3)")), {}, "", {}},
      {"calls itself names",
       [](Caller& caller) {
         if (caller.message() == "info")
           return caller.answer("((name \"x\r\nEvil: 1\r\n\r\n\x1b[2J\") (status available))");
         caller.message() == "play" ? caller.answer("(take 2)") : caller.answer("ready");
       },
       {},
       "",
       {}},
  };
}

wire::SeatOptions patient(wire::Dialect dialect) {
  return {.seed = 1,
          .dialect = dialect,
          .timing = wire::Timing{
              .connect = 60, .start_extra = 60, .play_extra = 60, .stop_extra = 60, .info = 60, .abort = 60}};
}
wire::SeatOptions strict(wire::Dialect dialect) {
  wire::Timing timing = wire::timing_of(dialect);
  timing.connect_bonus = timing.start_extra = timing.play_extra = timing.stop_extra = 0;
  timing.info = timing.connect = 0.5;
  return {.seed = 1, .dialect = dialect, .timing = timing};
}

// Only who shall miss a clock is held to it, so that a slow machine does not fail the test.
wire::SeatOptions held_to_clocks(const Hostile& player, wire::Dialect dialect) {
  if (player.in_play != FaultKind::kTimeout) return patient(dialect);
  wire::SeatOptions out = strict(dialect);
  if (!player.in_start) out.timing->start_extra = 60;
  return out;
}

struct Outcome {
  record::Record record;
  std::vector<std::string> to_hostile, to_other, to_other_in_good_order;
};

Outcome outcome_of(const std::string& url, bool hidden, const wire::SeatOptions& to_hostile, wire::Dialect to_other) {
  game::Game game = game_of_text(taking_numbers(hidden), game::Game::Choice::kProver);
  Outcome out;
  {
    ScriptedServer other(answering({"(take 1)", "( TAKE 3 )"}));
    out.record = played(game, {{url, to_hostile}, {other.url(), patient(to_other)}}, setup_with({1, 1}));
    out.to_other = other.requests();
  }
  std::vector<std::string> moves;
  for (const record::Round& round : out.record.rounds) moves.push_back(round.moves[0]);
  if (moves.empty()) return out;
  ScriptedServer first(answering(moves)), other(answering({"(take 1)", "(take 3)"}));
  const record::Record again =
      played(game, {{first.url(), patient(*to_hostile.dialect)}, {other.url(), patient(to_other)}}, setup_with({1, 1}));
  out.to_other_in_good_order = other.requests();
  return out;
}

struct Case {
  bool hidden;
  wire::Dialect to_hostile, to_other;
};
const std::vector<Case> kCases = {
    {false, wire::Dialect::kGgpBase, wire::Dialect::kDresden2013},
    {true, wire::Dialect::kDresden2013, wire::Dialect::kDresden2010},
    {false, wire::Dialect::kDresden, wire::Dialect::kGgpBase},
    {true, wire::Dialect::kPakapark, wire::Dialect::kDresden2013},
};

void check_match(const Outcome& outcome) {
  const record::Record& record = outcome.record;
  CHECK(record.status == record::Status::kCompleted);
  REQUIRE(record.rounds.size() == kRounds);
  CHECK_FALSE(record.start_faults[1]);
  for (const record::Round& round : record.rounds) CHECK_FALSE(round.faults[1]);
  CHECK(record.rounds[0].moves[1] == "(take 1)");
  CHECK(record.rounds[2].moves[1] == "(take 3)");
  CHECK(record.goals[1] == 100);
  CHECK(outcome.to_other.size() == 3 + kRounds);  // INFO, START, PLAY …, STOP
  CHECK(outcome.to_other == outcome.to_other_in_good_order);
}

void check_record(const record::Record& record, const Hostile& player) {
  CHECK(record.start_faults[0].has_value() == player.in_start.has_value());
  if (record.start_faults[0] && player.in_start)
    CHECK(name_of(record.start_faults[0]->kind) == name_of(*player.in_start));
  for (const record::Round& round : record.rounds) {
    const std::optional<record::Fault>& fault = round.faults[0];
    REQUIRE(fault.has_value() == player.in_play.has_value());
    if (!fault) {
      CHECK(round.moves[0] == "(take 2)");
      continue;
    }
    CHECK(name_of(fault->kind) == name_of(*player.in_play));
    CHECK_MESSAGE(fault->answer.find(player.answer) != std::string::npos, fault->answer);
    CHECK(fault->answer == printable(fault->answer));
    CHECK(character_count(fault->answer) <= 200);
    CHECK_FALSE(fault->detail.empty());
  }
}

}  // namespace

TEST_CASE("hostile players spoil no match") {
  const std::vector<Hostile> players = hostile_players();
  const std::size_t cases = effort() > 1 ? kCases.size() : 1;
  std::vector<Outcome> outcomes(players.size() * cases);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      threads.emplace_back([&, i] {
        const Hostile& player = players[i / cases];
        const Case& one = kCases[(i / cases + i % cases) % kCases.size()];
        ScriptedServer server(player.script);
        outcomes[i] = outcome_of(server.url(), one.hidden, held_to_clocks(player, one.to_hostile), one.to_other);
        outcomes[i].to_hostile = server.requests();
      });
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    CAPTURE(players[i / cases].name);
    check_match(outcomes[i]);
    check_record(outcomes[i].record, players[i / cases]);
    for (const std::string& request : outcomes[i].to_hostile) CHECK(request.find("\nEvil:") == std::string::npos);
  }
}

TEST_CASE("a player that cannot be reached spoils no match") {
  const ClosedPort closed;
  const DeafPort deaf;
  struct Unreachable {
    std::string url;
    FaultKind kind;
  };
  const std::vector<Unreachable> players = {
      {fmt::format("http://127.0.0.1:{}", closed.number()), FaultKind::kConnection},
      {fmt::format("http://localhost:{}", closed.number()), FaultKind::kConnection},
      {fmt::format("http://127.0.0.1:{}", deaf.number()), FaultKind::kTimeout},
  };
  std::vector<Outcome> outcomes(players.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < players.size(); ++i)
      threads.emplace_back([&, i] {
        outcomes[i] =
            outcome_of(players[i].url, i == 1, strict(wire::Dialect::kDresden2013), wire::Dialect::kDresden2013);
      });
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    CAPTURE(players[i].url);
    check_match(outcomes[i]);
    for (const record::Round& round : outcomes[i].record.rounds) {
      REQUIRE(round.faults[0]);
      CHECK(name_of(round.faults[0]->kind) == name_of(players[i].kind));
    }
    CHECK(outcomes[i].record.players[0].name == players[i].url.substr(7));
  }
}

TEST_CASE("an answer that comes too late is not taken for the next one") {
  game::Game game = game_of_text(taking_numbers(true), game::Game::Choice::kProver);
  ScriptedServer late(in_play([](Caller& caller) {
    if (caller.number() == 0) caller.wait(1200ms);
    caller.answer(caller.number() == 0 ? "(take 1)" : "(take 2)");
  }));
  ScriptedServer other(answering({"(take 3)"}));
  wire::SeatOptions once = patient(wire::Dialect::kDresden2013);
  once.timing->play_extra = 0;
  const record::Record record =
      played(game, {{late.url(), once}, {other.url(), patient(wire::Dialect::kDresden2013)}}, setup_with({1, 1}));
  REQUIRE(record.rounds.size() == kRounds);
  REQUIRE(record.rounds[0].faults[0]);
  CHECK(record.rounds[0].faults[0]->kind == FaultKind::kTimeout);
  // Told which move was made in its place.
  const std::vector<std::string> plays = late.requests("play");
  REQUIRE(plays.size() == kRounds);
  std::string made = record.rounds[0].moves[0];
  for (char& c : made) c = static_cast<char>(std::toupper(c));
  CHECK(plays[1].find(fmt::format("(PLAY match.1 1 {} (", made)) != std::string::npos);
  for (std::size_t round = 1; round < kRounds; ++round)
    if (!record.rounds[round].faults[0]) CHECK(record.rounds[round].moves[0] == "(take 2)");
}

TEST_CASE("a match cancelled in mid-play says so to everybody") {
  game::Game game = game_of_text(taking_numbers(false), game::Game::Choice::kProver);
  ScriptedServer silent([](Caller& caller) {
    if (caller.message() == "play" && caller.number() == 1) return caller.wait_for_ever();
    caller.answer(caller.message() == "play" ? "(take 2)" : "ready");
  });
  ScriptedServer other(answering({"(take 1)"}));
  std::stop_source source;
  std::jthread stopper([&] {
    while (silent.requests("play").size() < 2) std::this_thread::sleep_for(5ms);
    source.request_stop();
  });
  const record::Record record =
      played(game, {{silent.url(), {}}, {other.url(), {}}}, setup_with({0, 0}), source.get_token());
  CHECK(record.status == record::Status::kAborted);
  CHECK(record.rounds.size() == 1);
  CHECK(silent.requests("abort").size() == 1);
  CHECK(other.requests("abort").size() == 1);
  CHECK(silent.requests("stop").empty());
}
