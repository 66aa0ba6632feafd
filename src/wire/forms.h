// SPDX-License-Identifier: MIT
//
// Symbol lists as they come and go on the wire: texts with parentheses, cut into their parts without a tree and without
// recursion, so that nothing that is sent can be too deep or too large to look at. Comments run from `;` to the end of
// the line.
//
//   elements("( PLAY m1 ((mark 1 1) noop) )")   → "PLAY", "m1", "((mark 1 1) noop)"
//   term("( MARK 1\n1 )")                        → "(mark 1 1)"
//
// Internal to wire/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace percept::wire {

inline constexpr std::size_t kMaxTermNesting = 200, kMaxTerm = 64 << 10;  // as deep as a rule, and bytes

// The forms that the text consists of, one after the other; views into it. Where `quotes` are read, "a (b" is one form,
// as in old players' explanations.
Result<std::vector<std::string_view>> forms(std::string_view text, bool quotes = false);

bool is_list(std::string_view form);
bool is_nothing(std::string_view form);  // NIL, () or ( )
// What stands between the parentheses of a list, and the forms there.
std::string_view inside(std::string_view list);
Result<std::vector<std::string_view>> elements(std::string_view list, bool quotes = false);

// The ground term that the text is, in lower case with single blanks; (noop) is noop.
Result<std::string> term(std::string_view text);
// The terms of a list; none for nothing.
Result<std::vector<std::string>> terms(std::string_view list);

// The parts of a text in KIF: "(", ")" and names, comments left out.
std::vector<std::string_view> tokens(std::string_view text);

std::string upper(std::string_view text);  // ASCII only
// The first part of what came from outside, fit to be printed.
std::string shown(std::string_view text);

}  // namespace percept::wire
