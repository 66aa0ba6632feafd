// SPDX-License-Identifier: MIT
//
// From rules with variables to rules without: names come back as they were, facts are facts, and what may never be is
// left out.
#include "ground/instantiate.h"

#include <algorithm>
#include <set>

#include "ground/grounded.h"

using namespace percept;
using namespace percept::test;
using ground::GroundProgram;

namespace {

struct Instantiated {
  program::Program program;
  GroundProgram ground;

  explicit Instantiated(std::string_view text) : program(program_of(text)) {
    auto made = ground::instantiate(ground::unsplit(program), program.terms(), Budget());
    REQUIRE_MESSAGE(made, made.error().message);
    ground = std::move(*made);
  }

  std::set<std::string> facts() const {
    std::set<std::string> out;
    for (program::TermId fact : ground.facts()) out.insert(program.terms().to_kif(fact));
    return out;
  }
  std::set<std::string> atoms() const {
    std::set<std::string> out;
    for (GroundProgram::Atom atom = 1; atom <= ground.last_atom(); ++atom)
      if (const program::TermId* name = ground.name(atom)) out.insert(program.terms().to_kif(*name));
    return out;
  }
};

bool contains_all(const std::set<std::string>& all, std::initializer_list<std::string> some) {
  return std::ranges::all_of(some, [&](const std::string& text) { return all.contains(text); });
}

const std::string kNeverEnds = "(<= terminal (true (step 9)))\n";

}  // namespace

TEST_CASE("facts stay facts, whatever they follow from") {
  Instantiated game("(role a) (p 1) (<= (q ?x) (p ?x)) (<= (init (f ?x)) (q ?x) (not (r ?x))) (legal a wait)" +
                    kNeverEnds);
  CHECK(contains_all(game.facts(), {"(role a)", "(p 1)", "(q 1)", "(init (f 1))", "(legal a wait)"}));
  CHECK(contains_all(game.atoms(), {"(true (f 1))", "(does a wait)"}));
}

TEST_CASE("what may be true is what is so at first or may be next, and what may be done is what may be legal") {
  Instantiated game(R"(
(role a) (init (at 1)) (succ 1 2) (succ 2 3) (succ 7 8)
(<= (legal a (go ?y)) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?y)) (does a (go ?y)))
(<= (next (at 50)) (does a (jump ?y)))
)" + kNeverEnds);
  std::set<std::string> atoms = game.atoms();
  CHECK(contains_all(atoms, {"(true (at 1))", "(true (at 2))", "(true (at 3))", "(does a (go 2))", "(does a (go 3))"}));
  for (const char* never : {"(true (at 8))", "(does a (go 8))", "(true (at 50))", "(next (at 1))"})
    CHECK_FALSE(atoms.contains(never));
}

TEST_CASE("names of every kind come back as they were") {
  Instantiated game(R"(
(role a) (init (f ++ 00 0 1a x-y_z 'quoted #hash)) (init (f (g (h 1) (g 2 3)) 4)) (init ünicode) (init (not_a_not))
(legal a (m 99999999999999999999)) (legal a 5) (legal a (p1 f2 V3))
)" + kNeverEnds);
  std::set<std::string> facts = game.facts();
  CHECK(contains_all(facts, {"(init (f ++ 00 0 1a x-y_z 'quoted #hash))", "(init (f (g (h 1) (g 2 3)) 4))",
                             "(legal a (m 99999999999999999999))", "(legal a 5)", "(legal a (p1 f2 v3))"}));
  CHECK(game.atoms().contains("(does a (p1 f2 v3))"));
}

TEST_CASE("one name with several numbers of arguments is several relations") {
  Instantiated game("(role a) (p) (p 1) (p 1 2) (<= (init (f ?x)) (p ?x)) (<= (init (g ?x)) (p ?x ?x)) (legal a w)" +
                    kNeverEnds);
  CHECK(game.facts().contains("(init (f 1))"));
  CHECK_FALSE(game.facts().contains("(init (g 1))"));
}

TEST_CASE("different terms differ, equal ones do not") {
  Instantiated game(R"(
(role a) (v 1) (v (f 1)) (v (f 2)) (legal a w)
(<= (init (pair ?x ?y)) (v ?x) (v ?y) (distinct ?x ?y))
(<= (init (same ?x)) (v ?x) (distinct ?x (f 1)))
)" + kNeverEnds);
  std::set<std::string> facts = game.facts();
  CHECK(contains_all(facts,
                     {"(init (pair 1 (f 1)))", "(init (pair (f 1) (f 2)))", "(init (same 1))", "(init (same (f 2)))"}));
  CHECK_FALSE(facts.contains("(init (pair 1 1))"));
  CHECK_FALSE(facts.contains("(init (same (f 1)))"));
}

TEST_CASE("what turns out to be a fact after it was used holds where it was used") {
  // (r3 2) holds in every position; a grounder may see that only after the rules that ask about it.
  ground::Options plain;
  plain.split = plain.simplify = false;
  Grounded game(program_of(R"(
(role a) (e 2 1) (init (f 2)) (dom 1)
(<= (r1 3 ?w ?w) (true (f 9)) (dom ?w))
(<= (r3 ?w) (e ?w ?z) (not (r1 ?w ?z 1)))
(<= (r3 ?w) (e ?w ?z) (not (true (f ?w))))
(<= (legal a (n ?w)) (true (f ?w)) (not (r1 ?w ?w ?w)) (not (r3 ?w)))
(<= (legal a (m ?u)) (e ?u ?w) (not (r3 2)))
(legal a wait)
(<= (next (f 1)) (does a (m 1)))
(<= terminal (true (step 6)))
)"),
                plain);
  Answers<std::uint64_t> position = game.initial();
  auto answers = game.answers<std::uint64_t>(
      [&](const std::string& input) { return position.contains(input) ? position.at(input) : 0; });
  CHECK(answers.contains("legal a wait"));
  CHECK_FALSE(answers.contains("legal a (m 2)"));
  CHECK_FALSE(answers.contains("legal a (n 2)"));
}

TEST_CASE("a budget of rules ends grounding with an error") {
  std::string text = "(role a) (legal a w) (init x)";
  for (int i = 0; i < 40; ++i) text += " (d " + std::to_string(i) + ")";
  text += "(<= (next (f ?x ?y ?z)) (d ?x) (d ?y) (d ?z) (true x))" + kNeverEnds;
  program::Program program = program_of(text);
  auto refused = ground::instantiate(ground::unsplit(program), program.terms(), Budget(0, 1000));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("too many") != std::string::npos);
  auto made = ground::instantiate(ground::unsplit(program), program.terms(), Budget(0, 200'000));
  REQUIRE(made);
  CHECK(made->size() >= 64'000);
}

TEST_CASE("a budget of time ends grounding with an error, and progress is told") {
  std::string text = "(role a) (legal a w) (init x)";
  for (int i = 0; i < 300; ++i) text += " (d " + std::to_string(i) + ")";
  text += "(<= (next (f ?x ?y ?z)) (d ?x) (d ?y) (d ?z) (true x))" + kNeverEnds;  // 27 million
  program::Program program = program_of(text);
  std::size_t told = 0, last = 0;
  auto progress = [&](std::size_t rules) {
    CHECK(rules > last);
    last = rules;
    ++told;
  };
  auto refused = ground::instantiate(ground::unsplit(program), program.terms(), Budget(0.05, 0), progress);
  REQUIRE_FALSE(refused);
  CHECK(told > 0);
}

TEST_CASE("the profile says which clause makes how many ground rules") {
  program::Program program = program_of(R"(
(role a) (d 1) (d 2) (d 3) (init (f 1))
(<= (legal a (m ?x)) (d ?x))
(<= (next (f ?x)) (d ?x) (does a (m ?y)))
(<= (goal a 100) (true (f 2)))
)" + kNeverEnds);
  ground::SplitProgram rules = ground::unsplit(program);
  auto profile = ground::profile(rules, program.terms(), Budget());
  REQUIRE(profile);
  CHECK(profile->complete);
  REQUIRE(profile->costs.size() == rules.clauses.size());
  for (std::size_t i = 0; i < rules.clauses.size(); ++i) {
    std::string clause = program.to_kif(rules.clauses[i]);
    CAPTURE(clause);
    if (clause.starts_with("(<= (next")) CHECK(profile->costs[i].rules == 9);
    if (clause.starts_with("(<= (goal")) CHECK(profile->costs[i].rules == 1);
    if (clause.starts_with("(d ") || clause.starts_with("(role")) CHECK(profile->costs[i].rules == 0);
  }
}
