// SPDX-License-Identifier: MIT
#include "match/referee.h"
#include "base/seeds.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "base/tally.h"
#include "game/playing.h"
#include "game/playout.h"
#include "match/local_seat.h"
#include "match/scramble.h"
#include "play/strategies.h"
#include "record/recording.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::match;
using percept::test::got;

namespace {

std::filesystem::path own(const std::string& name) { return test::project_root() / "games" / (name + ".kif"); }

// A seat that keeps what it is told and answers by a function.
class Scripted : public Seat {
 public:
  struct Log {
    std::vector<Opening> openings;
    std::vector<std::optional<News>> plays;
    std::vector<News> stops;
    int aborts = 0;
  };
  using Script = std::function<Answer(std::size_t round, std::stop_token)>;
  Scripted(Log& log, Script script, std::optional<Fault> start = {})
      : log_(log), script_(std::move(script)), start_(std::move(start)) {}

  PlayerOnRecord player() const override { return {"scripted", "scripted", "", false}; }
  std::optional<Fault> start(const Opening& opening, std::stop_token) override {
    log_.openings.push_back(opening);
    return start_;
  }
  Answer play(const std::optional<News>& news, std::stop_token stop) override {
    log_.plays.push_back(news);
    return script_(log_.plays.size(), std::move(stop));
  }
  void stop(const News& news) override { log_.stops.push_back(news); }
  void abort() override { ++log_.aborts; }

 private:
  Log& log_;
  Script script_;
  std::optional<Fault> start_;
};

std::unique_ptr<Seat> strategy(const std::string& spec, std::uint64_t seed) {
  return std::make_unique<LocalSeat>(got(play::make_player(spec, seed)), PlayerOnRecord{spec, spec, "", false});
}

std::vector<std::unique_ptr<Seat>> strategies(const game::Game& game, const std::string& spec, std::uint64_t seed) {
  std::vector<std::unique_ptr<Seat>> out;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    bool nature = game.random() == game::RoleId{role};
    out.push_back(nature ? nullptr : strategy(spec, stream_seed(seed, "player " + game.text(game::RoleId{role}))));
  }
  return out;
}

Record played(const std::string& name, const std::string& spec, Setup setup, std::vector<Follower*> followers = {}) {
  auto game = test::game_of_file(own(name), game::Game::Choice::kProver);
  auto seats = strategies(game, spec, setup.seed);
  Referee referee(game, rules_on_record(game.description(), own(name).string()), std::move(setup),
                  std::move(followers));
  return got(referee.play(seats));
}

// The record without what the clock on the wall says.
std::string timeless(Record record) {
  record.started = record.ended = 0;
  record.id.clear();
  for (Round& round : record.rounds) {
    round.time = 0;
    std::ranges::fill(round.seconds, 0);
  }
  return test::whole(record);
}

}  // namespace

TEST_CASE("a match is a function of its rules, players and seed, with and without clocks") {
  for (const char* name : {"meier", "krieg_tictactoe_3x3", "nim", "leduc_poker"}) {
    CAPTURE(name);
    Record record = played(name, "random", {.seed = 7});
    CHECK(record.status == Status::kCompleted);
    CHECK(timeless(record) == timeless(played(name, "random", {.seed = 7})));
    Record timed = played(name, "random", {.seed = 7, .clocks = {60, 60}});
    timed.clocks = {};
    CHECK(timeless(record) == timeless(timed));
    std::set<std::string> different;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Record other = played(name, "random", {.seed = seed});
      other.seed = 0;
      different.insert(timeless(other));
    }
    CHECK(different.size() > 1);
  }
}

TEST_CASE("the record is what Definition 1 says of its moves") {
  for (const char* name : {"meier", "monty_hall", "transit", "nim"}) {
    CAPTURE(name);
    Record record = played(name, "random", {.seed = 3});
    auto game = test::game_of_file(own(name), game::Game::Choice::kCircuit);
    if (game.random()) CHECK(record.players[game.random()->value] == PlayerOnRecord{"nature", "nature", "", false});
    game::State state = game.initial();
    for (const Round& round : record.rounds) {
      game::JointMove moves;
      for (std::uint32_t role = 0; role < game.roles(); ++role) {
        moves.push_back(got(game.parse_move(game::RoleId{role}, round.moves[role])));
        auto legal = got(game.legal(state, game::RoleId{role}));
        CHECK(std::ranges::find(legal, moves.back()) != legal.end());
      }
      for (std::uint32_t role = 0; role < game.roles(); ++role) {
        std::vector<std::string> percepts;
        if (game.imperfect())
          for (game::PerceptId percept : got(game.percepts(state, moves, game::RoleId{role})))
            percepts.push_back(game.text(percept));
        std::ranges::sort(percepts);
        CHECK(percepts == round.percepts[role]);
      }
      state = got(game.next(state, moves));
      Facts facts;
      for (game::FluentId fluent : game.sorted(state)) facts.push_back(game.text(fluent));
      CHECK(facts == round.state);
    }
    CHECK(got(game.terminal(state)));
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      auto goals = got(game.goals(state, game::RoleId{role}));
      CHECK(record.goals[role] == (goals.size() == 1 ? std::optional(goals[0]) : std::nullopt));
    }
  }
}

TEST_CASE("what is missing or illegal is replaced by a random legal move, on record, and nature does the same") {
  auto game = test::game_of_file(own("monty_hall"), game::Game::Choice::kProver);
  RulesOnRecord rules = rules_on_record(game.description(), "monty_hall.kif");
  Scripted::Log log;
  auto play = [&](const Scripted::Script& script, std::optional<Fault> start = {}) {
    log = {};
    std::vector<std::unique_ptr<Seat>> seats;
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      std::string name = game.text(game::RoleId{role});
      if (name == "candidate")
        seats.push_back(std::make_unique<Scripted>(log, script, start));
      else
        seats.push_back(game.random() == game::RoleId{role} ? nullptr : strategy("legal", 1));
    }
    return got(Referee(game, rules, {.seed = 11}).play(seats));
  };
  std::size_t candidate = game.role("candidate")->value;
  std::vector<Answer> answers = {
      {std::nullopt, Fault{FaultKind::kTimeout, "", "late"}, 1}, {"(open the door)", std::nullopt, 0}, {}};
  Record record = play([&](std::size_t round, std::stop_token) { return answers[(round - 1) % answers.size()]; },
                       Fault{FaultKind::kConnection, "", "not there"});
  CHECK(record.status == Status::kCompleted);
  CHECK(record.start_faults[candidate]->kind == FaultKind::kConnection);
  REQUIRE(record.rounds.size() == 3);
  CHECK(record.rounds[0].faults[candidate]->kind == FaultKind::kTimeout);
  CHECK(record.rounds[1].faults[candidate]->kind == FaultKind::kIllegal);
  CHECK(record.rounds[1].faults[candidate]->answer == "(open the door)");
  CHECK(record.rounds[2].faults[candidate]->kind == FaultKind::kInternal);
  // The one in whose place it was is told the move that was made.
  for (std::size_t i = 1; i < log.plays.size(); ++i)
    CHECK(log.plays[i]->told.move == record.rounds[i - 1].moves[candidate]);
  // The same again, and with answers that are fine, nature plays the same.
  Record again = play([&](std::size_t round, std::stop_token) { return answers[(round - 1) % answers.size()]; },
                      Fault{FaultKind::kConnection, "", "not there"});
  CHECK(timeless(record) == timeless(again));
  Record replayed = play([&](std::size_t round, std::stop_token) {
    return Answer{record.rounds[round - 1].moves[candidate], std::nullopt, 0};
  });
  for (std::size_t i = 0; i < record.rounds.size(); ++i) {
    CHECK(replayed.rounds[i].moves == record.rounds[i].moves);
    CHECK_FALSE(replayed.rounds[i].faults[candidate]);
  }
}

TEST_CASE("nature is uniform") {
  auto game = test::game_of_file(own("kuhn_poker"), game::Game::Choice::kProver);
  RulesOnRecord rules = rules_on_record(game.description(), "kuhn_poker.kif");
  std::map<std::string, int> deals;
  constexpr int kMatches = 1200;
  for (int seed = 0; seed < kMatches; ++seed) {
    auto seats = strategies(game, "legal:filter=two-set", 1);
    Record record = got(Referee(game, rules, {.seed = static_cast<std::uint64_t>(seed), .max_rounds = 1}).play(seats));
    ++deals[record.rounds[0].moves[game.random()->value]];
  }
  REQUIRE(deals.size() == 6);
  double expected = kMatches / 6.0, chi = 0;
  for (const auto& [deal, count] : deals) chi += (count - expected) * (count - expected) / expected;
  CHECK(chi < 35);  // five degrees of freedom: one in a million
}

TEST_CASE("a role is told its own move and percepts, and in games without sees the joint move") {
  for (bool imperfect : {true, false}) {
    std::string name = imperfect ? "krieg_tictactoe_3x3" : "nim";
    auto game = test::game_of_file(own(name), game::Game::Choice::kProver);
    Scripted::Log log;
    std::vector<std::unique_ptr<Seat>> seats;
    seats.push_back(std::make_unique<Scripted>(log, [](std::size_t, std::stop_token) { return Answer{}; }));
    seats.push_back(strategy("random", 4));
    Record record = got(Referee(game, rules_on_record(game.description(), name), {.id = "m1", .seed = 2}).play(seats));
    REQUIRE(log.plays.size() == record.rounds.size());
    REQUIRE(log.stops.size() == 1);
    CHECK_FALSE(log.plays[0]);
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
      const News& news = i + 1 < record.rounds.size() ? *log.plays[i + 1] : log.stops[0];
      CHECK(news.round == i + 1);
      CHECK(news.told.move == record.rounds[i].moves[0]);
      CHECK(news.told.percepts == record.rounds[i].percepts[0]);
      CHECK(news.moves == (imperfect ? std::vector<std::string>() : record.rounds[i].moves));
    }
  }
}

TEST_CASE("a cancelled match is broken off, its players are told, and what was played is kept") {
  auto game = test::game_of_file(own("noughts_and_crosses"), game::Game::Choice::kProver);
  std::stop_source source;
  Scripted::Log log;
  std::vector<std::unique_ptr<Seat>> seats;
  seats.push_back(std::make_unique<Scripted>(log, [&](std::size_t round, std::stop_token stop) {
    if (round == 3) source.request_stop();
    CHECK(stop.stop_requested() == (round == 3));
    return Answer{};
  }));
  seats.push_back(strategy("legal", 1));
  Record record =
      got(Referee(game, rules_on_record(game.description(), "n"), {.seed = 2}).play(seats, source.get_token()));
  CHECK(record.status == Status::kAborted);
  CHECK(record.rounds.size() == 2);
  CHECK(log.aborts == 1);
  CHECK(log.stops.empty());
  CHECK(record.goals.empty());
}

TEST_CASE("a match that is cancelled while it starts asks nobody for a move") {
  auto game = test::game_of_file(own("nim"), game::Game::Choice::kProver);
  std::stop_source source;
  source.request_stop();
  Scripted::Log log;
  std::vector<std::unique_ptr<Seat>> seats;
  seats.push_back(std::make_unique<Scripted>(log, [](std::size_t, std::stop_token) { return Answer{}; }));
  seats.push_back(strategy("legal", 1));
  Record record = got(
      Referee(game, rules_on_record(game.description(), "n"), {.clocks = {60, 60}}).play(seats, source.get_token()));
  CHECK(record.status == Status::kAborted);
  CHECK(log.plays.empty());
  CHECK(log.aborts == 1);
}

TEST_CASE("a match that cannot go on fails with a word why, and a store that fails ends it") {
  Record endless = played("noughts_and_crosses", "legal", {.seed = 1, .max_rounds = 2});
  CHECK(endless.status == Status::kFailed);
  CHECK(endless.rounds.size() == 2);
  CHECK_FALSE(endless.note.empty());

  class Full : public Follower {
   public:
    Result<void> on_round(const Record& record) override {
      if (record.rounds.size() == 2) return failure("the disk is full");
      return {};
    }
    Result<void> on_end(const Record& record) override {
      ended_with = record.rounds.size();
      return {};
    }
    std::size_t ended_with = 0;
  } full;
  Record record = played("noughts_and_crosses", "legal", {.seed = 1}, {&full});
  CHECK(record.status == Status::kFailed);
  CHECK(record.note == "the disk is full");
  CHECK(record.rounds.size() == 1);  // as on the disk
  CHECK(full.ended_with == 1);

  auto game = test::game_of_file(own("noughts_and_crosses"), game::Game::Choice::kProver);
  std::vector<std::unique_ptr<Seat>> empty(2);
  CHECK_FALSE(Referee(game, {}, {}).play(empty));
  std::vector<std::unique_ptr<Seat>> one(1);
  CHECK_FALSE(Referee(game, {}, {}).play(one));
}

TEST_CASE("scrambled players are told other names, and the record keeps those of the rule sheet") {
  for (const char* name : {"monty_hall", "nim", "transit"}) {
    CAPTURE(name);
    auto game = test::game_of_file(own(name), game::Game::Choice::kProver);
    Scrambler scrambler(game.description(), 5);
    std::string text = std::string(scrambler.rules()->source()->text());
    for (const char* word : {"door", "heap", "control", "second", "candidate", "patrol"})
      CHECK(text.find(word) == std::string::npos);
    CHECK(text.find("legal") != std::string::npos);
    CHECK((text.find("random") != std::string::npos) == game.random().has_value());
    auto scrambled = got(game::Game::make(scrambler.rules(), {.engine = game::Game::Choice::kProver, .grounding = {}}));
    CHECK(scrambled.roles() == game.roles());
    CHECK(scrambled.imperfect() == game.imperfect());
    Record record = played(name, "legal", {.seed = 6, .scramble = true});
    CHECK(record.status == Status::kCompleted);
    CHECK(record.scrambled);
    for (const Round& round : record.rounds)
      for (const auto& fault : round.faults) CHECK_MESSAGE(!fault, (fault ? fault->detail : ""));
    for (std::uint32_t role = 0; role < game.roles(); ++role)
      CHECK(game.parse_move(game::RoleId{role}, record.rounds[0].moves[role]));
  }
}

TEST_CASE("scrambling there and back gives the same, and other names are not understood") {
  auto game = test::game_of_file(own("noughts_and_crosses"), game::Game::Choice::kProver);
  Scrambler scrambler(game.description(), 5);
  for (std::string text : {"(mark 1 3)", "noop", "(cell 2 2 blank)"}) {
    std::string other = scrambler.scrambled(text);
    CHECK(other != text);
    CHECK(scrambler.original(other) == text);
    CHECK_FALSE(scrambler.original(text));
  }
  CHECK(Scrambler(game.description(), 5).scrambled("noop") == scrambler.scrambled("noop"));
  CHECK(Scrambler(game.description(), 6).scrambled("noop") != scrambler.scrambled("noop"));
}

TEST_CASE("ids of matches are words, and no two are the same") {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    std::string id = new_id("Tic Tac (Toe).kif");
    CHECK(id.starts_with("tictactoe."));
    CHECK(id.find_first_of(" ()\t;\"") == std::string::npos);
    ids.insert(id);
  }
  CHECK(ids.size() == 100);
  auto game = test::game_of_file(own("nim"), game::Game::Choice::kProver);
  auto plays = [&](const std::string& id) {
    auto seats = strategies(game, "random", 1);
    return Referee(game, rules_on_record(game.description(), "nim.kif"), {.id = id}).play(seats).has_value();
  };
  CHECK(plays("a.b-c_1"));
  for (const char* id : {"two words", "(m)", "m;", "nil", "NIL"}) CHECK_MESSAGE(!plays(id), id);
}

namespace {

// What it took to understand rules while something was done.
struct Understood {
  std::uint64_t checked = tally.checked, normalised = tally.normalised, grounded = tally.grounded;

  std::array<std::uint64_t, 3> since() const {
    return {tally.checked - checked, tally.normalised - normalised, tally.grounded - grounded};
  }
};

}  // namespace

TEST_CASE("a match checks, normalises and grounds its rules once, for the referee and all players") {
  for (bool clocks : {false, true})
    for (auto engine : {game::Game::Choice::kProver, game::Game::Choice::kAuto}) {
      Understood before;
      game::Game game = got(game::Game::make(got(gdl::read_file(own("krieg_tictactoe_3x3").string())),
                                             {.engine = engine, .grounding = {}}));
      auto seats = strategies(game, "legal", 1);
      Setup setup;
      if (clocks) setup.clocks = {10, 10};
      Record record = got(Referee(game, rules_on_record(game.description(), "krieg.kif"), setup).play(seats));
      CHECK(record.status == Status::kCompleted);
      CHECK(before.since() == std::array<std::uint64_t, 3>{1, 1, 1});
    }
}

TEST_CASE("the record keeps what players thought, in the words of the rule sheet, as much of it as people read") {
  Record record = played("noughts_and_crosses", "mcts:leaves=200", {.seed = 3, .scramble = true});
  std::size_t thoughts = 0;
  for (std::size_t i = 0; i < record.rounds.size(); ++i) {
    const Round& round = record.rounds[i];
    std::size_t mover = i % 2, open = 9 - i;
    if (open == 1) continue;  // there is nothing to think about
    REQUIRE(round.reasons.size() == 2);
    CHECK(round.reasons[1 - mover].empty());
    const game::Reasons& reasons = round.reasons[mover];
    CHECK(reasons.moves == open);
    REQUIRE(reasons.thoughts.size() == std::min<std::size_t>(open, 8));
    CHECK(reasons.positions > 0);
    bool made = false;
    for (const game::Thought& thought : reasons.thoughts) {
      made = made || thought.move == round.moves[mover];
      CHECK(thought.move.starts_with("(mark "));
      CHECK(thought.line.size() <= 6);
      for (const std::string& move : thought.line) CHECK((move.starts_with("(mark ") || move == "noop"));
      ++thoughts;
    }
    CHECK(made);
  }
  CHECK(thoughts > 20);
  for (const Round& round : played("noughts_and_crosses", "random", {.seed = 3}).rounds) CHECK(round.reasons.empty());
}

TEST_CASE("the record says which strategy auto chose, and why") {
  Record record = played("kuhn_poker", "auto", {.seed = 3});
  std::size_t said = 0;
  for (const Round& round : record.rounds)
    for (const game::Reasons& reasons : round.reasons)
      if (!reasons.empty()) said += reasons.strategy.starts_with("solved: ");
  CHECK(said >= 2);
}

TEST_CASE("a scrambled match understands the scrambled rules once more, for all players") {
  Understood before;
  game::Game game = got(game::Game::make(got(gdl::read_file(own("krieg_tictactoe_3x3").string())),
                                         {.engine = game::Game::Choice::kProver, .grounding = {}}));
  auto seats = strategies(game, "legal", 1);
  Setup setup;
  setup.scramble = true;
  Record record = got(Referee(game, rules_on_record(game.description(), "krieg.kif"), setup).play(seats));
  CHECK(record.status == Status::kCompleted);
  CHECK(before.since() == std::array<std::uint64_t, 3>{2, 2, 1});
}
