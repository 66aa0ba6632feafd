// SPDX-License-Identifier: MIT
//
// Plain terms are read without a description, and as the reader of descriptions reads them.
#include "program/read_terms.h"

#include <doctest/doctest.h>

#include "base/random.h"
#include "gdl/plain_terms.h"
#include "gdl/reader.h"

using namespace percept;
using namespace percept::program;

namespace {

// By the reader of descriptions: the texts of the facts, or nothing.
std::optional<std::vector<std::string>> by_reader(const std::string& text) {
  auto read = gdl::read_text("text", text, gdl::Notation::kKif);
  if (!read->readable()) return {};
  Terms terms;
  std::vector<std::string> out;
  for (const gdl::Statement& statement : read->statements()) {
    if (statement.kind != gdl::Statement::Kind::kFact || !statement.head->ground) return {};
    out.push_back(terms.to_kif(terms.add(*statement.head, read->symbols())));
  }
  return out;
}

std::optional<std::vector<std::string>> by_scanner(const std::string& text) {
  Terms terms;
  auto read = read_terms(terms, text);
  if (!read) return {};
  std::vector<std::string> out;
  for (TermId term : *read) out.push_back(terms.to_kif(term));
  return out;
}

}  // namespace

TEST_CASE("terms in all spellings are those the reader of descriptions reads") {
  for (const char* text : {"noop",
                           "NOOP",
                           " noop ",
                           "(mark 1 2)",
                           "( MARK 1 2 )",
                           "(a (b c) d)",
                           "(a(b c)d)",
                           "(a (b (c (d e))))",
                           "(noop)",
                           "((a) b)",
                           "a b",
                           "(f x) (g y)",
                           "",
                           "  ",
                           "(",
                           ")",
                           "(f x",
                           "f x)",
                           "?x",
                           "(f ?x)",
                           "(f a) ; comment",
                           "; c",
                           "(not a)",
                           "(and a b)",
                           "(f not)",
                           "not",
                           "<=",
                           "(<= a b)",
                           "(f <= a)",
                           "(does r (move 1 2))",
                           "(true x)",
                           "terminal",
                           "random",
                           "(f \"a b\")",
                           "it's",
                           "a;b",
                           "(f a;b)\n)",
                           "a\tb",
                           "a\x01"
                           "b",
                           "caf\xc3\xa9",
                           "\xef\xbb\xbf"
                           "a",
                           "(f a\x7f)",
                           "-1",
                           "1.5",
                           "a|b",
                           "(role a)",
                           "(distinct a b)",
                           "=>",
                           "forall"}) {
    CAPTURE(std::string(text));
    CHECK(by_scanner(text) == by_reader(text));
  }
}

TEST_CASE("random texts are read alike") {
  Random random(7);
  const std::string_view pieces[] = {"(", ")",  " ",   "a",  "F",  "not ", "?x",
                                     ";", "\n", "(f ", "12", "<=", "and",  "\xc3\xa9"};
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint32_t n = random.below(12); n > 0; --n) text += pieces[random.below(std::size(pieces))];
    CAPTURE(text);
    REQUIRE(by_scanner(text) == by_reader(text));
  }
}

TEST_CASE("deep and long texts are left to the reader") {
  std::string deep, end;
  for (int i = 0; i < 150; ++i) deep += "(f ", end += ")";
  CHECK_FALSE(gdl::plain_term(deep + "a" + end));
  CHECK(by_scanner(deep + "a" + end) == by_reader(deep + "a" + end));
  CHECK_FALSE(gdl::plain_term(std::string(1001, 'a')));
  CHECK(gdl::plain_term(std::string(1000, 'a')) == std::string(1000, 'a'));
}

TEST_CASE("one plain term in canonical spelling") {
  CHECK(gdl::plain_term(" ( Cell 1 ( f A ) b ) ") == "(cell 1 (f a) b)");
  CHECK(gdl::plain_term("NOOP") == "noop");
  for (const char* text : {"a b", "", "(f ?x)", "(f a", "a)", "()", "(f)"}) CHECK_FALSE(gdl::plain_term(text));
}
