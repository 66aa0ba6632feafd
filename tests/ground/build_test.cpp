// SPDX-License-Identifier: MIT
//
// From ground rules to a circuit, with ground rules written by hand.
#include <fmt/format.h>

#include <map>
#include <set>

#include "ground/grounded.h"

using namespace percept;
using namespace percept::test;
using ground::GameCircuit;
using ground::GroundProgram;

namespace {

// "(a 1) <- (b 2), not (c)": ground rules as text. Atoms are numbered as they come; true and does are inputs.
class Rules {
 public:
  program::TermId term(const std::string& text) {
    auto read = gdl::read_text("test", text, gdl::Notation::kKif);
    return program_.terms().add(*read->statements().front().head, read->symbols());
  }

  GroundProgram::Atom atom(const std::string& text) {
    auto [known, is_new] = atoms_.try_emplace(text, static_cast<GroundProgram::Atom>(atoms_.size()) + 1);
    if (is_new) ground_.set_name(known->second, term(text));
    return known->second;
  }

  Rules& fact(const std::string& text) {
    ground_.add_fact(term(text));
    return *this;
  }
  // A literal that starts with '-' is negated.
  Rules& rule(const std::string& head, const std::vector<std::string>& body) {
    std::vector<GroundProgram::Literal> literals;
    for (const std::string& text : body) {
      bool negated = text.starts_with('-');
      auto literal = static_cast<GroundProgram::Literal>(atom(negated ? text.substr(1) : text));
      literals.push_back(negated ? -literal : literal);
    }
    ground_.add(atom(head), literals);
    return *this;
  }

  Result<GameCircuit> build(const std::vector<std::string>& roles = {}, const std::vector<std::string>& domains = {}) {
    ground::SplitProgram rules;
    for (const std::string& name : domains) rules.domains.insert(program_.terms().symbols().intern(name));
    ground::Options options;
    for (const std::string& role : roles) options.roles.push_back(term(role));
    return ground::build(ground_, rules, program_.terms(), options);
  }
  // The circuit, with its names.
  Grounded grounded(const std::vector<std::string>& roles = {}, const std::vector<std::string>& domains = {}) {
    auto game = build(roles, domains);
    REQUIRE(game);
    return Grounded(std::move(program_), std::move(*game));
  }

 private:
  program::Program program_;
  GroundProgram ground_;
  std::map<std::string, GroundProgram::Atom> atoms_;
};

// Does the output hold when exactly these inputs do?
bool holds(const Grounded& game, const std::string& output, const std::set<std::string>& inputs) {
  auto answers = game.answers<std::uint64_t>(
      [&](const std::string& input) { return inputs.contains(input) ? ~std::uint64_t{0} : 0; });
  return answers.contains(output);
}

}  // namespace

TEST_CASE("an atom holds when the body of one of its rules does") {
  Grounded game = Rules()
                      .fact("(role a)")
                      .rule("(next x)", {"(true x)", "-(true y)"})
                      .rule("(next x)", {"(does a m)"})
                      .rule("(next y)", {"p"})
                      .rule("p", {"(true y)"})
                      .rule("(legal a m)", {"(true x)"})
                      .grounded();
  CHECK(holds(game, "next x", {"true x"}));
  CHECK_FALSE(holds(game, "next x", {"true x", "true y"}));
  CHECK(holds(game, "next x", {"true x", "true y", "does a m"}));
  CHECK(holds(game, "next y", {"true y"}));
  CHECK(holds(game, "legal a m", {"true x"}));
  CHECK_FALSE(holds(game, "terminal", {"true x", "true y"}));
}

TEST_CASE("facts are constant outputs") {
  Grounded game = Rules()
                      .fact("(role a)")
                      .fact("(init x)")
                      .fact("(legal a m)")
                      .fact("(next x)")
                      .fact("(sees a q)")
                      .fact("(goal a 100)")
                      .fact("terminal")
                      .rule("(next y)", {"(true x)", "(does a m)"})
                      .rule("(init y)", {"(true y)"})
                      .grounded();
  for (const char* output : {"legal a m", "next x", "sees a q", "goal a 100", "terminal"})
    CHECK(holds(game, output, {}));
  CHECK(game.initial().contains("true x"));
  CHECK_FALSE(game.initial().contains("true y"));
}

TEST_CASE("a rule without a body is a fact that came late") {
  Grounded game = Rules().fact("(role a)").rule("p", {}).rule("terminal", {"p"}).grounded();
  CHECK(holds(game, "terminal", {}));
}

TEST_CASE("inputs are the fluents, then the moves of each role in order") {
  auto game = Rules()
                  .fact("(role a)")
                  .fact("(role b)")
                  .rule("(next x)", {"(does a m)", "(does b m)", "(true x)"})
                  .rule("(next y)", {"(does a n)", "(does b n)", "(true y)"})
                  .rule("(legal a m)", {"(true x)"})
                  .rule("(legal b m)", {"(true x)"})
                  .rule("(legal a n)", {"(true x)"})
                  .rule("(legal b n)", {"(true x)"})
                  .build();
  REQUIRE(game);
  std::uint32_t node = 1;
  for (const auto& fluent : game->fluents) CHECK(fluent.holds.node() == node++);
  for (const auto& of_role : game->moves)
    for (const auto& move : of_role) CHECK(move.does.node() == node++);
}

TEST_CASE("roles are in the order asked for, else in that of their facts") {
  Grounded by_facts = Rules().fact("(role b)").fact("(role a)").fact("(role c)").grounded();
  Grounded asked = Rules().fact("(role b)").fact("(role a)").fact("(role c)").grounded({"c", "a", "b"});
  CHECK(by_facts.role(0) == "b");
  CHECK(by_facts.role(2) == "c");
  CHECK(asked.role(0) == "c");
  CHECK(asked.role(1) == "a");
}

TEST_CASE("a game without roles is an error") { CHECK_FALSE(Rules().rule("terminal", {"(true x)"}).build()); }

TEST_CASE("moves, percepts and goals of what is no role are left out") {
  Grounded game = Rules()
                      .fact("(role a)")
                      .rule("(legal z m)", {"(true x)"})
                      .rule("(next x)", {"(does z m)"})
                      .rule("(goal z 50)", {"(true x)"})
                      .rule("(sees z q)", {"(true x)"})
                      .grounded();
  CHECK(game.inputs() == std::vector<std::string>{"true x"});
  CHECK(game.answers(random_world(1)).empty());
}

TEST_CASE("goals have numbers, in rising order; what is no number is left out") {
  auto game = Rules()
                  .fact("(role a)")
                  .rule("(goal a 100)", {"(true x)"})
                  .rule("(goal a 5)", {"(true x)"})
                  .rule("(goal a 00)", {"(true x)"})
                  .rule("(goal a much)", {"(true x)"})
                  .rule("(goal a (plus 1))", {"(true x)"})
                  .build();
  REQUIRE(game);
  REQUIRE(game->goals[0].size() == 3);
  CHECK(game->goals[0][0].first == 0);
  CHECK(game->goals[0][1].first == 5);
  CHECK(game->goals[0][2].first == 100);
}

TEST_CASE("atoms that need each other are loops with their least fixpoint") {
  // Reachability on the ring 1 2 3, with an entry at 2; and two atoms that hold up only each other.
  Grounded game = Rules()
                      .fact("(role a)")
                      .rule("(reach 1)", {"(reach 3)", "(true (open 1))"})
                      .rule("(reach 2)", {"(reach 1)", "(true (open 2))"})
                      .rule("(reach 3)", {"(reach 2)", "(true (open 3))"})
                      .rule("(reach 2)", {"(true entry)"})
                      .rule("(sees a (at 1))", {"(reach 1)"})
                      .rule("(sees a (at 2))", {"(reach 2)"})
                      .rule("(sees a (at 3))", {"(reach 3)"})
                      .rule("p", {"q"})
                      .rule("q", {"p"})
                      .rule("terminal", {"p"})
                      .grounded();
  CHECK_FALSE(holds(game, "sees a (at 1)", {"true (open 1)", "true (open 2)", "true (open 3)"}));
  CHECK(holds(game, "sees a (at 2)", {"true entry"}));
  CHECK_FALSE(holds(game, "sees a (at 3)", {"true entry", "true (open 1)"}));
  CHECK(holds(game, "sees a (at 3)", {"true entry", "true (open 3)"}));
  CHECK(holds(game, "sees a (at 1)", {"true entry", "true (open 3)", "true (open 1)"}));
  CHECK_FALSE(holds(game, "terminal", {"true entry"}));
}

TEST_CASE("negation within a relation is fine as long as no atom needs its own negation") {
  Grounded game = Rules()
                      .fact("(role a)")
                      .rule("(goal a 100)", {"(true x)"})
                      .rule("(goal a 50)", {"-(goal a 100)", "(true y)"})
                      .rule("(goal a 0)", {"-(goal a 100)", "-(goal a 50)"})
                      .grounded();
  CHECK(holds(game, "goal a 0", {}));
  CHECK(holds(game, "goal a 50", {"true y"}));
  CHECK_FALSE(holds(game, "goal a 0", {"true y"}));
  CHECK(holds(game, "goal a 100", {"true x", "true y"}));
  CHECK_FALSE(holds(game, "goal a 50", {"true x", "true y"}));
}

TEST_CASE("an atom that needs its own negation is an error, at once or through others") {
  auto make = [](const std::vector<std::pair<std::string, std::vector<std::string>>>& all) {
    Rules rules;
    rules.fact("(role a)");
    for (const auto& [head, body] : all) rules.rule(head, body);
    return rules.build();
  };
  CHECK_FALSE(make({{"terminal", {"-terminal"}}}));
  CHECK_FALSE(make({{"p", {"-q"}}, {"q", {"p"}}, {"terminal", {"p"}}}));
  CHECK_FALSE(make({{"p", {"-q", "p"}}, {"q", {"r"}}, {"r", {"p", "(true x)"}}, {"terminal", {"q"}}}));
  auto refused = make({{"p", {"-p"}}, {"terminal", {"p"}}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("not stratified") != std::string::npos);
  // What no output needs does no harm.
  CHECK(make({{"p", {"-p"}}, {"terminal", {"(true x)"}}}));
}

TEST_CASE("relations that only tell where to look are taken for true") {
  Grounded game = Rules()
                      .fact("(role a)")
                      .rule("(domain 1)", {"(true x)"})
                      .rule("terminal", {"(domain 1)", "(true y)"})
                      .grounded({}, {"domain"});
  CHECK(holds(game, "terminal", {"true y"}));
}

TEST_CASE("a long chain of rules, and a long loop, do not end the stack") {
  Rules rules;
  rules.fact("(role a)").rule("(p 0)", {"(true x)"});
  constexpr int kLength = 20'000;
  for (int i = 1; i < kLength; ++i) rules.rule(fmt::format("(p {})", i), {fmt::format("(p {})", i - 1), "-(true y)"});
  rules.rule("(p 0)", {fmt::format("(p {})", kLength - 1)});
  rules.rule("terminal", {fmt::format("(p {})", kLength - 1)});
  Grounded game = rules.grounded();
  CHECK(holds(game, "terminal", {"true x"}));
  CHECK_FALSE(holds(game, "terminal", {"true x", "true y"}));
  CHECK_FALSE(holds(game, "terminal", {}));
}
