// SPDX-License-Identifier: MIT
//
// The order of evaluation, and that running it gives every node its value, in two values and in Kleene's three.
#include "circuit/code.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "circuit/random_circuit.h"

using namespace percept;
using namespace percept::test;
using circuit::Code;
using circuit::compile;
using circuit::Logic;

namespace {

constexpr RandomCircuit::Shape kShape = {.inputs = 6, .stages = 7, .gates = 9, .loops = 4, .roots = 6, .operands = 5};

template <class Value>
std::vector<Value> with_inputs(const Circuit& circuit, const std::vector<Value>& inputs) {
  std::vector<Value> values(circuit.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) values[i + 1] = inputs[i];
  return values;
}

// Every gate and loop that the roots need has its value.
template <class Value>
bool same_where_needed(const RandomCircuit& random_circuit, const Circuit& circuit, const std::vector<Value>& inputs,
                       const std::vector<Value>& values) {
  std::vector<Value> expected = random_circuit.evaluate(inputs);
  std::vector<bool> need = circuit::needed(circuit, random_circuit.roots());
  for (std::uint32_t node = 0; node < circuit.size(); ++node)
    if (need[node] && values[node] != expected[node]) return false;
  return true;
}

}  // namespace

TEST_CASE("every gate that is needed is evaluated once, behind its operands but for loops") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed, kShape);
    const Circuit& circuit = random_circuit.circuit();
    Code code = compile(circuit, random_circuit.roots());
    std::vector<bool> need = circuit::needed(circuit, random_circuit.roots()), done(circuit.size()), looped = done;
    std::uint32_t end = 0;
    for (const Code::Block& block : code.blocks) {
      CHECK(block.begin >= end);
      CHECK(block.end >= block.begin);
      CHECK_FALSE(block.loops.empty());
      end = block.end;
    }
    CHECK(end <= code.order.size());
    std::size_t block = 0;
    for (std::uint32_t i = 0; i < code.order.size(); ++i) {
      for (; block < code.blocks.size() && code.blocks[block].begin <= i; ++block)
        for (std::uint32_t loop : code.blocks[block].loops) looped[loop] = true;
      std::uint32_t node = code.order[i];
      REQUIRE(circuit.kind(node) == Circuit::Kind::kAnd);
      CHECK(need[node]);
      CHECK_FALSE(done[node]);
      for (Wire wire : circuit.operands(node)) {
        Circuit::Kind kind = circuit.kind(wire.node());
        if (kind == Circuit::Kind::kAnd) CHECK(done[wire.node()]);
        if (kind == Circuit::Kind::kLoop) CHECK(looped[wire.node()]);
      }
      done[node] = true;
    }
    for (std::uint32_t node = 0; node < circuit.size(); ++node)
      if (need[node] && circuit.kind(node) == Circuit::Kind::kAnd) CHECK(done[node]);
  }
}

TEST_CASE("running the code of random circuits gives all nodes their values") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed, kShape);
    const Circuit& circuit = random_circuit.circuit();
    Random random(seed);
    std::vector<std::uint64_t> inputs = random_worlds(random, kShape.inputs);
    std::vector<std::uint64_t> values = with_inputs(circuit, inputs);
    run(circuit, compile(circuit, random_circuit.roots()), values.data());
    REQUIRE(same_where_needed(random_circuit, circuit, inputs, values));
  }
}

TEST_CASE("running the code in Kleene's logic gives all nodes their three values") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed, kShape, Logic::kKleene);
    const Circuit& circuit = random_circuit.circuit();
    Random random(seed);
    std::vector<Kleene> inputs = random_kleene_worlds(random, kShape.inputs);
    std::vector<Kleene> values = with_inputs(circuit, inputs);
    run(circuit, compile(circuit, random_circuit.roots()), values.data());
    REQUIRE(same_where_needed(random_circuit, circuit, inputs, values));
  }
}

TEST_CASE("values from an earlier run do not matter") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed, kShape);
    const Circuit& circuit = random_circuit.circuit();
    Code code = compile(circuit, random_circuit.roots());
    Random random(seed);
    std::vector<std::uint64_t> values(circuit.size());
    for (int again = 0; again < 5; ++again) {
      std::vector<std::uint64_t> inputs;
      for (std::uint32_t i = 0; i < kShape.inputs; ++i) inputs.push_back(values[i + 1] = random.bits());
      run(circuit, code, values.data());
      REQUIRE(same_where_needed(random_circuit, circuit, inputs, values));
    }
  }
}

TEST_CASE("code in two parts does what one does, and the second leaves out what the first computed") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed, kShape);
    const Circuit& circuit = random_circuit.circuit();
    std::span<const Wire> roots = random_circuit.roots();
    std::vector<bool> known(circuit.size());
    Code first = compile(circuit, roots.subspan(0, 3), known), second = compile(circuit, roots.subspan(3), known);
    CHECK(first.order.size() + second.order.size() == compile(circuit, roots).order.size());
    for (std::uint32_t node : second.order) CHECK(std::ranges::find(first.order, node) == first.order.end());
    Random random(seed);
    std::vector<std::uint64_t> inputs = random_worlds(random, kShape.inputs);
    std::vector<std::uint64_t> values = with_inputs(circuit, inputs);
    run(circuit, first, values.data());
    run(circuit, second, values.data());
    REQUIRE(same_where_needed(random_circuit, circuit, inputs, values));
  }
}

TEST_CASE("three values hold whatever the open inputs turn out to be") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed, kShape, Logic::kKleene);
    const Circuit& circuit = random_circuit.circuit();
    Code code = compile(circuit, random_circuit.roots());
    Random random(seed);
    std::vector<Kleene> open = random_kleene_worlds(random, kShape.inputs);
    std::vector<Kleene> bounds = with_inputs(circuit, open);
    run(circuit, code, bounds.data());
    for (int again = 0; again < 10; ++again) {
      std::vector<std::uint64_t> values(circuit.size());
      for (std::uint32_t i = 0; i < kShape.inputs; ++i)
        values[i + 1] = open[i].known | (open[i].possible & random.bits());
      run(circuit, code, values.data());
      for (Wire root : random_circuit.roots()) {
        Kleene bound = value_of(bounds, root);
        std::uint64_t value = value_of(values, root);
        REQUIRE((bound.known & ~value) == 0);
        REQUIRE((value & ~bound.possible) == 0);
      }
    }
  }
}

TEST_CASE("the tables of Kleene's logic") {
  constexpr Kleene kNo{0, 0}, kOpen{0, ~std::uint64_t{0}}, kYes{~std::uint64_t{0}, ~std::uint64_t{0}};
  CHECK(~kNo == kYes);
  CHECK(~kOpen == kOpen);
  CHECK((kYes & kOpen) == kOpen);
  CHECK((kOpen & kOpen) == kOpen);
  CHECK((kNo & kOpen) == kNo);
  CHECK((kYes & kYes) == kYes);
  CHECK(changed(kNo, kOpen));
  CHECK_FALSE(changed(kOpen, kOpen));
}

TEST_CASE("a loop has its least fixpoint: what holds up only itself does not hold") {
  Circuit c;
  Wire a = c.input();
  Wire one = c.loop(), two = c.loop(), three = c.loop();
  c.drive(one, two);  // each other
  c.drive(two, one);
  c.drive(three, c.any(std::array{a, c.all(std::array{three, ~one})}));
  std::vector<Wire> roots = {one, two, three};
  std::vector<std::uint64_t> values(c.size());
  values[1] = 0b10;
  run(c, compile(c, roots), values.data());
  CHECK(value_of(values, one) == 0);
  CHECK(value_of(values, two) == 0);
  CHECK((value_of(values, three) & 0b11) == 0b10);
}
