// SPDX-License-Identifier: MIT
//
// Buttons and Lights with another number of moves than six: the sheets of games/igdl/ with more or fewer steps. Plain
// functions, for any thread.
#pragma once

#include <fmt/format.h>

#include <string>

#include "support/support.h"

namespace percept::test::igdl {

// The one place where `old` stands becomes `by`.
inline std::string replaced(std::string text, const std::string& old, const std::string& by) {
  std::size_t at = text.find(old);
  REQUIRE_MESSAGE(at != std::string::npos, old);
  REQUIRE_MESSAGE(text.find(old, at + 1) == std::string::npos, old);
  return text.replace(at, old.size(), by);
}

// What the robot is told; `alike`: with the sentence that p and q are both on or both off at first.
inline std::string buttons_with_moves(bool alike, int moves) {
  const char* name = alike ? "buttons_and_lights.robot.igdl" : "buttons_and_lights_open.robot.igdl";
  std::string text = read(project_root() / "games" / "igdl" / name);
  for (int step = 8; step <= moves + 1; ++step) {
    text = replaced(text, " => ~step(X)", fmt::format(" & X != {} => ~step(X)", step));
    text = replaced(text, " =>\n    ~successor(X, Y)",
                    fmt::format(" &\n(X != {} | Y != {}) =>\n    ~successor(X, Y)", step - 1, step));
    text += fmt::format("step({})\nsuccessor({}, {})\n", step, step - 1, step);
  }
  return replaced(text, "\nterminal <=> true(7)", fmt::format("\nterminal <=> true({})", moves + 1));
}

}  // namespace percept::test::igdl
