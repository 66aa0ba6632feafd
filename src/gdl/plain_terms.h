// SPDX-License-Identifier: MIT
//
// Ground terms as they come over wires, out of records and from people, read without making a description: moves and
// percepts are read by the million. Only what is plain is read here:
//
//   TERM = NAME | ( NAME TERM … )        names of printable ASCII without ; that are no variables
//
// Whatever else a text has (comments, variables, mistakes) is for the readers, who have an answer or a finding for it:
// nothing is said here about what is wrong.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"

namespace percept::gdl {

bool is_operator_name(std::string_view folded);  // not, and, <=, …: what begins with one is no term

// Calls visitor.open(name), visitor.constant(name) and visitor.close() in the order of the text, names in lower case.
// False when something is not plain; the visitor may have been called for what stands before it.
template <class Visitor>
bool for_each_plain_term(std::string_view text, Visitor&& visitor) {
  constexpr std::size_t kDeepestTerm = 100, kLongest = 1000;
  auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  auto in_name = [](char c) { return c > ' ' && c < 0x7F && c != '(' && c != ')' && c != ';'; };
  std::size_t depth = 0;
  bool wants_argument = false;  // a function was opened and has none yet
  std::string folded;
  for (std::size_t i = 0; i < text.size();) {
    if (blank(text[i])) {
      ++i;
      continue;
    }
    if (text[i] == ')') {
      if (depth == 0 || wants_argument) return false;
      --depth;
      ++i;
      visitor.close();
      continue;
    }
    bool opens = text[i] == '(';
    if (opens)
      for (++i; i < text.size() && blank(text[i]);) ++i;
    std::size_t end = i;
    while (end < text.size() && in_name(text[end])) ++end;
    if (end == i || end - i > kLongest || text[i] == '?') return false;
    if (end < text.size() && !blank(text[end]) && text[end] != '(' && text[end] != ')') return false;
    folded = lower(text.substr(i, end - i));
    if (opens && depth == 0 && is_operator_name(folded)) return false;
    i = end;
    wants_argument = opens;
    if (opens && ++depth > kDeepestTerm) return false;
    if (opens)
      visitor.open(folded);
    else
      visitor.constant(folded);
  }
  return depth == 0;
}

// The one plain term of a text as KIF has it: (cell 1 1 b). Nothing when it is not plain, or not one.
std::optional<std::string> plain_term(std::string_view text);

}  // namespace percept::gdl
