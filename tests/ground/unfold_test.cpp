// SPDX-License-Identifier: MIT
//
// Idle arguments go, large rigid relations are unfolded, and the rules mean what they meant.
#include "ground/unfold.h"

#include <fmt/format.h>

#include <algorithm>

#include "ground/demand.h"
#include "ground/grounded.h"

using namespace percept;
using namespace percept::test;

namespace {

const std::string kGame = R"(
(role r) (bit 0) (bit 1)
(init (step 1)) (init (p 1))
(<= (legal r (m ?x)) (bit ?x))
(<= (next (p ?x)) (does r (m ?x)))
(<= (next (step ?x)) (true (p ?x)))
(<= terminal (true (step 0)))
)";

std::string with_all(const std::string& text, void (*change)(program::Program&)) {
  program::Program program = program_of(text);
  change(program);
  std::string out;
  for (const program::Clause& clause : program.clauses()) out += program.to_kif(clause) + "\n";
  return out;
}

bool idle(const std::string& rules) {
  return with_all(kGame + rules, ground::drop_idle_arguments) != with_all(kGame + rules, [](program::Program&) {});
}

void check_same(const std::string& text) {
  for (circuit::Logic logic : {circuit::Logic::kTwoValued, circuit::Logic::kKleene}) {
    program::Program plain = program_of(text), changed = program_of(text);
    ground::SplitProgram plain_rules = ground::unsplit(plain);
    ground::drop_idle_arguments(changed);
    ground::unfold(changed);
    ground::SplitProgram changed_rules = ground::split(changed, ground::with_demand(changed));
    Grounded one = Grounded::of_rules(std::move(plain), plain_rules, logic);
    Grounded other = Grounded::of_rules(std::move(changed), changed_rules, logic);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      CAPTURE(seed);
      CHECK(difference(one.answers(random_world(seed)), other.answers(random_world(seed))) == "");
      if (logic == circuit::Logic::kKleene)
        CHECK(difference(one.answers(random_kleene_world(seed)), other.answers(random_kleene_world(seed))) == "");
    }
  }
}

const std::string kReady =
    "(<= (ready ?a ?b) (bit ?a) (bit ?b) (true (step 1)))"
    "(<= (ready ?a ?b) (bit ?a) (bit ?b) (not (true (step 1))) (steady ?b 0) (steady ?b ?a))"
    "(<= (steady ?a ?b) (bit ?a) (bit ?b) (true (p 1)))";

// Twelve things with one of two colours and one of three sizes each.
std::string things() {
  std::string out;
  for (int i = 0; i < 12; ++i)
    out += fmt::format("(has t{0} c{1}) (has t{0} s{2}) (init (lies {3} t{0}))", i, i % 2, i % 3, i % 4);
  return out;
}

}  // namespace

TEST_CASE("arguments of which nothing is asked but what they are go") {
  std::string rules = with_all(kGame + kReady + "(<= (goal r 1) (ready 0 ?x))", ground::drop_idle_arguments);
  CHECK(
      rules.ends_with("(<= ready 1 (true (step 1)))\n"
                      "(<= ready 1 (not (true (step 1))) (bit 0) steady 2)\n"
                      "(<= steady 2 (true (p 1)))\n"
                      "(<= (goal r 1) (bit 0) (bit ?0) ready 1)\n"));
  check_same(kGame + kReady + "(<= (goal r 1) (ready 0 ?x)) (<= (goal r 2) (ready 0 7))");
}

TEST_CASE("arguments on which something depends stay") {
  CHECK(idle("(<= (ready ?a) (bit ?a) (true (step 1))) (<= (goal r 1) (ready 0))"));
  CHECK_FALSE(idle("(<= (ready ?a) (bit ?a) (true (p ?a))) (<= (goal r 1) (ready 0))"));
  CHECK_FALSE(idle("(<= (ready ?a) (bit ?a) (true (step 1)) (distinct ?a 0)) (<= (goal r 1) (ready 0))"));
  CHECK_FALSE(idle("(<= (ready ?a) (bit ?a) (true (step 1))) (<= (goal r 1) (not (ready 0)))"));
  CHECK_FALSE(
      idle("(<= (ready ?a) (bit ?a) (true (step 1))) (<= (ready ?a) (role ?a) (true (step 0)))"
           "(<= (goal r 1) (ready 0))"));
  CHECK_FALSE(idle("(<= (ready ?a ?a) (bit ?a) (true (step 1))) (<= (goal r 1) (ready 0 1))"));
  CHECK_FALSE(idle("(<= (ready 0) (true (step 1))) (<= (ready ?a) (bit ?a) (true (p 1))) (<= (goal r 1) (ready 0))"));
}

TEST_CASE("a rigid relation of many atoms that joins small ones is put into the rules that use it") {
  std::string alike = "(<= (alike ?a ?b ?c ?d) (has ?a ?x) (has ?b ?x) (has ?c ?x) (has ?d ?x))";
  std::string use =
      "(<= (goal r 1) (true (lies 0 ?a)) (true (lies 1 ?b)) (true (lies 2 ?c)) (true (lies 3 ?d))"
      " (alike ?a ?b ?c ?d))"
      "(<= (next (lies 0 ?a)) (true (lies 0 ?a)) (alike ?a t1 ?b t3))";
  std::string few = "(has t0 c0) (has t1 c0) (init (lies 0 t0))";
  CHECK(with_all(kGame + alike + use + few, ground::unfold).find("alike") != std::string::npos);
  // 12^4 quadruples, less those without a common property.
  CHECK(with_all(kGame + alike + use + things() + "(has t0 all) (has t1 all)", ground::unfold).find("alike") !=
        std::string::npos);
  std::string many = things();
  for (int i = 0; i < 12; ++i) many += fmt::format("(has t{} all)", i);
  CHECK(with_all(kGame + alike + use + many, ground::unfold).find("alike") == std::string::npos);
  check_same(kGame + alike + use + many);
  CHECK(with_all(kGame + alike + use + many + "(<= (goal r 2) (not (alike t0 t1 t2 t3)))", ground::unfold)
            .find("alike") != std::string::npos);
}

TEST_CASE("a demand about what only very many facts bind") {
  std::string numbers = "(number 0)";
  for (int i = 0; i < 40; ++i) numbers += fmt::format("(succ {} {}) (number {})", i, i + 1, i + 1);
  std::string rules = numbers +
                      "(<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))"
                      "(init (at 1 1)) (init (goes 2 3))"
                      "(<= (next (at ?x ?y)) (true (at ?x ?y))) (<= (next (goes ?x ?y)) (true (goes ?x ?y)))"
                      "(<= (before ?x ?y ?a ?b) (true (at ?x ?y)) (less ?x ?a) (less ?y ?b))"
                      "(<= (goal r 1) (true (at ?x ?y)) (true (goes ?a ?b)) (before ?x ?y ?a ?b))";
  program::Program program = program_of(kGame + rules);
  ground::SplitProgram asked = ground::with_demand(program);
  CHECK(asked.domains.size() == 2);
  auto ground = ground::instantiate(asked, program.terms(), Budget());
  REQUIRE(ground);
  CHECK(ground->size() < 100);  // 40 * 40 pairs without it
  check_same(kGame + rules);
}
