// SPDX-License-Identifier: MIT
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

namespace {

// All statements, one a line, names in lower case. Nothing may be wrong with them.
std::string kif_rules(const std::string& text) {
  auto game = kif(text);
  CHECK(game->findings().empty());
  return rules(*game);
}

}  // namespace

TEST_CASE("facts and rules are read in the order of the text") {
  auto game = kif("(role white)\n(<= (legal ?r noop) (role ?r) (true on))\nstart\n(<= terminal (true over))");
  REQUIRE(game->findings().empty());
  REQUIRE(game->statements().size() == 4);
  CHECK(game->notation() == Notation::kKif);
  CHECK_FALSE(game->has_sentences());

  const Statement& fact = game->statements()[0];
  CHECK(fact.kind == Statement::Kind::kFact);
  CHECK(fact.head->is(keyword::kRole, 1));
  CHECK(fact.head->ground);
  CHECK(game->text(fact.head->args[0]->name) == "white");

  const Statement& rule = game->statements()[1];
  CHECK(rule.kind == Statement::Kind::kRule);
  CHECK(rule.head->is(keyword::kLegal, 2));
  CHECK_FALSE(rule.head->ground);
  CHECK(rule.head->args[0]->is_variable());
  CHECK(game->text(rule.head->args[0]->name) == "r");
  REQUIRE(rule.body.size() == 2);
  CHECK(rule.body[0]->kind == Formula::Kind::kAtom);
  CHECK(rule.body[0]->atom->is(keyword::kRole, 1));
  CHECK(rule.body[1]->atom->is(keyword::kTrue, 1));

  CHECK(game->text(game->statements()[2].head->name) == "start");
  CHECK(game->statements()[3].head->is(keyword::kTerminal, 0));
}

TEST_CASE("upper and lower case name the same thing, and the spelling is kept") {
  auto game = kif("(ROLE White) (role white) (<= (P ?X) (AND (q ?x) (NOT (r ?X))))");
  REQUIRE(game->statements().size() == 3);
  const Term& first = *game->statements()[0].head;
  CHECK(first.id == game->statements()[1].head->id);
  CHECK(first.spelling == "ROLE");
  CHECK(first.args[0]->spelling == "White");
  CHECK(first.is(keyword::kRole, 1));
  CHECK(to_kif(game->statements()[2], game->symbols()) == "(<= (p ?x) (and (q ?x) (not (r ?x))))");
}

TEST_CASE("names may be made of almost anything") {
  CHECK(kif_rules("(++ 1 2) (-- 2 1)") == "(++ 1 2)\n(-- 2 1)\n");
  CHECK(kif_rules("(<= (< ?9 ?n++) (succ ?9 ?n++))") == "(<= (< ?9 ?n++) (succ ?9 ?n++))\n");
  CHECK(kif_rules("(goal white 00) (goal white 0)") == "(goal white 00)\n(goal white 0)\n");
  CHECK(kif_rules("(a' \"b\" c.d, e%f 1/2 |x| #t)") == "(a' \"b\" c.d, e%f 1/2 |x| #t)\n");
  CHECK(kif_rules("(caf\xc3\xa9 na\xc3\xafve)") == "(caf\xc3\xa9 na\xc3\xafve)\n");
  auto game = kif("(score 00) (score 0)");
  CHECK(game->statements()[0].head->id != game->statements()[1].head->id);
}

TEST_CASE("blanks are needed nowhere but between names") {
  CHECK(kif_rules("(<=(a ?x)(b ?x)(not(c ?x)))(d)e(f)") == "(<= (a ?x) (b ?x) (not (c ?x)))\nd\ne\nf\n");
  CHECK(kif_rules("(<=a(b))") == "(<=a b)\n");  // `<=a` is a name like any other
}

TEST_CASE("line ends, tabs and form feeds are blanks, and the last line needs no end") {
  CHECK(kif_rules("(role white)\r\n(<= terminal\r\n\t(true over))\r\n") == "(role white)\n(<= terminal (true over))\n");
  CHECK(kif_rules("(a\tb\fc\vd)\n\n\n(e f)") == "(a b c d)\n(e f)\n");
  CHECK(kif_rules("terminal") == "terminal\n");
  CHECK(kif_rules("(a b);no end") == "(a b)\n");
  CHECK(kif_rules("") == "");
  CHECK(kif_rules(" \r\n\t ; nothing else\r\n") == "");
}

TEST_CASE("a comment may hold any byte") {
  std::string text = "(a b) ; \xff\xfe \x01\x7f ((( ?\n; ) (<= \n(c d)";
  text.insert(text.find("((("), 1, '\0');
  CHECK(kif_rules(text) == "(a b)\n(c d)\n");
}

TEST_CASE("comments are kept with their place and whether they stand alone") {
  auto game = kif(";; top\r\n(a b); behind  \n\t ; alone\n(<= c ;inside\n d)");
  REQUIRE(game->comments().size() == 4);
  CHECK(game->comments()[0].place.text() == ";; top");
  CHECK(game->comments()[1].place.text() == "; behind");
  CHECK(game->comments()[2].place.text() == "; alone");
  CHECK(game->comments()[3].place.text() == ";inside");
  CHECK(game->comments()[0].own_line);
  CHECK_FALSE(game->comments()[1].own_line);
  CHECK(game->comments()[2].own_line);
  CHECK_FALSE(game->comments()[3].own_line);
}

TEST_CASE("a semicolon ends a name") { CHECK(kif_rules("(a b;c\n d)") == "(a b d)\n"); }

TEST_CASE("a rule without a body is a rule") {
  auto game = kif("(<= (a b)) (<= c)");
  REQUIRE(game->statements().size() == 2);
  for (const Statement& statement : game->statements()) {
    CHECK(statement.kind == Statement::Kind::kRule);
    CHECK(statement.body.empty());
  }
}

TEST_CASE("an atom without arguments may stand in parentheses") {
  auto game = kif("(terminal) terminal (<= (a) (b) (not (c)) (true (d)))");
  REQUIRE(game->findings().empty());
  CHECK(game->statements()[0].head->id == game->statements()[1].head->id);
  CHECK(game->statements()[0].head->kind == Term::Kind::kConstant);
  CHECK(to_kif(game->statements()[2], game->symbols()) == "(<= a b (not c) (true d))");
}

TEST_CASE("groups and negations nest") {
  auto game = kif("(<= a (or (and b (not c)) (not (or d (and e f)))) (not (not g)))");
  REQUIRE(game->findings().empty());
  const auto& body = game->statements()[0].body;
  REQUIRE(body.size() == 2);
  CHECK(body[0]->kind == Formula::Kind::kOr);
  REQUIRE(body[0]->parts.size() == 2);
  CHECK(body[0]->parts[0]->kind == Formula::Kind::kAnd);
  CHECK(body[0]->parts[0]->parts[1]->kind == Formula::Kind::kNot);
  const Formula& negation = *body[0]->parts[1];
  CHECK(negation.kind == Formula::Kind::kNot);
  CHECK(negation.parts[0]->kind == Formula::Kind::kOr);
  CHECK(negation.parts[0]->parts[1]->kind == Formula::Kind::kAnd);
  CHECK(body[1]->parts[0]->kind == Formula::Kind::kNot);
}

TEST_CASE("a group of one part is that part") {
  CHECK(kif_rules("(<= a (and b) (or (not c)) (or (and (or d))))") == "(<= a b (not c) d)\n");
}

TEST_CASE("operators inside terms are names") {
  CHECK(kif_rules("(<= (sees ?r (does ?r ?m)) (does ?r ?m) (p (not a) (and) or))") ==
        "(<= (sees ?r (does ?r ?m)) (does ?r ?m) (p (not a) and or))\n");
  CHECK(kif_rules("(<= a not)") == "(<= a not)\n");
}

TEST_CASE("distinct is known under both names") {
  auto game = kif("(<= (a ?x) (b ?x) (distinct ?x c) (!= ?x d) (not (distinct ?x e)) (distinct a) (p (!= a b)))");
  REQUIRE(game->findings().empty());
  const auto& body = game->statements()[0].body;
  CHECK(body[1]->kind == Formula::Kind::kDistinct);
  CHECK(body[2]->kind == Formula::Kind::kDistinct);
  CHECK(body[2]->atom->is(keyword::kDistinct, 2));
  CHECK(body[2]->place.text() == "(!= ?x d)");
  CHECK(body[3]->parts[0]->kind == Formula::Kind::kDistinct);
  CHECK(body[4]->kind == Formula::Kind::kAtom);
  CHECK(body[5]->kind == Formula::Kind::kAtom);
}

TEST_CASE("terms have the same id exactly when they are equal") {
  auto game = kif("(p a) (P A) (p ?a) (p (a)) (p (a b)) (p (a b c)) (p (b a)) (q a) (p ?A) (p (a  B)) p (p (a (b)))");
  REQUIRE(game->findings().empty());
  const auto& all = game->statements();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      std::string left = to_kif(*all[i].head, game->symbols()), right = to_kif(*all[j].head, game->symbols());
      CAPTURE(left);
      CAPTURE(right);
      CHECK((all[i].head->id == all[j].head->id) == (left == right));
    }
  CHECK(all[0].head->id == all[3].head->id);
  CHECK(all[0].head->id != all[2].head->id);
}

TEST_CASE("two descriptions share nothing") {
  auto first = kif("(a b)"), second = kif("(c d) (a b)");
  first.reset();
  CHECK(to_kif(second->statements()[1], second->symbols()) == "(a b)");
}
