// SPDX-License-Identifier: MIT
//
// A game's rules without variables. Atoms are numbered; an atom holds when the body of one of its rules does. The atoms
// `true(f)` and `does(r, m)` have no rules: they are what a position and a joint move give. What holds always (facts)
// is not among the atoms and was left out of the bodies.
//
// Internal to ground/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/program.h"

namespace percept::ground {

using program::TermId;

class GroundProgram {
 public:
  using Atom = std::uint32_t;
  using Literal = std::int32_t;  // an atom from 1 on, negative for its negation

  struct Rule {
    Atom head;
    std::span<const Literal> body;
  };

  std::size_t size() const { return heads_.size(); }  // rules
  std::size_t literals() const { return literals_.size(); }
  std::size_t bytes() const {  // that it takes, by and large
    return heads_.capacity() * sizeof(Atom) + begins_.capacity() * sizeof(std::size_t) +
           literals_.capacity() * sizeof(Literal) + names_.capacity() * sizeof(TermId);
  }
  Rule rule(std::size_t i) const {
    return {heads_[i], std::span(literals_).subspan(begins_[i], begins_[i + 1] - begins_[i])};
  }
  Atom last_atom() const { return static_cast<Atom>(names_.size()) - 1; }
  // The atom's term, if it has one: some atoms are made by the grounder.
  const TermId* name(Atom atom) const { return has_name_[atom] ? &names_[atom] : nullptr; }
  const std::vector<TermId>& facts() const { return facts_; }
  // Atoms that stand in bodies because it was not known yet that they always hold.
  const std::vector<Atom>& true_atoms() const { return true_atoms_; }

  void add(Atom head, std::span<const Literal> body) {
    meet(head);
    for (Literal literal : body) meet(static_cast<Atom>(literal < 0 ? -literal : literal));
    heads_.push_back(head);
    literals_.insert(literals_.end(), body.begin(), body.end());
    begins_.push_back(literals_.size());
  }
  void add_true(Atom atom) {
    meet(atom);
    true_atoms_.push_back(atom);
  }
  void add_fact(TermId term) { facts_.push_back(term); }
  void set_name(Atom atom, TermId term) {
    meet(atom);
    names_[atom] = term;
    has_name_[atom] = true;
  }

 private:
  void meet(Atom atom) {
    if (atom < names_.size()) return;
    names_.resize(atom + 1);
    has_name_.resize(atom + 1);
  }

  std::vector<Atom> heads_;
  std::vector<std::size_t> begins_ = {0};
  std::vector<Literal> literals_;
  std::vector<TermId> names_ = {TermId{}};
  std::vector<bool> has_name_ = {false};
  std::vector<TermId> facts_;
  std::vector<Atom> true_atoms_;
};

}  // namespace percept::ground
