// SPDX-License-Identifier: MIT
//
// `percept explore`: a walk whose commands come from the standard input.
#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;

namespace {

Output explore(const std::string& name, const std::string& commands) {
  return test::percept("explore --seed 1 " + own(name), commands);
}

}  // namespace

TEST_CASE("explore: the position and the legal moves, numbered for each role") {
  Output output = explore("noughts_and_crosses", "");
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(has(output.out, "3  . . .\n2  . . .\n1  . . .\n   1 2 3\ncontrol   crosses\n"));
  CHECK(has(output.out, "crosses\n  1 (mark 1 1)  2 (mark 1 2)"));
  CHECK(has(output.out, "noughts\n  1 noop\n"));
  CHECK_FALSE(has(output.out, "percept>"));  // nobody is at the keyboard
}

TEST_CASE("explore: moves by number, by name, for all roles or only those with a choice") {
  for (const std::string command : {"5", "5 1", "(mark 2 2)", "(MARK 2  2) noop", "  5   r  "}) {
    CAPTURE(command);
    Output output = explore("noughts_and_crosses", command + "\nstate\n");
    CHECK(output.err.empty());
    CHECK(has(output.out, "  crosses  (mark 2 2)  sees"));
    CHECK(has(output.out, "(cell 2 2 crosses)"));
    CHECK(has(output.out, "(control noughts)"));
  }
}

TEST_CASE("explore: roles that move at the same time") {
  Output output = explore("rock_paper_scissors", "rock paper\nstate\n2 r\nr\npercepts\n");
  CHECK(output.err.empty());
  CHECK(has(output.out, "  left   rock   sees (shown right paper)\n"));
  CHECK(has(output.out, "((score left 0) (score right 1) (throw 2))"));
  CHECK(has(output.out, "the game is over"));
}

TEST_CASE("explore: nature's move may be left to chance") {
  Output output = explore("kuhn_poker", "r\n1\nstate\n");
  CHECK(output.err.empty());
  CHECK(has(output.out, "random (nature)"));
  CHECK(has(output.out, "  random   (deal "));
}

TEST_CASE("explore: back, restart and go") {
  Output output = explore("noughts_and_crosses", "1\n2\nback\nback\nstate\n1\n1\nback 2\nstate\n3\nrestart\nstate\n");
  CHECK(output.err.empty());
  std::size_t count = 0;
  for (std::size_t at = 0; (at = output.out.find("((cell 1 1 blank) (cell 1 2 blank)", at)) != std::string::npos; ++at)
    ++count;
  CHECK(count == 3);
  Output moved =
      explore("noughts_and_crosses", "go ((cell 1 1 crosses) (cell 1 2 blank) (control noughts))\nstate\nback\n");
  CHECK(moved.err.empty());
  CHECK(has(moved.out, "2  .\n1  c\n"));
  CHECK(has(moved.out, "((cell 1 1 crosses) (cell 1 2 blank) (control noughts))\n"));
  CHECK(has(moved.out, "noughts\n  1 (mark 1 2)\n"));
}

TEST_CASE("explore: what each role saw, and what it has") {
  Output output = explore("krieg_tictactoe_3x3", "(mark 2 2)\n(mark 2 2)\npercepts\ngoals\nhistory\n");
  CHECK(output.err.empty());
  CHECK(has(output.out, "  noughts  (mark 2 2)  sees occupied\n"));
  CHECK(has(output.out, "   1  (mark 2 2) noop\n   2  noop (mark 2 2)\n"));
}

TEST_CASE("explore: in a game without percepts in the rules they are the moves") {
  TemporaryFolder folder;
  std::string file = folder
                         .write("g.kif",
                                "(role a)\n(role b)\n(init p)\n(legal a m)\n(legal b n)\n"
                                "(<= (next q) (true p))\n(<= terminal (true q))\n(goal a 7)\n(goal b 8)\n")
                         .string();
  Output output = test::percept("explore '" + file + "'", "r\npercepts\n");
  CHECK(has(output.out, "  a  m  sees (does a m) (does b n)\n"));
  CHECK(has(output.out, "the game is over\n  a  7\n  b  8\n"));
}

TEST_CASE("explore: to the end at random") {
  Output output = explore("noughts_and_crosses", "random 100\nr\n1\nback\nmoves\n");
  CHECK(has(output.out, "the game is over\n"));
  CHECK(has(output.err, "the game is over"));
  CHECK(has(output.err, "back or restart"));
  CHECK(output.exit_code == 0);
}

TEST_CASE("explore: mistakes are explained, change nothing and end nothing") {
  Output output =
      explore("noughts_and_crosses",
              "frobnicate\n10\n(mark 4 4)\n(mark 1 1\n1 1 1\nback\nback x\ngo\ngo (lake)\npercepts\n(mark ?x "
              "1)\n)\nhelp me\n5\n(mark 2 2)\nstate\n");
  CHECK(output.exit_code == 0);
  for (const std::string part : {"no move frobnicate", "no move 10", "3 moves for 1 role: crosses",
                                 "nothing was done yet", "go where?", "no fluent", "no round before", "has a variable"})
    CHECK_MESSAGE(has(output.err, part), part);
  CHECK(has(output.err, "(mark 2 2) is not legal for noughts now"));
  CHECK(has(output.out, "(cell 2 2 crosses)"));
}

TEST_CASE("explore: a role without a legal move is a mistake of the rules that one can look at") {
  TemporaryFolder folder;
  std::string file = folder
                         .write("g.kif",
                                "(role a)\n(init p)\n(<= (legal a m) (true p))\n(<= (next q) (true p))\n"
                                "(<= terminal (true r))\n(<= (next r) (does a n))\n(goal a 0)\n")
                         .string();
  Output output = test::percept("explore '" + file + "'", "1\nstate\nback\nstate\n");
  CHECK(output.exit_code == 0);
  CHECK(has(output.err, "a has no legal move in the state (q)"));
  CHECK(has(output.out, "(q)\n"));
  CHECK(has(output.out, "(p)\n"));
}

TEST_CASE("explore: help, quit and the end of the input") {
  Output output = explore("monty_hall", "help\nquit\nstate\n");
  CHECK(output.exit_code == 0);
  for (const std::string word : {"back", "restart", "go STATE", "moves", "percepts", "goals", "history"})
    CHECK_MESSAGE(has(output.out, word), word);
  CHECK_FALSE(has(output.out, "((closed"));
  CHECK(explore("monty_hall", "\n\n").exit_code == 0);
  CHECK(explore("monty_hall", "state").out == explore("monty_hall", "state\n").out);
}

TEST_CASE("explore: long lists are cut until they are asked for") {
  TemporaryFolder folder;
  std::string rules = "(role a)\n(init p)\n(<= (next q) (true p))\n(<= terminal (true q))\n(goal a 0)\n";
  for (int i = 1; i <= 200; ++i) rules += "(legal a (pick " + std::to_string(i) + "))\n";
  std::string file = folder.write("g.kif", rules).string();
  Output output = test::percept("explore '" + file + "'", "");
  CHECK(has(output.out, "and 140 more: moves lists them all"));
  CHECK_FALSE(has(output.out, "(pick 200)"));
  CHECK(has(test::percept("explore '" + file + "'", "moves\n").out, "200 (pick 200)"));
  CHECK(has(test::percept("explore '" + file + "'", "200\nhistory\n").out, "   1  (pick 200)"));
}

TEST_CASE("explore: the same seed, the same chance") {
  CHECK(explore("meier", "random 5\nstate\n").out == explore("meier", "random 5\nstate\n").out);
}

TEST_CASE("explore: rules must be in a file, and without errors") {
  Output output = test::percept("explore -", "(role a)");
  CHECK(output.exit_code == 2);
  CHECK(has(output.err, "file"));
  CHECK(test::percept("explore").exit_code == 2);
  CHECK(test::percept("explore /no/such/file.kif").exit_code == 2);
  TemporaryFolder folder;
  Output bad = test::percept("explore '" + folder.write("bad.kif", "(role a)\n").string() + "'");
  CHECK(bad.exit_code == 1);
  CHECK(has(bad.err, "GDL4"));
}

TEST_CASE("explore --help teaches") {
  std::string text = test::percept("explore --help").out;
  for (const std::string word : {"FILE", "--seed", "--engine", "Exit code", "Examples", "back", "go STATE"})
    CHECK_MESSAGE(has(text, word), word);
}
