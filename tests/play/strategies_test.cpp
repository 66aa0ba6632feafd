// SPDX-License-Identifier: MIT
#include "play/strategies.h"

#include <cmath>
#include <set>

#include "base/random.h"
#include "game/playing.h"
#include "game/playout.h"
#include "play/patience.h"
#include "support/support.h"

using namespace percept;
using namespace percept::play;
using percept::test::effort;
using percept::test::got;
using percept::test::Patience;

namespace {

// A match in which the role's moves are the player's and the others' are random: every move of the player has to be
// legal, and what it has in hand before it hears more, too.
void play_legally(const std::filesystem::path& file, const std::string& spec, std::uint64_t seed, bool timed) {
  std::shared_ptr<const gdl::Description> description = got(gdl::read_file(file.string()));
  auto game = got(game::Game::make(description, {.engine = game::Game::Choice::kProver, .grounding = {}}));
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    game::RoleId role{r};
    if (game.random() == role) continue;
    CAPTURE(file.filename().string());
    CAPTURE(spec);
    CAPTURE(game.text(role));
    auto player = got(make_player(spec, seed));
    Assignment assignment{description, game.text(role), std::nullopt, std::nullopt};
    if (timed) assignment.start_clock = assignment.play_clock = 60;
    Patience hand(timed ? 60 : HUGE_VAL);
    REQUIRE(player->start(assignment, hand));
    CHECK_FALSE(hand.offers.empty());
    Random random(seed);
    game::State state = game.initial();
    for (int round = 1; round <= 12 && !got(game.terminal(state)); ++round) {
      auto moves = got(game::random_joint_move(game, state, random));
      std::string chosen = got(player->choose(hand));
      auto move = got(game.parse_move(role, chosen));
      auto legal = got(game.legal(state, role));
      CHECK_MESSAGE(std::ranges::find(legal, move) != legal.end(), chosen);
      if (std::ranges::find(legal, move) != legal.end()) moves[r] = move;
      Told told{game.text(role, moves[r]), std::vector<std::string>()};
      for (game::PerceptId percept : got(game.percepts(state, moves, role)))
        told.percepts->push_back(game.text(percept));
      state = got(game.next(state, moves));
      hand.offers.clear();
      auto heard = player->hear(told, hand);
      CHECK_MESSAGE(heard.has_value(), (heard ? "" : heard.error().message));
      if (timed && !got(game.terminal(state))) CHECK_FALSE(hand.offers.empty());  // before it is asked
    }
    player->stop();
  }
}

}  // namespace

TEST_CASE("every strategy makes legal moves in our games where a complete filter knows them") {
  for (const char* name : {"monty_hall", "krieg_tictactoe_3x3", "meier", "nim", "noughts_and_crosses", "transit",
                           "kuhn_poker", "blind_breakthrough_5x5", "rock_paper_scissors", "two_generals"})
    for (const char* spec : {"legal", "random", "random:seed=9"})
      play_legally(test::project_root() / "games" / (std::string(name) + ".kif"), spec, 3, spec[0] == 'l');
}

TEST_CASE("the two-set filter is enough where the paper says so") {
  for (const char* name : {"monty_hall", "transit", "number_guessing", "banker_and_thief"})
    for (const char* spec : {"legal:filter=two-set", "random:filter=two-set"})
      play_legally(test::project_root() / "games" / (std::string(name) + ".kif"), spec, 5, true);
}

TEST_CASE("the same seed gives the same moves, whatever the filter; another seed others") {
  std::shared_ptr<const gdl::Description> description =
      got(gdl::read_file((test::project_root() / "games/transit.kif").string()));
  auto moves = [&](const std::string& spec, std::uint64_t seed) {
    std::vector<std::string> out;
    auto player = got(make_player(spec, seed));
    Patience hand;
    auto game = got(game::Game::make(description, {.engine = game::Game::Choice::kProver, .grounding = {}}));
    auto role = *game.role("transit");
    REQUIRE(player->start({description, "transit", std::nullopt, std::nullopt}, hand));
    game::State state = game.initial();
    Random random(1);
    for (int round = 0; round < 8 && !got(game.terminal(state)); ++round) {
      out.push_back(got(player->choose(hand)));
      auto joint = got(game::random_joint_move(game, state, random));
      joint[role.value] = got(game.parse_move(role, out.back()));
      Told told{out.back(), std::vector<std::string>()};
      for (game::PerceptId percept : got(game.percepts(state, joint, role)))
        told.percepts->push_back(game.text(percept));
      state = got(game.next(state, joint));
      CHECK(player->hear(told, hand));
    }
    return out;
  };
  CHECK(moves("random", 4) == moves("random:filter=two-set", 4));
  CHECK(moves("random", 4) == moves("random:seed=4", 77));
  std::set<std::vector<std::string>> different;
  for (std::uint64_t seed = 0; seed < 6; ++seed) different.insert(moves("random", seed));
  CHECK(different.size() > 1);
}

TEST_CASE("percepts that cannot be are complained about, and the player goes on") {
  std::shared_ptr<const gdl::Description> description =
      got(gdl::read_file((test::project_root() / "games/krieg_tictactoe_3x3.kif").string()));
  auto player = got(make_player("legal", 1));
  Patience hand(60);
  REQUIRE(player->start({description, "crosses", 60.0, 60.0}, hand));
  std::string move = got(player->choose(hand));
  CHECK_FALSE(player->hear({move, std::vector<std::string>{"(nothing of the kind)"}}, hand));
  CHECK_FALSE(got(player->choose(hand)).empty());
  CHECK_FALSE(player->hear({"(fly to moon)", std::vector<std::string>{}}, hand));
  CHECK_FALSE(got(player->choose(hand)).empty());
  CHECK(player->hear({std::nullopt, std::nullopt}, hand));
  CHECK_FALSE(got(player->choose(hand)).empty());
}

TEST_CASE("options are read by their rows") {
  constexpr std::array<std::string_view, 2> kWords = {"few", "many"};
  StrategyOption words{"how", kWords, 0, 0, "few", ""}, number{"count", {}, 3, 12, "3", ""};
  CHECK(words.values() == "few, many");
  CHECK(words.read("many") == 1);
  CHECK_FALSE(words.read("most"));
  CHECK(number.values() == "a whole number from 3 to 12");
  CHECK(number.read("12") == 12);
  for (const char* text : {"", "2", "13", "-3", "3.5", "three", "99999999999999999999"}) CHECK_FALSE(number.read(text));
  CHECK(check_strategy("legal:filter=half").error().message == "filter=half: the value must be one of two-set, exact");
  CHECK(check_strategy("random:seed=x").error().message == "seed=x: the value must be a whole number");
}

TEST_CASE("what is asked for wrongly says what there is") {
  for (const char* text :
       {"", "chess", "legal:depth=3", "legal:filter=half", "random:seed=", "random:seed=-1", "legal:"}) {
    CAPTURE(text);
    auto checked = check_strategy(text);
    REQUIRE_FALSE(checked);
    CHECK_FALSE(checked.error().message.empty());
  }
  CHECK(check_strategy("LEGAL:filter=two-set"));
  CHECK(check_strategy("random:seed=18446744073709551615:filter=exact"));
  for (const Strategy& strategy : strategies())
    CHECK(strategies_help().find(std::string(strategy.name)) != std::string::npos);
}
