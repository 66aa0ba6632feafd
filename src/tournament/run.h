// SPDX-License-Identifier: MIT
//
// Plays what is missing of a tournament. Every match goes to the store as it is played, so the store says what is done:
// completed and failed matches are left alone, others are played again under a new id, and their records stay as they
// are. So the same call again takes up a tournament that was stopped or killed.
//
//   auto lock = TournamentLock::take(path, tournament.name);
//   keep_configuration(*store, tournament, false);          // refuses a name that means something else
//   run_tournament(tournament, *store, seating, options, stop);
//   table_of(tournament, *results_of(*store, tournament));  // tournament_table.h
//
// Matches without a clock and with players of ours alone run on several threads, each with games of its own. A match
// with a clock or a player somewhere else runs alone: nothing else takes its time. Any thread may
// start a run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/game.h"
#include "store/store.h"
#include "tournament/tournament.h"

namespace percept::tournament {

struct TournamentStatus {
  std::size_t total = 0;
  std::size_t finished = 0;           // completed or failed, now or before
  std::size_t finished_now = 0;       // of these, since the call
  std::size_t failed = 0;             // of all that are finished
  std::size_t refused = 0;            // could not be started; to be tried again the next time
  std::size_t removed = 0;            // finished, and then taken out of the store by somebody else
  std::vector<std::string> running;   // ids
  double seconds = 0;                 // since the call
  std::optional<Error> last_refusal;  // why
};

// Who plays a role where matches are played elsewhere: a seat here for a player over the network; else what makes one
// there. Neither for nature.
struct Sitter {
  std::string name, spec;
  std::uint64_t seed = 1;
  std::unique_ptr<match::Seat> seat = {};
};

struct TournamentOptions {
  std::size_t workers = 0;                                  // threads; 0: two for each core
  game::Game::Choice engine = game::Game::Choice::kProver;  // until the circuit is there
  // Plays a match, as match::Referee::play does; here, where it is empty. On several threads at once.
  std::function<Result<record::Record>(const record::RulesOnRecord&, const match::Setup&, std::vector<Sitter>&,
                                       record::Follower&, std::stop_token)>
      elsewhere = {};
  double patience = 10;  // seconds in which a player somewhere else that went away may come back
  std::function<void(const TournamentStatus&)> watch;  // some times a second, on the caller's thread
};

// Remembers what the name stands for. A store that has another configuration under it refuses, unless this is a new
// start: then what was played under the name is removed.
// Seeds that were drawn are those of the first time.
Result<void> keep_configuration(store::Store& store, Tournament& tournament, bool restart);

// What is played, and how it ended. An error is a store that cannot be read or written; nothing goes on then.
Result<TournamentStatus> run_tournament(const Tournament& tournament, store::Store& store, const Seating& seating,
                                        const TournamentOptions& options, std::stop_token stop);

}  // namespace percept::tournament
