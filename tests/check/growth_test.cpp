// SPDX-License-Identifier: MIT
//
// Terms that grow from round to round are found from the rules, and nothing that ends is taken for one.
#include "check/checked.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("a fluent that grows, or doubles, has a finding at what it takes") {
  for (const char* sheet : {"double", "explode3"}) {
    CAPTURE(sheet);
    Checked checked(read(project_root() / "tests/data/defects" / (std::string(sheet) + ".kif")), "growth");
    CHECK(checked.only().code == gdl::Code::kGrowingTerm);
    CHECK(checked.only().severity() == gdl::Severity::kWarning);
    CHECK(mentions(checked.only().message, "?x comes from here"));
  }
}

TEST_CASE("growth through legal and does") {
  Checked checked(read(project_root() / "tests/data/defects/growing_term.kif"), "growth");
  CHECK(checked.codes() == "GDL307 5:29");
  CHECK(notes(checked.only()) == "5:14 the larger term is here\n");
}

TEST_CASE("growth through relations, and through any fluent at all") {
  CHECK(codes("(<= (next (f ?y)) (true (f ?x)) (wrap ?x ?y)) (<= (wrap ?x (s ?x)) (true (f ?x)))", "growth") ==
        "GDL307 1:68");
  CHECK(codes("(<= (next (was ?f)) (true ?f))", "growth") == "GDL307 1:21");
}

TEST_CASE("what ends is no growth") {
  CHECK(codes("(<= (next (f ?y)) (true (f ?x)) (succ ?x ?y)) (succ 0 1)", "growth").empty());
  // Another fluent.
  CHECK(codes("(<= (next (was (f ?x))) (true (f ?x)))", "growth").empty());
  CHECK(codes("(<= (next (last ?m)) (does ?r ?m)) (<= (legal a (go ?x)) (true (at ?x)))", "growth").empty());
  // Smaller, then larger again.
  CHECK(codes("(<= (next (f (s ?x))) (true (f (t ?x)))) (<= (next (f (t ?x))) (true (f (s ?x))))", "growth").empty());
  // Another literal says what it may be.
  CHECK(codes("(<= (next (f (s ?x))) (true (f ?x)) (number ?x)) (number 1)", "growth").empty());
  CHECK(codes("(<= (next (f (s ?x))) (true (f ?x)) (true (g ?x))) (<= (next (g ?x)) (true (g ?x)))", "growth").empty());
  // A form that nothing takes up again.
  CHECK(codes("(<= (next (f (s (t ?x)))) (true (f (t ?x))))", "growth").empty());
}

TEST_CASE("no sheet of the corpus that is known to end grows") {
  REQUIRE_CORPUS();
  std::size_t sheets = 0;
  for (const std::filesystem::path& file : corpus_games()) {
    CAPTURE(file.string());
    ++sheets;
    auto description = gdl::read_text("test", read(file));
    if (!description->readable() || description->is_incomplete()) continue;
    gdl::Findings findings;
    check::check_growth(check::Rules(*description), findings);
    CHECK(findings.empty());
  }
  CHECK(sheets > 300);
}
