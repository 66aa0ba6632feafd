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

std::string kif_mistakes(const std::string& text) { return mistakes(*kif(text)); }

}  // namespace

TEST_CASE("a closing parenthesis too many is reported where it stands") {
  auto game = kif("(a b)\n(c d))\n(e f)\n)");
  CHECK(mistakes(*game) == "GDL001 2:6 )\nGDL001 4:1 )\n");
  CHECK(rules(*game) == "(a b)\n(c d)\n(e f)\n");
  CHECK_FALSE(game->readable());
}

TEST_CASE("a form that is still open where a rule starts was never closed") {
  auto game = kif("(init (cell 1 1 b)\n(<= (next ?f) (true ?f))\n(role white)");
  CHECK(mistakes(*game) == "GDL002 1:1 (\n");
  CHECK(rules(*game) == "(<= (next ?f) (true ?f))\n(role white)\n");
  REQUIRE(game->findings()[0].notes.size() == 1);
  CHECK(game->findings()[0].notes[0].place.line() == 2);
}

TEST_CASE("a rule that starts on the same line closes what is open, too") {
  auto game = kif("(role white (<= a b) (role black)");
  CHECK(mistakes(*game) == "GDL002 1:1 (\n");
  CHECK(rules(*game) == "(<= a b)\n(role black)\n");
}

TEST_CASE("an open form is taken to end before the next form at the start of a line") {
  SUBCASE("a fact") {
    auto game = kif("(role white\n(role black)\n(init (cell 1))\n  (init (cell 2))\n");
    CHECK(mistakes(*game) == "GDL002 1:1 (\n");
    CHECK(rules(*game) == "(role black)\n(init (cell 1))\n(init (cell 2))\n");
    CHECK(game->findings()[0].notes.at(0).place.line() == 2);
  }
  SUBCASE("a rule") {
    auto game = kif("(<= (a ?x)\n    (b ?x)\n    (not (c ?x))\n\n(role black)\n(<= d e)\n(f g)");
    CHECK(mistakes(*game) == "GDL002 1:1 (\n");
    CHECK(rules(*game) == "(role black)\n(<= d e)\n(f g)\n");
  }
  SUBCASE("several in one file") {
    auto game = kif("(a 1)\n(b 2\n(c 3)\n(d (4)\n(<= e f\n(<= g h)\n(i 5)");
    CHECK(mistakes(*game) == "GDL002 2:1 (\nGDL002 4:1 (\nGDL002 5:1 (\n");
    CHECK(rules(*game) == "(a 1)\n(c 3)\n(<= g h)\n(i 5)\n");
  }
}

TEST_CASE("a form that is open at the end of the text is reported at its start") {
  auto game = kif("(role white)\n(init (cell 1 1");
  CHECK(mistakes(*game) == "GDL002 2:1 (\n");
  CHECK(rules(*game) == "(role white)\n");
  CHECK(game->findings()[0].notes.empty());
  CHECK(kif_mistakes("(") == "GDL002 1:1 (\n");
  CHECK(kif_mistakes("(a ; )") == "GDL002 1:1 (\n");
}

TEST_CASE("the number of missing parentheses is said in English") {
  CHECK(kif("(a")->findings().at(0).hint.find("closing parenthesis ") != std::string::npos);
  CHECK(kif("(a (b")->findings().at(0).hint.find("2 closing parentheses ") != std::string::npos);
}

TEST_CASE("a form must start with a name") {
  CHECK(kif_mistakes("()") == "GDL003 1:1 ()\n");
  CHECK(kif_mistakes("(p ( ) a)") == "GDL003 1:4 ( )\n");
  CHECK(kif_mistakes("(<= a ())") == "GDL003 1:7 ()\n");
  CHECK(kif_mistakes("((a) b)") == "GDL004 1:1 ((a) b)\n");
  CHECK(kif_mistakes("(p ((a)))") == "GDL004 1:4 ((a))\n");
  CHECK(kif_mistakes("(<= ((a)) b)") == "GDL004 1:5 ((a))\n");
  CHECK(kif_mistakes("(?p a)") == "GDL004 1:1 (?p a)\n");
  CHECK(kif_mistakes("(true (?f))") == "GDL004 1:7 (?f)\n");
  CHECK(kif_mistakes("(p ?)") == "GDL004 1:4 ?\n");
}

TEST_CASE("a variable is no sentence") {
  CHECK(kif_mistakes("?x") == "GDL006 1:1 ?x\n");
  CHECK(kif_mistakes("(<= ?x a)") == "GDL006 1:5 ?x\n");
  CHECK(kif_mistakes("(<= a b ?x)") == "GDL006 1:9 ?x\n");
  CHECK(kif_mistakes("(<= a (not ?x))") == "GDL006 1:12 ?x\n");
  CHECK(kif_mistakes("(<= a (or b ?x))") == "GDL006 1:13 ?x\n");
}

TEST_CASE("operators take their number of parts") {
  CHECK(kif_mistakes("(<= a (not b c))") == "GDL005 1:7 (not b c)\n");
  CHECK(kif_mistakes("(<= a (not))") == "GDL005 1:7 (not)\n");
  CHECK(kif_mistakes("(<= a (and))") == "GDL005 1:7 (and)\n");
  CHECK(kif_mistakes("(<= a (or))") == "GDL005 1:7 (or)\n");
  CHECK(kif_mistakes("(=> a)") == "GDL005 1:1 (=> a)\n");
  CHECK(kif_mistakes("(=> a b c)") == "GDL005 1:1 (=> a b c)\n");
  CHECK(kif_mistakes("(<=> a)") == "GDL005 1:1 (<=> a)\n");
  CHECK(kif_mistakes("(<=)") == "GDL005 1:1 (<=)\n");
}

TEST_CASE("the head of a rule is an atom") {
  CHECK(kif_mistakes("(<= (not a) b)") == "GDL006 1:5 (not a)\n");
  CHECK(kif_mistakes("(<= (and a b) c)") == "GDL006 1:5 (and a b)\n");
  CHECK(kif_mistakes("(<= (forall ?x (p ?x)) c)") == "GDL006 1:5 (forall ?x (p ?x))\n");
}

TEST_CASE("a quantifier takes variables and one sentence") {
  for (std::string text : {"(forall ?x)", "(exists (?x) a b)", "(forall () a)", "(exists (a) (p a))",
                           "(forall (?x y) (p ?x))", "(forall)", "(exists ?x ?y (p ?x ?y))"}) {
    CAPTURE(text);
    CHECK(kif_mistakes(text) == fmt::format("GDL013 1:1 {}\n", text));
  }
  CHECK(kif_mistakes("(forall (?x) ?x)") == "GDL006 1:14 ?x\n");
}

TEST_CASE("bytes that no text holds are reported once a run") {
  std::string text = "(a b)\n(c d) (e f)\n";
  text.insert(12, "\x01\x02\x7f");
  text.insert(8, 1, '\0');
  auto game = kif(text);
  REQUIRE(game->findings().size() == 2);
  CHECK(game->findings()[0].code == Code::kControlByte);
  CHECK(game->findings()[0].place.line() == 2);
  CHECK(game->findings()[0].place.column() == 3);
  CHECK(game->findings()[1].place.text().size() == 3);
  CHECK(rules(*game) == "(a b)\n(e f)\n");
}

TEST_CASE("a name has at most so many bytes") {
  std::string longest(kMaxName, 'a');
  CHECK(kif("(" + longest + " b)")->readable());
  auto game = kif("(p " + longest + "a)\n(q b)");
  REQUIRE(game->findings().size() == 1);
  CHECK(game->findings()[0].code == Code::kSymbolTooLong);
  CHECK(game->findings()[0].place.column() == 4);
  CHECK(to_kif(game->statements().back(), game->symbols()) == "(q b)");
}

TEST_CASE("every mistake of a file is reported, even several in one form") {
  auto game = kif("(<= (p ()) (not a b) ?x (q (?f 1)))\n)\n(a b)\n(c (d)\n(<= e ((f)))\n(g ?)\nh");
  CHECK(mistakes(*game) ==
        "GDL003 1:8 ()\nGDL005 1:12 (not a b)\nGDL006 1:22 ?x\nGDL004 1:28 (?f 1)\n"
        "GDL001 2:1 )\nGDL002 4:1 (\nGDL004 5:7 ((f))\nGDL004 6:4 ?\n");
  CHECK(rules(*game) == "(a b)\nh\n");
}

TEST_CASE("reading is given up after many mistakes") {
  std::string text;
  for (std::size_t i = 0; i < kMaxMistakes; ++i) text += ")\n";
  CHECK(kif(text)->findings().size() == kMaxMistakes);
  auto game = kif(text + ")\n)\n(a b)\n");
  REQUIRE(game->findings().size() == kMaxMistakes + 1);
  CHECK(game->findings().back().code == Code::kTooManyMistakes);
  CHECK(game->statements().empty());
}

TEST_CASE("a byte order mark is no part of the rules") {
  auto game = kif("\xef\xbb\xbf(role white)\n");
  CHECK(game->readable());
  CHECK(rules(*game) == "(role white)\n");
}

TEST_CASE("a byte or name that cannot be read spoils its form, not what follows") {
  auto game = read_text("game.kif", std::string("(legal x\0y a)\n(role x)", 22), Notation::kKif);
  REQUIRE(game->findings().size() == 1);
  CHECK(game->findings()[0].code == Code::kControlByte);
  REQUIRE(game->statements().size() == 1);
  CHECK(to_kif(*game) == "(role x)\n");
}

TEST_CASE("a declaration that cannot be read is left out with one warning, and becomes a comment") {
  auto game = kif("(role a)\n(<= (input ?p (?n ?x)) ; any\n    (?role ?n))\n(base (f ()))\n(init (f 1)) ; first\n");
  CHECK(game->readable());
  CHECK(mistakes(*game) == "GDL117 2:15 (?n ?x)\nGDL117 4:10 ()\n");
  CHECK(rules(*game) == "(role a)\n(init (f 1))\n");
  CHECK(to_kif(*game) ==
        "(role a)\n; (<= (input ?p (?n ?x)) ; any\n;    (?role ?n))\n; (base (f ()))\n(init (f 1))  ; first\n");
  CHECK(mistakes(*kif("(<= (legal ?p (?n ?x)) (role ?p))")) == "GDL004 1:15 (?n ?x)\n");
}
