// SPDX-License-Identifier: MIT
//
// The engine held against the oracle on theories that nobody made for it: small random ones, with positions that
// nothing can follow, several goals at once and rules that contradict each other.
#include <algorithm>

#include "base/random.h"
#include "game/playing.h"
#include "igdl/brute_force.h"
#include "igdl/inspection.h"
#include "igdl/policy.h"
#include "igdl/theories.h"

using namespace percept;
using namespace percept::test;
namespace oracle = percept::test::igdl;
using belief::Truth;

namespace {

// Sentences that say of what a relation may hold are taken for granted, and never blamed.
const std::string kLists = R"(
role(robot)
X != robot => ~role(X)
base(p)
base(q)
base(1)
base(2)
base(3)
X != p & X != q & X != 1 & X != 2 & X != 3 => ~base(X)
input(robot, a)
input(robot, b)
X != robot | X = robot & Y != a & Y != b => ~input(X, Y)
percept(robot, lamp)
X != robot | Y != lamp => ~percept(X, Y)
w(X) => X = a | X = b
)";
// What keeps the oracle's lists short.
const std::vector<std::string> kFixed = {"init(1)",
                                         "~init(2)",
                                         "~init(3)",
                                         "next(2) <=> true(1)",
                                         "next(3) <=> true(2)",
                                         "~next(1)",
                                         "terminal <=> true(3)"};

class Author {
 public:
  explicit Author(std::uint64_t seed) : random_(seed) {}

  std::vector<std::string> laws() {
    using Names = std::vector<std::string>;
    const Names position = {"true(p)", "true(q)", "w(a)", "w(b)", "true(1)"}, first = {"init(p)", "init(q)", "w(a)"};
    const Names move = {"true(p)", "true(q)", "w(a)", "w(b)", "does(robot, a)", "does(robot, b)"};
    const Names next = {"true(p)", "next(p)", "next(q)", "w(a)", "does(robot, a)"};
    std::vector<std::string> out = kFixed;
    out.push_back("legal(robot, b)");
    out.push_back("legal(robot, a) <=> " + formula(position, 1));
    out.push_back("sees(robot, lamp) <=> " + formula(position, 1));
    out.push_back("goal(robot, 100) <=> " + formula(position, 2));
    out.push_back("goal(robot, 50) <=> " + formula(position, 1));
    out.push_back("goal(robot, 0) <=> ~goal(robot, 100) & ~goal(robot, 50)");
    out.push_back("next(p) <=> " + formula(move, 2));
    out.push_back("next(q) <=> " + formula(move, 2));
    if (chance(2)) out.back() = formula(move, 1) + " => next(q)";  // the rest is open
    if (chance(2)) out.push_back(formula(next, 1) + " | " + formula(next, 0));
    if (chance(2)) out.push_back(formula(first, 1) + " | " + formula(first, 0));
    const Names quantified = {"EX:(input(robot, X) & w(X))", "AX:(w(X) => EY:(Y != X & w(Y)))", "w(X) & w(Y) => X = Y",
                              "AX:(input(robot, X) => (w(X) | EY:(w(Y) & Y != X)))",
                              "~(EX:AY:(w(X) & (input(robot, Y) => w(Y))))"};
    for (const std::string& sentence : quantified)
      if (chance(4)) out.push_back(sentence);
    return out;
  }
  bool chance(std::uint32_t of) { return random_.below(of) == 0; }

 private:
  std::string formula(const std::vector<std::string>& atoms, int depth) {
    if (depth == 0 || chance(4))
      return (chance(2) ? "~" : "") + atoms[random_.below(static_cast<std::uint32_t>(atoms.size()))];
    const char* ops[] = {" & ", " | ", " | ", " <=> "};
    return "(" + formula(atoms, depth - 1) + ops[random_.below(4)] + formula(atoms, depth - 1) + ")";
  }

  Random random_;
};

std::string written(const std::vector<std::string>& laws, const std::vector<std::size_t>& which) {
  std::string out = kLists;
  for (std::size_t i : which) out += laws[i] + "\n";
  return out;
}

bool has_model(const std::string& text) {
  auto description = gdl::read_text("theory", text, gdl::Notation::kInfix);
  return !oracle::BruteForce(*description, "robot").start().empty();
}

// What is blamed is enough, and nothing of it can be left out. So few sentences have too many models for the oracle.
void check_blamed(const engine::Theory& theory, const std::vector<std::string>& laws,
                  const std::vector<std::size_t>& blamed) {
  std::vector<std::size_t> which;
  for (std::size_t sentence : blamed) {
    auto at = std::ranges::find(laws, theory.sentences()[sentence].text());
    REQUIRE(at != laws.end());
    which.push_back(static_cast<std::size_t>(at - laws.begin()));
  }
  auto contradictory = [&](const std::vector<std::size_t>& some) {
    auto alone = try_theory(written(laws, some));
    return !alone || engine::find_contradiction(*alone).has_value();
  };
  CHECK(contradictory(which));
  for (std::size_t without : which) {
    std::vector<std::size_t> fewer = which;
    std::erase(fewer, without);
    CHECK_FALSE_MESSAGE(contradictory(fewer), laws[without]);
  }
}

struct Met {
  std::size_t moments = 0, dead = 0, several = 0, contradictory = 0;
};

// What is known of the present, and what can be reached from it.
void check_moment(engine::TheoryBelief& belief, oracle::BruteForce& judge, const oracle::Models& models, Met& met) {
  CHECK(belief.models().value == static_cast<double>(judge.rules(models)));
  CHECK(belief.positions().value == static_cast<double>(judge.positions(models)));
  CHECK(belief.worlds().value == static_cast<double>(judge.worlds(models)));
  for (const char* atom : {"true(p)", "true(q)", "w(a)", "w(b)", "legal(robot,a)", "goal(robot,50)", "terminal"}) {
    auto asked = got(belief.theory().ask(atom));
    Truth truth = asked.input != engine::kNoInput ? belief.truth(asked.input) : asked.holds ? Truth::kYes : Truth::kNo;
    oracle::Known known = judge.ask(models, atom);
    CHECK_MESSAGE((truth == Truth::kYes) == (known == oracle::Known::kTrue), atom);
    CHECK_MESSAGE((truth == Truth::kNo) == (known == oracle::Known::kFalse), atom);
  }
  std::vector<int> goals = belief.goals().known;
  for (int goal : belief.goals().open) goals.push_back(goal);
  CHECK(std::ranges::min(goals) == judge.goals(models).first);
  engine::Planner planner(belief.shared_theory(), belief.role());
  engine::Policy policy = planner.plan(belief.timeline(), {});
  CHECK(policy.proved);
  CHECK(policy.guaranteed == judge.guaranteed_unseen(models));
  ++met.moments;
  for (const oracle::Model& model : models) {
    const oracle::World& world = judge.world(model.worlds.back());
    met.several += world.other.contains("goal(robot,100)") && world.other.contains("goal(robot,50)");
  }
}

// Every way two rounds can be lived through.
void check_from(const engine::TheoryBelief& before, oracle::BruteForce& judge, const oracle::Models& models, int rounds,
                Met& met) {
  if (rounds == 0) return;
  for (const char* move : {"a", "b"}) {
    oracle::Models moved = judge.moved(models, move);
    met.dead += moved.empty() && judge.possibly_legal(judge.asked(models)).contains(move);
    for (bool lamp : {false, true}) {
      oracle::Models then = judge.seen(moved, lamp ? oracle::Atoms{"lamp"} : oracle::Atoms{});
      CAPTURE(move);
      CAPTURE(lamp);
      auto belief = got(engine::TheoryBelief::make(before.shared_theory(), before.role()));
      if (before.first_percepts()) REQUIRE(belief->look(*before.first_percepts()));
      for (const belief::Experience& experience : before.experiences()) REQUIRE(belief->update(experience));
      bool explained = static_cast<bool>(
          played(*belief, move, lamp ? std::vector<std::string>{"lamp"} : std::vector<std::string>{}));
      CHECK(explained == !then.empty());
      if (!explained || then.empty()) continue;
      check_moment(*belief, judge, then, met);
      check_from(*belief, judge, then, rounds - 1, met);
    }
  }
}

}  // namespace

TEST_CASE("of random theories the engine knows, counts, blames and reaches what the oracle does") {
  Met all;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(40 * effort()); ++seed) {
    Author author(seed);
    std::vector<std::string> laws = author.laws();
    std::string text = kLists;
    for (const std::string& law : laws) text += law + "\n";
    CAPTURE(text);
    auto made = try_theory(text);
    if (!made) {  // what nothing but the lists and one sentence contradict is refused at once
      CHECK_FALSE(has_model(text));
      continue;
    }
    auto description = gdl::read_text("theory", text, gdl::Notation::kInfix);
    oracle::BruteForce judge(*description, "robot");
    auto wrong = engine::find_contradiction(*made);
    if (judge.start().empty()) {
      REQUIRE(wrong);
      CHECK(wrong->round == 1);
      check_blamed(**made, laws, wrong->sentences);
      ++all.contradictory;
      continue;
    }
    CHECK((!wrong || wrong->round == 2));
    for (bool lamp : {false, true}) {
      oracle::Models models = judge.seen(judge.start(), lamp ? oracle::Atoms{"lamp"} : oracle::Atoms{});
      auto belief = got(engine::TheoryBelief::make(*made, game::RoleId{0}));
      bool explained =
          static_cast<bool>(looked(*belief, lamp ? std::vector<std::string>{"lamp"} : std::vector<std::string>{}));
      CHECK(explained == !models.empty());
      if (!explained || models.empty()) continue;
      check_moment(*belief, judge, models, all);
      check_from(*belief, judge, models, 2, all);
    }
  }
  // All of it was met.
  CHECK(all.moments > 200);
  CHECK(all.dead > 5);
  CHECK(all.several > 5);
  CHECK(all.contradictory > 0);
}
