// SPDX-License-Identifier: MIT
//
// The relaxed program says of every atom whether it is known, possible, or neither, and of every clause which of its
// instances may hold.
#include "ground/relax.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "ground/grounded.h"
#include "prove/prover.h"

using namespace percept;
using namespace percept::test;
using program::TermId;

namespace {

constexpr const char* kRules = R"(
(role a) (column 1) (column 2) (column 3)
(init (cell 1)) (legal a noop)
(<= (legal a (mark ?x)) (column ?x) (not (marked ?x)))
(<= (marked ?x) (true (cell ?x)))
(<= (next (cell ?x)) (does a (mark ?x)))
(<= (next ?f) (true ?f))
(<= terminal (true (cell ?x)) (not (free)))
(<= (free) (column ?x) (not (marked ?x)))
)";

class RelaxedRules {
 public:
  RelaxedRules() : program_(program_of(kRules)), relaxed_(program_), prover_(relaxed_.program()) {}

  void set(const std::vector<std::string>& known, const std::vector<std::string>& open) {
    std::vector<TermId> state;
    for (const std::string& x : known) {
      relaxed_.add_possible(cell(x), state);
      relaxed_.add_known(cell(x), state);
    }
    for (const std::string& x : open) relaxed_.add_possible(cell(x), state);
    prover_.set_state(state);
  }

  void do_marks(const std::vector<std::string>& columns) {
    std::vector<TermId> moves;
    for (const std::string& x : columns)
      moves.push_back(make("does", {terms().constant("a"), make("mark", {terms().constant(x)})}));
    prover_.set_moves(moves);
  }

  bool holds(const std::string& relation, const std::vector<TermId>& args = {}) {
    auto out = prover_.holds(make(relation, args));
    REQUIRE(out);
    return *out;
  }

  // The instances of all clauses of the relation, as text.
  std::set<std::string> instances(const char* relation, std::size_t arity) {
    std::set<std::string> out;
    auto of = program_.relation_of(terms().symbols().intern(relation), arity);
    for (std::uint32_t clause : relaxed_.clauses(of)) {
      const auto& rows = relaxed_.program().relation(relaxed_.clause(clause).instances);
      std::vector<TermId> variables;
      for (std::uint32_t i = 0; i < rows.arity; ++i) variables.push_back(terms().variable(i));
      auto all = prover_.all(terms().make(rows.name, variables));
      REQUIRE(all);
      for (TermId instance : *all) {
        std::string text;
        for (TermId arg : terms().args(instance)) text += (text.empty() ? "" : " ") + terms().to_kif(arg);
        out.insert(text);
      }
    }
    return out;
  }

  program::Terms& terms() { return program_.terms(); }
  TermId make(const std::string& name, const std::vector<TermId>& args) {
    return terms().make(terms().symbols().intern(name), args);
  }
  TermId number(const char* text) { return terms().constant(text); }
  TermId cell(const std::string& x) { return make("cell", {terms().constant(x)}); }

 private:
  program::Program program_;
  ground::Relaxed relaxed_;
  prove::Prover prover_;
};

using Texts = std::set<std::string>;

}  // namespace

TEST_CASE("relaxed rules tell what is known and what is possible") {
  RelaxedRules rules;
  rules.set({"1"}, {"2"});
  CHECK(rules.holds("known marked", {rules.number("1")}));
  CHECK_FALSE(rules.holds("known marked", {rules.number("2")}));
  CHECK(rules.holds("possible marked", {rules.number("2")}));
  CHECK_FALSE(rules.holds("possible marked", {rules.number("3")}));
  CHECK(rules.holds("known free"));
  CHECK_FALSE(rules.holds("possible terminal"));
  rules.set({"1", "2"}, {"3"});
  CHECK_FALSE(rules.holds("known free"));
  CHECK(rules.holds("possible free"));
  CHECK(rules.holds("possible terminal"));
  CHECK_FALSE(rules.holds("known terminal"));
  rules.set({"1", "2", "3"}, {});
  CHECK(rules.holds("known terminal"));
  CHECK_FALSE(rules.holds("possible free"));
}

TEST_CASE("relaxed rules have the instances that may hold") {
  RelaxedRules rules;
  rules.set({"1"}, {"2"});
  CHECK(rules.instances("legal", 2) == Texts{"a noop", "a (mark 2) 2", "a (mark 3) 3"});
  CHECK(rules.instances("next", 1) == Texts{"(cell 1)", "(cell 2)"});
  CHECK(rules.instances("terminal", 0).empty());
  rules.do_marks({"2", "3"});
  CHECK(rules.instances("next", 1) == Texts{"(cell 1)", "(cell 2)", "(cell 2) (mark 2)", "(cell 3) (mark 3)"});
  CHECK_FALSE(rules.holds("known next", {rules.cell("3")}));
  CHECK(rules.holds("possible next", {rules.cell("3")}));
  CHECK(rules.holds("known next", {rules.cell("1")}));
}

TEST_CASE("what holds for ever stays as it is when rules are relaxed") {
  RelaxedRules rules;
  rules.set({}, {});
  CHECK(rules.holds("column", {rules.number("3")}));
  CHECK(rules.instances("column", 1).empty());
}
