// SPDX-License-Identifier: MIT
//
// libclingo's multi-shot solving behind one small class (Gebser et al. 2019): a program comes in parts with parameters,
// which are grounded when they are needed, and between searches it may grow.
//
//   control->add("step", {"t"}, text);
//   control->ground(std::array{Part{"step", {number(1)}}}, budget);
//   for (Literal input : …) control->assign(input, true);        // of #external atoms
//   Models models = control->solve(budget);
//   while (models.next() == Models::Answer::kModel) models.holds(literal) …
//
// Both take a budget. A search that is ended leaves the control as it was. Grounding cannot be ended
// from outside, but it can be refused a rule: a control whose grounding was ended so is of no more use and has to be
// made anew. What #show statements name is handed over once, with its literal, so that nothing is looked up by text.
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "asp/symbol.h"
#include "base/budget.h"

namespace percept::asp {

// An argument for programs that grow: clasp's search for equivalent atoms (here 3.3.5) has given models of such
// programs that are none.
inline constexpr const char* kNoEquivalences = "--eq=0";

struct Part {
  std::string name;
  std::vector<Symbol> arguments;
};

struct ShownAtom {
  Symbol symbol;
  Literal literal;  // kHoldsAlways when it is a fact
};
inline constexpr Literal kHoldsAlways = 0;

class Models;

class Control {
 public:
  // With further arguments as the clingo command takes them.
  static Result<std::unique_ptr<Control>> make(std::span<const std::string> arguments = {});
  ~Control();

  Result<void> add(const std::string& part, std::span<const std::string> parameters, const std::string& text);
  // False when the budget ran out; nothing may be asked of the control then.
  Result<bool> ground(std::span<const Part> parts, const Budget& budget = {});

  std::optional<Literal> literal(Symbol atom) const;  // of an atom that was grounded
  void assign(Literal external, bool value);
  void release(Literal external);  // false from now on

  // Of solver.0: seed, rand_freq, sign_def, ... What is set holds from the next search on.
  Result<void> configure(const char* key, const std::string& value);

  // The search goes on as models are asked for; there is one at a time.
  Models solve(const Budget& budget = {}, std::span<const Literal> assumptions = {});

  // The shown atoms that have come with the parts grounded since this was asked last.
  std::vector<ShownAtom> new_atoms();

 private:
  friend class Models;
  struct Implementation;
  explicit Control(std::unique_ptr<Implementation> it);
  std::unique_ptr<Implementation> it_;
};

class Models {
 public:
  enum class Answer : std::uint8_t { kModel, kNoMore, kGaveUp };  // of kGaveUp: the budget ran out

  Models(Models&& other) noexcept;
  Models& operator=(Models&&) = delete;
  ~Models();

  Answer next();
  bool holds(Literal literal) const;  // in the model at hand

 private:
  friend class Control;
  struct Search;
  explicit Models(std::unique_ptr<Search> search);
  std::unique_ptr<Search> search_;
};

}  // namespace percept::asp
