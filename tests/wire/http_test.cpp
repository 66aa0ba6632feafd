// SPDX-License-Identifier: MIT
//
// Requests and replies byte for byte, and every habit of writing them that has to be read, in pieces of any size.
#include "wire/http.h"

#include <doctest/doctest.h>

using namespace percept::wire;
using Kind = HttpReader::Kind;
using Progress = HttpReader::Progress;

namespace {

struct Reading {
  Progress progress;
  HttpMessage message;
  std::string problem;
};

// Feeds so many bytes at a time and, if need be, the end.
Reading fed(Kind kind, std::string_view bytes, std::size_t piece = 1, std::size_t max_body = 1000) {
  HttpReader reader(kind, max_body);
  for (std::size_t at = 0; at < bytes.size() && reader.progress() == Progress::kMore; at += piece)
    reader.feed(bytes.substr(at, piece));
  reader.end();
  return {reader.progress(), reader.message(), reader.problem()};
}

std::string text_of_request(std::string_view bytes) {
  std::string whole;
  for (std::size_t piece : {std::size_t{1}, std::size_t{3}, bytes.size()}) {
    Reading outcome = fed(Kind::kRequest, bytes, piece);
    CAPTURE(outcome.problem);
    REQUIRE(outcome.progress == Progress::kComplete);
    std::string text = outcome.message.text();
    if (!whole.empty()) CHECK(text == whole);
    whole = text;
  }
  return whole;
}

std::string body_of_reply(std::string_view bytes) {
  Reading outcome = fed(Kind::kReply, bytes);
  CAPTURE(outcome.problem);
  REQUIRE(outcome.progress == Progress::kComplete);
  CHECK(fed(Kind::kReply, bytes, bytes.size()).message.body == outcome.message.body);
  return outcome.message.body;
}

}  // namespace

TEST_CASE("a request of ggp-base") {
  const std::string bytes =
      "POST / HTTP/1.0\r\n"
      "Accept: text/delim\r\n"
      "Host: player.example\r\n"
      "Sender: GAMESERVER\r\n"
      "Receiver: alice\r\n"
      "Content-Type: text/acl\r\n"
      "Content-Length: 20\r\n"
      "\r\n"
      "( PLAY Match.7 NIL )";
  CHECK(write_request(Dialect::kGgpBase, "player.example", "alice", "( PLAY Match.7 NIL )") == bytes);
  CHECK(write_request(Dialect::kPakapark, "player.example", "alice", "( PLAY Match.7 NIL )") == bytes);
  CHECK(text_of_request(bytes) == "( PLAY Match.7 NIL )");
  CHECK(fed(Kind::kRequest, bytes).message.header("sender") == "GAMESERVER");
}

TEST_CASE("a request of the Dresden GameController") {
  const std::string bytes =
      "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: player.example\r\n"
      "Content-type: text/acl\r\nContent-length: 18\r\n\r\n(PLAY Match.7 NIL)";
  for (Dialect dialect : {Dialect::kDresden, Dialect::kDresden2010, Dialect::kDresden2013})
    CHECK(write_request(dialect, "player.example", "alice", "(PLAY Match.7 NIL)") == bytes);
  CHECK(text_of_request(bytes) == "(PLAY Match.7 NIL)");
}

TEST_CASE("nothing gets into a header that would be another one") {
  CHECK(write_request(Dialect::kGgpBase, "h", "a\r\nContent-Length: 0", "x").find("Receiver: aContent-Length: 0\r\n") !=
        std::string::npos);
}

TEST_CASE("a reply of ggp-base's player") {
  const std::string bytes =
      "HTTP/1.0 200 OK\r\n"
      "Content-type: text/acl\r\n"
      "Content-length: 12\r\n"
      "Access-Control-Allow-Origin: *\r\n"
      "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
      "Access-Control-Allow-Headers: Content-Type\r\n"
      "Access-Control-Allow-Age: 86400\r\n"
      "\r\n"
      "( mark 1 1 )";
  CHECK(write_reply("( mark 1 1 )") == bytes);
  CHECK(body_of_reply(bytes) == "( mark 1 1 )");
}

TEST_CASE("habits of requests") {
  CHECK(text_of_request("POST / HTTP/1.1\r\nhost: x\r\nCONTENT-LENGTH: 6\r\nConnection: keep-alive\r\n\r\n(INFO)") ==
        "(INFO)");
  CHECK(text_of_request("POST / HTTP/1.0\ncontent-length:6\n\n(INFO)") == "(INFO)");
  CHECK(text_of_request("\r\n\r\npost /path HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO) and more") == "(INFO)");
  CHECK(text_of_request("POST / HTTP/1.0\r\nContent-Length: 60\r\n\r\n(INFO)") == "(INFO)");  // the end came first
  CHECK(text_of_request("POST / HTTP/1.0\r\n\r\n(INFO)") == "(INFO)");
  CHECK(text_of_request("POST / HTTP/1.0\r\nno colon\r\nContent-Length: 6\r\n\r\n(INFO)") == "(INFO)");
  CHECK(text_of_request("GET /%28PLAY%20m1+%28a%2Bb%29%29 HTTP/1.0\r\n\r\n") == "(PLAY m1 (a+b))");
  CHECK(text_of_request("GET /( INFO ) HTTP/1.1\r\nHost: x\r\n\r\n") == "( INFO )");
  CHECK(text_of_request("GET /100%\r\n\r\n") == "100%");
  CHECK(fed(Kind::kRequest, "OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n").message.method == "OPTIONS");
  CHECK(
      text_of_request("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n(IN\r\n003;x=y\r\nFO)\r\n0\r\n\r\n") ==
      "(INFO)");
  // It ends with an empty line, behind the trailers, and not before.
  const std::string chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n(INFO)\r\n0\r\nTrailer: x\r\n";
  HttpReader reader(Kind::kRequest, 1000);
  CHECK(reader.feed(chunked.substr(0, chunked.size() - 12)) == Progress::kMore);
  CHECK(reader.feed("Trailer: x\r\n") == Progress::kMore);
  CHECK(reader.feed("\r\n") == Progress::kComplete);
  CHECK(text_of_request("POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n6\n(INFO)\n0\nTrailer: x\n\n") ==
        "(INFO)");
}

TEST_CASE("a client that waits to be told to go on") {
  HttpReader reader(Kind::kRequest, 1000);
  CHECK(reader.feed("POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 6\r\n") == Progress::kMore);
  CHECK_FALSE(reader.take_expectation());
  reader.feed("\r\n");
  CHECK(reader.take_expectation());
  CHECK_FALSE(reader.take_expectation());
  CHECK(reader.feed("(INFO)") == Progress::kComplete);
  CHECK(reader.message().body == "(INFO)");
}

TEST_CASE("requests that cannot be read") {
  auto problem = [](std::string_view bytes) {
    Reading outcome = fed(Kind::kRequest, bytes, 7);
    CHECK(outcome.progress == Progress::kBroken);
    return outcome.problem;
  };
  CHECK(problem("") == "closed without a word");
  CHECK(problem("POST / HTTP/1.0\r\nHost") == "closed in the middle of the header");
  CHECK(problem("(INFO)\r\n") == "neither POST nor GET nor OPTIONS: (INFO)");
  CHECK(problem("DELETE / HTTP/1.1\r\n\r\n") == "neither POST nor GET nor OPTIONS: DELETE / HTTP/1.1");
  CHECK(problem("POST / HTTP/1.0\r\nContent-Length: -5\r\n\r\n") == "a Content-Length that is no number: -5");
  CHECK(problem("POST / HTTP/1.0\r\nContent-Length: 99999999999999999999999\r\n\r\n").starts_with("a Content-Length"));
  CHECK(problem("POST / HTTP/1.0\r\nContent-Length: 1001\r\n\r\n") == "a body of 1001 bytes; at most 1000 are read");
  CHECK(problem("POST / HTTP/1.0\r\n\r\n" + std::string(1001, 'x')) == "a body of more than 1000 bytes");
  CHECK(problem("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\n" + std::string(2000, 'x')) ==
        "a body of more than 1000 bytes");
  CHECK(problem("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nlots\r\n") == "a chunk without its size");
  CHECK(problem("POST / HTTP/1.0\r\n" + std::string(20'000, 'x')) == "a header of more than 16384 bytes");
  std::string many = "POST / HTTP/1.0\r\n";
  for (int i = 0; i < 5000; ++i) many += "a: b\r\n";
  CHECK(problem(many) == "a header of more than 16384 bytes");
}

TEST_CASE("a request by the book, and no other") {
  auto status = [](std::string_view bytes) {
    HttpReader reader(Kind::kStrict, 1000);
    for (std::size_t at = 0; at < bytes.size(); at += 500) {  // as they come
      reader.feed(bytes.substr(at, 500));
      CHECK(reader.kept() <= kMaxHeader + 500);
    }
    reader.end();
    return reader.progress() == Progress::kComplete ? 200 : reader.status();
  };
  CHECK(status("GET /api HTTP/1.1\r\n\r\n") == 200);
  CHECK(status("DELETE /api HTTP/1.0\r\nHost: x\r\n\r\n") == 200);
  CHECK(status("POST /api HTTP/1.1\r\n\r\n") == 200);  // no body unless it is announced
  CHECK(status("POST /api HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}") == 200);
  CHECK(status("POST /api HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n") == 200);
  CHECK(status("GET /api\r\n\r\n") == 400);
  CHECK(status("GET /api HTTP/2\r\n\r\n") == 400);
  CHECK(status("GET api HTTP/1.1\r\n\r\n") == 400);
  CHECK(status("GET /a b HTTP/1.1\r\n\r\n") == 400);
  CHECK(status("GET / HTTP/1.1\r\nno colon\r\n\r\n") == 400);
  CHECK(status("GET / HTTP/1.1\r\nX : y\r\n\r\n") == 400);
  CHECK(status("GET / HTTP/1.1\r\n folded: y\r\n\r\n") == 400);
  CHECK(status("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{") == 400);  // not all of it
  CHECK(status("POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}") == 400);
  CHECK(status("POST / HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}") == 400);
  CHECK(status("POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n") == 400);
  CHECK(status("POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\n") == 413);
  CHECK(status("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + std::string(1001, 'x')) == 413);
  std::string many = "GET / HTTP/1.1\r\n";
  for (std::size_t i = 0; i < kMaxFields; ++i) many += "a: b\r\n";
  CHECK(status(many + "\r\n") == 200);
  CHECK(status(many + "a: b\r\n\r\n") == 431);
  CHECK(status("GET / HTTP/1.1\r\na: " + std::string(20'000, 'x')) == 431);
  HttpReader reader(Kind::kStrict, 1000);
  reader.feed("POST / HTTP/1.1\r\nContent-Length: 2\r\n");
  CHECK_FALSE(reader.has_header());
  reader.feed("\r\n");
  CHECK(reader.has_header());
  CHECK(reader.progress() == Progress::kMore);
}

TEST_CASE("habits of replies") {
  CHECK(body_of_reply("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nreadyhow") == "ready");
  CHECK(body_of_reply("HTTP/1.0 200 OK\n\nready") == "ready");
  CHECK(body_of_reply("http/1.0\r\n\r\n") == "");
  CHECK(body_of_reply("HTTP/1.0 200 OK\r\nContent-Length: 50\r\n\r\nready") == "ready");
  CHECK(body_of_reply("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\nready") == "ready");
  CHECK(body_of_reply("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready") == "ready");
  CHECK(body_of_reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nready\r\n0\r\n\r\n") == "ready");
  CHECK(fed(Kind::kReply, "ready\r\n").problem == "not HTTP: ready");
  CHECK(fed(Kind::kReply, "HTTP/1.0 200 OK\r\n").problem == "closed in the middle of the header");
  CHECK(fed(Kind::kReply, "HTTP/1.0 200 OK\r\n\r\n" + std::string(2000, 'x')).problem ==
        "a body of more than 1000 bytes");
}
