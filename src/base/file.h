// SPDX-License-Identifier: MIT
//
// The bytes of a file: read as far as they are no more than a limit, written so that nobody ever finds half of them.
//
// Any thread may call these.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace percept {

// Of the standard input for "-". `hint` is given when it is larger.
Result<std::string> contents_of(const std::string& path, std::size_t limit, const std::string& hint);

// Writes to a temporary file beside `path` and renames it. Keeps the permissions of a file that exists.
Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace percept
