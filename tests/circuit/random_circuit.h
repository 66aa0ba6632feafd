// SPDX-License-Identifier: MIT
//
// Circuits at random, with recursive parts, and what each of their nodes is, found the slow and obvious way.
//
// A circuit is made in stages. A stage without loops has any gates over what is there. A stage with loops uses what the
// stages before it made in any way, but what belongs to the stage itself only without negation; so its loops have a
// least fixpoint.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "circuit/circuit.h"
#include "circuit/code.h"

namespace percept::test {

using circuit::Circuit;
using circuit::Kleene;
using circuit::Wire;

class RandomCircuit {
 public:
  struct Shape {
    std::uint32_t inputs = 5;
    std::uint32_t stages = 4;
    std::uint32_t gates = 6;  // at most, of a stage
    std::uint32_t loops = 3;  // at most, of a stage
    std::uint32_t roots = 4;
    std::uint32_t operands = 4;  // at most, of a gate
  };

  RandomCircuit(std::uint64_t seed, const Shape& shape, circuit::Logic logic = circuit::Logic::kTwoValued)
      : random_(seed), shape_(shape), circuit_(logic) {
    for (std::uint32_t i = 0; i < shape.inputs; ++i) wires_.push_back(circuit_.input());
    for (std::uint32_t stage = 0; stage < shape.stages; ++stage) add_stage();
    for (std::uint32_t i = 0; i < shape.roots; ++i) roots_.push_back(some(wires_) ^ coin());
  }

  Circuit& circuit() { return circuit_; }
  const std::vector<Wire>& roots() const { return roots_; }

  // The value of every node. Those of the inputs are given, one after the other.
  template <class Value>
  std::vector<Value> evaluate(const std::vector<Value>& inputs) const {
    std::vector<Value> values(circuit_.size());
    auto value = [&](Wire wire) { return wire.negated() ? ~values[wire.node()] : values[wire.node()]; };
    for (std::size_t i = 0; i < inputs.size(); ++i) values[i + 1] = inputs[i];
    std::uint32_t begin = shape_.inputs + 1;
    for (std::uint32_t end : ends_) {
      // The loops are false at first, and follow their drivers when all gates have their values.
      for (bool repeat = true; repeat;) {
        repeat = false;
        for (std::uint32_t node = begin; node < end; ++node) {
          if (circuit_.kind(node) != Circuit::Kind::kAnd) continue;
          values[node] = ~values[0];
          for (Wire wire : circuit_.operands(node)) values[node] = values[node] & value(wire);
        }
        std::vector<Value> before(values.begin() + begin, values.begin() + end);
        for (std::uint32_t node = begin; node < end; ++node) {
          if (circuit_.kind(node) != Circuit::Kind::kLoop) continue;
          values[node] = value(circuit_.operands(node)[0]);
          repeat |= values[node] != before[node - begin];
        }
      }
      begin = end;
    }
    return values;
  }

 private:
  bool coin() { return random_.below(2) == 0; }
  Wire some(const std::vector<Wire>& wires) { return wires[random_.below(static_cast<std::uint32_t>(wires.size()))]; }

  void add_stage() {
    std::vector<Wire> own, loops;  // of this stage
    bool recursive = coin();
    if (recursive)
      for (std::uint32_t i = 1 + random_.below(shape_.loops); i > 0; --i) loops.push_back(circuit_.loop());
    own = loops;
    for (std::uint32_t i = 1 + random_.below(shape_.gates); i > 0; --i) {
      std::vector<Wire> operands;
      for (std::uint32_t k = 2 + random_.below(shape_.operands - 1); k > 0; --k) {
        if (!own.empty() && random_.below(3) > 0)
          operands.push_back(some(own) ^ (!recursive && coin()));
        else
          operands.push_back(some(wires_) ^ coin());
      }
      own.push_back(coin() ? circuit_.all(operands) : circuit_.any(operands));
    }
    for (Wire loop : loops) circuit_.drive(loop, some(own));
    wires_.insert(wires_.end(), own.begin(), own.end());
    ends_.push_back(static_cast<std::uint32_t>(circuit_.size()));
  }

  Random random_;
  Shape shape_;
  Circuit circuit_;
  std::vector<Wire> wires_, roots_;
  std::vector<std::uint32_t> ends_;  // of stages, as nodes
};

// The values of a wire.
template <class Value>
Value value_of(const std::vector<Value>& values, Wire wire) {
  return wire.negated() ? ~values[wire.node()] : values[wire.node()];
}

// 64 worlds at random, or all of them when there are at most six inputs.
inline std::vector<std::uint64_t> random_worlds(Random& random, std::size_t inputs) {
  constexpr std::uint64_t kAll[] = {0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu, 0xF0F0F0F0F0F0F0F0u,
                                    0xFF00FF00FF00FF00u, 0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u};
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < inputs; ++i) out.push_back(inputs <= 6 ? kAll[i] : random.bits());
  return out;
}

inline std::vector<Kleene> random_kleene_worlds(Random& random, std::size_t inputs) {
  std::vector<Kleene> out;
  for (std::size_t i = 0; i < inputs; ++i) {
    std::uint64_t known = random.bits() & random.bits();
    out.push_back({known, known | random.bits()});
  }
  return out;
}

}  // namespace percept::test
