// SPDX-License-Identifier: MIT
//
// Simplification keeps the values of the roots: in every world of random circuits, and in three values where the
// circuit was made for them.
#include "circuit/simplify.h"

#include <doctest/doctest.h>

#include <array>

#include "circuit/random_circuit.h"

using namespace percept;
using namespace percept::test;
using circuit::kFalse;
using circuit::kTrue;
using circuit::Logic;

namespace {

using Shape = RandomCircuit::Shape;
constexpr std::array<Shape, 4> kShapes = {{
    {.inputs = 3, .stages = 2, .gates = 3, .loops = 1, .roots = 1, .operands = 2},
    {.inputs = 4, .stages = 4, .gates = 5, .loops = 3, .roots = 3, .operands = 3},
    {.inputs = 6, .stages = 6, .gates = 8, .loops = 4, .roots = 4, .operands = 4},
    {.inputs = 20, .stages = 12, .gates = 12, .loops = 5, .roots = 8, .operands = 6},
}};

template <class Value>
std::vector<Value> run_all(const Circuit& circuit, const std::vector<Wire>& roots, const std::vector<Value>& inputs) {
  std::vector<Value> values(circuit.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) values[i + 1] = inputs[i];
  run(circuit, circuit::compile(circuit, roots), values.data());
  return values;
}

template <class Value>
bool same_roots(const RandomCircuit& random_circuit, const Circuit& simplified, const std::vector<Wire>& roots,
                const std::vector<Value>& inputs) {
  std::vector<Value> before = random_circuit.evaluate(inputs), after = run_all(simplified, roots, inputs);
  for (std::size_t r = 0; r < roots.size(); ++r)
    if (value_of(before, random_circuit.roots()[r]) != value_of(after, roots[r])) return false;
  return true;
}

}  // namespace

TEST_CASE("flattening keeps what the roots of random circuits compute") {
  for (const Shape& shape : kShapes)
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      RandomCircuit random_circuit(seed, shape);
      Random random(seed);
      std::vector<std::uint64_t> inputs = random_worlds(random, shape.inputs);
      // The circuit is moved away, so what it computes is looked at in a second one.
      std::vector<Wire> roots = random_circuit.roots();
      Circuit flat = circuit::flattened(std::move(RandomCircuit(seed, shape).circuit()), roots);
      CAPTURE(seed);
      CAPTURE(shape.inputs);
      CHECK(flat.inputs() == shape.inputs);
      REQUIRE(same_roots(random_circuit, flat, roots, inputs));
    }
}

TEST_CASE("flattening keeps the three values of the roots in Kleene's logic") {
  for (const Shape& shape : kShapes)
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      RandomCircuit random_circuit(seed, shape, Logic::kKleene);
      Random random(seed);
      std::vector<Kleene> inputs = random_kleene_worlds(random, shape.inputs);
      std::vector<Wire> roots = random_circuit.roots();
      Circuit flat = circuit::flattened(std::move(RandomCircuit(seed, shape, Logic::kKleene).circuit()), roots);
      CAPTURE(seed);
      CAPTURE(shape.inputs);
      CHECK(flat.logic() == Logic::kKleene);
      REQUIRE(same_roots(random_circuit, flat, roots, inputs));
    }
}
