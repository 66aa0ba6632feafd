// SPDX-License-Identifier: MIT
//
// Playouts in lanes from positions that were met in matches come to what plain ones come to, which one engine plays one
// by one: goals by state and role, compared by chi-square, positions of every phase.
#include <fmt/format.h>

#include <cmath>

#include "game/sample.h"
#include "support/chi_square.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;
using game::LanePlayouts;
using game::RoleId;
using game::State;

namespace {

// States of one random match, by round; the last is terminal.
std::vector<State> match_of(Game& game, Random& random) {
  std::vector<State> out;
  auto playout =
      play_out(game, game.initial(), random, game::kMaxRounds, [&](const game::Round& round) -> Result<void> {
        out.push_back(round.state);
        return {};
      });
  out.push_back(got(std::move(playout)).end);
  return out;
}

// By role and value, in the numbers of the plan: how many of some plain playouts ended with it.
std::vector<double> plain_ends(Game& game, const State& state, std::size_t most_states, Random& random,
                               std::size_t& matches) {
  const auto& goals = game.whole()->game.goals;
  std::vector<std::size_t> begins = {0};
  for (const auto& of_role : goals) begins.push_back(begins.back() + of_role.size());
  std::vector<double> out(begins.back());
  std::size_t states = 0;
  for (matches = 0; matches < 30 || (states < most_states && matches < 400); ++matches) {
    game::Playout playout = got(play_out(game, state, random));
    states += playout.rounds + 1;
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      std::vector<int> values = got(game.goals(playout.end, RoleId{role}));
      for (std::size_t g = 0; g < goals[role].size(); ++g)
        if (std::ranges::count(values, goals[role][g].first) > 0) out[begins[role] + g] += 1;
    }
  }
  return out;
}

void check_game(Game& game, std::size_t most_states, const std::vector<unsigned>& widths) {
  Random random(3);
  std::vector<State> match = match_of(game, random);
  auto first = LanePlayouts::make(game);
  REQUIRE(first);
  std::size_t phases = first->plan().phases();
  // A position of every phase, and some more, at depths all over the match; another match for each.
  struct At {
    State state;
    std::size_t round;
    std::vector<double> ends;
    std::size_t matches = 0;
  };
  std::vector<At> positions;
  for (std::size_t i = 0; i < phases + 3; ++i) {
    std::vector<State> other = match_of(game, random);
    std::size_t round = (other.size() - 1) * (i + 1) / (phases + 4);
    round = std::min(round - round % phases + i % phases, other.size() - 1);
    positions.push_back({other[round], round, {}});
    positions.back().ends = plain_ends(game, other[round], most_states, random, positions.back().matches);
  }
  constexpr std::uint64_t kEach = 2000;
  for (unsigned lanes : widths) {
    CAPTURE(lanes);
    auto playouts = LanePlayouts::make(game, lanes);
    std::vector<ChiSquare> by_role(game.roles()), without_round(game.roles());
    for (const At& at : positions)
      for (bool known : {true, false}) {
        std::vector<State> states(3, at.state);  // three times the same: each comes to the same
        auto ends = got(playouts->run_from(states, known ? std::optional<std::uint64_t>(at.round) : std::nullopt,
                                           kEach / 2, at.round + lanes));
        for (std::size_t row = 0; row < 3; ++row) REQUIRE(ends.playouts(row) == kEach / 2);
        for (std::size_t role = 0; role < game.roles(); ++role) {
          // One value for each end as a rule; where there are more or none, each is compared for itself.
          std::vector<double> here, there;
          double sum_here = 0, sum_there = 0;
          for (std::size_t g = playouts->plan().goal_begin(role); g < playouts->plan().goal_begin(role + 1); ++g) {
            here.push_back(static_cast<double>(ends.goals(0)[g] + ends.goals(1)[g]));
            there.push_back(at.ends[g]);
            sum_here += here.back();
            sum_there += there.back();
          }
          auto matches = static_cast<double>(at.matches);
          ChiSquare& all = (known ? by_role : without_round)[role];
          if (sum_here == kEach && sum_there == matches) {
            all += two_samples(here, there);
          } else {
            for (std::size_t g = 0; g < here.size(); ++g)
              CHECK(two_samples({here[g], kEach - here[g]}, {there[g], matches - there[g]}).p() > 1e-7);
          }
        }
      }
    for (std::size_t role = 0; role < game.roles(); ++role) {
      CAPTURE(role);
      CHECK(by_role[role].p() > 1e-6);
      CHECK(without_round[role].p() > 1e-6);
    }
  }
}

std::vector<unsigned> widths() {
  std::vector<unsigned> out;
  for (unsigned lanes : {64u, 256u, 512u})
    if (lanes::Backend::find(lanes)) out.push_back(lanes);
  return out;
}

}  // namespace

// Half of the games, each at one width, in turn; all at all of them, and beside more plain playouts, with
// PERCEPT_EFFORT.
TEST_CASE("playouts from positions of our own games come to what plain ones come to, at every width") {
  std::vector<unsigned> all = widths();
  std::size_t turn = 0;
  for (const auto& file : share_of(own_games(), 2)) {
    CAPTURE(file.string());
    Game game = game_of_file(file, Game::Choice::kAuto);
    if (game.whole()) check_game(game, effort() > 1 ? 3000 : 1000, share_of(all, all.size(), turn++ % all.size()));
  }
}

// A third of them; all with PERCEPT_EFFORT.
TEST_CASE("playouts from positions of competition games come to what plain ones come to") {
  REQUIRE_CORPUS();
  std::size_t checked = 0;
  const std::vector<const char*> names = {"gdl1/ticTacToe",
                                          "gdl1/connectFour",
                                          "gdl1/breakthrough",
                                          "gdl1/breakthroughSmall",
                                          "gdl1/reversi",
                                          "gdl1/pentago",
                                          "gdl1/blocker",
                                          "gdl1/biddingTicTacToe",
                                          "gdl1/nineBoardTicTacToe",
                                          "gdl1/chineseCheckers2",
                                          "gdl1/3pConnectFour",
                                          "gdl1/pacman3p",
                                          "gdl1/hex",
                                          "gdl1/checkersSmall",
                                          "gdl1/dotsAndBoxes",
                                          "gdl1/knightThrough",
                                          "gdl1/sheepAndWolf",
                                          "gdl1/connect5",
                                          "gdl1/nim1",
                                          "gdl1/queens08lg",
                                          "gdl2/KriegTictactoe_5x5",
                                          "gdl1/ticTacToeLarge",
                                          "gdl1/eightPuzzle",
                                          "gdl1/cephalopodMicro",
                                          "gdl1/escortLatch"};
  for (const char* name : share_of(names, 3)) {
    CAPTURE(std::string(name));
    auto file = corpus() / "games" / (std::string(name) + ".kif");
    if (!exists(file)) continue;
    Game game = game_of_file(file, Game::Choice::kAuto);
    if (!game.whole()) continue;
    check_game(game, 1500, {lanes::Backend::best().lanes()});
    ++checked;
  }
  CHECK(checked >= names.size() / 4);
}

TEST_CASE("playouts from a state that ended are over at once, with its goals") {
  Game game = game_of_file(project_root() / "games/noughts_and_crosses.kif", Game::Choice::kCircuit);
  Random random(1);
  std::vector<State> states;
  std::vector<std::vector<int>> goals;
  for (int i = 0; i < 600; ++i) {
    states.push_back(match_of(game, random).back());
    goals.push_back(got(game.goals(states.back(), RoleId{0})));
  }
  auto playouts = LanePlayouts::make(game);
  auto ends = got(playouts->run_from(states, std::nullopt, 2, 1));
  for (std::size_t i = 0; i < states.size(); ++i) {
    REQUIRE(ends.states(i) == 0);
    REQUIRE(ends.playouts(i) == 2);
    REQUIRE(ends.mean_goal(playouts->plan(), i, 0) == goals[i].at(0));
  }
}

TEST_CASE("playouts from a state whose round is not known come to those of its round") {
  Game game = game_of_file(project_root() / "games/noughts_and_crosses.kif", Game::Choice::kCircuit);
  Random random(1);
  auto playouts = LanePlayouts::make(game);
  for (std::size_t round : {1u, 2u, 3u}) {
    std::vector<State> states = {match_of(game, random).at(round)};
    auto known = got(playouts->run_from(states, round, 20'000, 1));
    auto unknown = got(playouts->run_from(states, std::nullopt, 20'000, 2));
    for (std::size_t role : {0u, 1u}) {
      double difference = known.mean_goal(playouts->plan(), 0, role) - unknown.mean_goal(playouts->plan(), 0, role);
      CHECK(std::abs(difference) < 3);  // the standard error is below 0.5
    }
  }
}

TEST_CASE("a state from which it does not go on is named") {
  Game game = game_of_text(R"(
      (role left) (role right)
      (init (at 0)) (succ 0 1) (succ 1 2)
      (<= (legal ?r go) (role ?r) (true (at 0)))
      (<= (legal left go) (true (at 1)))
      (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
      (<= terminal (true (at 2)))
      (<= (goal ?r 100) (role ?r)))",
                           Game::Choice::kCircuit);
  auto playouts = LanePlayouts::make(game);
  auto ends = playouts->run_from(std::vector<State>{got(game.parse_state("((at 2))"))}, 2, 5, 1);
  REQUIRE(ends);
  CHECK(ends->playouts() == 5);
  auto stuck = playouts->run_from(std::vector<State>{game.initial(), game.initial()}, 0, 5, 1);
  REQUIRE_FALSE(stuck);
  CHECK(stuck.error().message == "right has no legal move in the state ((at 1))");
  auto endless = playouts->run_from(std::vector<State>{game.initial()}, 0, 5, 1, {.max_rounds = 1});
  REQUIRE_FALSE(endless);
}

TEST_CASE("a state without something that every state has is refused, and says what") {
  std::string rules = R"(
      (role a) (init (at 0)) (legal a go) (<= terminal (true (at 1))) (<= (next (at 1)) (true (at 0))) (goal a 1)
      (<= (init (always ?x)) (square ?x)) (<= (next (always ?x)) (true (always ?x))))";
  for (int i = 0; i < 130; ++i) rules += fmt::format(" (square {})", i);  // in every word of a row
  Game game = game_of_text(rules, Game::Choice::kCircuit);
  auto playouts = LanePlayouts::make(game);
  const auto& fluents = game.whole()->game.fluents;
  std::size_t refused = 0;
  for (std::uint32_t f = 0; f < fluents.size(); ++f) {
    if (!fluents[f].constant) continue;
    State state = game.initial();
    state.erase(game::FluentId{f});
    auto ends = playouts->run_from(std::vector<State>{game.initial(), state}, 0, 1, 1);
    REQUIRE_FALSE(ends);
    std::string names = "without " + game.text(game::FluentId{f}) + ": ";
    REQUIRE_MESSAGE(ends.error().message.find(names) != std::string::npos, ends.error().message);
    ++refused;
  }
  CHECK(refused == 130);
}

TEST_CASE("weights: a player that prefers a move makes it more often, and one that cannot help it as before") {
  Game game = game_of_file(project_root() / "games/rock_paper_scissors.kif", Game::Choice::kCircuit);
  auto playouts = LanePlayouts::make(game);
  const lanes::Plan& plan = playouts->plan();
  lanes::Weights weights(game.roles());
  std::vector<State> start = {game.initial()};
  auto uniform = got(playouts->run_from(start, 0, 100'000, 1));
  for (std::size_t role = 0; role < game.roles(); ++role) weights[role].assign(plan.moves(role), 5);
  auto equal = got(playouts->run_from(start, 0, 100'000, 1, {}, &weights));
  CHECK(equal.counts == uniform.counts);
  for (auto& of_role : weights) of_role.back() = 0;  // all but the last move
  auto others = got(playouts->run_from(start, 0, 100'000, 1, {}, &weights));
  CHECK(others.counts != uniform.counts);
}
