// SPDX-License-Identifier: MIT
//
// What is known of a state, as people see it: squares and lists with what may hold.
#include "game/playing.h"
#include "show/board.h"

using namespace percept;
using namespace percept::game;
using namespace percept::show;
using namespace percept::test;

namespace {

const std::string kRules =
    "(role a) (legal a m) (<= terminal (true over)) (goal a 0) (<= (next ?f) (true ?f))\n"
    "(init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b)) (init (control a))\n"
    "(<= (next (cell 1 1 x)) (true (cell 1 1 b))) (<= (next (cell 1 1 o)) (true (cell 1 1 b)))\n";

struct Open {
  std::string fluent;
  std::optional<double> probability = {};
  bool exact = true;
};

std::string shown(const std::string& known, const std::vector<Open>& open, bool color = false,
                  std::size_t most = SIZE_MAX) {
  Game game = game_of_text(kRules, Game::Choice::kProver);
  std::vector<OpenFluent> fluents;
  for (const Open& one : open)
    for_each_fluent(got(game.parse_state("(" + one.fluent + ")")), [&](FluentId fluent) {
      fluents.push_back({fluent, one.probability, one.exact});
    });
  return Board(game).text(got(game.parse_state(known)), fluents, color, most);
}

const std::string kThree = "((cell 1 2 b) (cell 2 1 x) (cell 2 2 o) (control a))";

}  // namespace

TEST_CASE("board: without open fluents it is that of the state") {
  Game game = game_of_text(kRules, Game::Choice::kProver);
  Board board(game);
  CHECK(board.text(game.initial(), {}) == board.text(game.initial()));
}

TEST_CASE("board: what may be on a square has its probability") {
  CHECK(shown(kThree, {{"(cell 1 1 b)", 0.67}, {"(cell 1 1 x)", 0.33}}) ==
        "2  .     o\n"
        "1  x 33% x\n"
        "   1     2\n"
        "control   a\n");
}

TEST_CASE("board: estimates, extremes, other contents, and no probabilities at all") {
  auto square = [](const std::vector<Open>& open) {
    std::string text = shown(kThree, open);
    std::size_t line = text.find("\n1  ") + 4;
    return text.substr(line, text.find(" x\n", line) - line);
  };
  CHECK(square({{"(cell 1 1 x)", 0.25, false}, {"(cell 1 1 b)", 0.75, false}}) == "x~25%");
  CHECK(square({{"(cell 1 1 x)", 0.001}, {"(cell 1 1 b)", 0.999}}) == "x <1%");
  CHECK(square({{"(cell 1 1 x)", 0.999}, {"(cell 1 1 b)", 0.001}}) == "x >99%");
  CHECK(square({{"(cell 1 1 x)", 0.2}, {"(cell 1 1 o)", 0.3}, {"(cell 1 1 b)", 0.5}}) == "o 30%+");
  CHECK(square({{"(cell 1 1 x)"}, {"(cell 1 1 b)"}}) == "x?");
  CHECK(square({{"(cell 1 1 x)"}, {"(cell 1 1 o)"}}) == "?");
  CHECK(square({{"(cell 1 1 b)", 0.5}}) == ". 50%");
}

TEST_CASE("board: lists of open fluents have a ? behind their name") {
  std::string text = shown("((control a))", {{"(car 3)", 0.25}, {"(car 1)", 0.75}, {"over"}});
  CHECK(text.find("control   a\ncar?      1 75%, 3 25%\ntrue?     over\n") != std::string::npos);
  text = shown("((control a))", {{"(car 3)", 0.25, false}, {"(car 1)", 0.75, false}});
  CHECK(text.find("car?      1 about 75%, 3 25%\n") != std::string::npos);
}

TEST_CASE("board: of a long list the likeliest are shown") {
  std::vector<Open> open;
  for (int i = 1; i <= 6; ++i) open.push_back({"(car " + std::to_string(i) + ")", i / 10.0});
  std::string text = shown("((control a))", open, false, 2);
  CHECK(text.find("car?      6 60%, 5 50%, and 4 more\n") != std::string::npos);
}

TEST_CASE("board: colours tell how likely a thing is") {
  auto with = [](double probability) { return shown(kThree, {{"(cell 1 1 x)", probability}}, true); };
  CHECK(with(0.6).find("\x1b[1;33mx 60%\x1b[0m") != std::string::npos);
  CHECK(with(0.3).find("\x1b[33mx 30%\x1b[0m") != std::string::npos);
  CHECK(with(0.05).find("\x1b[2;33mx 5%\x1b[0m") != std::string::npos);
}
