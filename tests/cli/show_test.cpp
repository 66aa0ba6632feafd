// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;
using nlohmann::json;

namespace {

const std::string kDraw = R"(; Draw
; One card is drawn.

(role random)
(role player)
(init (round 1))
(<= (legal random (draw ?c)) (card ?c))
(<= (legal player call) (true (round 1)))
(<= (legal player noop) (not (true (round 1))))
(<= (next (holds ?c)) (does random (draw ?c)))
(<= (sees player (card ?c)) (does random (draw ?c)))
(<= terminal (true (holds ?_c)))
(<= (goal player 100) (true (holds ace)))
(<= (goal player 0) (not (true (holds ace))))
(card ace)
(card jack)
)";

// The line that starts with this label, blanks aside.
std::string line(const std::string& text, const std::string& label) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string one = text.substr(begin, end - begin);
    std::size_t first = std::min(one.find_first_not_of(' '), one.size());
    if (one.compare(first, label.size() + 1, label + " ") == 0) return one;
    begin = end + 1;
  }
  return {};
}

}  // namespace

TEST_CASE("show: a game at a glance") {
  Output output = test::percept("show -", kDraw);
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(output.out.starts_with("Draw\nOne card is drawn.\n"));
  CHECK(has(line(output.out, "language"), "GDL-II, KIF"));
  CHECK(has(line(output.out, "size"), "5 facts, 8 rules"));
  CHECK(has(line(output.out, "check"), "nothing found"));
  CHECK(has(line(output.out, "fluents"), "(round 1), (holds ?c)"));
  CHECK(has(line(output.out, "relations"), "card/1"));
  CHECK(has(output.out, "(draw ?c)"));
  CHECK(has(output.out, "call, noop"));
  CHECK(has(output.out, "0, 100"));
}

TEST_CASE("show: nature has moves, but neither goals nor percepts") {
  std::string text = test::percept("show -", kDraw).out;
  std::string random = text.substr(text.find("role"), text.find("role", text.find("role") + 4) - text.find("role"));
  CHECK(has(random, "random"));
  CHECK(has(line(random, "moves"), "(draw ?c)"));
  CHECK(line(random, "sees").empty());
  CHECK(line(random, "goals").empty());
}

TEST_CASE("show: without percepts everybody sees every move") {
  std::string text = test::percept("show -", "(role a)\n(legal a m)\nterminal\n(goal a 1)\n").out;
  CHECK(has(line(text, "language"), "GDL, KIF"));
  CHECK(has(line(text, "sees"), "every move"));
}

TEST_CASE("show --json: the same for tools") {
  Output output = test::percept("show --json -", kDraw);
  CHECK(output.exit_code == 0);
  json game = json::parse(output.out);
  CHECK(game["language"] == "GDL-II");
  CHECK(game["notation"] == "kif");
  CHECK(game["facts"] == 5);
  CHECK(game["rules"] == 8);
  CHECK(game["sentences"] == 0);
  CHECK(game["errors"] == 0);
  CHECK(game["warnings"] == 0);
  CHECK(game["fluents"] == json({"(round 1)", "(holds ?c)"}));
  CHECK(game["relations"] == json::array({"card/1"}));
  REQUIRE(game["roles"].size() == 2);
  CHECK(game["roles"][0]["role"] == "random");
  CHECK(game["roles"][0]["moves"] == json::array({"(draw ?c)"}));
  CHECK(game["roles"][0]["goals"].empty());
  CHECK(game["roles"][1]["percepts"] == json::array({"(card ?c)"}));
  CHECK(game["roles"][1]["goals"] == json({"0", "100"}));
}

TEST_CASE("show --rules: the rules follow as `percept format` prints them") {
  Output output = test::percept("show --rules -", kDraw);
  CHECK(output.exit_code == 0);
  CHECK(output.out == test::percept("show -", kDraw).out + "\n" + test::percept("format -", kDraw).out);
  CHECK(has(test::percept("show --rules -", "role(a).\n").out, "role(a).\n"));
}

TEST_CASE("show: infix and incomplete descriptions are named as such") {
  std::string infix = test::percept("show -", "role(a).\nlegal(a, m).\nterminal.\ngoal(a, 1).\n").out;
  CHECK(has(line(infix, "language"), "GDL, infix"));
  std::string text = test::percept("show -", "(role a)\n(=> (true p) terminal)\n").out;
  CHECK(has(line(text, "language"), "IGDL"));
  CHECK(has(line(text, "size"), "1 sentence"));
}

TEST_CASE("show: a game with errors is shown, with exit code 1 and the way to see them") {
  TemporaryFolder folder;
  std::string file = folder.write("bad.kif", kDraw + "(<= (next (x ?y)) (card ?_z))\n").string();
  Output output = test::percept("show '" + file + "'");
  CHECK(output.exit_code == 1);
  CHECK(has(line(output.out, "check"), "1 error"));
  CHECK(has(line(output.out, "file"), file));
  CHECK(has(output.err, "percept check"));
  Output structured = test::percept("show --json '" + file + "'");
  CHECK(structured.exit_code == 1);
  CHECK(json::parse(structured.out)["errors"] == 1);
}

TEST_CASE("show: a sheet with mistakes is not shown, but the mistakes are") {
  Output output = test::percept("show -", "(role white\n");
  CHECK(output.exit_code == 1);
  CHECK(output.out.empty());
  CHECK(has(output.err, "GDL002"));
}

TEST_CASE("show: what cannot be read gives exit code 2") {
  TemporaryFolder folder;
  CHECK(test::percept("show").exit_code == 2);
  CHECK(test::percept("show /no/such/file.kif").exit_code == 2);
  CHECK(test::percept("show '" + folder.path().string() + "'").exit_code == 2);
}

TEST_CASE("show: each of the project's own games has a title, roles, moves and goals") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    json game = json::parse(test::percept("show --json '" + file.string() + "'").out);
    CHECK_FALSE(game["title"].get<std::string>().empty());
    CHECK_FALSE(game["fluents"].empty());
    CHECK_FALSE(game["roles"].empty());
    for (const json& role : game["roles"]) {
      CHECK_FALSE(role["moves"].empty());
      CHECK((role["role"] == "random" || !role["goals"].empty()));
    }
  }
}
