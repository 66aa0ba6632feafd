// SPDX-License-Identifier: MIT
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

std::string in_kif(const std::string& text) {
  CAPTURE(text);
  auto game = read_text("game.gdl", text, Notation::kInfix);
  CHECK(game->findings().empty());
  return rules(*game);
}

void check_same(const std::string& infix, const std::string& kif) {
  CAPTURE(infix);
  CAPTURE(kif);
  auto a = read_text("a", infix, Notation::kInfix), b = read_text("b", kif, Notation::kKif);
  CHECK(a->findings().empty());
  CHECK(b->findings().empty());
  CHECK(rules(*a) == rules(*b));
  CHECK(same_rules(*a, *b));
}

}  // namespace

TEST_CASE("each kind of sentence is the same in both notations") {
  check_same("~p(a)", "(not (p a))");
  check_same("(~p(a))", "(not (p a))");
  check_same("p(a) & q(a)", "(and (p a) (q a))");
  check_same("(p(a) & q(a) & r(a))", "(and (p a) (q a) (r a))");
  check_same("p(a) | q(a)", "(or (p a) (q a))");
  check_same("p(a) => q(a)", "(=> (p a) (q a))");
  check_same("p(a) <=> q(a)", "(<=> (p a) (q a))");
  check_same("AX:(p(X) => q(X,X))", "(forall (?x) (=> (p ?x) (q ?x ?x)))");
  check_same("EX:(p(X) & q(X,X))", "(exists (?x) (and (p ?x) (q ?x ?x)))");
  check_same("X != a => ~role(X)", "(=> (distinct ?x a) (not (role ?x)))");
  check_same("a != b", "(distinct a b)");
  check_same("(AX:p(X)) | (EX:q(X,X))", "(or (forall (?x) (p ?x)) (exists (?x) (q ?x ?x)))");
  check_same("(AX:(EY:q(X,Y)))", "(forall (?x) (exists (?y) (q ?x ?y)))");
  check_same("AX:EY:q(X,Y)", "(forall (?x) (exists (?y) (q ?x ?y)))");
}

TEST_CASE("words and signs of logic stand for the same sentences") {
  check_same("forall X: (p(X) => exists Y: q(X, Y)).", "(forall ?x (=> (p ?x) (exists ?y (q ?x ?y))))");
  check_same("forall X, Y: p(X, Y)", "(forall (?x ?y) (p ?x ?y))");
  check_same("exists ?x, ?'n++': p(?x, ?'n++')", "(exists (?x ?n++) (p ?x ?n++))");
  check_same("\xe2\x88\x80X: (p(X) \xe2\x87\x92 \xc2\xacq(X))", "(forall (?x) (=> (p ?x) (not (q ?x))))");
  check_same("\xe2\x88\x83X: p(X) \xe2\x87\x94 r", "(<=> (exists (?x) (p ?x)) r)");
}

TEST_CASE("negation binds tighter than conjunction, that than disjunction, that than the arrows") {
  CHECK(in_kif("~a & b") == "(and (not a) b)\n");
  CHECK(in_kif("a & ~b | c") == "(or (and a (not b)) c)\n");
  CHECK(in_kif("a | b & c") == "(or a (and b c))\n");
  CHECK(in_kif("a & b | c & d") == "(or (and a b) (and c d))\n");
  CHECK(in_kif("p(a) | q(a) => r(a)") == "(=> (or (p a) (q a)) (r a))\n");
  CHECK(in_kif("a & b <=> c | d") == "(<=> (and a b) (or c d))\n");
  CHECK(in_kif("a => b | c & ~d") == "(=> a (or b (and c (not d))))\n");
  CHECK(in_kif("~X != y") == "(not (distinct ?x y))\n");
  CHECK(in_kif("X != a | Y != b & Y != c => ~p(X, Y)") ==
        "(=> (or (distinct ?x a) (and (distinct ?y b) (distinct ?y c))) (not (p ?x ?y)))\n");
}

TEST_CASE("between operators of one rank a sentence belongs to the right one") {
  CHECK(in_kif("a => b => c") == "(=> a (=> b c))\n");
  CHECK(in_kif("a <=> b <=> c") == "(<=> a (<=> b c))\n");
  CHECK(in_kif("a => b <=> c") == "(=> a (<=> b c))\n");
  CHECK(in_kif("a <=> b => c") == "(<=> a (=> b c))\n");
  CHECK(in_kif("a => b => c => d") == "(=> a (=> b (=> c d)))\n");
}

TEST_CASE("parentheses change what belongs together") {
  CHECK(in_kif("(a => b) => c") == "(=> (=> a b) c)\n");
  CHECK(in_kif("a | (b => c)") == "(or a (=> b c))\n");
  CHECK(in_kif("~(a & b)") == "(not (and a b))\n");
  CHECK(in_kif("a & (b & c)") == "(and a (and b c))\n");
  CHECK(in_kif("(a & b) & c") == "(and (and a b) c)\n");
  CHECK(in_kif("((a))") == "a\n");
}

TEST_CASE("conjunctions and disjunctions are sequences") {
  CHECK(in_kif("a & b & c, d") == "(and a b c d)\n");
  CHECK(in_kif("a | b ; c or d") == "(or a b c d)\n");
}

TEST_CASE("a quantifier binds as tightly as a negation") {
  CHECK(in_kif("AX:p(X) => q") == "(=> (forall (?x) (p ?x)) q)\n");
  CHECK(in_kif("EX:p(X) & q(X)") == "(and (exists (?x) (p ?x)) (q ?x))\n");
  CHECK(in_kif("~AX:~p(X)") == "(not (forall (?x) (not (p ?x))))\n");
  CHECK(in_kif("AX:X != y") == "(forall (?x) (distinct ?x y))\n");
  CHECK(in_kif("forall X: p(X) | q") == "(or (forall (?x) (p ?x)) q)\n");
}

TEST_CASE("nested quantifiers of one kind are the same as one with all variables, of two kinds not") {
  check_same("AX:AY:p(X,Y)", "(forall (?x ?y) (p ?x ?y))");
  check_same("AX:(AY:(AZ:p(X,Y,Z)))", "(forall (?x) (forall (?y ?z) (p ?x ?y ?z)))");
  check_same("EX:EY:p(X,Y)", "(exists (?x) (and (exists (?y) (p ?x ?y))))");
  check_same("AX:EY:AZ:p(X,Y,Z)", "(forall ?x (exists ?y (forall ?z (p ?x ?y ?z))))");
  check_same("AX:~AY:p(X,Y)", "(forall ?x (not (forall ?y (p ?x ?y))))");
}

TEST_CASE("a quantifier of several variables is one of each, the first outermost") {
  auto game = read_text("game.kif", "(forall (?x ?y) (p ?x ?y))", Notation::kKif);
  REQUIRE(game->findings().empty());
  const Formula& outer = *game->statements().at(0).sentence;
  CHECK(outer.kind == Formula::Kind::kForall);
  CHECK(game->text(outer.variable->name) == "x");
  const Formula& inner = *outer.parts[0];
  CHECK(inner.kind == Formula::Kind::kForall);
  CHECK(game->text(inner.variable->name) == "y");
  CHECK(inner.parts[0]->kind == Formula::Kind::kAtom);
}

TEST_CASE("names that only look like quantifiers are variables") {
  CHECK(in_kif("p(AX, EX, A, E)") == "(p ?ax ?ex ?a ?e)\n");
  CHECK(in_kif("AX:p(AX)") == "(forall (?x) (p ?ax))\n");
  CHECK(in_kif("forall AX: p(AX)") == "(forall (?ax) (p ?ax))\n");
  CHECK(in_kif("AX1:EY_2:p(X1,Y_2)") == "(forall (?x1) (exists (?y_2) (p ?x1 ?y_2)))\n");
}

TEST_CASE("facts, rules and sentences are told apart") {
  auto game = read_text("game.gdl", "p(a)\n(q(b))\np :- q\n~r\na = b\na != b\ns => t", Notation::kInfix);
  REQUIRE(game->findings().empty());
  using Kind = Statement::Kind;
  std::vector<Kind> wanted = {Kind::kFact,     Kind::kFact, Kind::kRule,    Kind::kSentence,
                              Kind::kSentence, Kind::kFact, Kind::kSentence};
  REQUIRE(game->statements().size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(game->statements()[i].kind == wanted[i]);
  CHECK(game->has_sentences());
  CHECK_FALSE(game->is_incomplete());
  auto incomplete = read_text("game.gdl", "p(a). q => ~r | s.", Notation::kInfix);
  CHECK(incomplete->has_sentences());
  CHECK(incomplete->is_incomplete());
  auto rules_only = read_text("game.gdl", "p(a). q :- ~r | s.", Notation::kInfix);
  CHECK_FALSE(rules_only->has_sentences());
  CHECK_FALSE(rules_only->is_incomplete());
}

TEST_CASE("a rule's body may be any sentence") {
  check_same("a(X) :- b(X) & (AY:(c(X,Y) => d(Y)))", "(<= (a ?x) (b ?x) (forall (?y) (=> (c ?x ?y) (d ?y))))");
  check_same("a :- b => c.", "(<= a (=> b c))");
  check_same("a :- b & c | d.", "(<= a (or (and b c) d))");
  check_same("a :- (b & c).", "(<= a (and b c))");
  check_same("a :- b & c.", "(<= a b c)");
  check_same("a <= b.", "(<= a b)");
}

TEST_CASE("literals stand under the negations around them") {
  auto game = read_text("game.kif", "(=> (and a (not b)) (or (not (=> c d)) (<=> e (not f))))", Notation::kKif);
  REQUIRE(game->findings().empty());
  std::string seen;
  for_each_literal(*game->statements().at(0).sentence, [&](const Formula& literal, Polarity polarity) {
    seen += polarity == Polarity::kPositive ? '+' : polarity == Polarity::kNegative ? '-' : '*';
    seen += to_kif(literal, game->symbols());
  });
  CHECK(seen == "-a+b+c-d*e*f");
}

TEST_CASE("the chapter's own description is read, but for two misprinted sentences") {
  auto chapter = percept::test::corpus() / "papers" / "incomplete-game-descriptions.txt";
  if (percept::test::corpus().empty() || !std::filesystem::exists(chapter)) {
    MESSAGE("skipped: no chapter on incomplete descriptions");
    return;
  }
  std::string text = percept::test::read(chapter);
  std::size_t begin = text.find("\n19.5 "), end = text.find("\n19.6 ");
  REQUIRE(begin < end);
  REQUIRE(end != std::string::npos);
  text = text.substr(begin, end - begin);
  std::string sentences;
  for (std::size_t open = text.find("```"); open != std::string::npos; open = text.find("```", open)) {
    std::size_t close = text.find("```", open + 3);
    REQUIRE(close != std::string::npos);
    sentences += text.substr(open + 3, close - open - 3);
    open = close + 3;
  }
  CHECK(detect_notation(sentences) == Notation::kInfix);
  auto game = read_text("chapter", sentences, Notation::kInfix);
  for (const Finding& finding : game->findings()) {
    std::string_view line = game->source()->line(finding.place.line());
    CHECK_MESSAGE((line.find("Y!2") != line.npos || line.find("Y!100") != line.npos), render(finding, false));
  }
  CHECK(game->statements().size() == 40);
  CHECK(game->habit() == Habit::kTextbook);
  CHECK(same_rules(*game, *read_text("back", to_kif(*game), Notation::kKif)));
}
