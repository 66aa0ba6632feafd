// SPDX-License-Identifier: MIT
//
// Game as a façade: what it refuses, its roles, what each sees, and the errors of games that do not go on.
#include "game/game.h"

#include <algorithm>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::test;

namespace {

Result<Game> make(std::string text) {
  return Game::make(gdl::read_text("sheet.kif", std::move(text)), {.engine = kProver, .grounding = {}});
}

// Two roles toss a coin each; the second sees nothing of it. `random` deals in the second round.
const std::string kCoins = R"(
(role left) (role right) (role random)
(init (round 1))
(<= (legal ?r heads) (player ?r)) (<= (legal ?r tails) (player ?r)) (legal random (deal 1)) (legal random (deal 2))
(player left) (player right)
(<= (next (round 2)) (true (round 1)))
(<= (next (shown ?r ?m)) (does ?r ?m) (player ?r))
(<= (sees left (other ?m)) (does right ?m))
(<= (sees left (dealt ?n)) (does random (deal ?n)))
(<= terminal (true (round 2)))
(<= (goal left 100) (true (shown right heads))) (<= (goal left 0) (true (shown right tails)))
(<= (goal right 50) (player right))
)";

}  // namespace

TEST_CASE("game: roles come in the order of their facts, and have their names in any case") {
  Game game = game_of_text(kCoins, kProver);
  REQUIRE(game.roles() == 3);
  CHECK(game.text(RoleId{0}) == "left");
  CHECK(game.text(RoleId{1}) == "right");
  CHECK(game.text(RoleId{2}) == "random");
  CHECK(game.role("RIGHT") == RoleId{1});
  CHECK_FALSE(game.role("middle").has_value());
}

TEST_CASE("game: random is nature where there are percepts, and a role like others elsewhere") {
  Game game = game_of_text(kCoins, kProver);
  CHECK(game.imperfect());
  CHECK(game.random() == RoleId{2});
  Game ordinary =
      game_of_text("(role random) (legal random wait) (init p) (<= terminal (true p)) (goal random 100)", kProver);
  CHECK_FALSE(ordinary.imperfect());
  CHECK_FALSE(ordinary.random().has_value());
}

TEST_CASE("game: a round of it") {
  Game game = game_of_text(kCoins, kProver);
  State state = game.initial();
  CHECK(game.text(state) == "((round 1))");
  CHECK_FALSE(got(game.terminal(state)));
  CHECK(got(game.legal(state, RoleId{0})).size() == 2);
  JointMove moves = {got(game.parse_move(RoleId{0}, "tails")), got(game.parse_move(RoleId{1}, "heads")),
                     got(game.parse_move(RoleId{2}, "(deal 2)"))};
  auto texts = [&](std::uint32_t role) {
    std::vector<std::string> out;
    for (PerceptId percept : got(game.percepts(state, moves, RoleId{role}))) out.push_back(game.text(percept));
    std::ranges::sort(out);
    return out;
  };
  CHECK(texts(0) == std::vector<std::string>{"(dealt 2)", "(other heads)"});
  CHECK(texts(1).empty());
  state = got(game.next(state, moves));
  CHECK(game.text(state) == "((round 2) (shown left tails) (shown right heads))");
  CHECK(got(game.terminal(state)));
  CHECK(got(game.goals(state, RoleId{0})) == std::vector<int>{100});
  CHECK(got(game.goals(state, RoleId{1})) == std::vector<int>{50});
  CHECK(got(game.goals(state, RoleId{2})).empty());
}

TEST_CASE("game: without percepts in the rules every role sees the joint move") {
  Game game = game_of_text(R"((role a) (role b) (init p) (legal a x) (legal b (y 1)) (<= terminal (not (true p)))
                              (goal a 0) (goal b 0))",
                           kProver);
  JointMove moves = {got(game.legal(game.initial(), RoleId{0}))[0], got(game.legal(game.initial(), RoleId{1}))[0]};
  for (std::uint32_t role = 0; role < 2; ++role) {
    Percepts percepts = got(game.percepts(game.initial(), moves, RoleId{role}));
    REQUIRE(percepts.size() == 2);
    CHECK(game.text(percepts[0]) == "(does a x)");
    CHECK(game.text(percepts[1]) == "(does b (y 1))");
  }
}

TEST_CASE("game: percepts are in the order of their numbers, whatever order each role may see them in") {
  std::string text =
      "(role left) (role right) (init on) (legal left go) (legal right go) (<= (next on) (true on)) (<= terminal (not "
      "(true on))) (goal left 0) (goal right 0) (sees left p4) (sees left p2)";
  for (int i = 6; i > 0; --i) text += " (sees right p" + std::to_string(i) + ")";
  for (auto engine : {Game::Choice::kProver, Game::Choice::kCircuit}) {
    Game sheet = game_of_text(text, engine);
    JointMove moves;
    for (std::uint32_t r = 0; r < 2; ++r) moves.push_back(got(sheet.legal(sheet.initial(), RoleId{r})).front());
    CHECK(got(sheet.percepts(sheet.initial(), moves, RoleId{0})).size() == 2);
    Percepts right = got(sheet.percepts(sheet.initial(), moves, RoleId{1}));
    CHECK(right.size() == 6);
    CHECK(std::ranges::is_sorted(right));
  }
}

TEST_CASE("game: roles that a rule gives come behind those that facts give") {
  Game game = game_of_text(R"((role zoe) (<= (role ?p) (guest ?p)) (guest bob) (guest ann)
                              (init p) (<= (legal ?p wait) (role ?p)) (<= terminal (true p)) (<= (goal ?p 0) (role ?p)))",
                           kProver);
  REQUIRE(game.roles() == 3);
  CHECK(game.text(RoleId{0}) == "zoe");
  CHECK(game.text(RoleId{1}) == "ann");
  CHECK(game.text(RoleId{2}) == "bob");
}

TEST_CASE("game: rules with errors are refused, with their number and the way to see them") {
  auto game = make("(role a) (legal a m) (init p) (<= (next (x ?y)) (true p)) (<= terminal (true p)) (goal a 0)");
  REQUIRE_FALSE(game);
  CHECK(game.error().message ==
        "sheet.kif has 1 error: in line 1, ?y of the head is not bound by any positive literal of the body");
  CHECK(game.error().hint == "percept check sheet.kif shows it");
  auto worse = make("(role a) (<= (next (x ?y)) (true p)) (<= (next (z ?y)) (true p))");
  REQUIRE_FALSE(worse);
  CHECK(has(worse.error().message, "errors"));
  CHECK(has(worse.error().hint, "shows them"));
}

TEST_CASE("game: an incomplete description has no complete rules to play by") {
  auto game = make("(role a) (=> (true p) terminal)");
  REQUIRE_FALSE(game);
  CHECK(has(game.error().message, "sentences instead of rules"));
}

TEST_CASE("game: a role without a legal move is an error that names it and the state") {
  Game game = game_of_text(R"((role a) (role b) (init (at 1)) (init lost) (legal a go) (<= (legal b go) (true (at 2)))
                              (<= terminal (true (at 3))) (goal a 0) (goal b 0))",
                           kProver);
  CHECK(game.legal(game.initial(), RoleId{0}).has_value());
  auto moves = game.legal(game.initial(), RoleId{1});
  REQUIRE_FALSE(moves);
  CHECK(has(moves.error().message, "b has no legal move"));
  CHECK(has(moves.error().message, "((at 1) lost)"));
}

TEST_CASE("game: the project's own games say what they are") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game game = game_of_file(file, kProver);
    std::string name = file.stem().string();
    bool gdl_one =
        name == "nim" || name.starts_with("connect_four") || name.starts_with("twin_") || name == "three_panels";
    CHECK(game.imperfect() == !gdl_one);
    CHECK(game.engine_name() == "prover");
    CHECK(game.initial().size() > 0);
    CHECK_FALSE(got(game.terminal(game.initial())));
  }
}
