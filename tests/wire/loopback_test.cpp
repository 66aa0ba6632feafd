// SPDX-License-Identifier: MIT
//
// The same match with players in the process and with the same players behind the wire, in every dialect: our manager,
// our player and sockets in between change nothing. A player of GDL-II in a game of GDL-I gets by on the default rule.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "play/strategies.h"
#include "support/support.h"
#include "wire/player_server.h"
#include "wire/seated.h"
#include "wire/seating.h"

using namespace percept;
using namespace percept::test;

namespace {

struct Hosted {
  wire::PlayerServer server;
  std::unique_ptr<wire::Listener> listener;

  explicit Hosted(const std::string& strategy) : server(options(strategy)) {
    listener = got(wire::Listener::open({}, [this](const wire::Request& request) { return server.answer(request); }));
  }
  ~Hosted() {
    server.close();
    listener->close();
  }
  std::string url() const { return fmt::format("http://localhost:{}", listener->port()); }

  static wire::PlayerServerOptions options(const std::string& strategy) {
    wire::PlayerServerOptions out;
    out.name = "hosted";
    out.make = [strategy] { return play::make_player(strategy, 1); };
    return out;
  }
};

record::Record record_of(game::Game& game, const std::vector<std::string>& specs, std::optional<wire::Dialect> dialect,
                         const match::Setup& setup) {
  std::vector<std::unique_ptr<match::Seat>> seats;
  for (const std::string& spec : specs)
    seats.push_back(spec.empty() ? nullptr : got(wire::make_seat(spec, {.seed = 1, .dialect = dialect, .timing = {}})));
  match::Referee referee(game, record::rules_on_record(game.description(), "test.kif"), setup);
  return got(referee.play(seats));
}

void check_same(const record::Record& local, const record::Record& remote) {
  CHECK(remote.status == record::Status::kCompleted);
  CHECK(remote.initial == local.initial);
  CHECK(remote.goals == local.goals);
  for (const auto& fault : remote.start_faults) CHECK_FALSE(fault);
  REQUIRE(remote.rounds.size() == local.rounds.size());
  for (std::size_t i = 0; i < local.rounds.size(); ++i) {
    const record::Round &here = local.rounds[i], &there = remote.rounds[i];
    REQUIRE(there.moves == here.moves);
    CHECK(there.percepts == here.percepts);
    CHECK(there.state == here.state);
    for (const auto& fault : there.faults) CHECK_FALSE(fault);
  }
}

void check_game(game::Game game, const std::vector<wire::Dialect>& dialects) {
  std::vector<std::string> strategies;
  for (std::uint32_t role = 0; role < game.roles(); ++role)
    strategies.push_back(game.random() == game::RoleId{role} ? "" : fmt::format("random:seed={}", role + 1));
  match::Setup setup = setup_with({60, 60}, "match.1", 7);
  for (const wire::Dialect dialect : dialects) {
    CAPTURE(wire::name_of(dialect));
    setup.scramble = !setup.scramble;
    const record::Record local = record_of(game, strategies, {}, setup);
    std::vector<std::unique_ptr<Hosted>> players;
    std::vector<std::string> urls;
    for (const std::string& strategy : strategies) {
      urls.emplace_back();
      if (strategy.empty()) continue;
      players.push_back(std::make_unique<Hosted>(strategy));
      urls.back() = players.back()->url();
    }
    const record::Record remote = record_of(game, urls, dialect, setup);
    check_same(local, remote);
    for (std::size_t role = 0; role < urls.size(); ++role)
      if (!urls[role].empty()) CHECK(remote.players[role].name == "hosted");
  }
}

using enum wire::Dialect;

}  // namespace

TEST_CASE("a match over the wire is the match in the process: GDL-II") {
  for (const char* name : {"monty_hall", "kuhn_poker", "krieg_tictactoe_3x3", "number_guessing", "meier"}) {
    CAPTURE(name);
    check_game(game_of_file(project_root() / "games" / (std::string(name) + ".kif"), game::Game::Choice::kAuto),
               {kDresden2013, kDresden2010, kPakapark});
  }
}

TEST_CASE("a match over the wire is the match in the process: percepts that show every move") {
  for (const char* name : {"noughts_and_crosses", "rock_paper_scissors"}) {
    CAPTURE(name);
    check_game(game_of_file(project_root() / "games" / (std::string(name) + ".kif"), game::Game::Choice::kAuto),
               {kGgpBase, kDresden, kInfix, kDresden2013, kPakapark});
  }
}

TEST_CASE("a match over the wire is the match in the process: GDL-I") {
  const std::vector<wire::Dialect> all = {kGgpBase, kDresden, kInfix, kDresden2013, kDresden2010, kPakapark};
  check_game(game_of_text(taking_numbers(false), game::Game::Choice::kAuto), all);
  REQUIRE_CORPUS();
  for (const char* name : {"ticTacToe", "connectFour", "blocker"}) {
    CAPTURE(name);
    check_game(game_of_file(corpus() / "games" / "gdl1" / (std::string(name) + ".kif"), game::Game::Choice::kAuto),
               all);
  }
}

TEST_CASE("players of GDL-I and of GDL-II play the same match of GDL-I") {
  game::Game game = game_of_text(taking_numbers(false), game::Game::Choice::kAuto);
  const match::Setup setup = setup_with({60, 60}, "match.1", 3);
  const record::Record local = record_of(game, {"random:seed=1", "random:seed=2"}, {}, setup);
  Hosted first("random:seed=1"), second("random:seed=2");
  std::vector<std::unique_ptr<match::Seat>> seats;
  seats.push_back(remote(first.url(), {.seed = 1, .dialect = kGgpBase, .timing = {}}));
  seats.push_back(remote(second.url()));  // which says that it speaks GDL-II
  match::Referee referee(game, record::rules_on_record(game.description(), "test.kif"), setup);
  const record::Record record = got(referee.play(seats));
  check_same(local, record);
  CHECK(record.players[0].dialect == "ggp-base");
  CHECK(record.players[1].dialect == "dresden-2013");
}
