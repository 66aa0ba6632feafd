// SPDX-License-Identifier: MIT
#include "solve/clauses.h"

#include <algorithm>

namespace percept::solve {

using circuit::Circuit;
using circuit::Code;
using circuit::Wire;

namespace {

constexpr Literal kNotMade{0};

}  // namespace

Copied::Copied(const Circuit& circuit, std::span<const Wire> roots)
    : circuit_(circuit), code_(circuit::compile(circuit, roots)) {
  if (code_.blocks.empty()) return;
  block_.resize(circuit.size());
  for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
    for (std::uint32_t loop : code_.blocks[b].loops) block_[loop] = b + 1;
    for (std::uint32_t gate : gates(code_.blocks[b])) block_[gate] = b + 1;
  }
}

Clauses::Clauses(Solver& solver, const Copied& copied)
    : solver_(solver), copied_(copied), literals_(copied.circuit().size(), kNotMade) {
  std::fill_n(literals_.begin(), copied.circuit().inputs() + 1, kFalse);
}

Literal Clauses::literal(Wire wire) {
  if (literals_[wire.node()] == kNotMade) encode(wire.node());
  return value(wire);
}

// Operands before gates, without recursion.
void Clauses::encode(std::uint32_t root) {
  const Circuit& circuit = copied_.circuit();
  stack_.assign(1, root);
  while (!stack_.empty()) {
    std::uint32_t node = stack_.back();
    if (literals_[node] != kNotMade) {
      stack_.pop_back();
      continue;
    }
    const Code::Block* block = copied_.block(node);
    std::size_t size = stack_.size();
    auto need = [&](Wire operand) {
      if (literals_[operand.node()] == kNotMade && (!block || copied_.block(operand.node()) != block))
        stack_.push_back(operand.node());
    };
    if (block) {
      for (std::uint32_t gate : copied_.gates(*block))
        for (Wire operand : circuit.operands(gate)) need(operand);
      for (std::uint32_t loop : block->loops) need(circuit.operands(loop)[0]);
    } else {
      for (Wire operand : circuit.operands(node)) {
        need(operand);
        // One false operand decides: the others need not be looked at.
        if (circuit.kind(node) == Circuit::Kind::kAnd && literals_[operand.node()] != kNotMade &&
            value(operand) == kFalse) {
          stack_.resize(size);
          break;
        }
      }
    }
    if (stack_.size() > size) continue;
    stack_.pop_back();
    if (block)
      encode_block(*block);
    else
      literals_[node] = gate(node);
  }
}

Literal Clauses::gate(std::uint32_t node) {
  std::span<const Wire> operands = copied_.circuit().operands(node);
  scratch_.clear();
  for (Wire operand : operands) {
    if (literals_[operand.node()] == kNotMade) continue;  // another operand is false
    Literal literal = value(operand);
    if (literal == kFalse) return kFalse;
    if (literal != kTrue) scratch_.push_back(literal);
  }
  std::sort(scratch_.begin(), scratch_.end());
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  for (Literal literal : scratch_)
    if (std::binary_search(scratch_.begin(), scratch_.end(), ~literal)) return kFalse;
  if (scratch_.empty()) return kTrue;
  if (scratch_.size() == 1) return scratch_[0];
  Literal all = solver_.variable();
  for (Literal& literal : scratch_) {
    solver_.add({~all, literal});
    literal = ~literal;
  }
  scratch_.push_back(all);
  solver_.add(scratch_);
  return all;
}

void Clauses::encode_block(const Code::Block& block) {
  const Circuit& circuit = copied_.circuit();
  for (std::uint32_t loop : block.loops) literals_[loop] = kFalse;
  std::span<const std::uint32_t> gates = copied_.gates(block);
  for (std::size_t round = 0; round <= block.loops.size(); ++round) {
    for (std::uint32_t node : gates) literals_[node] = gate(node);
    bool changed = false;
    std::vector<Literal> driven;
    for (std::uint32_t loop : block.loops) driven.push_back(value(circuit.operands(loop)[0]));
    for (std::size_t i = 0; i < driven.size(); ++i) {
      changed |= literals_[block.loops[i]] != driven[i];
      literals_[block.loops[i]] = driven[i];
    }
    if (!changed) break;
  }
}

}  // namespace percept::solve
