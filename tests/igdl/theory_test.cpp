// SPDX-License-Identifier: MIT
//
// How sentences are read: relations of rounds and rigid ones, the universe, and what is refused.
#include "igdl/inspection.h"
#include "igdl/policy.h"
#include "igdl/theories.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using belief::Truth;

namespace {

const std::string kSmall = R"(
role(robot)
base(p)
base(q)
input(robot,a)
input(robot,b)
percept(robot,lamp)
)";

std::string refused(const std::string& text) {
  auto theory = try_theory(kSmall + text);
  return theory ? std::string() : theory.error().message + " | " + theory.error().hint;
}

std::vector<std::string> texts(const engine::Theory& theory, const std::vector<std::size_t>& sentences) {
  std::vector<std::string> out;
  for (std::size_t sentence : sentences) out.push_back(theory.sentences()[sentence].text());
  return out;
}

}  // namespace

TEST_CASE("a relation belongs to a round if it is defined by what does") {
  auto theory = theory_of(kSmall + R"(
bright <=> true(p) & true(q)
legal(robot,X) <=> allowed(X)
pressed(X) <=> does(robot,X)
next(L) <=> EB:(pressed(B) & wired(B,L))
wired(B,L) => input(robot,B) & base(L)
allowed(X) => input(robot,X)
)");
  auto level = [&](const char* atom) {
    auto asked = theory->ask(atom);
    REQUIRE(asked);
    REQUIRE(asked->input != engine::kNoInput);
    return theory->inputs()[asked->input].kind.level;
  };
  CHECK(level("bright") == engine::Level::kPosition);
  CHECK(level("pressed(a)") == engine::Level::kMove);
  CHECK(level("wired(a,p)") == engine::Level::kRigid);
  CHECK(level("allowed(b)") == engine::Level::kRigid);
  // Where its domain says that it cannot hold, it is known.
  CHECK(theory->ask("wired(p,a)")->input == engine::kNoInput);
}

TEST_CASE("percepts are of the position unless a sentence speaks of them together with a move") {
  CHECK(theory_of(kSmall + "sees(robot,lamp) <=> true(p)\n")->sees_position());
  CHECK_FALSE(theory_of(kSmall + "sees(robot,lamp) <=> true(p) & does(robot,a)\n")->sees_position());
  CHECK_FALSE(theory_of(kSmall + "sees(robot,lamp) => EM:does(robot,M)\n")->sees_position());
}

TEST_CASE("what cannot be reasoned with is refused with what, where and what to do") {
  CHECK(refused("true(z)\n").find("theory:8: nothing that base lists is meant by (true z)") == 0);
  CHECK(refused("sees(lamp) <=> true(p)\n").find("say who sees it") != std::string::npos);
  CHECK(refused("odd(X) => odd(s(X))\nodd(zero)\n").find("the universe is infinite") != std::string::npos);
  CHECK(refused("~role(robot)\n").find("contradicts what else is said") != std::string::npos);
  CHECK(refused("base(p) | base(r)\n").empty());
  CHECK(refused("true(p,1) => true(q,2)\n").find("speaks of rounds by their steps") != std::string::npos);
  CHECK(try_theory("role(robot)\nbase(p)\np => q\n").error().message == "theory lists no moves");
}

TEST_CASE("unrestricted variables range over all constants, and quantifiers mean what they say") {
  // Two of three things are chosen, exactly one is best.
  auto belief = belief_of(kSmall + R"(
thing(x)
thing(y)
thing(z)
X != x & X != y & X != z => ~thing(X)
chosen(X) => thing(X)
best(X) => chosen(X)
EX:best(X)
best(X) & best(Y) => X = Y
AX:(thing(X) => EY:(thing(Y) & X != Y & chosen(Y)))
∀X (thing(X) => ∃Y (thing(Y) & (chosen(X) | chosen(Y) & X != Y)))
~(AX:(thing(X) => chosen(X)))
)");
  // Three ways to choose two, each with two ways to be best.
  CHECK(belief->models().value == 6);
  CHECK(belief->models().exact);
}

TEST_CASE("a law over rounds teaches about the past and the rules") {
  auto belief = belief_of(kSmall + R"(
step(1)
step(2)
step(3)
successor(1,2)
successor(2,3)
legal(robot,a)
legal(robot,b)
~terminal
sees(robot,lamp) <=> true(q)
successor(T,U) & does(robot,a,T) & odd => (true(p,T) <=> ~true(q,U))
successor(T,U) & does(robot,a,T) & ~odd => (true(p,T) <=> true(q,U))
does(robot,b) => (next(p) <=> true(p))
init(p)
)");
  CHECK(belief->models().value == 2);
  REQUIRE(looked(*belief, {}));
  REQUIRE(played(*belief, "a", {"lamp"}));  // p held: so it is not odd
  CHECK(belief->models().value == 1);
  CHECK(belief->truth(belief->theory().ask("odd")->input) == Truth::kNo);
  CHECK(belief->states() == 2);       // p may have become anything
  REQUIRE(played(*belief, "a", {}));  // not q: so p did not hold in round 2
  CHECK(belief->truth(belief->theory().ask("true(p)")->input, 2) == Truth::kNo);
  CHECK(belief->truth(belief->theory().ask("true(p)")->input, 1) == Truth::kYes);
  auto because = belief->why("true(p,2)");
  REQUIRE(because);
  CHECK(because->truth == Truth::kNo);
}

TEST_CASE("contradictions come with a smallest set of sentences, redundant sentences are named") {
  auto theory = theory_of(kSmall + "init(p) <=> init(q)\ninit(p)\n~init(q) | ~init(p)\ntrue(p) | ~true(p)\n");
  auto wrong = engine::find_contradiction(theory);
  REQUIRE(wrong);
  CHECK(wrong->round == 1);
  CHECK(texts(*theory, wrong->sentences) ==
        std::vector<std::string>{"init(p) <=> init(q)", "init(p)", "~init(q) | ~init(p)"});
  auto made = engine::TheoryBelief::make(theory, game::RoleId{0});
  REQUIRE_FALSE(made);
  CHECK(made.error().message.find("theory is contradictory") == 0);
  auto more = theory_of(kSmall + "init(p) => init(q)\n~init(q) => ~init(p)\nlegal(robot,a)\n~terminal\n");
  CHECK_FALSE(engine::find_contradiction(more));
  CHECK(texts(*more, engine::find_redundant(*more)) ==
        std::vector<std::string>{"init(p) => init(q)", "~init(q) => ~init(p)"});
  // No move can be made: that is found one round later.
  auto stuck = theory_of(kSmall + "~legal(robot,X)\n~terminal\n");
  REQUIRE(engine::find_contradiction(stuck));
  CHECK(engine::find_contradiction(stuck)->round == 2);
}

TEST_CASE("policies: what is sure first, then what is expected, then what teaches") {
  auto plan = [](const std::string& text, const std::vector<std::string>* seen, engine::PolicyOptions options = {}) {
    auto belief = belief_of(text);
    if (seen) REQUIRE(looked(*belief, *seen));
    engine::Planner planner(belief->shared_theory(), belief->role());
    return planner.plan(belief->timeline(), options);
  };
  const std::vector<std::string> nothing, q = {"q"};
  engine::Policy off = plan(kButtonsStructure + kButtonsPlay, &nothing);
  CHECK(off.proved);
  CHECK(off.guaranteed == 0);
  CHECK(off.positions == 4);
  CHECK(off.positions_won == 3);
  CHECK(off.expected == doctest::Approx(75));
  engine::Policy on = plan(kButtonsStructure + kButtonsPlay, &q);
  CHECK(on.guaranteed == 100);
  CHECK(on.positions_won == 4);
  engine::Policy alike = plan(kButtonsStructure + kButtonsAlike + kButtonsPlay, nullptr);
  CHECK(alike.guaranteed == 100);
  CHECK(alike.positions_won == 4);
  engine::Policy blind = plan(kButtonsStructure + kButtonsAlike + kButtonsPlay, nullptr, {.blind = true});
  CHECK(blind.guaranteed == 100);
  CHECK(blind.expected == 100);
}

TEST_CASE("a law that joins a step with any round holds of the rounds that were before the step, too") {
  auto belief = belief_of(kSmall + R"(
step(1)
step(2)
successor(1,2)
legal(robot,a)
legal(robot,b)
~terminal
sees(robot,lamp) <=> true(q)
true(p,2) => true(q)
)");
  REQUIRE(looked(*belief, {}));  // not q, so p will not hold in round 2
  CHECK(belief->truth(belief->theory().ask("true(p)")->input) == Truth::kOpen);
  REQUIRE(played(*belief, "a", {"lamp"}));
  CHECK(belief->truth(belief->theory().ask("true(p)")->input) == Truth::kNo);
}

TEST_CASE("nothing of an explanation can be left out, and it is enough") {
  struct Question {
    std::string description, move, atom;
    std::vector<std::string> seen, then;
    bool holds;
  };
  for (const Question& asked : std::vector<Question>{{"minefield", "", "mine(c12)", {"3"}, {}, true},
                                                     {"minefield", "c12", "mine(c13)", {"0"}, {"2"}, true},
                                                     {"wiring", "b1", "wire(b1,l2)", {"l1"}, {"l1", "l2"}, true},
                                                     {"lost_in_the_ring", "forward", "true(r1)", {}, {"lamp"}, true},
                                                     {"secret_room", "y", "wanted(x)", {}, {}, false}}) {
    CAPTURE(asked.atom);
    auto belief = belief_of(read(project_root() / "games" / "igdl" / (asked.description + ".robot.igdl")));
    engine::Timeline timeline(belief->shared_theory(), belief->role(), true);
    timeline.look(*belief::experience_of(*belief, {std::nullopt, asked.seen})->percepts);
    timeline.keep();
    if (!asked.move.empty()) {
      timeline.begin(*belief::experience_of(*belief, {asked.move, asked.then}));
      timeline.keep();
    }
    solve::Literal otherwise = timeline.now(belief->theory().ask(asked.atom)->input) ^ asked.holds;
    auto core = timeline.core({&otherwise, 1}, {});
    REQUIRE(core);
    CHECK(core->size() > 1);
    for (std::size_t without = 0; without <= core->size(); ++without) {
      std::vector<solve::Literal> on = {otherwise};
      for (std::size_t i = 0; i < core->size(); ++i)
        if (i != without) on.push_back(timeline.reasons()[(*core)[i]].on);
      bool whole = without == core->size();
      CHECK(timeline.solver().solve(on) == (whole ? solve::Answer::kNo : solve::Answer::kYes));
    }
  }
}
