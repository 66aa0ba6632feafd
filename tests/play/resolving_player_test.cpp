// SPDX-License-Identifier: MIT
//
// A player that solves as it searches: how much can be won from it, asked in every information set.
#include "play/asked_policy.h"
#include "play/mixing.h"
#include "play/patience.h"
#include "play/strategies.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::play;
using namespace percept::test;

namespace {

struct Asked {
  search::Profile profile;
  double exploitability;
};

Asked asked(const std::string& game, const std::string& strategy) {
  std::shared_ptr<const gdl::Description> rules =
      got(gdl::read_file((project_root() / "games" / (game + ".kif")).string()));
  auto layout = laid_out(whole_of_own(game));
  Asked out{got(ask(*layout, {.strategy = strategy, .asks = 1, .seconds = 60}, rules)), 0};
  search::Crew crew;
  out.exploitability = evaluate(*layout, out.profile, crew).exploitability();
  return out;
}

}  // namespace

TEST_CASE("resolve: little can be won from it at Kuhn poker, and the same with the same seed") {
  const std::string strategy = "resolve:iterations=60:seed=4";
  Asked once = asked("kuhn_poker", strategy), again = asked("kuhn_poker", strategy);
  CHECK(once.exploitability < 1);  // of 100; a player that always calls or bets is worth 25 and more
  CHECK(once.profile == again.profile);
  // It mixes: a jack bluffs now and then.
  std::size_t mixed = 0;
  for (const search::Behaviour& behaviour : once.profile)
    for (double chance : behaviour) mixed += chance > 0.02 && chance < 0.98 ? 1 : 0;
  CHECK(mixed >= 4);
}

TEST_CASE("resolve: moves at the same time are mixed, too") {
  Asked mixed = asked("rock_paper_scissors", "resolve:iterations=200");
  CHECK(mixed.exploitability < 3);
}

TEST_CASE("resolve: says how likely it makes each move") {
  auto player = got(make_player("resolve:iterations=300", 1));
  Patience thinking;
  REQUIRE(player->start({got(gdl::read_file(own_game("kuhn_poker").string())), "player1", {}, {}}, thinking));
  REQUIRE(player->choose(thinking));
  REQUIRE(player->hear({"noop", std::vector<std::string>{"(own_card king)"}}, thinking));
  std::string move = got(player->choose(thinking));
  auto mix = dynamic_cast<const Mixing&>(*player).mix();
  REQUIRE(thinking.reasons.thoughts.size() == 2);
  CHECK(thinking.reasons.positions > 2);
  double sum = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const Thought& thought = thinking.reasons.thoughts[i];
    CHECK(std::pair(thought.move, thought.chance) == mix[i]);
    sum += thought.chance;
  }
  CHECK(sum == doctest::Approx(1));
  CHECK((move == "bet" || move == "check"));
}

TEST_CASE("resolve: draws its moves as it mixes, by its seed") {
  std::shared_ptr<const gdl::Description> rules = got(gdl::read_file(own_game("rock_paper_scissors").string()));
  int likeliest = 0;
  for (int seed = 1; seed <= 30; ++seed) {
    auto player = got(make_player("resolve:iterations=100:seed=" + std::to_string(seed), 1));
    Patience thinking;
    REQUIRE(player->start({rules, "left", {}, {}}, thinking));
    std::string move = got(player->choose(thinking));
    likeliest += dynamic_cast<const Mixing&>(*player).mix().front().first == move ? 1 : 0;
  }
  CHECK(likeliest > 4);  // a third of them, about
  CHECK(likeliest < 20);
}

namespace {

// A player that is started with so many seconds, and then has as many as it takes.
std::unique_ptr<Player> started(const std::string& spec, const std::string& game, const std::string& role,
                                double seconds, double play_clock) {
  auto player = got(make_player(spec, 1));
  Patience thinking(seconds);
  REQUIRE(player->start({got(gdl::read_file(own_game(game).string())), role, 1.0, play_clock}, thinking));
  return player;
}

void hear(Player& player, const std::string& move, const std::vector<std::string>& percepts, double seconds = 1e6) {
  Patience thinking(seconds);
  REQUIRE(player.hear({move, percepts}, thinking));
}

Reasons asked_for(Player& player) {
  Patience thinking(1e6);
  REQUIRE(player.choose(thinking));
  return thinking.reasons;
}

}  // namespace

TEST_CASE("resolve: without a tree from before, what the opponent holds possible is drawn") {
  std::vector<std::uint64_t> nodes;
  for (double seconds : {0.0, 1e6}) {
    auto player = started("resolve:iterations=100", "kuhn_poker", "player1", seconds, 1e6);
    hear(*player, "noop", {"(own_card queen)"});
    nodes.push_back(asked_for(*player).positions);
  }
  CHECK(nodes[0] == nodes[1]);  // with both cards of the opponent, and all that may be its own then
}

TEST_CASE("resolve: each tree stands on the one before, and where it was not asked on what it would have thought") {
  // How large the second tree is, from a first tree that is not whole.
  auto nodes = [](bool asks, double seconds) {
    auto player = started("resolve:iterations=10", "leduc_poker", "player1", 1e6, 1e6);
    hear(*player, "noop", {"(own_card king spades)"});
    if (asks) (void)asked_for(*player);
    hear(*player, "check", {}, seconds);
    hear(*player, "noop", {"(other_did bet)"});
    return asked_for(*player).positions;
  };
  CHECK(nodes(true, 1e6) == nodes(false, 1e6));
  CHECK(nodes(false, 0) < nodes(false, 1e6));  // it had no time to think
}

TEST_CASE("resolve: a tree is as large as can be gone through within the clock") {
  auto nodes = [](double clock) {
    auto player = started("resolve:iterations=100", "liars_dice", "player1", 1e6, clock);
    hear(*player, "noop", {"(own_die 2)"});
    return asked_for(*player).positions;
  };
  CHECK(nodes(1e-3) <= 10'000);
  CHECK(nodes(1e6) > 10'000);
}

TEST_CASE("resolve: three roles are refused, with advice") {
  std::shared_ptr<const gdl::Description> rules =
      got(gdl::read_file((project_root() / "games/kuhn_poker_3p.kif").string()));
  auto refused =
      ask(*laid_out(whole_of_own("kuhn_poker_3p")), {.strategy = "resolve", .asks = 1, .seconds = 60}, rules);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().hint.find("hyperplay2") != std::string::npos);
}
