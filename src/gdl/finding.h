// SPDX-License-Identifier: MIT
//
// A finding is what a reader or a check has to say about one place of a rule sheet: a stable code, a message, a hint
// what to do, and notes that point to the other places concerned. Findings are values; `render` prints one as a person
// likes to read it, with the source line and a caret below the place.
#pragma once

#include <string>
#include <vector>

#include "gdl/codes.h"
#include "gdl/source.h"

namespace percept::gdl {

struct Note {
  Place place;
  std::string message;
};

struct Finding {
  Code code;
  Place place;
  std::string message;
  std::string hint;
  std::vector<Note> notes;

  Severity severity() const { return entry(code).severity; }
};

using Findings = std::vector<Finding>;

// By place, then by code; equal findings only once.
void sort_by_place(Findings& findings);
std::size_t count(const Findings& findings, Severity severity);

std::string render(const Finding& finding, bool color);

}  // namespace percept::gdl
