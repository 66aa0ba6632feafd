// SPDX-License-Identifier: MIT
#include "circuit/simplify.h"

#include <algorithm>
#include <bit>

namespace percept::circuit {
namespace {

constexpr std::size_t kMaxRounds = 10;

// Drops operands that follow from the others: for x among them, `not (not x and ...)` always holds with x, and of
// `not (x and y and ...)` only `not (y and ...)` is left.
class Absorption {
 public:
  // Takes and returns the operands of a conjunction of `copy`.
  void run(Circuit& copy, std::vector<Wire>& operands) {
    if (mark_.size() < 2 * copy.size()) mark_.resize(4 * copy.size());
    for (Wire wire : operands) mark_[wire.code] = true;
    std::vector<Wire> out;
    for (Wire wire : operands) {
      if (copy.kind(wire.node()) != Circuit::Kind::kAnd) {
        out.push_back(wire);
        continue;
      }
      bool clashes = false, repeats = false;  // with another operand
      for (Wire inner : copy.operands(wire.node())) {
        clashes |= mark_[(~inner).code];
        repeats |= mark_[inner.code];
      }
      if (wire.negated() && clashes) continue;
      if (wire.negated() && repeats && copy.logic() == Logic::kTwoValued)
        out.push_back(~without_marked(copy, wire.node()));
      else if (!wire.negated() && clashes && copy.logic() == Logic::kTwoValued)
        out.push_back(kFalse);
      else
        out.push_back(wire);
    }
    for (Wire wire : operands) mark_[wire.code] = false;
    operands = std::move(out);
  }

 private:
  Wire without_marked(Circuit& copy, std::uint32_t node) const {
    std::vector<Wire> rest;
    for (Wire inner : copy.operands(node))
      if (!mark_[inner.code]) rest.push_back(inner);
    return copy.all(rest);
  }

  std::vector<bool> mark_;
};

// A loop that its driver never changes is false: the least fixpoint.
Circuit without_idle_loops(const Circuit& circuit, std::vector<Wire>& roots) {
  auto idle = [&](Wire wire) {
    return circuit.kind(wire.node()) == Circuit::Kind::kLoop &&
           (circuit.operands(wire.node())[0] == kFalse || circuit.operands(wire.node())[0].node() == wire.node());
  };
  for (Wire& root : roots)
    if (idle(root)) root = kFalse ^ root.negated();
  return rebuilt(circuit, roots, [&](Circuit& c, std::uint32_t node, std::vector<Wire> operands) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (Wire old = circuit.operands(node)[i]; idle(old)) operands[i] = kFalse ^ old.negated();
    return c.all(operands);
  });
}

}  // namespace

Circuit flattened(Circuit circuit, std::vector<Wire>& roots) {
  for (std::size_t round = 0; round < kMaxRounds; ++round) {
    std::vector<std::uint32_t> used = uses(circuit, roots);
    Absorption absorption;
    std::size_t before = circuit.size();
    auto literals = [](const Circuit& c) {
      std::size_t count = 0;
      for (std::uint32_t node = 0; node < c.size(); ++node) count += c.operands(node).size();
      return count;
    };
    std::size_t literals_before = literals(circuit);
    Circuit copy = rebuilt(circuit, roots, [&](Circuit& c, std::uint32_t node, const std::vector<Wire>& operands) {
      std::vector<Wire> flat;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        Wire old = circuit.operands(node)[i], wire = operands[i];
        if (!old.negated() && !wire.negated() && used[old.node()] == 1 && c.kind(wire.node()) == Circuit::Kind::kAnd) {
          std::span<const Wire> inner = c.operands(wire.node());
          flat.insert(flat.end(), inner.begin(), inner.end());
        } else {
          flat.push_back(wire);
        }
      }
      absorption.run(c, flat);
      return c.all(flat);
    });
    circuit = without_idle_loops(copy, roots);
    if (circuit.size() == before && literals(circuit) == literals_before) break;
  }
  return circuit;
}

namespace {

// The conjunction of sorted wires as a tree: divided where the highest bit differs that does at all.
Wire tree(Circuit& c, std::span<const Wire> wires) {
  if (wires.size() <= 2) return c.all(wires);
  std::uint32_t differs = wires.front().code ^ wires.back().code;
  std::uint32_t bit = std::bit_floor(differs);
  auto middle = std::partition_point(wires.begin(), wires.end(), [&](Wire wire) { return (wire.code & bit) == 0; });
  auto size = static_cast<std::size_t>(middle - wires.begin());
  Wire halves[] = {tree(c, wires.first(size)), tree(c, wires.subspan(size))};
  return c.all(halves);
}

}  // namespace

Circuit shared(const Circuit& circuit, std::vector<Wire>& roots) {
  Circuit trees = rebuilt(circuit, roots, [](Circuit& c, std::uint32_t, std::vector<Wire> operands) {
    std::sort(operands.begin(), operands.end());
    return tree(c, operands);
  });
  return flattened(std::move(trees), roots);
}

}  // namespace percept::circuit
