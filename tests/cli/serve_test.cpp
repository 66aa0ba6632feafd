// SPDX-License-Identifier: MIT
//
// `percept serve` as a process: what it prints, how it ends, and what is left when it is killed.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <thread>

#include "support/support.h"

using namespace percept::test;

namespace {

// The command in the background, until it is told to end.
class Background {
 public:
  explicit Background(std::vector<std::string> arguments) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], 1);
      ::close(ends[0]);
      std::string command = PERCEPT_COMMAND;
      std::vector<char*> words = {command.data()};
      for (std::string& argument : arguments) words.push_back(argument.data());
      words.push_back(nullptr);
      ::execv(command.c_str(), words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
  }
  ~Background() {
    end(SIGKILL);
    std::fclose(output_);
  }

  std::string line() {
    char buffer[1000];
    return std::fgets(buffer, sizeof buffer, output_) ? buffer : "";
  }
  // The exit code, 128 + signal when it was killed.
  int end(int signal) {
    if (process_ <= 0) return -1;
    ::kill(process_, signal);
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t process_ = 0;
  std::FILE* output_ = nullptr;
};

}  // namespace

TEST_CASE("serve: says where it listens and ends with 0 when it is told to") {
  TemporaryFolder folder;
  std::string store = (folder.path() / "m.db").string(), games = (project_root() / "games").string();
  for (int signal : {SIGTERM, SIGINT}) {
    Background serve({"serve", "--port", "0", "--store", store, "--games", games, "--quiet"});
    CHECK(serve.line().starts_with("percept serves at http://127.0.0.1:"));
    CHECK(serve.end(signal) == 0);
  }
}

TEST_CASE("serve: bound wider, it prints a token, unless one is given") {
  TemporaryFolder folder;
  std::string store = (folder.path() / "m.db").string(), games = (project_root() / "games").string();
  std::vector<std::string> arguments = {"serve",   "--port", "0",       "--host", "0.0.0.0",
                                        "--store", store,    "--games", games,    "--quiet"};
  {
    Background serve(arguments);
    CHECK(serve.line().starts_with("percept serves at"));
    CHECK(serve.line().find("Authorization: Bearer ") != std::string::npos);
  }
  arguments.insert(arguments.end(), {"--token-file", folder.write("token", "0123456789abcdef\n").string()});
  Background serve(arguments);
  serve.line();
  CHECK(serve.line().find("0123456789abcdef") == std::string::npos);
}

TEST_CASE("serve: what is wrong is said") {
  TemporaryFolder folder;
  std::string store = " --store " + (folder.path() / "m.db").string();
  Output no_games = percept::test::percept("serve --port 0 --games /nowhere" + store);
  CHECK(no_games.exit_code == 2);
  CHECK(no_games.err.find("/nowhere") != std::string::npos);
  Output token = percept::test::percept("serve --port 0 --token-file " + folder.write("t", "short").string() + store);
  CHECK(token.exit_code == 2);
  CHECK(token.err.find("openssl rand") != std::string::npos);
  // Whoever may read the token may do all: said of a file that is open to others, and not of one that is not.
  auto warning = [&](std::filesystem::perms mode) {
    std::filesystem::path file = folder.write("t", "0123456789abcdef");
    std::filesystem::permissions(file, mode);
    Output out = percept::test::percept("serve --port 0 --games /nowhere --token-file " + file.string() + store);
    return out.err.find("t can be read by others on this machine") != std::string::npos &&
           out.err.find("chmod 600") != std::string::npos;
  };
  CHECK(warning(std::filesystem::perms{0644}));
  CHECK(warning(std::filesystem::perms{0640}));
  CHECK(!warning(std::filesystem::perms{0600}));
  CHECK(percept::test::percept("serve --port 70000").exit_code == 2);
  CHECK(
      percept::test::percept("serve --host 203.0.113.1 --port 0 --games " + (project_root() / "games").string() + store)
          .exit_code == 2);
  CHECK(percept::test::percept("serve --help").out.find("curl") != std::string::npos);
}
