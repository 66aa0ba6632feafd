// SPDX-License-Identifier: MIT
//
// `percept play`: a match for people, for tools, and for the eyes of one role.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

// Nature deals one of two cards; the player, who sees it, calls it or not.
const std::string kCard = R"((role random) (role player)
(init (step 1))
(<= (legal random (deal red)) (true (step 1))) (<= (legal random (deal blue)) (true (step 1)))
(<= (legal random noop) (true (step 2)))
(<= (legal player noop) (true (step 1)))
(<= (legal player (call red)) (true (step 2))) (<= (legal player (call blue)) (true (step 2)))
(<= (sees player (card ?c)) (does random (deal ?c)))
(<= (next (secret ?c)) (does random (deal ?c)))
(<= (next (secret ?c)) (true (secret ?c)))
(<= (next (step 2)) (true (step 1)))
(<= (next right) (does player (call ?c)) (true (secret ?c)))
(<= (next done) (true (step 2)))
(<= terminal (true done))
(<= (goal player 100) (true right)) (<= (goal player 0) (not (true right)))
)";
const std::string kForever =
    "(role a)\n(init p)\n(legal a m)\n(<= (next p) (true p))\n(<= (next q) (does a n))\n(<= terminal (true q))\n"
    "(goal a 0)\n";
const std::string kStuck =
    "(role a)\n(init p)\n(<= (legal a m) (true p))\n(<= (next q) (true p))\n(<= terminal (true r))\n(goal a 0)\n"
    "(<= (next r) (does a n))\n";

}  // namespace

TEST_CASE("play: rounds with the state, the moves and what each role sees, then the goals") {
  Output output = test::percept("play --seed 3 -", kCard);
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(has(output.out, "seed 3\n"));
  CHECK(has(output.out, "Round 1\nstep      1\n"));
  CHECK(has(output.out, "  player  noop        sees (card "));
  CHECK(has(output.out, "Round 2\nsecret    "));
  CHECK(has(output.out, "sees nothing\n"));
  CHECK(has(output.out, "End after 2 rounds\n"));
  CHECK(has(output.out, "goals\n  player  "));
  CHECK_FALSE(has(output.out, " \n"));
}

TEST_CASE("play: nature sees and wants nothing") {
  std::string text = test::percept("play --seed 3 -", kCard).out;
  CHECK(has(text, "  random  (deal "));
  CHECK_FALSE(has(text, "random  none"));
  std::size_t line = text.find("  random  (deal ");
  CHECK_FALSE(has(text.substr(line, text.find('\n', line) - line), "sees"));
}

TEST_CASE("play: without percepts in the rules nobody is said to see anything") {
  Output output = test::percept("play --seed 1 -",
                                "(role a)\n(init p)\n(legal a m)\n(<= (next q) (true p))\n"
                                "(<= terminal (true q))\n(goal a 100)\n");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "  a  m\n"));
  CHECK_FALSE(has(output.out, "sees"));
}

TEST_CASE("play: the same seed gives the same match; without one, one is drawn and printed") {
  std::string game = own("krieg_tictactoe_3x3");
  CHECK(test::percept("play --seed 5 " + game).out == test::percept("play --seed 5 " + game).out);
  CHECK(test::percept("play --seed 5 " + game).out != test::percept("play --seed 6 " + game).out);
  std::string text = test::percept("play --json " + game).out;
  std::string seed = std::to_string(json::parse(text)["seed"].get<std::uint64_t>());
  CHECK(test::percept("play --json --seed " + seed + " " + game).out == text);
}

TEST_CASE("play: with a role nothing but what it may know") {
  Output output = test::percept("play --seed 3 --role Player -", kCard);
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "Round 1\n  does noop\n  sees (card "));
  CHECK(has(output.out, "Round 2\n  does (call "));
  CHECK(has(output.out, "End after 2 rounds\n  goal "));
  for (const std::string hidden : {"secret", "step", "deal", "random"}) CHECK_FALSE(has(output.out, hidden));
}

TEST_CASE("play --role: in a game without percepts in the rules every move is seen") {
  Output output = test::percept("play --seed 1 --role a -",
                                "(role a)\n(role b)\n(init p)\n(legal a m)\n(legal b n)\n(<= (next q) (true p))\n"
                                "(<= terminal (true q))\n(goal a 100)\n(goal b 0)\n");
  CHECK(has(output.out, "  sees (does a m) (does b n)\n"));
}

TEST_CASE("play --role: a role that does not exist is named, with those that do") {
  Output output = test::percept("play --role nobody -", kCard);
  CHECK(output.exit_code == 2);
  CHECK(output.out.empty());
  CHECK(has(output.err, "nobody"));
  CHECK(has(output.err, "random player"));
}

TEST_CASE("play --json: the match for tools") {
  Output output = test::percept("play --json --seed 3 -", kCard);
  CHECK(output.exit_code == 0);
  json match = json::parse(output.out);
  CHECK(match["file"] == "-");
  CHECK(match["engine"] == "prover");
  CHECK(match["seed"] == 3);
  CHECK(match["roles"] == json({"random", "player"}));
  REQUIRE(match["rounds"].size() == 2);
  CHECK(match["rounds"][0]["state"] == json({"(step 1)"}));
  CHECK(match["rounds"][0]["moves"].size() == 2);
  CHECK(match["rounds"][0]["moves"][1] == "noop");
  CHECK(match["rounds"][0]["percepts"][0].empty());
  CHECK(match["rounds"][0]["percepts"][1].size() == 1);
  CHECK(match["rounds"][1]["state"].size() == 2);
  CHECK(match["final"].size() >= 2);
  REQUIRE(match["goals"].size() == 2);
  CHECK(match["goals"][0] == json::array());  // nature has none
  CHECK((match["goals"][1] == 0 || match["goals"][1] == 100));
}

TEST_CASE("play --json --role: the same for what one role may know") {
  json match = json::parse(test::percept("play --json --seed 3 --role player -", kCard).out);
  CHECK(match["role"] == "player");
  CHECK_FALSE(match.contains("final"));
  CHECK_FALSE(match.contains("goals"));
  CHECK(match["goal"].is_number());
  REQUIRE(match["rounds"].size() == 2);
  for (const json& round : match["rounds"]) {
    CHECK(round.size() == 2);
    CHECK(round.contains("move"));
    CHECK(round.contains("percepts"));
  }
}

TEST_CASE("play: people and tools see the same match") {
  json match = json::parse(test::percept("play --json --seed 9 " + own("meier")).out);
  std::string text = test::percept("play --seed 9 " + own("meier")).out;
  CHECK(has(text, "End after " + std::to_string(match["rounds"].size()) + " round"));
  for (const json& round : match["rounds"])
    for (const json& move : round["moves"]) CHECK(has(text, move.get<std::string>()));
}

TEST_CASE("play: a game that goes on for ever, with the state it has come to") {
  Output output = test::percept("play --max-rounds 20 -", kForever);
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "Round 20\n"));
  CHECK(has(output.err, "20 rounds"));
  CHECK(has(output.err, "(p)"));
  Output structured = test::percept("play --json --max-rounds 20 -", kForever);
  CHECK(structured.exit_code == 1);
  CHECK(structured.out.empty());
}

TEST_CASE("play: a role without a legal move, with the state") {
  Output output = test::percept("play -", kStuck);
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "a has no legal move"));
  CHECK(has(output.err, "(q)"));
}

TEST_CASE("play: rules with errors are not played, and the errors shown") {
  TemporaryFolder folder;
  std::string file = folder.write("bad.kif", kCard + "(<= (next (x ?y)) (true done))\n").string();
  Output output = test::percept("play '" + file + "'");
  CHECK(output.exit_code == 1);
  CHECK(output.out.empty());
  CHECK(has(output.err, "GDL201"));
  CHECK(has(output.err, "1 error"));
  Output unreadable = test::percept("play -", "(role white\n");
  CHECK(unreadable.exit_code == 1);
  CHECK(has(unreadable.err, "GDL002"));
  Output incomplete = test::percept("play -", "(role a)\n(=> (true p) terminal)\n");
  CHECK(incomplete.exit_code == 1);
  CHECK(has(incomplete.err, "sentences"));
}

TEST_CASE("play: what cannot be read, and wrong usage, give exit code 2") {
  for (const std::string arguments : {"play", "play /no/such/file.kif", "play --seed x -", "play --engine magic -",
                                      "play --max-rounds -1 -", "play --seed"}) {
    CAPTURE(arguments);
    CHECK(test::percept(arguments, kCard).exit_code == 2);
  }
}

TEST_CASE("play: both engines play the same match") {
  for (const std::string name : {"noughts_and_crosses", "leduc_poker"}) {
    json prover = json::parse(test::percept("play --json --seed 2 --engine prover " + own(name)).out);
    json circuit = json::parse(test::percept("play --json --seed 2 --engine circuit " + own(name)).out);
    CHECK(circuit["engine"] == "circuit");
    CHECK(prover["rounds"] == circuit["rounds"]);
    CHECK(prover["goals"] == circuit["goals"]);
  }
}

TEST_CASE("play: colour is for terminals, unless asked for") {
  CHECK_FALSE(has(test::percept("play --seed 1 -", kCard).out, "\x1b["));
  CHECK(has(test::percept("play --color always --seed 1 -", kCard).out, "\x1b["));
}

TEST_CASE("play: each of the project's own games can be played") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Output output = test::percept("play --seed 4 '" + file.string() + "'");
    CHECK(output.exit_code == 0);
    CHECK(output.err.empty());
    CHECK(has(output.out, "\ngoals\n"));
  }
}

TEST_CASE("play --help teaches") {
  std::string text = test::percept("play --help").out;
  for (const std::string word :
       {"FILE", "--seed", "--role", "--engine", "--max-rounds", "--json", "Exit code", "Examples", "prover"})
    CHECK_MESSAGE(has(text, word), word);
}
