// SPDX-License-Identifier: MIT
//
// A boolean network: inputs, conjunctions of wires, and loops. A wire is a node or its negation, so a disjunction is
// the negated conjunction of negations and needs no kind of its own. Equal gates are made once.
//
// A loop is the least fixpoint of recursive rules: it stands for a value that its driver, made later from the loop
// itself, defines. It starts false and takes the driver's value until nothing changes; the path from a loop to its
// driver never passes an odd number of negations, since the rules are stratified.
//
// In Kleene's logic the negation of an atom that rules define is a node of its own (`fails`), so that it can be told
// from the negated wires that disjunctions are made of: the two-set filter knows that an atom fails when nothing can
// make it true, but knows a disjunction only by one of its parts.
//
// Nodes are numbered in the order they were made: the operands of a gate have smaller numbers than the gate.
//
//   Circuit c;
//   Wire a = c.input(), b = c.input();
//   Wire both = c.all(std::array{a, ~b});
//
// One thread at a time while it grows; then threads may read it together.
#pragma once

#include <tsl/robin_set.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.h"

namespace percept::circuit {

struct Wire {
  std::uint32_t code = 0;  // twice the node, plus one when negated

  constexpr std::uint32_t node() const { return code >> 1; }
  constexpr bool negated() const { return (code & 1) != 0; }
  constexpr Wire operator~() const { return {code ^ 1}; }
  constexpr Wire operator^(bool negate) const { return {code ^ (negate ? 1u : 0u)}; }
  friend constexpr auto operator<=>(Wire, Wire) = default;
};

inline constexpr Wire kFalse{0};
inline constexpr Wire kTrue{1};

// Which laws a circuit may be simplified by. In Kleene's three values `a and not a` is not always false, so the two-set
// filter, whose results depend on how the rules are written, runs on a circuit made without the excluded middle.
enum class Logic : std::uint8_t { kTwoValued, kKleene };

class Circuit {
 public:
  enum class Kind : std::uint8_t { kConstant, kInput, kAnd, kFails, kLoop };

  explicit Circuit(Logic logic = Logic::kTwoValued);
  Circuit(Circuit&& other) noexcept;
  Circuit& operator=(Circuit&& other) noexcept;

  Logic logic() const { return logic_; }
  std::size_t size() const { return kinds_.size(); }  // nodes, the constant included
  std::size_t inputs() const { return inputs_; }
  Kind kind(std::uint32_t node) const { return kinds_[node]; }
  // Of a conjunction: at least two, sorted, none of them constant. Of a failure: the negation of
  // what fails, so that it is a conjunction of one. Of a loop: its driver.
  std::span<const Wire> operands(std::uint32_t node) const {
    return std::span(operands_).subspan(begins_[node], begins_[node + 1] - begins_[node]);
  }

  Wire input();  // inputs come first: the i-th has node i + 1
  Wire all(std::span<const Wire> wires);
  Wire any(std::span<const Wire> wires);
  Wire fails(Wire atom);  // in two-valued logic the negated wire
  Wire loop();            // false until it has a driver
  void drive(Wire loop, Wire driver);

 private:
  std::uint32_t add(Kind kind, std::span<const Wire> operands);
  Wire unique(Kind kind, std::span<const Wire> operands);  // the node, or an equal one made before

  // The table of gates looks into the circuit that has it, also after a move.
  struct Hash {
    const Circuit* const* circuit;
    std::size_t operator()(std::uint32_t node) const;
  };
  struct Equal {
    const Circuit* const* circuit;
    bool operator()(std::uint32_t a, std::uint32_t b) const;
  };

  Logic logic_;
  std::size_t inputs_ = 0;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> begins_ = {0};
  std::vector<Wire> operands_;
  std::vector<Wire> scratch_;
  std::unique_ptr<const Circuit*> self_;
  tsl::robin_set<std::uint32_t, Hash, Equal> gates_;
};

// The circuit with only the nodes that the roots need, and the roots in it. `made(copy, node, operands)` makes the new
// wire of a conjunction from its operands in the copy; the plain copy is copy.all(operands). The copy may be given with
// its inputs, and a wire for each input of the circuit; else the inputs stay as they are.
template <class Made>
Circuit rebuilt(const Circuit& circuit, std::vector<Wire>& roots, const Made& made);
template <class Made>
Circuit rebuilt(const Circuit& circuit, std::vector<Wire>& roots, const Made& made, Circuit copy,
                std::span<const Wire> inputs);

// Which nodes the roots need, through loops, too.
std::vector<bool> needed(const Circuit& circuit, std::span<const Wire> roots);

// How many gates and roots use each node.
std::vector<std::uint32_t> uses(const Circuit& circuit, std::span<const Wire> roots);

// ---- implementation

template <class Made>
Circuit rebuilt(const Circuit& circuit, std::vector<Wire>& roots, const Made& made) {
  Circuit copy(circuit.logic());
  std::vector<Wire> inputs;
  for (std::size_t i = 0; i < circuit.inputs(); ++i) inputs.push_back(copy.input());
  return rebuilt(circuit, roots, made, std::move(copy), inputs);
}

template <class Made>
Circuit rebuilt(const Circuit& circuit, std::vector<Wire>& roots, const Made& made, Circuit copy,
                std::span<const Wire> inputs) {
  std::vector<bool> keep = needed(circuit, roots);
  std::vector<Wire> map(circuit.size(), kFalse);
  std::vector<std::uint32_t> loops;
  auto mapped = [&](Wire wire) { return map[wire.node()] ^ wire.negated(); };
  std::vector<Wire> operands;
  for (std::uint32_t node = 1; node < circuit.size(); ++node) {
    switch (circuit.kind(node)) {
      case Circuit::Kind::kConstant: break;
      case Circuit::Kind::kInput: map[node] = inputs[node - 1]; break;
      case Circuit::Kind::kLoop:
        if (!keep[node]) break;
        map[node] = copy.loop();
        loops.push_back(node);
        break;
      case Circuit::Kind::kFails:
        if (keep[node]) map[node] = copy.fails(~mapped(circuit.operands(node)[0]));
        break;
      case Circuit::Kind::kAnd:
        if (!keep[node]) break;
        operands.clear();
        for (Wire wire : circuit.operands(node)) operands.push_back(mapped(wire));
        map[node] = made(copy, node, operands);
        break;
    }
  }
  for (std::uint32_t node : loops) copy.drive(map[node], mapped(circuit.operands(node)[0]));
  for (Wire& root : roots) root = mapped(root);
  return copy;
}

}  // namespace percept::circuit
