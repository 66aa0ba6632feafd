// SPDX-License-Identifier: MIT
//
// A game has one meaning: its circuit as built, split or not, simplified or not, in two values or made for three,
// answers the same in every position that is met. In three values, circuits made for them say the same of what is only
// partly known.
#include "ground/simplify.h"

#include <optional>

#include "ground/grounded.h"
#include "ground/lane_matches.h"
#include "support/random_rules.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using circuit::Kleene;
using circuit::Logic;

namespace {

struct Variant {
  const char* name;
  bool split;
  bool simplify;
  Logic logic;
};
constexpr Variant kVariants[] = {
    {"simplified", true, true, Logic::kTwoValued},      {"split", true, false, Logic::kTwoValued},
    {"not split", false, true, Logic::kTwoValued},      {"Kleene, simplified", true, true, Logic::kKleene},
    {"Kleene, not split", false, true, Logic::kKleene}, {"Kleene, as built", true, false, Logic::kKleene},
};

ground::Options options_of(const Variant& variant) {
  ground::Options options;
  options.split = variant.split;
  options.simplify = variant.simplify;
  options.logic = variant.logic;
  options.max_rules = 60'000;
  return options;
}

// Compares all variants with the plain circuit on 64 matches. False when the game is too large for that.
bool compare(const std::string& text, std::size_t rounds) {
  auto plain = Grounded::if_small(program_of(text), options_of({"plain", false, false, Logic::kTwoValued}));
  auto plain_kleene = Grounded::if_small(program_of(text), options_of({"plain", false, false, Logic::kKleene}));
  if (!plain || !plain_kleene) return false;
  for (const Variant& variant : kVariants) {
    CAPTURE(std::string(variant.name));
    Grounded other(program_of(text), options_of(variant));
    CHECK(other.initial() == plain->initial());
    LaneMatches matches(*plain, 1);
    for (std::size_t round = 0; round < rounds; ++round, matches.next_round()) {
      CAPTURE(round);
      std::string d = difference(where_active(other.answers(matches.world()), matches.active()),
                                 where_active(plain->answers(matches.world()), matches.active()));
      if (variant.logic == Logic::kKleene && d.empty()) {
        int apart = 1 + static_cast<int>(round % 63);
        std::uint64_t active = matches.active() & std::rotl(matches.active(), apart);
        d = difference(where_active(other.answers(matches.joined_world(apart)), active),
                       where_active(plain_kleene->answers(matches.joined_world(apart)), active));
      }
      CHECK(d == "");
      if (!d.empty()) break;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("all circuits of our own games agree") {
  std::size_t compared = 0;
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    compared += compare(read(file), 12) ? 1 : 0;
  }
  CHECK(compared >= 20);
}

TEST_CASE("all circuits of small games of the corpus agree") {
  REQUIRE_CORPUS();
  std::size_t compared = 0;
  for (const char* name : {"gdl1/ticTacToe",
                           "gdl1/connectFour",
                           "gdl1/blocker",
                           "gdl1/biddingTicTacToe",
                           "gdl1/peg",
                           "gdl1/pentago",
                           "gdl1/breakthroughSmall",
                           "gdl1/cephalopodMicro",
                           "gdl1/nim1",
                           "gdl1/lightsOn",
                           "gdl1/ghostMaze2p",
                           "gdl1/sheepAndWolf",
                           "gdl1/dotsAndBoxes",
                           "gdl1/ttcc4",
                           "gdl1/connect5",
                           "gdl1/max_knights",
                           "gdl2/Meier",
                           "gdl2/MontyHall",
                           "gdl2/Transit",
                           "gdl2/BankerAndThief",
                           "gdl2/Numberguessing",
                           "gdl2/Mastermind448",
                           "gdl2/blindtictactoeXwins",
                           "ggp_base/test_case_5e",
                           "gdl1_dresden/3pffa"}) {
    CAPTURE(std::string(name));
    auto file = corpus() / "games" / (std::string(name) + ".kif");
    if (exists(file)) compared += compare(read(file), 12) ? 1 : 0;
  }
  CHECK(compared >= 18);
}

TEST_CASE("all circuits of random rule sheets agree") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    REQUIRE(compare(RandomRules(seed).text(), 8));
  }
}

TEST_CASE("fluents that never change and moves that are never legal become constants and are left out") {
  Grounded game(program_of(R"(
(role a) (init wall) (init (at 1)) (succ 1 2) (succ 2 1)
(<= (legal a (go ?y)) (true (at ?x)) (succ ?x ?y) (true wall))
(<= (legal a (fly ?y)) (true (at ?y)) (true wings))
(<= (legal a (dig ?y)) (true (at ?y)) (not (true wall)))
(<= (next wall) (true wall))
(<= (next wings) (true wings))
(<= (next (at ?y)) (does a (go ?y)))
(<= (next (at ?y)) (does a (dig ?y)))
(<= terminal (true wings))
)"));
  CHECK(game.inputs() ==
        std::vector<std::string>{"true wall", "true (at 1)", "true (at 2)", "does a (go 2)", "does a (go 1)"});
  CHECK(game.game().terminal == circuit::kFalse);
  CHECK(game.game().fluents[0].next == circuit::kTrue);
}

TEST_CASE("beside a move that is made, the role's other moves and what makes it legal need not be looked at") {
  program::Program program = program_of(R"(
(role a) (init p) (init q)
(<= (legal a one) (true p))
(<= (legal a two) (true q))
(legal a wait)
(<= (next p) (does a one) (true p) (not (does a two)))
(<= (next p) (does a wait))
(<= (next q) (not (does a one)) (not (does a two)))
(<= terminal (not (true p)) (not (true q)))
)");
  Grounded game(std::move(program));
  // next p: one or wait is made, that is not two; next q: wait.
  const auto& fluents = game.game().fluents;
  const auto& circuit = game.game().circuit;
  for (const auto& fluent : fluents)
    for (circuit::Wire wire : circuit.operands(fluent.next.node()))
      CHECK(circuit.kind(wire.node()) == circuit::Circuit::Kind::kInput);
  auto value = [&](std::size_t made, std::size_t output) {
    std::vector<std::uint64_t> values(circuit.size());
    values[1] = values[2] = ~std::uint64_t{0};
    values[game.game().moves[0][made].does.node()] = ~std::uint64_t{0};
    std::vector<circuit::Wire> roots = {fluents[output].next};
    run(circuit, circuit::compile(circuit, roots), values.data());
    return (roots[0].negated() ? ~values[roots[0].node()] : values[roots[0].node()]) != 0;
  };
  REQUIRE(fluents.size() == 2);
  REQUIRE(game.game().moves[0].size() == 3);
  for (std::size_t m = 0; m < 3; ++m) {
    std::string move = game.inputs()[2 + m];
    CHECK(value(m, 0) == (move != "does a two"));
    CHECK(value(m, 1) == (move == "does a wait"));
  }
}

TEST_CASE("a budget that is too small is an error, not a wrong circuit") {
  program::Program program = program_of(read(own_games().front()));
  ground::Options options;
  options.max_rules = 10;
  auto refused = ground::make_circuit(program, options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("too many") != std::string::npos);
  options.max_rules = 0;
  CHECK(ground::make_circuit(program, options));
}

TEST_CASE("every step of the way is told") {
  program::Program program = program_of(read(project_root() / "games/noughts_and_crosses.kif"));
  std::vector<ground::Step> steps;
  REQUIRE(ground::make_circuit(program, {}, &steps));
  REQUIRE(steps.size() >= 4);
  CHECK(steps[0].name == "split");
  CHECK(steps[1].name == "instantiate");
  CHECK(steps[2].name == "build");
  for (const ground::Step& step : steps) {
    CHECK(step.cpu_seconds >= 0);
    CHECK_FALSE(step.result.empty());
  }
}
