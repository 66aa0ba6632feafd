// SPDX-License-Identifier: MIT
#include "gdl/layout.h"
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

// The text as it is written again.
std::string formatted(const std::string& text) {
  CAPTURE(text);
  auto game = kif(text);
  CHECK(game->findings().empty());
  return to_kif(*game);
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    widest = std::max(widest, end - begin);
    begin = end + 1;
  }
  return widest;
}

std::string name_of(std::size_t length, char letter = 'n') { return std::string(length, letter); }

}  // namespace

TEST_CASE("a rule with one literal takes one line, with several one line each") {
  CHECK(formatted("(<= (a ?x)\n  (b ?x))") == "(<= (a ?x) (b ?x))\n");
  CHECK(formatted("(<= (a ?x)(b ?x)(not(c ?x)))") == "(<= (a ?x)\n    (b ?x)\n    (not (c ?x)))\n");
  CHECK(formatted("(<= (a))") == "(<= a)\n");
}

TEST_CASE("a group that fits stays on its line") {
  CHECK(formatted("(<= a b (or c\n(and d\ne)))") == "(<= a\n    b\n    (or c (and d e)))\n");
  CHECK(formatted("(<= a (or c\n(not d)))") == "(<= a (or c (not d)))\n");
}

TEST_CASE("a group that does not fit has its parts below each other") {
  std::string p = "(p " + name_of(40) + ")", q = "(q " + name_of(40) + ")", r = "(r " + name_of(40) + ")";
  std::string eight(8, ' ');
  CHECK(formatted("(<= a (or " + p + " " + q + " " + r + "))") ==
        "(<= a\n    (or " + p + "\n" + eight + q + "\n" + eight + r + "))\n");
  CHECK(formatted("(<= a b (or (and " + p + " " + q + " " + r + ") c))") ==
        "(<= a\n    b\n    (or\n" + eight + "(and " + p + "\n" + eight + "     " + q + "\n" + eight + "     " + r +
            ")\n" + eight + "c))\n");
  CHECK(formatted("(<=> a (or " + p + " " + q + " " + r + "))") ==
        "(<=> a\n     (or " + p + "\n         " + q + "\n         " + r + "))\n");
}

TEST_CASE("the scope of a long quantifier stands indented below it") {
  std::string p = "(p ?x " + name_of(50) + ")", q = "(q ?x " + name_of(50) + ")";
  CHECK(formatted("(forall ?x (=> " + p + " " + q + "))") == "(forall (?x)\n    (=> " + p + "\n        " + q + "))\n");
}

TEST_CASE("an atom that does not fit has its arguments below each other") {
  std::string a = name_of(60, 'a'), b = name_of(60, 'b');
  CHECK(formatted("(p " + a + " " + b + ")") == "(p\n    " + a + "\n    " + b + ")\n");
  CHECK(formatted("(<= (p " + a + " " + b + ") c)") == "(<= (p\n        " + a + "\n        " + b + ")\n    c)\n");
}

TEST_CASE("no line is wider than the page when it can be broken") {
  for (std::size_t length = 20; length <= 70; ++length) {
    CAPTURE(length);
    std::string atom = "(p " + name_of(length) + " " + name_of(25) + ")";
    CHECK(widest_line(formatted(atom)) <= kLineWidth);
    CHECK(widest_line(formatted("(<= a b " + atom + ")")) <= kLineWidth);
    CHECK(widest_line(formatted("(<= " + atom + " b)")) <= kLineWidth);
    CHECK(widest_line(formatted("(<= a b (or c " + atom + "))")) <= kLineWidth);
    CHECK(widest_line(formatted("(<= a b (or c (not " + atom + ")))")) <= kLineWidth);
    CHECK(widest_line(formatted("(forall (?x) (=> c (exists (?y) " + atom + ")))")) <= kLineWidth);
  }
}

TEST_CASE("facts that share a line keep it") {
  CHECK(formatted("(s 1 2) (s 2 3)   (s 3 4)\n(s 4 5)\n") == "(s 1 2) (s 2 3) (s 3 4)\n(s 4 5)\n");
  CHECK(formatted("(s 1)(s 2)\ta b") == "(s 1) (s 2) a b\n");
  CHECK(formatted("(<= a b) (c 1) (<= d e) (f 1) (g 1)") == "(<= a b)\n(c 1)\n(<= d e)\n(f 1) (g 1)\n");
}

TEST_CASE("facts that share a line too wide get a new one") {
  std::string fact = "(p " + name_of(44) + ")";  // two of them and the blank fit, three do not
  CHECK(formatted(fact + " " + fact + " " + fact) == fact + " " + fact + "\n" + fact + "\n");
}

TEST_CASE("blank lines are kept, but only one, and none at either end") {
  CHECK(formatted("\n\n(a 1)\n(b 2)\n\n(c 3)\n\n\n \n(d 4)\n\n\n") == "(a 1)\n(b 2)\n\n(c 3)\n\n(d 4)\n");
  CHECK(formatted("(<= a\n\nb\n\nc)\n\n(<= d e)") == "(<= a\n    b\n    c)\n\n(<= d e)\n");
  CHECK(formatted("(a 1)\r\n\r\n(b 2)\r\n(c 3)\r\n") == "(a 1)\n\n(b 2)\n(c 3)\n");
}

TEST_CASE("nothing is written as nothing, and anything ends with one line end") {
  CHECK(formatted("") == "");
  CHECK(formatted(" \n\n ") == "");
  CHECK(formatted("a") == "a\n");
  CHECK(formatted("; only words") == "; only words\n");
}

TEST_CASE("the spelling of the author is kept") {
  CHECK(formatted("(<= (Legal ?Player (MOVE ?X)) (nextFile ?X))") == "(<= (Legal ?Player (MOVE ?X)) (nextFile ?X))\n");
  CHECK(formatted("(<= a (NOT b))") == "(<= a (not b))\n");
}

TEST_CASE("terms, formulas and statements are written on one line in lower case") {
  auto game = kif("(<= (P ?X (f (G) 1)) (OR (Q ?x) (not (distinct ?x\n A))))\n(FORALL ?X (=> (p ?x) q))\n(r B) s");
  REQUIRE(game->findings().empty());
  const Symbols& symbols = game->symbols();
  const Statement& rule = game->statements()[0];
  CHECK(to_kif(*rule.head, symbols) == "(p ?x (f g 1))");
  CHECK(to_kif(*rule.head->args[0], symbols) == "?x");
  CHECK(to_kif(*rule.head->args[1]->args[0], symbols) == "g");
  CHECK(to_kif(*rule.body[0], symbols) == "(or (q ?x) (not (distinct ?x a)))");
  CHECK(to_kif(rule, symbols) == "(<= (p ?x (f g 1)) (or (q ?x) (not (distinct ?x a))))");
  CHECK(to_kif(game->statements()[1], symbols) == "(forall (?x) (=> (p ?x) q))");
  CHECK(to_kif(game->statements()[2], symbols) == "(r b)");
  CHECK(to_kif(game->statements()[3], symbols) == "s");
}

TEST_CASE("infix variables are written in lower case, names as they were") {
  auto game = read_text("game.gdl", "legal(Player, dealCard(X)) :- role(Player), p(X, _), Player != 'Random'.");
  CHECK(to_kif(*game) ==
        "(<= (legal ?player (dealCard ?x))\n    (role ?player)\n    (p ?x ?_1)\n    (distinct ?player Random))\n");
}

TEST_CASE("two descriptions have the same rules when their statements are equal one by one") {
  auto game = kif("(role a) (<= (p ?x) (q ?x))");
  CHECK(same_rules(*game, *kif("; words\n(ROLE A)\n\n(<= (p ?X)\n (q ?X))")));
  CHECK(same_rules(*game, *read_text("g", "role(a). p(X) :- q(X).", Notation::kInfix)));
  CHECK_FALSE(same_rules(*game, *kif("(<= (p ?x) (q ?x)) (role a)")));
  CHECK_FALSE(same_rules(*game, *kif("(role a)")));
  CHECK_FALSE(same_rules(*game, *kif("(role a) (<= (p ?y) (q ?y))")));
  CHECK_FALSE(same_rules(*game, *kif("(role a) (<= (p ?x) (q x))")));
  CHECK_FALSE(same_rules(*kif("(<= a)"), *kif("a")));
}
