// SPDX-License-Identifier: MIT
//
// What a role knows, and samples of where it may be, as data, text and JSON. The commands' tests have more of the text.
#include "show/knowledge.h"

#include <nlohmann/json.hpp>

#include "belief/exact.h"
#include "game/playing.h"
#include "show/onlooker.h"
#include "show/samples.h"
#include "show/truth_check.h"

using namespace percept;
using namespace percept::game;
using namespace percept::show;
using namespace percept::test;
using nlohmann::ordered_json;

namespace {

// A car is put behind one of three doors, with a hint when it is the first; then ann opens one.
const std::string kDoors =
    "(role ann) (role random) (door 1) (door 2) (door 3) (init (ready here))\n"
    "(<= (legal random (hide ?d)) (true (ready here)) (door ?d)) (<= (legal random noop) (not (true (ready here))))\n"
    "(<= (legal ann noop) (true (ready here))) (<= (legal ann (open ?d)) (not (true (ready here))) (door ?d))\n"
    "(<= (next (car ?d)) (does random (hide ?d))) (<= (next (car ?d)) (true (car ?d)))\n"
    "(<= (next (choice ?d)) (does ann (open ?d))) (<= (next closed) (does ann noop))\n"
    "(<= (sees ann (hint 1)) (does random (hide 1)))\n"
    "(<= terminal (true (choice ?d)))\n"
    "(<= (goal ann 100) (true (choice ?d)) (true (car ?d))) (<= (goal ann 0) (not (true (ready here))) (not won))\n"
    "(<= won (true (choice ?d)) (true (car ?d))) (goal random 0)\n";

std::shared_ptr<belief::Rules> door_rules() {
  return got(belief::Rules::make(std::shared_ptr<const gdl::Description>(gdl::read_text("doors", kDoors)),
                                 circuit::Logic::kTwoValued));
}

// After the first round, in which there was no hint: the car is behind 2 or 3.
std::unique_ptr<belief::ExactBelief> door_belief(const std::shared_ptr<belief::Rules>& rules) {
  auto belief = got(belief::ExactBelief::make(rules, *rules->role("ann"), {}));
  REQUIRE(belief->update(got(belief::experience_of(*belief, {"noop", std::vector<std::string>{}}))));
  return belief;
}

}  // namespace

TEST_CASE("knowledge: as text") {
  auto rules = door_rules();
  auto belief = door_belief(rules);
  Board board = got(Board::make(*rules));
  Knowledge knowledge = knowledge_of(*belief);
  CHECK(to_text(*belief, knowledge, board, {.numbered = true}) ==
        "true      closed\n"
        "car?      2 50%, 3 50%\n"
        "  positions  2\n"
        "  legal      1 (open 1), 2 (open 2), 3 (open 3)\n"
        "  terminal   no\n"
        "  goal       0\n");
  knowledge.gave_up = true;
  CHECK(to_text(*belief, knowledge, board, {.more_time = " (wait)"}).find("may be known (wait)\n") !=
        std::string::npos);
  CHECK(to_text(*belief, knowledge, board, {.color = true}).find("\x1b[1;33mgave up\x1b[0m") != std::string::npos);
  CHECK(text_of({"noop", std::vector<std::string>{}}, false) == "  does       noop\n  sees       nothing\n");
  CHECK(text_of(game::Told{}, false) == "  does       not known\n  sees       not known\n");
}

TEST_CASE("an onlooker knows what its role is told, and draws it") {
  auto rules = door_rules();
  auto belief = door_belief(rules);
  Onlooker eyes = got(onlooker(rules->shared_model(), "ann", {}));
  CHECK(knowledge_of(*eyes.belief).fluents.known.size() == 1);  // ready
  REQUIRE(belief::hear(*eyes.belief, {"noop", std::vector<std::string>{}}));
  CHECK(to_json(*eyes.belief, knowledge_of(*eyes.belief)) == to_json(*belief, knowledge_of(*belief)));
  CHECK(to_text(picture_of(knowledge_of(*eyes.belief), eyes.board)) == "true      closed\ncar?      2 50%, 3 50%\n");
  CHECK_FALSE(belief::hear(*eyes.belief, {"(open 4)", std::vector<std::string>{}}));
  CHECK(onlooker(rules->shared_model(), "bob", {}).error().message == "the game has no role bob");
}

TEST_CASE("knowledge: as JSON") {
  auto rules = door_rules();
  auto belief = door_belief(rules);
  CHECK(to_json(*belief, knowledge_of(*belief)) ==
        ordered_json::parse(
            R"json({"legal": {"known": ["(open 1)", "(open 2)", "(open 3)"], "open": []}, "fluents": {"known": [
      "closed"], "open": ["(car 2)", "(car 3)"]}, "terminal": "known-not", "goal": {"known": [0],
      "open": []}, "states": 2, "probabilities": {"(car 2)": 0.5, "(car 3)": 0.5},
      "exact_probabilities": true, "gave_up": false})json"));
}

TEST_CASE("truth check: what is claimed and false is a mistake") {
  auto rules = door_rules();
  auto belief = door_belief(rules);
  Game game = game_of_text(kDoors, Game::Choice::kProver);
  auto mistakes = [&](const std::string& state) {
    TruthCheck check;
    CHECK_FALSE(check.used());
    REQUIRE(check.add(game, got(game.parse_state(state)), *belief, knowledge_of(*belief)));
    CHECK(check.used());
    CHECK(check.json()["mistakes"] == check.mistakes());
    bool fine = check.text(knowledge_of(*belief), false).find("all that was known was true") != std::string::npos;
    CHECK(fine == check.mistakes().empty());
    return check.mistakes();
  };
  CHECK(mistakes("((car 2) closed)").empty());
  CHECK(mistakes("((car 1) closed)") ==
        std::vector<std::string>{"round 2: fluent (car 1) holds, and was known not to"});
  CHECK(mistakes("((car 2))") == std::vector<std::string>{"round 2: fluent closed does not hold, and was known to"});
}

TEST_CASE("samples: equal positions are one, and what all share is shown once") {
  auto rules = door_rules();
  auto state = [&](const std::vector<std::string>& fluents) {
    State out;
    for (const std::string& fluent : fluents) out.insert(got(rules->fluent(fluent)));
    return out;
  };
  auto move = [&](std::uint32_t role, const std::string& text) { return got(rules->move(RoleId{role}, text)); };
  JointMove two = {move(0, "noop"), move(1, "(hide 2)")}, three = {move(0, "noop"), move(1, "(hide 3)")};
  std::vector<sample::Sample> drawn = {{0.25, state({"(car 2)", "closed"}), {two}},
                                       {0.5, state({"(car 3)", "closed"}), {three}},
                                       {0.25, state({"(car 2)", "closed"}), {two}}};
  Board board = got(Board::make(*rules));
  Samples samples = samples_of(*rules, drawn, board, true);
  REQUIRE(samples.positions.size() == 2);
  REQUIRE(samples.shared);
  CHECK(to_text(*samples.shared) == "true      closed\n");
  CHECK(samples.positions[0].weight == doctest::Approx(0.5));
  CHECK(to_text(samples, false) ==
        "\nThe same in all\ntrue      closed\n"
        "\n50 %\ncar       2\n  round  ann   random\n      1  noop  (hide 2)\n"
        "\n50 %\ncar       3\n  round  ann   random\n      1  noop  (hide 3)\n");
  ordered_json json = to_json(samples);
  CHECK(json["roles"] == ordered_json{"ann", "random"});
  CHECK(json["shared"]["known"][0]["things"][0]["fluent"] == "closed");
  CHECK(json["positions"][1]["history"] == ordered_json::parse(R"json([["noop", "(hide 3)"]])json"));
  CHECK(
      to_json(*rules, drawn)[1] ==
      ordered_json::parse(
          R"json({"weight": 0.5, "state": ["(car 3)", "closed"], "moves": [{"ann": "noop", "random": "(hide 3)"}]})json"));
  drawn.resize(1);
  samples = samples_of(*rules, drawn, board, false);
  CHECK_FALSE(samples.shared);
  CHECK(to_text(samples, false) == "\n25 %\ncar       2\ntrue      closed\n");
}
