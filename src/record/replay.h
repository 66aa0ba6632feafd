// SPDX-License-Identifier: MIT
//
// What the rules say of a match whose moves are on record: every state, percept and goal, as far as its moves can be
// made. Importers take from it what a record lacks, verify.h compares.
//
// One thread at a time, as the game that is replayed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/game.h"
#include "record/record.h"

namespace percept::record {

// The game of a record, or of other rules, run by the prover, which is ready at once. An error says what is wrong with
// the rules.
Result<game::Game> game_of(const RulesOnRecord& rules);

// The state as it goes on record, and what each role sees of a joint move: sorted by text, so that their order says
// nothing; empty without `sees`.
Facts facts_of(const game::Game& game, const game::State& state);
Result<std::vector<std::vector<std::string>>> percepts_of(game::Game& game, const game::State& state,
                                                          const game::JointMove& moves);

// The joint move that the texts of all roles stand for, or why it cannot be made in the state.
Result<game::JointMove> joint_move(game::Game& game, const game::State& state, const std::vector<std::string>& moves);

struct Replay {
  struct Round {
    std::vector<std::vector<std::string>> percepts;  // by role, sorted by text; empty without `sees`
    Facts state;
    bool terminal = false;
  };
  Facts initial;
  std::vector<Round> rounds;            // those that could be played
  std::vector<std::vector<int>> goals;  // by role, after the last of them
  bool terminal = false;
  std::optional<Error> stopped;  // why the round after the last of them cannot be played
};
// `moves` by round and role. An error only when the rules have no answer in time.
Result<Replay> replay(game::Game& game, const std::vector<std::vector<std::string>>& moves);
Result<Replay> replay(game::Game& game, const Record& record);

// Puts in what is missing: roles, initial state, states, percepts, and goals of a match that has ended; where the moves
// go wrong, an error names the round. What is there stays.
Result<void> complete(Record& record);

}  // namespace percept::record
