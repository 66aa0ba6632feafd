// SPDX-License-Identifier: MIT
#include "sandbox/lines.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string>

namespace percept::sandbox {

std::optional<Json> next_line() {
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  Json out = Json::parse(line, nullptr, false);
  return out.is_object() ? std::optional(std::move(out)) : std::nullopt;
}

void say(const Json& json) {
  static std::mutex speaking;
  std::string line = line_of(json);
  std::lock_guard lock(speaking);
  for (std::string_view bytes = line; !bytes.empty();) {
    ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) _exit(0);  // nobody listens: there is nothing left to do
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace percept::sandbox
