// SPDX-License-Identifier: MIT
//
// An open logic program ⟨P, B+, B0⟩ ("Filtering With Logic Programs", Thielscher 2013, after Bonatti 2001): a
// stratified program P, ground atoms B+ that are known to hold, and ground atoms B0 of which any may hold. It stands
// for its extensions P ∪ B+ ∪ B, one for each B ⊆ B0.
//
//   OpenProgram open(program);
//   open.set_base(known, unknown);
//   open.answers(…(legal candidate ?0)…);   // each instance that may hold, with its supports
//
// An answer with the empty support is known: it holds in all extensions. The converse is not true: what holds by one
// open atom or by its negation holds in all extensions and has no empty support. An atom is an answer at all if and
// only if it holds in some extension, and then in every one that has a support's atoms and lacks what it negates
// (Proposition 1).
//
// Internal to prove/.
#pragma once

#include <span>
#include <vector>

#include "prove/supports.h"

namespace percept::prove {

class OpenProgram {
 public:
  // The program has to live as long; its table of terms grows by what queries build.
  explicit OpenProgram(program::Program& program, const SupportLimits& limits = {});

  // Fails when an atom has a variable or is in both.
  Result<void> set_base(std::vector<TermId> known, std::vector<TermId> open);
  const std::vector<TermId>& known() const { return known_; }  // B+, sorted as people expect, each atom once
  const std::vector<TermId>& open() const { return open_; }    // B0, likewise
  program::Program& program() { return program_; }
  program::Terms& terms() { return program_.terms(); }
  void sort(std::vector<TermId>& atoms) const;  // as people expect, each once

  // The instances of a query that are credulously entailed, sorted as people expect.
  Result<std::vector<SupportedAtom>> answers(TermId query);
  // The same as two lists: those with the empty support, and the others.
  struct Known {
    std::vector<TermId> known;
    std::vector<TermId> maybe;
  };
  Result<Known> known_answers(TermId query);

  // Supp(A) and Supp(¬A) of a ground atom.
  Result<SupportSet> supports(TermId atom);
  Result<SupportSet> supports_of_negation(TermId atom);

 private:
  program::Program& program_;
  std::vector<TermId> known_, open_;
  Derivation derivation_;
};

}  // namespace percept::prove
