// SPDX-License-Identifier: MIT
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;

TEST_CASE("statements, literals and terms know their lines, columns and texts") {
  auto game =
      kif("; first line\n(role white)\n\n"
          "  (<= (legal ?r (mark ?x))\n      (true (cell ?x b))\n\t(not done))\nend");
  REQUIRE(game->findings().empty());
  REQUIRE(game->statements().size() == 3);

  const Statement& fact = game->statements()[0];
  CHECK(fact.place.line() == 2);
  CHECK(fact.place.column() == 1);
  CHECK(fact.place.text() == "(role white)");
  CHECK(fact.head->place.text() == "(role white)");
  CHECK(fact.head->args[0]->place.column() == 7);
  CHECK(fact.head->args[0]->place.text() == "white");

  const Statement& rule = game->statements()[1];
  CHECK(rule.place.line() == 4);
  CHECK(rule.place.column() == 3);
  CHECK(rule.place.text().starts_with("(<= (legal"));
  CHECK(rule.place.text().ends_with("(not done))"));
  CHECK(rule.head->place.column() == 7);
  CHECK(rule.head->place.text() == "(legal ?r (mark ?x))");
  const Term& move = *rule.head->args[1];
  CHECK(move.place.text() == "(mark ?x)");
  CHECK(move.args[0]->place.text() == "?x");
  CHECK(move.args[0]->place.line() == 4);
  CHECK(move.args[0]->place.column() == 23);

  CHECK(rule.body[0]->place.line() == 5);
  CHECK(rule.body[0]->place.column() == 7);
  CHECK(rule.body[0]->place.text() == "(true (cell ?x b))");
  CHECK(rule.body[1]->place.line() == 6);
  CHECK(rule.body[1]->place.column() == 2);
  CHECK(rule.body[1]->place.text() == "(not done)");
  CHECK(rule.body[1]->parts[0]->place.text() == "done");

  const Statement& last = game->statements()[2];
  CHECK(last.place.line() == 7);
  CHECK(last.place.text() == "end");
  CHECK(last.place.end == game->source()->text().size());
}

TEST_CASE("the places of equal terms differ, their ids do not") {
  auto game = kif("(p a (f a))");
  const Term& outer = *game->statements()[0].head->args[0];
  const Term& inner = *game->statements()[0].head->args[1]->args[0];
  CHECK(outer.id == inner.id);
  CHECK(outer.place.column() == 4);
  CHECK(inner.place.column() == 9);
}

TEST_CASE("columns count characters, not bytes") {
  auto game = kif("(caf\xc3\xa9 \xe2\x99\x9f x) y\n; \xf0\x9f\x8e\xb2 dice\n(\xc3\xbc z)");
  REQUIRE(game->statements().size() == 3);
  const Term& first = *game->statements()[0].head;
  CHECK(first.args[0]->place.column() == 7);
  CHECK(first.args[1]->place.column() == 9);
  CHECK(game->statements()[1].place.column() == 12);
  CHECK(game->statements()[2].place.line() == 3);
  CHECK(game->statements()[2].head->args[0]->place.column() == 4);
}

TEST_CASE("bytes that are no characters count one column each") {
  auto game = kif("(\xff\xfe x)");
  CHECK(game->statements()[0].head->args[0]->place.column() == 5);
}

TEST_CASE("lines end with a line feed, with or without a carriage return") {
  auto game = kif("(a b)\r\n(c d)\n\r\n(e f)");
  REQUIRE(game->statements().size() == 3);
  CHECK(game->statements()[1].place.line() == 2);
  CHECK(game->statements()[1].place.column() == 1);
  CHECK(game->statements()[2].place.line() == 4);
  CHECK(game->source()->line(1) == "(a b)");
  CHECK(game->source()->line(3) == "");
  CHECK(game->source()->line(4) == "(e f)");
}

TEST_CASE("positions at and behind the last byte are those of the end") {
  Source source("s", "ab\ncd\n");
  CHECK(source.position(0).line == 1);
  CHECK(source.position(2).line == 1);
  CHECK(source.position(2).column == 3);
  CHECK(source.position(3).line == 2);
  CHECK(source.position(6).line == 3);
  CHECK(source.position(6).column == 1);
  CHECK(source.line(3) == "");
  Source empty("e", "");
  CHECK(empty.position(0).line == 1);
  CHECK(empty.position(0).column == 1);
  CHECK(empty.line(1) == "");
}
