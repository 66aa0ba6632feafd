// SPDX-License-Identifier: MIT
//
// A tournament: which players meet in which games, from a configuration in JSON with comments. What has to be played,
// in which order and with which chance, is a function of the configuration alone, so that a tournament that was cut
// off can be taken up where it was (tournament_run.h).
//
//   auto tournament = read_tournament("cup.json", seating);      // everything is checked before anything is played
//   for (const ScheduledMatch& match : schedule(*tournament)) …
//
// Round-robin: every seating of distinct players at the roles of every game, each match with a seed of its own that is
// derived from a seed of the configuration. Paired: two players meet twice with their roles swapped and the same seed,
// so that chance favours both alike (common random numbers); for games of two roles. Players of ours are made anew for
// each match. One somewhere else may remember, and what it held in the first match is what its opponent holds in the
// second: where one of the two is such a player, each match has a seed of its own.
//
// Internal to tournament/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gdl/description.h"
#include "match/referee.h"
#include "match/seat.h"
#include "record/record.h"

namespace percept::store {
class Store;
}  // namespace percept::store

namespace percept::tournament {

enum class Pairing : std::uint8_t { kRoundRobin, kPaired };
std::string_view name_of(Pairing pairing);  // "round-robin", "paired"

struct Entrant {
  std::string name, spec;
  std::string dialect;  // of a remote player, perhaps; else empty
  bool remote = false;  // somewhere else
};

struct TournamentGame {
  std::string name;                // of the file, without folder and ending
  std::string hash;                // hash_of its rules
  std::vector<std::string> roles;  // those with a player: all but nature
  std::string file;                // empty when it comes from a store, which has no model
  std::shared_ptr<const game::Model> model;
  std::vector<match::OwnDescription> descriptions = {};  // of roles that are not given the rules (match/incomplete.h)
};

struct Tournament {
  std::string name;  // letters, digits, - and _
  Pairing pairing = Pairing::kRoundRobin;
  std::vector<TournamentGame> games;
  std::vector<Entrant> players;
  std::vector<std::uint64_t> seeds;
  bool drawn_seeds = false;  // none were given, and a player somewhere else could tell nature's moves from 1, 2, 3, …
  record::Clocks clocks;
  bool scramble = false;
  std::size_t max_rounds = 10'000;
};

// How players get their seats; service/seating.h knows, which stands below; cli and service use it.
struct Seating {
  struct Options {
    std::uint64_t seed = 1;
    std::string dialect;  // empty: the player's choice
  };
  std::function<Result<void>(const Entrant&)> check;  // nobody is called
  std::function<bool(const std::string& spec)> remote;
  // A seat whose meet() fails is one whose player is not there.
  std::function<Result<std::unique_ptr<match::Seat>>(const std::string& spec, const Options&)> make;
  // Frees players somewhere else that may still wait in a match whose manager was killed. May be empty.
  std::function<void(store::Store&, const std::vector<std::string>& specs)> free = {};
};

// An error names the place, as in "cup.json: players.alice: …".
Result<Tournament> read_tournament(const std::string& file, const Seating& seating);
// The same from a text, which messages call `name`.
Result<Tournament> read_tournament_text(const std::string& name, std::string text, const Seating& seating);
// Only what it is called.
Result<std::string> read_tournament_name(const std::string& file);

struct ScheduledMatch {
  std::size_t number = 0;  // from 1
  std::size_t game = 0;
  std::vector<std::size_t> seating;  // a player for each role
  std::uint64_t seed = 0;
};
// Seed by seed, so that what was played at any moment is balanced; then game by game.
std::vector<ScheduledMatch> schedule(const Tournament& tournament);
std::size_t schedule_size(const Tournament& tournament);
inline constexpr std::size_t kMostMatches = 1'000'000;

// "cup.17", or "cup.17.2" for the second attempt.
std::string match_id(const Tournament& tournament, std::size_t number, std::size_t attempt);

// All that decides what is played, as a store keeps it; file names and layout do not matter, the rules do.
std::string configuration_of(const Tournament& tournament);
Result<Tournament> tournament_of(const std::string& configuration);
// The first thing in which two configurations differ, in words: "players.alice.spec was legal and is random".
std::string difference(const std::string& before, const std::string& now);

}  // namespace percept::tournament
