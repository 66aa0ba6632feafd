// SPDX-License-Identifier: MIT
//
// Incomplete descriptions (IGDL) at the command line: what is known, sampled, checked, measured, and what is refused.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

std::string igdl(const std::string& name) { return quoted(project_root() / "games" / "igdl" / name); }

const std::string kSmall = R"(role(robot)
base(p)
base(q)
input(robot, a)
input(robot, b)
percept(robot, lamp)
sees(robot, lamp) <=> true(q)
)";

}  // namespace

TEST_CASE("know by what is told: positions, rules, models, and why") {
  Output output = test::percept("know " + igdl("wiring.robot.igdl") + " --told 'l1:b1; l1,l2' --why 'wire(b1,l2)'");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "what robot knows, percepts of the position"));
  CHECK(has(output.out, "2 of the rules, 1 position, 2 of both"));
  CHECK(has(output.out, "wire(b1,l2): known to hold"));
  CHECK(has(output.out, "round 1: robot does b1"));
  json result = json::parse(test::percept("know --json " + igdl("wiring.robot.igdl") + " --told 'l1:b1; l1,l2'").out);
  REQUIRE(result["rounds"].size() == 2);
  CHECK(result["rounds"][0]["models"]["count"] == 6);
  CHECK(result["rounds"][0]["move"] == "b1");
  CHECK(result["rounds"][0]["percepts"] == json::array({"l1", "l2"}));
  CHECK(result["rounds"][1]["models"]["exact"] == true);
  CHECK(result["rounds"][1]["models"]["high"] == 2);
}

TEST_CASE("know in a random match of the complete game, and what was known was true") {
  std::string arguments = igdl("minefield.robot.igdl") + " --game " + igdl("minefield.kif") + " --seed 1";
  Output output = test::percept("know " + arguments + " --max-rounds 3");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "seed 1"));
  CHECK(has(output.out, "Was it true?"));
  CHECK(has(output.out, "all that was known was true"));
  json result = json::parse(test::percept("know --json " + arguments).out);
  CHECK(result["truth"]["mistakes"].empty());
  CHECK(result["rounds"].size() >= 2);
  CHECK(result["rounds"][0]["models"]["count"].get<int>() < 364);  // the first position is seen
  // What was recorded of it can be followed again, without the game.
  Output again = test::percept("know --json " + igdl("minefield.robot.igdl") + " --match -", result.dump());
  CHECK(again.exit_code == 0);
  json followed = json::parse(again.out);
  REQUIRE(followed["rounds"].size() == result["rounds"].size());
  CHECK(followed["rounds"].back()["fluents"] == result["rounds"].back()["fluents"]);
}

TEST_CASE("know interactively: what is seen first, moves, back") {
  Output output = test::percept("know -i " + igdl("wiring.robot.igdl"), "l1\nb1\nl1 l2\nback\nb1\n\nquit\n");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "6 of the rules"));
  CHECK(has(output.out, "wire b1 l2"));
  CHECK(has(output.out, "Round 2"));
  // Nothing explains three lights after one press: it is said, and nothing changes.
  Output wrong = test::percept("know -i " + igdl("wiring.robot.igdl"), "l1\nb1\nl1 l2 l3\nagain\nquit\n");
  CHECK(wrong.exit_code == 0);
  CHECK(has(wrong.err, "no model of"));
}

TEST_CASE("boards of a description, as of a game") {
  TemporaryFolder folder;
  Output converted = test::percept("convert --to igdl --forget init " + own("noughts_and_crosses"));
  REQUIRE(converted.exit_code == 0);
  auto file = folder.write("noughts_and_crosses.igdl", converted.out);
  Output output = test::percept("know " + quoted(file) + " --role crosses --told ''");
  INFO(output.err);
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "+"));  // squares on which something else may be, too
}

TEST_CASE("sample worlds: all of few, some of many, and which rules they have") {
  json few = json::parse(test::percept("sample --json " + igdl("wiring.robot.igdl") + " --told 'l1:b1; l1,l2'").out);
  CHECK(few["all"] == true);
  CHECK(few["uniform"] == true);
  CHECK(few["worlds"]["count"] == 2);
  REQUIRE(few["samples"].size() == 2);
  for (const json& sample : few["samples"]) {
    CHECK(sample["weight"] == 0.5);
    CHECK(sample["rules"].size() == 2);
  }
  json many = json::parse(test::percept("sample --json -n 5 --seed 2 " + igdl("wiring_8.robot.igdl")).out);
  CHECK(many["all"] == false);
  CHECK(many["uniform"] == true);
  CHECK(many["worlds"]["count"] == 16777216);
  REQUIRE(many["samples"].size() == 5);
  for (const json& sample : many["samples"]) CHECK(sample["rules"].size() == 8);
  Output text = test::percept("sample " + igdl("buttons_and_lights.robot.igdl") + " --told '-'");
  CHECK(text.exit_code == 0);
  CHECK(has(text.out, "exact: all there are"));
  CHECK(has(text.out, "50"));
}

TEST_CASE("lab igdl: what can be known, what is sure, and at what cost") {
  json result = json::parse(test::percept("lab igdl --json --matches 2 --games " + igdl("wiring.robot.igdl") + " " +
                                          igdl("false_belief.robot.igdl") + " " + igdl("cups.left.igdl"))
                                .out);
  REQUIRE(result["rows"].size() == 3);
  const json &wiring = result["rows"][0], &belief = result["rows"][1], &cups = result["rows"][2];
  CHECK(wiring["guaranteed"] == 100);
  CHECK(wiring["models"]["count"] == 6);
  CHECK(wiring["worlds_won"] == 6);
  CHECK(wiring["proved"] == true);
  CHECK(wiring["model"] == true);
  CHECK(wiring["rounds"] == 10);
  CHECK(wiring["rules_open"] == 18);
  CHECK(wiring["rules_learnt"].get<int>() > 0);
  CHECK(belief["model"] == false);
  CHECK(cups["guaranteed"] == 50);
  CHECK(cups["contradicted"] == 0);
  Output table = test::percept("lab igdl --matches 1 --games " + igdl("odd_button.robot.igdl"));
  CHECK(table.exit_code == 0);
  CHECK(has(table.out, "| `odd_button`, robot | successor"));
  CHECK(test::percept("lab igdl --folder /nowhere").exit_code == 2);
  CHECK(test::percept("lab igdl --games " + igdl("wiring.kif")).exit_code == 2);
}

TEST_CASE("a contradictory description: which sentences, and what to do") {
  TemporaryFolder folder;
  auto file = folder.write("wrong.igdl", kSmall + "init(p) <=> init(q)\ninit(p)\n~init(q)\nlegal(robot, a)\n");
  Output known = test::percept("know " + quoted(file));
  CHECK(known.exit_code == 1);
  CHECK(has(known.err, "is contradictory: these cannot all hold"));
  CHECK(has(known.err, "init(p) <=> init(q)"));
  CHECK_FALSE(has(known.err, "legal(robot, a)"));
  CHECK(has(known.err, "all hold\n  "));  // a sentence a line
  CHECK(has(known.err, "leave one of them out, or mend it"));
  Output checked = test::percept("check " + quoted(file));
  CHECK(checked.exit_code == 1);
  CHECK(has(checked.out, "no position can be the first"));
  CHECK(has(checked.out, "wrong.igdl:8: init(p) <=> init(q)"));
  CHECK(has(checked.out, "1 file: 1 error"));
  for (const char* command : {"solve ", "sample "}) CHECK(test::percept(command + quoted(file)).exit_code == 1);
}

TEST_CASE("a percept that no model explains: said with what it contradicts, and gone on without") {
  std::string arguments = "know " + igdl("wiring.robot.igdl") + " --told 'l1:b1; l1,l2,l3:b2; l1'";
  Output stopped = test::percept(arguments);
  CHECK(stopped.exit_code == 1);
  CHECK(has(stopped.err, "round 1: no model of"));
  CHECK(has(stopped.err, "robot sees l3"));
  CHECK(has(stopped.err, "--go-on"));
  CHECK_FALSE(has(stopped.out, "Round 2"));
  Output went_on = test::percept(arguments + " --go-on");
  CHECK(went_on.exit_code == 1);
  CHECK(has(went_on.out, "Round 2"));
  CHECK(has(went_on.out, "Round 3"));
  Output first = test::percept("know " + igdl("buttons_and_lights_complete.robot.igdl") + " --told 'q'");
  CHECK(first.exit_code == 1);
  CHECK(has(first.err, "robot sees q"));
}

TEST_CASE("an unknown name: where, and which list it should be in") {
  TemporaryFolder folder;
  auto file = folder.write("wrong.igdl", kSmall + "true(z) => legal(robot, a)\n");
  for (const char* command : {"know ", "solve ", "sample "}) {
    Output output = test::percept(command + quoted(file));
    CHECK(output.exit_code == 1);
    CHECK(has(output.err, "wrong.igdl:8: nothing that base lists is meant by (true z)"));
    CHECK(has(output.err, "add it there, or mend the name"));
  }
  Output told = test::percept("know " + igdl("wiring.robot.igdl") + " --told 'l9'");
  CHECK(told.exit_code == 1);
  CHECK(has(told.err, "l9"));
  Output role = test::percept("know " + igdl("wiring.robot.igdl") + " --role nobody");
  CHECK(role.exit_code == 2);
  CHECK(has(role.err, "--role is one of robot"));
  Output why = test::percept("know " + igdl("wiring.robot.igdl") + " --why 'lamp(3)'");
  CHECK(why.exit_code == 2);
  CHECK(has(why.err, "says nothing of"));
}

TEST_CASE("a false belief: check --against names the round and the sentence; a match is refused, not crashed") {
  Output output = test::percept("check " + igdl("false_belief.robot.igdl") + " --against " + igdl("false_belief.kif"));
  CHECK(output.exit_code == 1);
  CHECK(has(output.out, "is not a model of it: in round"));
  CHECK(has(output.out, "false_belief.robot.igdl:"));
  Output fine = test::percept("check " + igdl("wiring.robot.igdl") + " --against " + igdl("wiring.kif"));
  CHECK(fine.exit_code == 0);
  CHECK(has(fine.out, "is a model of it"));
  Output match = test::percept("match " + igdl("false_belief.kif") + " --players igdl --description robot=" +
                               igdl("false_belief.robot.igdl") + " --no-store");
  CHECK(match.exit_code != 0);
  Output known = test::percept("know " + igdl("false_belief.robot.igdl") + " --game " + igdl("false_belief.kif"));
  CHECK(known.exit_code == 1);
  CHECK(has(known.err, "the game is not a model of"));
}

TEST_CASE("a description that is too large is refused within --seconds, with the sentence") {
  TemporaryFolder folder;
  std::string grid = kSmall, rows = "row(X) => X = 1";
  for (int i = 1; i <= 60; ++i) {
    grid += "row(" + std::to_string(i) + ")\n";
    rows += " | X = " + std::to_string(i);
  }
  grid += rows + "\nrow(X) & row(Y) => base(at(X,Y))\n";
  auto file = folder.write("grid.igdl", grid + "true(at(A,B)) & true(at(C,D)) => A = C & B = D\n");
  for (const char* command : {"know ", "solve ", "sample ", "check "}) {
    CAPTURE(command);
    Output output = test::percept(command + quoted(file) + " --seconds 0.3");
    CHECK(output.exit_code == 1);
    CHECK(has(output.err, "grid.igdl:70: there was not enough time to put things in place of the variables"));
    CHECK(has(output.err, "give it more (--seconds"));
  }
  // What was not looked at in time is not said to be so.
  Output hurried = test::percept("check --json --seconds 1e-6 " + igdl("minefield.robot.igdl"));
  json checked = json::parse(hurried.out)["files"][0]["theory"];
  CHECK((checked.contains("error") || checked["complete"] == false));
  json whole = json::parse(test::percept("check --json " + igdl("wiring.robot.igdl")).out)["files"][0]["theory"];
  CHECK_FALSE(whole.contains("complete"));
}

TEST_CASE("what newcomers write: variables bound and free, moves that there are not, policies that come back") {
  TemporaryFolder folder;
  auto file = folder.write("free.igdl", kSmall + "legal(robot, a)\ntrue(X) => (EX:next(X))\n");
  Output checked = test::percept("check " + quoted(file));
  CHECK(has(checked.out, "free.igdl:9: X is bound by a quantifier, and outside of its scope it is another"));
  Output told = test::percept("know " + igdl("wiring.robot.igdl") + " --told 'l1:b9'");
  CHECK(told.exit_code == 1);
  CHECK(has(told.err, "b9"));
  // Infix as well as KIF.
  for (const char* seen : {"(dark 1)", "dark(1)"}) {
    auto lamp = folder.write("lamp.igdl",
                             "role(me)\nbase(dark(1))\ninput(me,press(1))\npercept(me,dark(1))\n"
                             "legal(me,press(1))\nsees(me,X) <=> true(X)\nbase(X) => (next(X) <=> ~true(X))\n");
    Output infix = test::percept("know " + quoted(lamp) + " --told '" + seen + ":press(1); -'");
    CHECK(infix.exit_code == 0);
    CHECK(has(infix.out, "does       (press 1)"));
  }
  CHECK(test::percept("solve " + igdl("wiring.robot.igdl") + " --depth 1000000").exit_code != 0);
  // Chance goes back and forth between two positions: each is shown once a round.
  auto swing = folder.write("swing.igdl", R"(role(me)
base(p)
input(me, wait)
percept(me, p)
legal(me, wait)
sees(me, p) <=> true(p)
~terminal
goal(me, 100) <=> true(p) & ~true(p)
goal(me, 0) <=> ~goal(me, 100)
)");
  Output policy = test::percept("solve " + quoted(swing) + " --depth 20");
  CHECK(policy.exit_code == 0);
  CHECK(has(policy.out, "as at ["));
  CHECK(policy.out.size() < 20000);
  json shared = json::parse(test::percept("solve --json " + quoted(swing) + " --depth 20").out);
  CHECK(shared["policy"]["branches"][0]["then"]["branches"][0]["then"].contains("node"));
}

TEST_CASE("options that do not go together are refused") {
  CHECK(test::percept("know " + igdl("wiring.robot.igdl") + " --seed 1").exit_code == 2);
  CHECK(test::percept("know " + own("monty_hall") + " --role candidate --told 'x'").exit_code == 2);
  CHECK(test::percept("know " + own("monty_hall")).exit_code == 2);
  CHECK(test::percept("sample " + own("monty_hall")).exit_code == 2);
  CHECK(test::percept("sample " + igdl("wiring.robot.igdl") + " --engine native").exit_code == 2);
}
