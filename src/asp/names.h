// SPDX-License-Identifier: MIT
//
// The names of rule sheets in answer set programs. A rule sheet may call things `++`, `007`, `not` or `t`; in a program
// these mean something else, or nothing. So every name is written such that it can be read, and cannot be taken for
// anything of the program's own:
//
//   a number without leading zeros            as it is                     17
//   a name that starts with a small letter    with an underscore before    _cell(1,2,_red)
//   any other name                            with x_ before               x_007
//
// and in names an underscore is doubled, any other sign is an underscore and its two hexadecimal digits: `piece_count`
// is _piece__count, `++` is x__2b_2b. Nothing that the program itself defines starts like that. Variables are V0, V1...
//
// Any thread may call these.
#pragma once

#include <tsl/robin_map.h>

#include <deque>
#include <string>
#include <unordered_map>

#include "asp/symbol.h"
#include "base/hash.h"
#include "program/terms.h"

namespace percept::asp {

// The name as it stands in a program, when it is no number.
std::string escaped(std::string_view name);

// Writes terms, and turns clingo's symbols back into terms. The table of terms has to live as long.
class Names {
 public:
  explicit Names(program::Terms& terms) : terms_(terms) {}

  program::Terms& terms() const { return terms_; }

  void write(std::string& out, program::TermId term);
  std::string text(program::TermId term);
  void write_atom(std::string& out, program::TermId atom);  // a relation may be called 17, too
  // The arguments of a term or atom, with commas between them.
  void write_arguments(std::string& out, program::TermId term);
  const std::string& text(program::Symbol name);

  Symbol symbol(program::TermId term);     // of a ground term
  program::TermId term(Symbol symbol);     // which stands for one
  program::Symbol name(const char* text);  // of a function, constant or relation that was written

 private:
  program::Terms& terms_;
  std::deque<std::string> texts_;  // by name; empty when it was not written yet; references stay
  std::unordered_map<std::string, program::Symbol> names_;
  tsl::robin_map<Symbol, program::TermId, MixedHash> known_;
  tsl::robin_map<program::TermId, Symbol, MixedHash> symbols_;
};

}  // namespace percept::asp
