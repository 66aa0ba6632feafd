// SPDX-License-Identifier: MIT
//
// What the grounder writes on its standard output, and our side reads: words of 32 bits, in the order of this machine.
// The first word is kGreeting. Then come messages; the first word of each has its kind in the lowest three bits and a
// size above:
//
//   kNumber    value                            a term that is a number
//   kFunction  length, text …, terms …          a name with `size` arguments; the text is filled up to a whole word
//   kName      term, atom                       the atom is called so; atom 0: it always holds
//   kRule      head, literals …                 with `size` literals in its body
//   kChoice                                     a rule that only says what may hold
//   kFailed    length, text …                   it ended so
//   kDone                                       there is nothing else
//
// Terms are numbered from 0 on in the order in which they are written, each once, before what they stand in.
//
// Its arguments are the number of its parent's process and the megabytes it may use; on its standard input are the
// parts of the program, one after the other, each ended by a byte of zero.
//
// Internal to asp/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace percept::asp::stream {

inline constexpr std::uint32_t kGreeting = 0x50470001;  // with a version

enum Kind : std::uint32_t { kNumber, kFunction, kName, kRule, kChoice, kFailed, kDone };
inline constexpr std::uint32_t kKindBits = 3;
constexpr std::uint32_t first_word(Kind kind, std::size_t size = 0) {
  return static_cast<std::uint32_t>(size << kKindBits) | kind;
}
constexpr std::size_t words_of(std::size_t bytes) { return (bytes + 3) / 4; }

inline constexpr int kOutOfMemory = 3;  // how it exits then

}  // namespace percept::asp::stream
