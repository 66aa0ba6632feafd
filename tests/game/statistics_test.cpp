// SPDX-License-Identifier: MIT
//
// Matches played by the hundred in lanes come out as those that engines play one by one: with the same shares of goals,
// and as long.
#include "game/sample.h"
#include "support/random_rules.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;
namespace fs = std::filesystem;

namespace {

struct Case {
  const char* name;
  std::size_t by_prover, by_stepper;  // matches
};

void check_game(const fs::path& file, const Case& of) {
  CAPTURE(file.string());
  Game circuit = game_of_file(file, Game::Choice::kCircuit), prover = game_of_file(file, Game::Choice::kProver);
  Sample lanes = in_lanes(circuit, 1, 100'000);
  CHECK(lanes.matches == 100'000);
  std::size_t part = effort() > 1 ? 1 : 3;  // of the matches, where nobody asks for more
  Sample stepper = one_by_one(circuit, 2, of.by_stepper / part);
  check_same(lanes, stepper);
  Sample reference = one_by_one(prover, 3, of.by_prover / part);
  check_same(lanes, reference);
  check_same(stepper, reference);
}

}  // namespace

TEST_CASE("matches of our own games in lanes come out as those played one by one") {
  for (const Case& of : {Case{"noughts_and_crosses", 12'000, 20'000},
                         {"krieg_tictactoe_3x3", 6'400, 10'000},
                         {"monty_hall", 40'000, 50'000},
                         {"leduc_poker", 12'000, 20'000},
                         {"transit", 4'000, 10'000},
                         {"blind_breakthrough_5x5", 1'600, 5000},
                         {"meier", 8'000, 10'000},
                         {"pacman_3p", 400, 2000},
                         {"mastermind_448", 4'000, 10'000},
                         {"small_dominion", 800, 2000}})
    check_game(project_root() / "games" / (std::string(of.name) + ".kif"), of);
}

TEST_CASE("matches of competition games in lanes come out as those played one by one") {
  REQUIRE_CORPUS();
  for (const Case& of : {Case{"gdl1/connectFour", 2'400, 5000},
                         {"gdl1/blocker", 8'000, 10'000},
                         {"gdl1/biddingTicTacToe", 4'000, 5000},
                         {"gdl1/nineBoardTicTacToe", 800, 3000},
                         {"gdl1/breakthrough", 160, 1000},
                         {"gdl1/chineseCheckers2", 800, 1000},
                         {"gdl2/KriegTictactoe_5x5", 800, 2000},
                         {"gdl1/hex", 160, 500},
                         {"gdl1/pacman3p", 240, 1000}})
    check_game(corpus() / "games" / (std::string(of.name) + ".kif"), of);
}

TEST_CASE("random matches are as long as others have measured") {
  REQUIRE_CORPUS();
  // Uniform random playouts of several engines, to one digit.
  struct Mean {
    const char* name;
    double rounds;
  };
  for (const Mean& mean : {Mean{"ticTacToe", 7.6},
                           {"connectFour", 22.3},
                           {"breakthrough", 64.1},
                           {"reversi", 60.4},
                           {"blocker", 7.9},
                           {"biddingTicTacToe", 14.7},
                           {"nineBoardTicTacToe", 29.2},
                           {"pentago", 54.7}}) {
    CAPTURE(std::string(mean.name));
    Game game = game_of_file(corpus() / "games/gdl1" / (std::string(mean.name) + ".kif"), Game::Choice::kCircuit);
    Sample lanes = in_lanes(game, 5, 1'000'000);
    CHECK(std::abs(lanes.mean() - mean.rounds) < 0.08);
  }
}

TEST_CASE("shares of goals that can be worked out are met") {
  struct Share {
    const char* game;
    const char* end;
    double expected;
  };
  constexpr double kMatches = 1'000'000;
  for (const Share& share : {Share{"noughts_and_crosses", "crosses 100", 737.0 / 1260},
                             {"noughts_and_crosses", "noughts 100", 121.0 / 420},
                             {"noughts_and_crosses", "crosses 50", 8.0 / 63},
                             {"monty_hall", "candidate 100", 1.0 / 2},
                             {"rock_paper_scissors", "left 50", 7.0 / 27},
                             {"rock_paper_scissors", "right 100", 10.0 / 27}}) {
    CAPTURE(std::string(share.game));
    CAPTURE(std::string(share.end));
    Game game = game_of_file(project_root() / "games" / (std::string(share.game) + ".kif"), Game::Choice::kCircuit);
    Sample lanes = in_lanes(game, 9, static_cast<std::size_t>(kMatches));
    double found = lanes.ends[share.end] / kMatches;
    CHECK(std::abs(found - share.expected) < 4.5 * std::sqrt(share.expected * (1 - share.expected) / kMatches));
    if (std::string(share.game) == "noughts_and_crosses") CHECK(std::abs(lanes.mean() - 3203.0 / 420) < 0.006);
  }
}

TEST_CASE("matches of random rule sheets in lanes come out as those played one by one") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Game game = game_of_text(RandomRules(seed).text(), Game::Choice::kCircuit);
    check_same(in_lanes(game, seed, 20'000), one_by_one(game, seed, 1000));
  }
}

TEST_CASE("lanes of every width play alike") {
  for (const char* name : {"noughts_and_crosses", "leduc_poker", "blind_breakthrough_6x6", "pacman_3p"}) {
    CAPTURE(std::string(name));
    Game game = game_of_file(project_root() / "games" / (std::string(name) + ".kif"), Game::Choice::kCircuit);
    Sample one = one_by_one(game, 1, 3000);
    std::vector<Sample> samples;
    for (unsigned lanes : {64u, 256u, 512u})
      if (lanes::Backend::find(lanes)) samples.push_back(in_lanes(game, lanes, 50'000, lanes));
    for (Sample& sample : samples) {
      check_same(sample, one);
      sample.squares = sample.matches * (one.variance() + sample.mean() * sample.mean());
    }
    for (std::size_t i = 1; i < samples.size(); ++i) check_same(samples[0], samples[i]);
  }
}
