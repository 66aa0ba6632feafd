// SPDX-License-Identifier: MIT
//
// Ground terms and lists of them as texts, in whatever spelling records and players use: cut into their parts without a
// tree and without recursion, so that nothing that is sent can be too deep or too large to look at. Comments run from
// `;` to the end of the line.
//
//   elements("( PLAY m1 ((mark 1 1) noop) )")   → "PLAY", "m1", "((mark 1 1) noop)"
//   term_text("( MARK 1\n1 )")                   → "(mark 1 1)"
//   spaced("(mark 1 1)")                         → "( mark 1 1 )"
//
// Functions of their arguments alone; any thread may call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace percept::gdl {

// The parts of a text in KIF: "(", ")" and names, comments left out.
std::vector<std::string_view> tokens(std::string_view text);
inline bool is_name(std::string_view token) { return token != "(" && token != ")"; }

// The forms that the text consists of, one after the other; views into it. Where `quotes` are read, "a (b" is one form,
// as in old players' explanations.
Result<std::vector<std::string_view>> forms(std::string_view text, bool quotes = false);

// What stands between separators that are outside parentheses and quotes ('), without blanks around it.
std::vector<std::string> parts_of(std::string_view text, std::string_view separators);

bool is_list(std::string_view form);
bool is_nothing(std::string_view form);  // NIL, () or ( )
// What stands between the parentheses of a list, and the forms there.
std::string_view inside(std::string_view list);
Result<std::vector<std::string_view>> elements(std::string_view list, bool quotes = false);

// The ground term that the text is, in lower case with single blanks; (noop) is noop.
Result<std::string> term_text(std::string_view text);
// The terms of a list; none for nothing.
Result<std::vector<std::string>> term_texts(std::string_view list);

// The text on one line, its names as name(token) gives them: (mark 1 1), or spaced as ggp-base has it, ( mark 1 1 ).
template <class Name>
std::string laid_out(std::string_view kif, bool spaced, Name&& name) {
  std::string out;
  std::string_view before = "(";
  for (std::string_view token : tokens(kif)) {
    if (!out.empty() && (spaced || (before != "(" && token != ")"))) out += ' ';
    if (is_name(token))
      out += name(token);
    else
      out += token;
    before = token;
  }
  return out;
}
std::string spaced(std::string_view kif);

}  // namespace percept::gdl
