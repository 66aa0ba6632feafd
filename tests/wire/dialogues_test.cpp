// SPDX-License-Identifier: MIT
//
// Dialogues with managers and players of others, as they were met: what is said, and what is to be answered.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "game/playout.h"
#include "gdl/term_text.h"
#include "support/support.h"
#include "wire/seated.h"
#include "wire/served_player.h"

using namespace percept;
using namespace percept::test;
using wire::Dialect;

namespace {

const std::string kNumbers =
    "(role white) (role black) (number 1) (number 2) (init (step 1)) (<= (legal ?r (take ?n)) (role ?r) (number ?n)) "
    "(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2))) (<= terminal (true (step 3))) "
    "(<= (goal ?r 50) (role ?r))";

struct Said {
  std::string message, answer;
};

void check_dialogue(const ServedPlayer& player, const std::vector<Said>& dialogue,
                    Dialect dialect = Dialect::kGgpBase) {
  for (const Said& said : dialogue) {
    CAPTURE(said.message);
    CHECK(player.tell(said.message, dialect) == said.answer);
  }
}

}  // namespace

TEST_CASE("dialogue: a manager that died without a word starts again") {
  const std::string free = "( ( name test ) ( status available ) ( species alien ) ( gdl 2 ) )";
  const std::string taken = "( ( name test ) ( status busy ) ( species alien ) ( gdl 2 ) )";
  {
    ServedPlayer player("legal");  // GameController, which never sends ABORT
    check_dialogue(player,
                   {{"(START MATCH.1 WHITE (" + upper(kNumbers) + ") 30 10)", "ready"},
                    {"(PLAY MATCH.1 NIL)", "(TAKE 1)"},
                    {"(START MATCH.2 BLACK (" + upper(kNumbers) + ") 30 10)", "ready"},
                    {"(PLAY MATCH.1 ((TAKE 1) (TAKE 1)))", "busy"},
                    {"(PLAY MATCH.2 NIL)", "(TAKE 1)"},
                    {"(PLAY MATCH.2 ((TAKE 2) (TAKE 1)))", "(TAKE 1)"},
                    {"(STOP MATCH.2 ((TAKE 2) (TAKE 1)))", "done"}},
                   Dialect::kDresden);
  }
  ServedPlayer player("legal");  // ggp-base, which sends no STOP where a goal is not defined
  check_dialogue(player, {{"( INFO )", free},
                          {"( START m.1 white (" + gdl::spaced(kNumbers) + " ) 30 10)", "ready"},
                          {"( INFO )", taken},
                          {"( PLAY m.1 NIL )", "(take 1)"},
                          {"( PLAY m.1 (( take 1 ) ( take 2 ) ) )", "(take 1)"},
                          {"( START m.2 white (" + gdl::spaced(kNumbers) + " ) 30 10)", "ready"},
                          {"( PLAY m.2 NIL )", "(take 1)"},
                          {"( ABORT m.2 )", "aborted"},
                          {"( INFO )", free}});
}

TEST_CASE("dialogue: ggp-base tells the joint moves of a game with sees, and every answer is legal") {
  game::Game game = game_of_file(project_root() / "games" / "krieg_tictactoe_3x3.kif", game::Game::Choice::kProver);
  const std::string rules = gdl::spaced(game.description().source()->text());
  std::size_t rounds = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::vector<std::unique_ptr<ServedPlayer>> players;
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      players.push_back(std::make_unique<ServedPlayer>(fmt::format("random:seed={}", 10 * seed + role)));
      CHECK(players.back()->tell(fmt::format("( START m {} ({} ) 60 60)", game.text(game::RoleId{role}), rules)) ==
            "ready");
    }
    game::State state = game.initial();
    std::string news = "NIL";
    while (!got(game.terminal(state))) {
      game::JointMove moves;
      std::string told;
      for (std::uint32_t role = 0; role < game.roles(); ++role) {
        std::string answer = players[role]->tell(fmt::format("( PLAY m {} )", news));
        auto move = game.parse_move(game::RoleId{role}, got(gdl::term_text(answer)));
        REQUIRE_MESSAGE(move, answer);
        auto legal = got(game.legal(state, game::RoleId{role}));
        REQUIRE_MESSAGE(std::ranges::find(legal, *move) != legal.end(), answer);
        CHECK(players[role]->last_line().find("guess") == std::string::npos);
        moves.push_back(*move);
        told += gdl::spaced(game.text(game::RoleId{role}, *move)) + " ";
      }
      news = fmt::format("({})", told);
      state = got(game.next(state, moves));
      ++rounds;
    }
    for (auto& player : players) CHECK(player->tell(fmt::format("( STOP m {} )", news)) == "done");
  }
  CHECK(rounds > 15);
}

TEST_CASE("dialogue: a game of GDL-II in which all is seen, in ggp-base's words") {
  game::Game game =
      game_of_text(kNumbers + "(<= (sees ?r (did ?s ?m)) (role ?r) (does ?s ?m))", game::Game::Choice::kProver);
  ScriptedServer white(answering({"( take 2 )", "( take 1 )"})), black(answering({"(take 1)"}));
  const record::Record record = played(game, {{white.url(), {}}, {black.url(), {}}}, setup_with({30, 10}));
  CHECK(record.status == record::Status::kCompleted);
  std::vector<std::string> bodies;
  for (const std::string& request : white.requests()) bodies.push_back(request.substr(request.find("\r\n\r\n") + 4));
  CHECK(bodies == std::vector<std::string>{"( INFO )",
                                           "( START match.1 white (" +
                                               [] {
                                                 std::string list;
                                                 for (auto form : got(gdl::forms(kNumbers)))
                                                   list += gdl::spaced(form) + " ";
                                                 return list;
                                               }() +
                                               ") 30 10)",
                                           "( PLAY match.1 NIL )", "( PLAY match.1 (( take 2 ) ( take 1 ) ) )",
                                           "( STOP match.1 (( take 1 ) ( take 1 ) ) )"});
  for (const record::Round& round : record.rounds)
    for (const auto& fault : round.faults) CHECK_FALSE(fault);
}

TEST_CASE("dialogue: pakapark, both ways") {
  const std::string hidden = kNumbers + " (<= (sees ?r (heard ?n)) (role ?r) (does black (take ?n)))";
  auto diary = std::make_shared<Diary>();
  diary->move = "(take 2)";
  ServedPlayer player(diary);
  check_dialogue(player, {{"( START m.1 white (" + gdl::spaced(hidden) + " ) 30 10)", "ready"},
                          {"( SEES m.1 NIL )", "(take 2)"},
                          {"( SEES m.1 (( sees white ( heard 1 ) ) ) )", "(take 2)"},
                          {"( STOP m.1 (( sees white ( heard 2 ) ) ) )", "done"}});
  while (diary->all().size() < 4) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  CHECK(diary->all() ==
        std::vector<std::string>{"start white", "hear (take 2): (heard 1)", "hear (take 2): (heard 2)", "stop"});
  game::Game game = game_of_text(hidden, game::Game::Choice::kProver);
  ScriptedServer white(answering({"( take 2 )"})), black(answering({"( take 1 )", "( take 2 )"}));
  const wire::SeatOptions pakapark{.seed = 1, .dialect = Dialect::kPakapark};
  played(game, {{white.url(), pakapark}, {black.url(), pakapark}}, setup_with({30, 10}));
  std::vector<std::string> bodies;
  for (const std::string& request : white.requests()) bodies.push_back(request.substr(request.find("\r\n\r\n") + 4));
  REQUIRE(bodies.size() == 5);
  CHECK(bodies[2] == "( SEES match.1 NIL )");
  CHECK(bodies[3] == "( SEES match.1 (( sees white ( heard 1 ) ) ) )");
  CHECK(bodies[4] == "( STOP match.1 (( sees white ( heard 2 ) ) ) )");
}

TEST_CASE("dialogue: infix, both ways") {
  const std::string rules =
      "role(white),role(black),number(1),number(2),init(step(1)),legal(R,take(N)) :- role(R) & number(N),"
      "next(step(2)) :- true(step(1)),next(step(3)) :- true(step(2)),terminal :- true(step(3)),goal(R,50) :- role(R)";
  ServedPlayer player("legal");
  check_dialogue(player, {{"info()", "[[name,test],[status,available],[species,alien],[gdl,2]]"},
                          {"start(m1,white,[" + rules + "],30,10)", "ready"},
                          {"play(m1,nil)", "take(1)"},
                          {"play(m1,[take(1),take(2)])", "take(1)"},
                          {"stop(m1,[take(1),take(2)])", "done"},
                          {"start(m2,white,[" + rules + "],30,10)", "ready"},
                          {"abort(m2)", "aborted"}});
  game::Game game = game_of_text(kNumbers, game::Game::Choice::kProver);
  ScriptedServer white(answering({"take(2)", "take(1)"})), black(answering({"take(1)"}));
  const wire::SeatOptions infix{.seed = 1, .dialect = Dialect::kInfix};
  const record::Record record = played(game, {{white.url(), infix}, {black.url(), infix}}, setup_with({30, 10}));
  CHECK(record.rounds[0].moves == std::vector<std::string>{"(take 2)", "(take 1)"});
  std::vector<std::string> bodies;
  for (const std::string& request : white.requests()) bodies.push_back(request.substr(request.find("\r\n\r\n") + 4));
  CHECK(bodies == std::vector<std::string>{"info()", "start(match.1,white,[" + rules + "],30,10)", "play(match.1,nil)",
                                           "play(match.1,[take(2),take(1)])", "stop(match.1,[take(1),take(1)])"});
}
