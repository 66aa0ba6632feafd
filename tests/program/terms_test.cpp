// SPDX-License-Identifier: MIT
//
// Terms are made once, so that their numbers can be compared; and they are ordered as people expect.
#include "program/terms.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gdl/reader.h"

using namespace percept;
using program::TermId;
using program::Terms;

namespace {

TermId read(Terms& terms, const std::string& text) {
  auto description = gdl::read_text("test", text, gdl::Notation::kKif);
  return terms.add(*description->statements().front().head, description->symbols());
}

}  // namespace

TEST_CASE("equal terms are one, different ones are not") {
  Terms terms;
  CHECK(read(terms, "(f a (g b))") == read(terms, "(F A (G B))"));
  CHECK(read(terms, "(f a)") != read(terms, "(f b)"));
  CHECK(read(terms, "f") != read(terms, "(f a)"));
  CHECK(read(terms, "(f a b)") != read(terms, "(f (a b))"));
  CHECK(read(terms, "(f 1)") != read(terms, "(f 01)"));
}

TEST_CASE("many terms keep their numbers while others are made") {
  Terms terms;
  std::vector<TermId> made;
  auto text = [](int i) { return "(cell " + std::to_string(i) + " (of " + std::to_string(i % 100) + "))"; };
  for (int i = 0; i < 20'000; ++i) made.push_back(read(terms, text(i)));
  for (int i = 0; i < 20'000; i += 97) {
    CHECK(read(terms, text(i)) == made[static_cast<std::size_t>(i)]);
    CHECK(terms.to_kif(made[static_cast<std::size_t>(i)]) == text(i));
  }
}

TEST_CASE("variables are terms, and what contains one is not ground") {
  Terms terms;
  TermId x = terms.variable(0), y = terms.variable(1);
  CHECK(x != y);
  CHECK(x == terms.variable(0));
  program::Symbol f = terms.symbols().intern("f");
  TermId open = terms.make(f, std::array{x, terms.constant("a")});
  CHECK_FALSE(terms.is_ground(open));
  CHECK(terms.to_kif(open) == "(f ?0 a)");
  TermId closed = substitute(terms, open, [&](TermId) { return terms.constant("b"); });
  CHECK(terms.is_ground(closed));
  CHECK(terms.to_kif(closed) == "(f b a)");
  int met = 0;
  for_each_variable(terms, terms.make(f, std::array{open, open}), [&](TermId v) { met += v == x ? 1 : 0; });
  CHECK(met == 2);
  CHECK(terms.is(closed, f, 2));
  CHECK_FALSE(terms.is(closed, f, 1));
  CHECK_FALSE(terms.is(x, program::Symbol{0}, 0));
}

TEST_CASE("terms are ordered by name, numbers by value, then by their arguments") {
  Terms terms;
  std::vector<std::string> expected = {
      "1", "2", "10", "b", "(cell 1 2 x)", "(cell 1 10 b)", "(cell 2 1 o)", "(cell 10 1 b)", "(control white)", "step"};
  std::vector<TermId> shuffled;
  for (std::size_t i = 0; i < expected.size(); ++i) shuffled.push_back(read(terms, expected[i * 7 % expected.size()]));
  std::ranges::sort(shuffled, [&](TermId a, TermId b) { return terms.less(a, b); });
  std::vector<std::string> sorted;
  for (TermId term : shuffled) sorted.push_back(terms.to_kif(term));
  CHECK(sorted == expected);
}
