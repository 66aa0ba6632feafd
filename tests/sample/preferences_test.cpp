// SPDX-License-Identifier: MIT
//
// Opponent models as people write them: which line counts, what is wrong with a line, and what it does to weights.
#include "sample/preferences.h"

#include "belief/believing.h"
#include "sample/engines.h"

namespace percept::sample {
namespace {

using test::got;

std::shared_ptr<const Preferences> model_of(const belief::Rules& rules, std::string_view text) {
  return got(Preferences::read("model", text, rules));
}

double weight_of(const Preferences& model, belief::Rules& rules, const std::string& role, const std::string& move) {
  RoleId who = *rules.role(role);
  MoveId what = got(rules.move(who, move));
  double weight = 0;
  model.weigh(who, {}, std::span(&what, 1), std::span(&weight, 1));
  return weight;
}

}  // namespace

TEST_CASE("the first line that matches counts, others weigh 1") {
  auto rules = test::rules_of_file(test::own_game("krieg_tictactoe_3x3"));
  auto model = model_of(*rules,
                        "; noughts like the middle\n"
                        "noughts (MARK 2 2) 5\n"
                        "\n"
                        "noughts (mark ?x ?x) 0.5   ; and not the diagonal\r\n"
                        "*  (mark 1 ?y)\t2e0\n"
                        "?any (mark ?x ?y ?z) 100\n"
                        "? noop 7");
  CHECK(weight_of(*model, *rules, "noughts", "(mark 2 2)") == 5);
  CHECK(weight_of(*model, *rules, "noughts", "(mark 1 1)") == 0.5);
  CHECK(weight_of(*model, *rules, "noughts", "(mark 1 2)") == 2);
  CHECK(weight_of(*model, *rules, "noughts", "(mark 2 1)") == 1);
  CHECK(weight_of(*model, *rules, "crosses", "(mark 2 2)") == 1);
  CHECK(weight_of(*model, *rules, "crosses", "(mark 1 1)") == 2);
  CHECK(weight_of(*model, *rules, "crosses", "noop") == 7);
  CHECK(weight_of(*model_of(*rules, ""), *rules, "crosses", "noop") == 1);
}

TEST_CASE("what is wrong with a model is told with its line") {
  auto rules = test::rules_of_file(test::own_game("kuhn_poker"));
  auto error_of = [&](std::string_view text) {
    auto read = Preferences::read("model.txt", text, *rules);
    REQUIRE_FALSE(read);
    return read.error();
  };
  CHECK(error_of("player1 bet 1\nplayer7 bet 2").message == "model.txt:2: the game has no role player7");
  CHECK(error_of("player7 bet 2").hint == "its roles are player1 player2 random");
  CHECK(error_of("\n;\nrandom noop 2").message == "model.txt:3: random chooses uniformly by definition");
  for (const std::string weight : {"0", "-1", "much", "1x", "inf", "nan", ")"})
    CHECK(error_of("player1 bet " + weight).message.starts_with("model.txt:1: the weight " + weight));
  CHECK(error_of("player1").message.starts_with("model.txt:1: "));
  CHECK(error_of("player1 2").message == "model.txt:1: there is no move between role and weight");
  CHECK(error_of("player1 (bet 2").message.starts_with("model.txt:1: "));
  CHECK(error_of("player1 (raise ?x 2").message.starts_with("model.txt:1: "));
  CHECK(error_of("player1 bet fold 2").message.starts_with("model.txt:1: "));
  CHECK(error_of("player1 (<= bet fold) 2").message.starts_with("model.txt:1: "));
}

TEST_CASE("a model changes the weights of samples") {
  // Monty hides the car: behind door 2 three times as likely as behind each other.
  std::shared_ptr<const gdl::Description> description = got(gdl::read_file(test::own_game("monty_hall").string()));
  auto rules = got(belief::Rules::make(description, circuit::Logic::kTwoValued));
  RoleId role = *rules->role("candidate");
  Options options;
  options.opponents = model_of(*rules, "monty (hide_car 2) 3");
  auto sampler = got(make_sampler(Engine::kNative, rules, role, options));
  REQUIRE(sampler->update({got(rules->move(role, "(choose 1)")), Percepts()}));
  Random random(1);
  Draw draw = sampler->draw(10, random);
  REQUIRE(draw.exact);
  double behind_two = 0;
  for (const Sample& sample : draw.samples) {
    bool there = false;
    game::for_each_fluent(sample.state, [&](FluentId fluent) { there |= rules->text(fluent) == "(car 2)"; });
    if (there) behind_two += sample.weight;
  }
  CHECK(behind_two == doctest::Approx(0.6));
}

}  // namespace percept::sample
