// SPDX-License-Identifier: MIT
//
// Messages in infix, as Stanford's newer texts and ggp_python write them, to and from the symbol lists that the rest of
// wire/ reads:
//
//   play(m1,[noop,mark(1,1)])      ( play m1 ( noop (mark 1 1) ) )
//   legal(R,noop) :- role(R) & ~true(control(R))      (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
//
// The rules of a START are a list, too; its elements are read by the reader of infix rules (gdl/reader.h).
//
// Any thread may call these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace percept::wire {

// Whether a message is in infix: a word with its parenthesis right behind it, as no message in KIF starts.
bool is_infix(std::string_view message);

// What stands between the commas of start(…) or […]; views into the text. An error where brackets do not match.
struct InfixCall {
  std::string_view word;  // empty of a list
  std::vector<std::string_view> arguments;
};
Result<InfixCall> infix_call(std::string_view text);

// A term or a list of terms. What is no infix at all is left as it is, for others to complain about.
std::string kif_of_infix(std::string_view text);
// A term, or a whole statement of a rule sheet, in KIF.
std::string infix_of_kif(std::string_view kif);

}  // namespace percept::wire
