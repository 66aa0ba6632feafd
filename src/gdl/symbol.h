// SPDX-License-Identifier: MIT
//
// The names of one description: relations, functions, constants and variables, folded to lower case, because GDL does
// not tell `nextFile` from `nextfile`. The keywords of the language have the first numbers in every table, so they are
// constants of the program: `if (atom.name == keyword::kLegal)`.
//
// One thread at a time while it grows; then threads may read it together.
#pragma once

#include <optional>
#include <string_view>

#include "base/ids.h"
#include "base/interner.h"

namespace percept::gdl {

using Symbol = Id<struct SymbolTag>;

namespace keyword {
// clang-format off
inline constexpr Symbol
    kRole{0}, kInit{1}, kTrue{2}, kDoes{3}, kNext{4}, kLegal{5}, kGoal{6}, kTerminal{7}, kDistinct{8},  // GDL
    kBase{9}, kInput{10},                                                                  // GDL, later declarations
    kSees{11}, kRandom{12},                                                                // GDL-II
    kNot{13}, kAnd{14}, kOr{15}, kIf{16},                                                  // operators of rules
    kImplies{17}, kEquivalent{18}, kForall{19}, kExists{20};                               // and of sentences
// clang-format on
}  // namespace keyword

// Is this an operator of KIF (not, and, or, <=, =>, <=>, forall, exists) rather than a name?
constexpr bool is_operator(Symbol symbol) { return symbol >= keyword::kNot && symbol <= keyword::kExists; }

// How many arguments the relation takes that this keyword names; nothing for all other names.
std::optional<std::size_t> keyword_arity(Symbol symbol);

class Symbols {
 public:
  Symbols();

  Symbol intern(std::string_view text);  // folds to lower case
  std::string_view text(Symbol symbol) const { return names_.text(symbol.value); }
  std::size_t size() const { return names_.size(); }

 private:
  Interner names_;
};

}  // namespace percept::gdl
