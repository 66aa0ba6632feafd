// SPDX-License-Identifier: MIT
//
// libclingo's grounder behind one function: the text of an answer set program goes in, its ground rules come out one by
// one. It runs in a process of its own (grounder_process.h), since in a join that finds no rule it would hear of
// nothing; so it ends with the budget, whatever it is at, and its memory is bounded. What it costs beyond its work is
// the start of a process, some milliseconds.
//
// Any thread may call these.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "asp/symbol.h"
#include "base/budget.h"

namespace percept::asp {

class Receiver {
 public:
  // Terms are told once each, before what they stand in, and numbered so: 0, 1, 2, …
  using TermNumber = std::uint32_t;
  struct Term {
    bool is_number = false;
    int number = 0;
    std::string_view name = {};
    std::span<const TermNumber> args = {};
  };

  virtual ~Receiver() = default;
  virtual void term(const Term& term) = 0;
  virtual void name(TermNumber term, Atom atom) = 0;  // atom 0: it always holds
  // Return false to end grounding. A choice has neither head nor body here.
  virtual bool rule(Atom head, std::span<const Literal> body) = 0;
  virtual bool choice() = 0;
};

enum class Ending : std::uint8_t {
  kDone,
  kRefused,  // by the receiver
  kOutOfTime,
  kOutOfMemory,
};

// Grounds the parts one after the other; the atoms of a part have their names before the next begins. The grounder
// uses at most so many megabytes, if they are not 0. Fails when they are no program, or when there is no grounder.
Result<Ending> ground(std::span<const std::string> parts, Receiver& receiver, const Budget& budget = {},
                      std::size_t megabytes = 0);

}  // namespace percept::asp
