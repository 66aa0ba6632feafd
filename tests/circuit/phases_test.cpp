// SPDX-License-Identifier: MIT
//
// Phases: found where roles take turns, and right wherever they are found.
#include "circuit/phases.h"

#include <array>

#include "circuit/hand_made_games.h"
#include "circuit/phase_checks.h"
#include "circuit/random_circuit.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("where roles take turns there are as many phases as roles, each with the moves of one") {
  for (std::size_t roles : {2u, 3u, 5u}) {
    CAPTURE(roles);
    TurnsGame game(roles);
    CHECK(check_phases(game.automaton, 1, 20, 60) == roles);
    std::vector<circuit::Phase> phases = circuit::phases_of(game.automaton);
    for (std::size_t p = 0; p < roles; ++p)
      for (std::size_t role = 0; role < roles; ++role)
        CHECK(phases[p].automaton.legal[role].size() == (role == p ? 4 : 1));
  }
}

TEST_CASE("rounds before the turns begin belong to some phase, too") {
  for (std::size_t settling : {1u, 2u, 3u, 4u}) {
    CAPTURE(settling);
    TurnsGame game(2, settling);
    CHECK(check_phases(game.automaton, 1, 20, 60) == 2);
  }
}

TEST_CASE("more phases than are kept apart are taken for one") {
  TurnsGame game(11);
  CHECK(check_phases(game.automaton, 1, 20, 60) == 1);
}

TEST_CASE("a game without turns has one phase") {
  CoinGame coin;
  CHECK(check_phases(coin.automaton, 1, 50, 60) >= 1);
  TrapGame trap(5, TrapGame::Trap::kEndless);
  CHECK(check_phases(trap.automaton, 1, 50, 60) >= 1);
}

TEST_CASE("phases of random circuits, taken for games, say what the circuits say") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    RandomCircuit random_circuit(seed,
                                 {.inputs = 14, .stages = 6, .gates = 10, .loops = 3, .roots = 30, .operands = 3});
    std::size_t at = 0;
    auto root = [&] { return random_circuit.roots()[at++]; };
    circuit::Automaton automaton;
    automaton.circuit = &random_circuit.circuit();
    for (int f = 0; f < 8; ++f) {
      automaton.initial.push_back((seed >> f & 1) != 0);
      automaton.next.push_back(root());
    }
    automaton.legal.assign(2, {});
    // Legal moves and goals must not look at moves: only fluents are asked for here.
    for (int m = 0; m < 6; ++m)
      automaton.legal[static_cast<std::size_t>(m) % 2].push_back(Wire{2u * (1 + static_cast<std::uint32_t>(m))} ^
                                                                 ((seed + static_cast<std::uint64_t>(m)) % 3 == 0));
    automaton.goals.resize(2);
    automaton.goals[0] = {{0, Wire{2}}, {100, ~Wire{4}}};
    automaton.terminal = random_circuit.circuit().all(std::array{Wire{6}, Wire{8}, Wire{10}});
    check_phases(automaton, seed, 5, 30);
  }
}
