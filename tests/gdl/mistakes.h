// SPDX-License-Identifier: MIT
//
// What the tests of both readers look at: the mistakes found in a text, and the rules read in spite of them.
#pragma once

#include <fmt/format.h>

#include <string>

#include "gdl/description.h"
#include "gdl/writer.h"

namespace percept::test {

// Each finding as "code line:column text", in the order of the text.
inline std::string mistakes(const gdl::Description& game) {
  gdl::Findings findings = game.findings();
  sort_by_place(findings);
  std::string out;
  for (const gdl::Finding& f : findings)
    out += fmt::format("{} {}:{} {}\n", to_string(f.code), f.place.line(), f.place.column(), f.place.text());
  return out;
}

inline std::string rules(const gdl::Description& game) {
  std::string out;
  for (const gdl::Statement& statement : game.statements()) out += to_kif(statement, game.symbols()) + "\n";
  return out;
}

}  // namespace percept::test
