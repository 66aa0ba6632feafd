// SPDX-License-Identifier: MIT
#include "wire/replies.h"

#include <doctest/doctest.h>

#include "game/playing.h"

using namespace percept;
using namespace percept::wire;
using percept::test::got;

namespace {

std::string wrong_move(std::string_view text) {
  auto move = read_move(text);
  return move ? "read as " + *move : move.error().message;
}

}  // namespace

TEST_CASE("moves as players answer them") {
  for (const char* text :
       {"(mark 1 1)", "( MARK 1 1 )\n", " ((move (Mark 1 1)) (explanation \"it (wins\") (taunt \"ha; ha\"))",
        "(move (mark 1 1)) (explanation \"why\")", "(mark 1 1) (taunt \"\")", "((MOVE (mark 1 1)))",
        "(mark 1 1) ; I think"})
    CHECK_MESSAGE(got(read_move(text)) == "(mark 1 1)", text);
  CHECK(got(read_move("noop")) == "noop");
  CHECK(got(read_move("(NOOP)")) == "noop");
  CHECK(got(read_move("(move 1)")) == "(move 1)");  // alone it is a move of this name
  CHECK(got(read_move("(move 1 2) (explanation x)")) == "(move 1 2)");
}

TEST_CASE("answers that are no move") {
  CHECK(wrong_move("") == "an empty answer");
  CHECK(wrong_move("nil") == "no move, but nil");
  CHECK(wrong_move("()") == "no move, but ()");
  CHECK(wrong_move("BUSY") == "no move, but busy");
  CHECK(wrong_move("(mark ?x 1)") == "a variable in (mark ?x 1)");
  CHECK(wrong_move("(mark 1 1") == "a parenthesis that is not closed in (mark 1 1");
  CHECK(wrong_move("noop noop") == "more than one term: noop noop");
  CHECK(wrong_move("<html><body>502 Bad Gateway</body></html>") ==
        "more than one term: <html><body>502 Bad Gateway</body></html>");
  CHECK(wrong_move(std::string(70'000, 'x')) == "a term of 70000 bytes");
  CHECK(wrong_move(std::string(1 << 20, ')')).starts_with("a parenthesis too many in )))"));
}

TEST_CASE("answers to INFO") {
  CHECK(got(read_info_reply("( ( name egghead ) ( status available ) )")) == InfoReply{.name = "egghead"});
  CHECK(got(read_info_reply("((NAME Egghead) (STATUS BUSY) (species human) (gdl 2) (colour (dark red)))")) ==
        InfoReply{.name = "Egghead", .status = "busy", .species = "human", .gdl = 2});
  CHECK(got(read_info_reply("available")) == InfoReply{});
  CHECK(got(read_info_reply("ready")).available());
  CHECK_FALSE(got(read_info_reply("busy\n")).available());
  CHECK(got(read_info_reply("[[name,egghead],[status,available]]")) == InfoReply{.name = "egghead"});
  CHECK(got(read_info_reply("[[name,\"egg head\"], [status,busy]]")) ==
        InfoReply{.name = "egg head", .status = "busy"});
  CHECK(got(read_info_reply("(status busy)")).status == "busy");
  CHECK(got(read_info_reply("(name a) (status busy)")) == InfoReply{.name = "a", .status = "busy"});
  CHECK_FALSE(read_info_reply(""));
  CHECK_FALSE(read_info_reply("((name a)"));
  CHECK_FALSE(read_info_reply("what is this"));
}

TEST_CASE("our answer to INFO") {
  CHECK(write_info_reply({.name = "percept", .status = "available", .species = "alien", .gdl = 2}) ==
        "( ( name percept ) ( status available ) ( species alien ) ( gdl 2 ) )");
  CHECK(write_info_reply({.name = "a (b) c", .status = "busy"}) == "( ( name a__b__c ) ( status busy ) )");
}

TEST_CASE("ready, busy, done, aborted") {
  CHECK(got(read_word("READY\r\n")) == Word::kReady);
  CHECK(got(read_word("(ready)")) == Word::kReady);
  CHECK(got(read_word(" busy")) == Word::kBusy);
  CHECK(got(read_word("DONE")) == Word::kDone);
  CHECK(got(read_word("aborted")) == Word::kAborted);
  CHECK(read_word("").error().message == "an empty answer");
  CHECK(read_word("(mark 1 1)").error().message == "answered (mark 1 1)");
}
