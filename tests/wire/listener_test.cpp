// SPDX-License-Identifier: MIT
//
// The player's end of the wire as bytes on sockets: every habit of clients, and garbage.
#include "wire/listener.h"

#include "base/random.h"
#include "wire/served_player.h"

using namespace percept;
using namespace percept::test;

namespace {

const std::string kInfo = "( ( name test ) ( status available ) ( species alien ) ( gdl 2 ) )";

}  // namespace

TEST_CASE("HTTP/1.0 without Host, HTTP/1.1, GET, OPTIONS, chunks: each is answered and closed") {
  ServedPlayer player("legal");
  auto reply = [&](std::string_view bytes) { return RawCall(player.port()).send(bytes).receive_all(); };
  const std::string expected = wire::write_reply(kInfo);
  CHECK(reply("POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: x\r\nContent-type: "
              "text/acl\r\nContent-length: 6\r\n\r\n(INFO)") == expected);
  CHECK(reply("POST / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: 8\r\n\r\n( INFO )") == expected);
  CHECK(reply("post / http/1.1\ncOnTeNt-LeNgTh: 6\n\n(info)") == expected);
  CHECK(reply("GET /%28%20INFO%20%29 HTTP/1.0\r\n\r\n") == expected);
  CHECK(reply("GET /info HTTP/1.1\r\nHost: x\r\n\r\n") == expected);
  CHECK(reply("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n(IN\r\n3\r\nFO)\r\n0\r\n\r\n") ==
        expected);
  CHECK(reply("POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)and much more" + std::string(100'000, 'x')) ==
        expected);
  CHECK(reply("OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n") == wire::write_reply(""));
  CHECK(RawCall(player.port()).send("POST / HTTP/1.0\r\n\r\n(INFO)").half_close().receive_all() == expected);
  CHECK(RawCall(player.port()).send("POST / HTTP/1.0\r\nContent-Length: 99\r\n\r\n(INFO)").half_close().receive_all() ==
        expected);
  RawCall waiting(player.port());
  waiting.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 6\r\n\r\n");
  CHECK(waiting.receive() == wire::kContinue);
  CHECK(waiting.send("(INFO)").receive_all() == expected);
  RawCall dripping(player.port());
  for (char c : std::string("POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)")) dripping.send({&c, 1});
  CHECK(dripping.receive_all() == expected);
}

TEST_CASE("IPv4 and IPv6") {
  ServedPlayer everywhere([] { return play::make_player("legal", 1); }, {.host = ""});
  CHECK(tell(everywhere.port(), "(INFO)") == kInfo);
  auto local = wire::Listener::open({.host = "::1"}, [](const wire::Request& request) { return request.peer; });
  if (!local) {
    MESSAGE("skipped: no IPv6 here");
    return;
  }
  CHECK(body_of(RawCall((*local)->port(), true).send("GET /x HTTP/1.0\r\n\r\n").receive_all()) == "::1");
  CHECK(body_of(RawCall(everywhere.port(), true).send("GET /info HTTP/1.0\r\n\r\n").receive_all()) == kInfo);
}

TEST_CASE("where nobody can listen is said") {
  ServedPlayer player("legal");
  auto second = wire::Listener::open({.host = "127.0.0.1", .port = player.port()}, {});
  REQUIRE_FALSE(second);
  CHECK(second.error().message == "port " + std::to_string(player.port()) + " is in use");
  CHECK(wire::Listener::open({.host = "no.such.host.invalid"}, {})
            .error()
            .message.starts_with("cannot listen at no.such.host.invalid: "));
}

TEST_CASE("whoever is slow or says nothing does not keep others from being served") {
  ServedPlayer player([] { return play::make_player("legal", 1); },
                      {.host = "127.0.0.1", .max_connections = 3, .seconds = 0.2});
  std::vector<std::unique_ptr<RawCall>> silent;
  for (int i = 0; i < 6; ++i) silent.push_back(std::make_unique<RawCall>(player.port()));
  for (auto& call : silent) call->send("POST / HTTP/1.0\r\nContent-Le");
  CHECK(player.tell("(INFO)") == kInfo);
  for (auto& call : silent) CHECK(body_of(call->receive_all()) == "busy");
}

TEST_CASE("garbage of all kinds leaves a player that plays") {
  ServedPlayer player("legal");
  const std::string rules =
      "(role white) (init (step 1)) (legal white (mark 1)) (<= (next (step 2)) (true (step 1))) "
      "(<= terminal (true (step 2))) (goal white 100)";
  REQUIRE(player.tell("(START m1 white (" + rules + ") 5 5)") == "ready");
  Random random(1);
  std::vector<std::string> bodies = {"",
                                     " ",
                                     "(",
                                     ")",
                                     "()",
                                     "(((",
                                     std::string(1000, '\0'),
                                     "\xff\xfe\xfd",
                                     "NIL",
                                     "(PLAY",
                                     "(PLAY)",
                                     "(PLAY m1 ?x)",
                                     "(PLAY m1 ((",
                                     "(PLAY m1 \xC3\xA4 \xC3\xB6 (\xF0\x9F\x98\x80))",
                                     "(START)",
                                     "(START m9 white)",
                                     "(START m9 white (",
                                     "(STOP)",
                                     "(ABORT)",
                                     "(SEES)",
                                     "(PREVIEW)",
                                     "(PREVIEW x y)",
                                     "(START m1 white () 5 5)",
                                     "{\"jsonrpc\": \"2.0\"}",
                                     "<html></html>",
                                     "(PLAY m1 18446744073709551616 NIL NIL)",
                                     "(PLAY m1 -1 NIL NIL)",
                                     std::string(500'000, '('),
                                     std::string(500'000, ')'),
                                     "(PLAY m1 " + std::string(300'000, '(') + ")",
                                     "(PLAY m1 (" + std::string(2'000'000, 'a') + "))",
                                     "(START m9 white (" + std::string(200'000, '(') + ") 5 5)"};
  for (int i = 0; i < 200; ++i) {
    std::string bytes(random.below(300), ' ');
    for (char& c : bytes) c = static_cast<char>(random.below(256));
    bodies.push_back(i % 2 == 0 ? bytes : "(PLAY m1 " + bytes);
  }
  for (const std::string& body : bodies) {
    std::string answer = player.tell(body);
    CHECK_MESSAGE((answer == "busy" || answer == "(mark 1)" || answer == "aborted"), body.substr(0, 60));
  }
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), std::string(100'000, '\0'),
        "GET /" + std::string(100'000, 'x') + " HTTP/1.0\r\n\r\n",
        std::string("POST / HTTP/1.0\r\nContent-Length: 99999999999\r\n\r\n"), std::string("HELO mail\r\n"),
        std::string("POST\r\n\r\n")})
    RawCall(player.port()).send(bytes).half_close().receive_all();
  RawCall(player.port()).half_close();
  CHECK(player.tell("(PLAY m1 NIL)") == "(mark 1)");
  CHECK(player.tell("(STOP m1 ((mark 1)))") == "done");
}

TEST_CASE("a listener that is closed while clients are there") {
  for (int i = 0; i < 5; ++i) {
    auto player = std::make_unique<ServedPlayer>("legal");
    RawCall silent(player->port());
    RawCall half(player->port());
    half.send("POST / HTTP/1.0\r\n");
    CHECK(player->tell("(INFO)") == kInfo);
    player.reset();
  }
}
