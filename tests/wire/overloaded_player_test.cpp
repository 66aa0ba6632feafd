// SPDX-License-Identifier: MIT
//
// A player that is given rules it cannot finish thinking about: it answers every PLAY all the same, on a machine that
// is busy, and when the match is over its process has neither a thread nor memory of it.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "support/support.h"
#include "wire/raw_call.h"

using namespace percept;

namespace {

// To attack one needs a clique of 40 in a graph that has none of more than 12; to wait one needs nothing.
std::string clique_rules() {
  std::string out = "(role a) (init on) (<= (next on) (true on)) (<= terminal (not (true on))) (goal a 0)";
  for (int i = 0; i < 48; ++i)
    for (int j = 0; j < 48; ++j)
      if (i % 12 != j % 12) out += fmt::format("(edge {} {})", i, j);
  out += "(<= (legal a wait) (true on)) (<= (legal a attack) (true on)";
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < i; ++j) out += fmt::format(" (edge ?n{} ?n{})", j, i);
  return out + ")";
}

// The command as a process, and what the system says of it.
class PlayerProcess {
 public:
  PlayerProcess() : pipe_(popen("echo $$; exec '" PERCEPT_COMMAND "' player --port 0 2>&1", "r")) {
    REQUIRE(pipe_ != nullptr);
    process_ = std::stoi(line());
    std::string where = line();
    std::size_t colon = where.find("localhost:");
    REQUIRE_MESSAGE(colon != std::string::npos, where);
    port_ = static_cast<std::uint16_t>(std::stoi(where.substr(colon + 10)));
  }
  ~PlayerProcess() {
    kill(process_, SIGKILL);
    pclose(pipe_);
  }

  std::string ask(const std::string& message) const { return test::tell(port_, message); }
  std::size_t threads() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator(folder() + "/task")) ++count;
    return count;
  }
  std::size_t megabytes() const {
    std::ifstream file(folder() + "/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) >> 20;
  }

 private:
  std::string folder() const { return "/proc/" + std::to_string(process_); }
  std::string line() {
    std::string out;
    for (int c = std::fgetc(pipe_); c != EOF && c != '\n'; c = std::fgetc(pipe_)) out += static_cast<char>(c);
    return out;
  }

  FILE* pipe_;
  pid_t process_ = 0;
  std::uint16_t port_ = 0;
};

std::size_t rounds() {
  const char* effort = std::getenv("PERCEPT_EFFORT");
  return effort == nullptr ? 6
                           : std::min<std::size_t>(50, 6 * static_cast<std::size_t>(std::max(1, std::atoi(effort))));
}

}  // namespace

TEST_CASE("a player answers although it cannot think its rules through, and forgets them") {
  PlayerProcess player;
  CHECK(player.ask("( INFO )").find("available") != std::string::npos);
  std::size_t threads = player.threads(), megabytes = player.megabytes();
  {
    std::vector<std::jthread> busy;
    for (int i = 0; i < 2; ++i)
      busy.emplace_back([](std::stop_token stop) {
        for (volatile unsigned n = 0; !stop.stop_requested();) n = n + 1;
      });
    CHECK(player.ask("( START m1 a ( " + clique_rules() + " ) 1 1 )") == "ready");
    double longest = 0;  // how long depends on who else uses the machine
    std::size_t answered = 0;
    for (std::size_t round = 0; round < rounds(); ++round) {
      auto asked = std::chrono::steady_clock::now();
      std::string answer = player.ask(round == 0 ? "( PLAY m1 nil )" : "( PLAY m1 ( wait ) )");
      longest = std::max(longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count());
      // Whether anything is legal takes longer than anybody waits, so an answer is one that the clock brought about.
      answered += answer == "wait" || answer == "nil" ? 1 : 0;
    }
    CHECK(answered == rounds());
    MESSAGE("the longest answer took " << longest << " s of 1 s");
    CHECK(player.ask("( STOP m1 ( wait ) )") == "done");
  }
  for (int i = 0; i < 100 && player.threads() > threads; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(player.threads() <= threads);
  CHECK(player.megabytes() < megabytes + 60);
  CHECK(player.ask("( INFO )").find("available") != std::string::npos);
}
