// SPDX-License-Identifier: MIT
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

namespace {

const std::string kBlank = "(init (cell 1 blank))\n(init (cell 2 blank))\n(init (cell 3 blank))\n";

}  // namespace

TEST_CASE("a constant that occurs once, a letter from a common one at the same place, is probably misspelt") {
  Checked blnak(kBlank + "(<= terminal (true (cell 1 blnak)))", "spelling");
  CHECK(blnak.codes() == "GDL503 4:28");
  CHECK(blnak.only().severity() == Severity::kWarning);
  CHECK(blnak.only().hint == "did you mean blank?");
  CHECK(notes(blnak.only()) == "1:15 for example here\n");
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 blan)))", "spelling") == "GDL503 4:28");
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 blankk)))", "spelling") == "GDL503 4:28");
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 black)))", "spelling") == "GDL503 4:28");
}

TEST_CASE("two letters are a different word") {
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 bland2)))", "spelling").empty());
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 brink)))", "spelling").empty());
}

TEST_CASE("a constant that occurs twice is meant") {
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 blink)))\n(<= p (true (cell 2 blink)))", "spelling").empty());
  CHECK(codes(kBlank + "(<= terminal (true (cell 1 blink)))\n(color blink)", "spelling").empty());
}

TEST_CASE("a constant is compared with those at the same argument only") {
  CHECK(codes(kBlank + "(<= terminal (true (cell blink 1)))", "spelling").empty());
  CHECK(codes(kBlank + "(<= terminal (true (tile 1 blink)))", "spelling").empty());
}

TEST_CASE("a common constant occurs at least three times") {
  CHECK(codes("(init (cell 1 blank))\n(init (cell 2 blank))\n(init (cell 3 blink))", "spelling").empty());
}

TEST_CASE("short names and numbers are not misspellings of each other") {
  CHECK(codes("(at red)\n(at red)\n(at red)\n(at bed)", "spelling").empty());
  CHECK(codes("(at 1000)\n(at 1000)\n(at 1000)\n(at 1001)", "spelling").empty());
  CHECK(codes("(at cell1)\n(at cell1)\n(at cell1)\n(at cell2)\n(at cell12)", "spelling").empty());
}

TEST_CASE("in infix one name in two spellings is reported, since case matters to the eye there") {
  Checked two("role(white).\ninit(nextFile(a)).\nterminal :- true(nextfile(a)).\n", "spelling");
  CHECK(two.codes() == "GDL507 3:18");
  CHECK(mentions(two.only().message, "nextFile and nextfile"));
  CHECK(notes(two.only()) == "2:6 the other spelling\n");
}

TEST_CASE("variables are compared within their rule") {
  CHECK(codes("p(Xx) :- q(Xx, XX).\nr(XX) :- q(XX, a).\n", "spelling") == "GDL507 1:16");
  CHECK(codes("p(Xx) :- q(Xx, a).\nr(XX) :- q(XX, a).\n", "spelling").empty());
  CHECK(codes("p(X) :- q(X, _), r(_).\n", "spelling").empty());
}

TEST_CASE("a variable and a constant of the same letters are two names") {
  CHECK(codes("p(X) :- q(X, x), r(x).\n", "spelling").empty());
}

TEST_CASE("in KIF spelling is a matter of taste") {
  CHECK(codes("(init (nextFile a))\n(<= terminal (true (nextfile a)))\n(<= (P ?X) (Q ?x))", "spelling").empty());
}
