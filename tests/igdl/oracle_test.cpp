// SPDX-License-Identifier: MIT
//
// The oracle of incomplete descriptions, held against the chapter, step by step, against what was worked out by hand
// for each game (expectations.h), against the complete games played by the rules, and its policies against a QBF
// solver.
#include <fmt/format.h>

#include "base/random.h"
#include "game/game.h"
#include "gdl/reader.h"
#include "igdl/brute_force.h"
#include "igdl/buttons.h"
#include "igdl/expectations.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using namespace percept::test::igdl;

namespace {

// A description and its oracle.
struct Judge {
  std::unique_ptr<gdl::Description> description;
  BruteForce oracle;

  Judge(const std::string& text, const std::string& role)
      : description(gdl::read_text("description", text, gdl::Notation::kInfix)), oracle(*description, role) {
    REQUIRE(description->findings().empty());
  }

  Models after(const std::string& match) {
    Models models = oracle.start();
    for (const Turn& turn : turns(match)) {
      models = oracle.seen(models, turn.sees);
      if (turn.asked) models = oracle.asked(models);
      if (!turn.move.empty()) models = oracle.moved(models, turn.move);
    }
    return models;
  }
};

Known ask(const BruteForce& oracle, const Models& models, const std::string& question) {
  std::vector<std::string> parts = split(question, '@');
  return oracle.ask(models, parts[0], parts.size() > 1 ? std::stoul(parts[1]) : 0);
}

void check_moment(Judge& judge, const Moment& moment) {
  CAPTURE(moment.match);
  BruteForce& oracle = judge.oracle;
  Models models = judge.after(moment.match);
  CHECK(oracle.rules(models) == moment.rules);
  CHECK(oracle.positions(models) == moment.positions);
  CHECK(oracle.worlds(models) == moment.worlds);
  if (models.empty()) return;
  CHECK(oracle.goals(models) == std::pair(moment.lowest, moment.highest));
  int guaranteed = moment.match.empty() ? oracle.guaranteed_unseen(models) : oracle.guaranteed(models);
  if (moment.guaranteed != kNotAsked) CHECK(guaranteed == moment.guaranteed);
  if (moment.best_sum != kNotAsked) CHECK(oracle.best_sum(models) == moment.best_sum);
  CHECK(oracle.surely_legal(models) == words(moment.sure));
  CHECK(oracle.possibly_legal(models) == words(moment.sure + " " + moment.maybe));
  auto each = [&](const std::string& atoms, Known answer) {
    for (const std::string& question : words(atoms)) CHECK_MESSAGE(ask(oracle, models, question) == answer, question);
  };
  each(moment.holds, Known::kTrue);
  each(moment.fails, Known::kFalse);
  each(moment.open, Known::kOpen);
}

}  // namespace

TEST_CASE("what can and cannot be known in the incomplete games") {
  for (const Incomplete& game : incomplete_games()) {
    SUBCASE(game.description.c_str()) {
      Judge judge(sheet(game.description), game.role);
      for (const Moment& moment : game.moments) check_moment(judge, moment);
    }
  }
}

// --- the chapter ---

TEST_CASE("19.5: with the complete description nothing is open") {
  Judge judge(sheet("buttons_and_lights_complete.robot.igdl"), "robot");
  Models models = judge.after("");
  for (const char* move : {"a", "b", "c", "a", "b", "a"}) {
    CHECK(models.size() == 1);
    models = judge.oracle.moved(models, move);
  }
  REQUIRE(models.size() == 1);
  CHECK(judge.oracle.goals(models) == std::pair(100, 100));
  CHECK(judge.oracle.ask(models, "terminal") == Known::kTrue);
  CHECK(judge.oracle.moved(models, "a").empty());
}

TEST_CASE("19.6: without the sentence on init eight first positions, four once q was seen; with it four and two") {
  Judge open(sheet("buttons_and_lights_open.robot.igdl"), "robot");
  CHECK(open.after("").size() == 8);
  CHECK(open.after("-").size() == 4);
  CHECK(open.after("q").size() == 4);
  Judge alike(sheet("buttons_and_lights.robot.igdl"), "robot");
  CHECK(alike.after("").size() == 4);
  CHECK(alike.after("-").size() == 2);
  CHECK(alike.after("q").size() == 2);
}

TEST_CASE("19.7: a, b, c, and then a, b, a if q is off, or a and something harmless twice if q is on") {
  Judge judge(sheet("buttons_and_lights.robot.igdl"), "robot");
  BruteForce& oracle = judge.oracle;
  CHECK(oracle.best_moves(judge.after("-")).contains("a"));
  CHECK(oracle.best_moves(judge.after("-:a; -")).contains("b"));
  CHECK(oracle.best_moves(judge.after("-:a; -:b; q")).contains("c"));
  CHECK(judge.after("-:a; q").empty());
  CHECK(oracle.goals(judge.after("-:a; -:b; q:c; -:a; -:b; q:a; q")) == std::pair(100, 100));
  for (const char* match :
       {"-:a; -:b; q:c; q:a; q:b; q:b; q", "-:a; -:b; q:c; q:a; q:c; q:c; q", "-:a; -:b; q:c; q:a; q:b; q:c; q"}) {
    Models end = judge.after(match);
    REQUIRE(end.size() == 1);
    CHECK(oracle.goals(end) == std::pair(100, 100));
    CHECK(oracle.ask(end, "terminal") == Known::kTrue);
  }
  CHECK(oracle.goals(judge.after("-:a; -:b; q:c; q:a; q:a; q:b; -")) == std::pair(0, 0));
}

// --- what a policy can do ---

TEST_CASE("without the sentence six moves are not enough when q is off at first, seven are; when q is on six are") {
  Judge six(buttons_with_moves(false, 6), "robot"), seven(buttons_with_moves(false, 7), "robot");
  CHECK(six.oracle.guaranteed(six.after("-")) == 0);
  CHECK(six.oracle.best_sum(six.after("-")) == 300);  // three of the four positions
  CHECK(six.oracle.guaranteed(six.after("q")) == 100);
  CHECK(six.oracle.best_sum(six.after("q")) == 400);
  CHECK(seven.oracle.guaranteed(seven.after("-")) == 100);
  CHECK(seven.oracle.guaranteed(seven.after("q")) == 100);
  // Without the first percept seven are not enough, either, unless it is told after the first move, as GDL-II does.
  CHECK(seven.oracle.guaranteed(seven.after("")) == 0);
  CHECK(seven.oracle.guaranteed(seven.after(""), Telling::kAfterMove) == 100);
  CHECK(six.oracle.guaranteed(six.after(""), Telling::kAfterMove) == 0);
}

TEST_CASE("with the sentence six moves are enough, even without the first percept, and five are not") {
  Judge five(buttons_with_moves(true, 5), "robot"), six(buttons_with_moves(true, 6), "robot");
  for (const char* seen : {"-", "q", ""}) CHECK(six.oracle.guaranteed(six.after(seen)) == 100);
  CHECK(six.oracle.guaranteed(six.after(""), Telling::kAfterMove) == 100);
  CHECK(five.oracle.guaranteed(five.after("-")) == 0);
  CHECK(five.oracle.guaranteed(five.after("q")) == 100);
  CHECK(five.oracle.guaranteed(five.after("")) == 0);
}

TEST_CASE("a round less, and what was sure is not") {
  auto shorter = [](const std::string& name, const std::string& end, const std::string& sooner) {
    return Judge(replaced(sheet(name), "\nterminal <=> true(" + end + ")", "\nterminal <=> true(" + sooner + ")"),
                 "robot");
  };
  Judge wiring = shorter("wiring.robot.igdl", "5", "4"), room = shorter("secret_room.robot.igdl", "3", "2"),
        button = shorter("odd_button.robot.igdl", "4", "3");
  CHECK(wiring.oracle.guaranteed(wiring.after("l1")) == 0);
  CHECK(room.oracle.guaranteed(room.after("-")) == 0);
  CHECK(room.oracle.guaranteed(room.after("chime")) == 100);
  CHECK(button.oracle.guaranteed(button.after("-")) == 0);
}

TEST_CASE("the moves that a sure policy may begin with") {
  auto best = [](const std::string& name, const std::string& role, const std::string& match) {
    Judge judge(sheet(name), role);
    return judge.oracle.best_moves(judge.after(match));
  };
  CHECK(best("odd_button.robot.igdl", "robot", "-") == Atoms{"a", "b"});
  CHECK(best("wiring.robot.igdl", "robot", "l1") == Atoms{"b1", "b2", "b3"});
  CHECK(best("last_bell.robot.igdl", "robot", "-") == Atoms{"wait"});
  CHECK(best("last_bell.robot.igdl", "robot", "-:wait; -") == Atoms{"press"});
  CHECK(best("flicker.robot.igdl", "robot", "-") == Atoms{"wait"});
  CHECK(best("flicker.robot.igdl", "robot", "-:wait; q") == Atoms{"claim"});
  CHECK(best("secret_room.robot.igdl", "robot", "-") == Atoms{"y", "z"});
  CHECK(best("secret_room.robot.igdl", "robot", "chime") == Atoms{"x", "y", "z"});
  CHECK(best("lost_in_the_ring.robot.igdl", "robot", "lamp") == Atoms{"back", "forward", "stay"});
  CHECK(best("cups.left.igdl", "left", "-:wait; lamp:x; first:wait; first,lamp") == Atoms{"x"});
  CHECK(best("stuck_doors.robot.igdl", "robot", "-") == Atoms{"a", "b", "wait"});
}

// --- how descriptions are read ---

TEST_CASE("nothing but rigid relations is the same from round to round") {
  std::string text = sheet("last_bell.robot.igdl");
  Judge judge(replaced(text, "\nlegal(robot, press) <=> ~true(lamp)\n", "\n"), "robot");
  Models models = judge.after("-:press; lamp");
  CHECK(judge.oracle.ask(models, "legal(robot,press)", 1) == Known::kTrue);
  CHECK(judge.oracle.ask(models, "legal(robot,press)") == Known::kOpen);
}

TEST_CASE("structure bounds what can be true, legal and seen, and may be open itself") {
  std::string text = sheet("odd_button.robot.igdl");
  Judge judge(replaced(replaced(text, "\nX != 1 => ~init(X)\n", "\n"), "\nbase(q)\n", "\n"), "robot");
  Models models = judge.after("");
  // Two effects; p, q and the steps but the first may be there or not, and q only if it is a base proposition: then
  // next(q) may hold, so that it is one or else never true.
  CHECK(judge.oracle.rules(models) == 4);
  CHECK(judge.oracle.positions(models) == 32);
  CHECK(judge.oracle.worlds(models) == 2 * 32 + 2 * 16);
  CHECK(judge.oracle.ask(models, "base(q)") == Known::kOpen);
  CHECK(judge.oracle.ask(models, "true(robot)") == Known::kFalse);
}

TEST_CASE("a contradiction has no model") {
  std::string text = sheet("odd_button.robot.igdl");
  CHECK(Judge(text + "\n~effect(swap)\n~effect(toggle)\n", "robot").after("").empty());
  CHECK(Judge(text + "\ninit(p)\n", "robot").after("").empty());
  CHECK(Judge(text + "\nEX:AY:(effect(X) & X != Y)\n", "robot").after("").empty());
}

TEST_CASE(
    "eight buttons of which nothing is known but that each has one light: 8^8 models, less 8 times with each press") {
  // Too many to list; but buttons are independent, so it is enough to count for a few, with all eight lights.
  std::string text = sheet("wiring_8.robot.igdl");
  for (int buttons : {1, 2, 3}) {
    std::string fewer = text;
    for (int i = buttons + 1; i <= 8; ++i) fewer += fmt::format("\nwire(b{}, l1)\n", i);
    Judge judge(fewer, "robot");
    std::size_t models = 1;
    for (int i = 0; i < buttons; ++i) models *= 8;
    CHECK(judge.oracle.rules(judge.after("-")) == models);
    CHECK(judge.oracle.rules(judge.after("-:b1; l5")) == models / 8);
    CHECK(judge.oracle.ask(judge.after("-:b1; l5"), "wire(b1,l5)") == Known::kTrue);
  }
}

// --- the sheets ---

TEST_CASE("the sheets of incomplete games: nothing is found in them, they are formatted and say what they are") {
  std::vector<std::filesystem::path> files = files_below(project_root() / "games" / "igdl", {".kif", ".igdl"});
  std::set<std::string> expected;
  std::string all, table = sheet("README.md");
  for (const Incomplete& game : incomplete_games()) expected.insert({game.description, game.complete});
  for (const std::filesystem::path& file : files) {
    std::string name = file.filename().string();
    all += " '" + file.string() + "'";
    CHECK_MESSAGE((expected.contains(name) || name.starts_with("wiring_8.")), name);
    if (name.ends_with(".igdl")) CHECK_MESSAGE(table.find("| `" + name + "` |") != std::string::npos, name);
    CHECK(read(file).starts_with(name.ends_with(".igdl") ? "% " : "; "));
    CHECK(gdl::read_text(name, read(file))->is_incomplete() == name.ends_with(".igdl"));
  }
  auto checked = percept::test::percept("check" + all);
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.ends_with(fmt::format("{} files: nothing found\n", files.size())));
  CHECK(percept::test::percept("format --check" + all).exit_code == 0);
}

// The complete game played at random by the rules; what a role is told of it has a model, and the true position is
// among those it holds possible, with the same legal moves, goal and end.
TEST_CASE("complete games are models of their descriptions, but for the false belief") {
  for (const Incomplete& incomplete : incomplete_games()) {
    CAPTURE(incomplete.description);
    Judge judge(sheet(incomplete.description), incomplete.role);
    BruteForce& oracle = judge.oracle;
    std::shared_ptr<const gdl::Description> rules = gdl::read_text(incomplete.complete, sheet(incomplete.complete));
    auto game = game::Game::make(rules, {});
    REQUIRE(game);
    game::RoleId role = *game->role(incomplete.role);
    bool contradicted = false;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      Models models = oracle.start();
      game::State state = game->initial();
      for (;;) {
        bool over = *game->terminal(state);
        game::JointMove moves;
        std::vector<game::MoveId> own;
        for (std::uint32_t r = 0; r < game->roles(); ++r) {
          std::vector<game::MoveId> of_role = *game->legal(state, game::RoleId{r});
          moves.push_back(of_role[random.below(static_cast<std::uint32_t>(of_role.size()))]);
          if (game::RoleId{r} == role) own = of_role;
        }
        Atoms position, sees, legal;
        for (game::FluentId fluent : game->sorted(state)) position.insert(game->text(fluent));
        // None of the games lets what is seen depend on the move.
        game::Percepts percepts = *game->percepts(state, moves, role);
        for (game::PerceptId percept : percepts) sees.insert(game->text(percept));
        for (game::MoveId move : own) legal.insert(game->text(role, move));
        models = oracle.seen(models, sees);
        if (!incomplete.is_model && models.empty()) {
          contradicted = true;
          break;
        }
        CHECK(std::ranges::any_of(models, [&](const Model& model) {
          const World& world = oracle.world(model.worlds.back());
          return world.position == position && world.moves == legal && world.terminal == over &&
                 std::vector{world.goal} == *game->goals(state, role);
        }));
        if (over) break;
        models = oracle.moved(models, game->text(role, moves[role.value]));
        state = *game->next(state, moves);
      }
    }
    CHECK(contradicted == !incomplete.is_model);
  }
}
