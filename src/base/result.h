// SPDX-License-Identifier: MIT
//
// What the user, a file, a peer or a clock did wrong is a value: `Result<T>` holds a T or an Error whose message says
// what happened and where, and whose hint says what to do about it.
//
// Plain values: threads may read one together.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace percept {

struct Error {
  std::string message;
  std::string hint;
  bool passing = false;  // it may go right the next time: a process or a disk failed, not what was asked
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(hint)});
}

}  // namespace percept
