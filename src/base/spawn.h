// SPDX-License-Identifier: MIT
//
// Programs of ours that stand beside this one and are started as processes that can be ended: the grounder, the worker.
// An error is only the reason; the caller says what could not be started and what to do.
//
// Calls may come from any thread.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace percept {

// Where the program is: what the environment's variable names, else beside this program, else where it was built.
Result<std::string> find_program(const std::string& name, const char* variable, const std::string& built);

// The lowest numbers are wanted for the standard streams of a process.
Descriptor above_standard(int number);

// In a process group of its own, with its standard streams and nothing else, no signal blocked or ignored: an interrupt
// from the terminal is for us.
Result<pid_t> spawn(const std::string& program, std::vector<std::string> arguments, int input, int output);

}  // namespace percept
