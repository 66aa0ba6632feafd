// SPDX-License-Identifier: MIT
//
// Rules that leave variables to whoever asks get demands, and every clause binds all its variables again.
#include <algorithm>
#include <set>

#include "program/normalised.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using program::Literal;
using program::TermId;

namespace {

// Does every variable of every clause stand in an atom that must hold?
bool all_bound(const program::Program& program) {
  return std::ranges::all_of(program.clauses(), [&](const program::Clause& clause) {
    std::set<TermId> bound, all;
    for_each_variable(program.terms(), clause.head, [&](TermId v) { all.insert(v); });
    for (const Literal& literal : clause.body)
      for_each_variable(program.terms(), literal.atom, [&](TermId v) {
        all.insert(v);
        if (literal.kind == Literal::Kind::kHolds) bound.insert(v);
      });
    return bound == all;
  });
}

}  // namespace

TEST_CASE("a demand holds of what is asked") {
  CHECK(clauses("(<= (sum ?x 0 ?x) (true x)) (<= (next (f ?z)) (true (f ?x)) (sum ?x 0 ?z))") ==
        "(<= (demand 2 ?0) (true (f ?0)))\n"
        "(<= (next (f ?0)) (true (f ?1)) (sum 1 ?1 0 ?0))\n"
        "(<= (sum 1 ?0 0 ?0) (true x) (demand 2 ?0))\n");
}

TEST_CASE("a relation that is asked in two ways, or by rules of two kinds, has two copies") {
  CHECK(clauses("(<= (same ?x ?x) (true x)) (<= (next (f ?y)) (true (f ?x)) (same ?x ?y))"
                "(<= (next (g ?y)) (true (f ?x)) (same ?y ?x))") ==
        "(<= (demand 2 ?0) (true (f ?0)))\n"
        "(<= (next (f ?0)) (true (f ?1)) (same 1 ?1 ?0))\n"
        "(<= (demand 4 ?0) (true (f ?0)))\n"
        "(<= (next (g ?0)) (true (f ?1)) (same 3 ?0 ?1))\n"
        "(<= (same 1 ?0 ?0) (true x) (demand 2 ?0))\n"
        "(<= (same 3 ?0 ?0) (true x) (demand 4 ?0))\n");
  auto program = normalised(
      "(role a) (init (f 1)) (goal a 1) (<= terminal (true (f 2))) (<= (same ?x ?x) (role a))"
      "(<= (legal a (go ?y)) (true (f ?x)) (same ?x ?y)) (<= (next (f ?y)) (does a (go ?x)) (same ?x ?y))");
  REQUIRE(program);
  CHECK(all_bound(*program));
  // What is legal does not come to depend on what is done.
  CHECK(program->relation(program->relation_of(gdl::keyword::kLegal, 2)).dependence == program::Dependence::kState);
  CHECK(program->relation(program->relation_of(gdl::keyword::kNext, 1)).dependence == program::Dependence::kMove);
}

TEST_CASE("a recursion asks itself, and an answer may be needed for the next question") {
  CHECK(clauses("(<= (sum ?x 0 ?x) (true x)) (<= (sum ?x ?y ?z) (succ ?w ?y) (sum ?x ?w ?v) (succ ?v ?z)) (succ 0 1)"
                "(<= (next (f ?b)) (true (f ?x)) (sum ?x 1 ?a) (sum ?a 1 ?b))") ==
        "(succ 0 1)\n"
        "(<= (demand 2 ?0) (true (f ?0)))\n"
        "(<= (demand 2 ?0) (true (f ?1)) (sum 1 ?1 1 ?0))\n"
        "(<= (next (f ?0)) (true (f ?1)) (sum 1 ?1 1 ?2) (sum 1 ?2 1 ?0))\n"
        "(<= (sum 1 ?0 0 ?0) (true x) (demand 2 ?0))\n"
        "(<= (sum 1 ?0 ?1 ?2) (succ ?3 ?1) (sum 1 ?0 ?3 ?4) (succ ?4 ?2) (demand 2 ?0))\n");
}

TEST_CASE("facts with variables are asked for, too; a rule that never holds is left out") {
  CHECK(clauses("(same ?x ?x) (<= (next (f ?y)) (true (f ?x)) (not (same ?x b)) (same ?x ?y))") ==
        "(<= (demand 2 ?0) (true (f ?0)))\n"
        "(<= (demand 2 ?0) (true (f ?0)) (same 1 ?0 ?1))\n"
        "(<= (next (f ?0)) (true (f ?1)) (not (same 1 ?1 b)) (same 1 ?1 ?0))\n"
        "(<= (same 1 ?0 ?0) (demand 2 ?0))\n");
  CHECK(clauses("(<= (next (f ?x)) fail)").empty());
}

TEST_CASE("every sheet of the corpus without errors becomes clauses that bind all their variables") {
  REQUIRE_CORPUS();
  std::size_t on_demand = 0;
  for (const std::filesystem::path& file : corpus_games()) {
    auto description = gdl::read_text("test", read(file));
    if (description->is_incomplete() || count(check::check(*description), gdl::Severity::kError) > 0) continue;
    CAPTURE(file.string());
    auto program = program::normalise(*description);
    REQUIRE_MESSAGE(program, program.error().message);
    CHECK(all_bound(*program));
    on_demand += std::ranges::any_of(program->relations(), [&](const program::Relation& relation) {
      return program->is_demand(relation.name) && !relation.clauses.empty();
    });
  }
  CHECK(on_demand >= 2);
}
