// SPDX-License-Identifier: MIT
//
// One model, shared: numbers are the same for all who use it, two threads walk it, and what belongs to another model is
// refused.
#include "game/model.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "base/random.h"
#include "base/tally.h"
#include "game/library.h"
#include "game/playing.h"
#include "game/playout.h"
#include "support/aborting.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using circuit::Logic;
using test::got;
using test::own_game;

namespace {

std::shared_ptr<const Model> model_of(const std::string& name) {
  return got(Model::make(got(gdl::read_file(own_game(name).string()))));
}

Game circuit_game(std::shared_ptr<const Model> model) {
  return got(Game::make(std::move(model), {.engine = Game::Choice::kCircuit, .grounding = {}}));
}

// Goals of so many random matches, walked by a walker of its own.
std::vector<int> walked(const std::shared_ptr<const WholeGame>& whole, std::uint64_t seed, std::size_t matches) {
  std::unique_ptr<Walker> walker = make_circuit_walker(whole);
  Random random(seed);
  std::vector<int> out, goals;
  std::vector<MoveId> legal;
  JointMove joint(walker->lexicon().roles());
  for (std::size_t i = 0; i < matches; ++i) {
    for (walker->go(walker->initial()); !walker->terminal(); walker->step(joint))
      for (std::uint32_t role = 0; role < joint.size(); ++role) {
        walker->legal(RoleId{role}, legal);
        joint[role] = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      }
    for (std::uint32_t role = 0; role < joint.size(); ++role) {
      walker->goals(RoleId{role}, goals);
      out.insert(out.end(), goals.begin(), goals.end());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("circuits of both logics and all games of a model number alike") {
  for (const auto& file : test::own_games()) {
    CAPTURE(file.string());
    auto model = got(Model::make(got(gdl::read_file(file.string()))));
    auto exact = got(model->whole(Logic::kTwoValued)), kleene = got(model->whole(Logic::kKleene));
    CHECK(exact->lexicon == kleene->lexicon);
    CHECK(exact->fluents == kleene->fluents);
    CHECK(exact->moves == kleene->moves);
    CHECK(exact->sees == kleene->sees);
    CHECK(exact->initial == kleene->initial);
    Game one = circuit_game(model), other = circuit_game(model);
    CHECK(&one.lexicon() == exact->lexicon.get());
    CHECK(one.initial() == other.initial());
    // What one is given, the other understands.
    Random random(1);
    auto played = play_out(one, one.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
      CHECK(got(other.next(round.state, round.moves)) == got(one.next(round.state, round.moves)));
      return {};
    });
    REQUIRE(played);
  }
}

TEST_CASE("a model is checked, normalised and ground once for all who use it") {
  std::uint64_t checked = tally.checked, normalised = tally.normalised, grounded = tally.grounded;
  auto model = model_of("noughts_and_crosses");
  Game one = circuit_game(model), other = circuit_game(model);
  CHECK(tally.checked == checked + 1);
  CHECK(tally.normalised == normalised + 1);
  CHECK(tally.grounded == grounded + 1);
}

TEST_CASE("a game that was too large is not tried again with as little") {
  auto model = model_of("blind_breakthrough_6x6");
  ground::Options little, more;
  little.max_rules = 10;
  std::uint64_t grounded = tally.grounded;
  auto first = model->whole(Logic::kTwoValued, little);
  auto again = model->whole(Logic::kTwoValued, little);
  REQUIRE((!first && !again));
  CHECK(first.error().message == again.error().message);
  CHECK(tally.grounded == grounded + 1);
  CHECK(model->whole(Logic::kTwoValued, more).has_value());
  CHECK(model->whole(Logic::kTwoValued, little).has_value());  // it is there now
  CHECK(tally.grounded == grounded + 2);
}

TEST_CASE("a grounder that could not be started is tried again") {
  auto model = model_of("kuhn_poker");
  setenv("PERCEPT_GROUNDER", "/nowhere", 1);
  auto without = model->whole(Logic::kTwoValued);
  REQUIRE_FALSE(without);
  CHECK(without.error().passing);
  unsetenv("PERCEPT_GROUNDER");
  CHECK(model->whole(Logic::kTwoValued).has_value());
}

TEST_CASE("a library has one model of a text, for as long as it is used or kept") {
  auto sheet = [] { return got(gdl::read_file(own_game("nim").string())); };
  Library library(0), keeping(1);
  std::weak_ptr<const Model> seen;
  {
    auto one = got(library.model(sheet())), other = got(library.model(sheet()));
    CHECK(one == other);
    seen = one;
  }
  CHECK(seen.expired());
  seen = got(keeping.model(sheet()));
  CHECK(seen.lock() == got(keeping.model(sheet())));
  CHECK(got(keeping.model(got(gdl::read_file(own_game("monty_hall").string()))))->imperfect());
  CHECK(seen.expired());  // only the last one is kept
  auto wrong = keeping.model(gdl::read_text("wrong.kif", "(role a) (<= (legal a ?x) (not (p ?x)))"));
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message == "wrong.kif has 2 errors: in line 1, no rule says when the game is over");
}

TEST_CASE("several threads that ask a library at once get one model, ground once") {
  Library library(1);
  std::uint64_t checked = tally.checked, grounded = tally.grounded;
  std::array<std::shared_ptr<const WholeGame>, 4> wholes;
  {
    std::vector<std::jthread> threads;
    for (auto& whole : wholes)
      threads.emplace_back([&] {
        auto model = library.model(gdl::read_file(own_game("krieg_tictactoe_3x3").string()).value());
        whole = (*model)->whole(Logic::kTwoValued).value();
      });
  }
  for (const auto& whole : wholes) CHECK(whole == wholes[0]);
  CHECK(tally.checked == checked + 1);
  CHECK(tally.grounded == grounded + 1);
}

TEST_CASE("two threads walk one model as one does") {
  for (const char* name : {"noughts_and_crosses", "krieg_tictactoe_3x3", "kuhn_poker"}) {
    auto whole = got(model_of(name)->whole(Logic::kTwoValued));
    std::vector<int> alone = walked(whole, 1, 200), first, second;
    {
      std::jthread one([&] { first = walked(whole, 1, 200); });
      std::jthread other([&] { second = walked(whole, 2, 200); });
    }
    CHECK(first == alone);
    CHECK(second == walked(whole, 2, 200));
    CHECK(first != second);
  }
}

TEST_CASE("what belongs to another model is refused") {
  Game one = circuit_game(model_of("noughts_and_crosses")), other = circuit_game(model_of("noughts_and_crosses"));
  JointMove moves;
  for (std::uint32_t role = 0; role < one.roles(); ++role)
    moves.push_back(got(one.legal(one.initial(), RoleId{role})).front());
  CHECK(test::aborting([&] { (void)other.terminal(one.initial()); }).find("a state of another model") !=
        std::string::npos);
  CHECK(test::aborting([&] { (void)other.next(other.initial(), moves); }).find("a move of another model") !=
        std::string::npos);
  CHECK(test::aborting([&] { (void)other.text(RoleId{0}, moves[0]); }).find("a move of another model") !=
        std::string::npos);
  PerceptId percept = got(one.percepts(one.initial(), moves, RoleId{0})).front();
  CHECK(test::aborting([&] { (void)other.text(percept); }).find("a percept of another model") != std::string::npos);
  CHECK(test::aborting([&] { (void)(one.initial() == other.initial()); }).find("two lexicons") != std::string::npos);
  // Nor is a joint move that is none.
  CHECK(test::aborting([&] { (void)one.next(one.initial(), {moves[0]}); }).find("one move for each role") !=
        std::string::npos);
  CHECK(test::aborting([&] {
          (void)one.next(one.initial(), {moves[0], MoveId{1000}});
        }).find("does not have") != std::string::npos);
  CHECK(test::aborting([&] { (void)one.next(one.initial(), moves); }).empty());
  // Nor a role that is none.
  RoleId none{static_cast<std::uint32_t>(one.roles())};
  for (const std::string& said : {test::aborting([&] { (void)one.legal(one.initial(), none); }),
                                  test::aborting([&] { (void)one.goals(one.initial(), none); }),
                                  test::aborting([&] { (void)one.percepts(one.initial(), moves, none); }),
                                  test::aborting([&] { (void)one.parse_move(none, "noop"); })})
    CHECK(said.find("a role that the game does not have") != std::string::npos);
}

TEST_CASE("a lexicon has no words for numbers that it did not give") {
  for (auto choice : {Game::Choice::kCircuit, Game::Choice::kProver}) {
    Game game = got(Game::make(model_of("noughts_and_crosses"), {choice, {}}));
    const Lexicon& words = game.lexicon();
    auto said = [](auto&& function) { return test::aborting(function); };
    auto after = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
    RoleId first{0}, none{after(words.roles())};
    MoveId move{after(words.moves(first)), words.number()};
    for (const std::string& text :
         {said([&] { (void)words.text(none); }), said([&] { (void)words.text(none, MoveId{}); }),
          said([&] { (void)words.moves(none); }), said([&] { (void)words.find_move(none, "noop"); }),
          said([&] { (void)words.find_move(none, words.term(first)); })})
      CHECK(text.find("a role that the game does not have") != std::string::npos);
    CHECK(said([&] { (void)words.text(first, move); }).find("a move that the role does not have") != std::string::npos);
    CHECK(said([&] {
            (void)words.text(PerceptId{after(words.percepts()), words.number()});
          }).find("a percept that the game does not have") != std::string::npos);
    CHECK(said([&] {
            (void)words.text(FluentId{after(words.fluents())});
          }).find("a fluent that the game does not have") != std::string::npos);
  }
}
