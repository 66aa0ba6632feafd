// SPDX-License-Identifier: MIT
//
// Infix text to tokens, for both habits met in the wild: Prolog's (`:-`, `,`, `\+`, `.`, upper-case variables, `%`
// comments) and the textbook's (`:-`, `&`, `~`, `|`, `?x`, no full stop), and the connectives of Relational Logic.
// Names may hold hyphens (`not-path`), may be quoted (`'++'`), and fold to lower case like KIF's.
//
// Internal to gdl/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gdl/builder.h"

namespace percept::gdl {

struct InfixToken {
  enum class Kind : std::uint8_t {
    kName,      // a constant, function or relation
    kVariable,  // X, ?x, _
    kOpen,
    kClose,
    kComma,
    kStop,
    kColon,
    kIf,  // :-  <=
    kAnd,
    kOr,
    kNot,
    kImplies,
    kEquivalent,
    kDistinct,   // !=  \=  #
    kEqual,      // =
    kOperation,  // ::  ==>  of a language for operations that GDL does not have
    kForall,
    kExists,  // the words and signs; the reader takes AX: and EX: from kVariable and kColon
    kBad,     // reported by the lexer; the statement around it cannot be read
    kEnd,
  };
  Kind kind;
  bool glued;  // no blank between it and the token before
  std::uint32_t begin;
  std::uint32_t end;
  std::string_view spelling;  // of a name or variable: without quotes and `?`
};

// All tokens of the text, the last one kEnd; comments and mistakes go to the builder.
std::vector<InfixToken> infix_tokens(std::string_view text, Builder& make);

// Can the name stand in infix text without quotes? (Lower-case or digit first; no word of the language.)
bool is_plain_name(std::string_view name);
// Can `?` be left out before this variable when its first letter is written in upper case?
bool is_plain_variable(std::string_view name);

}  // namespace percept::gdl
