// SPDX-License-Identifier: MIT
//
// Why players of ours chose as they did: what pages draw as curves, and who may see it when.
#include "service/serving.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("service: reasons of a match are those of its searchers, move by move") {
  Serving serving;
  Json order = {{"game", "noughts_and_crosses"},
                {"players", {{"crosses", "mcts:leaves=300"}, {"noughts", "random"}}},
                {"seed", 5},
                {"startClock", 0},
                {"playClock", 0},
                {"scramble", true}};
  std::string path = "/api/matches/" + serving.start(order);
  Json match = serving.wait(path.substr(path.rfind('/') + 1));
  Got got = serving.get(path + "/reasons");
  REQUIRE(got.status == 200);
  std::size_t choices = 0;  // where there is one move there is nothing to think about
  for (const Json& round : match["rounds"]) choices += round["moves"]["crosses"] != "noop";
  REQUIRE(choices >= 3);
  REQUIRE(got.json["rounds"].size() == choices);
  for (const Json& round : got.json["rounds"]) {
    const Json& roles = round["roles"];
    REQUIRE(roles.size() == 1);  // random has no reasons
    const Json& moves = roles["crosses"]["moves"];
    CHECK(roles["crosses"]["positions"] > 0);
    // In the words of the rules, though it was told others: the move that was made is the first, or as good.
    double best = moves[0]["value"];
    const std::string made = match["rounds"][round["round"].get<std::size_t>() - 1]["moves"]["crosses"];
    bool there = false;
    for (const Json& move : moves) {
      CHECK(move["value"] >= 0);
      CHECK(move["value"] <= 1);
      there = there || (move["move"] == made && (move["value"] == best || move["visits"] == moves[0]["visits"]));
    }
    CHECK_MESSAGE(there, (made + " is not among the best of " + moves.dump()));
  }
  // A search that sees the end knows what it is worth: 1 where it won with its last move, 0 or a half else.
  const Json& last = got.json["rounds"].back()["roles"]["crosses"]["moves"][0];
  if (match["goals"]["crosses"] == 100) CHECK(last["value"].get<double>() == doctest::Approx(1).epsilon(0.01));
  CHECK(serving.get("/api/matches/none/reasons").status == 404);
}

TEST_CASE("service: nobody is shown reasons while people play") {
  Serving serving;
  // Everybody may see all of this match but what its players think.
  const std::string rules =
      "(role a) (role b) (num 1) (num 2) (init (turn a)) (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))"
      "(<= (legal ?r (take ?n)) (true (turn ?r)) (num ?n)) (<= (next (turn b)) (true (turn a)))"
      "(<= (next (took ?n)) (does ?_r (take ?n))) (<= (next over) (true (turn b))) (<= terminal (true over))"
      "(<= (goal a 100) (true (took 1))) (<= (goal a 0) (not (true (took 1)))) (goal b 50)";
  Got started =
      serving.post("/api/matches", {{"rules", rules}, {"players", {{"a", "mcts:leaves=20"}, {"b", "human"}}}});
  REQUIRE(started.status == 201);
  std::string id = started.json["id"], path = "/api/matches/" + id;
  REQUIRE(eventually([&] { return serving.get(path).json["roundsPlayed"] == 1; }));
  CHECK(serving.get(path).json["rounds"][0].contains("moves"));
  CHECK(serving.get(path + "/reasons").status == 403);
  CHECK(serving.get(path + "/reasons", {{"Percept-Seat", started.json["seats"]["b"].get<std::string>()}}).status ==
        403);
  CHECK(serving.post(path + "/cancel", Json::object()).status == 202);
  serving.wait(id);
  CHECK(serving.get(path + "/reasons").json["rounds"].size() == 1);
}
