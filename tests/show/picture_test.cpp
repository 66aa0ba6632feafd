// SPDX-License-Identifier: MIT
//
// What is shown as data and JSON: all of it, once, and the same for whoever draws.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "game/playing.h"
#include "game/playout.h"
#include "show/board.h"
#include "support/aborting.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::show;
using namespace percept::test;
using nlohmann::ordered_json;

namespace {

const std::string kChessmen =
    "(role a) (legal a m) (<= terminal (true over)) (goal a 0) (<= (next ?f) (true ?f))\n"
    "(init (cell 1 1 b)) (init (cell 1 2 white_king)) (init (cell 2 1 b)) (init (cell 2 2 b)) (init (control a))\n"
    "(<= (next (cell 1 1 white_pawn)) (true (cell 1 1 b))) (<= (next over) (true (cell 1 1 white_pawn)))\n";

// The fluents of all things in the picture, in KIF.
std::multiset<std::string> fluents_of(const Picture& picture) {
  std::multiset<std::string> out;
  auto add = [&](const std::vector<Picture::Thing>& things) {
    for (const Picture::Thing& thing : things) out.insert(thing.fluent);
  };
  for (const Picture::Panel& panel : picture.panels)
    for (const auto& row : panel.squares)
      for (const Picture::Square& square : row) add(square.known), add(square.open);
  for (const Picture::List& list : picture.known) add(list.things);
  for (const Picture::List& list : picture.open) add(list.things);
  return out;
}

std::shared_ptr<belief::Rules> rules_of(const Game& game, circuit::Logic logic, std::size_t max_rules) {
  ground::Options grounding;
  grounding.max_rules = max_rules;
  return got(belief::Rules::make(game.model().shared_description(), logic, grounding));
}

// The state in the numbers of the rules.
State same_state(belief::Rules& rules, const Game& game, const State& state) {
  State out;
  for_each_fluent(state, [&](FluentId fluent) { out.insert(got(rules.fluent(game.text(fluent)))); });
  return out;
}

// Some positions of a random match, the first one among them.
std::vector<State> some_states(Game& game) {
  std::vector<State> out = {game.initial()};
  Random random(3);
  while (out.size() < 8 && !got(game.terminal(out.back())))
    out.push_back(got(game.next(out.back(), got(random_joint_move(game, out.back(), random)))));
  return out;
}

}  // namespace

TEST_CASE("picture: every fluent of a state is in it once, in all of the project's own games") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game game = game_of_file(file, Game::Choice::kProver);
    Board board(game);
    for (const State& state : some_states(game)) {
      std::multiset<std::string> wanted;
      for_each_fluent(state, [&](FluentId fluent) { wanted.insert(game.text(fluent)); });
      Picture picture = board.picture(state);
      CHECK(fluents_of(picture) == wanted);
      for (const Picture::Panel& panel : picture.panels) {
        CHECK(panel.squares.size() == panel.rows.labels.size());
        for (const auto& row : panel.squares) CHECK(row.size() == panel.columns.labels.size());
      }
    }
  }
}

TEST_CASE("picture: what is drawn for a belief is what the referee sees, whatever numbers it has") {
  for (const std::string name : {"krieg_tictactoe_3x3", "hidden_connect"}) {
    CAPTURE(name);
    Game game = game_of_file(project_root() / "games" / (name + ".kif"), Game::Choice::kProver);
    Board referee(game);
    for (auto logic : {circuit::Logic::kTwoValued, circuit::Logic::kKleene})
      for (std::size_t max_rules : {std::size_t{1}, std::size_t{2'000'000}}) {  // on local circuits, and on a whole one
        auto rules = rules_of(game, logic, max_rules);
        CHECK(rules->why_local().empty() == (max_rules > 1));
        Board board = got(Board::make(*rules));
        for (const State& state : some_states(game)) {
          CHECK(board.text(same_state(*rules, game, state)) == referee.text(state));
          for_each_fluent(state, [&](FluentId fluent) {
            CHECK(board.on_board(got(rules->fluent(game.text(fluent)))) == referee.on_board(fluent));
          });
        }
      }
  }
}

TEST_CASE("picture: a state of another lexicon is refused") {
  Game one = game_of_text(kChessmen, Game::Choice::kProver), other = game_of_text(kChessmen, Game::Choice::kProver);
  Board board(one);
  CHECK_FALSE(board.picture(one.initial()).panels.empty());
  CHECK(aborting([&] { (void)board.picture(other.initial()); }).find("a state of another model") != std::string::npos);
}

TEST_CASE("picture: as JSON it has what the header says") {
  Game game = game_of_text(kChessmen, Game::Choice::kProver);
  Board board(game);
  State known = got(game.parse_state("((cell 1 2 white_king) (cell 2 1 b) (control a))"));
  std::vector<OpenFluent> open;
  auto add = [&](const std::string& fluent, std::optional<double> probability, bool exact) {
    for_each_fluent(got(game.parse_state("(" + fluent + ")")), [&](FluentId one) {
      open.push_back({one, probability, exact});
    });
  };
  add("(cell 1 1 white_pawn)", 0.25, false);
  add("over", std::nullopt, true);
  const ordered_json side = {{"labels", {"1", "2"}}, {"group", 0}}, upward = {{"labels", {"2", "1"}}, {"group", 0}};
  const ordered_json king = {{"text", "k"}, {"fluent", "(cell 1 2 white_king)"}};
  const ordered_json pawn = {
      {"text", "p"}, {"fluent", "(cell 1 1 white_pawn)"}, {"probability", 0.25}, {"exact", false}};
  const ordered_json blank = {{"text", "."}, {"fluent", "(cell 2 1 b)"}};
  const ordered_json none = ordered_json::object();
  ordered_json squares = ordered_json::array();
  squares.push_back({{{"known", ordered_json::array({king})}}, none});
  squares.push_back({{{"open", ordered_json::array({pawn})}}, {{"known", ordered_json::array({blank})}}});
  ordered_json json = to_json(board.picture(known, open));
  REQUIRE(json["panels"].size() == 1);
  const ordered_json& panel = json["panels"][0];
  CHECK(panel["name"] == "cell");
  CHECK(panel["sheet"].is_null());
  CHECK(panel["columns"] == side);
  CHECK(panel["rows"] == upward);
  CHECK(panel["upward"] == true);
  CHECK(panel["blanks"] == true);
  CHECK(panel["squares"] == squares);
  CHECK(json["legend"] ==
        ordered_json::parse(
            R"json([{"panel": "cell", "text": "k", "meaning": "white_king"}, {"panel": "cell", "text": "p", "meaning"
      : "white_pawn"}])json"));
  CHECK(json["known"] ==
        ordered_json::parse(R"json([{"name": "control", "things": [{"text": "a", "fluent": "(control a)"}]}])json"));
  CHECK(json["open"] ==
        ordered_json::parse(
            R"json([{"name": "true", "things": [{"text": "over", "fluent": "over", "probability": null, "exact":
      true}]}])json"));
}

TEST_CASE("picture: sheets, groups and marks as data") {
  Game connect = game_of_file(project_root() / "games/hidden_connect.kif", Game::Choice::kProver);
  Picture picture = Board(connect).picture(connect.initial());
  std::set<std::string> sheets;
  for (const Picture::Panel& panel : picture.panels)
    if (panel.name == "disc") sheets.insert(panel.sheet.value_or("none"));
  CHECK(sheets == std::set<std::string>{"east_board", "west_board"});

  Game pacman = game_of_file(project_root() / "games/pacman_3p.kif", Game::Choice::kProver);
  picture = Board(pacman).picture(pacman.initial());
  CHECK(std::ranges::count(picture.legend, std::string(kMark), &Picture::Meaning::text) == 1);
}
