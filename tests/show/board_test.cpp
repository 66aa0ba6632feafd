// SPDX-License-Identifier: MIT
//
// States as people see them. The games here are a few facts each: what the initial state looks like is what counts.
#include "show/board.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::show;
using namespace percept::test;

namespace {

const std::string kEnd = "(role a) (role b) (legal a m) (legal b m) (<= terminal (true over)) (goal a 0) (goal b 0)\n";
const std::string kLasting = "(<= (next ?f) (true ?f))\n";

// How the initial state of the game with these rules looks, the state being all that ever holds.
std::string board(const std::string& rules) {
  Game game = game_of_text(kEnd + kLasting + rules, kProver);
  return Board(game).text(game.initial());
}

// The same for the given state.
std::string board(const std::string& rules, const std::string& state) {
  Game game = game_of_text(kEnd + kLasting + rules, kProver);
  return Board(game).text(got(game.parse_state(state)));
}

std::string cells(int width, int height, const std::string& content) {
  std::string out;
  for (int x = 1; x <= width; ++x)
    for (int y = 1; y <= height; ++y) out += fmt::format("(init (cell {} {} {}))", x, y, content);
  return out;
}

}  // namespace

TEST_CASE("board: cells with coordinates, blanks as dots, what is no board below") {
  CHECK(board(cells(3, 2, "b") + "(<= (next (cell 1 1 x)) (true (cell 1 1 b))) (init (control a)) (init (step 1))",
              "((cell 1 1 x) (cell 2 1 b) (cell 3 1 b) (cell 1 2 b) (cell 2 2 b) (control a) (step 1))") ==
        "2  . .\n"
        "1  x . .\n"
        "   1 2 3\n"
        "control   a\n"
        "step      1\n");
}

TEST_CASE("board: letters go across and numbers up, as in chess") {
  std::string rules;
  for (char file : std::string("abcd"))
    for (char rank : std::string("1234"))
      rules += fmt::format("(init (cell {} {} {}))", file, rank, rank < '3' ? "wp" : "b");
  CHECK(board(rules) ==
        "4  .  .  .  .\n"
        "3  .  .  .  .\n"
        "2  wp wp wp wp\n"
        "1  wp wp wp wp\n"
        "   a  b  c  d\n");
}

TEST_CASE("board: rows of a matrix go down") {
  std::string facts = "(index 1) (index 2) (index 3) ";
  CHECK(board(facts + "(<= (init (cell ?row ?col b)) (index ?row) (index ?col))"
                      "(<= (next (cell 1 3 x)) (true (cell 1 3 b)))",
              "((cell 1 1 b) (cell 1 3 x) (cell 2 1 b))") ==
        "   1 2 3\n"
        "1  .   x\n"
        "2  .\n"
        "3\n");
  CHECK(board(facts + "(<= (init (cell ?x ?y b)) (index ?x) (index ?y)) (<= (next (cell 1 3 x)) (true (cell 1 3 b)))",
              "((cell 1 1 b) (cell 1 3 x) (cell 2 1 b))") ==
        "3  x\n"
        "2\n"
        "1  . .\n"
        "   1 2 3\n");
}

TEST_CASE("board: what is there may stand before the coordinates") {
  CHECK(board("(init (location king 2 1)) (init (location rook 4 3)) (init (location king 3 2))"
              "(init (location rook 1 4))") ==
        "4  r . . .\n"
        "3  . . . r\n"
        "2  . . k .\n"
        "1  . k . .\n"
        "   1 2 3 4\n"
        "k = king, r = rook\n");
}

TEST_CASE("board: several things on one square") {
  CHECK(
      has(board("(init (at king 1 1)) (init (at rook 1 1)) (init (at king 2 2)) (init (at rook 3 3))"), "1  kr .  ."));
  CHECK(has(board("(init (at white_king 1 1)) (init (at black_king 1 1)) (init (at white_rook 2 2))"), "b,wk"));
}

TEST_CASE("board: long names are cut to what tells them apart, with a legend") {
  std::string text = board(
      "(init (cell 1 1 whiterook)) (init (cell 1 2 whitepawn)) (init (cell 2 1 blackrook))"
      "(init (cell 2 2 blackpawn))");
  CHECK(text ==
        "2  wp bp\n"
        "1  wr br\n"
        "   1  2\n"
        "bp = blackpawn, br = blackrook, wp = whitepawn, wr = whiterook\n");
}

TEST_CASE("board: two arguments that say what is there") {
  CHECK(board("(init (cell 1 1 white king)) (init (cell 1 2 black king)) (init (cell 2 1 white pawn))"
              "(init (cell 2 2 black pawn))") ==
        "2  bk bp\n"
        "1  wk wp\n"
        "   1  2\n"
        "b = black, k = king, p = pawn, w = white\n");
}

TEST_CASE("board: marks on a grid") {
  CHECK(board("(init (mine 1 1)) (init (mine 3 2)) (init (mine 3 1)) (init (mine 1 3))") ==
        "3  * . .\n"
        "2  . . *\n"
        "1  * . *\n"
        "   1 2 3\n");
}

TEST_CASE("board: queens that moves place") {
  std::string place =
      "(<= (next (queen ?x ?y)) (does a (place ?x ?y))) (n 1) (n 2) (n 3)"
      "(<= (legal b (place ?x ?y)) (n ?x) (n ?y)) (<= (legal a (place ?x ?y)) (n ?x) (n ?y))";
  CHECK(
      has(board("(init (queen 1 2)) (init (queen 2 3)) (init (queen 3 1))" + place), "3  . * .\n2  * . .\n1  . . *\n"));
  // Without such a move it is a number for each number.
  CHECK(board("(init (shift 1 2)) (init (shift 2 3)) (init (shift 3 1))") == "shift     1 2, 2 3, 3 1\n");
}

TEST_CASE("board: heaps are no squares") {
  CHECK(board("(init (heap a 1)) (init (heap b 4)) (init (heap c 2)) (init (heap d 3))") ==
        "heap      a 1, b 4, c 2, d 3\n");
}

TEST_CASE("board: marks on the squares of another board") {
  CHECK(board(cells(3, 3, "b") + "(init (pellet 1 1)) (init (pellet 3 1)) (init (pellet 1 3)) (init (pellet 3 3))") ==
        "3  * . *\n"
        "2  . . .\n"
        "1  * . *\n"
        "   1 2 3\n"
        "* = pellet\n");
}

TEST_CASE("board: marks of two kinds have boards that look like the one they are on") {
  std::string text = board(cells(4, 4, "x") +
                           "(init (wall 1 1)) (init (wall 2 2)) (init (wall 1 2)) (init (wall 2 1))"
                           "(init (door 4 4)) (init (door 3 3)) (init (door 3 4)) (init (door 4 3))");
  CHECK(text ==
        "cell          door          wall\n"
        "4  x x x x    4  . . * *    4  . . . .\n"
        "3  x x x x    3  . . * *    3  . . . .\n"
        "2  x x x x    2  . . . .    2  * * . .\n"
        "1  x x x x    1  . . . .    1  * * . .\n"
        "   1 2 3 4       1 2 3 4       1 2 3 4\n");
}

TEST_CASE("board: several boards in one fluent stand side by side") {
  std::string rules;
  for (int board_number : {1, 2})
    for (int x : {1, 2, 3})
      for (int y : {1, 2, 3}) rules += fmt::format("(init (cell {} {} {} {}))", board_number, x, y, x == y ? "x" : "b");
  CHECK(board(rules) ==
        "cell 1      cell 2\n"
        "3  . . x    3  . . x\n"
        "2  . x .    2  . x .\n"
        "1  x . .    1  x . .\n"
        "   1 2 3       1 2 3\n");
}

TEST_CASE("board: boards on a board") {
  std::string rules;
  for (int i : {1, 2})
    for (int j : {1, 2})
      for (int k : {1, 2})
        for (int l : {1, 2})
          rules += fmt::format("(init (cell {} {} {} {} {}))", i, j, k, l, i == 1 && j == 2 ? "x" : "b");
  CHECK(board(rules) ==
        "22  x  x    .  .\n"
        "21  x  x    .  .\n"
        "\n"
        "12  .  .    .  .\n"
        "11  .  .    .  .\n"
        "    11 12   21 22\n");
  // Where rules look at rows, the first two arguments are one coordinate.
  CHECK(board(rules + "(<= (next taken) (true (cell 1 2 ?k ?l x)))") ==
        "22  .  x    .  .\n"
        "21  .  x    .  .\n"
        "\n"
        "12  .  x    .  .\n"
        "11  .  x    .  .\n"
        "    11 12   21 22\n");
}

TEST_CASE("board: squares in one name") {
  std::string rules;
  for (char file : std::string("abc"))
    for (char rank : std::string("123"))
      rules += fmt::format("(init (on {}{} {}))", file, rank, file == 'b' ? "red" : "empty");
  CHECK(board(rules) ==
        "3  .   red .\n"
        "2  .   red .\n"
        "1  .   red .\n"
        "   a   b   c\n");
}

TEST_CASE("board: names that a relation puts in a row") {
  std::string rules =
      "(after one two) (after two three) (after three four) (<= (next go) (after one ?x) (true (p ?x)))"
      "(init (p x))";
  for (const std::string x : {"one", "two", "three", "four"})
    for (const std::string y : {"one", "two", "three", "four"}) rules += fmt::format("(init (cell {} {} b))", x, y);
  CHECK(has(board(rules), "      one   two   three four\n"));
}

TEST_CASE("board: a table where names are the places") {
  CHECK(board("(init (hand ann gold 1)) (init (hand ann iron 12)) (init (hand bob gold 0)) (init (hand bob iron 3))") ==
        "     gold iron\n"
        "ann  1    12\n"
        "bob  0    3\n");
}

TEST_CASE("board: gaps are filled, and numbers go on where a state needs it") {
  std::string rules =
      "(init (at king 1 1)) (init (at rook 4 4)) (init (at pawn 2 1)) (n 1) (n 2) (n 4) (n 9)"
      "(<= (next (at pawn ?x ?y)) (true far) (n ?x) (n ?y))";
  CHECK(has(board(rules), "3  . . . .\n"));
  std::string far = board(rules, "((at pawn 9 1))");
  CHECK(has(far, "1  . . . . . . . . p\n"));
}

TEST_CASE("board: black pieces are no blanks") {
  CHECK(has(board("(init (cell 1 1 b)) (init (cell 1 2 w)) (init (cell 2 1 e)) (init (cell 2 2 e))"), "1  b .\n"));
  CHECK(has(board("(init (cell 1 1 b)) (init (cell 1 2 a)) (init (cell 2 1 blank)) (init (cell 2 2 blank))"),
            "1  b .\n"));
}

TEST_CASE("board: nothing but a list, by name, wrapped") {
  CHECK(board("(init p) (init (q 10)) (init (q 9)) (init r) (init (wind north strong))") ==
        "q         9, 10\n"
        "true      p, r\n"
        "wind      north strong\n");
  std::string rules;
  for (int i = 1; i <= 60; ++i) rules += fmt::format("(init (possible number{}))", i);
  std::string text = board(rules);
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    CHECK(text.find('\n', begin) - begin <= 100);
  CHECK(has(text, "\n          number"));
}

TEST_CASE("board: an empty state") { CHECK(board("(<= (next over) (true nothing))") == ""); }

TEST_CASE("board: colour changes nothing but colour") {
  Game game = game_of_text(kEnd + kLasting + cells(3, 3, "b") + "(init (control a))", kProver);
  Board drawn(game);
  std::string colored = drawn.text(game.initial(), true), stripped;
  CHECK(has(colored, "\x1b["));
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b')
      i = colored.find('m', i);
    else
      stripped += colored[i];
  }
  CHECK(stripped == drawn.text(game.initial()));
}

TEST_CASE("board: names cannot steer a terminal") {
  const std::string steers = "\xc2\x9b";  // ESC [ in one character
  std::string text = board("(init (cell 1 1 x" + steers + "31m)) (init (cell 1 2 b)) (init (cell 2 1 b))" +
                           "(init (cell 2 2 b)) (init (note y" + steers + "2J)) (init (q" + steers + " 1 2 z))");
  CHECK_FALSE(has(text, steers));
  CHECK(has(text, "y?2j"));
}

TEST_CASE("board: no fluent of a state is lost, in any of the project's own games") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game game = game_of_file(file, kProver);
    Board drawn(game);
    Random random(2);
    got(play_out(game, game.initial(), random, 500, [&](const Round& round) -> Result<void> {
      std::string text = drawn.text(round.state);
      for (FluentId fluent : game.sorted(round.state)) {
        program::TermId term = game.term(fluent);
        if (!drawn.on_board(fluent))
          CHECK_MESSAGE(has(text, std::string(game.terms().text(game.terms().name(term)))), game.text(fluent));
      }
      return {};
    }));
  }
}

TEST_CASE("board: the project's own games have the boards they should have") {
  auto first = [](const std::string& name) {
    Game game = game_of_file(project_root() / "games" / (name + ".kif"), kProver);
    return Board(game).text(game.initial());
  };
  CHECK(first("noughts_and_crosses") == "3  . . .\n2  . . .\n1  . . .\n   1 2 3\ncontrol   crosses\n");
  CHECK(has(first("blind_breakthrough_5x5"), "5  b b b b b\n4  b b b b b\n3  . . . . .\n2  w w w w w\n1  w w w w w\n"));
  CHECK(has(first("krieg_tictactoe_3x3"), "cell        found\n3  . . .    3  . . .\n"));
  CHECK(has(first("minesweeper"), "covered       mine\n4  * * * *    4  . . . .\n"));
  CHECK(has(first("pacman_3p"), "7  * * * * . * * * *\n"));
  CHECK(has(first("pacman_3p"), "5  . . . b . i . . .\n"));
  CHECK(has(first("hidden_connect"), "disc east_board    disc west_board    lowest_free\n"));
  CHECK(has(first("small_dominion"), "   baron  7      0      3      0      0"));
  CHECK(has(first("transit"), "8  . . p . .\n"));
  CHECK(has(first("backgammon"), "black  0  0  0  0  0  0  5  0  3"));
  for (const std::string name : {"kuhn_poker", "monty_hall", "number_guessing", "rock_paper_scissors", "two_generals"})
    CHECK_FALSE(has(first(name), "   1 2"));
}

TEST_CASE("board: games of others") {
  REQUIRE_CORPUS();
  auto first = [](const std::string& name) {
    Game game = game_of_file(corpus() / "games/gdl1" / (name + ".kif"), kProver);
    return Board(game).text(game.initial());
  };
  CHECK(has(first("ticTacToe"), "   1 2 3\n1  . . .\n2  . . .\n3  . . .\n"));
  CHECK(has(first("connectFour"), "2  . . . . . . . .\n1  . . . . . . . .\n   1 2 3 4 5 6 7 8\n"));
  CHECK(has(first("chess"), "8  br bn bb bq bk bb bn br\n7  bp bp bp bp bp bp bp bp\n6  .  .  .  .  .  .  .  .\n"));
  CHECK(has(first("chess"), "1  wr wn wb wq wk wb wn wr\n   a  b  c  d  e  f  g  h\n"));
  CHECK(has(first("checkers"), "3  .  wp .  wp .  wp .  wp\n2  wp .  wp .  wp .  wp .\n"));
  CHECK(has(first("breakthrough"), "8  b b b b b b b b\n7  b b b b b b b b\n6  . . . . . . . .\n"));
  CHECK(has(first("hex"), "9  . . . . . . . . ."));
  CHECK(has(first("sudokuGrade1"), "13  .  .  .    5  2  8    .  .  .\n"));
  CHECK(has(first("peg"), "c7          peg peg peg\n"));
}

TEST_CASE("board: fluents with very many arguments are listed") {
  std::string arguments;
  for (int i = 0; i < 200; ++i) arguments += fmt::format(" {}", i % 3);
  CHECK(has(board("(init (wide" + arguments + ")) (init (wide" + arguments.substr(2) + " 1 1))"), "wide      0 1 2 0"));
}

TEST_CASE("board: a mark goes on one board") {
  std::string text = board(cells(3, 3, "x") +
                           "(init (at king 1 1)) (init (at rook 3 3)) (init (at king 2 2)) (init (at rook 1 3))"
                           "(init (lit 3 1)) (init (lit 3 2)) (init (lit 2 1)) (init (lit 1 2))");
  CHECK(std::ranges::count(text, '*') == 5);  // the legend has the fifth
}
