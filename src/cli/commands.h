// SPDX-License-Identifier: MIT
//
// The subcommands of `percept`, one file each. main.cpp and the *_arguments.cpp turn arguments into these options (and
// are the only files that pay for the argument parser); a command does its work and returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/game.h"
#include "game/playout.h"
#include "gdl/description.h"
#include "prove/support_set.h"
#include "record/record.h"
#include "sample/engines.h"
#include "wire/dialect.h"

namespace percept::cli {

// Exit codes, the same for every command.
inline constexpr int kSuccess = 0;
inline constexpr int kFindings = 1;    // errors in what was read, or a difference with --check
inline constexpr int kUnreadable = 2;  // could not read or write, or wrong usage

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
  bool errors_only = false;
  std::vector<std::string> ignored;      // codes
  std::optional<std::string> explained;  // a code, or "all"
  std::optional<std::string> against;    // a complete game, for an incomplete description
};
int check(const CheckOptions& options);

struct FormatOptions {
  std::vector<std::string> files;
  bool write = false;
  bool check = false;
};
int format(const FormatOptions& options);

struct ConvertOptions {
  enum class To : unsigned char { kKif, kInfix, kIgdl };

  std::string file;
  To to = To::kKif;
  std::vector<std::string> forgotten;  // of an incomplete description
  std::optional<gdl::Habit> habit;
  std::string output;  // a file; empty for the standard output
};
int convert(const ConvertOptions& options);

struct ShowOptions {
  std::string file;
  bool rules = false;
  bool json = false;
};
int show(const ShowOptions& options);

struct PlayOptions {
  std::string file;
  std::optional<std::uint64_t> seed;                        // one is drawn, and printed, when it is not given
  std::optional<std::string> role;                          // show only what this role may know
  game::Game::Choice engine = game::Game::Choice::kProver;  // done with a match before large rules are grounded
  std::size_t max_rounds = game::kMaxRounds;
  bool json = false;
};
int play(const PlayOptions& options);

struct ExploreOptions {
  std::string file;
  std::optional<std::uint64_t> seed;
  game::Game::Choice engine = game::Game::Choice::kProver;
};
int explore(const ExploreOptions& options);

struct PerftOptions {
  std::string file;
  std::size_t depth = 0;
  game::Game::Choice engine = game::Game::Choice::kAuto;
  bool json = false;
};
int perft(const PerftOptions& options);

struct GroundOptions {
  enum class Show : unsigned char { kNothing, kSplit, kRules, kCircuit };

  std::string file;
  Show show = Show::kNothing;
  bool dot = false;
  bool profile = false;
  bool json = false;
  bool split = true;
  bool simplify = true;
  bool kleene = false;
  double seconds = ground::Options().seconds;
  std::size_t max_rules = ground::Options().max_rules;
};
int ground(const GroundOptions& options);

struct FilterOptions {
  std::string file;  // any logic program
  std::vector<std::string> known, unknown;
  std::vector<std::string> observed, not_observed;
  std::vector<std::string> queries;
  std::uint64_t max_supports = prove::SupportLimits().supports;
  bool json = false;
};
int filter(const FilterOptions& options);

struct KnowOptions {
  enum class Filter : unsigned char { kTwoSet, kExact };
  enum class Player : unsigned char { kRandom, kLegal };

  std::string file;
  std::string role;
  Filter filter = Filter::kExact;
  bool made_only = false;             // of two-set
  std::optional<std::size_t> worlds;  // of exact, as are the seconds
  std::optional<double> seconds;
  std::optional<std::string> match;  // a record to follow
  std::size_t nth = 1;               // of the matches of a record
  bool interactive = false;
  std::optional<std::uint64_t> seed;  // else a match is played; a seed is drawn when none is given
  Player player = Player::kRandom;    // who chooses the role's moves in it
  game::Game::Choice engine = game::Game::Choice::kProver;
  std::optional<std::size_t> max_rounds;
  bool go_on = false;  // after what nothing explains
  bool all = false;    // show long lists whole
  std::string told;    // of an incomplete description: what was done and seen
  std::optional<std::string> why;
  bool json = false;
};
int know(const KnowOptions& options);

// percept solve
struct SampleOptions {
  std::string file;
  std::string role;
  std::optional<std::string> match;   // a record to follow; else a match is played
  std::size_t nth = 1;                // of the matches of a record
  std::optional<std::uint64_t> seed;  // of the match and of the draws; one is drawn when it is needed and not given
  std::optional<std::size_t> round;   // after so many; after all if not given
  std::size_t count = 10;
  sample::Engine engine = sample::Engine::kAuto;
  double seconds = 10;  // of CPU time for an update or a draw
  bool history = false;
  std::optional<std::string> opponents;  // a file: sample/preferences.h
  bool forget = false, facts = false;    // of asp-reactive
  std::optional<std::size_t> worlds, particles;
  bool json = false;
};
int sample(const SampleOptions& options);

struct AspOptions {
  std::string file;
  bool reactive = false;
  bool facts = false;
  bool goals = false;
  std::optional<std::string> role;
  std::optional<std::string> match;   // a record to follow; else a match is played
  std::size_t nth = 1;                // of the matches of a record
  std::optional<std::uint64_t> seed;  // of a match that is played; one is drawn when it is not given
  std::optional<std::size_t> round;   // so many; all if not given
};
int asp(const AspOptions& options);

struct MatchCommandOptions {
  std::string file;
  std::vector<std::string> players;               // "role=SPEC", or SPEC for the next role
  std::optional<double> start_clock, play_clock;  // 0 is no limit; if not given, 30 and 10 s with players elsewhere
  std::optional<std::uint64_t> seed;
  std::vector<std::string> dialects;        // for all, or "role=DIALECT"
  std::optional<wire::Dialect> convention;  // of clocks, whatever the dialect
  bool scramble = false;
  std::vector<std::string> descriptions;  // "role=FILE"
  game::Game::Choice engine = game::Game::Choice::kProver;
  std::size_t max_rounds = game::kMaxRounds;
  std::string id;
  std::optional<std::string> store;
  bool no_store = false;
  bool quiet = false;
  bool json = false;
};
int match(const MatchCommandOptions& options);

struct PlayerCommandOptions {
  std::string host = "*";
  std::uint16_t port = 9147;
  std::string strategy = "legal";
  std::string filter;  // of the strategy, if given
  std::string name = "percept";
  std::optional<std::uint64_t> seed;
  bool quiet = false;
};
int player(const PlayerCommandOptions& options);

struct ServeCommandOptions {
  std::string host = "127.0.0.1";
  int port = 9146;
  std::optional<std::string> store;
  std::string games = "games";
  std::optional<std::string> token_file;
  std::size_t max_matches = 4;
  double poll = 10;  // seconds
  bool quiet = false;
};
int serve(const ServeCommandOptions& options);

struct TournamentCommandOptions {
  std::string file;  // the configuration; with `table` its name will do
  std::optional<std::string> store;
  std::size_t workers = 0;  // two for each core
  bool table = false;       // play nothing
  bool restart = false;
  bool json = false;
  bool markdown = false;
};
int tournament(const TournamentCommandOptions& options);

struct BenchOptions {
  std::vector<std::string> files;  // may be none for a signature, which then is of fixed games
  bool signature = false;
  game::Game::Choice engine = game::Game::Choice::kAuto;
  double seconds = 2;  // of CPU time for the playouts of a file
  std::uint64_t seed = 1;
  unsigned lanes = 0;
  bool single = false;
  bool json = false;
  bool markdown = false;
};
int bench(const BenchOptions& options);
int bench_signature(const BenchOptions& options);

// percept lab table1
struct Table1CommandOptions {
  enum class Filter : unsigned char { kTwoSet, kExact, kBoth };

  std::vector<std::string> games;     // instead of those of the table
  std::optional<std::string> corpus;  // the folder with the competitions' rule sheets
  std::size_t matches = 25;
  std::size_t max_rounds = game::kMaxRounds;
  std::uint64_t seed = 1;
  Filter filter = Filter::kBoth;
  std::size_t worlds = 200'000;  // budget of the exact filter
  double seconds = 10;
  std::optional<std::string> output;  // a folder
  bool json = false;
};
int lab_table1(const Table1CommandOptions& options);

// percept lab figure2, figure3
struct FigureCommandOptions {
  int number = 2;
  std::vector<std::string> games;     // instead of those of the figure
  std::optional<std::string> corpus;  // the folder with the competitions' rule sheets
  std::vector<std::string> engines;   // by name; all if none is given
  std::size_t matches = 1;
  std::size_t max_rounds = game::kMaxRounds;
  std::uint64_t seed = 1;
  double budget = 1;                  // CPU seconds for a round
  std::optional<std::string> output;  // a folder
  bool json = false;
};
int lab_figure(const FigureCommandOptions& options);

// percept matches
struct MatchesOptions {
  enum class Action : unsigned char { kList, kShow, kReplay, kExport, kImport, kVerify, kRemove };
  enum class Format : unsigned char { kGgp, kDresden, kPercept };

  Action action = Action::kList;
  std::optional<std::string> store;                     // a file
  std::optional<std::string> game, player, tournament;  // of the list, as are status and limit
  std::optional<record::Status> status;
  std::size_t limit = 50;
  std::vector<std::string> ids;  // or files to import
  std::optional<std::string> role;
  std::optional<std::size_t> round, from;
  double delay = 1;  // seconds for a round of a replay in a terminal
  Format format = Format::kPercept;
  std::optional<std::string> output;  // a file or folder
  std::optional<std::string> rules;   // a rule sheet
  bool all = false;
  bool json = false;
};
int matches(const MatchesOptions& options);

}  // namespace percept::cli
