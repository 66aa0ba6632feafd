// SPDX-License-Identifier: MIT
//
// Which of several layouts of one game is the fastest, found out by some milliseconds of the same random playouts on
// each. Which it is depends on the machine and its mood; what the layouts answer does not.
//
// Internal to circuit/.
#pragma once

#include <cmath>
#include <cstddef>

#include "circuit/course.h"

namespace percept::circuit {

class Trial {
 public:
  // Whether the course, as it is laid out now, is faster than those before. The first always is.
  bool is_best(const Course& course);

 private:
  std::size_t steps_ = 0;   // that each makes
  double best_ = HUGE_VAL;  // CPU seconds for these
};

}  // namespace percept::circuit
