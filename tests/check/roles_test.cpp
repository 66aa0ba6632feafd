// SPDX-License-Identifier: MIT
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

namespace {

// A game of these roles and rules in which each role can move and the game ends.
std::string game(const std::string& roles, const std::string& rules = {}) {
  return roles + "\n(<= (legal ?r noop) (role ?r))\n(<= terminal (true end))\n" + rules;
}

}  // namespace

TEST_CASE("a game needs roles") {
  Checked none("\n(<= (legal white noop) (true a))", "roles");
  CHECK(none.codes() == "GDL401 1:1");
  CHECK(none.only().severity() == Severity::kError);
  CHECK(codes("", "roles") == "GDL401 1:1");
  CHECK(codes(game("(role white)"), "roles").empty());
}

TEST_CASE("a game needs an end") {
  CHECK(codes("(role white)\n(legal white noop)", "roles") == "GDL405 1:1");
  CHECK(codes("(role white)\n(legal white noop)\nterminal", "roles").empty());
  CHECK(codes("(role white)\n(legal white noop)\n(<= (terminal now) (true a))", "roles") == "GDL405 1:1");
}

TEST_CASE("roles by a rule are evaluated, with a warning") {
  Checked rule("(player a)\n(<= (role ?r) (player ?r))\n(legal a noop)\nterminal", "roles");
  CHECK(rule.codes() == "GDL402 2:1");
  CHECK(rule.only().severity() == Severity::kWarning);
}

TEST_CASE("where roles come from a rule no name is called unknown") {
  CHECK(codes("(<= (role ?r) (player ?r))\n(role white)\n(legal white noop)\n(legal black noop)\nterminal", "roles") ==
        "GDL402 1:1");
}

TEST_CASE("a role that is named must exist") {
  CHECK(codes(game("(role white)", "(<= (legal black go) (true a))"), "roles") == "GDL403 4:12");
  CHECK(codes(game("(role white)", "(<= (goal black 100) (true a))"), "roles") == "GDL403 4:11");
  CHECK(codes(game("(role white)", "(<= (sees black x) (true a))"), "roles") == "GDL403 4:11");
  CHECK(codes(game("(role white)", "(<= (next a) (does black go))"), "roles") == "GDL403 4:20");
  CHECK(codes(game("(role white)", "(<= (next a) (not (does black go)))"), "roles") == "GDL403 4:25");
  CHECK(codes(game("(role white)", "(<= p (or (role black) (goal grey 1)))"), "roles") == "GDL403 4:17, GDL403 4:30");
  CHECK(codes(game("(role white)", "(input black go)"), "roles") == "GDL403 4:8");
}

TEST_CASE("roles may be compound terms") {
  CHECK(codes(game("(role (player 1))", "(<= (next a) (does (player 1) go))"), "roles").empty());
  CHECK(codes(game("(role (player 1))", "(<= (next a) (does (player 2) go))"), "roles") == "GDL403 4:20");
}

TEST_CASE("a name in another relation, or a variable, is no unknown role") {
  CHECK(codes(game("(role white)", "(init (control black))\n(<= (next (x ?r)) (does ?r go))"), "roles").empty());
  CHECK(codes(game("(role White)", "(<= (next a) (does WHITE go))"), "roles").empty());
}

TEST_CASE("a misspelt role gets the nearest one as a hint, any other the roles there are") {
  Checked near(game("(role white)\n(role black)", "(<= (next a) (does blakc go))"), "roles");
  CHECK(near.only().hint == "did you mean black?");
  Checked far(game("(role white)\n(role black)", "(<= (next a) (does spectator go))"), "roles");
  CHECK(mentions(far.only().hint, "white black"));
}

TEST_CASE("each role needs a rule for a legal move") {
  Checked stuck("(role white)\n(role black)\n(<= (legal white go) (true a))\nterminal", "roles");
  CHECK(stuck.codes() == "GDL404 2:7");
  CHECK(stuck.only().severity() == Severity::kError);
  CHECK(codes("(role white)\n(role black)\n(<= (legal ?r go) (true (control ?r)))\nterminal", "roles").empty());
  CHECK(codes("(role (p 1))\n(role (p 2))\n(<= (legal (p ?n) go) (q ?n))\nterminal", "roles").empty());
  CHECK(codes("(role (p 1))\n(role (q 2))\n(<= (legal (p ?n) go) (q ?n))\nterminal", "roles") == "GDL404 2:7");
}

TEST_CASE("random is nature only in a game with percepts") {
  Checked plain("(role random)\n(legal random roll)\nterminal", "roles");
  CHECK(plain.codes() == "GDL409 1:7");
  CHECK(plain.only().severity() == Severity::kWarning);
  CHECK(codes("(role random)\n(role white)\n(<= (legal ?r roll) (role ?r))\nterminal\n(<= (sees white x) (true a))",
              "roles")
            .empty());
}

TEST_CASE("a percept for random has no effect") {
  CHECK(codes(game("(role random)\n(role white)", "(<= (sees random x) (true a))"), "roles") == "GDL410 5:5");
  CHECK(codes(game("(role random)\n(role white)", "(<= (sees ?r x) (role ?r))"), "roles").empty());
}
