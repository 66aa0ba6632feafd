// SPDX-License-Identifier: MIT
//
// What a failed check says (base/check.h): the function is called in a process of its own, since it ends that.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

namespace percept::test {

// What it printed to the standard error before it aborted; empty when it did not.
template <class Function>
std::string aborting(Function&& function) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) return {};
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);
    function();
    _exit(0);
  }
  close(ends[1]);
  std::string out;
  char buffer[512];
  for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? out : std::string();
}

}  // namespace percept::test
