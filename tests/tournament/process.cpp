// SPDX-License-Identifier: MIT
#include "tournament/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>

extern char** environ;

namespace percept::test {
namespace {

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

Process::Process(const std::vector<std::string>& arguments, const std::filesystem::path& output) {
  std::vector<std::string> texts = {PERCEPT_COMMAND};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  REQUIRE(posix_spawn(&process_, PERCEPT_COMMAND, &actions, nullptr, pointers.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
}

bool Process::running() {
  int status = 0;
  if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
    process_ = -1;
    code_ = code_of(status);
  }
  return process_ > 0;
}

int Process::wait() {
  int status = 0;
  if (process_ > 0 && waitpid(process_, &status, 0) == process_) {
    process_ = -1;
    code_ = code_of(status);
  }
  return code_;
}

void Process::kill() {
  if (process_ > 0) ::kill(process_, SIGKILL);
  wait();
}

void Process::interrupt() {
  if (process_ > 0) ::kill(process_, SIGINT);
}

}  // namespace percept::test
