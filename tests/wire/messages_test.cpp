// SPDX-License-Identifier: MIT
//
// The messages byte for byte as the systems of each dialect send them, written and read.
#include "wire/messages.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "game/playing.h"
#include "gdl/writer.h"
#include "wire/message_writer.h"

using namespace percept;
using namespace percept::wire;
using percept::test::got;

namespace {

// Names in mixed case, a comment, a connective, and a variable with two spellings.
const std::string kOpen =
    "(role xPlayer) (role o) ; who\n"
    "(init (cell 1 B))\n"
    "(<= (LEGAL ?R noop) (role ?r) (or (true (Cell 1 b)) (not terminal)))\n"
    "(<= (legal xplayer (Mark 1 ?x)) (true (cell ?x b)) (distinct ?x 2)) terminal";
const std::string kHidden = "(role xPlayer) (role random) (<= (sees xPlayer (Heard ?m)) (does random ?m))";

match::Opening opening(const std::string& text) {
  match::Opening out;
  out.match = "Match.7";
  out.rules = gdl::read_text("test", text);
  REQUIRE(out.rules->readable());
  out.role = "xplayer";
  out.roles = {"xplayer", text == kOpen ? "o" : "random"};
  out.clocks = {.start = 29.2, .play = 10};
  return out;
}

// Of a game in which everybody sees the moves.
match::News moves_made() {
  return {.round = 3, .told = {"(mark 1 b)", std::vector<std::string>()}, .moves = {"(mark 1 b)", "noop"}};
}
// Of a game with percepts.
match::News seen(std::vector<std::string> percepts) {
  return {.round = 3, .told = {"(mark 1 b)", std::move(percepts)}, .moves = {}};
}
match::News nothing_played() { return {}; }

}  // namespace

TEST_CASE("messages of ggp-base") {
  MessageWriter writer(Dialect::kGgpBase, opening(kOpen));
  CHECK(write_info(Dialect::kGgpBase) == "( INFO )");
  CHECK(writer.start() ==
        "( START Match.7 xPlayer (( role xPlayer ) ( role o ) ( init ( cell 1 B ) ) "
        "( <= ( legal ?r noop ) ( role ?r ) ( or ( true ( cell 1 B ) ) ( not terminal ) ) ) "
        "( <= ( legal xPlayer ( Mark 1 ?x ) ) ( true ( cell ?x B ) ) ( distinct ?x 2 ) ) terminal ) 30 10)");
  CHECK(writer.play({}) == "( PLAY Match.7 NIL )");
  CHECK(writer.play(moves_made()) == "( PLAY Match.7 (( Mark 1 B ) noop ) )");
  CHECK(writer.stop(moves_made()) == "( STOP Match.7 (( Mark 1 B ) noop ) )");
  CHECK(writer.stop(nothing_played()) == "( STOP Match.7 NIL )");
  CHECK(writer.abort() == "( ABORT Match.7 )");
}

TEST_CASE("messages of the Dresden GameController, GDL-I") {
  MessageWriter writer(Dialect::kDresden, opening(kOpen));
  CHECK(write_info(Dialect::kDresden) == "(INFO)");
  CHECK(writer.start() ==
        "(START Match.7 XPLAYER ((ROLE XPLAYER) (ROLE O) (INIT (CELL 1 B)) "
        "(<= (LEGAL ?R NOOP) (ROLE ?R) (OR (TRUE (CELL 1 B)) (NOT TERMINAL))) "
        "(<= (LEGAL XPLAYER (MARK 1 ?X)) (TRUE (CELL ?X B)) (DISTINCT ?X 2)) TERMINAL) 30 10)");
  CHECK(writer.play({}) == "(PLAY Match.7 NIL)");
  CHECK(writer.play(moves_made()) == "(PLAY Match.7 ((MARK 1 B) NOOP))");
  CHECK(writer.stop(moves_made()) == "(STOP Match.7 ((MARK 1 B) NOOP))");
  CHECK(writer.stop(nothing_played()) == "(STOP Match.7 NIL)");
  CHECK(writer.abort() == "(ABORT Match.7)");
}

TEST_CASE("messages of the Dresden GameController of 2010, GDL-II") {
  MessageWriter writer(Dialect::kDresden2010, opening(kHidden));
  CHECK(writer.start() ==
        "(START Match.7 XPLAYER ((ROLE XPLAYER) (ROLE RANDOM) "
        "(<= (SEES XPLAYER (HEARD ?M)) (DOES RANDOM ?M))) 30 10)");
  CHECK(writer.play({}) == "(PLAY Match.7 NIL)");
  CHECK(writer.play(seen({"(heard noop)", "ping"})) == "(PLAY Match.7 ((HEARD NOOP) PING ))");
  CHECK(writer.play(seen({})) == "(PLAY Match.7 ())");
  CHECK(writer.stop(seen({"ping"})) == "(STOP Match.7 (PING ))");
  CHECK(writer.stop(nothing_played()) == "(STOP Match.7 NIL)");
  CHECK(writer.abort() == "(ABORT Match.7)");
}

TEST_CASE("messages of the Dresden GameController of 2013, GDL-II") {
  MessageWriter writer(Dialect::kDresden2013, opening(kHidden));
  CHECK(writer.play({}) == "(PLAY Match.7 0 NIL NIL)");
  CHECK(writer.play(seen({"(heard noop)", "ping"})) == "(PLAY Match.7 3 (MARK 1 B) ((HEARD NOOP) PING ))");
  CHECK(writer.play(seen({})) == "(PLAY Match.7 3 (MARK 1 B) ())");
  CHECK(writer.stop(seen({"ping"})) == "(STOP Match.7 3 (MARK 1 B) (PING ))");
  CHECK(writer.stop(nothing_played()) == "(STOP Match.7 0 NIL NIL)");
  CHECK(writer.abort() == "(ABORT Match.7)");
}

TEST_CASE("messages of pakapark") {
  MessageWriter writer(Dialect::kPakapark, opening(kHidden));
  CHECK(writer.start() ==
        "( START Match.7 xPlayer (( role xPlayer ) ( role random ) "
        "( <= ( sees xPlayer ( Heard ?m ) ) ( does random ?m ) ) ) 30 10)");
  CHECK(writer.play({}) == "( SEES Match.7 NIL )");
  CHECK(writer.play(seen({"(heard noop)", "ping"})) ==
        "( SEES Match.7 (( sees xPlayer ( Heard noop ) ) ( sees xPlayer ping ) ) )");
  CHECK(writer.play(seen({})) == "( SEES Match.7 () )");
  CHECK(writer.stop(seen({"ping"})) == "( STOP Match.7 (( sees xPlayer ping ) ) )");
  CHECK(writer.abort() == "( ABORT Match.7 )");
}

TEST_CASE("messages in infix") {
  MessageWriter writer(Dialect::kInfix, opening(kOpen));
  CHECK(write_info(Dialect::kInfix) == "info()");
  CHECK(writer.start() ==
        "start(Match.7,xPlayer,[role(xPlayer),role(o),init(cell(1,'B')),"
        "legal(R,noop) :- role(R) & (true(cell(1,'B')) | ~terminal),"
        "legal(xPlayer,'Mark'(1,X)) :- true(cell(X,'B')) & distinct(X,2),terminal],30,10)");
  CHECK(writer.play({}) == "play(Match.7,nil)");
  CHECK(writer.play(moves_made()) == "play(Match.7,['Mark'(1,'B'),noop])");
  CHECK(writer.stop(moves_made()) == "stop(Match.7,['Mark'(1,'B'),noop])");
  CHECK(writer.abort() == "abort(Match.7)");
}

TEST_CASE("who is told every move is given the rules without sees") {
  for (Dialect dialect : {Dialect::kGgpBase, Dialect::kDresden, Dialect::kInfix})
    CHECK(lower(MessageWriter(dialect, opening(kHidden)).start()).find("sees") == std::string::npos);
}

TEST_CASE("a GDL-II player in a game without sees gets the rule by which it sees all moves") {
  const std::string start = MessageWriter(Dialect::kDresden2013, opening(kOpen)).start();
  CHECK(start.ends_with(" TERMINAL (<= (SEES ?P (DID ?P2 ?M)) (ROLE ?P) (DOES ?P2 ?M))) 30 10)"));
  CHECK(MessageWriter(Dialect::kDresden2013, opening(kOpen)).play(moves_made()) ==
        "(PLAY Match.7 3 (MARK 1 B) ((DID XPLAYER (MARK 1 B)) (DID O NOOP) ))");
  CHECK(MessageWriter(Dialect::kDresden2010, opening(kOpen)).play(moves_made()) ==
        "(PLAY Match.7 ((DID XPLAYER (MARK 1 B)) (DID O NOOP) ))");
  CHECK(MessageWriter(Dialect::kPakapark, opening(kOpen)).play(moves_made()) ==
        "( SEES Match.7 (( sees xPlayer ( did xPlayer ( Mark 1 B ) ) ) ( sees xPlayer ( did o noop ) ) ) )");
  CHECK(MessageWriter(Dialect::kPakapark, opening(kOpen))
            .start()
            .ends_with(" terminal ( <= ( sees ?p ( did ?p2 ?m ) ) ( role ?p ) ( does ?p2 ?m ) ) ) 30 10)"));
}

TEST_CASE("clocks on the wire are whole seconds") {
  CHECK(wire_seconds(0) == 60);  // no limit
  CHECK(wire_seconds(0.1) == 1);
  CHECK(wire_seconds(1.01) == 2);
  CHECK(wire_seconds(60) == 60);
}

TEST_CASE("what is written in any dialect is read") {
  for (Dialect dialect : {Dialect::kGgpBase, Dialect::kDresden, Dialect::kInfix, Dialect::kDresden2010,
                          Dialect::kDresden2013, Dialect::kPakapark}) {
    CAPTURE(name_of(dialect));
    bool percepts = tells_percepts(dialect);
    match::Opening said = opening(percepts ? kHidden : kOpen);
    MessageWriter writer(dialect, said);
    match::News news = percepts ? seen({"(heard noop)", "ping"}) : moves_made();
    std::string_view sender = is_dresden(dialect) ? "Gamecontroller" : "GAMESERVER";

    CHECK(std::holds_alternative<Info>(got(read_message(write_info(dialect)))));
    auto start = std::get<Start>(got(read_message(writer.start())));
    CHECK(start.match == "Match.7");
    CHECK(start.role == "xplayer");
    CHECK(gdl::same_rules(*start.rules, *said.rules));
    CHECK(start.start_clock == 30);
    CHECK(start.play_clock == 10);
    auto preview = std::get<Preview>(got(read_message(fmt::format("(PREVIEW ({}) 7)", percepts ? kHidden : kOpen))));
    CHECK(gdl::same_rules(*preview.rules, *said.rules));
    CHECK(preview.clock == 7);

    auto first = std::get<Play>(got(read_message(writer.play({}))));
    // That it is written in infix does not change what it says.
    Dialect meant = dialect == Dialect::kInfix ? Dialect::kGgpBase : dialect;
    CHECK(dialect_of(first, percepts, sender) == meant);
    CHECK_FALSE(first.terms);
    CHECK_FALSE(first.last_move);
    for (bool stop : {false, true}) {
      auto message = got(read_message(stop ? writer.stop(news) : writer.play(news)));
      Play play = stop ? std::get<Stop>(message) : std::get<Play>(message);
      CHECK(play.match == "Match.7");
      REQUIRE(play.terms);
      std::vector<std::string> terms = percepts ? *news.told.percepts : news.moves;
      if (dialect == Dialect::kPakapark) terms = {"(sees xplayer (heard noop))", "(sees xplayer ping)"};
      CHECK(*play.terms == terms);
      if (dialect == Dialect::kDresden2013) {
        CHECK(play.turn == 3);
        CHECK(play.last_move == "(mark 1 b)");
      }
      if (!stop) CHECK(dialect_of(play, percepts, sender) == meant);
    }
    CHECK(std::get<Abort>(got(read_message(writer.abort()))).match == "Match.7");
  }
}

TEST_CASE("messages are read in any case and layout") {
  auto play = std::get<Play>(got(read_message("\n(pLaY  m1 ; the match\n ( ( MARK\t1\r\n1 )(noop) )\n) ; end")));
  CHECK(play.match == "m1");
  CHECK(*play.terms == std::vector<std::string>{"(mark 1 1)", "noop"});
  CHECK(std::holds_alternative<Info>(got(read_message("info"))));
  CHECK(std::holds_alternative<Info>(got(read_message("\xEF\xBB\xBF(INFO)"))));
  for (const char* text : {"(play m1 nil)", "( PLAY m1 NIL )"})
    CHECK_FALSE(std::get<Play>(got(read_message(text))).terms);
  for (const char* text : {"(play m1 ())", "(play m1 ( ))", "(PLAY m1 ( ; none\n))"})
    CHECK(std::get<Play>(got(read_message(text))).terms->empty());
  auto turn = std::get<Play>(got(read_message("(PLAY m1 4 NOOP NIL)")));
  CHECK(turn.turn == 4);
  CHECK(turn.last_move == "noop");
  CHECK_FALSE(turn.terms);
  auto start = std::get<Start>(got(read_message("(start m (white) ((role White)(terminal)) 5 6 extra (arguments))")));
  CHECK(start.role == "white");
  CHECK(start.rules->statements().size() == 2);
}

TEST_CASE("messages in infix are read in any layout, and without their rules") {
  auto start = std::get<Start>(got(
      read_message(std::string("start( m1 , xPlayer , [ role(xPlayer), succ(1,2),\n next(step(N)) :- true(step(M)) & "
                               "succ(M,N) & ~done('a,b') ], 30, 10 )\n"))));
  CHECK(start.match == "m1");
  CHECK(start.role == "xplayer");
  REQUIRE(start.rules->readable());
  CHECK(start.rules->statements().size() == 3);
  CHECK(start.start_clock == 30);
  auto play = std::get<Play>(got(read_message("PLAY(m1,[mark(1, f(2)), noop])")));
  CHECK(*play.terms == std::vector<std::string>{"(mark 1 (f 2))", "noop"});
  auto turn = std::get<Play>(got(read_message("play(m1,4,noop,[ping])")));
  CHECK(turn.turn == 4);
  CHECK(turn.last_move == "noop");
  CHECK(std::get<Play>(got(read_message("play(m1,[])"))).terms->empty());
  CHECK_FALSE(read_message("play(m1,[noop)"));
  CHECK_FALSE(read_message("start(m1,x,role(x),30,10)"));
  for (const char* text : {"(START m1 X ((role x)) 30 10)", "start(m1,x,[role(x)],30,10)"}) {
    auto heading = got(read_heading(text));
    CHECK(heading.word == "start");
    CHECK(heading.match == "m1");
    CHECK(heading.start_clock == 30);
    CHECK(heading.play_clock == 10);
  }
  CHECK(got(read_heading("( INFO )")).word == "info");
  CHECK(got(read_heading("(PLAY M1 NIL)")).match == "m1");
  CHECK_FALSE(read_heading("(START m1 x ((role x)) soon 10)"));
  CHECK_FALSE(read_heading("(PLAY"));
}

TEST_CASE("the dialect of a PLAY") {
  auto dialect = [](const char* text, bool sees, const char* sender) {
    return dialect_of(std::get<Play>(got(read_message(text))), sees, sender);
  };
  CHECK(dialect("(PLAY m 0 NIL NIL)", false, "GAMESERVER") == Dialect::kDresden2013);
  CHECK(dialect("(SEES m NIL)", false, "GAMESERVER") == Dialect::kPakapark);
  CHECK(dialect("(PLAY m NIL)", true, "gamecontroller") == Dialect::kDresden2010);
  CHECK(dialect("(PLAY m NIL)", false, "Gamecontroller") == Dialect::kDresden);
  CHECK(dialect("(PLAY m NIL)", true, "GAMESERVER") == Dialect::kGgpBase);
  CHECK(dialect("(PLAY m NIL)", true, "") == Dialect::kGgpBase);
}

TEST_CASE("what is no message is an error that says what it is") {
  auto wrong = [](std::string text) {
    auto message = read_message(text);
    return message ? std::string("read") : message.error().message;
  };
  CHECK(wrong("") == "an empty message");
  CHECK(wrong("()") == "an empty message");
  CHECK(wrong("; nothing") == "an empty message");
  CHECK(wrong("(play m nil") == "a parenthesis that is not closed in (play m nil");
  CHECK(wrong("(info))") == "a parenthesis too many in (info))");
  CHECK(wrong("(dance m)") == "an unknown message: (dance m)");
  CHECK(wrong("(info) (info)") == "not a message: (info) (info)");
  CHECK(wrong("(start m white (role white) 5)") == "START with 4 arguments");
  CHECK(wrong("(start m white white 5 5)") == "rules that are no list: white");
  CHECK(wrong("(start m white ((role white)) soon 5)") == "a clock that is no number of seconds: soon");
  CHECK(wrong("(play (m 1) nil)") == "a match id with parentheses: (m 1)");
  CHECK(wrong("(play m one nil nil)") == "a turn that is no number: one");
  CHECK(wrong("(play m (a ?x))") == "a variable in ?x");
  CHECK(wrong("(play m ((a ())))") == "an empty list in (a ())");
  CHECK(wrong("(play m (((a b) c)))") == "a list without a name in ((a b) c)");
  CHECK(wrong(std::string("(play m (a\0b))", 14)) == "a byte 0x00 in a?b");
  CHECK(wrong("(play)") == "PLAY with 0 arguments");
  CHECK(wrong(std::string(1'000'000, '(')).starts_with("a parenthesis that is not closed in ((("));
  std::string deep = "(play m (" + std::string(100'000, '(') + std::string(100'000, ')') + "))";
  CHECK(wrong(deep) == "a term of 200000 bytes");
  std::string nested = "x";
  for (int i = 0; i < 300; ++i) nested = "(f " + nested + ")";
  CHECK(wrong("(play m (" + nested + "))") == "more than 200 parentheses deep");
}
