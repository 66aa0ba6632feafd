// SPDX-License-Identifier: MIT
//
// A service that is killed in mid-match: the next one has what was played, and says that the match was interrupted.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/serving.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("service: a killed service leaves its match on record, interrupted") {
  TemporaryFolder folder;
  GatedPlayer player(2);
  std::string store = (folder.path() / "m.db").string(), games = (project_root() / "games").string();
  std::string out = folder.write("out", "").string(), id;
  pid_t process = ::fork();
  if (process == 0) {
    ::dup2(::open(out.c_str(), O_WRONLY), STDOUT_FILENO);
    ::execl(PERCEPT_COMMAND, "percept", "serve", "--port", "0", "--quiet", "--store", store.c_str(), "--games",
            games.c_str(), nullptr);
    ::_exit(127);
  }
  std::string address;
  REQUIRE(eventually([&] {
    std::string text = read(out);
    std::size_t begin = text.find("http://"), end = text.find(',');
    if (end == std::string::npos) return false;
    address = text.substr(begin, end - begin);
    return true;
  }));
  {
    httplib::Client client(address);
    Json order = {
        {"game", "monty_hall"}, {"players", {{"monty", "random"}, {"candidate", player.url()}}}, {"playClock", 60}};
    auto started = client.Post("/api/matches", order.dump(), "application/json");
    REQUIRE(started);
    REQUIRE_MESSAGE(started->status == 201, started->body);
    id = Json::parse(started->body)["id"];
    REQUIRE(eventually([&] {
      auto match = client.Get("/api/matches/" + id);
      return match && Json::parse(match->body).value("roundsPlayed", 0) == 2;
    }));
  }
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  Serving next({.store = store});
  Json match = next.get("/api/matches/" + id).json;
  CHECK(match["status"] == "interrupted");
  CHECK(match["rounds"].size() == 2);
  auto events = Watching(next, "/api/matches/" + id + "/events").until_end();
  REQUIRE(events.size() == 4);
  CHECK(events.back().data["status"] == "interrupted");
}
