// SPDX-License-Identifier: MIT
#include "wire/remote_seat.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "wire/connect_allowance.h"
#include "wire/http.h"
#include "wire/introduction.h"
#include "wire/seated.h"

using namespace percept;
using namespace percept::test;
using namespace std::chrono_literals;
using record::FaultKind;

namespace {

match::Opening opening_of(bool hidden, record::Clocks clocks = {60, 60}) {
  return {.match = "match.1",
          .rules = gdl::read_text("test", taking_numbers(hidden)),
          .role = "beta",
          .roles = {"alpha", "beta"},
          .clocks = clocks};
}

// Answers INFO so, and everything else with what a good player says.
ScriptedServer::Script introducing(std::string info) {
  return [info = std::move(info), good = answering({"(take 1)"})](Caller& caller) {
    if (caller.message() != "info") return good(caller);
    if (!info.empty()) caller.answer(info);
  };
}

std::string posted(const std::string& request) { return request.substr(request.find("\r\n\r\n") + 4); }

}  // namespace

TEST_CASE("the dialect is what was asked for, what the player says, or what the game needs") {
  const auto met = [](const std::string& info, bool hidden, std::optional<wire::Dialect> asked = {}) {
    ScriptedServer server(introducing(info));
    const auto seat = remote(server.url(), {.seed = 1, .dialect = asked, .timing = {}});
    CHECK(seat->meet(opening_of(hidden), {}));
    const record::PlayerOnRecord player = seat->player();
    CHECK(player.spec == server.url());
    CHECK_FALSE(player.human);
    CHECK(server.requests("info").size() == 1);
    return std::pair(player.name == server.url().substr(7) ? "its address" : player.name, player.dialect);
  };
  using Met = std::pair<std::string, std::string>;
  CHECK(met("( ( name n1 ) ( status available ) )", false) == Met{"n1", "ggp-base"});
  CHECK(met("( ( name n1 ) ( status available ) )", true) == Met{"n1", "dresden-2013"});
  CHECK(met("( ( name N2 ) ( gdl 2 ) )", false) == Met{"N2", "dresden-2013"});
  CHECK(met("available", false) == Met{"its address", "ggp-base"});
  CHECK(met("((name n3) (status busy))", true, wire::Dialect::kPakapark) == Met{"n3", "pakapark"});
  CHECK(met("", true) == Met{"its address", "dresden-2013"});
  CHECK(met("", false, wire::Dialect::kDresden) == Met{"its address", "dresden"});
  CHECK(met("( ( name n4 ) ( gdl 2 ) )", false, wire::Dialect::kGgpBase) == Met{"n4", "ggp-base"});
}

TEST_CASE("a player that would be told hidden moves is refused") {
  ScriptedServer server(introducing("available"));
  for (const wire::Dialect dialect : {wire::Dialect::kGgpBase, wire::Dialect::kDresden}) {
    const auto met = remote(server.url(), {.seed = 1, .dialect = dialect, .timing = {}})->meet(opening_of(true), {});
    REQUIRE_FALSE(met);
    CHECK(met.error().message.find("hidden") != std::string::npos);
    CHECK(met.error().hint.find("dresden-2013") != std::string::npos);
  }
  CHECK(server.requests("start").empty());
}

TEST_CASE("a player that would be told hidden moves is told them where the user insists") {
  ScriptedServer server(introducing("available"));
  const auto seat = remote(server.url(), {.seed = 1, .dialect = wire::Dialect::kGgpBase, .tell_moves = true});
  CHECK(seat->meet(opening_of(true), {}));
  CHECK(seat->told_moves());
}

TEST_CASE("who says nothing of GDL-II is told joint moves where every role sees them") {
  const auto dialect = [](const std::string& info, const std::string& sees) {
    ScriptedServer server(introducing(info));
    match::Opening opening = opening_of(false);
    opening.rules = gdl::read_text("test", taking_numbers(false) + sees);
    const auto seat = remote(server.url());
    CHECK(seat->meet(opening, {}));
    return seat->player().dialect;
  };
  const std::string all = "(<= (sees ?r (did ?s ?m)) (role ?r) (does ?s ?m))";
  const std::string others = "(<= (sees ?r (took ?m)) (other ?r ?s) (does ?s ?m))";
  CHECK(dialect("( ( name n ) )", all) == "ggp-base");
  CHECK(dialect("( ( name n ) )", others) == "ggp-base");
  CHECK(dialect("( ( name n ) ( gdl 2 ) )", all) == "dresden-2013");
  CHECK(dialect("", all) == "dresden-2013");                                    // it may never have heard of INFO
  for (const char* hidden : {"(<= (sees Alpha (did ?s ?m)) (does ?s ?m))",      // one of two
                             "(<= (sees ?r (did ?s)) (role ?r) (does ?s ?m))",  // not the move
                             "(<= (sees ?r (did ?s ?n)) (role ?r) (does ?s (take ?n)))",           // not any move
                             "(<= (sees ?r (did ?s ?m)) (role ?r) (does ?s ?m) (true (step 1)))",  // not always
                             "(<= (sees ?r (did ?s ?m)) (role ?r) (does ?s ?m) (not (odd 1)))",
                             "(<= (sees ?r (did ?s ?m)) (other ?r ?s) (other ?s ?t) (does ?s ?m))"})  // beyond us
    CHECK_MESSAGE(dialect("( ( name n ) )", hidden) == "dresden-2013", hidden);
}

TEST_CASE("whoever says nothing to the first PLAY may speak another dialect, and the record says so") {
  ScriptedServer server([](Caller& caller) {
    if (caller.message() != "play") return caller.answer(caller.message() == "start" ? "ready" : "");
    caller.answer(caller.number() == 0 ? "nil" : "busy");
  });
  const auto seat = remote(server.url());
  const match::Opening opening = opening_of(true);
  CHECK(seat->meet(opening, {}));
  CHECK_FALSE(seat->start(opening, {}));
  const match::Answer first = seat->play({}, {});
  REQUIRE(first.fault);
  CHECK(first.fault->detail.find("spoken to in dresden-2013, and may speak ggp-base") != std::string::npos);
  const match::Answer second =
      seat->play(match::News{.round = 1, .told = {"(take 1)", std::vector<std::string>()}, .moves = {}}, {});
  REQUIRE(second.fault);
  CHECK(second.fault->detail.find("may speak") == std::string::npos);
}

TEST_CASE("an address that is none makes no seat") {
  const auto seat = wire::make_remote_seat("http://host:port", {});
  REQUIRE_FALSE(seat);
  CHECK(seat.error().hint.find("http://host:port") != std::string::npos);
}

TEST_CASE("what is sent is the dialect's, byte for byte") {
  const match::News news{
      .round = 1, .told = {"(take 2)", std::vector<std::string>()}, .moves = {"(take 3)", "(take 2)"}};
  const auto sent = [&](wire::Dialect dialect) {
    ScriptedServer server(introducing("( ( name bob ) )"));
    const auto seat = remote(server.url(), {.seed = 1, .dialect = dialect, .timing = {}});
    const match::Opening opening = opening_of(false, {20, 10});
    CHECK(seat->meet(opening, {}));
    CHECK_FALSE(seat->start(opening, {}));
    CHECK(seat->play({}, {}).move == "(take 1)");
    CHECK(seat->play(news, {}).move == "(take 1)");
    seat->stop(news);
    seat->abort();
    return server.requests();
  };
  const std::vector<std::string> ggp_base = sent(wire::Dialect::kGgpBase);
  REQUIRE(ggp_base.size() == 6);
  CHECK(ggp_base[0] ==
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: 127.0.0.1\r\nSender: GAMESERVER\r\nReceiver: \r\n"
        "Content-Type: text/acl\r\nContent-Length: 8\r\n\r\n( INFO )");
  CHECK(posted(ggp_base[1]).starts_with("( START match.1 Beta (( role Alpha ) ( role Beta ) ( number 1 ) "));
  CHECK(posted(ggp_base[1]).ends_with(" ) 20 10)"));
  CHECK(posted(ggp_base[1]).find("sees") == std::string::npos);
  CHECK(ggp_base[2] ==
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: 127.0.0.1\r\nSender: GAMESERVER\r\nReceiver: bob\r\n"
        "Content-Type: text/acl\r\nContent-Length: 20\r\n\r\n( PLAY match.1 NIL )");
  CHECK(posted(ggp_base[3]) == "( PLAY match.1 (( take 3 ) ( take 2 ) ) )");
  CHECK(posted(ggp_base[4]) == "( STOP match.1 (( take 3 ) ( take 2 ) ) )");
  CHECK(posted(ggp_base[5]) == "( ABORT match.1 )");
  // A player of GDL-II in a game where everything is seen.
  const std::vector<std::string> dresden = sent(wire::Dialect::kDresden2013);
  REQUIRE(dresden.size() == 6);
  CHECK(posted(dresden[1]).starts_with("(START match.1 BETA ((ROLE ALPHA) (ROLE BETA) "));
  CHECK(posted(dresden[1]).find("(<= (SEES ?P (DID ?P2 ?M)) (ROLE ?P) (DOES ?P2 ?M))") != std::string::npos);
  CHECK(dresden[2] ==
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: 127.0.0.1\r\n"
        "Content-type: text/acl\r\nContent-length: 24\r\n\r\n(PLAY match.1 0 NIL NIL)");
  CHECK(posted(dresden[3]) == "(PLAY match.1 1 (TAKE 2) ((DID ALPHA (TAKE 3)) (DID BETA (TAKE 2)) ))");
  CHECK(posted(dresden[4]) == "(STOP match.1 1 (TAKE 2) ((DID ALPHA (TAKE 3)) (DID BETA (TAKE 2)) ))");
}

TEST_CASE("any answer to START is taken for ready, but busy") {
  const auto started = [](const std::string& answer) {
    ScriptedServer server([&](Caller& caller) { caller.answer(answer); });
    const match::Opening opening = opening_of(false);
    return remote(server.url())->start(opening, {});  // without having met
  };
  CHECK_FALSE(started("ready"));
  CHECK_FALSE(started("READY\r\n"));
  CHECK_FALSE(started("(ready)"));
  CHECK_FALSE(started("let us go"));
  const auto busy = started("BUSY");
  REQUIRE(busy);
  CHECK(busy->kind == FaultKind::kUnreadable);
  CHECK(busy->answer == "BUSY");
  CHECK(busy->detail.find("busy") != std::string::npos);
  REQUIRE(started(""));
  CHECK(started("")->kind == FaultKind::kUnreadable);
}

TEST_CASE("a clock of 0 is no limit") {
  ScriptedServer server([](Caller& caller) {
    if (caller.message() == "play") caller.wait(1200ms);  // longer than the clock that can be written
    caller.answer("(take 1)");
  });
  const auto seat = remote(
      server.url(),
      {.seed = 1, .dialect = wire::Dialect::kGgpBase, .timing = wire::Timing{.start_extra = 0, .play_extra = 0}});
  const match::Opening opening = opening_of(false, {0, 0});
  CHECK_FALSE(seat->start(opening, {}));
  CHECK(seat->play({}, {}).move == "(take 1)");
}

TEST_CASE("connections that take long share a bonus") {
  wire::ConnectAllowance allowance(wire::timing_of(wire::Dialect::kDresden2013));
  CHECK(allowance.seconds() == 32);
  allowance.used(1.5);
  CHECK(allowance.seconds() == 32);
  allowance.used(12);
  CHECK(allowance.seconds() == 22);
  allowance.used(30);
  CHECK(allowance.seconds() == 2);
  CHECK(wire::ConnectAllowance(wire::timing_of(wire::Dialect::kGgpBase)).seconds() == 5);
}

TEST_CASE("asking who is there") {
  ScriptedServer server(introducing("[[name,egghead],[status,available]]"));
  const auto info = wire::ask_info(*wire::read_address(server.url()), wire::Dialect::kGgpBase, 60);
  REQUIRE(info);
  CHECK(info->name == "egghead");
  ScriptedServer strange(introducing("( ( ( "));
  const auto fault = wire::ask_info(*wire::read_address(strange.url()), wire::Dialect::kGgpBase, 60);
  REQUIRE_FALSE(fault);
  CHECK(fault.error().kind == FaultKind::kUnreadable);
}
