// SPDX-License-Identifier: MIT
//
// The oracle of incomplete descriptions, held against the chapter, step by step, against what was worked out by hand
// for each game (expectations.h), against the complete games played by the rules, and its policies against a QBF
// solver.
#include <fmt/format.h>

#include <cstdlib>

#include "base/random.h"
#include "game/game.h"
#include "gdl/reader.h"
#include "igdl/brute_force.h"
#include "igdl/expectations.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using namespace percept::test::igdl;

namespace {

std::filesystem::path sheet(const std::string& name) { return project_root() / "games" / "igdl" / name; }

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

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  std::size_t at = text.find(old);
  REQUIRE_MESSAGE(at != std::string::npos, old);
  REQUIRE(text.find(old, at + 1) == std::string::npos);
  return text.replace(at, old.size(), by);
}

// Buttons and Lights with another number of moves.
std::string with_moves(const std::string& name, int moves) {
  std::string text = read(sheet(name));
  if (moves < 6) return replaced(text, "\nterminal <=> true(7)", fmt::format("\nterminal <=> true({})", moves + 1));
  for (int step = 8; step <= moves + 1; ++step) {
    text = replaced(text, " => ~step(X)", fmt::format(" & X != {} => ~step(X)", step));
    text = replaced(text, " =>\n    ~successor(X, Y)",
                    fmt::format(" &\n(X != {} | Y != {}) =>\n    ~successor(X, Y)", step - 1, step));
    text += fmt::format("step({})\nsuccessor({},{})\n", step, step - 1, step);
  }
  return replaced(text, "\nterminal <=> true(7)", fmt::format("\nterminal <=> true({})", moves + 1));
}

Atoms words(const std::string& text) {
  Atoms out;
  for (const std::string& word : split(text, ' '))
    if (!word.empty()) out.insert(word);
  return out;
}

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
      Judge judge(read(sheet(game.description)), game.role);
      for (const Moment& moment : game.moments) check_moment(judge, moment);
    }
  }
}

TEST_CASE("tmp") {
  for (int n : {5, 6, 7}) {
    Judge j(with_moves("buttons_and_lights_open.robot.igdl", n), "robot");
    fmt::print("{}: {} {} {} {} {} {} aftermove {}\n", n, j.oracle.positions(j.after("")),
               j.oracle.guaranteed(j.after("")), j.oracle.guaranteed(j.after("-")), j.oracle.guaranteed(j.after("q")),
               j.oracle.best_sum(j.after("-")), j.oracle.best_sum(j.after("q")),
               j.oracle.guaranteed(j.after(""), Telling::kAfterMove));
    Judge k(with_moves("buttons_and_lights.robot.igdl", n), "robot");
    fmt::print("   {} {} {} {} {} {} aftermove {}\n", k.oracle.positions(k.after("")), k.oracle.guaranteed(k.after("")),
               k.oracle.guaranteed(k.after("-")), k.oracle.guaranteed(k.after("q")), k.oracle.best_sum(k.after("-")),
               k.oracle.best_sum(k.after("q")), k.oracle.guaranteed(k.after(""), Telling::kAfterMove));
  }
}
