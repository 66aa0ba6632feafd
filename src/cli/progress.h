// SPDX-License-Identifier: MIT
//
// A line of progress on the terminal that is written over, only where a person watches and only when it takes a while.
//
// Internal to cli/.
#pragma once

#include <cstdio>
#include <string>

#include "base/budget.h"
#include "ground/instantiate.h"

namespace percept::cli {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool due() const;  // is it time to show something?
  void show(const std::string& text);
  void clear();

 private:
  bool on_;
  bool shown_ = false;
  double next_;
};

// How many rules have been grounded.
class GroundingProgress {
 public:
  ground::Progress callback();
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
};

}  // namespace percept::cli
