// SPDX-License-Identifier: MIT
#include "asp/names.h"

#include <doctest/doctest.h>

#include <set>

#include "program/read_terms.h"

using namespace percept;

TEST_CASE("names of rule sheets become names of programs") {
  CHECK(asp::escaped("red") == "_red");
  CHECK(asp::escaped("t") == "_t");
  CHECK(asp::escaped("piece_count") == "_piece__count");
  CHECK(asp::escaped("a-b") == "_a_2db");
  CHECK(asp::escaped("007") == "x_007");
  CHECK(asp::escaped("++") == "x__2b_2b");
  CHECK(asp::escaped("_x") == "x___x");
  CHECK(asp::escaped("or 1") == "_or_201");
}

TEST_CASE("different names stay different") {
  std::set<std::string> seen;
  for (const char* name : {"a_b", "a__b", "a-b", "a_2db", "_a", "x_a", "x", "x__a", "a_", "a", "_", "__", "5f", "_5f"})
    CHECK(seen.insert(asp::escaped(name)).second);
}

TEST_CASE("terms are written and read back") {
  program::Terms terms;
  asp::Names names(terms);
  for (const char* text : {"17", "0", "007", "-1", "++", "t", "not", "(cell 1 2 red)", "(does white (move a-1 ++))",
                           "(f (f (f 12345678901)))", "999999999", "1234567890"}) {
    CAPTURE(text);
    program::TermId term = *program::read_term(terms, text);
    CHECK(names.term(names.symbol(term)) == term);
    CHECK(terms.to_kif(names.term(names.symbol(term))) == text);
  }
  CHECK(names.text(*program::read_term(terms, "(cell 1 2 red)")) == "_cell(1,2,_red)");
  CHECK(names.text(*program::read_term(terms, "(cell 01 1234567890)")) == "_cell(x_01,x_1234567890)");
}
