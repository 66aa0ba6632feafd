// SPDX-License-Identifier: MIT
#include "gdl/reader.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;

namespace {

// What is written for a text of this notation; writing what was written must change nothing.
std::string written(const std::string& text, Notation from, Notation to) {
  CAPTURE(text);
  auto write = [&](const Description& game) {
    return to == Notation::kKif ? to_kif(game) : to_infix(game, Habit::kProlog);
  };
  auto game = read_text("game", text, from);
  CHECK(game->findings().empty());
  std::string once = write(*game);
  auto back = read_text("back", once, to);
  CHECK(back->findings().empty());
  CHECK(same_rules(*game, *back));
  CHECK(write(*back) == once);
  return once;
}
std::string kif_again(const std::string& text) { return written(text, Notation::kKif, Notation::kKif); }
std::string infix_again(const std::string& text) { return written(text, Notation::kInfix, Notation::kInfix); }
std::string kif_to_infix(const std::string& text) { return written(text, Notation::kKif, Notation::kInfix); }
std::string infix_to_kif(const std::string& text) { return written(text, Notation::kInfix, Notation::kKif); }

}  // namespace

TEST_CASE("a comment on its own line keeps it, without indentation and blanks at its end") {
  CHECK(kif_again("; one  \n;;; two\n(a b)\n    ; three\n(c d)\n") == "; one\n;;; two\n(a b)\n; three\n(c d)\n");
  CHECK(infix_again("% one  \n%%% two\na(b).\n    % three\nc(d).\n") == "% one\n%%% two\na(b).\n% three\nc(d).\n");
}

TEST_CASE("blank lines around comments are kept") {
  CHECK(kif_again("; head\n\n\n; first\n(a b)\n\n; second\n\n(c d)") ==
        "; head\n\n; first\n(a b)\n\n; second\n\n(c d)\n");
  CHECK(infix_again("% head\n\n\n% first\na(b).\n\n% second\n\nc(d).") ==
        "% head\n\n% first\na(b).\n\n% second\n\nc(d).\n");
}

TEST_CASE("a comment behind a statement stays behind it") {
  CHECK(kif_again("(a b)   ; why\n(<= c d);because\n") == "(a b)  ; why\n(<= c d)  ;because\n");
  CHECK(infix_again("a(b).% why\nc :- d.    %because\n") == "a(b).  % why\nc :- d.  %because\n");
  CHECK(infix_again("a(b) % why\n. c :- d % because\n.\n").find("a(b).  % why\n") == 0);
}

TEST_CASE("a statement does not follow a comment on the same line") {
  CHECK(kif_again("(a b) (c d) ; both\n(e f)") == "(a b) (c d)  ; both\n(e f)\n");
  CHECK(infix_again("a. /* first */ b. /* second */ c.") == "a.  % first\nb.  % second\nc.\n");
}

TEST_CASE("comments inside a body keep their literals") {
  CHECK(kif_again("(<= a ; of a\n b ; of b\n c)") == "(<= a  ; of a\n    b  ; of b\n    c)\n");
  CHECK(kif_again("(<= a\n ; before b\n b\n\n ; before c\n c)") ==
        "(<= a\n    ; before b\n    b\n    ; before c\n    c)\n");
  CHECK(infix_again("a :- % of a\n b, % of b\n c.") == "a :-  % of a\n    b,  % of b\n    c.\n");
  CHECK(infix_again("a :-\n % before b\n b,\n % before c\n c.") ==
        "a :-\n    % before b\n    b,\n    % before c\n    c.\n");
  CHECK(kif_to_infix("(<= a ; of a\n b ; of b\n c)") == "a :-  % of a\n    b,  % of b\n    c.\n");
  CHECK(infix_to_kif("a :- % of a\n b, % of b\n c.") == "(<= a  ; of a\n    b  ; of b\n    c)\n");
}

TEST_CASE("a comment inside a rule of one literal breaks its line") {
  CHECK(kif_again("(<= a ; of a\n b)") == "(<= a  ; of a\n    b)\n");
  CHECK(kif_to_infix("(<= a\n ; before b\n b)") == "a :-\n    % before b\n    b.\n");
}

TEST_CASE("comments inside groups keep their parts") {
  CHECK(kif_again("(<= a (or b ; of b\n c))") == "(<= a\n    (or b  ; of b\n        c))\n");
  CHECK(kif_again("(<= a (or b\n ; before c\n c) d)") == "(<= a\n    (or b\n        ; before c\n        c)\n    d)\n");
  CHECK(infix_again("a :- d, (b | % of b\n c).") == "a :-\n    d,\n    (\n        b |  % of b\n        c).\n");
}

TEST_CASE("a comment between the last literal and the closing parenthesis is kept") {
  SUBCASE("on its own line") {
    CHECK(kif_again("(<= a\n b\n c\n ; the rest\n )") == "(<= a\n    b\n    c\n    ; the rest\n    )\n");
    CHECK(kif_again("(<= a b\n ; (d)\n ; (e)\n)") == "(<= a\n    b\n    ; (d)\n    ; (e)\n    )\n");
  }
  SUBCASE("behind the last literal") {
    CHECK(kif_again("(<= a b c ; of c\n)") == "(<= a\n    b\n    c)  ; of c\n");
    CHECK(kif_again("(<= a b ; of b\n)") == "(<= a b)  ; of b\n");
    CHECK(kif_again("(<= a b (or c d ; of d\n))") == "(<= a\n    b\n    (or c d))  ; of d\n");
    CHECK(kif_again("(=> a b ; of b\n)") == "(=> a b)  ; of b\n");
  }
  SUBCASE("inside the last atom") {
    CHECK(kif_again("(<= a (b ; of b\n 1))") == "(<= a (b 1))  ; of b\n");
    CHECK(kif_again("(a ; of a\n 1)") == "(a 1)  ; of a\n");
  }
  SUBCASE("on its own line inside a group") {
    std::string text = kif_again("(<= a (or b c\n ; the rest\n ))\n(d e)");
    CHECK(text.find("; the rest\n") != std::string::npos);
    text = kif_again("(=> a b\n ; the rest\n )\n(d e)");
    CHECK(text.find("; the rest\n") != std::string::npos);
  }
}

TEST_CASE("a comment at the start of a statement does not go to the one before") {
  for (std::string text : {"(a b)\n(<= ; of c\n c d)", "(a b)\n(=> ; of c\n c d)", "(a b)\n(or ; of c\n c d)",
                           "(a b)\n(forall ; of c\n ?x (c ?x))", "(a b)\n(c ; of c\n 1)"}) {
    CHECK(kif_again(text).starts_with("(a b)\n"));
    CHECK(kif_to_infix(text).starts_with("a(b).\n"));
  }
  CHECK(infix_again("a(b).\n( /* of c */ c | d) => e.").starts_with("a(b).\n"));
}

TEST_CASE("comments at the end of the text are kept") {
  CHECK(kif_again("(a b)\n\n; the end") == "(a b)\n\n; the end\n");
  CHECK(kif_again("(a b)\n; the end\n\n\n; really\n\n") == "(a b)\n; the end\n\n; really\n");
  CHECK(kif_again("(a b) ; the end") == "(a b)  ; the end\n");
  CHECK(infix_again("a(b).\n% the end") == "a(b).\n% the end\n");
}

TEST_CASE("comments change their sign with the notation") {
  CHECK(kif_to_infix(";; title\n(a b) ; why\n;\n") == "%% title\na(b).  % why\n%\n");
  CHECK(infix_to_kif("%% title\na(b). % why\n%\n") == ";; title\n(a b)  ; why\n;\n");
  CHECK(infix_again(";; title\n; sub\na(b). ;; why\n") == "%% title\n% sub\na(b).  %% why\n");
}

TEST_CASE("block comments become lines") {
  CHECK(infix_again("/* one */\na(b).\n") == "% one\na(b).\n");
  CHECK(infix_again("/* one\n   two\n\n   three */\na(b).") == "% one\n%   two\n%\n%   three\na(b).\n");
  CHECK(infix_again("/**/ a. /*x*/ b.") == "%\na.  %x\nb.\n");
  CHECK(infix_to_kif("/* one\n   two */ a(b).") == "; one\n;   two\n(a b)\n");
  CHECK(infix_again("a(b). /* one\n two */ c(d).") == "a(b).  % one\n% two\nc(d).\n");
  CHECK(infix_again("a :- b, /* one\n two */ c.") == "a :-\n    b,  % one\n    % two\n    c.\n");
  CHECK(infix_again("/* one\f\n two\v\n three\r\n four */ a.") == "% one\n% two\n% three\n% four\na.\n");
}

TEST_CASE("a comment never hides what follows it") {
  for (std::string text :
       {"(<= a (not ; x\n b) (or ; y\n c ; z\n d))", "(<= ; x\n a)", "(a ; x\n) (b ; y\n 1) (c)",
        "(forall ; x\n (?x ; y\n ?y) ; z\n (p ?x))", "(<=> (and a ; x\n b) ; y\n (not (not ; z\n c)))"}) {
    kif_again(text);
    kif_to_infix(text);
  }
  for (std::string text : {"a % x\n:- b % y\n& ~ % z\nc", "p(a, % x\n b % y\n) % z\n.\nq.", "(a % x\n | b) % y\n& c",
                           "forall % x\nX % y\n: % z\np(X)", "a => % x\n(b % y\n => c) % z\n=> d"}) {
    infix_again(text);
    infix_to_kif(text);
  }
}
