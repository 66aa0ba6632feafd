// SPDX-License-Identifier: MIT
//
// Filter[O] and the update of the paper's legal player: Examples 3 and 4 to the letter, and Monty Hall round by round.
#include <string_view>

#include "prove/opened.h"
#include "prove/role_knowledge.h"

using namespace percept;
using prove::RoleKnowledge;
using test::Opened;

namespace {

// Figure 1 of the paper. Its last line says card where it means car.
constexpr std::string_view kMontyHall = R"(
role(monty). role(candidate).
init(closed(1)). init(closed(2)). init(closed(3)).
init(step(1)).

legal(monty, hide_car(D)) :- true(step(1)), true(closed(D)).
legal(monty, open_door(D)) :- true(step(2)), true(closed(D)), not true(car(D)), not true(chosen(D)).
legal(monty, noop) :- true(step(3)).
legal(candidate, choose(D)) :- true(step(1)), true(closed(D)).
legal(candidate, noop) :- true(step(2)).
legal(candidate, noop) :- true(step(3)).
legal(candidate, switch) :- true(step(3)).

sees(candidate, D) :- does(monty, open_door(D)).
sees(candidate, D) :- true(step(3)), true(car(D)).
sees(monty, move(R, M)) :- does(R, M).

next(car(D)) :- does(monty, hide_car(D)).
next(car(D)) :- true(car(D)).
next(closed(D)) :- true(closed(D)), not does(monty, open_door(D)).
next(chosen(D)) :- does(candidate, choose(D)).
next(chosen(D)) :- true(chosen(D)), not does(candidate, switch).
next(chosen(D)) :- does(candidate, switch), true(closed(D)), not true(chosen(D)).
next(step(2)) :- true(step(1)).
next(step(3)) :- true(step(2)).
next(step(4)) :- true(step(3)).

terminal :- true(step(4)).

goal(candidate, 100) :- true(chosen(D)), true(car(D)).
goal(candidate, 0) :- true(chosen(D)), not true(car(D)).
goal(monty, 100) :- true(chosen(D)), not true(car(D)).
goal(monty, 0) :- true(chosen(D)), true(car(D)).
)";

class Candidate {
 public:
  explicit Candidate(std::string_view role = "candidate", bool nonpercepts = true)
      : program_(test::whole_program(kMontyHall)), knowledge_(make(role, nonpercepts)) {}

  std::string known() { return text(knowledge_.known()); }
  std::string open() { return text(knowledge_.open()); }
  std::string legal() { return text(knowledge_.legal()); }
  std::string goals() { return text(knowledge_.goals()); }
  RoleKnowledge::Truth terminal() { return *knowledge_.terminal(); }

  RoleKnowledge::Round update(std::string_view move, std::string_view percepts) {
    auto round = knowledge_.update(term(move), test::terms_of(program_.terms(), percepts));
    REQUIRE_MESSAGE(round.has_value(), round.error().message);
    return std::move(*round);
  }
  std::string failing_update(std::string_view move, std::string_view percepts) {
    auto round = knowledge_.update(term(move), test::terms_of(program_.terms(), percepts));
    REQUIRE_FALSE(round.has_value());
    return round.error().message;
  }
  std::string text(const std::vector<program::TermId>& atoms) {
    std::string out;
    for (program::TermId atom : atoms) out += (out.empty() ? "" : " ") + program_.terms().to_kif(atom);
    return out;
  }

 private:
  RoleKnowledge make(std::string_view role, bool nonpercepts) {
    auto made = RoleKnowledge::make(program_, term(role), {.nonpercepts = nonpercepts, .limits = {}});
    REQUIRE(made.has_value());
    return std::move(*made);
  }
  program::TermId term(std::string_view text) { return test::terms_of(program_.terms(), text)[0]; }
  std::string text(const Result<RoleKnowledge::Known>& found) {
    REQUIRE(found.has_value());
    return text(found->known) + " | " + text(found->maybe);
  }

  program::Program program_;
  RoleKnowledge knowledge_;
};

}  // namespace

TEST_CASE("filter: Example 4, seeing and not seeing obs") {
  Opened program(test::kExample, "", "(b 1) (b 2)");
  CHECK(program.filter("obs", "") == " | ");
  CHECK(program.filter("", "obs") == " | (b 1) (b 2)");
  CHECK(program.filter("", "") == " | (b 1) (b 2)");
}

TEST_CASE("filter: Example 2, after seeing obs p is derivable and q is not") {
  Opened program(test::kExample, "", "");
  CHECK(program.supports("p") == "p: {}");
  CHECK(program.supports("q") == "");
}

// The example says step(1) and open(3); by the rules of the figure it is step(2) and open_door(3).
// The example's text says step(1); door 3 can be opened in step(2) only. No rule for percepts asks, so both give the
// same. What it calls open(3) is the figure's open_door(3).
TEST_CASE("filter: Example 3, the candidate sees door 3 opened") {
  for (const std::string step : {"(true (step 1))", "(true (step 2))"}) {
    CAPTURE(step);
    const std::string known =
        "(true (closed 1)) (true (closed 2)) (true (closed 3)) (true (chosen 1)) (does candidate noop) " + step;
    constexpr std::string_view kOpen =
        "(true (car 1)) (true (car 2)) (true (car 3)) (does monty (open_door 2)) (does monty (open_door 3))";
    Opened program(kMontyHall, known, kOpen);
    CHECK(program.supports("(sees candidate ?d)") ==
          "(sees candidate 2): {(does monty (open_door 2))}; (sees candidate 3): {(does monty (open_door 3))}");
    CHECK(program.supports("not (sees candidate 2)") == "{-(does monty (open_door 2))}");
    CHECK(program.filter("(sees candidate 3)", "(sees candidate 2)") ==
          "(does candidate noop) (does monty (open_door 3)) (true (chosen 1)) (true (closed 1)) (true (closed 2)) "
          "(true (closed 3)) " +
              step + " | (true (car 1)) (true (car 2)) (true (car 3))");
    program.set_base(known + " (does monty (open_door 3))", "(true (car 1)) (true (car 2)) (true (car 3))");
    CHECK(program.supports("(next (closed ?d))") == "(next (closed 1)): {}; (next (closed 2)): {}");
  }
}

TEST_CASE("filter: observations that exclude each other are an error") {
  auto open = test::whole_program("(<= o1 b) (<= o2 (not b)) (<= o3 c)");
  prove::OpenProgram program(open);
  auto atom = [&](std::string_view text) { return test::terms_of(open.terms(), text)[0]; };
  REQUIRE(program.set_base({}, {atom("b"), atom("c")}));
  const prove::Observation both[] = {{atom("o1"), true}, {atom("o2"), true}};
  auto refused = prove::filter(program, both);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("exclude each other: one needs b") != std::string::npos);
  const prove::Observation fine[] = {{atom("o1"), true}, {atom("o3"), true}};
  CHECK(prove::filter(program, fine));
}

TEST_CASE("filter: observations are taken one by one with respect to the same base") {
  // Seeing s1 tells that b holds; only with that would s2 tell that c does.
  Opened program("(<= s1 b) (<= s2 b c) (<= s2 (not b) d)", "", "b c d");
  CHECK(program.filter("s1", "") == "b | c d");
  CHECK(program.filter("s2", "") == " | b c d");
  CHECK(program.filter("s1 s2", "") == "b | c d");
}

TEST_CASE("filter: impossible observations are named") {
  Opened program(test::kExample, "(b 1)", "");
  CHECK(program.filter("obs", "") == "error: the observation obs is impossible: nothing that may hold supports it");
  CHECK(program.filter("", "q") == "error: q must be observed: it follows from what is known");
  CHECK(program.filter("nowhere", "") ==
        "error: the observation nowhere is impossible: nothing that may hold supports it");
  CHECK(program.filter("", "nowhere") == "(b 1) | ");
}

TEST_CASE("filter: a base must be ground and disjoint") {
  Opened program(test::kExample, "", "");
  auto variable = program.open().set_base({program.term("(b ?x)")}, {});
  REQUIRE_FALSE(variable.has_value());
  CHECK(variable.error().message == "(b ?0) has a variable");
  auto both = program.open().set_base({program.term("(b 1)")}, {program.term("(b 1)")});
  REQUIRE_FALSE(both.has_value());
  CHECK(both.error().message == "(b 1) is both known and open");
}

TEST_CASE("role knowledge: the candidate of Monty Hall, round by round") {
  Candidate candidate;
  CHECK(candidate.known() == "(true (closed 1)) (true (closed 2)) (true (closed 3)) (true (step 1))");
  CHECK(candidate.open() == "");
  CHECK(candidate.legal() == "(choose 1) (choose 2) (choose 3) | ");
  CHECK(candidate.goals() == " | ");
  CHECK(candidate.terminal() == RoleKnowledge::Truth::kNo);

  auto first = candidate.update("(choose 1)", "");
  CHECK(candidate.text(first.possible_moves) ==
        "(does monty (hide_car 1)) (does monty (hide_car 2)) (does monty (hide_car 3))");
  CHECK(first.possible_percepts.empty());
  CHECK(candidate.known() == "(true (chosen 1)) (true (closed 1)) (true (closed 2)) (true (closed 3)) (true (step 2))");
  CHECK(candidate.open() == "(true (car 1)) (true (car 2)) (true (car 3))");
  CHECK(candidate.legal() == "noop | ");
  CHECK(candidate.goals() == " | 0 100");

  auto second = candidate.update("noop", "3");
  CHECK(candidate.text(second.possible_moves) == "(does monty (open_door 2)) (does monty (open_door 3))");
  CHECK(candidate.text(second.possible_percepts) == "2 3");
  CHECK(candidate.text(second.filtered.open) == "(true (car 1)) (true (car 2)) (true (car 3))");
  CHECK(candidate.known() == "(true (chosen 1)) (true (closed 1)) (true (closed 2)) (true (step 3))");
  CHECK(candidate.legal() == "noop switch | ");

  candidate.update("switch", "2");
  CHECK(candidate.known() == "(true (car 2)) (true (chosen 2)) (true (closed 1)) (true (closed 2)) (true (step 4))");
  CHECK(candidate.open() == "");
  CHECK(candidate.terminal() == RoleKnowledge::Truth::kKnown);
  CHECK(candidate.goals() == "100 | ");
}

TEST_CASE("role knowledge: what is not seen is filtered by, unless that is left out") {
  Candidate with, without("candidate", false);
  with.update("(choose 1)", ""), without.update("(choose 1)", "");
  with.update("noop", "3"), without.update("noop", "3");
  CHECK(with.known() == "(true (chosen 1)) (true (closed 1)) (true (closed 2)) (true (step 3))");
  CHECK(without.known() == "(true (chosen 1)) (true (closed 1)) (true (step 3))");
  CHECK(without.open() == "(true (car 1)) (true (car 2)) (true (car 3)) (true (closed 2))");
}

TEST_CASE("role knowledge: who sees every move knows everything") {
  Candidate monty("monty");
  monty.update("(hide_car 2)", "(move candidate (choose 1)) (move monty (hide_car 2))");
  CHECK(monty.known() ==
        "(true (car 2)) (true (chosen 1)) (true (closed 1)) (true (closed 2)) (true (closed 3)) (true (step 2))");
  CHECK(monty.open() == "");
  CHECK(monty.legal() == "(open_door 3) | ");
}

TEST_CASE("role knowledge: an impossible percept is named, and nothing has changed") {
  Candidate candidate;
  candidate.update("(choose 1)", "");
  std::string known = candidate.known(), open = candidate.open();
  std::string error = candidate.failing_update("noop", "1");
  CHECK(error == "the observation (sees candidate 1) is impossible: nothing that may hold supports it");
  CHECK(candidate.known() == known);
  CHECK(candidate.open() == open);
  CHECK(candidate.legal() == "noop | ");
}

TEST_CASE("role knowledge: a role that the game does not have") {
  program::Program program = test::whole_program(kMontyHall);
  auto made = RoleKnowledge::make(program, program.terms().constant("nobody"));
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().message == "there is no role nobody");
}
