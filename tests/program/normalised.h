// SPDX-License-Identifier: MIT
//
// The program of a text, as text: its clauses in order, one a line.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "check/check.h"
#include "gdl/reader.h"
#include "program/program.h"

namespace percept::test {

inline Result<program::Program> normalised(std::string_view text) {
  auto description = gdl::read_text("test", std::string(text));
  REQUIRE_MESSAGE(description->readable(), "the text cannot be read");
  for (const gdl::Finding& finding : check::check(*description))
    REQUIRE_MESSAGE(finding.severity() != gdl::Severity::kError, finding.message);
  return program::normalise(*description);
}

// The clauses, without those of the frame that makes a sheet of rules a game. Rules hang below `init`, `legal` and so
// on: what no game asks about is left out.
inline std::string clauses(std::string_view text) {
  constexpr std::string_view kFrame =
      "(role a) (role b) (legal a wait) (legal b wait) (init x) (<= terminal (true x)) "
      "(goal a 1) (goal b 1)\n";
  auto frame = normalised(kFrame), program = normalised(std::string(kFrame) + std::string(text));
  REQUIRE(program);
  std::string out;
  for (std::size_t i = frame->clauses().size(); i < program->clauses().size(); ++i)
    out += program->to_kif(program->clauses()[i]) + "\n";
  return out;
}

}  // namespace percept::test
