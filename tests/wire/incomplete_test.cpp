// SPDX-License-Identifier: MIT
//
// Incomplete descriptions on the wire: the bytes, and matches between our manager and our player that has nothing else.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "gdl/reader.h"
#include "match/incomplete.h"
#include "play/strategies.h"
#include "support/support.h"
#include "wire/message_writer.h"
#include "wire/player_server.h"
#include "wire/seated.h"
#include "wire/seating.h"

using namespace percept;
using namespace percept::test;
using wire::Dialect;

namespace {

match::Opening described_opening() {
  match::Opening out;
  out.match = "m.1";
  out.rules = gdl::read_text("own",
                             "role(robot)\nbase(q)\ninput(robot,a)\npercept(robot,q)\n"
                             "true(q) <=> sees(robot,q)\nAX:(base(X) => EY:(X = Y | ~init(Y)))\n");
  out.role = "robot";
  out.roles = {"robot"};
  out.clocks = {30, 10};
  return out;
}

match::News first(std::vector<std::string> percepts) {
  match::News out;
  out.told.percepts = std::move(percepts);
  return out;
}

std::string sheet(const std::string& name) { return read(project_root() / "games" / "igdl" / name); }

}  // namespace

TEST_CASE("golden bytes: START carries sentences in KIF, the first PLAY what is seen of the first position") {
  wire::MessageWriter writer(Dialect::kDresden2013, described_opening());
  CHECK(writer.start() ==
        "(START m.1 ROBOT ((ROLE ROBOT) (BASE Q) (INPUT ROBOT A) (PERCEPT ROBOT Q) (<=> (TRUE Q) (SEES ROBOT Q)) "
        "(FORALL (?X) (=> (BASE ?X) (EXISTS (?Y) (OR (NOT (DISTINCT ?X ?Y)) (NOT (INIT ?Y))))))) 30 10)");
  CHECK(writer.play(first({"q"})) == "(PLAY m.1 0 NIL (Q ))");
  CHECK(writer.play(first({})) == "(PLAY m.1 0 NIL ())");
  CHECK(writer.play({}) == "(PLAY m.1 0 NIL NIL)");
  wire::MessageWriter older(Dialect::kDresden2010, described_opening());
  CHECK(older.play(first({"q"})) == "(PLAY m.1 (Q ))");
  wire::MessageWriter pakapark(Dialect::kPakapark, described_opening());
  CHECK(pakapark.play(first({})) == "( SEES m.1 () )");
}

TEST_CASE("igdl wins Buttons and Lights over the wire, from every first position that its description allows") {
  for (Dialect dialect : {Dialect::kDresden2013, Dialect::kDresden2010, Dialect::kPakapark})
    for (const char* lights : {"", "(init r)", "(init p) (init q)", "(init p) (init q) (init r)"}) {
      CAPTURE(wire::name_of(dialect));
      CAPTURE(lights);
      wire::PlayerServerOptions options;
      options.name = "hosted";
      options.make = [] { return play::make_player("igdl", 1); };
      wire::PlayerServer server(options);
      auto listener =
          got(wire::Listener::open({}, [&server](const wire::Request& request) { return server.answer(request); }));
      auto original = got(game::Game::make(gdl::read_text("game", sheet("buttons_and_lights.kif") + lights), {}));
      auto prepared = got(match::with_descriptions(
          original, {{"robot", gdl::read_text("own", sheet("buttons_and_lights.robot.igdl")), {}}}));
      auto game = got(game::Game::make(prepared.rules, {}));
      match::Setup setup = setup_with({60, 60}, "match.1", 7);
      setup.descriptions = prepared.descriptions;
      std::vector<std::unique_ptr<match::Seat>> seats;
      seats.push_back(got(wire::make_seat(fmt::format("http://localhost:{}", listener->port()),
                                          {.seed = 1, .dialect = dialect, .timing = {}})));
      match::Referee referee(game, record::rules_on_record(game.description(), "test.kif"), setup);
      record::Record record = got(referee.play(seats));
      CHECK(record.status == record::Status::kCompleted);
      CHECK_FALSE(record.start_faults[0]);
      for (const record::Round& round : record.rounds) CHECK_FALSE(round.faults[0]);
      CHECK(record.rounds.size() == 6);
      CHECK(record.goals[0] == 100);
      server.close();
      listener->close();
    }
}
