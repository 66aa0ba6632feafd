// SPDX-License-Identifier: MIT
//
// The player as a process: it says where it listens, plays a match of the manager's, and ends when it is told to.
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

// A command that runs until the end of the test.
class Running {
 public:
  explicit Running(const std::string& arguments)
      : pipe_(popen(("echo $$; exec '" PERCEPT_COMMAND "' " + arguments + " 2>&1").c_str(), "r")) {
    REQUIRE(pipe_ != nullptr);
    process_ = std::stoi(line());
  }
  ~Running() {
    if (pipe_ != nullptr) end(SIGKILL);
  }

  std::string line() {
    std::string out;
    for (int c = std::fgetc(pipe_); c != EOF && c != '\n'; c = std::fgetc(pipe_)) out += static_cast<char>(c);
    return out;
  }
  // The exit code, or 128 and the signal.
  int end(int signal) {
    kill(process_, signal);
    int status = pclose(std::exchange(pipe_, nullptr));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  FILE* pipe_;
  pid_t process_ = 0;
};

// Where the player, who says its name and strategy first, listens.
std::string address(Running& player, const std::string& who) {
  std::string where = player.line();
  REQUIRE_MESSAGE(where.starts_with(who + " listens at http://localhost:"), where);
  where = where.substr(where.find("http://"));
  return where.substr(0, where.find(','));
}

// Decisions of a role in a match on record, each of which has to be the move that the policy always makes there.
std::size_t as_the_policy_says(const json& match, std::size_t role, const json& policy) {
  std::size_t decisions = 0;
  const json* moves = &policy;
  for (const json& round : match["rounds"]) {
    REQUIRE(moves != nullptr);
    const json* made = nullptr;
    for (const json& move : *moves)
      if (move["chance"] == 1.0) made = &move;
    REQUIRE(made != nullptr);
    CHECK(round["faults"][role].is_null());
    CHECK((*made)["move"] == round["moves"][role]);
    decisions += round["moves"][role] != "noop" ? 1 : 0;
    moves = nullptr;
    if (made->contains("sees"))
      for (const json& seen : (*made)["sees"])
        if (seen["percepts"] == round["percepts"][role]) moves = &seen["then"];
  }
  return decisions;
}

}  // namespace

TEST_CASE("percept player plays a match of the manager's and ends with the signal") {
  for (int signal : {SIGINT, SIGTERM}) {
    Running player("player --port 0 --strategy random --filter two-set --name alice --seed 1");
    std::string url = address(player, "alice (random:filter=two-set)");
    if (signal == SIGINT) {
      Output match = test::percept("match " + own("meier") + " --players p1=" + url +
                                   ",p2=random --seed 2 --start-clock 20 --play-clock 20 --no-store");
      CHECK_MESSAGE(match.exit_code == 0, match.err);
      CHECK(has(player.line(), "INFO: ( ( name alice ) ( status available ) ( species alien ) ( gdl 2 ) )"));
      CHECK(has(player.line(), ": ready ("));
      CHECK(has(player.line(), "PLAY"));
      Output second = test::percept("player --port " + url.substr(url.rfind(':') + 1));
      CHECK(second.exit_code == 2);
      CHECK(has(second.err, "is in use"));
    }
    CHECK(player.end(signal) == 0);
  }
}

TEST_CASE("percept player goes by a policy, under whatever names it is told the rules") {
  // What does best against uniform play never mixes, so that every move can be checked.
  TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "kuhn.policy";
  REQUIRE(test::percept("exploit " + own("kuhn_poker") + " uniform --response " + quoted(file)).exit_code == 0);
  json policy = json::parse(test::percept("policy show --json --depth 10 " + quoted(file)).out);
  Running player("player --port 0 --strategy 'policy:" + file.string() + "' --name bob --seed 1");
  std::string url = address(player, "bob (policy:" + file.string() + ")");
  std::size_t decisions = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    std::size_t role = i % 2;
    Output match =
        test::percept("match " + own("kuhn_poker") + " --players player" + std::to_string(role + 1) + "=" + url +
                      ",player" + std::to_string(2 - role) + "=random --seed " + std::to_string(i) +
                      (i % 4 < 2 ? "" : " --scramble") + " --start-clock 20 --play-clock 20 --no-store --json");
    REQUIRE_MESSAGE(match.exit_code == 0, match.err);
    json record = json::parse(match.out);
    CHECK(record["scrambled"] == (i % 4 >= 2));
    decisions += as_the_policy_says(record, role, policy["roles"][role]["policy"]);
  }
  CHECK(decisions >= 12);
  CHECK(player.end(SIGTERM) == 0);
}

TEST_CASE("percept player: wrong usage") {
  CHECK(has(test::percept("player --help").out, "percept match games/meier.kif --players http://localhost:9147"));
  Output unknown = test::percept("player --strategy clever");
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "there is no strategy clever"));
  for (const char* arguments :
       {"--port 65536", "--port x", "--filter fine", "--seed -1", "--host no.such.host.invalid"}) {
    CAPTURE(arguments);
    CHECK(test::percept(std::string("player ") + arguments).exit_code == 2);
  }
}
