// SPDX-License-Identifier: MIT
//
// `percept train`: what it prints and refuses, and that learning that is broken off, or killed, comes to the same.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

json trained(const std::string& arguments) {
  Output output = test::percept("train --json " + arguments);
  CHECK_MESSAGE(output.exit_code == 0, output.err);
  return json::parse(output.out, nullptr, false);
}

}  // namespace

TEST_CASE("train: broken off and resumed it comes to the same file") {
  TemporaryFolder folder;
  auto whole = folder.path() / "whole.value", parts = folder.path() / "parts.value";
  json at_once = trained(own("connect_four_4x4") + " --batches 6 --output " + quoted(whole));
  CHECK(at_once["matches"] == 6 * 256);
  CHECK(at_once["batches"] == 6);
  CHECK(at_once["pairs"] == true);
  CHECK(at_once["error"].get<double>() > 0);
  CHECK(at_once["constant_error"].get<double>() > 0);
  trained(own("connect_four_4x4") + " --batches 2 --output " + quoted(parts));
  json rest = trained(own("connect_four_4x4") + " --batches 6 --resume --output " + quoted(parts));
  CHECK(rest["error"] == at_once["error"]);
  CHECK(test::read(whole) == test::read(parts));

  // A file that is there is not lost by mistake, and belongs to its rules.
  Output again = test::percept("train " + own("connect_four_4x4") + " --batches 1 --output " + quoted(whole));
  CHECK(again.exit_code == 2);
  CHECK(has(again.err, "--resume"));
  Output other = test::percept("train " + own("nim") + " --batches 1 --resume --output " + quoted(whole));
  CHECK(other.exit_code == 2);
  CHECK(has(other.err, "learnt for other rules"));
  CHECK(test::read(whole) == test::read(parts));
  auto broken = folder.write("broken.value", test::read(whole).substr(0, 500));
  CHECK(test::percept("train " + own("connect_four_4x4") + " --resume --output " + quoted(broken)).exit_code == 2);
  Output nowhere =
      test::percept("train " + own("nim") + " --batches 1 --output " + quoted(folder.path() / "no" / "no"));
  CHECK(nowhere.exit_code == 2);

  Output match = test::percept("match " + own("connect_four_4x4") +
                               " --no-store --players mcts:leaves=20:value=" + quoted(whole) + ",random --seed 1");
  CHECK_MESSAGE(match.exit_code == 0, match.err);
}

TEST_CASE("train: killed it has what it saved") {
  TemporaryFolder folder;
  auto file = folder.path() / "killed.value", whole = folder.path() / "whole.value";
  std::string arguments = own("connect_four_4x4") + " --checkpoint-seconds 0 --output " + quoted(file);
  pid_t child = fork();
  if (child == 0) {
    std::string command =
        "exec '" + std::string(PERCEPT_COMMAND) + "' train " + arguments + " --seconds 60 > /dev/null 2>&1";
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  // The file is written before the first batch, and after each.
  std::string first;
  for (int i = 0; i < 6000; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (!std::filesystem::exists(file)) continue;
    std::string now = test::read(file);
    if (first.empty()) first = now;
    if (now != first) break;
  }
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  json rest = trained(own("connect_four_4x4") + " --resume --batches 1 --output " + quoted(file));
  auto batches = rest["batches"].get<int>();
  CHECK(batches >= 1);
  trained(own("connect_four_4x4") + " --batches " + std::to_string(batches) + " --output " + quoted(whole));
  CHECK(test::read(whole) == test::read(file));
}
