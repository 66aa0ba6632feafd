// SPDX-License-Identifier: MIT
#include "base/text.h"

#include "support/support.h"

using namespace percept;

TEST_CASE("edit distance counts inserted, deleted, replaced and swapped letters") {
  CHECK(edit_distance("cell", "cell", 2) == 0);
  CHECK(edit_distance("cell", "call", 2) == 1);
  CHECK(edit_distance("cell", "cells", 2) == 1);
  CHECK(edit_distance("cell", "clel", 2) == 1);
  CHECK(edit_distance("control", "contorl", 2) == 1);
  CHECK(edit_distance("control", "cntrl", 2) == 2);
  CHECK_FALSE(edit_distance("cell", "board", 2).has_value());
  CHECK_FALSE(edit_distance("", "abc", 2).has_value());
}

TEST_CASE("the nearest word is the one with the fewest edits") {
  std::vector<std::string> known = {"Games", "players", "name", "ox", "o"};
  CHECK(nearest("game", known, 2) == "Games");  // name is as near, and stands behind it
  CHECK(nearest("namex", known, 2) == "name");
  CHECK(nearest("lpayres", known, 2) == "players");
  CHECK(nearest("lpayres", known, 1) == std::nullopt);
  CHECK(nearest("x", known, 2) == "ox");  // not o, of which nothing would be left
  // Where nobody says it, two edits, and one of a short word.
  CHECK(nearest("lpayres", known) == "players");
  CHECK(nearest("gems", known) == std::nullopt);
  CHECK(nearest("gams", known) == "Games");
  CHECK(suggestion("NAMEX", known) == "did you mean name?");
  CHECK(suggestion("pair", known) == "there are Games, players, name, ox, o");
  CHECK(suggestion("pair", {}) == "there are none");
}

TEST_CASE("what came from outside cannot steer the terminal") {
  CHECK(printable("a\x1b[31mb") == "a?[31mb");
  CHECK(printable(std::string("a\0b", 3)) == "a?b");
  CHECK(printable("a\tb") == "a b");
  CHECK(printable("caf\xc3\xa9") == "caf\xc3\xa9");
  CHECK(printable("\xff\xfe") == "??");
  CHECK(printable("\xc2\x9b") == "?");
  CHECK(printable_lines("a\nb\x07\n") == "a\nb?\n");
}

TEST_CASE("a text in lines") {
  using Lines = std::vector<std::string_view>;
  CHECK(lines_of("a b\n\nc\n") == Lines{"a b", "", "c"});
  CHECK(lines_of("\na") == Lines{"", "a"});
  CHECK(lines_of("").empty());
}

TEST_CASE("characters, not bytes, are counted") {
  CHECK(character_count("") == 0);
  CHECK(character_count("caf\xc3\xa9") == 4);
  CHECK(character_count("\xff\xfe") == 2);
}

TEST_CASE("numbers agree with their nouns") {
  CHECK(counted(0, "error") == "0 errors");
  CHECK(counted(1, "error") == "1 error");
  CHECK(counted(2, "error") == "2 errors");
}
