// SPDX-License-Identifier: MIT
//
// How sentences are read: relations of rounds and rigid ones, the universe, and what is refused.
#include "game/playing.h"
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
  CHECK(refused("~role(robot)\n").find("contradicts itself, or what else is said") != std::string::npos);
  CHECK(refused("legal(a) <=> true(p)\n").find("legal takes 2 arguments, not 1 | say whose it is: legal(role, ...)") !=
        std::string::npos);
  CHECK(refused("true(p,q,p) <=> true(q)\n").find("| one more is the step") != std::string::npos);
  CHECK(refused("base(p) | base(r)\n").empty());
  CHECK(refused("true(p,1) => true(q,2)\n").find("speaks of rounds by their steps") != std::string::npos);
  // A variable means everything that is named.
  CHECK(refused("legal(robot,X) <=> ~true(X)\n").find("where X is ") != std::string::npos);
  CHECK(refused("legal(robot,X) <=> ~true(X)\n").find("| a variable means everything that is named") !=
        std::string::npos);
  CHECK(refused("input(robot,X) => (legal(robot,X) <=> ~true(X))\n").empty());
  // A quantifier binds as tightly as a negation.
  CHECK(refused("∀M legal(robot,M) <=> input(robot,M)\n")
            .find("and M outside of it is another: put all it is meant for in "
                  "parentheses, as in AM:(...)") != std::string::npos);
  CHECK(refused("∀M (legal(robot,M) <=> input(robot,M))\n").empty());
  CHECK(theory_of(kSmall + "(AX:true(X)) | (EX:next(X))\n")->sentences().back().twice.empty());
  CHECK(theory_of(kSmall + "true(X) => (EX:next(X))\n")->sentences().back().twice == "X");
  // What would take for ever, or all memory.
  std::string many = "f(X,Y) => n(X) & n(Y)\n", only = "n(X) => X = 1";
  for (int i = 1; i <= 90; ++i) {
    many += "n(" + std::to_string(i) + ")\n";
    only += " | X = " + std::to_string(i);
  }
  if (effort() > 1)
    CHECK(refused(many + only + "\nf(X,Y) & f(U,V) => X = U | f(Y,V)\n")
              .find("theory:100: there are too many ways to put something in place of the variables") == 0);
  CHECK(refused(many + "g(X,Y,Z) | p\n")
            .find("theory:99: g may hold of more than 500000 things | what no sentence rules "
                  "out may hold: restrict it, g(X1, X2, X3) => ") == 0);
  std::string trees = refused("tree(p)\ntree(q)\ntree(X) & tree(Y) => tree(f(X,Y))\ndeep(f(f(f(p,q),p),q))\n");
  CHECK(trees.find("theory:10: tree may hold of more than 500000 things") == 0);
  CHECK(try_theory("role(robot)\nbase(p)\np => q\n").error().message == "theory lists no moves");
}

TEST_CASE("sentences are ground within a budget, and the error says which took it and what to do") {
  auto late = [](const std::string& text) {
    auto made = engine::Theory::make(gdl::read_text("theory", kSmall + text), Budget().within(1e-6));
    REQUIRE_FALSE(made);
    CHECK(made.error().message == "theory:9: there was not enough time to put things in place of the variables");
    CHECK(made.error().hint.find("give it more (--seconds") == 0);
    return made.error().hint;
  };
  std::string text = "w(X,Y) => base(X) & base(Y)\nw(X,Y) & w(Y,Z) & w(Z,U) & w(U,V) => w(V,X)\n";
  CHECK(late(text).find("let a relation that holds of few things restrict them") != std::string::npos);
  CHECK(try_theory(kSmall + text));
  // Nothing says of what it may hold.
  std::string open = "w(p,q)\nw(X,Y) & w(Y,Z) & w(Z,U) & w(U,V) => w(V,X)\n";
  CHECK(late(open).find("say of what w can hold, since all that no sentence rules out may be so: w(X) => ") !=
        std::string::npos);
  CHECK(try_theory(kSmall + open));
}

TEST_CASE("what is asked of a position can be held to some seconds: what was not found out is open") {
  auto belief = belief_of(kSmall + "~init(p)\ninit(q) <=> ~init(p)\n");
  belief->set_seconds(1e-9);
  CHECK(belief->fluents().open.size() == 2);
  CHECK(belief->gave_up());
  CHECK(belief->probabilities().empty());
  belief->set_seconds(HUGE_VAL);
  CHECK(belief->fluents().known.size() == 1);
  CHECK(belief->fluents().open.empty());
  CHECK_FALSE(belief->gave_up());
}

TEST_CASE("each role makes exactly one of many moves") {
  constexpr int kMoves = 50;  // more than are excluded pair by pair
  std::string text = R"(
role(robot)
role(other)
input(robot,a)
legal(robot,a)
percept(robot,late)
sees(robot,late) <=> true(done)
base(done)
next(done)
terminal <=> true(done)
~init(X)
goal(robot,100)
~goal(robot,0)
input(other,M) => (legal(other,M) <=> M != m7)
input(other,M) => (next(made(M)) <=> does(other,M))
)";
  for (int i = 0; i < kMoves; ++i)
    text += "input(other,m" + std::to_string(i) + ")\nbase(made(m" + std::to_string(i) + "))\n";
  auto belief = belief_of(text);
  auto plan = [&] { return engine::Planner(belief->shared_theory(), belief->role()).plan(belief->timeline(), {}); };
  engine::Policy policy = plan();
  REQUIRE(policy.nodes.size() == 3);
  CHECK(policy.nodes[2].over == kMoves - 1);
  CHECK(policy.nodes[2].worlds == kMoves - 1);
  REQUIRE(looked(*belief, {}));
  REQUIRE(played(*belief, "a", {"late"}));
  CHECK(belief->positions().value == kMoves - 1);
  CHECK(belief->positions().exact);
  CHECK(belief->fluents().open.size() == kMoves - 1);
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

TEST_CASE("a law on a move counts as soon as the move is made, and not before") {
  const std::string rules = kSmall + R"(
step(1)
step(2)
step(3)
successor(1,2)
successor(2,3)
legal(robot,a)
legal(robot,b)
sees(robot,lamp) <=> true(q)
~terminal
does(robot,a,2) <=> true(p,1)
)";
  for (bool does : {false, true}) {
    auto belief = belief_of(rules);
    auto p = belief->theory().ask("true(p)")->input;
    REQUIRE(looked(*belief, {}));
    REQUIRE(played(*belief, "b", {}));
    CHECK(belief->truth(p, 1) == Truth::kOpen);
    REQUIRE(played(*belief, does ? "a" : "b", {}));
    CHECK(belief->truth(p, 1) == (does ? Truth::kYes : Truth::kNo));
  }
}

TEST_CASE("plans know laws over rounds: what is to come follows from what was, and from the move") {
  auto plan = [](const std::string& law) {
    auto belief = belief_of(kSmall + R"(
base(over)
step(1)
step(2)
step(3)
successor(1,2)
successor(2,3)
legal(robot,a)
legal(robot,b)
init(p)
~init(q)
~init(over)
next(over) <=> ~true(p)
next(p) <=> true(over)
terminal <=> true(over)
goal(robot,100) <=> true(q)
goal(robot,0) <=> ~true(q)
sees(robot,lamp) <=> true(p)
)" + law);
    return engine::Planner(belief->shared_theory(), belief->role()).plan(belief->timeline(), {});
  };
  CHECK(plan("").guaranteed == 0);  // in the third round q is open
  CHECK(plan("true(p,1) => true(q,3)\n").guaranteed == 100);
  CHECK(plan("true(p,1) => ~true(q,3)\n").expected == doctest::Approx(0));
  for (std::uint32_t move : {0u, 1u}) {
    for (std::size_t round : {1u, 2u}) {
      engine::Policy policy =
          plan(std::string("does(robot,") + "ab"[move] + "," + std::to_string(round) + ") <=> true(q,3)\n");
      CHECK(policy.guaranteed == 100);
      std::vector<std::uint32_t> made;
      for (std::size_t at = policy.nodes[0].branches[0].then; policy.nodes[at].move;
           at = policy.nodes[at].branches[0].then)
        made.push_back(policy.nodes[at].move->value);
      REQUIRE(made.size() == 2);
      CHECK(made[round - 1] == move);
    }
  }
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

TEST_CASE("relations that are mentioned once are named, with what may be meant") {
  auto theory =
      theory_of(kSmall + "next(p) <=> tru(q)\nlegal(robot,X) <=> allowed(X)\nallowed(X) => input(robot,X)\nodd\n");
  std::vector<engine::Stray> strays = engine::find_strays(*theory);
  REQUIRE(strays.size() == 2);
  CHECK(strays[0].name == "tru");
  CHECK(strays[0].meant == "true");
  CHECK(theory->sentences()[strays[0].sentence].where() == "theory:8");
  CHECK(strays[1].name == "odd");
  CHECK_FALSE(strays[1].meant);
}

TEST_CASE("of several goals at once the lowest counts, and what nothing can follow is no way to win") {
  const std::string rules = kSmall + R"(
legal(robot,a)
legal(robot,b)
~init(p)
~init(q)
terminal <=> true(p)
sees(robot,lamp) <=> true(q)
)";
  auto plan = [&](const std::string& more) {
    auto belief = belief_of(rules + more);
    engine::Planner planner(belief->shared_theory(), belief->role());
    return planner.plan(belief->timeline(), {});
  };
  // With a both goals hold in the end, with b the higher alone.
  engine::Policy lowest = plan(R"(
next(p)
next(q) <=> does(robot,a)
goal(robot,100)
goal(robot,30) <=> true(q)
)");
  CHECK(lowest.proved);
  CHECK(lowest.guaranteed == 100);
  CHECK(lowest.nodes[lowest.nodes[0].branches[0].then].move->value == 1);
  engine::Policy both = plan("next(p)\nnext(q)\ngoal(robot,100)\ngoal(robot,30) <=> true(q)\n");
  CHECK(both.guaranteed == 30);
  CHECK(both.expected == doctest::Approx(30));
  // Nothing can follow b: that is no win.
  const std::string goals = "goal(robot,100) <=> true(q)\ngoal(robot,0) <=> ~true(q)\nnext(p)\n";
  engine::Policy stuck = plan(goals + "does(robot,a) => ~next(q)\ndoes(robot,b) => next(q) & ~next(q)\n");
  CHECK(stuck.guaranteed == 0);
  CHECK(stuck.expected == doctest::Approx(0));
  CHECK(stuck.positions_won == 0);
  engine::Policy dead = plan(goals + "~next(p)\n");
  CHECK(dead.guaranteed == 0);
  CHECK(dead.positions_won == 0);
  // Where one of two worlds ends with the move it is no world once the move is made.
  engine::Policy fewer = plan(goals + "does(robot,a) => ~next(q)\ndoes(robot,b) => next(q) & ~odd\n");
  CHECK(fewer.positions == 2);
  CHECK(fewer.guaranteed == 100);
  CHECK(fewer.positions_won == 1);
  engine::Policy half = plan(goals + "does(robot,a) => ~next(q)\ndoes(robot,b) => (next(q) <=> even) & ~odd\n");
  CHECK(half.positions == 4);
  CHECK(half.guaranteed == 0);
  CHECK(half.expected == doctest::Approx(50));
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

TEST_CASE("policies: sure things before likely ones, moves in place of illegal ones, what teaches before noise") {
  auto plan = [](const std::string& more) {
    auto belief = belief_of(kSmall + "base(over)\n~init(X)\nnext(over)\nterminal <=> true(over)\n" + more);
    return engine::Planner(belief->shared_theory(), belief->role()).plan(belief->timeline(), {});
  };
  auto first = [](const engine::Policy& policy) { return policy.nodes[policy.nodes[0].branches[0].then].move->value; };
  // a surely reaches 50, b 100 in three of four worlds.
  engine::Policy sure = plan(R"(
legal(robot,a)
legal(robot,b)
next(p) <=> does(robot,a)
next(q) <=> does(robot,b) & (odd | even)
goal(robot,100) <=> true(q)
goal(robot,50) <=> true(p) & ~true(q)
goal(robot,0) <=> ~true(p) & ~true(q)
sees(robot,lamp) <=> true(q)
)");
  CHECK(sure.guaranteed == 50);
  CHECK(sure.expected == doctest::Approx(50));
  CHECK(first(sure) == 0);
  // None is surely legal, and in place of one that is not any legal one may be made: c and d lose.
  engine::Policy tried = plan(R"(
input(robot,c)
input(robot,d)
legal(robot,a) <=> odd
legal(robot,b) <=> ~odd
legal(robot,c) <=> ~odd
legal(robot,d) <=> odd
next(q) <=> does(robot,a) | does(robot,b)
goal(robot,100) <=> true(q)
goal(robot,0) <=> ~true(q)
~sees(robot,lamp)
~next(p)
)");
  CHECK(tried.guaranteed == 0);
  CHECK(tried.expected == doctest::Approx(75));
  CHECK(tried.positions == 2);
  CHECK(tried.positions_won == 1);
  // After a the lamp is lit or not, whatever odd is.
  engine::Policy learning = plan(R"(
legal(robot,a)
legal(robot,b)
does(robot,b) => (next(p) <=> odd)
~next(q)
goal(robot,100)
sees(robot,lamp) <=> true(p)
)");
  CHECK(learning.guaranteed == 100);
  CHECK(first(learning) == 1);
  // What was at first counts in the end.
  auto belief = belief_of(kSmall + R"(
base(over)
~init(over)
next(over)
terminal <=> true(over)
legal(robot,a)
legal(robot,b)
~next(p)
next(q) <=> does(robot,a)
sees(robot,lamp) <=> true(p)
true(over) => (goal(robot,100) <=> (true(q) <=> init(p)))
~true(over) => ~goal(robot,100)
goal(robot,0) <=> ~goal(robot,100)
)");
  CHECK(engine::Planner(belief->shared_theory(), belief->role()).plan(belief->timeline(), {}).guaranteed == 100);
}

TEST_CASE("what was not searched in time is not sure") {
  auto minefield = engine::Theory::make(
      gdl::read_text("minefield", read(project_root() / "games" / "igdl" / "minefield.robot.igdl")));
  REQUIRE(minefield);
  auto belief = got(engine::TheoryBelief::make(*minefield, engine::RoleId{0}));
  engine::Planner planner(belief->shared_theory(), belief->role());
  engine::Policy policy = planner.plan(belief->timeline(), {}, Budget().within(0.6));
  CHECK(policy.guaranteed <= 50);
  CHECK((policy.proved || !policy.why_not.empty()));
}

TEST_CASE("what is open is looked for in a first position first; definitions are known") {
  for (bool at_first : {false, true}) {
    auto theory = theory_of(kSmall + (at_first ? "" : "~") +
                            "init(p)\n~init(q)\nlegal(robot,b)\nlegal(robot,a) <=> ~true(p) | odd\nbig(X) <=> X = p\n");
    bool found = false;
    for (const engine::Open& open : engine::find_open(*theory)) {
      if (open.what != "legality") continue;
      found = true;
      CHECK(open.at_first == at_first);
    }
    CHECK(found);
    CHECK(theory->ask("big(p)")->input == engine::kNoInput);
    CHECK(theory->ask("big(p)")->holds);
  }
}

TEST_CASE("a game that moves otherwise than a description says is no model of it") {
  auto file = [](const std::string& name) {
    return gdl::read_text(name, read(project_root() / "games" / "igdl" / name));
  };
  auto game = game::Game::make(file("false_belief.kif"), {.engine = game::Game::Choice::kCircuit});
  REQUIRE(game);
  auto theory = engine::Theory::make(file("false_belief.robot.igdl"));
  REQUIRE(theory);
  auto agreement = engine::compare(*theory, *game);
  REQUIRE(agreement);
  REQUIRE(agreement->disagreement);
  CHECK_FALSE(agreement->disagreement->sentences.empty());
  for (const std::string& text : texts(**theory, agreement->disagreement->sentences))
    CHECK(text.find("next") != std::string::npos);
}

TEST_CASE("what can be won is not put off, and policies do not grow with the ways to the same position") {
  // In turn a flag is raised or lowered; who raises it ends the game.
  const std::string flag = R"(
role(xena)
role(yuri)
base(xs)
base(flag)
input(R,M) <=> role(R) & (M = raise | M = lower | M = noop)
init(xs)
legal(xena,M) <=> (true(xs) & (M = raise | M = lower)) | (~true(xs) & M = noop)
legal(yuri,M) <=> (~true(xs) & (M = raise | M = lower)) | (true(xs) & M = noop)
next(xs) <=> ~true(xs)
next(flag) <=> (ER:does(R,raise)) | true(flag) & ~(ER:does(R,lower))
terminal <=> true(flag) & ~true(xs)
goal(xena,100) <=> true(flag)
goal(xena,0) <=> ~true(flag)
goal(yuri,G) <=> (G = 100 & ~true(flag)) | (G = 0 & true(flag))
)";
  auto plan = [&](const char* role) {
    auto belief = belief_of(flag, role);
    for (const engine::Open& open : engine::find_open(belief->theory())) CHECK(open.what == "first position");
    return engine::Planner(belief->shared_theory(), belief->role()).plan(belief->timeline(), {});
  };
  engine::Policy xena = plan("xena");
  CHECK(xena.guaranteed == 100);
  CHECK(xena.positions_won == 2);
  CHECK(xena.nodes.size() == 3);
  engine::Policy yuri = plan("yuri");
  CHECK(yuri.guaranteed == 0);
  CHECK_FALSE(yuri.proved);
  CHECK(yuri.why_not == "the game can go on for more than 50 moves");
  CHECK(yuri.nodes.size() < 200);
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
