// SPDX-License-Identifier: MIT
//
// One copy of a circuit as clauses of a solver, made as it is asked for: each input is a literal or a constant, and
// what follows from constants is not encoded. A game unrolled over rounds has a copy a round, each with the literals of
// the one before as its inputs.
//
// A recursive component is written out as many times as it can take to its least fixpoint (at most once for each of
// its loops), so that nothing supports itself.
//
// One thread at a time.
#pragma once

#include <span>
#include <vector>

#include "circuit/code.h"
#include "solve/solver.h"

namespace percept::solve {

// What all copies of a circuit share.
class Copied {
 public:
  // The roots are all wires that will be asked for.
  Copied(const circuit::Circuit& circuit, std::span<const circuit::Wire> roots);

  const circuit::Circuit& circuit() const { return circuit_; }
  // The recursive component of a node, or none.
  const circuit::Code::Block* block(std::uint32_t node) const {
    return block_.empty() || block_[node] == 0 ? nullptr : &code_.blocks[block_[node] - 1];
  }
  std::span<const std::uint32_t> gates(const circuit::Code::Block& block) const {
    return std::span(code_.order).subspan(block.begin, block.end - block.begin);
  }

 private:
  const circuit::Circuit& circuit_;
  circuit::Code code_;
  std::vector<std::uint32_t> block_;  // by node: one more than its number; empty without recursion
};

class Clauses {
 public:
  // Inputs are false until they are set; both have to live as long.
  Clauses(Solver& solver, const Copied& copied);

  void set(std::uint32_t input, Literal literal) { literals_[input + 1] = literal; }
  Literal input(std::uint32_t input) const { return literals_[input + 1]; }
  Literal literal(circuit::Wire wire);

 private:
  Literal value(circuit::Wire wire) const { return literals_[wire.node()] ^ wire.negated(); }
  void encode(std::uint32_t node);
  void encode_block(const circuit::Code::Block& block);
  Literal gate(std::uint32_t node);

  Solver& solver_;
  const Copied& copied_;
  std::vector<Literal> literals_;  // by node; 0 where not yet made
  std::vector<std::uint32_t> stack_;
  std::vector<Literal> scratch_;
};

}  // namespace percept::solve
