// SPDX-License-Identifier: MIT
#include <iterator>

#include "gdl/reader.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;

TEST_CASE("KIF is told from its text") {
  for (std::string text : {"(role white)", "(role white) (role black)", "(<= terminal (true over))", "(<=(a ?x)(b ?x))",
                           "(<= (a ?x)(b ?x)(not(c ?x)))", "(<= a(or(b ?x)(c ?x)))", "terminal", "", "; only words",
                           "; role(white). role(black). role(red). a :- b.\n(role white)", "\xef\xbb\xbf(role white)",
                           "(\n  role\twhite\r\n)", "((broken)", "(a\n", "(++ 1 2) (-- 2 1)", "(<= a (not b))",
                           "(<=> a b)\n(<=> c d)", "(=> a b)", "(forall (?x) (=> (p ?x) (q ?x)))"}) {
    CAPTURE(text);
    CHECK(detect_notation(text) == Notation::kKif);
  }
}

TEST_CASE("infix text is told from its text") {
  for (std::string text :
       {"role(white).", "role(white)", "terminal :- open.", "terminal :- open", "role(white) role(black)",
        "% (role white) (role black)\nrole(white)", ";; (role white) (role black)\nrole(white)", "a :- (b | c), d.",
        "p(a) & (q(a) | r(a))", "(p(a) | q(a)) => r(a)", "AX:(p(X) => q(X))", "~p(a)", "a :- not (b, c).",
        "'++'(1, 2).", "p(a", "legal(R, noop) :-\n  role(R) &\n  (distinct(R, a) or open)"}) {
    CAPTURE(text);
    CHECK(detect_notation(text) == Notation::kInfix);
  }
}

TEST_CASE("comments in a block say nothing about the notation") {
  CHECK(detect_notation("/* (role white) (role black)\n (init start) */\nrole(white).") == Notation::kInfix);
}

TEST_CASE("sentences without arguments are infix text, too") {
  for (std::string text : {"(open | won) => terminal", "open <=> ~won", "~open & won"}) {
    CAPTURE(text);
    CHECK(detect_notation(text) == Notation::kInfix);
  }
}

TEST_CASE("a text is read in the notation that is named, or else in its own") {
  CHECK(read_text("game", "role(white).")->notation() == Notation::kInfix);
  CHECK(read_text("game", "(role white)")->notation() == Notation::kKif);
  CHECK(read_text("game", "terminal", Notation::kInfix)->notation() == Notation::kInfix);
}

TEST_CASE("what is written is told to be what it is") {
  for (std::string text : {"(role white)", "(<= terminal (or a b))", "(<= a (not (and b c)))", "(<= a)",
                           "(forall (?x) (=> (p ?x) (or (q ?x) (r ?x))))", "(=> (or (p a) (q b)) (r c))", "(++ 1 2)"}) {
    CAPTURE(text);
    auto game = read_text("game", text, Notation::kKif);
    CHECK(detect_notation(to_kif(*game)) == Notation::kKif);
    CHECK(detect_notation(to_infix(*game, Habit::kProlog)) == Notation::kInfix);
    CHECK(detect_notation(to_infix(*game, Habit::kTextbook)) == Notation::kInfix);
  }
}

TEST_CASE("a file is read like its text, under its own name") {
  percept::test::TemporaryFolder folder;
  auto file = folder.write("game.kif", "(role white)\n(<= terminal (true over))");
  auto game = read_file(file.string());
  REQUIRE(game.has_value());
  CHECK((*game)->source()->name() == file.string());
  CHECK(same_rules(**game, *read_text("game", percept::test::read(file))));
  auto empty = read_file(folder.write("empty.kif", "").string());
  REQUIRE(empty.has_value());
  CHECK((*empty)->statements().empty());
  CHECK((*empty)->readable());
}

TEST_CASE("the first numbers of a description's names are the keywords") {
  auto game = read_text("game", "(role white)");
  const char* words[] = {"role",     "init",     "true", "does",  "next", "legal",  "goal",
                         "terminal", "distinct", "base", "input", "sees", "random", "not",
                         "and",      "or",       "<=",   "=>",    "<=>",  "forall", "exists"};
  for (std::uint32_t i = 0; i < std::size(words); ++i) CHECK(game->text(Symbol{i}) == words[i]);
  CHECK(game->text(keyword::kSees) == "sees");
  CHECK(game->text(keyword::kExists) == "exists");
  CHECK(is_operator(keyword::kNot));
  CHECK(is_operator(keyword::kExists));
  CHECK_FALSE(is_operator(keyword::kRandom));
  CHECK(keyword_arity(keyword::kTerminal) == 0);
  CHECK(keyword_arity(keyword::kTrue) == 1);
  CHECK(keyword_arity(keyword::kSees) == 2);
  CHECK_FALSE(keyword_arity(keyword::kRandom).has_value());
}
