// SPDX-License-Identifier: MIT
//
// A game as a circuit: inputs are the fluents of a position and the moves of each role, outputs what the rules say of
// them. The steps from rules to here are split, instantiate, build and simplify; `make_circuit` takes them all and
// tells what each did.
//
// Plain values: threads may read one together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "circuit/circuit.h"
#include "ground/ground_program.h"
#include "ground/instantiate.h"

namespace percept::ground {

using circuit::Circuit;
using circuit::Wire;

struct GameCircuit {
  struct Move {
    TermId term;
    Wire does;   // an input
    Wire legal;  // an output
  };
  struct Fluent {
    TermId term;
    Wire holds;  // an input
    Wire next;   // an output
    bool initial;
    bool constant = false;  // it holds in every position that can be reached, and gates take it for true
  };

  Circuit circuit;
  std::vector<TermId> roles;
  std::vector<Fluent> fluents;
  std::vector<std::vector<Move>> moves;                    // by role
  std::vector<std::vector<std::pair<TermId, Wire>>> sees;  // by role: percept
  std::vector<std::vector<std::pair<int, Wire>>> goals;    // by role: value, in rising order
  Wire terminal;

  // All outputs, in a fixed order, for passes that take roots along; and back.
  std::vector<Wire> outputs() const;
  void set_outputs(const std::vector<Wire>& outputs);
};

struct Options {
  bool split = true;
  bool simplify = true;
  circuit::Logic logic = circuit::Logic::kTwoValued;
  double seconds = 30;                 // of CPU time for instantiation
  std::size_t max_rules = 25'000'000;  // without variables
  std::size_t megabytes = kMegabytes;  // of the grounder, and of the rules it makes
  Budget budget = {};                  // of whoever asks, for all steps
  Progress progress;
  std::vector<TermId> roles;  // in the order wanted; when empty, in that of their facts
};

// One step of the way, as `percept ground` prints it.
struct Step {
  std::string name;
  double cpu_seconds;
  std::string result;
};

// The rules as they are given to the grounder.
SplitProgram prepare(Program& program, const Options& options);

// The circuit of the ground program.
Result<GameCircuit> build(const GroundProgram& ground, const SplitProgram& rules, const program::Terms& terms,
                          const Options& options);

// Everything at once. `steps`, when given, receives what was done.
Result<GameCircuit> make_circuit(Program& program, const Options& options, std::vector<Step>* steps = nullptr);

}  // namespace percept::ground
