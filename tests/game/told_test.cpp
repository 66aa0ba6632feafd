// SPDX-License-Identifier: MIT
//
// What a role is told of a joint move: its own move and its percepts, as texts.
#include "game/told.h"

#include "game/playing.h"

namespace percept::game {
namespace {

using namespace test;
using Strings = std::vector<std::string>;

const std::string kRound =
    "(role ann) (role bob) (init p) (legal ann (bid 1)) (legal ann (bid 2)) (legal bob pass)\n"
    "(<= (next p) (true p)) (<= terminal (not (true p))) (goal ann 0) (goal bob 0)\n";
const std::string kSeen =
    "(<= (sees bob (n 10)) (does ann (bid 2))) (<= (sees bob (n 9)) (does ann (bid 2)))\n"
    "(<= (sees bob end) (true p))\n";

Result<Told> told(Game& game, const std::string& bid, const std::string& role) {
  JointMove moves = {got(game.parse_move(RoleId{0}, bid)), got(game.parse_move(RoleId{1}, "pass"))};
  return told_of(game, game.initial(), moves, *game.role(role));
}

TEST_CASE("a role is told its own move and what it sees, numbers by value") {
  for (auto engine : {kCircuit, kProver}) {
    Game game = game_of_text(kRound + kSeen, engine);
    CHECK(got(told(game, "(bid 2)", "bob")) == Told{"pass", Strings{"end", "(n 9)", "(n 10)"}});
    CHECK(got(told(game, "(bid 1)", "bob")) == Told{"pass", Strings{"end"}});
    CHECK(got(told(game, "(bid 2)", "ann")) == Told{"(bid 2)", Strings{}});
  }
}

TEST_CASE("without sees everybody is told the joint move") {
  for (auto engine : {kCircuit, kProver}) {
    Game game = game_of_text(kRound, engine);
    Strings seen = moves_seen({"ann", "bob"}, {"(bid 2)", "pass"});
    CHECK(seen == Strings{"(does ann (bid 2))", "(does bob pass)"});
    CHECK(got(told(game, "(bid 2)", "ann")) == Told{"(bid 2)", seen});
    CHECK(got(told(game, "(bid 2)", "bob")) == Told{"pass", seen});
  }
}

}  // namespace
}  // namespace percept::game
