// SPDX-License-Identifier: MIT
//
// What a caller must not do: a state of another game, a move that a role does not have, too many positions at once.
// A check that fails says where, what and why, and ends the program, in every build: going on would be a wrong answer.
// It stands at the borders of a class, never in an inner loop. What a user, a file or a peer does wrong is no such
// thing but a Result (result.h).
//
// Any thread may call these.
#pragma once

#include <string_view>

namespace percept {

// Prints the place, the condition and the message to the standard error, and aborts.
[[noreturn]] void check_failed(const char* file, int line, const char* condition, std::string_view message);

}  // namespace percept

// The message is made only when it fails.
#define PERCEPT_CHECK(condition, message) \
  (static_cast<bool>(condition) ? void() : ::percept::check_failed(__FILE__, __LINE__, #condition, message))
