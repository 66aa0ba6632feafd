// SPDX-License-Identifier: MIT
//
// What must hold for every text whatsoever: reading, checking and rendering findings end without a crash, and what was
// understood survives being written and read again, in every notation.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "check/check.h"
#include "gdl/reader.h"
#include "gdl/writer.h"

namespace percept::fuzz {

inline void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n--- text:\n%s\n---\n", what, text.c_str());
  std::abort();
}

inline void reread(const gdl::Description& original, const std::string& text, gdl::Notation notation,
                   const char* what) {
  auto copy = gdl::read_text("written", text, notation);
  require(copy->readable(), (std::string("what was written can be read: ") + what).c_str(), text);
  require(original.comments().size() <= copy->comments().size(), "comments are kept", text);
  if (!original.readable()) return;  // what was left out may have kept names of anonymous variables from being used
  require(same_rules(original, *copy), (std::string("reading it gives the same rules: ") + what).c_str(), text);
  std::string again = to_text(*copy);
  require(again == text, (std::string("writing again changes nothing: ") + what).c_str(),
          text + "\n--- again:\n" + again);
}

inline void all_properties(std::string text, gdl::Notation notation) {
  gdl::detect_notation(text);
  auto description = gdl::read_text("fuzz", std::move(text), notation);
  for (const gdl::Finding& finding : check::check(*description)) render(finding, true);
  reread(*description, to_kif(*description), gdl::Notation::kKif, "KIF");
  reread(*description, to_infix(*description, gdl::Habit::kProlog), gdl::Notation::kInfix, "Prolog");
  reread(*description, to_infix(*description, gdl::Habit::kTextbook), gdl::Notation::kInfix, "textbook");
}

}  // namespace percept::fuzz
