// SPDX-License-Identifier: MIT
#include "gdl/layout.h"
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

std::string prolog(const std::string& text) { return to_infix(*kif(text), Habit::kProlog); }
std::string textbook(const std::string& text) { return to_infix(*kif(text), Habit::kTextbook); }

}  // namespace

TEST_CASE("Prolog's habit has commas, words and full stops") {
  CHECK(prolog("(role white)") == "role(white).\n");
  CHECK(prolog("(<= (next (on ?x)) (true (on ?x)) (not (does r ?x)) (distinct ?x a))") ==
        "next(on(X)) :- true(on(X)), not does(r, X), distinct(X, a).\n");
  CHECK(prolog("(<= terminal (or a b))") == "terminal :- a | b.\n");
  CHECK(prolog("(<= a)") == "a :-.\n");
}

TEST_CASE("the textbook's habit has signs and no full stops") {
  CHECK(textbook("(role white)") == "role(white)\n");
  CHECK(textbook("(<= (next (on ?x)) (true (on ?x)) (not (does r ?x)) (distinct ?x a))") ==
        "next(on(X)) :- true(on(X)) & ~does(r, X) & X != a\n");
  CHECK(textbook("(not (distinct ?x a))") == "X = a\n");
  CHECK(textbook("(=> (not (distinct ?x a)) (not (not (distinct ?x b))))") == "X = a => ~X = b\n");
  CHECK(textbook("(forall (?x) (=> (p ?x) (exists (?y) (q ?x ?y))))") == "AX:(p(X) => EY:q(X, Y))\n");
  CHECK(textbook("(forall (?x ?y) (<=> (p ?x) (q ?y)))") == "AX:AY:(p(X) <=> q(Y))\n");
}

TEST_CASE("a rule without a body has its full stop, or the next statement would be its body") {
  auto game = kif("(<= a) (b 1)");
  std::string text = to_infix(*game, Habit::kTextbook);
  CHECK(same_rules(*game, *read_text("back", text, Notation::kInfix)));
}

TEST_CASE("there are as many parentheses as needed and no more") {
  const char* minimal[] = {
      "a & b & c",      "a | b | c",         "a & b | c & d",
      "(a | b) & c",    "a & (b | c)",       "~a & b",
      "~(a & b)",       "~(a | b)",          "~~a",
      "a => b => c",    "(a => b) => c",     "a <=> b => c",
      "(a <=> b) => c", "a | b => c & d",    "(a => b) & c",
      "(a => b) | c",   "~(a => b)",         "AX:(p(X) & q)",
      "AX:p(X) & q",    "~AX:~p(X)",         "AX:EY:p(X, Y)",
      "(a & b) & c",    "a & (b & c)",       "(a | b) | c",
      "AX:X != y",      "X != a & Y != b",   "a :- b & c",
      "a :- (b & c)",   "a :- b | c",        "a :- b & (c | d)",
      "a :- b => c",    "a :- b & (c => d)", "a :- (b | c) & d",
      "a :- ~(b | c)",  "a :- b & (c & d)",
  };
  for (std::string text : minimal) {
    CAPTURE(text);
    auto game = read_text("game", text, Notation::kInfix);
    CHECK(game->findings().empty());
    CHECK(to_infix(*game, Habit::kTextbook) == text + "\n");
  }
  auto game = read_text("game", "((a)) & ((b)) => ((~(c)) | (d & e))", Notation::kInfix);
  CHECK(to_infix(*game, Habit::kTextbook) == "a & b => ~c | d & e\n");
  CHECK(to_infix(*read_text("game", "a :- not (b, c), (d | e).", Notation::kInfix), Habit::kProlog) ==
        "a :- not (b, c), (d | e).\n");
}

TEST_CASE("names that infix text cannot hold are quoted, others not") {
  CHECK(prolog("(++ a-b 00 3d not-path nextFile)") == "'++'(a-b, 00, 3d, not-path, nextFile).\n");
  CHECK(prolog("(p not and or forall exists)") == "p('not', 'and', 'or', 'forall', 'exists').\n");
  CHECK(prolog("(p a- -a a--b a.b _ _x won?)") == "p('a-', '-a', 'a--b', 'a.b', '_', '_x', 'won?').\n");
  CHECK(prolog("(p don't ' /* %)") == "p('don''t', '''', '/*', '%').\n");
  CHECK(prolog("(= a b)") == "'='(a, b).\n");
  CHECK(prolog("(p (and a b) (<=> c))") == "p('and'(a, b), '<=>'(c)).\n");
}

TEST_CASE("names that start with a capital letter are folded, for they would be variables") {
  CHECK(prolog("(Role White) (NEXT nextFile)") == "role(white). next(nextFile).\n");
  CHECK(prolog("(p Not X_Y)") == "p('not', x_y).\n");
}

TEST_CASE("variables start with a capital letter where they can") {
  CHECK(prolog("(p ?x ?nextFile ?Y ?_z ?x-1)") == "p(X, NextFile, Y, _z, X-1).\n");
  CHECK(prolog("(p ?9 ?3count ?n++ ?_ ?x? ?\xc3\xbc)") == "p(?9, ?3count, ?'n++', ?_, ?'x?', ?'\xc3\xbc').\n");
  CHECK(textbook("(forall (?x ?n++) (p ?x ?n++))") == "forall X, ?'n++': p(X, ?'n++')\n");
  CHECK(textbook("(exists (?9) (p ?9))") == "exists ?9: p(?9)\n");
  CHECK(textbook("(forall (?_x) (p ?_x))") == "A_x:p(_x)\n");
}

TEST_CASE("a variable whose name starts with a question mark can be written and read") {
  auto game = kif("(p ??x ?x)");
  REQUIRE(game->findings().empty());
  auto back = read_text("back", to_infix(*game, Habit::kProlog), Notation::kInfix);
  CHECK(back->findings().empty());
  CHECK(same_rules(*game, *back));
}

TEST_CASE("anonymous variables stay anonymous in infix text") {
  auto game = read_text("game", "a(X) :- b(X, _, _), c(?_).", Notation::kInfix);
  CHECK(to_infix(*game, Habit::kProlog) == "a(X) :- b(X, _, _), c(?_).\n");
}

TEST_CASE("a short rule takes one line, a long one has a line for each literal") {
  std::string p = "(p " + std::string(30, 'a') + ")", q = "(q " + std::string(30, 'b') + ")";
  CHECK(prolog("(<= a\n b\n c\n d)") == "a :- b, c, d.\n");
  CHECK(prolog("(<= (h ?x) " + p + " (not " + q + ") (r ?x))") ==
        "h(X) :-\n    p(" + std::string(30, 'a') + "),\n    not q(" + std::string(30, 'b') + "),\n    r(X).\n");
  CHECK(textbook("(<= (h ?x) " + p + " (not " + q + ") (r ?x))") ==
        "h(X) :-\n    p(" + std::string(30, 'a') + ") &\n    ~q(" + std::string(30, 'b') + ") &\n    r(X)\n");
}

TEST_CASE("a long sentence is broken at its operators") {
  std::string a = std::string(40, 'a'), b = std::string(40, 'b'), c = std::string(40, 'c');
  CHECK(textbook("(<=> next (or " + a + " " + b + " " + c + "))") ==
        "next <=>\n    " + a + " |\n    " + b + " |\n    " + c + "\n");
  std::string and_or = textbook("(=> (and " + a + " (or " + b + " " + c + ")) x)");
  CHECK(and_or.size() < a.size() + b.size() + c.size() + 80);
  auto game = kif("(=> (and " + a + " (or " + b + " " + c + ")) x)");
  CHECK(same_rules(*game, *read_text("back", and_or, Notation::kInfix)));
  for (std::size_t begin = 0; begin < and_or.size(); begin = and_or.find('\n', begin) + 1)
    CHECK(and_or.find('\n', begin) - begin <= kLineWidth);
}

TEST_CASE("facts that share a line keep it, blank lines are kept") {
  CHECK(prolog("(s 1) (s 2)\n\n\n(s 3)\n(s 4)") == "s(1). s(2).\n\ns(3).\ns(4).\n");
  CHECK(textbook("(s 1) (s 2)\n\n\n(s 3)\n(s 4)") == "s(1) s(2)\n\ns(3)\ns(4)\n");
  auto game = read_text("game", "a. b.\n\nc :- d. e.", Notation::kInfix);
  CHECK(to_infix(*game, Habit::kProlog) == "a. b.\n\nc :- d.\ne.\n");
}

TEST_CASE("a full stop on a line of its own is no blank line") {
  auto game = read_text("game", "a(1)\n.\nb(2)\n.\n", Notation::kInfix);
  CHECK(to_infix(*game, Habit::kProlog) == "a(1).\nb(2).\n");
}

TEST_CASE("a term is written on one line in lower case") {
  auto game = kif("(P ?X (nextFile ++ ?n++) NOT)");
  CHECK(to_infix(*game->statements().at(0).head, game->symbols()) == "p(X, nextfile('++', ?'n++'), 'not')");
}
