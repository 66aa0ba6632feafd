// SPDX-License-Identifier: MIT
#include "belief/rules.h"

#include "belief/believing.h"
#include "belief/exact.h"
#include "belief/two_set.h"
#include "support/aborting.h"

using namespace percept;
using namespace percept::test;
using belief::Rules;
using game::RoleId;

namespace {

// Perfect information: two roles take one or two of five matches.
constexpr const char* kNim = R"(
(role first) (role second) (init (heap 5)) (init (control first))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (left ?h 1 ?l) (succ ?l ?h)) (<= (left ?h 2 ?l) (succ ?m ?h) (succ ?l ?m))
(<= (legal ?r (take ?n)) (true (control ?r)) (true (heap ?h)) (left ?h ?n ?l))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (heap ?l)) (true (heap ?h)) (does ?r (take ?n)) (left ?h ?n ?l))
(<= (next (control second)) (true (control first)))
(<= (next (control first)) (true (control second)))
(<= terminal (true (heap 0)))
(<= (goal ?r 100) (role ?r) (not (true (control ?r))))
(<= (goal ?r 0) (true (control ?r)))
)";

}  // namespace

TEST_CASE("rules number what their circuit has, in its order") {
  auto rules = rules_of_file(own_game("monty_hall"));
  REQUIRE(rules->whole());
  CHECK(rules->why_local() == "");
  CHECK(rules->imperfect());
  const belief::NumberedCircuit& whole = *rules->whole();
  REQUIRE(whole.fluents.size() == whole.game.fluents.size());
  for (std::uint32_t i = 0; i < whole.fluents.size(); ++i) {
    CHECK(whole.fluents[i].value == i);
    CHECK(rules->text(whole.fluents[i]) == rules->lexicon().terms().to_kif(whole.game.fluents[i].term));
  }
  for (std::uint32_t role = 0; role < rules->roles(); ++role) {
    REQUIRE(whole.moves[role].size() == whole.game.moves[role].size());
    REQUIRE(whole.sees[role].size() == whole.game.sees[role].size());
    for (std::size_t m = 0; m < whole.moves[role].size(); ++m)
      CHECK(rules->text(RoleId{role}, whole.moves[role][m]) ==
            rules->lexicon().terms().to_kif(whole.game.moves[role][m].term));
    for (std::size_t p = 0; p < whole.sees[role].size(); ++p)
      CHECK(rules->text(whole.sees[role][p]) == rules->lexicon().terms().to_kif(whole.game.sees[role][p].first));
  }
}

TEST_CASE("the initial position is that of the game") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    game::Game::Options options;
    options.engine = game::Game::Choice::kProver;
    auto game = got(game::Game::make(got(gdl::read_file(file.string())), options));
    auto rules = rules_of_file(file);
    Texts expected, found;
    for_each_fluent(game.initial(), [&](game::FluentId fluent) { expected.insert(game.text(fluent)); });
    for (game::FluentId fluent : rules->initial()) found.insert(rules->text(fluent));
    CHECK(found == expected);
    REQUIRE(rules->roles() == game.roles());
    for (std::uint32_t role = 0; role < game.roles(); ++role)
      CHECK(rules->text(RoleId{role}) == game.text(RoleId{role}));
  }
}

TEST_CASE("in a game without sees every role sees the joint move") {
  auto rules = rules_of_text(kNim);
  CHECK_FALSE(rules->imperfect());
  REQUIRE(rules->whole());
  const belief::NumberedCircuit& whole = *rules->whole();
  std::size_t moves = 0;
  for (const auto& of_role : whole.moves) moves += of_role.size();
  for (std::uint32_t role = 0; role < rules->roles(); ++role) CHECK(whole.sees[role].size() == moves);
  auto percept = rules->percept("(does first (take 2))");
  REQUIRE(percept);
  CHECK(rules->text(*percept) == "(does first (take 2))");
}

TEST_CASE("texts stand for moves and percepts, and for nothing else") {
  auto rules = rules_of_file(own_game("monty_hall"));
  auto candidate = rules->role("Candidate");
  REQUIRE(candidate);
  CHECK_FALSE(rules->role("nobody"));
  const belief::NumberedCircuit& whole = *rules->whole();
  for (game::MoveId move : whole.moves[candidate->value])
    CHECK(got(rules->move(*candidate, rules->text(*candidate, move))) == move);
  for (game::PerceptId percept : whole.sees[candidate->value])
    CHECK(got(rules->percept(rules->text(percept))) == percept);
  CHECK_FALSE(rules->move(*candidate, "(fly away)"));
  CHECK_FALSE(rules->move(*candidate, "noop noop"));
  CHECK_FALSE(rules->move(*candidate, "(open_door ?x)"));
  CHECK_FALSE(rules->move(*candidate, "(open"));
  CHECK_FALSE(rules->percept("(thunder)"));
}

TEST_CASE("a description that cannot be played is refused") {
  auto refused =
      Rules::make(gdl::read_text("test", "(role a) (<= (legal a ?x) (not (p ?x)))"), circuit::Logic::kTwoValued);
  CHECK_FALSE(refused);
}

TEST_CASE("a game beyond its budget has circuits of the moment") {
  ground::Options small;
  small.max_rules = 10;
  auto rules =
      got(Rules::make(got(gdl::read_file(own_game("monty_hall").string())), circuit::Logic::kTwoValued, small));
  CHECK_FALSE(rules->whole());
  CHECK(rules->why_local() != "");
  CHECK_FALSE(rules->initial().empty());
  auto local = rules->local(rules->initial(), {}, RoleId{0});
  REQUIRE(local);
  REQUIRE((*local)->game.moves.size() == rules->roles());
  // What may be next is numbered.
  for (std::size_t i = 0; i < (*local)->fluents.size(); ++i)
    CHECK(rules->text((*local)->fluents[i]) == rules->lexicon().terms().to_kif((*local)->game.fluents[i].term));
}

// ---- what callers must not do

TEST_CASE("a belief is told moves that its role has and percepts that there are") {
  for (std::size_t max_rules : {1'000'000u, 1u}) {  // with a circuit of the whole game, and with a lexicon that grows
    CAPTURE(max_rules);
    ground::Options grounding;
    grounding.max_rules = max_rules;
    auto model = got(game::Model::make(got(gdl::read_file(own_game("monty_hall").string()))));
    auto two_valued = got(Rules::make(model, circuit::Logic::kTwoValued, grounding));
    auto kleene = got(Rules::make(model, circuit::Logic::kKleene, grounding));
    RoleId candidate = *kleene->role("candidate"), monty = *kleene->role("monty");
    std::unique_ptr<belief::Belief> exact = got(belief::ExactBelief::make(two_valued, candidate, {}));
    std::unique_ptr<belief::Belief> two_set = got(belief::TwoSetBelief::make(kleene, candidate));
    for (belief::Belief* belief : {exact.get(), two_set.get()}) {
      CAPTURE(std::string(belief->name()));
      const game::Lexicon& words = belief->rules().lexicon();
      auto said = [&](const belief::Experience& experience) {
        return aborting([&] { (void)belief->update(experience); });
      };
      game::MoveId others{static_cast<std::uint32_t>(words.moves(candidate)), words.number()};
      game::PerceptId none{static_cast<std::uint32_t>(words.percepts()), words.number()};
      if (belief->rules().whole()) CHECK(words.moves(monty) > others.value);
      CHECK(said({others, {}}).find("a move that the role does not have") != std::string::npos);
      CHECK(said({{}, game::Percepts{none}}).find("a percept that the game does not have") != std::string::npos);
      CHECK(said({}).empty());
    }
    game::FluentId none{static_cast<std::uint32_t>(kleene->lexicon().fluents())};
    CHECK(aborting([&] {
            (void)belief::TwoSetBelief::make_at(kleene, candidate, {{none}, {}}, 1);
          }).find("a fluent that the game does not have") != std::string::npos);
  }
}

TEST_CASE("each belief needs rules made for its logic, and circuits rules that are not words alone") {
  auto model = got(game::Model::make(got(gdl::read_file(own_game("monty_hall").string()))));
  auto two_valued = got(Rules::make(model, circuit::Logic::kTwoValued));
  auto kleene = got(Rules::make(model, circuit::Logic::kKleene));
  CHECK(two_valued->logic() == circuit::Logic::kTwoValued);
  CHECK(kleene->logic() == circuit::Logic::kKleene);
  RoleId role{0};
  CHECK(aborting([&] { (void)belief::ExactBelief::make(kleene, role, {}); }).find("exact knowledge, of rules") !=
        std::string::npos);
  CHECK(aborting([&] { (void)belief::TwoSetBelief::make(two_valued, role); }).find("two sets, of rules") !=
        std::string::npos);
  CHECK(belief::TwoSetBelief::make_at(two_valued, role, {two_valued->initial(), {}}, 1));
  auto words = Rules::of_words(got(model->whole(circuit::Logic::kTwoValued))->lexicon, true);
  CHECK(aborting([&] { (void)words->model(); }).find("words alone") != std::string::npos);
  CHECK(aborting([&] { (void)words->local({}, {}, role); }).find("words alone") != std::string::npos);
  CHECK(aborting([&] { (void)two_valued->local({}, {}, role); }).find("one of its own") != std::string::npos);
}
