// SPDX-License-Identifier: MIT
//
// The ground terms and atoms of answer set programs as libclingo numbers them. A symbol is the same number for the same
// term as long as the process lives, whatever program it is met in.
//
// Internal to asp/.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace percept::asp {

using Symbol = std::uint64_t;  // a ground term of clingo's
using Atom = std::uint32_t;    // a number from 1 on
using Literal = std::int32_t;  // an atom, negative for its negation

// A term taken apart: a number, or a name with arguments.
struct SymbolView {
  bool is_number;
  int number;
  const char* name;
  std::span<const Symbol> args;
};
SymbolView view(Symbol symbol);

Symbol number(int value);
Symbol function(const char* name, std::span<const Symbol> args = {});  // a constant, a term, or an atom

// Fails, with what to do about it, when the library is of a version that Percept does not know.
Result<void> check_library();

}  // namespace percept::asp
