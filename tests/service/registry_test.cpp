// SPDX-License-Identifier: MIT
//
// Players that announce themselves: names, presence, and matches that ask for them by name.
#include "service/registry.h"

#include "service/serving.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("service: a player announces itself, plays under its name, goes away and comes back") {
  Serving serving({.poll_seconds = 0.05});
  auto player = std::make_unique<GatedPlayer>(1000, "alice");
  std::uint16_t port = player->port();
  Got added = serving.post("/api/players", {{"url", player->url()}});
  CHECK(added.status == 201);
  CHECK(added.json["name"] == "alice");
  CHECK(added.json["status"] == "available");
  CHECK(added.json["url"] == player->url());
  CHECK(added.json.contains("lastSeen"));
  CHECK(serving.get("/api/players/alice").json["status"] == "available");
  Json listed = serving.get("/api/players").json;
  CHECK(listed["players"].size() == 1);
  CHECK(listed["strategies"].size() >= 2);

  std::string id = serving.start({{"game", "monty_hall"}, {"players", {{"monty", "random"}, {"candidate", "alice"}}}});
  CHECK(serving.wait(id)["status"] == "completed");
  CHECK(player->asked("START") == 1);

  player.reset();
  CHECK(eventually([&] { return serving.get("/api/players/alice").json["status"] == "unreachable"; }));
  CHECK(!serving.get("/api/players/alice").json["problem"].get<std::string>().empty());
  GatedPlayer again(0, "alice", port);
  CHECK(eventually([&] { return serving.get("/api/players/alice").json["status"] == "available"; }));

  // In a match it is busy; the list says so.
  std::string running =
      serving.start({{"game", "monty_hall"}, {"players", {{"monty", "random"}, {"candidate", "alice"}}}});
  CHECK(eventually([&] { return serving.get("/api/players/alice").json["status"] == "busy"; }));
  again.allow(1000);
  serving.wait(running);

  CHECK(serving.remove("/api/players/alice").status == 204);
  CHECK(serving.remove("/api/players/alice").status == 404);
  CHECK(serving.get("/api/players").json["players"].empty());
}

TEST_CASE("service: names of players are theirs alone") {
  Serving serving({.poll_seconds = 0});
  GatedPlayer first(0, "bob"), second(0, "bob");
  CHECK(serving.post("/api/players", {{"url", first.url()}}).json["name"] == "bob");
  Got other = serving.post("/api/players", {{"url", second.url()}});
  CHECK(other.status == 201);
  CHECK(other.json["name"] != "bob");
  CHECK(serving.post("/api/players", {{"url", second.url()}, {"name", "bob"}}).status == 409);
  // The same address again: another name, another dialect.
  Got changed = serving.post("/api/players", {{"url", first.url()}, {"name", "bobby"}, {"dialect", "dresden-2010"}});
  CHECK(changed.status == 200);
  CHECK(changed.json["dialect"] == "dresden-2010");
  CHECK(serving.get("/api/players/bob").status == 404);
  CHECK(serving.get("/api/players").json["players"].size() == 2);
}

TEST_CASE("service: what cannot be registered") {
  Serving serving({.poll_seconds = 0});
  GatedPlayer player;
  auto status = [&](const Json& body) { return serving.post("/api/players", body).status; };
  CHECK(status({{"name", "x"}}) == 400);
  CHECK(status({{"url", "ftp://localhost"}}) == 400);
  CHECK(status({{"url", 7}}) == 400);
  CHECK(status({{"url", player.url()}, {"name", "random"}}) == 400);  // a strategy
  CHECK(status({{"url", player.url()}, {"name", "a/b"}}) == 400);
  CHECK(status({{"url", player.url()}, {"name", ".."}}) == 400);
  CHECK(status({{"url", player.url()}, {"name", ""}}) == 400);
  CHECK(status({{"url", player.url()}, {"dialect", "klingon"}}) == 400);
  Got unknown = serving.post("/api/players", {{"url", player.url()}, {"nmae", "x"}});
  CHECK(unknown.status == 400);
  CHECK(unknown.json["hint"] == "did you mean name?");
  // Nobody is there: it is registered all the same, and said to be unreachable.
  std::string url = player.url();
  player.close();
  Got gone = serving.post("/api/players", {{"url", url}, {"name", "gone"}});
  CHECK(gone.status == 201);
  CHECK(gone.json["status"] == "unreachable");
}
