// SPDX-License-Identifier: MIT
//
// Who may do what: tokens, foreign pages, rebound names, and that what is hidden stays hidden.
#include "service/access.h"

#include "service/serving.h"

using namespace percept;
using namespace percept::test;
using service::Access;
using service::Request;

namespace {

const std::string kToken = "correct-horse-battery-staple";

Json monty(const std::string& monty, const std::string& candidate) {
  return {{"game", "monty_hall"}, {"players", {{"monty", monty}, {"candidate", candidate}}}, {"playClock", 60}};
}

int status(const Access& access, Request request, bool changes) {
  auto refused = access.refused(request, changes);
  return refused ? refused->status : 200;
}

Request json_post(std::map<std::string, std::string> headers) {
  Request out;
  out.method = "POST";
  out.path = "/api/matches";
  out.headers = std::move(headers);
  out.headers.emplace("content-type", "application/json");
  return out;
}

}  // namespace

TEST_CASE("access: what loopback is") {
  for (const char* host : {"localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"})
    CHECK_MESSAGE(service::is_loopback(host), host);
  for (const char* host :
       {"0.0.0.0", "::", "", "example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1"})
    CHECK_MESSAGE(!service::is_loopback(host), host);
}

TEST_CASE("access: tokens") {
  CHECK(service::token_of(" 0123456789abcdef\n").value() == "0123456789abcdef");
  CHECK(!service::token_of("short"));
  CHECK(!service::token_of("0123456789 abcdef"));
  CHECK(!service::token_of(std::string(1000, 'a')));
  CHECK(service::new_token().size() == 43);
  CHECK(service::new_token() != service::new_token());
  CHECK(service::token_of(service::new_token()));
}

TEST_CASE("access: on loopback, foreign names and pages are refused") {
  Access access("127.0.0.1", std::nullopt);
  Request get;
  get.method = "GET";
  CHECK(status(access, get, false) == 200);
  for (const char* host : {"localhost:9146", "127.0.0.1", "[::1]:9146", "LocalHost"}) {
    get.headers["host"] = host;
    CHECK_MESSAGE(status(access, get, false) == 200, host);
  }
  for (const char* host : {"evil.example", "evil.example:9146", "127.0.0.1.evil.example", "", "[::2]:9146"}) {
    get.headers["host"] = host;
    CHECK_MESSAGE(status(access, get, false) == 403, host);
  }
  CHECK(status(access, json_post({{"host", "localhost:1"}}), true) == 200);
  CHECK(status(access, json_post({{"host", "localhost:1"}, {"origin", "http://localhost:1"}}), true) == 200);
  for (const char* origin : {"http://evil.example", "https://localhost:1", "http://localhost:2", "null", ""})
    CHECK_MESSAGE(status(access, json_post({{"host", "localhost:1"}, {"origin", origin}}), true) == 403, origin);
  CHECK(status(access, json_post({{"host", "localhost:1"}, {"sec-fetch-site", "cross-site"}}), true) == 403);
  CHECK(status(access, json_post({{"content-type", "text/plain"}}), true) == 415);
  CHECK(status(access, json_post({{"content-type", "application/json; charset=utf-8"}}), true) == 200);
  CHECK(access.privileged(get));
}

TEST_CASE("service: bound wider, changes need the token") {
  Serving serving({.host = "0.0.0.0", .token = kToken});
  Json order = monty("random", "legal");
  CHECK(serving.get("/api/games").status == 200);
  Got refused = serving.post("/api/matches", order);
  CHECK(refused.status == 401);
  CHECK(refused.headers.contains("WWW-Authenticate"));
  CHECK(serving.post("/api/players", {{"url", "http://localhost:1"}}).status == 401);
  CHECK(serving.remove("/api/players/x").status == 401);
  CHECK(serving.post("/api/matches/x/cancel", Json::object()).status == 401);
  for (const std::string& wrong : {kToken + "x", kToken.substr(1), std::string(), std::string("x")})
    CHECK(serving.post("/api/matches", order, bearer(wrong)).status == 401);
  CHECK(serving.get("/api/matches", bearer("x")).status == 401);
  CHECK(serving.post("/api/matches", order, {{"Authorization", "Basic " + kToken}}).status == 401);
  CHECK(serving.get("/api/matches").json["matches"].empty());
  CHECK(serving.post("/api/matches", order, bearer(kToken)).status == 201);
  CHECK(serving.remove("/api/players/x", bearer(kToken)).status == 404);
  httplib::Headers foreign = bearer(kToken);
  foreign.emplace("Origin", "http://evil.example");
  CHECK(serving.post("/api/matches", order, foreign).status == 403);
}

TEST_CASE("service: bound wider without a token, one is made; a token on loopback is kept, too") {
  Serving wide({.host = "0.0.0.0"});
  REQUIRE(wide.service().token());
  CHECK(wide.service().token()->size() == 43);
  CHECK(wide.post("/api/matches", monty("random", "legal")).status == 401);
  CHECK(wide.post("/api/matches", monty("random", "legal"), bearer(*wide.service().token())).status == 201);
  Serving local({.token = kToken});
  CHECK(local.post("/api/matches", monty("random", "legal")).status == 401);
  Serving open;
  CHECK(!open.service().token());
  CHECK(open.post("/api/matches", monty("random", "legal"), bearer("whatever")).status == 201);
}

TEST_CASE("service: forms and foreign pages change nothing, over the wire") {
  Serving serving;
  std::string body = monty("random", "legal").dump();
  CHECK(serving.post_text("/api/matches", body, "text/plain").status == 415);
  CHECK(serving.post_text("/api/matches", body, "application/x-www-form-urlencoded").status == 415);
  CHECK(serving.post("/api/matches", body, {{"Origin", "http://evil.example"}}).status == 403);
  CHECK(serving.get("/api/matches", {{"Host", "evil.example"}}).status == 403);
  Got page = serving.get("/");
  CHECK(page.status == 200);
  CHECK(page.headers.find("Content-Security-Policy")->second.find("default-src 'none'") == 0);
  CHECK(page.body.find("://") == std::string::npos);  // no external resources
  CHECK(!page.headers.contains("Access-Control-Allow-Origin"));
}

TEST_CASE("service: what is hidden in a running match is for the holder of the token") {
  Serving serving({.host = "0.0.0.0", .token = kToken});
  GatedPlayer candidate(2);
  std::string id = serving.start(monty("random:seed=3", candidate.url()), bearer(kToken)), path = "/api/matches/" + id;
  REQUIRE(eventually([&] { return serving.get(path).json.value("roundsPlayed", 0) == 2; }));

  Json all = serving.get(path, bearer(kToken)).json;
  CHECK(all["view"] == "all");
  CHECK(all["rounds"][0]["moves"]["monty"].get<std::string>().find("hide_car") != std::string::npos);
  std::vector<std::string> secrets = {"hide_car",      "(car ",    "open_door", "choose",    "seed=3",
                                      candidate.url(), "\"seed\"", "percepts",  "\"state\"", "seconds"};
  for (const std::string& secret : secrets) {
    if (secret != "seed=3") CHECK_MESSAGE(all.dump().find(secret) != std::string::npos, secret);
  }
  Watching watching(serving, path + "/events"), feed(serving, "/api/events");
  REQUIRE(watching.saw(3));
  REQUIRE(feed.saw(3));
  std::string shown = serving.get(path).body + serving.get("/api/matches").body +
                      serving.get("/api/players").json["players"].dump() + serving.get("/api").body;
  for (const SentEvent& event : watching.events()) shown += event.data.dump();
  for (const SentEvent& event : feed.events()) shown += event.data.dump();
  for (const std::string& secret : secrets) CHECK_MESSAGE(shown.find(secret) == std::string::npos, secret);
  CHECK(serving.get(path).json["view"] == "public");
  for (const char* query :
       {"?role=monty", "/events?role=candidate", "/record", "/record?format=dresden&role=candidate"})
    CHECK_MESSAGE(serving.get(path + query).status == 403, query);
  CHECK(serving.get(path + "?role=candidate", bearer(kToken)).json["view"] == "candidate");
  // Nor is it found by asking for it: a seed among the options of a player, the game of a scrambled match.
  GatedPlayer scrambled;
  Json order = monty("random", scrambled.url());
  order["scramble"] = true;
  serving.start(order, bearer(kToken));
  auto found = [&](const char* query, bool token) {
    std::string list = std::string("/api/matches?") + query;
    return (token ? serving.get(list, bearer(kToken)) : serving.get(list)).json["matches"].size();
  };
  CHECK(found("player=random:seed%3D3", true) == 1);
  CHECK(found("player=random:seed%3D3", false) == 0);
  CHECK(found("game=monty_hall", true) == 2);
  CHECK(found("game=monty_hall", false) == 1);
  scrambled.allow(1000);

  candidate.allow(1000);
  REQUIRE(eventually([&] { return serving.get(path).json["status"] == "completed"; }));
  CHECK(serving.get(path).json["view"] == "all");
  CHECK(serving.get(path).body.find("hide_car") != std::string::npos);
  CHECK(serving.get(path).body.find(candidate.url()) == std::string::npos);  // where players are is nobody's business
  CHECK(serving.get(path + "?role=monty").status == 200);
}
