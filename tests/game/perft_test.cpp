// SPDX-License-Identifier: MIT
//
// Counts that are known: those of tic-tac-toe, and of games small enough to count by hand.
#include "game/perft.h"

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::test;

namespace {

std::vector<PerftRow> rows_of(Game& game, std::size_t depth) {
  PerftOptions options;
  options.depth = depth;
  return got(perft(game, options));
}

template <class Member>
std::vector<std::uint64_t> column(const std::vector<PerftRow>& rows, Member member) {
  std::vector<std::uint64_t> out;
  for (const PerftRow& row : rows) out.push_back(row.*member);
  return out;
}

using Numbers = std::vector<std::uint64_t>;

void check_tic_tac_toe(Game& game) {
  std::vector<PerftRow> rows = rows_of(game, 12);
  REQUIRE(rows.size() == 10);  // no game is longer
  CHECK(column(rows, &PerftRow::sequences) == Numbers{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872});
  CHECK(column(rows, &PerftRow::ended_sequences) == Numbers{0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872});
  CHECK(column(rows, &PerftRow::states) == Numbers{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78});
  CHECK(column(rows, &PerftRow::ended_states) == Numbers{0, 0, 0, 0, 0, 120, 148, 444, 168, 78});
}

// Two roles with two moves each, a counter and nothing else.
const std::string kMany = R"(
(role a) (role b) (init (n 0)) (next (n 0)) (legal a x) (legal a y) (legal b x) (legal b y)
(<= terminal (true (n 1))) (goal a 0) (goal b 0)
)";

}  // namespace

TEST_CASE("perft: tic-tac-toe has its known numbers") {
  for (auto engine : {Game::Choice::kProver, Game::Choice::kCircuit}) {
    Game game = game_of_file(project_root() / "games/noughts_and_crosses.kif", engine);
    check_tic_tac_toe(game);
  }
}

TEST_CASE("perft: so has the one of others") {
  REQUIRE_CORPUS();
  Game game = game_of_file(corpus() / "games/gdl1/ticTacToe.kif", kProver);
  check_tic_tac_toe(game);
}

TEST_CASE("perft: roles that move at the same time multiply") {
  Game game = game_of_text(kMany, kProver);
  std::vector<PerftRow> rows = rows_of(game, 5);
  CHECK(column(rows, &PerftRow::sequences) == Numbers{1, 4, 16, 64, 256, 1024});
  CHECK(column(rows, &PerftRow::states) == Numbers{1, 1, 1, 1, 1, 1});
  CHECK(rows.back().depth == 5);
}

TEST_CASE("perft: depth 0 is the initial state") {
  Game game = game_of_text(kMany, kProver);
  std::vector<PerftRow> rows = rows_of(game, 0);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].sequences == 1);
  CHECK(rows[0].ended_sequences == 0);
}

TEST_CASE("perft: more than 2^64 sequences are an error, not a small number") {
  Game game = game_of_text(kMany, kProver);
  CHECK(rows_of(game, 31).back().sequences == std::uint64_t{1} << 62);
  PerftOptions options;
  options.depth = 40;
  auto rows = perft(game, options);
  REQUIRE_FALSE(rows);
  CHECK(has(rows.error().message, "2^64"));
}

TEST_CASE("perft: more states than allowed are an error that says where") {
  Game game = game_of_file(project_root() / "games/noughts_and_crosses.kif", kProver);
  PerftOptions options;
  options.depth = 9;
  options.max_states = 100;
  auto rows = perft(game, options);
  REQUIRE_FALSE(rows);
  CHECK(has(rows.error().message, "more than 100 states at depth 3"));
}

TEST_CASE("perft: rows are told as they are complete, and progress in between") {
  Game game = game_of_file(project_root() / "games/noughts_and_crosses.kif", kProver);
  PerftOptions options;
  options.depth = 5;
  std::size_t rows = 0, calls = 0;
  options.on_row = [&](const PerftRow& row) { CHECK(row.depth == rows++); };
  options.on_progress = [&](std::size_t depth, std::size_t done, std::size_t all) {
    CHECK(depth <= 5);
    CHECK(done <= all);
    ++calls;
  };
  got(perft(game, options));
  CHECK(rows == 6);
  CHECK(calls > 0);
}

TEST_CASE("perft: a role without a move is an error that names the state") {
  Game game = game_of_text(
      "(role a) (init p) (<= (legal a m) (true p)) (<= (next q) (true p)) (<= terminal (true r)) (goal a 0)", kProver);
  PerftOptions options;
  options.depth = 3;
  auto rows = perft(game, options);
  REQUIRE_FALSE(rows);
  CHECK(has(rows.error().message, "a has no legal move"));
  CHECK(has(rows.error().message, "(q)"));
}

TEST_CASE("perft: every joint move is visited once, the last role's changing fastest") {
  std::vector<std::vector<MoveId>> legal = {{MoveId{0}, MoveId{1}}, {MoveId{5}}, {MoveId{2}, MoveId{3}, MoveId{4}}};
  std::string text;
  auto visited = for_each_joint_move(legal, [&](const JointMove& moves) -> Result<void> {
    for (MoveId move : moves) text += std::to_string(move.value);
    text += " ";
    return {};
  });
  CHECK(visited.has_value());
  CHECK(text == "052 053 054 152 153 154 ");
}
