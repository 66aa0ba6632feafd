// SPDX-License-Identifier: MIT
//
// The grounder as a process that can be ended at any moment (grounder_main.cpp). It is started by posix_spawn, since a
// fork would copy the locks of threads that are not there; it has no descriptors but its input and its output, dies
// with the thread that started it, and is waited for before this object is gone. The CPU seconds that it uses are put
// to the account of the thread that reads from it (base/cpu_clock.h).
//
// Several may run at once, in several threads; each object is used in the thread that made it.
//
// Internal to asp/.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/descriptor.h"
#include "base/result.h"

namespace percept::asp {

// Where the program is: $PERCEPT_GROUNDER, or beside the running program, or where it was built.
Result<std::string> find_grounder();

class GrounderProcess {
 public:
  // Gives it this input, and at most so many megabytes; 0: as many as it takes.
  static Result<GrounderProcess> start(std::string_view input, std::size_t megabytes);
  GrounderProcess(GrounderProcess&& other) noexcept;
  GrounderProcess& operator=(GrounderProcess&&) = delete;
  ~GrounderProcess();  // ends it

  enum class Reading : std::uint8_t { kSome, kEnd, kOutOfTime };
  // Waits for some of its output, of which `size` bytes came.
  Reading read(std::span<char> out, std::size_t& size, const Budget& budget);
  // Waits for it after the end of its output: its exit code, or the signal that ended it, negated.
  int exit_code();

 private:
  GrounderProcess() = default;
  void count_seconds();
  int wait();

  pid_t process_ = -1;  // none, once it was waited for
  Descriptor output_;
  double counted_ = 0;  // CPU seconds of it that are on the account
};

}  // namespace percept::asp
