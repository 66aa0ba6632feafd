// SPDX-License-Identifier: MIT
//
// Ground terms as texts, between the spellings that record formats use: ours `(cell 1 1 b)`, ggp-base's
// `( cell 1 1 b )`, and Dresden's upper case and XML. Reading folds case and blanks; nesting and length are limited, so
// that hostile texts end in an error.
//
// Internal to record/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace percept::record {

struct TermText {
  std::string name;            // of a constant or function; empty for a list of terms
  std::vector<TermText> args;  // of a function, or the terms of a list
};

Result<TermText> read_term(std::string_view text);
Result<std::vector<TermText>> read_list(std::string_view text);  // "( t1 t2 … )"

std::string to_text(const TermText& term);    // (cell 1 1 b)
std::string to_spaced(const TermText& term);  // ( cell 1 1 b )

// Of texts as ours: those of ggp-base.
std::string spaced(const std::string& term);
std::string spaced_list(const std::vector<std::string>& terms);  // ( ( cell 1 1 b ) step )
// Whatever the spelling, ours.
Result<std::string> plain(std::string_view term);
Result<std::vector<std::string>> plain_list(std::string_view list);

}  // namespace percept::record
