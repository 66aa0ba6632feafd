// SPDX-License-Identifier: MIT
//
// The player as a process: it says where it listens, plays a match of the manager's, and ends when it is told to.
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

#include "cli/texts.h"

using namespace percept::test;
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

}  // namespace

TEST_CASE("percept player plays a match of the manager's and ends with the signal") {
  for (int signal : {SIGINT, SIGTERM}) {
    Running player("player --port 0 --strategy random --filter two-set --name alice --seed 1");
    std::string where = player.line();
    REQUIRE_MESSAGE(where.starts_with("alice (random:filter=two-set) listens at http://localhost:"), where);
    std::string url = where.substr(where.find("http://"));
    url = url.substr(0, url.find(','));
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
