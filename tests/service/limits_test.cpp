// SPDX-License-Identifier: MIT
//
// Requests that cannot be answered: each gets a status that fits, an error and a hint, and the service goes on.
#include <sys/socket.h>

#include "service/serving.h"
#include "support/hostile_sheets.h"

using namespace percept;
using namespace percept::test;

namespace {

// Sends these bytes, and that no more will follow, and reads until the service closes.
std::string raw(Serving& serving, const std::string& bytes, bool ends = true) {
  int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(serving.service().port()));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  CHECK(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0);
  if (ends) ::shutdown(socket, SHUT_WR);
  std::string out;
  char buffer[4096];
  for (ssize_t size; (size = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
    out.append(buffer, static_cast<std::size_t>(size));
  ::close(socket);
  return out;
}

}  // namespace

TEST_CASE("service: orders that make no sense are refused with the place and a hint") {
  Serving serving;
  Json good = {{"game", "monty_hall"}, {"players", {{"monty", "random"}, {"candidate", "legal"}}}};
  auto refused = [&](const Json& change, const std::string& words) {
    Json order = good;
    order.merge_patch(change);
    Got got = serving.post("/api/matches", order);
    CHECK_MESSAGE(got.status == 400, got.body);
    CHECK(got.json.contains("hint"));
    CHECK_MESSAGE(got.json["error"].get<std::string>().find(words) != std::string::npos, got.body);
  };
  refused({{"game", "monty_hal"}}, "monty_hal");
  refused({{"game", "../secrets"}}, "../secrets");
  refused({{"game", nullptr}}, "either game or rules");
  refused({{"rules", "(role a)"}}, "either game or rules");
  refused({{"game", 7}}, "game");
  refused({{"players", {{"candidate", nullptr}}}}, "nobody plays candidate");
  refused({{"players", {{"candidate", 7}}}}, "players.candidate");
  refused({{"players", {{"candidate", "nobody"}}}}, "players.candidate");
  refused({{"players", {{"candidate", "humans"}}}}, "players.candidate");
  refused({{"players", {{"candidate", "legal:filter=none"}}}}, "players.candidate");
  refused({{"players", {{"candidate", "http://"}}}}, "players.candidate");
  for (const char* spec : {"policy:/etc/hostname", "auto:memory=/tmp", "hyperplay:value=secret", "AUTO:seed=1:MEMORY=x"})
    refused({{"players", {{"candidate", spec}}}}, "no order reads files of the service");
  Got cup = serving.post("/api/tournaments", {{"name", "cup"},
                                              {"games", {"monty_hall"}},
                                              {"players", {{"a", "random"}, {"b", "auto:memory=/tmp"}}}});
  CHECK(cup.status == 400);
  CHECK_MESSAGE(has(cup.body, "players.b: no order reads files"), cup.body);
  refused({{"players", {{"nobody", "legal"}}}}, "no role nobody");
  refused({{"players", {{"monty", "http://localhost:1"}, {"candidate", "http://localhost:1"}}}}, "another role");
  refused({{"dialects", {{"candidate", "ggp-base"}}}}, "dialects.candidate");
  refused({{"dialects", {{"nobody", "ggp-base"}}}}, "no role nobody");
  refused({{"startClock", -1}}, "startClock");
  refused({{"playClock", "10"}}, "playClock");
  refused({{"playClock", 1e9}}, "playClock");
  refused({{"seed", -1}}, "seed");
  refused({{"seed", 1.5}}, "seed");
  refused({{"scramble", "yes"}}, "scramble");
  refused({{"playclock", 1}}, "playclock");
  CHECK(serving
            .post("/api/matches",
                  {{"game", "meier"}, {"players", {{"p1", "legal"}, {"p2", "legal"}, {"random", "legal"}}}})
            .json["error"]
            .get<std::string>()
            .find("random") != std::string::npos);  // nature has no player
  CHECK(serving.get("/api/matches").json["matches"].empty());
}

TEST_CASE("service: bodies that are no JSON objects") {
  Serving serving;
  auto status = [&](const std::string& body) {
    Got got = serving.post_text("/api/matches", body, "application/json");
    CHECK(!got.json["error"].get<std::string>().empty());
    return got.status;
  };
  CHECK(status("{") == 400);
  CHECK(status("[]") == 400);
  CHECK(status("7") == 400);
  CHECK(status("{\"game\": \"\xff\"}") == 400);
  CHECK(status(std::string(100'000, '[')) == 400);
  CHECK(status("{\"a\":" + std::string(1000, '{')) == 400);
  CHECK(status(std::string("\0\0\0", 3)) == 400);
  CHECK(status("{\"rules\": \"" + std::string((1 << 20) + 1, 'x') + "\"}") == 400);
  CHECK(status(std::string((2 << 20) + 1, ' ')) == 413);
  std::string place = serving.post_text("/api/matches", "{\n \"game\": }", "application/json").json["error"];
  CHECK(place.find("the body:2:10: this is not JSON") != std::string::npos);
}

TEST_CASE("service: paths, methods and parameters that are not there") {
  Serving serving;
  for (const char* path : {"/nothing", "/api/games/none", "/api/players/none", "/api/matches/none",
                           "/api/matches/none/record", "/api/games/..%2f..%2fetc", "/api/games/%00"})
    CHECK_MESSAGE(serving.get(path).status == 404, path);
  CHECK(serving.get("/api/").status == 200);
  Got wrong = serving.remove("/api/matches");
  CHECK(wrong.status == 405);
  CHECK(wrong.headers.find("Allow")->second == "GET, POST");
  CHECK(serving.post("/api/games", Json::object()).status == 405);
  for (const char* path : {"/api?x=1", "/api/games?x", "/api/matches?limits=3", "/api/matches?limit=-1",
                           "/api/matches?limit=501", "/api/matches?status=dead", "/api/events?since=then"})
    CHECK_MESSAGE(serving.get(path).status == 400, path);
}

TEST_CASE("service: bytes that are no request") {
  Serving serving;
  for (const std::string& bytes :
       {std::string("garbage\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        std::string("BREW /api HTTP/1.1\r\n\r\n"), "GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n\r\n",
        "GET /api HTTP/1.1\r\nX: " + std::string(20'000, 'a') + "\r\n\r\n", std::string("\0\1\2\r\n\r\n", 7),
        std::string("POST /api/matches HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"),
        std::string("POST /api/matches HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n{"),
        std::string("POST /api/matches HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: "
                    "chunked\r\n\r\nzz\r\n")}) {
    std::string reply = raw(serving, bytes);
    bool refused = reply.empty() || reply.starts_with("HTTP/1.1 4");
    CHECK_MESSAGE(refused, bytes.substr(0, 60));
  }
  // HTTP/1.0 without a host, as old clients send it.
  CHECK(raw(serving, "GET /api HTTP/1.0\r\n\r\n", false).starts_with("HTTP/1.1 200"));
  CHECK(serving.get("/api").status == 200);
}

TEST_CASE("service: games are those of the folder, broken ones are said to be so, new ones are found") {
  TemporaryFolder games;
  games.write("fine.kif", "(role a) (init x) (<= (legal a go) (true x)) (<= terminal (not (true x))) (goal a 100)");
  games.write("broken.kif", "(role a) (<= (legal a ?x) (true y)");
  games.write("notes.txt", "not a game");
  Serving serving({.games = games.path().string()});
  Json listed = serving.get("/api/games").json["games"];
  REQUIRE(listed.size() == 2);
  CHECK(listed[0]["name"] == "broken");
  CHECK(listed[0]["playable"] == false);
  CHECK(listed[1]["roles"] == Json{"a"});
  CHECK(serving.get("/api/games/fine").json["rules"].get<std::string>().starts_with("(role a)"));
  CHECK(serving.post("/api/matches", {{"game", "broken"}, {"players", {{"a", "legal"}}}}).status == 400);
  games.write(
      "fine.kif",
      "(role b) (role c) (init x) (<= (legal ?r go) (role ?r)) (<= terminal (not (true x))) (goal b 1) (goal c 1)");
  games.write("later.kif", "(role a) (<= (legal a go) (role a)) (<= terminal (true x)) (goal a 1)");
  CHECK(serving.get("/api/games").json["games"].size() == 3);
  CHECK(serving.get("/api/games/fine").json["roles"].size() == 2);
}

TEST_CASE("service: sheets that never end or take all memory do not take the service with them in a tournament") {
  TemporaryFolder games;
  games.write("endless.kif", pigeonholes());
  games.write("large.kif", many_moves());
  Serving serving({.games = games.path().string(), .megabytes = 300});
  Json cup = {{"name", "endless"}, {"games", {"endless"}}, {"players", {{"one", "random"}, {"two", "random"}}}};
  REQUIRE(serving.post("/api/tournaments", cup).status == 201);
  cup.update({{"name", "large"}, {"games", {"large"}}, {"clocks", {{"start", 0.5}, {"play", 0.5}}}});
  REQUIRE(serving.post("/api/tournaments", cup).status == 201);
  auto is_running = [&](const std::string& name) {
    return serving.get("/api/tournaments/" + name).json["running"].get<bool>();
  };
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose memory nobody can bound
  CHECK(eventually([&] { return !is_running("large"); }));
  CHECK(serving.get("/api/tournaments/large").json["table"]["failed"] == 2);
  std::string why = serving.get("/api/matches/large.1").json["note"];
  CHECK_MESSAGE(why.find("memory") != std::string::npos, why);
#endif
  CHECK(is_running("endless"));
  CHECK(serving.post("/api/tournaments/endless/cancel", Json::object()).status ==
        202);  // it does not wait for 13! steps
  CHECK(!is_running("endless"));
}

TEST_CASE("service: what keeps it from starting is said") {
  TemporaryFolder folder;
  auto no_games = service::Service::start({.port = 0, .store = (folder.path() / "m.db").string(), .games = "/nowhere"});
  CHECK(!no_games);
  Serving first;
  auto taken = service::Service::start({.port = first.service().port(),
                                        .store = (folder.path() / "m.db").string(),
                                        .games = (project_root() / "games").string()});
  REQUIRE(!taken);
  CHECK(taken.error().hint.find("another program") != std::string::npos);
}
