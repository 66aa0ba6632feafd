// SPDX-License-Identifier: MIT
//
// The player over real sockets: what it answers to every message, what it tells its strategy, and that nothing sent to
// it keeps it from playing.
#include "wire/player_server.h"

#include "wire/message_writer.h"
#include "wire/served_player.h"

using namespace percept;
using namespace percept::test;
using wire::Dialect;

namespace {

const std::string kMarking =
    "(role White) (role black) (init (step 1)) (<= (legal ?r noop) (role ?r)) (<= (legal ?r (Mark 1)) (role ?r)) "
    "(<= (next (step 1)) (true (step 1))) (<= terminal (not (true (step 1)))) (<= (goal ?r 50) (role ?r))";
const std::string kHeard = kMarking + " (<= (sees ?r (Heard ?m)) (role ?r) (does black ?m))";

std::string start(const std::string& match, const std::string& rules, int start_clock = 2, int play_clock = 2) {
  return "(START " + match + " WHITE (" + rules + ") " + std::to_string(start_clock) + " " +
         std::to_string(play_clock) + ")";
}

using Events = std::vector<std::string>;

// What was told so far, once there are so many events: a player works on a thread of its own.
Events told(Diary& diary, std::size_t count) {
  while (diary.all().size() < count) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return diary.all();
}

}  // namespace

TEST_CASE("a match of GDL-I with joint moves") {
  for (Dialect dialect : {Dialect::kGgpBase, Dialect::kDresden}) {
    auto diary = std::make_shared<Diary>();
    ServedPlayer player(diary);
    CHECK(player.tell("( INFO )") == "( ( name test ) ( status available ) ( species alien ) ( gdl 2 ) )");
    CHECK(player.tell("( PREVIEW (" + kMarking + ") 3 )") == "ready");
    CHECK(player.tell(start("m1", kMarking), dialect) == "ready");
    CHECK(player.tell("( INFO )") == "( ( name test ) ( status busy ) ( species alien ) ( gdl 2 ) )");
    diary->move = "(mark 1)";
    CHECK(player.tell("( PLAY m1 NIL )", dialect) == "(Mark 1)");  // as the rules spell it
    CHECK(player.tell("( play M1 (( MARK 1 ) NOOP ) )", dialect) == "(Mark 1)");
    CHECK(player.tell("( STOP m1 (noop (mark 1)) )", dialect) == "done");
    CHECK(told(*diary, 4) == Events{"start white", "hear (mark 1): (does white (mark 1)) (does black noop)",
                                    "hear noop: (does white noop) (does black (mark 1))", "stop"});
    CHECK(player.tell("( INFO )").find("available") != std::string::npos);
    CHECK(player.tell("( PLAY m1 NIL )") == "busy");
  }
}

TEST_CASE("roles that rules give are roles") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  std::string rules =
      "(player White) (player black) (<= (role ?p) (player ?p)) " + kMarking.substr(kMarking.find("(init"));
  CHECK(player.tell(start("m1", rules)) == "ready");
  CHECK(player.tell("( PLAY m1 NIL )") == "noop");
  CHECK(player.tell("( PLAY m1 (noop ( mark 1 ) ) )") == "noop");
  Events events = told(*diary, 2);
  CHECK(events[1].find("(does white noop)") == std::string::npos);  // sorted: black is the first role
  CHECK(events[1].find("(does white (mark 1))") != std::string::npos);
}

TEST_CASE("a match of GDL-II, dresden-2010") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  CHECK(player.tell(start("m1", kHeard), Dialect::kDresden2010) == "ready");
  CHECK(player.tell("(PLAY m1 NIL)", Dialect::kDresden2010) == "noop");
  CHECK(player.tell("(PLAY m1 NIL)", Dialect::kDresden2010) == "noop");  // sent again
  diary->move = "(mark 1)";
  CHECK(player.tell("(PLAY m1 ((HEARD NOOP) ))", Dialect::kDresden2010) == "(Mark 1)");
  CHECK(player.tell("(PLAY m1 ())", Dialect::kDresden2010) == "(Mark 1)");
  CHECK(player.tell("(PLAY m1 ())", Dialect::kDresden2010) == "(Mark 1)");  // another round without percepts
  CHECK(player.tell("(STOP m1 ((HEARD (MARK 1)) ))", Dialect::kDresden2010) == "done");
  // The own move is not told: it is what was answered.
  CHECK(told(*diary, 6) == Events{"start white", "hear noop: (heard noop)",
                                  "hear (mark 1):", "hear (mark 1):", "hear (mark 1): (heard (mark 1))", "stop"});
}

TEST_CASE("a match of GDL-II, pakapark") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  CHECK(player.tell(start("m1", kHeard)) == "ready");
  CHECK(player.tell("( SEES m1 NIL )") == "noop");
  // Percepts are whole facts; those of another role are not for us.
  CHECK(player.tell("( SEES m1 (( sees White ( Heard noop ) ) ( sees black ping ) ) )") == "noop");
  CHECK(player.tell("( SEES m1 (( Heard noop ) ) )") == "noop");
  CHECK(player.tell("( STOP m1 (( sees white ping ) ) )") == "done");
  CHECK(told(*diary, 5) ==
        Events{"start white", "hear noop: (heard noop)", "hear noop: (heard noop)", "hear noop: ping", "stop"});
}

TEST_CASE("a match of GDL-II, dresden-2013: replaced moves, repeated and missed turns") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  CHECK(player.tell(start("m1", kHeard), Dialect::kDresden2013) == "ready");
  CHECK(player.tell("(PLAY m1 0 NIL NIL)", Dialect::kDresden2013) == "noop");
  diary->move = "(mark 1)";
  CHECK(player.tell("(PLAY m1 0 NIL NIL)", Dialect::kDresden2013) == "noop");                       // sent again
  CHECK(player.tell("(PLAY m1 1 (MARK 1) ((HEARD NOOP) ))", Dialect::kDresden2013) == "(Mark 1)");  // replaced
  diary->move = "noop";
  CHECK(player.tell("(PLAY m1 1 (MARK 1) ((HEARD NOOP) ))", Dialect::kDresden2013) == "(Mark 1)");
  CHECK(player.last_line().ends_with("[sent again]"));
  CHECK(player.tell("(PLAY m1 4 NOOP ())", Dialect::kDresden2013) == "noop");
  CHECK(player.last_line().ends_with("[2 rounds missed]"));
  CHECK(player.tell("(PLAY m1 999999999 NOOP ())", Dialect::kDresden2013) == "nil");
  CHECK(player.tell("(STOP m1 5 NOOP (PING ))", Dialect::kDresden2013) == "done");
  CHECK(told(*diary, 7) == Events{"start white", "hear (mark 1): (heard noop)", "hear ?: ?", "hear ?: ?",
                                  "hear noop:", "hear noop: ping", "stop"});
}

TEST_CASE("a joint move in a game with percepts tells them, as long as it fits the position") {
  for (const char* odd : {"(noop)", "(noop (jump 7))", "NIL"}) {
    CAPTURE(odd);
    auto diary = std::make_shared<Diary>();
    ServedPlayer player(diary);
    player.tell(start("m1", kHeard));
    player.tell("( PLAY m1 NIL )");
    player.tell("( PLAY m1 (noop (mark 1)) )");
    player.tell("( PLAY m1 ((mark 1) noop) )");
    player.tell(std::string("( PLAY m1 ") + odd + " )");
    std::string line = player.last_line();
    CHECK(line.ends_with(odd == std::string("(noop)") ? "[1 move for 2 roles]"
                         : odd == std::string("NIL")  ? "[no moves told]"
                                                      : "(jump 7)]"));
    player.tell("( PLAY m1 (noop noop) )");
    std::string own = odd == std::string("(noop (jump 7))") ? "noop" : "?";
    CHECK(told(*diary, 5) == Events{"start white", "hear noop: (heard (mark 1))", "hear (mark 1): (heard noop)",
                                    "hear " + own + ": ?", "hear noop: ?"});
  }
}

TEST_CASE("moves that are replaced by the same one round after round are told each time") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  player.tell(start("m1", kMarking));
  player.tell("( PLAY m1 NIL )");
  diary->move = "(mark 1)";
  CHECK(player.tell("( PLAY m1 (noop noop ) )") == "(Mark 1)");
  diary->move = "noop";
  // The manager replaced the move by the same one again: a new round, though the words are the same.
  CHECK(player.tell("( PLAY m1 (noop noop ) )") == "noop");
  CHECK(player.tell("( PLAY m1 (noop noop ) )") == "noop");
  std::string round = "hear noop: (does white noop) (does black noop)";
  CHECK(told(*diary, 4) == Events{"start white", round, round, round});
}

TEST_CASE("the margin shrinks with moves that were made and grows with those that were replaced") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  player.server.set_margin(0.25);
  CHECK(player.server.margin() == 0.25);
  player.server.set_margin(0);  // says nothing
  CHECK(player.server.margin() == 0.25);
  CHECK(player.tell(start("m1", kMarking)) == "ready");
  CHECK(player.tell("( PLAY m1 NIL )") == "noop");
  double first = player.server.margin();
  CHECK(player.tell("( PLAY m1 (noop noop ) )") == "noop");
  double accepted = player.server.margin();
  CHECK(accepted < first);
  CHECK(player.tell("( PLAY m1 ((mark 1) noop ) )") == "noop");
  CHECK(player.server.margin() > accepted);
}

TEST_CASE("one match at a time") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  CHECK(player.tell("( PLAY m1 NIL )") == "busy");
  CHECK(player.tell("( STOP m1 NIL )") == "busy");
  CHECK(player.tell("( ABORT m1 )") == "busy");
  CHECK(player.tell(start("m1", kMarking, 10, 5)) == "ready");
  auto from_elsewhere = [&](const std::string& text) {
    return player.server.answer({.text = text, .sender = "", .peer = "10.1.2.3", .arrived = play::Clock::now()});
  };
  CHECK(from_elsewhere(start("m2", kMarking)) == "busy");
  CHECK(from_elsewhere(start("m1", kHeard)) == "busy");            // other rules
  CHECK(from_elsewhere(start("M1", kMarking, 10, 5)) == "ready");  // the same: its manager has moved
  CHECK(player.tell(start("m1", kMarking, 10, 5)) == "ready");
  CHECK(player.tell("( PREVIEW (" + kMarking + ") 3 )") == "busy");
  CHECK(player.tell("( PLAY m2 NIL )") == "busy");
  CHECK(player.tell("( STOP m2 NIL )") == "busy");
  CHECK(player.tell("( ABORT m2 )") == "busy");
  CHECK(player.tell("( PLAY m1 NIL )") == "noop");
  CHECK(player.tell("( ABORT m1 )") == "aborted");
  // Silence of the start clock and ten seconds, and once it plays of the play clock and ten seconds.
  for (bool plays : {false, true}) {
    player.skipped = 0;
    CHECK(player.tell(start("m2", kMarking, 20, 5)) == "ready");
    if (plays) CHECK(player.tell("( PLAY m2 NIL )") == "noop");
    player.skipped = plays ? 14 : 29;
    CHECK(player.tell("( INFO )").find("busy") != std::string::npos);
    CHECK(from_elsewhere(start("m3", kMarking)) == "busy");
    player.skipped = plays ? 16 : 31;
    CHECK(player.tell("( INFO )").find("available") != std::string::npos);
    CHECK(from_elsewhere(start("m3", kMarking)) == "ready");
    CHECK(player.tell("( PLAY m2 NIL )") == "busy");
    CHECK(player.tell("( ABORT m3 )") == "aborted");
  }
}

TEST_CASE("why rules cannot be played is what the check found") {
  ServedPlayer player("legal");
  CHECK(
      player.tell("( START m1 p1 ((role p1) (init on) (legal p1 go) (<= (next ?x) (true on)) (<= terminal (true off)) "
                  "(goal p1 100)) 2 2 )") == "busy");
  CHECK(player.last_line().find("no role") == std::string::npos);
  CHECK_MESSAGE(player.last_line().find("?x") != std::string::npos, player.last_line());
}

TEST_CASE("a guess that was not made is not made again before all others were") {
  // What is legal after the first round is not known to a player that was told nothing of it.
  const std::string rules =
      "(role white) (role black) (number 1) (number 2) (number 3) (init start) (<= (legal white (go ?n)) (number ?n)) "
      "(legal black noop) (<= (next start) (true start)) (<= (sees white (saw ?m)) (does black ?m)) "
      "(<= terminal (not (true start))) (goal white 100) (goal black 0)";
  auto diary = std::make_shared<Diary>();
  diary->guesses = true;
  diary->move = "(go 9)";
  ServedPlayer player(diary);
  REQUIRE(player.tell(start("m1", rules, 5, 5), Dialect::kDresden2013) == "ready");
  std::vector<std::string> answers;
  answers.push_back(player.tell("(PLAY m1 0 NIL NIL)", Dialect::kDresden2013));
  for (int turn = 1; turn < 5; ++turn)
    answers.push_back(
        player.tell("(PLAY m1 " + std::to_string(turn) + " (GO 7) ((SAW NOOP) ))", Dialect::kDresden2013));
  CHECK(answers == std::vector<std::string>{"(go 9)", "(go 1)", "(go 2)", "(go 3)", "(go 9)"});
}

TEST_CASE("rules it cannot play are answered busy, and it stays free") {
  ServedPlayer player("legal");
  CHECK(player.tell("( START m1 white ((role white)) 2 2 )") == "busy");       // nothing legal, no end
  CHECK(player.tell("( START m1 white ((<= (p ?x)) 2 2 )") == "busy");         // parentheses
  CHECK(player.tell("( START m1 white ((<= (p ?x) (q b))) 2 2 )") == "busy");  // unsafe
  CHECK(player.tell("( START m1 green (" + kMarking + ") 2 2 )") == "busy");   // no such role
  CHECK(player.tell(start("m2", kMarking)) == "ready");
}

// Two rooms; what is legal in the second round depends on the move made in the first.
TEST_CASE("the belief goes by the move that the manager made, not by the answer") {
  const std::string rules =
      "(role white) (role random) (room left) (room right) (init start) (legal random noop) "
      "(<= (legal white (go ?r)) (true start) (room ?r)) "
      "(<= (legal white (rest ?r)) (true (in ?r))) (<= (next (in ?r)) (does white (go ?r))) "
      "(<= (next (in ?r)) (true (in ?r))) (<= (sees white tick) (does random noop)) "
      "(goal white 100) (goal random 100) (<= terminal (true done)) (<= (next done) (does white (rest ?r)))";
  for (const char* strategy : {"legal:filter=exact", "legal:filter=two-set"}) {
    ServedPlayer player(strategy);
    CHECK(player.tell(start("m1", rules, 5, 5), Dialect::kDresden2013) == "ready");
    CHECK(player.tell("(PLAY m1 0 NIL NIL)", Dialect::kDresden2013) == "(go left)");
    CHECK(player.tell("(PLAY m1 1 (GO RIGHT) (TICK ))", Dialect::kDresden2013) == "(rest right)");
    CHECK(player.tell("(STOP m1 2 (REST RIGHT) (TICK ))", Dialect::kDresden2013) == "done");
    CHECK(player.tell(start("m2", rules, 5, 5), Dialect::kDresden2010) == "ready");
    CHECK(player.tell("(PLAY m2 NIL)", Dialect::kDresden2010) == "(go left)");
    CHECK(player.tell("(PLAY m2 (TICK ))", Dialect::kDresden2010) == "(rest left)");
    // Percepts that cannot be: it goes on with a move that may be legal.
    CHECK(player.tell("(STOP m2 (TICK ))", Dialect::kDresden2010) == "done");
    CHECK(player.tell(start("m3", rules, 5, 5), Dialect::kDresden2013) == "ready");
    CHECK(player.tell("(PLAY m3 0 NIL NIL)", Dialect::kDresden2013) == "(go left)");
    CHECK(player.tell("(PLAY m3 1 (GO RIGHT) (NOISE ))", Dialect::kDresden2013) == "(rest right)");
  }
}

TEST_CASE("it answers before its clock is over, and at once when the match is") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  CHECK(player.tell(start("m1", kMarking, 1, 1)) == "ready");
  diary->hangs = true;
  CHECK(player.tell("( PLAY m1 NIL )") == "noop");
  player.tell("( ABORT m1 )");
  // With an hour on the clock the answer comes with ABORT, STOP, or the manager's START.
  for (const std::string& message :
       {std::string("( ABORT m2 )"), std::string("( STOP m2 NIL )"), start("m2", kMarking, 1, 3600)}) {
    diary->hangs = true;
    CHECK(player.tell(start("m2", kMarking, 1, 3600)) == "ready");
    std::string answer;
    std::size_t before = diary->all().size();
    std::thread asking([&] { answer = player.tell("( PLAY m2 NIL )"); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    player.tell(message);
    asking.join();
    CHECK((answer == "noop" || answer == "nil"));
    CHECK(diary->all().size() >= before);
  }
}

TEST_CASE("messages on many connections at once end, and leave it free") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&player, thread] {
      std::string id = "m" + std::to_string(thread % 3);
      for (int round = 0; round < 25; ++round) {
        const std::string messages[] = {
            start(id, kMarking, 1, 1),          "( PLAY " + id + " NIL )", "( PLAY " + id + " (noop noop ) )",
            "( STOP " + id + " (noop noop ) )", "( ABORT " + id + " )",    "( INFO )"};
        std::string answer = player.tell(messages[(round * 7 + thread) % 6]);
        bool known = answer == "ready" || answer == "busy" || answer == "noop" || answer == "(Mark 1)" ||
                     answer == "nil" || answer == "done" || answer == "aborted" || answer.starts_with("( ( name");
        CHECK_MESSAGE(known, answer);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const char* id : {"m0", "m1", "m2"}) player.tell(std::string("( ABORT ") + id + " )");
  CHECK(player.tell(start("last", kMarking)) == "ready");
}
