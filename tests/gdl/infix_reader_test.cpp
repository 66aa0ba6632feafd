// SPDX-License-Identifier: MIT
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

// All statements in KIF, one a line. Nothing may be wrong with them.
std::string infix_rules(const std::string& text) {
  CAPTURE(text);
  auto game = infix(text);
  CHECK(game->findings().empty());
  return rules(*game);
}

}  // namespace

TEST_CASE("Prolog's habit: commas, full stops, upper-case variables") {
  std::string text =
      "% two roles\n"
      "role(left). role(right).\n"
      "legal(R, lift(N)) :- true(pile(N)), \\+ true(done(R)), role(R).\n"
      "next(pile(N)) :-\n"
      "    true(pile(N)),\n"
      "    not does(left, lift(N)).\n"
      "terminal :- true(empty).";
  CHECK(infix_rules(text) ==
        "(role left)\n(role right)\n"
        "(<= (legal ?r (lift ?n)) (true (pile ?n)) (not (true (done ?r))) (role ?r))\n"
        "(<= (next (pile ?n)) (true (pile ?n)) (not (does left (lift ?n))))\n"
        "(<= terminal (true empty))\n");
  CHECK(infix(text)->habit() == Habit::kProlog);
  CHECK(infix(text)->notation() == Notation::kInfix);
}

TEST_CASE("the textbook's habit: ampersands, tildes, nothing at the end") {
  std::string text =
      "role(left)\nrole(right)\n\n"
      "legal(R,lift(N)) :-\n  true(pile(N)) &\n  ~true(done(R))\n  & role(R)\n\n"
      "terminal :- true(empty)\nterminal :- ~open\nopen :- true(pile(N)) & N != 0\n";
  CHECK(infix_rules(text) ==
        "(role left)\n(role right)\n"
        "(<= (legal ?r (lift ?n)) (true (pile ?n)) (not (true (done ?r))) (role ?r))\n"
        "(<= terminal (true empty))\n(<= terminal (not open))\n"
        "(<= open (true (pile ?n)) (distinct ?n 0))\n");
  CHECK(infix(text)->habit() == Habit::kTextbook);
}

TEST_CASE("every sign of an operator means the same") {
  for (std::string text : {"a :- ~b & c.", "a :- \\+b, c.", "a :- \\+ b and c.", "a :- not b, c.", "a :- not(b) & c.",
                           "a <= ~ b & c.", "a :- \xc2\xac b \xe2\x88\xa7 c"})
    CHECK(infix_rules(text) == "(<= a (not b) c)\n");
  for (std::string text : {"a :- b | c.", "a :- b ; c.", "a :- b or c.", "a :- b \xe2\x88\xa8 c", "a :- (b;c)"})
    CHECK(infix_rules(text) == "(<= a (or b c))\n");
  for (std::string text : {"a :- p(X), X != y.", "a :- p(X), X \\= y.", "a :- p(X) & X # y", "a :- p(X), X!=y.",
                           "a :- p(X), distinct(X, y).", "a :- p(X) & X \xe2\x89\xa0 y"})
    CHECK(infix_rules(text) == "(<= a (p ?x) (distinct ?x y))\n");
  CHECK(infix_rules("a :- p(X), X = y.") == "(<= a (p ?x) (not (distinct ?x y)))\n");
  CHECK(infix_rules("a :- p(X), ~X = y.") == "(<= a (p ?x) (not (not (distinct ?x y))))\n");
}

TEST_CASE("both sides of a comparison may be any term") {
  CHECK(infix_rules("a :- f(X, g(Y)) != h(1).") == "(<= a (distinct (f ?x (g ?y)) (h 1)))\n");
  CHECK(infix_rules("a :- b != c & d = e") == "(<= a (distinct b c) (not (distinct d e)))\n");
}

TEST_CASE("variables start with a capital letter, an underscore or a question mark") {
  CHECK(infix_rules("p(X, Xy, ?x, ?xY, ?'x', _z, ?9, ?3count, ?n-1).") == "(p ?x ?xy ?x ?xy ?x ?_z ?9 ?3count ?n-1)\n");
  CHECK(infix_rules("p(?'n++', ?'n++').") == "(p ?n++ ?n++)\n");
}

TEST_CASE("each anonymous variable is one of its own") {
  CHECK(infix_rules("a(X) :- b(X, _), c(_, X).\nd :- e(_).") == "(<= (a ?x) (b ?x ?_1) (c ?_2 ?x))\n(<= d (e ?_1))\n");
  SUBCASE("other than those with a name") {
    CHECK(infix_rules("a :- b(_), c(_1), d(_).") == "(<= a (b ?_2) (c ?_1) (d ?_3))\n");
    CHECK(infix_rules("a :- b(_), c(?_1, ?_2).") == "(<= a (b ?_3) (c ?_1 ?_2))\n");
    CHECK(infix_rules("a :- b(?_), c(?_).") == "(<= a (b ?_) (c ?_))\n");
  }
  SUBCASE("other than those that a quantifier binds") {
    CHECK(infix_rules("forall _1: p(_).") == "(forall (?_1) (p ?_2))\n");
    CHECK(infix_rules("A_1:p(_).") == "(forall (?_1) (p ?_2))\n");
  }
}

TEST_CASE("names may hold hyphens, digits, letters of any language and a last question mark") {
  CHECK(infix_rules("not-path(a-b-1, 00, 3d, won?, caf\xc3\xa9, \xc3\xbc).") ==
        "(not-path a-b-1 00 3d won? caf\xc3\xa9 \xc3\xbc)\n");
  CHECK(infix_rules("won?(X) :- dealFirst(X).") == "(<= (won? ?x) (dealfirst ?x))\n");
  CHECK(infix_rules("andy. order. notable. forallx.") == "andy\norder\nnotable\nforallx\n");
}

TEST_CASE("quoted names may hold what a name of KIF may hold") {
  CHECK(infix_rules("'++'(1, '--', 'Big', 'not').") == "(++ 1 -- big not)\n");
  CHECK(infix_rules("p('don''t', '''', 'a%b', '/*', '.').") == "(p don't ' a%b /* .)\n");
  CHECK(infix_rules("'role'(white) :- 'not'.") == "(<= (role white) not)\n");
}

TEST_CASE("an atom without arguments may have empty parentheses") { CHECK(infix_rules("a() :- b().") == "(<= a b)\n"); }

TEST_CASE("comments have four forms") {
  auto game = infix("% one\na(b). % two\n;; three\n; four\n/* five\n   and a half */ c(d). /* six */ e(f). ;; seven\n");
  REQUIRE(game->findings().empty());
  REQUIRE(game->comments().size() == 7);
  CHECK(game->statements().size() == 3);
  CHECK(game->comments()[1].place.text() == "% two");
  CHECK(game->comments()[3].place.text() == "; four");
  CHECK(game->comments()[4].place.text() == "/* five\n   and a half */");
  CHECK(game->comments()[6].place.text() == ";; seven");
  CHECK(game->comments()[0].own_line);
  CHECK_FALSE(game->comments()[1].own_line);
  CHECK(game->comments()[4].own_line);
  CHECK_FALSE(game->comments()[5].own_line);
  CHECK(infix_rules("a :- % why\n b, /* because */ c. %\n") == "(<= a b c)\n");
  CHECK(infix_rules("a.% glued\nb.") == "a\nb\n");
  CHECK(infix_rules("p('%') :- q('/*').") == "(<= (p %) (q /*))\n");
}

TEST_CASE("a full stop ends a statement, and so does the start of the next") {
  CHECK(infix_rules("a. b.\nc\n.\nd") == "a\nb\nc\nd\n");
  CHECK(infix_rules("a(1) a(2)\nb :- c\nd(3)") == "(a 1)\n(a 2)\n(<= b c)\n(d 3)\n");
  CHECK(infix_rules("a(1)\n~b\nX != y => ~c(X)\nAX:d(X)") ==
        "(a 1)\n(not b)\n(=> (distinct ?x y) (not (c ?x)))\n(forall (?x) (d ?x))\n");
}

TEST_CASE("a parenthesis behind a blank or line end starts a new sentence") {
  CHECK(infix_rules("p(a)\n(q | r) => s") == "(p a)\n(=> (or q r) s)\n");
  CHECK(infix_rules("p\n(q | r) => s") == "p\n(=> (or q r) s)\n");
  CHECK(infix_rules("t :- p\n(q | r) => s") == "(<= t p)\n(=> (or q r) s)\n");
}

TEST_CASE("a rule may have an empty body") { CHECK(infix_rules("a :- .\nb(1) :-.\nc.") == "(<= a)\n(<= (b 1))\nc\n"); }

TEST_CASE("the habit is what most statements have") {
  CHECK(infix("a. b. c")->habit() == Habit::kProlog);
  CHECK(infix("a b c.")->habit() == Habit::kTextbook);
}

TEST_CASE("places are those of the infix text") {
  auto game = infix("role(w).\n  p(X, f(?y)) :- q(X),\n    ~(r | X != \xc3\xbc), s.");
  REQUIRE(game->findings().empty());
  const Statement& rule = game->statements()[1];
  CHECK(rule.place.line() == 2);
  CHECK(rule.place.column() == 3);
  CHECK(rule.head->place.text() == "p(X, f(?y))");
  CHECK(rule.head->args[1]->args[0]->place.text() == "?y");
  CHECK(rule.body[0]->place.text() == "q(X)");
  CHECK(rule.body[1]->place.text() == "~(r | X != \xc3\xbc)");
  CHECK(rule.body[1]->place.line() == 3);
  CHECK(rule.body[1]->parts[0]->parts[1]->place.text() == "X != \xc3\xbc");
  CHECK(rule.body[2]->place.column() == 20);
}

TEST_CASE("operators before their parts, as in Prolog") {
  CHECK(infix_rules("a :- or(b, c(1), X != 2), d(X).") == "(<= a (or b (c 1) (distinct ?x 2)) (d ?x))\n");
  CHECK(infix_rules("a :- or(and(b, c), ~d & e, (f, g)).") == "(<= a (or (and b c) (and (not d) e) (and f g)))\n");
  CHECK(infix_rules("a :- p(A, B), \\+(=(A, B)), \\=(A, c).") ==
        "(<= a (p ?a ?b) (not (not (distinct ?a ?b))) (distinct ?a c))\n");
  CHECK(infix_rules("a :- b or (c, d).") == "(<= a (or b (and c d)))\n");  // between them as ever
  CHECK(infix_rules("a :- or(b, c), and(d).\ne.") == "(<= a (or b c) d)\ne\n");
}

TEST_CASE("a list of parts has to be closed, and its commas do not join what is behind it") {
  CHECK_FALSE(infix("a :- or(b, c.\nd.")->readable());
  CHECK_FALSE(infix("a :- or().")->readable());
  CHECK_FALSE(infix("a :- =(b, c, d).")->readable());
}
