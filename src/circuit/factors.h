// SPDX-License-Identifier: MIT
//
// What of a position makes a difference, and which parts of it have nothing to do with each other: read off the rules,
// as a circuit, without playing.
//
// A fluent *matters* if a goal, the end of the game or a legal move can ever depend on it. Positions that differ in
// others alone are as good as one.
//
// *Parts* are sets of fluents, such that what a part will be depends on itself, on what is shared, and on the moves
// made, whatever the others are. *Shared* is what goes its own way, whatever is done: whose turn it is, which round. A
// move does something to one part, or it is one of all combinations of what can be done to several; of each part it
// knows only the kind. Goals and the end of the game may look at all parts, but at each through a few of its
// properties only: else the squares of a board would be parts. Moves that do nothing to any part may be legal for any
// reason.
//
//   Factors factors = factors_of(automaton);
//   factors.matters                     // a row (lanes/rows.h) of the fluents that do
//   factors.parts[i].kinds[role][move]  // equal for moves that do the same to part i
//
// Any thread may call it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "circuit/automaton.h"

namespace percept::circuit {

struct Factors {
  struct Part {
    std::vector<std::uint32_t> fluents;             // its own: bits of a row
    std::vector<std::uint64_t> needs;               // a row: these, and the shared ones that it or its moves look at
    std::vector<std::vector<std::uint32_t>> kinds;  // by role and move; 0: what most moves do to it
    std::vector<Wire> properties;                   // in the circuit below
  };

  std::vector<std::uint64_t> matters;  // a row
  std::size_t idle = 0;                // fluents that do not
  std::vector<Part> parts;             // none, or at least two
  bool apart = true;                   // every move does something to one part at most
  // What goals and end look at of each part; its inputs are the bits of a row. None where rules are recursive.
  std::shared_ptr<const Circuit> circuit;
};

// Gives up on the parts, and finds none, where looking for them takes longer than it may.
Factors factors_of(const Automaton& automaton);

}  // namespace percept::circuit
