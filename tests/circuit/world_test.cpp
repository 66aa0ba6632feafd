// SPDX-License-Identifier: MIT
//
// A world kept up to date says the same as an evaluation from scratch, whatever inputs change and in whatever order.
#include "circuit/world.h"

#include <doctest/doctest.h>

#include <array>

#include "circuit/random_circuit.h"
#include "circuit/simplify.h"

using namespace percept;
using namespace percept::test;
using circuit::Wiring;
using circuit::World;

namespace {

// A world with its wiring; root i is bit i.
class Stepper {
 public:
  Stepper(const Circuit& circuit, std::span<const Wire> roots)
      : wiring_(circuit, numbered(roots), {}), world_(wiring_), inputs_(circuit.inputs()) {}

  bool input(std::uint32_t number) const { return inputs_[number]; }
  void set(std::uint32_t number, bool value) {
    if (inputs_[number] != value) world_.flip(number + 1);
    inputs_[number] = value;
  }
  void settle() { world_.settle(); }
  bool root(std::size_t number) const { return (world_.bits()[number / 64] >> (number % 64) & 1) != 0; }
  bool node(Wire wire) const { return world_.value(wiring_.code(wire)); }
  World& world() { return world_; }
  std::uint32_t ones(std::size_t word) const { return world_.ones()[word]; }

 private:
  static std::vector<Wiring::Root> numbered(std::span<const Wire> roots) {
    std::vector<Wiring::Root> out;
    for (Wire root : roots) out.push_back({root, static_cast<std::uint32_t>(out.size())});
    return out;
  }

  Wiring wiring_;
  World world_;
  std::vector<bool> inputs_;
};

// Changes a few inputs at a time, settles, and compares all roots.
void follow(const Circuit& circuit, const std::vector<Wire>& roots, std::uint64_t seed, std::size_t steps) {
  Stepper stepper(circuit, roots);
  circuit::Code code = circuit::compile(circuit, roots);
  Random random(seed);
  std::vector<std::uint64_t> values(circuit.size());
  auto inputs = static_cast<std::uint32_t>(circuit.inputs());
  for (std::size_t step = 0; step < steps; ++step) {
    CAPTURE(step);
    run(circuit, code, values.data());
    std::vector<std::uint32_t> ones(roots.size() / 64 + 1);
    for (std::size_t r = 0; r < roots.size(); ++r) {
      bool expected = (value_of(values, roots[r]) & 1) != 0;
      REQUIRE(stepper.root(r) == expected);
      REQUIRE(stepper.node(roots[r]) == expected);
      ones[r / 64] += expected ? 1 : 0;
    }
    for (std::size_t word = 0; word < (roots.size() + 63) / 64; ++word) REQUIRE(stepper.ones(word) == ones[word]);
    // Sometimes all, sometimes one, sometimes there and back again.
    for (std::uint32_t changes = 1 + random.below(step % 7 == 0 ? 2 * inputs : 3); changes > 0; --changes) {
      std::uint32_t input = random.below(inputs);
      bool value = random.below(2) == 0;
      stepper.set(input, value);
      CHECK(stepper.input(input) == value);
      values[input + 1] = value ? ~std::uint64_t{0} : 0;
    }
    stepper.settle();
  }
}

}  // namespace

TEST_CASE("a world follows random changes of random circuits") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    RandomCircuit random_circuit(seed, {.inputs = 8, .stages = 6, .gates = 10, .loops = 4, .roots = 70, .operands = 4});
    CAPTURE(seed);
    follow(random_circuit.circuit(), random_circuit.roots(), seed, 60);
  }
}

TEST_CASE("a world follows random changes of circuits that were simplified") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    RandomCircuit random_circuit(seed, {.inputs = 8, .stages = 6, .gates = 10, .loops = 4, .roots = 20, .operands = 4});
    std::vector<Wire> roots = random_circuit.roots();
    Circuit flat = circuit::flattened(std::move(random_circuit.circuit()), roots);
    CAPTURE(seed);
    follow(flat, roots, seed, 60);
  }
}

TEST_CASE("a world follows random changes of circuits with wide gates") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    RandomCircuit random_circuit(seed,
                                 {.inputs = 60, .stages = 5, .gates = 12, .loops = 6, .roots = 30, .operands = 50});
    CAPTURE(seed);
    follow(random_circuit.circuit(), random_circuit.roots(), seed, 100);
  }
}

TEST_CASE("a gate is true only when the last of many operands is, and false again with any of them") {
  for (std::uint32_t operands : {2u, 3u, 7u, 40u, 255u, 256u, 600u, 70000u}) {
    Circuit c;
    std::vector<Wire> inputs;
    for (std::uint32_t i = 0; i < operands; ++i) inputs.push_back(c.input() ^ (i % 3 == 0));
    Wire gate = c.all(inputs);
    Stepper stepper(c, std::array{gate});
    auto make = [&](std::uint32_t i, bool holds) {
      stepper.set(i, holds != inputs[i].negated());
      stepper.settle();
    };
    for (std::uint32_t i = 0; i < operands; ++i) make(i, false);
    for (std::uint32_t i = 0; i < operands; ++i) {
      if (stepper.root(0)) FAIL("true before its last operand");
      make(i, true);
    }
    CHECK(stepper.root(0));
    for (std::uint32_t i = 0; i < operands; i += 1 + operands / 500) {
      make(i, false);
      CHECK_FALSE(stepper.root(0));
      make(i, true);
      CHECK(stepper.root(0));
    }
  }
}

TEST_CASE("roots that are constants, inputs, and the same node twice") {
  Circuit c;
  Wire a = c.input();
  c.input();
  Stepper stepper(c, std::array{circuit::kTrue, circuit::kFalse, a, ~a, a});
  for (bool value : {false, true, false}) {
    stepper.set(0, value);
    stepper.set(1, value);
    stepper.settle();
    CHECK(stepper.root(0));
    CHECK_FALSE(stepper.root(1));
    CHECK(stepper.root(2) == value);
    CHECK(stepper.root(3) == !value);
    CHECK(stepper.root(4) == value);
  }
}

TEST_CASE("a loop follows its driver though nothing recurs") {
  Circuit c;
  Wire a = c.input(), b = c.input(), loop = c.loop();
  c.drive(loop, c.all(std::array{a, b}));
  Wire after = c.all(std::array{loop, ~b});
  Stepper stepper(c, std::array{loop, ~loop, after});
  stepper.set(0, true);
  stepper.set(1, true);
  stepper.settle();
  CHECK(stepper.root(0));
  CHECK_FALSE(stepper.root(1));
  stepper.set(1, false);
  stepper.settle();
  CHECK_FALSE(stepper.root(0));
  CHECK(stepper.root(1));
}

TEST_CASE("a loop that an input drives follows it") {
  Circuit c;
  Wire a = c.input(), loop = c.loop();
  c.drive(loop, a);
  Stepper stepper(c, std::array{loop});
  for (bool value : {true, false, true}) {
    stepper.set(0, value);
    stepper.settle();
    CHECK(stepper.root(0) == value);
  }
}

TEST_CASE("what a recursion has derived falls with what it was derived from") {
  // Reachability on a ring of five, entered at one place.
  Circuit c;
  std::vector<Wire> open;
  for (int i = 0; i < 5; ++i) open.push_back(c.input());
  Wire entry = c.input();
  std::vector<Wire> reached;
  for (int i = 0; i < 5; ++i) reached.push_back(c.loop());
  for (std::size_t i = 0; i < 5; ++i) {
    Wire from = reached[(i + 4) % 5];
    c.drive(reached[i], c.all(std::array{open[i], i == 0 ? c.any(std::array{from, entry}) : from}));
  }
  Stepper stepper(c, reached);
  auto count = [&] {
    stepper.settle();
    int out = 0;
    for (std::size_t i = 0; i < 5; ++i) out += stepper.root(i) ? 1 : 0;
    return out;
  };
  for (std::uint32_t i = 0; i < 5; ++i) stepper.set(i, true);
  CHECK(count() == 0);  // nothing holds up itself
  stepper.set(5, true);
  CHECK(count() == 5);
  stepper.set(3, false);
  CHECK(count() == 3);
  stepper.set(3, true);
  CHECK(count() == 5);
  stepper.set(5, false);
  CHECK(count() == 0);
}

TEST_CASE("a world goes back to what was saved") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomCircuit random_circuit(seed, {.inputs = 8, .stages = 6, .gates = 10, .loops = 4, .roots = 70, .operands = 4});
    Stepper a(random_circuit.circuit(), random_circuit.roots()), b(random_circuit.circuit(), random_circuit.roots());
    World::Saved saved = b.world().save();
    Random random(seed);
    for (int step = 0; step < 30; ++step) {
      for (std::uint32_t i = 0; i < 8; ++i) b.set(i, random.below(2) == 0);
      b.settle();
    }
    b.world().restore(saved);
    for (std::size_t r = 0; r < random_circuit.roots().size(); ++r) CHECK(a.root(r) == b.root(r));
    for (int step = 0; step < 30; ++step) {
      std::uint32_t input = random.below(8);
      a.world().flip(input + 1);
      b.world().flip(input + 1);
      a.settle();
      b.settle();
      for (std::size_t r = 0; r < random_circuit.roots().size(); ++r) REQUIRE(a.root(r) == b.root(r));
    }
  }
}

TEST_CASE("a recursion of many gates settles over all its words") {
  // A chain that goes through more positions than one word of words holds, there and back.
  Circuit c;
  std::vector<Wire> open;
  constexpr std::size_t kLength = 3000;
  for (std::size_t i = 0; i < kLength; ++i) open.push_back(c.input());
  Wire entry = c.input();
  std::vector<Wire> reached;
  for (std::size_t i = 0; i < kLength; ++i) reached.push_back(c.loop());
  for (std::size_t i = 0; i < kLength; ++i) {
    Wire ahead = i + 1 < kLength ? reached[i + 1] : entry, before = i > 0 ? reached[i - 1] : circuit::kFalse;
    c.drive(reached[i], c.all(std::array{open[i], c.any(std::array{ahead, before})}));
  }
  Stepper stepper(c, reached);
  auto count = [&] {
    stepper.settle();
    std::size_t out = 0;
    for (std::size_t i = 0; i < kLength; ++i) out += stepper.root(i) ? 1 : 0;
    return out;
  };
  for (std::uint32_t i = 0; i < kLength; ++i) stepper.set(i, true);
  CHECK(count() == 0);
  stepper.set(kLength, true);
  CHECK(count() == kLength);
  stepper.set(1000, false);
  CHECK(count() == kLength - 1001);
  stepper.set(1000, true);
  CHECK(count() == kLength);
  stepper.set(kLength, false);
  CHECK(count() == 0);
}
