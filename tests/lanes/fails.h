// SPDX-License-Identifier: MIT
//
// What a failed check says (base/check.h): it ends the process, so it is made to fail in another one.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

namespace percept::test {

// What is written to the standard error when the function aborts; empty when it does not.
template <class Function>
std::string message_of_failed_check(Function&& function) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) return {};
  pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // not as a failure of the test
    dup2(ends[1], STDERR_FILENO);
    function();
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[256];
  for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? text : std::string();
}

}  // namespace percept::test
