// SPDX-License-Identifier: MIT
//
// What each code means, for `percept check --explain`: a paragraph, an example that has the finding and one that does
// not. The tests check every example, so the catalogue cannot drift from what the checks do.
//
// Any thread may call these.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gdl/codes.h"

namespace percept::check {

struct Explanation {
  gdl::Code code;
  std::string_view text;  // a paragraph, wrapped by whoever prints it
  std::string_view bad;   // a description that gets the finding
  std::string_view good;  // the same, mended: no finding at all
};

std::span<const Explanation> catalogue();

// The explanation of a code such as "GDL201" (case does not matter), ready to print; empty when there is no such code.
std::string explain(std::string_view code);

}  // namespace percept::check
