// SPDX-License-Identifier: MIT
//
// Matches through the service, over real sockets: started, listed, shown, cancelled, queued, refused.
#include <algorithm>

#include "service/serving.h"
#include "store/store.h"

using namespace percept;
using namespace percept::test;

namespace {

// The roles of this sheet, so that the tests do not depend on how they are called.
std::vector<std::string> roles_of(const Serving& serving, const std::string& game) {
  return serving.get("/api/games/" + game).json["roles"];
}

Json remote_match(const Serving& serving, const std::string& spec) {
  auto roles = roles_of(serving, "krieg_tictactoe_3x3");
  return {{"game", "krieg_tictactoe_3x3"},
          {"players", {{roles[0], spec}, {roles[1], "legal"}}},
          {"startClock", 10},
          {"playClock", 60}};
}

}  // namespace

TEST_CASE("service: a match of our strategies is played, shown and on record") {
  Serving serving;
  Got started = serving.post("/api/matches", kMeier);
  REQUIRE(started.status == 201);
  std::string id = started.json["id"];
  CHECK(started.json["seed"] == 7);
  CHECK(started.headers.find("Location")->second == "/api/matches/" + id);
  Json match = serving.wait(id);
  CHECK(match["status"] == "completed");
  CHECK(match["view"] == "all");
  CHECK(match["roundsPlayed"] == match["rounds"].size());
  CHECK(match["goals"].size() == match["roles"].size());
  CHECK(serving.get("/api/matches/" + id + "?from=2").json["rounds"].size() + 1 == match["rounds"].size());

  Json listed = serving.get("/api/matches?game=meier&player=legal&status=completed").json["matches"];
  REQUIRE(listed.size() == 1);
  CHECK(listed[0]["id"] == id);
  CHECK(serving.get("/api/matches?game=backgammon").json["matches"].empty());
  CHECK(serving.get("/api/matches?limit=0").json["matches"].empty());

  auto store = store::Store::open((serving.folder() / "matches.db").string());
  REQUIRE(store);
  auto record = (*store)->load(id);
  REQUIRE(record);
  CHECK(record->seed == 7);
  CHECK(record->rounds.size() == match["rounds"].size());
}

TEST_CASE("service: the same seed gives the same match") {
  Serving serving;
  Json first = serving.wait(serving.start(kMeier)), second = serving.wait(serving.start(kMeier));
  REQUIRE(first["rounds"].size() == second["rounds"].size());
  for (std::size_t i = 0; i < first["rounds"].size(); ++i)
    CHECK(first["rounds"][i]["moves"] == second["rounds"][i]["moves"]);
}

TEST_CASE("service: a role's view has what it was told and nothing else") {
  Serving serving;
  std::string id = serving.start(kMeier);
  Json all = serving.wait(id), one = serving.get("/api/matches/" + id + "?role=p2").json;
  CHECK(one["view"] == "p2");
  for (const char* field : {"seed", "initial", "goals"}) CHECK(!one.contains(field));
  REQUIRE(one["rounds"].size() == all["rounds"].size());
  for (std::size_t i = 0; i < all["rounds"].size(); ++i) {
    const Json& round = one["rounds"][i];
    CHECK(!round.contains("state"));
    CHECK(round["moves"] == Json{{"p2", all["rounds"][i]["moves"]["p2"]}});
    CHECK(round["percepts"] == Json{{"p2", all["rounds"][i]["percepts"]["p2"]}});
  }
  CHECK(serving.get("/api/matches/" + id + "?role=p9").status == 400);
}

TEST_CASE("service: an order carries descriptions, each role is given its own, and the record has them") {
  Serving serving;
  auto sheet = [](const std::string& name) { return read(project_root() / "games" / "igdl" / name); };
  Json order = {{"rules", sheet("buttons_and_lights.kif")},
                {"players", {{"robot", "igdl"}}},
                {"descriptions", {{"robot", sheet("buttons_and_lights.robot.igdl")}}}};
  std::string id = serving.start(order);
  Json match = serving.wait(id);
  CHECK(match["status"] == "completed");
  CHECK(match["goals"]["robot"] == 100);
  auto store = store::Store::open((serving.folder() / "matches.db").string());
  REQUIRE(store);
  auto record = (*store)->load(id);
  REQUIRE(record);
  REQUIRE(record->descriptions.size() == 1);
  CHECK(record->descriptions[0] == sheet("buttons_and_lights.robot.igdl"));
  // What is wrong with one is said before anything is played.
  order["descriptions"] = {{"nobody", "role(robot)"}};
  CHECK(serving.post("/api/matches", order).status == 400);
  Json person = order;
  person["players"]["robot"] = "human";
  person["descriptions"] = {{"robot", sheet("buttons_and_lights.robot.igdl")}};
  CHECK(serving.post("/api/matches", person).json["error"] ==
        "descriptions.robot: a person plays by the complete rules");
  order["descriptions"] = {{"robot", "role(robot"}};
  Got unreadable = serving.post("/api/matches", order);
  CHECK(unreadable.status == 400);
  CHECK(unreadable.json.dump().find("descriptions.robot") != std::string::npos);
  order["rules"] = sheet("false_belief.kif");
  order["descriptions"] = {{"robot", sheet("false_belief.robot.igdl")}};
  Got refused = serving.post("/api/matches", order);
  CHECK(refused.status == 400);
  CHECK(refused.json.dump().find("not a model of") != std::string::npos);
}

TEST_CASE("service: rules that come along are played, mistakes in them are named with their place") {
  Serving serving;
  std::string rules =
      "(role white) (role black) (init (left 2)) (succ 0 1) (succ 1 2)\n"
      "(<= (legal ?r go) (role ?r)) (<= (next (left ?y)) (true (left ?x)) (succ ?y ?x))\n"
      "(<= terminal (true (left 0))) (goal white 60) (goal black 40)";
  Json order = {{"rules", rules}, {"name", "count-down"}, {"players", {{"white", "legal"}, {"black", "random"}}}};
  Json match = serving.wait(serving.start(order));
  CHECK(match["game"] == "count-down");
  CHECK(match["gdlVersion"] == 1);
  CHECK(match["goals"] == Json{{"white", 60}, {"black", 40}});
  CHECK(match["rounds"].size() == 2);
  CHECK(!match["rounds"][0].contains("percepts"));

  order["rules"] = "(role white)\n  (<= (legal white (go ?x)) (true ok))";
  Got refused = serving.post("/api/matches", order);
  CHECK(refused.status == 400);
  REQUIRE(!refused.json["findings"].empty());
  CHECK(std::ranges::any_of(refused.json["findings"], [](const Json& finding) { return finding["line"] == 2; }));
}

TEST_CASE("service: a match with a player somewhere else is cancelled, and what was played is kept") {
  Serving serving;
  GatedPlayer player(2);
  std::string id = serving.start(remote_match(serving, player.url()));
  REQUIRE(eventually([&] { return serving.get("/api/matches/" + id).json.value("roundsPlayed", 0) == 2; }));
  CHECK(serving.get("/api/matches/" + id).json["status"] == "running");
  CHECK(serving.post("/api/matches/" + id + "/cancel", Json::object()).status == 202);
  Json match = serving.wait(id);
  CHECK(match["status"] == "aborted");
  CHECK(match["rounds"].size() == 2);
  CHECK(eventually([&] { return player.asked("ABORT") == 1; }));
  Got again = serving.post("/api/matches/" + id + "/cancel", Json::object());
  CHECK(again.status == 409);
  CHECK(serving.post("/api/matches/nothing/cancel", Json::object()).status == 404);
}

TEST_CASE("service: matches wait for a place and for their players, and can be cancelled while they wait") {
  Serving serving({.matches_at_once = 2});
  GatedPlayer player;
  std::string first = serving.start(remote_match(serving, player.url()));
  serving.wait(first, "running");
  std::string second = serving.start(remote_match(serving, player.url()));  // the same player: it has to wait
  Json third = serving.wait(serving.start(kMeier));                         // nobody is in its way
  CHECK(third["status"] == "completed");
  CHECK(serving.get("/api/matches/" + second).json["status"] == "queued");
  CHECK(serving.get("/api").json["queued"] == 1);
  Json queued = serving.get("/api/matches?status=queued").json["matches"];
  REQUIRE(queued.size() == 1);
  CHECK(queued[0]["id"] == second);
  CHECK(serving.get("/api/matches?limit=1&offset=1").json["matches"].size() == 1);
  CHECK(serving.get("/api/matches").json["matches"].size() == 3);
  CHECK(player.asked("START") == 1);

  CHECK(serving.post("/api/matches/" + second + "/cancel", Json::object()).status == 202);
  CHECK(serving.get("/api/matches/" + second).json["status"] == "cancelled");
  CHECK(serving.post("/api/matches/" + second + "/cancel", Json::object()).status == 409);
  std::string fourth = serving.start(remote_match(serving, player.url()));
  player.allow(1000);
  CHECK(serving.wait(first)["status"] == "completed");
  CHECK(serving.wait(fourth)["status"] == "completed");
  CHECK(player.asked("START") == 2);
}

TEST_CASE("service: a match that its players refuse is told from others") {
  Serving serving;
  GatedPlayer player;
  Json order = remote_match(serving, player.url());
  order["dialects"] = {{roles_of(serving, "krieg_tictactoe_3x3")[0], "ggp-base"}};  // it would tell hidden moves
  std::string id = serving.start(order);
  Json match = serving.wait(id);
  CHECK(match["status"] == "refused");
  CHECK(!match["note"].get<std::string>().empty());
  CHECK(serving.get("/api/matches?status=refused").json["matches"].size() == 1);
  CHECK(player.asked("START") == 0);
}

TEST_CASE("service: a match that another service plays can be watched, not cancelled") {
  Serving serving;
  GatedPlayer player(1);
  std::string id = serving.start(remote_match(serving, player.url()));
  REQUIRE(eventually([&] { return serving.get("/api/matches/" + id).json.value("roundsPlayed", 0) == 1; }));
  Serving other({.store = (serving.folder() / "matches.db").string()});
  CHECK(other.get("/api/matches/" + id).json["status"] == "running");
  CHECK(other.post("/api/matches/" + id + "/cancel", Json::object()).status == 409);
  Watching watching(other, "/api/matches/" + id + "/events");
  CHECK(watching.saw(2));
  player.allow(1000);
  auto events = watching.until_end();
  REQUIRE(!events.empty());
  CHECK(events.back().name == "end");
}

TEST_CASE("service: stopping in mid-match keeps the record and tells players and watchers") {
  GatedPlayer player(2);
  TemporaryFolder folder;
  std::string store = (folder.path() / "kept.db").string(), id, waiting;
  {
    Serving serving({.store = store});
    id = serving.start(remote_match(serving, player.url()));
    REQUIRE(eventually([&] { return serving.get("/api/matches/" + id).json.value("roundsPlayed", 0) == 2; }));
    waiting = serving.start(remote_match(serving, player.url()));
    Watching watching(serving, "/api/matches/" + id + "/events"), waits(serving, "/api/matches/" + waiting + "/events"),
        all(serving, "/api/events");
    REQUIRE(watching.saw(3));
    serving.service().stop();
    CHECK(watching.until_end().back().name == "end");
    CHECK(waits.until_end().empty());
    CHECK(all.until_end().back().name == "end");
  }
  CHECK(player.asked("ABORT") == 1);
  Serving serving({.store = store});
  Json match = serving.get("/api/matches/" + id).json;
  CHECK(match["status"] == "aborted");
  CHECK(match["rounds"].size() == 2);
}
