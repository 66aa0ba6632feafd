// SPDX-License-Identifier: MIT
//
// Live events: their order, that a number means one event for ever, and that watchers never hold anything up.
#include <set>

#include "service/serving.h"

using namespace percept;
using namespace percept::test;

namespace {

Json gated_match(const Serving& serving, const std::string& spec) {
  std::vector<std::string> roles = serving.get("/api/games/krieg_tictactoe_3x3").json["roles"];
  return {{"game", "krieg_tictactoe_3x3"}, {"players", {{roles[0], spec}, {roles[1], "legal"}}}, {"playClock", 60}};
}

std::vector<std::string> names(const std::vector<SentEvent>& events) {
  std::vector<std::string> out;
  for (const SentEvent& event : events) out.push_back(event.name);
  return out;
}

}  // namespace

TEST_CASE("service: a match is start, rounds, end, numbered from 1, and late watchers get the same") {
  Serving serving;
  GatedPlayer player(1);
  std::string id = serving.start(gated_match(serving, player.url())), path = "/api/matches/" + id + "/events";
  Watching early(serving, path);
  REQUIRE(early.saw(2));
  Watching middle(serving, path);
  REQUIRE(middle.saw(2));
  player.allow(1000);
  auto events = early.until_end();
  Json match = serving.wait(id);
  REQUIRE(events.size() == match["rounds"].size() + 2);
  for (std::size_t i = 0; i < events.size(); ++i) {
    CHECK(events[i].id == std::to_string(i + 1));
    CHECK(events[i].name == (i == 0 ? "start" : i + 1 == events.size() ? "end" : "round"));
    CHECK(events[i].data["match"] == id);
  }
  for (std::size_t i = 0; i < match["rounds"].size(); ++i) {
    Json data = events[i + 1].data;
    data.erase("match");
    CHECK(data == match["rounds"][i]);
  }
  CHECK(events.back().data["goals"] == match["goals"]);
  CHECK(middle.until_end() == events);
  CHECK(Watching(serving, path).until_end() == events);

  // Whoever comes back gets what is missing, and nothing twice.
  for (std::size_t known = 0; known < events.size(); ++known) {
    auto rest = Watching(serving, path, {{"Last-Event-ID", std::to_string(known)}}).until_end();
    CHECK(rest == std::vector<SentEvent>(events.begin() + static_cast<std::ptrdiff_t>(known), events.end()));
  }
  CHECK(serving.get(path, {{"Last-Event-ID", std::to_string(events.size())}}).status == 204);
  CHECK(serving.get(path, {{"Last-Event-ID", "x"}}).status == 400);
  CHECK(serving.get("/api/matches/none/events").status == 404);
}

TEST_CASE("service: a role's events have what it was told") {
  Serving serving;
  std::string id = serving.start(kMeier);
  Json match = serving.wait(id);
  auto events = Watching(serving, "/api/matches/" + id + "/events?role=p1").until_end();
  REQUIRE(events.size() == match["rounds"].size() + 2);
  for (const SentEvent& event : events) {
    CHECK(!event.data.contains("state"));
    CHECK(!event.data.contains("seed"));
    if (event.name == "round") CHECK(event.data["moves"].size() == 1);
  }
}

TEST_CASE("service: faults are events of their own, before their round") {
  Serving serving;
  GatedPlayer player(1);
  std::string id = serving.start(gated_match(serving, player.url())), path = "/api/matches/" + id + "/events";
  Watching watching(serving, path);
  REQUIRE(watching.saw(2));
  player.close();
  auto events = watching.until_end();
  Json match = serving.wait(id);
  std::size_t faults = 0;
  std::vector<std::string> expected = {"start"};
  for (const Json& round : match["rounds"]) {
    faults += round["faults"].size();
    expected.insert(expected.end(), round["faults"].size(), "fault");
    expected.push_back("round");
  }
  expected.push_back("end");
  CHECK(faults > 0);
  CHECK(names(events) == expected);
  CHECK(Watching(serving, path).until_end() == events);
}

TEST_CASE("service: all matches in one stream, which resumes") {
  Serving serving;
  Watching all(serving, "/api/events");
  std::string first = serving.start(kMeier);
  serving.wait(first);
  std::string second = serving.start(kMeier);
  std::size_t rounds = serving.wait(second)["rounds"].size();
  REQUIRE(all.saw(2 * (rounds + 2)));
  auto events = all.events();
  CHECK(events.size() == 2 * (rounds + 2));
  std::set<std::string> ids, matches;
  for (const SentEvent& event : events) {
    ids.insert(event.id);
    matches.insert(event.data["match"]);
    for (const char* field : {"moves", "percepts", "state", "seed", "initial"}) CHECK(!event.data.contains(field));
  }
  CHECK(ids.size() == events.size());
  CHECK(matches == std::set{first, second});

  Watching late(serving, "/api/events"), resumed(serving, "/api/events", {{"Last-Event-ID", events[3].id}}),
      elsewhere(serving, "/api/events", {{"Last-Event-ID", "another-3"}}), now(serving, "/api/events?since=now");
  CHECK(late.saw(events.size()));
  CHECK(resumed.saw(events.size() - 4));
  CHECK(elsewhere.saw(events.size()));
  CHECK(late.events() == events);
  CHECK(resumed.events() == std::vector<SentEvent>(events.begin() + 4, events.end()));
  REQUIRE(eventually([&] { return serving.get("/api").json["watchers"] == 5; }));
  std::string third = serving.start(kMeier);
  REQUIRE(now.saw(1));
  CHECK(now.events()[0].data["match"] == third);
}

TEST_CASE("service: many watchers see the same, those who hang up are forgotten, too many are refused") {
  Serving serving({.watchers = 40});
  GatedPlayer player(1);
  std::string id = serving.start(gated_match(serving, player.url())), path = "/api/matches/" + id + "/events";
  std::vector<std::unique_ptr<Watching>> watchers;
  for (int i = 0; i < 40; ++i) watchers.push_back(std::make_unique<Watching>(serving, path));
  for (auto& watcher : watchers) REQUIRE(watcher->saw(2));
  Got refused = serving.get(path);
  CHECK(refused.status == 503);
  CHECK(refused.headers.contains("Retry-After"));
  CHECK(serving.get("/api/games").status == 200);  // others are served all the same
  for (int i = 0; i < 10; ++i) watchers[static_cast<std::size_t>(i)]->drop();
  CHECK(eventually([&] { return serving.get("/api").json["watchers"] == 30; }));
  player.allow(1000);
  Json match = serving.wait(id);
  std::vector<SentEvent> expected = Watching(serving, path).until_end();
  for (std::size_t i = 10; i < watchers.size(); ++i) CHECK(watchers[i]->until_end() == expected);
  CHECK(eventually([&] { return serving.get("/api").json["watchers"] == 0; }));
}

TEST_CASE("service: a watcher that reads nothing does not hold up the match") {
  Serving serving;
  GatedPlayer player;
  std::string id = serving.start(gated_match(serving, player.url()));
  serving.wait(id, "running");
  int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  int small = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(serving.service().port()));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  std::string request = "GET /api/matches/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
  REQUIRE(::send(socket, request.data(), request.size(), 0) == static_cast<ssize_t>(request.size()));
  player.allow(1000);
  CHECK(serving.wait(id)["status"] == "completed");
  ::close(socket);
}
