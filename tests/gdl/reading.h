// SPDX-License-Identifier: MIT
//
// What tests of readers and writers look at: a text of either notation as it was read, the mistakes found in it, and
// the rules and comments read in spite of them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "gdl/description.h"
#include "gdl/reader.h"
#include "gdl/writer.h"

namespace percept::test {

inline std::unique_ptr<gdl::Description> kif(std::string text) {
  return gdl::read_text("game.kif", std::move(text), gdl::Notation::kKif);
}
inline std::unique_ptr<gdl::Description> infix(std::string text) {
  return gdl::read_text("game.gdl", std::move(text), gdl::Notation::kInfix);
}

// Each finding as "code line:column text", in the order of the text.
inline std::string mistakes(const gdl::Description& game) {
  gdl::Findings findings = game.findings();
  sort_by_place(findings);
  std::string out;
  for (const gdl::Finding& f : findings)
    out += fmt::format("{} {}:{} {}\n", to_string(f.code), f.place.line(), f.place.column(), f.place.text());
  return out;
}

// All statements in KIF, one a line.
inline std::string rules(const gdl::Description& game) {
  std::string out;
  for (const gdl::Statement& statement : game.statements()) out += to_kif(statement, game.symbols()) + "\n";
  return out;
}

// Block comments of several lines are written as several comments.
inline std::size_t comment_lines(const gdl::Description& game) {
  std::size_t lines = 0;
  for (const gdl::Comment& comment : game.comments())
    lines += 1 + static_cast<std::size_t>(std::ranges::count(comment.place.text(), '\n'));
  return lines;
}

}  // namespace percept::test
