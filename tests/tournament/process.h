// SPDX-License-Identifier: MIT
//
// The command as a process that can be killed at any moment.
#pragma once

#include <string>
#include <vector>

#include "support/support.h"

namespace percept::test {

class Process {
 public:
  // What it prints goes to this file.
  Process(const std::vector<std::string>& arguments, const std::filesystem::path& output);
  ~Process() { kill(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running();
  int wait();        // its exit code, 128 + signal when it was killed
  void kill();       // with SIGKILL, and waits for its end
  void interrupt();  // as Ctrl-C does

 private:
  int process_ = -1;
  int code_ = 0;
};

}  // namespace percept::test
