// SPDX-License-Identifier: MIT
//
// How it ended when a round was to be worked in, or a history to be found for it.
//
// A value; threads share it as they share any other.
#pragma once

#include <cstdint>

namespace percept::belief {

enum class Outcome : std::uint8_t {
  kDone,
  kUnexplained,  // nothing explains what was seen
  kTooMany,      // more possible worlds than the limit: only of those that track them one by one
  kGaveUp,       // the budget ran out
};

}  // namespace percept::belief
