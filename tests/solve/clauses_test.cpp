// SPDX-License-Identifier: MIT
//
// A copy of a circuit in a solver says what the circuit does: random circuits, recursive ones among them, all inputs.
#include "solve/clauses.h"

#include <doctest/doctest.h>

#include "base/random.h"

using namespace percept;
using circuit::Circuit;
using circuit::Wire;

namespace {

// Gates over inputs and loops; loops are driven by gates made of them without a negation on the way.
struct RandomCircuit {
  Circuit circuit;
  std::vector<Wire> roots;

  RandomCircuit(Random& random, bool recursive) {
    std::vector<Wire> any, positive;
    for (int i = 0; i < 5; ++i) any.push_back(circuit.input());
    std::vector<Wire> loops;
    for (int i = 0; recursive && i < 3; ++i) loops.push_back(circuit.loop());
    auto pick = [&](const std::vector<Wire>& from) {
      return from[random.below(static_cast<std::uint32_t>(from.size()))];
    };
    positive = loops;
    for (int i = 0; i < 14; ++i) {
      bool of_loops = recursive && random.below(2) == 0;
      std::vector<Wire> operands;
      for (std::uint32_t n = 2 + random.below(2); n > 0; --n)
        operands.push_back(of_loops && random.below(2) == 0 ? pick(positive) : pick(any) ^ (random.below(2) == 0));
      Wire gate = random.below(2) == 0 ? circuit.all(operands) : circuit.any(operands);
      (of_loops ? positive : any).push_back(gate);
    }
    for (Wire loop : loops) circuit.drive(loop, pick(positive));
    for (int i = 0; i < 4; ++i) roots.push_back(recursive && i < 2 ? ~pick(positive) : pick(any));
  }
};

void check(bool recursive, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    RandomCircuit made(random, recursive);
    // All 32 worlds in the lanes of a word.
    std::vector<std::uint64_t> values(made.circuit.size());
    for (std::uint32_t world = 0; world < 32; ++world)
      for (std::uint32_t i = 0; i < 5; ++i)
        if ((world >> i & 1) != 0) values[i + 1] |= std::uint64_t{1} << world;
    circuit::run(made.circuit, circuit::compile(made.circuit, made.roots), values.data());
    solve::Copied copied(made.circuit, made.roots);
    for (std::uint32_t fixed : {0u, 2u}) {  // inputs that are constants
      solve::Solver solver;
      solve::Clauses copy(solver, copied);
      for (std::uint32_t i = 0; i < 5; ++i) copy.set(i, i < fixed ? solve::kTrue : solver.variable());
      for (std::uint32_t world = 0; world < 32; ++world) {
        std::vector<solve::Literal> assumptions;
        for (std::uint32_t i = 0; i < 5; ++i) assumptions.push_back(copy.input(i) ^ ((world >> i & 1) == 0));
        bool agrees = (world & ((1u << fixed) - 1)) == (1u << fixed) - 1;
        std::vector<solve::Literal> literals;
        for (Wire root : made.roots) literals.push_back(copy.literal(root));
        REQUIRE((solver.solve(assumptions) == solve::Answer::kYes) == agrees);
        for (std::size_t r = 0; agrees && r < literals.size(); ++r) {
          bool holds = ((values[made.roots[r].node()] >> world & 1) != 0) != made.roots[r].negated();
          CHECK(solver.holds(literals[r]) == holds);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("clauses say what a circuit does") { check(false, 200); }
TEST_CASE("clauses say what a recursive circuit does") { check(true, 300); }
