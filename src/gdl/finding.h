// SPDX-License-Identifier: MIT
//
// A finding is what a reader or a check has to say about one place of a rule sheet: a stable code, a message, a hint
// what to do, and notes that point to the other places concerned. Findings are values; `render` prints one as a person
// likes to read it, with the source line and a caret below the place.
//
// Internal to gdl/.
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

// Findings of one description, at most kMaxFindings of them: nobody reads more, and a hostile file could have millions.
// The others are counted.
inline constexpr std::size_t kMaxFindings = 20'000;

class Findings : public std::vector<Finding> {
 public:
  using std::vector<Finding>::vector;

  void push_back(Finding finding) {
    if (size() < kMaxFindings)
      std::vector<Finding>::push_back(std::move(finding));
    else
      ++(finding.severity() == Severity::kError ? errors_left_out_ : warnings_left_out_);
  }
  std::size_t left_out() const { return errors_left_out_ + warnings_left_out_; }
  std::size_t left_out(Severity severity) const {
    return severity == Severity::kError ? errors_left_out_ : warnings_left_out_;
  }

 private:
  std::size_t errors_left_out_ = 0;
  std::size_t warnings_left_out_ = 0;
};

// By place, then by code; equal findings only once.
void sort_by_place(Findings& findings);
std::size_t count(const Findings& findings, Severity severity);  // those left out included

std::string render(const Finding& finding, bool color);

}  // namespace percept::gdl
