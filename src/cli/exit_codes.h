// SPDX-License-Identifier: MIT
//
// Exit codes, the same for every command, and what reads an argument: a value, or the exit code of a command that
// cannot go on, the reason having been printed.
//
// Internal to cli/.
#pragma once

#include <tl/expected.hpp>

namespace percept::cli {

inline constexpr int kSuccess = 0;
inline constexpr int kFindings = 1;    // errors in what was read, or a difference with --check
inline constexpr int kUnreadable = 2;  // could not read or write, or wrong usage

template <typename T>
using OrExit = tl::expected<T, int>;

}  // namespace percept::cli
