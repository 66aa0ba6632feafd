// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "gdl/builder.h"
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

std::string infix_mistakes(const std::string& text) { return mistakes(*infix(text)); }

}  // namespace

TEST_CASE("what is not expected is reported where it stands") {
  CHECK(infix_mistakes("p(a b).") == "GDL011 1:5 b\n");
  CHECK(infix_mistakes("p(a,).") == "GDL011 1:5 )\n");
  CHECK(infix_mistakes("p(,a).") == "GDL011 1:3 ,\n");
  CHECK(infix_mistakes("p(a)).") == "GDL011 1:5 )\n");
  CHECK(infix_mistakes("a :- b, .") == "GDL011 1:9 .\n");
  CHECK(infix_mistakes("a :- & b.") == "GDL011 1:6 &\n");
  CHECK(infix_mistakes("a :- (b | c.") == "GDL011 1:12 .\n");
  CHECK(infix_mistakes("a :- p(b, and).") == "GDL011 1:11 and\n");
  CHECK(infix_mistakes(":- a.") == "GDL011 1:1 :-\n");
  CHECK(infix_mistakes("a :- b :- c.") == "GDL011 1:8 :-\n");
  CHECK(infix_mistakes("p(a") == "GDL011 1:4 \n");
}

TEST_CASE("a finding at the end of a text stands behind its last byte") {
  auto game = infix("a :- (b\n");
  REQUIRE(game->findings().size() == 1);
  CHECK(game->findings()[0].place.begin == game->source()->text().size());
  CHECK(game->findings()[0].place.end == game->source()->text().size());
}

TEST_CASE("signs that mean nothing are reported once, by themselves") {
  CHECK(infix_mistakes("a :- b ! c.") == "GDL011 1:8 !\n");
  CHECK(infix_mistakes("p(\"a\").").starts_with("GDL011 1:3 \""));
  CHECK(infix_mistakes("x(1..4).") == "GDL011 1:4 ..\n");
  CHECK(infix_mistakes("p(a.b).") == "GDL011 1:4 .\n");
  CHECK(infix("a :- X !b.")->findings().at(0).hint.find("!=") != std::string::npos);
}

TEST_CASE("an infix variable is no sentence") {
  CHECK(infix_mistakes("X.") == "GDL006 1:1 X\n");
  CHECK(infix_mistakes("a :- b, X.") == "GDL006 1:9 X\n");
  CHECK(infix_mistakes("X :- b.") == "GDL006 1:1 X\n");
  CHECK(infix_mistakes("a :- ~?x.") == "GDL006 1:7 ?x\n");
}

TEST_CASE("a variable is no name of a relation or function") {
  CHECK_FALSE(infix("P(a).")->readable());
  CHECK_FALSE(infix("p(F(a)).")->readable());
}

TEST_CASE("the head of an infix rule is an atom") {
  CHECK(infix_mistakes("~a :- b.") == "GDL006 1:1 ~a\n");
  CHECK(infix_mistakes("a & b :- c.") == "GDL006 1:1 a & b\n");
  CHECK(infix_mistakes("(a => b) :- c.") == "GDL006 1:1 (a => b)\n");
}

TEST_CASE("quoted names must be names of KIF") {
  CHECK(infix_mistakes("p('a b').") == "GDL012 1:3 'a b'\n");
  CHECK(infix_mistakes("p('').") == "GDL012 1:3 ''\n");
  CHECK(infix_mistakes("p('?x').") == "GDL012 1:3 '?x'\n");
  CHECK(infix_mistakes("p('(').") == "GDL012 1:3 '('\n");
  CHECK(infix_mistakes("p('a;b').") == "GDL012 1:3 'a;b'\n");
  CHECK(infix_mistakes("p(?'a b').") == "GDL012 1:3 ?'a b'\n");
  CHECK(infix_mistakes("p('abc).\nq(a).") == "GDL002 1:3 '\n");
  CHECK(infix_mistakes("'not'(a).") == "GDL006 1:1 'not'(a)\n");
  CHECK(infix_mistakes("p('<='(a)).") == "GDL012 1:3 '<='\n");
}

TEST_CASE("comments must be closed") {
  auto game = infix("a.\n/* and then\nb.\n");
  CHECK(mistakes(*game) == "GDL002 2:1 /*\n");
  CHECK(rules(*game) == "a\n");
}

TEST_CASE("quantifiers need variables, and a colon unless a sentence follows them") {
  CHECK(infix_mistakes("forall a: p(a).") == "GDL013 1:8 a\n");
  CHECK(infix_mistakes("forall X p(X).").empty());
  CHECK(rules(*infix("∀X ∃Y p(X,Y)")) == rules(*infix("AX:EY:p(X,Y)")));
  CHECK(infix_mistakes("forall X & p(X).") == "GDL013 1:10 &\n");
  CHECK(infix_mistakes("exists : p.") == "GDL013 1:8 :\n");
  CHECK(infix_mistakes("forall X, : p.") == "GDL013 1:11 :\n");
}

TEST_CASE("operations of another language are called by their name") {
  CHECK(infix_mistakes("drop(X) :: free(X) ==> full(X)\nrole(a)") == "GDL014 1:9 ::\n");
  CHECK(rules(*infix("drop(X) :: free(X) ==> full(X)\nrole(a)")) == "(role a)\n");
}

TEST_CASE("bytes that no text holds are reported") {
  std::string text = "p(a).\nq(b ).\nr(c).\n";
  text.insert(9, 1, '\0');
  auto game = infix(text);
  REQUIRE(game->findings().size() == 1);
  CHECK(game->findings()[0].code == Code::kControlByte);
  CHECK(game->findings()[0].place.line() == 2);
  CHECK(game->findings()[0].place.column() == 4);
  CHECK(rules(*game) == "(p a)\n(r c)\n");
  CHECK(infix("p(\x01).")->findings().at(0).code == Code::kControlByte);
  CHECK(infix("p(\x7f).")->findings().at(0).code == Code::kControlByte);
}

TEST_CASE("reading goes on behind the next full stop") {
  auto game = infix("p(a b). q(c).\nr(d,). s(e). t(f))\n. u(g).");
  CHECK(mistakes(*game) == "GDL011 1:5 b\nGDL011 2:5 )\nGDL011 2:18 )\n");
  CHECK(rules(*game) == "(q c)\n(s e)\n(t f)\n(u g)\n");
}

TEST_CASE("reading goes on at the next line that is not indented") {
  auto game = infix("p(a\nq(b)\nr(c) :- s(\n    d d) &\n    e\nt(f)");
  CHECK(mistakes(*game) == "GDL011 2:1 q\nGDL011 4:7 d\n");
  CHECK(rules(*game) == "(q b)\n(t f)\n");
}

TEST_CASE("a full stop too many costs nothing but itself") {
  auto game = infix("a(1). . b(2).\n. c(3).\n");
  CHECK(mistakes(*game) == "GDL011 1:7 .\nGDL011 2:1 .\n");
  CHECK(rules(*game) == "(a 1)\n(b 2)\n(c 3)\n");
}

TEST_CASE("an infix name has at most so many bytes") {
  std::string longest(kMaxName, 'a');
  CHECK(infix("p(" + longest + ", '" + longest + "', ?" + longest + ").")->readable());
  for (const std::string& name : {longest + "a", "?" + longest + "a", "X" + longest})
    CHECK(infix("p(" + name + ").")->findings().at(0).code == Code::kSymbolTooLong);
  CHECK(infix("p('" + longest + "a').")->findings().at(0).code == Code::kBadQuote);
}

TEST_CASE("reading infix text is given up after many mistakes") {
  std::string text;
  for (std::size_t i = 0; i < kMaxMistakes + 5; ++i) text += "p(a b).\n";
  auto game = infix(text + "q(c).\n");
  REQUIRE(game->findings().size() == kMaxMistakes + 1);
  CHECK(game->findings().back().code == Code::kTooManyMistakes);
  CHECK(game->statements().empty());
}

TEST_CASE("a byte order mark is no part of infix rules") {
  auto game = infix("\xef\xbb\xbfrole(white).\n");
  CHECK(game->readable());
  CHECK(rules(*game) == "(role white)\n");
}

TEST_CASE("two statements on a line need a full stop between them unless both are facts") {
  auto game = read_text("game.gdl", "terminal :- line full.\nopen.\n", Notation::kInfix);
  REQUIRE(game->findings().size() == 1);
  CHECK(game->findings()[0].code == Code::kUnexpected);
  CHECK(game->findings()[0].place.text() == "full");
  CHECK(read_text("game.gdl", "s(1) s(2) t(1)\np :- q\nr", Notation::kInfix)->readable());
}
