// SPDX-License-Identifier: MIT
//
// libclingo's grounder behind one function: the text of an answer set program goes in, its ground rules come out one by
// one. Grounding cannot be interrupted from outside, but the receiver can refuse a rule, which ends it; so a budget is
// kept by the receiver. A join that finds no rule for long is not interrupted.
#pragma once

#include <span>
#include <string>

#include "asp/symbol.h"

namespace percept::asp {

class Receiver {
 public:
  virtual ~Receiver() = default;
  // Return false to end grounding.
  virtual bool rule(bool choice, std::span<const Atom> head, std::span<const Literal> body) = 0;
  virtual bool name(Symbol symbol, Atom atom) = 0;  // atom 0: it always holds
};

// Grounds the parts one after the other; the atoms of a part have their names before the next begins. Fails when they
// are no program, or when the receiver ended it.
Result<void> ground(std::span<const std::string> parts, Receiver& receiver);

}  // namespace percept::asp
