// SPDX-License-Identifier: MIT
//
// All passes together, on a small game that is in order and on what goes wrong with it.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Code;

namespace {

const std::string kGame = R"(
(role white)
(role black)
(init (control white))
(init (count 0))
(<= (legal ?r take) (true (control ?r)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (control white)) (true (control black)))
(<= (next (control black)) (true (control white)))
(<= (next (count ?n)) (true (count ?m)) (succ ?m ?n) (does ?_r take))
(<= terminal (true (count 3)))
(<= (goal ?r 100) terminal (role ?r) (not (true (control ?r))))
(<= (goal ?r 0) (true (control ?r)))
(succ 0 1)
(succ 1 2)
(succ 2 3)
)";

std::string with(const std::string& line) { return kGame + line; }

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kGame;
  REQUIRE(text.find(from) != std::string::npos);
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a game in order has no findings") { CHECK(codes(kGame).empty()); }

TEST_CASE("an empty sheet lacks everything, which is said once") { CHECK(codes("") == "GDL401 1:1"); }

TEST_CASE("a sheet of comments is an empty sheet") { CHECK(codes("; nothing yet\n") == "GDL401 1:1"); }

TEST_CASE("a misspelt fluent is found by the rules that wait for it in vain") {
  CHECK(codes(changed("(init (count 0))", "(init (cuont 0))")) == "GDL505 9:23, GDL505 10:14, GDL505 11:19");
}

TEST_CASE("a misspelt relation is found on both sides") {
  CHECK(codes(changed("(succ ?m ?n)", "(suc ?m ?n)")) == "GDL501 9:41, GDL505 10:14, GDL505 11:19, GDL502 13:1");
}

TEST_CASE("a misspelt variable is unbound where it is needed and alone where it stands") {
  CHECK(codes(changed("(succ ?m ?n)", "(succ ?m ?nn)")) == "GDL201 9:18, GDL504 9:50");
}

TEST_CASE("a misspelt role is named") {
  CHECK(codes(with("(<= (legal withe pass) (true (control white)))")) == "GDL403 16:12");
}

TEST_CASE("a missing parenthesis is the only thing said about the rest of the game") {
  Checked broken(changed("(true (count 3))", "(true (count 3)"));
  CHECK(broken.errors() == 1);
  CHECK(broken.codes() == "GDL002 10:1");
}

TEST_CASE("rules of a sheet that could be read in part are still checked one by one") {
  CHECK(codes("(role white)\n(<= (p ?x) (q ?y))\n(<= terminal ()") == "GDL201 2:8, GDL504 2:15, GDL002 3:1");
}

TEST_CASE("findings are sorted by place, whatever pass they come from") {
  CHECK(codes(with("(<= (legal white (jump ?x)) (not (far ?x ?y)))\n(succ 0 1)")) ==
        "GDL201 16:24, GDL205 16:29, GDL501 16:34, GDL506 17:1");
}

TEST_CASE("one place may have several findings") {
  Checked several(with("(<= (next (x ?n)) (next (count ?n)))\n(<= terminal (next (x 1)))"));
  CHECK(mentions(several.codes(), "GDL102 17:14, GDL305 17:14"));
}

TEST_CASE("a game of GDL-II needs nothing that its percepts do not") {
  CHECK(codes(with("(<= (sees ?r (took ?o)) (role ?r) (does ?o take))")).empty());
}

TEST_CASE("the passes have names of their own, in the order in which they run") {
  std::vector<std::string_view> names;
  for (const percept::check::Pass& pass : percept::check::passes()) names.push_back(pass.name);
  std::vector<std::string_view> expected = {"form",           "sentences", "arities", "safety",     "singletons",
                                            "stratification", "recursion", "growth",  "dependence", "roles",
                                            "goals",          "relations", "firing",  "spelling",   "duplicates"};
  CHECK(names == expected);
}

TEST_CASE("checking twice says the same") {
  Checked sheet(with("(<= (p ?x) (not (p ?y)))"));
  CHECK(sheet.codes() == Checked(with("(<= (p ?x) (not (p ?y)))")).codes());
  CHECK(percept::check::check(sheet.description()).size() == sheet.findings().size());
}
