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

// What a pass makes of random circuits has roots with the same values, whatever its inputs.
template <class Pass>
void check_pass(Logic logic, const Pass& pass) {
  for (const Shape& shape : kShapes)
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      CAPTURE(seed);
      CAPTURE(shape.inputs);
      RandomCircuit random_circuit(seed, shape, logic);
      std::vector<Wire> roots = random_circuit.roots();
      // The pass may take its circuit away, so it gets one of its own.
      Circuit out = pass(std::move(RandomCircuit(seed, shape, logic).circuit()), roots);
      CHECK(out.inputs() == shape.inputs);
      CHECK(out.logic() == logic);
      Random random(seed);
      REQUIRE(same_roots(random_circuit, out, roots, random_worlds(random, shape.inputs)));
      if (logic == Logic::kKleene)
        REQUIRE(same_roots(random_circuit, out, roots, random_kleene_worlds(random, shape.inputs)));
    }
}

Circuit flatten(Circuit circuit, std::vector<Wire>& roots) { return circuit::flattened(std::move(circuit), roots); }
Circuit share(Circuit circuit, std::vector<Wire>& roots) { return circuit::shared(circuit, roots); }
Circuit flatten_and_share(Circuit circuit, std::vector<Wire>& roots) {
  return share(flatten(std::move(circuit), roots), roots);
}

std::size_t operand_count(const Circuit& circuit) {
  std::size_t count = 0;
  for (std::uint32_t node = 0; node < circuit.size(); ++node) count += circuit.operands(node).size();
  return count;
}

}  // namespace

TEST_CASE("flattening keeps what the roots of random circuits compute") { check_pass(Logic::kTwoValued, flatten); }

TEST_CASE("flattening keeps the three values of the roots in Kleene's logic") { check_pass(Logic::kKleene, flatten); }

TEST_CASE("sharing parts keeps what the roots compute, in two values and in three") {
  check_pass(Logic::kTwoValued, share);
  check_pass(Logic::kKleene, share);
}

TEST_CASE("both passes, one after the other") {
  check_pass(Logic::kTwoValued, flatten_and_share);
  check_pass(Logic::kKleene, flatten_and_share);
}

TEST_CASE("a chain of conjunctions becomes one") {
  Circuit c;
  Wire wire = c.input();
  std::vector<Wire> inputs;
  for (int i = 0; i < 5; ++i) inputs.push_back(c.input());
  for (Wire input : inputs) wire = c.all(std::array{wire, input});
  std::vector<Wire> roots = {wire};
  Circuit flat = circuit::flattened(std::move(c), roots);
  CHECK(flat.size() == 1 + 6 + 1);
  CHECK(flat.operands(roots[0].node()).size() == 6);
}

TEST_CASE("what another operand makes superfluous is dropped") {
  Circuit c;
  Wire a = c.input(), b = c.input(), d = c.input();
  Wire some = c.any(std::array{a, b});
  std::vector<Wire> roots = {c.all(std::array{a, some}),                                             // a
                             c.all(std::array{~a, some, d}),                                         // b and d, not a
                             c.all(std::array{a, c.any(std::array{~a, d})}),                         // a and d
                             c.all(std::array{c.all(std::array{a, b}), c.all(std::array{~a, d})})};  // nothing
  Circuit flat = circuit::flattened(std::move(c), roots);
  CHECK(roots[0] == Wire{2});
  CHECK(flat.operands(roots[1].node()).size() == 3);
  CHECK(flat.operands(roots[2].node()).size() == 2);
  CHECK(roots[3] == kFalse);
}

TEST_CASE("loops that nothing ever makes true are false, and what no root needs is left out") {
  Circuit c;
  Wire a = c.input(), idle = c.loop(), itself = c.loop(), other = c.loop();
  c.drive(itself, itself);
  c.drive(other, c.any(std::array{other, a}));
  Wire gate = c.any(std::array{a, idle, itself});
  std::vector<Wire> roots = {gate, ~idle};
  Circuit flat = circuit::flattened(std::move(c), roots);
  CHECK(roots[0] == Wire{2});
  CHECK(roots[1] == kTrue);
  CHECK(flat.size() == 2);
}

TEST_CASE("all but one of many, for each of them, share their parts") {
  constexpr std::size_t kCount = 64;
  Circuit c;
  std::vector<Wire> inputs, roots;
  for (std::size_t i = 0; i < kCount; ++i) inputs.push_back(c.input());
  for (std::size_t i = 0; i < kCount; ++i) {
    std::vector<Wire> others = inputs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    roots.push_back(c.all(others));
  }
  std::size_t before = operand_count(c);
  Circuit out = circuit::shared(c, roots);
  CHECK(before == kCount * (kCount - 1));
  CHECK(operand_count(out) < before / 4);
  std::vector<std::uint64_t> values(out.size());
  for (std::size_t i = 0; i < kCount; ++i) values[i + 1] = ~(std::uint64_t{1} << i);  // in lane i, all but i
  run(out, circuit::compile(out, roots), values.data());
  for (std::size_t i = 0; i < kCount; ++i) CHECK(value_of(values, roots[i]) == std::uint64_t{1} << i);
}
