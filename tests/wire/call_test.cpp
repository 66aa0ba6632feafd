// SPDX-License-Identifier: MIT
#include "wire/call.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <thread>

#include "wire/http.h"
#include "wire/scripted_server.h"

using namespace percept;
using namespace percept::wire;
using namespace std::chrono_literals;
using record::FaultKind;
using test::Caller;
using test::ScriptedServer;

namespace {

const std::string kRequest = write_request(Dialect::kGgpBase, "here", "", "( INFO )");

CallReply call_at(const std::string& url, CallLimits limits = {.connect = 5, .answer = 20}, std::stop_token stop = {}) {
  const auto peer = read_address(url);
  REQUIRE(peer);
  return call(*peer, kRequest, limits, std::move(stop));
}

}  // namespace

TEST_CASE("the address of a player has a host and perhaps a port") {
  const auto is = [](std::string_view url, const Peer& peer) {
    const auto read = read_address(url);
    REQUIRE_MESSAGE(read, url);
    CHECK(*read == peer);
  };
  is("http://localhost:1234", {"localhost", 1234});
  is("http://localhost:1234/", {"localhost", 1234});
  is("HTTP://player-1.example.org", {"player-1.example.org", kPlayerPort});
  is(" http://10.0.0.1/ ", {"10.0.0.1", kPlayerPort});
  is("http://[::1]:80/", {"::1", 80});
  is("http://[fe80::1%eth0]", {"fe80::1%eth0", kPlayerPort});
  CHECK(Peer{"::1", 80}.text() == "[::1]:80");
  CHECK(Peer{"host", 80}.text() == "host:80");
  for (std::string_view wrong : {"",
                                 "http://",
                                 "http://:80",
                                 "localhost:80",
                                 "https://host",
                                 "ftp://host",
                                 "http://host/path",
                                 "http://host:",
                                 "http://host:0",
                                 "http://host:65536",
                                 "http://host:80x",
                                 "http://a b",
                                 "http://host:80:80",
                                 "http://[::1",
                                 "http://[]",
                                 "http://[host]:80",
                                 "http://[::1]80",
                                 "http://user@host",
                                 "http://h\nX: y",
                                 "http://host?x"}) {
    const auto read = read_address(wrong);
    REQUIRE_MESSAGE(!read, wrong);
    CHECK(read.error().hint.find("http://host:port") != std::string::npos);
  }
}

TEST_CASE("a call brings the body of the reply, over IPv4, IPv6 and by name") {
  for (const bool ipv6 : {false, true}) {
    ScriptedServer server([](Caller& caller) { caller.answer("ready"); }, ipv6);
    for (const std::string& url : {server.url(), fmt::format("http://localhost:{}", server.port())}) {
      const CallReply reply = call_at(url);
      CHECK_FALSE(reply.fault);
      CHECK(reply.body == "ready");
    }
    CHECK(server.requests() == std::vector<std::string>{kRequest, kRequest});
  }
}

TEST_CASE("a reply ends with its length or with the connection") {
  const auto body = [](std::string bytes, bool stays_open = false) {
    ScriptedServer server([&](Caller& caller) {
      caller.send(bytes);
      if (stays_open) caller.wait_for_ever();
    });
    const CallReply reply = call_at(server.url());
    CHECK_FALSE_MESSAGE(reply.fault, bytes);
    return reply.body;
  };
  CHECK(body("HTTP/1.0 200 OK\r\n\r\nnoop") == "noop");
  CHECK(body("HTTP/1.1 200 OK\r\ncontent-LENGTH: 4\r\n\r\nnoop and more", true) == "noop");
  CHECK(body("HTTP/1.0 200 OK\r\nContent-Length: 400\r\n\r\nnoop") == "noop");
  CHECK(body("HTTP/1.0 500 Oh\nContent-Length: 4\n\nnoop", true) == "noop");
  CHECK(body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n2\r\nop\r\n0\r\n\r\n", true) == "noop");
}

TEST_CASE("a request larger than what a socket holds gets through, and an early answer is heard") {
  const std::string large = write_request(Dialect::kGgpBase, "here", "", std::string(6 << 20, 'x'));
  {
    ScriptedServer server([](Caller& caller) { caller.answer(std::to_string(caller.body().size())); });
    const CallReply reply = call(*read_address(server.url()), large, {.connect = 5, .answer = 20});
    CHECK_FALSE(reply.fault);
    CHECK(reply.body == std::to_string(6 << 20));
  }
}

TEST_CASE("what goes wrong with a call is told apart") {
  const auto fault = [](ScriptedServer::Script script, CallLimits limits = {.connect = 5, .answer = 20}) {
    ScriptedServer server(std::move(script));
    const CallReply reply = call_at(server.url(), limits);
    REQUIRE(reply.fault);
    return *reply.fault;
  };
  SUBCASE("nobody listens") {
    const test::ClosedPort port;
    const CallReply reply = call_at(fmt::format("http://127.0.0.1:{}", port.number()));
    REQUIRE(reply.fault);
    CHECK(reply.fault->kind == FaultKind::kConnection);
    CHECK(reply.fault->detail.find("refused") != std::string::npos);
  }
  SUBCASE("nobody has that name") {
    const CallReply reply = call_at("http://no-such-host.invalid:80", {.connect = 1, .answer = 1});
    REQUIRE(reply.fault);
    CHECK(reply.fault->detail.find("no-such-host.invalid") != std::string::npos);
  }
  SUBCASE("silence") {
    const auto silent = fault([](Caller& caller) { caller.wait_for_ever(); }, {.connect = 5, .answer = 0.2});
    CHECK(silent == record::Fault{FaultKind::kTimeout, "", "no answer in time"});
  }
  SUBCASE("drops do not move the deadline") {
    const auto dripping = fault(
        [](Caller& caller) {
          for (char c : write_reply("noop")) {
            caller.send({&c, 1});
            if (!caller.wait(50ms)) return;
          }
        },
        {.connect = 5, .answer = 0.3});
    CHECK(dripping == record::Fault{FaultKind::kTimeout, "", "no whole answer in time"});
  }
  SUBCASE("closed without a word") {
    CHECK(fault([](Caller&) {}).kind == FaultKind::kConnection);
    CHECK(fault([](Caller& caller) { caller.reset(); }).kind == FaultKind::kConnection);
    CHECK(fault([](Caller& caller) { caller.send("HTTP/1.0 200 OK\r\nContent"); }).kind == FaultKind::kConnection);
  }
  SUBCASE("too much") {
    const auto endless = [](Caller& caller) {
      caller.send("HTTP/1.0 200 OK\r\n\r\n");
      for (int i = 0; i < 10; ++i) caller.send(std::string(1 << 20, 'x'));
    };
    CHECK(fault(endless).kind == FaultKind::kConnection);
    CHECK(fault([](Caller& caller) { caller.answer(std::string(10 << 20, 'x')); }).kind == FaultKind::kConnection);
    CHECK(fault([](Caller& caller) { caller.send("HTTP/1.0 200 OK\r\n" + std::string(1 << 20, 'x')); }).kind ==
          FaultKind::kConnection);
  }
  SUBCASE("not HTTP") {
    const auto garbage = fault([](Caller& caller) {
      caller.send("(mark 1\x1b[2J 1)\r\n");
      caller.wait_for_ever();
    });
    CHECK(garbage == record::Fault{FaultKind::kUnreadable, "(mark 1?[2J 1)??", "the answer is not HTTP"});
  }
}

TEST_CASE("the clock starts with the call, or when the connection stands") {
  ScriptedServer server([](Caller& caller) {
    caller.wait(50ms);
    caller.answer("ready");
  });
  const CallReply first = call_at(server.url(), {.connect = 5, .answer = 20, .from_connection = false});
  const CallReply second = call_at(server.url(), {.connect = 5, .answer = {}, .from_connection = true});
  for (const CallReply& reply : {first, second}) {
    CHECK_FALSE(reply.fault);
    CHECK(reply.seconds >= 0.04);
  }
  CHECK(first.seconds >= first.connecting);
  // No time at all for the connection.
  const CallReply none = call_at(server.url(), {.connect = 0, .answer = 0, .from_connection = false});
  REQUIRE(none.fault);
  CHECK(none.fault->kind == FaultKind::kTimeout);
}

TEST_CASE("a stop ends a call, before it begins and in its middle") {
  ScriptedServer server([](Caller& caller) { caller.wait_for_ever(); });
  std::stop_source before;
  before.request_stop();
  CHECK(call_at(server.url(), {.connect = 5, .answer = {}}, before.get_token()).fault);
  std::stop_source source;
  std::jthread stopper([&] {
    while (server.requests().empty()) std::this_thread::sleep_for(5ms);
    source.request_stop();
  });
  const CallReply reply = call_at(server.url(), {.connect = 5, .answer = {}}, source.get_token());
  REQUIRE(reply.fault);
  CHECK(reply.fault->detail == "the match was cancelled");
}
