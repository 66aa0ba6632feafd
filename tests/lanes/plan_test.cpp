// SPDX-License-Identifier: MIT
//
// The streams that kernels run, at every width that the CPU has: slots are given away and used again, and still every
// output has its value when it is read.
#include "lanes/plan.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "circuit/hand_made_games.h"
#include "circuit/phases.h"
#include "circuit/random_circuit.h"
#include "lanes/available_lanes.h"
#include "lanes/cpu/kernels.h"

using namespace percept;
using namespace percept::test;
using circuit::Automaton;
using lanes::Kernels;
using lanes::Plan;
using lanes::Streams;

namespace {

// A random circuit taken for a game: what its outputs mean is not important here.
struct RandomGame {
  RandomCircuit random_circuit;
  Automaton automaton;

  RandomGame(std::uint64_t seed, const RandomCircuit::Shape& shape, std::uint32_t fluents)
      : random_circuit(seed, shape) {
    std::size_t at = 0;
    auto root = [&] { return random_circuit.roots()[at++ % random_circuit.roots().size()]; };
    automaton.circuit = &random_circuit.circuit();
    for (std::uint32_t f = 0; f < fluents; ++f) {
      automaton.initial.push_back(f % 2 == 0);
      automaton.next.push_back(root());
    }
    automaton.legal.resize(2);
    for (std::uint32_t m = fluents; m < shape.inputs; ++m) automaton.legal[m == fluents ? 0 : 1].push_back(root());
    automaton.goals.resize(2);
    for (int g = 0; g < 4; ++g) automaton.goals[static_cast<std::size_t>(g) % 2].push_back({g, root()});
    automaton.terminal = root();
  }
};

// Values of a width, one slot after the other. Every word of a slot has the same worlds, turned by some lanes.
class Slots {
 public:
  Slots(const Kernels& kernels, std::size_t count)
      : words_(kernels.lanes / 64),
        memory_(static_cast<std::uint64_t*>(std::aligned_alloc(64, (count + 8) * words_ * 64)), &std::free) {
    std::memset(memory_.get(), 0, (count + 8) * words_ * 64);
  }

  void set(std::uint32_t slot, std::uint64_t value) {
    for (std::size_t w = 0; w < words_; ++w) memory_.get()[slot * words_ + w] = std::rotl(value, static_cast<int>(w));
  }
  // Is the value of the code this one, in all lanes?
  bool is(std::uint32_t code, std::uint64_t value) const {
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t there = memory_.get()[(code >> 1) * words_ + w];
      if (((code & 1) != 0 ? ~there : there) != std::rotl(value, static_cast<int>(w))) return false;
    }
    return true;
  }
  void* data() { return memory_.get(); }

 private:
  std::size_t words_;
  std::unique_ptr<std::uint64_t, void (*)(void*)> memory_;
};

// The values of all nodes that the outputs need.
std::vector<std::uint64_t> evaluated(const Automaton& automaton, const std::vector<std::uint64_t>& inputs) {
  std::vector<Wire> roots = automaton.next;
  roots.push_back(automaton.terminal);
  for (const auto& of_role : automaton.legal) roots.insert(roots.end(), of_role.begin(), of_role.end());
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) roots.push_back(wire);
  std::vector<std::uint64_t> values(automaton.circuit->size());
  std::copy(inputs.begin(), inputs.end(), values.begin() + 1);
  run(*automaton.circuit, circuit::compile(*automaton.circuit, roots), values.data());
  return values;
}

void run(const Kernels& kernels, Streams::Codes stream, Slots& slots) {
  kernels.run(stream.data(), stream.data() + stream.size(), slots.data());
}

void check_round(const Automaton& automaton, const Streams& round, const Kernels& kernels, Slots& slots, Random& random,
                 bool with_goals) {
  std::vector<std::uint64_t> inputs;
  for (std::size_t i = 0; i < automaton.circuit->inputs(); ++i) inputs.push_back(random.bits());
  std::vector<std::uint64_t> values = evaluated(automaton, inputs);
  auto fluents = static_cast<std::uint32_t>(automaton.fluents());
  for (std::uint32_t f = 0; f < fluents; ++f) slots.set(f, inputs[f]);
  for (std::size_t role = 0; role < round.roles(); ++role) {
    REQUIRE(round.legal(role).size() == automaton.legal[role].size());
    for (std::uint32_t m = 0; m < round.legal(role).size(); ++m)
      slots.set(round.does_slot(role, m), inputs[automaton.move_node(role, m) - 1]);
  }
  run(kernels, round.state(), slots);
  auto check_state = [&] {
    REQUIRE(slots.is(round.terminal(), value_of(values, automaton.terminal)));
    for (std::size_t role = 0; role < round.roles(); ++role)
      for (std::uint32_t m = 0; m < round.legal(role).size(); ++m)
        REQUIRE(slots.is(round.legal(role)[m], value_of(values, automaton.legal[role][m])));
  };
  check_state();
  if (with_goals) {
    run(kernels, round.goals(), slots);
    for (std::size_t role = 0; role < automaton.roles(); ++role)
      for (std::size_t g = 0; g < automaton.goals[role].size(); ++g)
        REQUIRE(slots.is(round.goals(role)[g], value_of(values, automaton.goals[role][g].second)));
    check_state();  // what follows reads it still
  }
  run(kernels, round.next(), slots);
  for (std::uint32_t f = 0; f < fluents; ++f)
    REQUIRE(slots.is(round.next_codes()[f], value_of(values, automaton.next[f])));
}

void check_plan(const Automaton& automaton, const Kernels& kernels, std::uint64_t seed) {
  Plan plan(automaton);
  std::vector<circuit::Phase> phases = circuit::phases_of(automaton);
  REQUIRE(plan.phases() == phases.size());
  REQUIRE(plan.head().fluents == automaton.fluents());
  Random random(seed);
  Slots slots(kernels, plan.head().slots);  // one memory for all phases, as in play
  for (std::size_t round = 0; round < 2 * plan.phases() + 2; ++round)
    check_round(phases[round % plan.phases()].automaton, plan.round(round % plan.phases()), kernels, slots, random,
                round % 3 != 0);

  // Goals of positions that were collected.
  Slots collected(kernels, plan.head().goal_slots);
  std::vector<std::uint64_t> inputs;
  for (std::size_t i = 0; i < automaton.circuit->inputs(); ++i)
    inputs.push_back(i < automaton.fluents() ? random.bits() : 0);
  std::vector<std::uint64_t> values = evaluated(automaton, inputs);
  for (std::uint32_t f = 0; f < automaton.fluents(); ++f) collected.set(f, inputs[f]);
  run(kernels, plan.words().subspan(plan.head().goals.at, plan.head().goals.size), collected);
  Streams::Codes codes = plan.words().subspan(plan.head().goal_codes.at, plan.head().goal_codes.size);
  std::size_t g = 0;
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) REQUIRE(collected.is(codes[g++], value_of(values, wire)));
  REQUIRE(g == plan.goal_count());
}

void check_all_widths(const RandomCircuit::Shape& shape, std::uint32_t fluents, std::uint64_t seeds) {
  for (unsigned lanes : available_lanes()) {
    CAPTURE(lanes);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      CAPTURE(seed);
      check_plan(RandomGame(seed, shape, fluents).automaton, *lanes::find_kernels(lanes), seed);
    }
  }
}

}  // namespace

TEST_CASE("plans of small random games compute all outputs") {
  check_all_widths({.inputs = 8, .stages = 6, .gates = 8, .loops = 3, .roots = 12, .operands = 3}, 5, 400);
}

TEST_CASE("plans of large random games, with wide gates and many loops, compute all outputs") {
  check_all_widths({.inputs = 60, .stages = 20, .gates = 60, .loops = 12, .roots = 90, .operands = 12}, 40, 30);
}

TEST_CASE("a gate of more operands than a word of a stream can count") {
  constexpr std::uint32_t kOperands = 150'000;
  Circuit c;
  std::vector<Wire> inputs;
  for (std::uint32_t i = 0; i < kOperands; ++i) inputs.push_back(c.input());
  for (int i = 0; i < 3; ++i) c.input();  // fluents for what is computed
  Wire move = c.input();
  c.input();  // another move
  std::vector<Wire> mixed = inputs;
  for (std::uint32_t i = 0; i < kOperands; i += 2) mixed[i] = ~mixed[i];
  Automaton automaton;
  automaton.circuit = &c;
  automaton.initial.resize(kOperands + 3);
  automaton.next.assign(kOperands, move);  // any of them may hold later
  automaton.next.insert(automaton.next.end(), {c.all(inputs), c.any(inputs), c.all(mixed)});
  automaton.legal = {{circuit::kTrue, circuit::kTrue}};
  automaton.goals.resize(1);
  automaton.terminal = circuit::kFalse;
  Plan plan(automaton);
  REQUIRE(plan.phases() == 1);
  Streams round = plan.round(0);
  for (unsigned lanes : available_lanes()) {
    const Kernels& kernels = *lanes::find_kernels(lanes);
    Slots slots(kernels, plan.head().slots);
    // One lane has all, one none, one the pattern, and one is short of one in the middle.
    for (std::uint32_t i = 0; i < kOperands; ++i) {
      std::uint64_t value = 0b0001;
      if (i % 2 == 1) value |= 0b0100;
      if (i != 70'000) value |= 0b1000;
      slots.set(i, value);
    }
    run(kernels, round.state(), slots);
    run(kernels, round.next(), slots);
    CHECK(slots.is(round.next_codes()[kOperands + 0], 0b0001));
    CHECK(slots.is(round.next_codes()[kOperands + 1], 0b1101));
    CHECK(slots.is(round.next_codes()[kOperands + 2], 0b0100));
  }
}

TEST_CASE("widths that no CPU has are not found, and the best is the widest of those it has") {
  CHECK(lanes::find_kernels(64) != nullptr);
  CHECK(lanes::find_kernels(100) == nullptr);
  CHECK(lanes::find_kernels(1024) == nullptr);
  CHECK(lanes::best_kernels().lanes == available_lanes().back());
  for (unsigned lanes : available_lanes()) CHECK(lanes::find_kernels(lanes)->lanes == lanes);
}
