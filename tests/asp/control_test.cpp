// SPDX-License-Identifier: MIT
#include "asp/control.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace percept;
using asp::Control;
using asp::Models;
using asp::Part;

namespace {

const std::vector<std::string> kAllModels = {"--models=0"};

std::unique_ptr<Control> control_of(const std::string& text) {
  auto control = Control::make(kAllModels);
  REQUIRE(control);
  REQUIRE((*control)->add("base", {}, text));
  REQUIRE((*control)->ground(std::array{Part{"base", {}}}).value());
  return std::move(*control);
}

std::size_t count(Control& control) {
  Models models = control.solve();
  std::size_t out = 0;
  for (; models.next() == Models::Answer::kModel;) ++out;
  return out;
}

// Pigeons and holes: no models, and no quick way to find out.
std::string pigeons(int pigeons, int holes) {
  return "1{in(P,H) : H = 1.." + std::to_string(holes) + "}1 :- P = 1.." + std::to_string(pigeons) +
         ".\n:- in(P,H), in(Q,H), P < Q, on.\n{on}.\n#external hard.\n:- hard, not on.\n:- on, not hard.\n";
}

}  // namespace

TEST_CASE("models of a program") {
  auto control = control_of("{a; b}. :- a, b. c :- a.");
  CHECK(count(*control) == 3);
  CHECK(count(*control) == 3);
}

TEST_CASE("shown atoms come once, with their literals") {
  auto control = control_of("#show p/1. {p(1)}. p(2). q(3).");
  CHECK(count(*control) == 2);
  std::vector<asp::ShownAtom> atoms = control->new_atoms();
  REQUIRE(atoms.size() == 2);
  CHECK(control->new_atoms().empty());
  std::size_t facts = 0, sometimes = 0;
  Models models = control->solve();
  while (models.next() == Models::Answer::kModel)
    for (const asp::ShownAtom& atom : atoms) {
      int value = asp::view(asp::view(atom.symbol).args[0]).number;
      facts += value == 2 && models.holds(atom.literal) ? 1 : 0;
      sometimes += value == 1 && models.holds(atom.literal) ? 1 : 0;
    }
  CHECK(facts == 2);
  CHECK(sometimes == 1);
}

TEST_CASE("a program grows by parts, with externals and assumptions") {
  auto control = control_of("p(0).");
  REQUIRE(control->add("step", std::array{std::string("t")}, "#external e(t). {p(t)} :- p(t-1). :- p(t), not e(t)."));
  for (int t = 1; t <= 3; ++t) REQUIRE(control->ground(std::array{Part{"step", {asp::number(t)}}}).value());
  CHECK(count(*control) == 1);
  auto external = [&](int t) { return control->literal(asp::function("e", std::array{asp::number(t)})).value(); };
  control->assign(external(1), true);
  CHECK(count(*control) == 2);
  control->assign(external(2), true);
  CHECK(count(*control) == 3);
  control->assign(external(1), false);
  CHECK(count(*control) == 1);
  control->assign(external(1), true);
  control->release(external(2));
  CHECK(count(*control) == 2);
  CHECK_FALSE(control->literal(asp::function("e", std::array{asp::number(9)})));

  asp::Literal p = control->literal(asp::function("p", std::array{asp::number(1)})).value();
  Models models = control->solve({}, std::array{p});
  REQUIRE(models.next() == Models::Answer::kModel);
  CHECK(models.holds(p));
  CHECK(models.next() == Models::Answer::kNoMore);
}

TEST_CASE("a search that takes too long is ended, and the control goes on") {
  auto control = control_of(pigeons(14, 13));
  asp::Literal hard = control->literal(asp::function("hard")).value();
  control->assign(hard, true);
  for (int i = 0; i < 3; ++i) {
    Budget budget(0.05, 0);
    Models models = control->solve(budget);
    CHECK(models.next() == Models::Answer::kGaveUp);
    CHECK(models.next() == Models::Answer::kGaveUp);
    CHECK(budget.out_of_time());
  }
  control->assign(hard, false);
  Models models = control->solve(Budget());
  CHECK(models.next() == Models::Answer::kModel);
}

TEST_CASE("an interrupt that comes too late does not end the next search") {
  auto control = control_of("{a; b; c}.");
  for (int i = 0; i < 200; ++i) {
    {
      Budget budget(1e-5 * i, 0);  // about as long as it takes
      Models models = control->solve(budget);
      while (models.next() == Models::Answer::kModel) continue;
    }
    CHECK(count(*control) == 8);
  }
}

TEST_CASE("grounding that takes too long is refused") {
  auto control = Control::make();
  REQUIRE(control);
  REQUIRE((*control)->add("base", {}, "p(1..3000). {q(X,Y)} :- p(X), p(Y)."));
  auto done = (*control)->ground(std::array{Part{"base", {}}}, Budget(0.05, 0));
  REQUIRE(done);
  CHECK_FALSE(*done);
}

TEST_CASE("what is no program is an error that says why") {
  auto control = Control::make();
  REQUIRE(control);
  auto added = (*control)->add("base", {}, "p(.");
  REQUIRE_FALSE(added);
  CHECK(added.error().message.find("syntax error") != std::string::npos);
  CHECK_FALSE((*control)->configure("no such key", "1"));
  CHECK((*control)->configure("rand_freq", "0.5"));
  CHECK((*control)->configure("seed", "17"));
  CHECK_FALSE(Control::make(std::array{std::string("--no-such-option")}));
}
