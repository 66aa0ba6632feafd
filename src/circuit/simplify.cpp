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
  // Whether run() would leave the operands of the gate as they are.
  bool leaves(const Circuit& circuit, std::uint32_t node) {
    if (mark_.size() < 2 * circuit.size()) mark_.resize(2 * circuit.size());
    std::span<const Wire> operands = circuit.operands(node);
    for (Wire wire : operands) mark_[wire.code] = true;
    bool out = std::ranges::all_of(operands, [&](Wire wire) {
      if (circuit.kind(wire.node()) != Circuit::Kind::kAnd) return true;
      Found found = look(circuit, wire);
      return !(found.drops || found.shortens || found.fails);
    });
    for (Wire wire : operands) mark_[wire.code] = false;
    return out;
  }
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
      Found found = look(copy, wire);
      if (found.drops) continue;
      out.push_back(found.shortens ? ~without_marked(copy, wire.node()) : found.fails ? kFalse : wire);
    }
    for (Wire wire : operands) mark_[wire.code] = false;
    operands = std::move(out);
  }

 private:
  struct Found {
    bool drops, shortens, fails;
  };
  // What becomes of an operand that is a gate, beside those that are marked.
  Found look(const Circuit& circuit, Wire wire) const {
    bool clashes = false, repeats = false;  // with another operand
    for (Wire inner : circuit.operands(wire.node())) {
      clashes |= mark_[(~inner).code];
      repeats |= mark_[inner.code];
    }
    bool two_valued = circuit.logic() == Logic::kTwoValued;
    return {wire.negated() && clashes, wire.negated() && repeats && two_valued,
            !wire.negated() && clashes && two_valued};
  }

  Wire without_marked(Circuit& copy, std::uint32_t node) const {
    std::vector<Wire> rest;
    for (Wire inner : copy.operands(node))
      if (!mark_[inner.code]) rest.push_back(inner);
    return copy.all(rest);
  }

  std::vector<bool> mark_;
};

// A loop that its driver never changes is false: the least fixpoint.
bool is_idle(const Circuit& circuit, std::uint32_t node) {
  return circuit.kind(node) == Circuit::Kind::kLoop &&
         (circuit.operands(node)[0] == kFalse || circuit.operands(node)[0].node() == node);
}

Circuit without_idle_loops(const Circuit& circuit, std::vector<Wire>& roots) {
  auto idle = [&](Wire wire) { return is_idle(circuit, wire.node()); };
  for (Wire& root : roots)
    if (idle(root)) root = kFalse ^ root.negated();
  return rebuilt(circuit, roots, [&](Circuit& c, std::uint32_t node, std::vector<Wire> operands) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (Wire old = circuit.operands(node)[i]; idle(old)) operands[i] = kFalse ^ old.negated();
    return c.all(operands);
  });
}

// Whether another round would make the same circuit again: to make one costs far more than to look.
bool is_flat(const Circuit& circuit, const std::vector<Wire>& roots, const std::vector<std::uint32_t>& used) {
  std::vector<bool> keep = needed(circuit, roots);
  Absorption absorption;
  for (std::uint32_t node = 1; node < circuit.size(); ++node) {
    Circuit::Kind kind = circuit.kind(node);
    if (kind != Circuit::Kind::kInput && (!keep[node] || is_idle(circuit, node))) return false;
    if (kind != Circuit::Kind::kAnd) continue;
    auto joins = [&](Wire wire) {
      return !wire.negated() && used[wire.node()] == 1 && circuit.kind(wire.node()) == Circuit::Kind::kAnd;
    };
    if (std::ranges::any_of(circuit.operands(node), joins) || !absorption.leaves(circuit, node)) return false;
  }
  return true;
}

}  // namespace

Circuit flattened(Circuit circuit, std::vector<Wire>& roots) {
  for (std::size_t round = 0; round < kMaxRounds; ++round) {
    std::vector<std::uint32_t> used = uses(circuit, roots);
    if (is_flat(circuit, roots, used)) break;
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
