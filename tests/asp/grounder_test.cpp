// SPDX-License-Identifier: MIT
//
// The grounder as a process: what it is given comes back as terms, names and rules; what goes wrong is an error that
// says what to do.
#include "asp/grounder.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "asp/grounder_process.h"
#include "support/ending.h"
#include "support/support.h"

using namespace percept;
using asp::Ending;

namespace {

// Everything it is told, as texts.
class Everything : public asp::Receiver {
 public:
  explicit Everything(std::size_t most = SIZE_MAX) : most_(most) {}

  void term(const Term& term) override {
    std::string text = term.is_number ? std::to_string(term.number) : std::string(term.name);
    for (std::size_t i = 0; i < term.args.size(); ++i) text += (i == 0 ? "(" : ",") + terms_[term.args[i]];
    terms_.push_back(text + (term.args.empty() ? "" : ")"));
  }
  void name(TermNumber term, asp::Atom atom) override { names.push_back(fmt::format("{}={}", atom, terms_[term])); }
  bool rule(asp::Atom head, std::span<const asp::Literal> body) override {
    rules.push_back(fmt::format("{}:{}", head, fmt::join(body, " ")));
    return rules.size() <= most_;
  }
  bool choice() override { return ++choices, true; }

  std::vector<std::string> names, rules;
  std::size_t choices = 0;

 private:
  std::size_t most_;
  std::vector<std::string> terms_;
};

std::vector<std::string> parts(std::initializer_list<std::string> texts) { return texts; }

// Sets the variable while it is there.
class Named {
 public:
  explicit Named(const std::string& program) { setenv("PERCEPT_GROUNDER", program.c_str(), 1); }
  ~Named() { unsetenv("PERCEPT_GROUNDER"); }
  Named(const Named&) = delete;
  Named& operator=(const Named&) = delete;
};

}  // namespace

TEST_CASE("terms, names and rules come as they are") {
  Everything all;
  auto ended = asp::ground(parts({"{p(1..2)}. q(f(X,g),-3) :- p(X). r(X) :- p(X), not q(f(1,g),-3).", "s."}), all);
  REQUIRE(ended);
  CHECK(*ended == Ending::kDone);
  CHECK(all.choices == 2);
  CHECK(all.rules.size() == 5);  // a fact has no body
  std::string names = fmt::format("{}", fmt::join(all.names, " "));
  for (const char* name : {"p(1)", "p(2)", "q(f(1,g),-3)", "q(f(2,g),-3)", "r(2)", "0=s"})
    CHECK_MESSAGE(names.find(name) != std::string::npos, names);
}

TEST_CASE("a large rule comes in one piece") {
  Everything all;
  auto ended = asp::ground(parts({"d(1..100000). {p(X)} :- d(X). q :- p(X) : d(X)."}), all, Budget(20, 0));
  REQUIRE(ended);
  CHECK(*ended == Ending::kDone);
  std::ptrdiff_t longest = 0;
  for (const std::string& rule : all.rules) longest = std::max(longest, std::ranges::count(rule, ' '));
  CHECK(longest == 99'999);
}

TEST_CASE("the receiver ends it") {
  Everything few(10);
  auto ended = asp::ground(parts({"{p(1..3000)}. q(X,Y) :- p(X), p(Y)."}), few);
  REQUIRE(ended);
  CHECK(*ended == Ending::kRefused);
  CHECK(few.rules.size() == 11);
}

TEST_CASE("what is no program is an error that says why") {
  Everything all;
  auto ended = asp::ground(parts({"p(."}), all);
  REQUIRE_FALSE(ended);
  CHECK(ended.error().message.find("syntax error") != std::string::npos);
}

TEST_CASE("too much memory is told from too much time") {
#ifdef __SANITIZE_ADDRESS__
  MESSAGE("skipped: with a sanitizer memory has no bound");
  return;
#endif
  Everything all;
  auto ended =
      asp::ground(parts({"{p(1..5000)}. q(X,Y) :- p(X), p(Y). #false :- q(X,Y), q(Y,X), X < 0."}), all, {}, 100);
  REQUIRE(ended);
  CHECK(*ended == Ending::kOutOfMemory);
}

TEST_CASE("several threads ground at once, and end each other's nothing") {
  std::vector<std::jthread> threads;
  std::atomic<int> done = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&done, i] {
      for (int j = 0; j < 5; ++j) {
        Everything all;
        bool ends = i % 2 == 0;
        auto ended = asp::ground(parts({fmt::format("{{p(1..{})}}. q(X,Y) :- p(X), p(Y).", ends ? 30 : 3000)}), all,
                                 ends ? Budget() : Budget().until(in_seconds(0.02)));
        if (ended && *ended == (ends ? Ending::kDone : Ending::kOutOfTime)) ++done;
      }
    });
  threads.clear();
  CHECK(done == 40);
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
}

TEST_CASE("a grounder that is missing, or none, is an error with a hint") {
  Everything all;
  for (const char* named : {"/nowhere/percept_grounder", "/bin/true", "/bin/yes", "/etc/passwd"}) {
    Named here(named);
    CAPTURE(named);
    auto ended = asp::ground(parts({"p."}), all, Budget().until(in_seconds(10)));
    REQUIRE_FALSE(ended);
    CHECK_FALSE(ended.error().message.empty());
  }
  Named here("/nowhere/percept_grounder");
  CHECK(asp::find_grounder().error().hint.find("PERCEPT_GROUNDER") != std::string::npos);
}

TEST_CASE("it inherits no descriptors") {
  int opened = open("/dev/null", O_RDONLY), leak = fcntl(opened, F_DUPFD, 77);  // without CLOEXEC, as libraries do
  close(opened);
  test::TemporaryFolder folder;
  auto script = folder.write("grounder", "#!/bin/sh\nls /proc/self/fd > " + (folder.path() / "out").string() + "\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  Named here(script.string());
  Everything all;
  CHECK_FALSE(asp::ground(parts({"p."}), all));
  close(leak);
  std::string seen = test::read(folder.path() / "out");
  CHECK(seen.find("0\n1\n2\n") == 0);
  CHECK_MESSAGE(seen.find(std::to_string(leak)) == std::string::npos, seen);
}

// How many grounders this process has.
int grounders_of(const std::string& parent) {
  int found = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "cmdline");
    std::string line((std::istreambuf_iterator<char>(file)), {});
    found += line.find(std::string("percept_grounder") + '\0' + parent + '\0') != std::string::npos ? 1 : 0;
  }
  return found;
}

TEST_CASE("it dies with who started it") {
  test::TemporaryFolder folder;
  std::string text = "(role a) (legal a w) (init x) (<= terminal (true y))";
  std::string body;  // a clique that is not there
  for (int i = 0; i < 48; ++i)
    for (int j = 0; j < 48; ++j)
      if (i % 12 != j % 12) text += fmt::format("(edge {} {})", i, j);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < i; ++j) body += fmt::format(" (edge ?n{} ?n{})", j, i);
  text += "(<= (next y) (true x)" + body + ")";
  auto sheet = folder.write("join.kif", text);
  // The shell becomes the command.
  FILE* command = popen(
      fmt::format("echo $$; exec {} ground --no-split {} >/dev/null 2>&1", PERCEPT_COMMAND, sheet.string()).c_str(),
      "r");
  REQUIRE(command != nullptr);
  char line[32] = {};
  REQUIRE(fgets(line, sizeof line, command) != nullptr);
  std::string process = std::to_string(std::atoi(line));
  auto wait_for = [&](int grounders) {
    for (int i = 0; i < 500 && grounders_of(process) != grounders; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return grounders_of(process) == grounders;
  };
  CHECK(wait_for(1));
  kill(std::atoi(line), SIGKILL);
  CHECK(wait_for(0));
  pclose(command);
}

TEST_CASE("a search that grounding cannot hear of ends with its budget") {
  std::string text = "p(1..3000). q :- p(X), p(Y), p(Z), X+Y+Z < 0.";
  test::check_ends("a join without rules", [&](const Budget& budget) {
    Everything all;
    auto ended = asp::ground(parts({text}), all, budget);
    REQUIRE(ended);
    CHECK(*ended == Ending::kOutOfTime);
  });
}
