// SPDX-License-Identifier: MIT
//
// Figures 2 and 3 of "Evaluating Reactive Answer Set Solving for General Game Playing", measured: how long it takes,
// round by round, until a role has a first sample of where it may be. A referee plays random matches; for each role but
// nature's and each engine a sampler is told the role's moves and percepts, and asked for one sample in each round:
//
//   Figure figure = measure_figure(games, options, watch);
//   write(to_markdown(figure));                                    // figures_report.h
//
// The time of a round is the CPU time of the update and of the draw. An engine that takes more than the budget in a
// round is stopped for the rest of that match, whose rounds count as over the budget. (Its round may end late: clingo's
// grounder stops only when it has made a rule.) Every sample is replayed by the referee, outside of what is timed: it
// has to give the same own moves and exactly the same percepts.
//
// One thread at a time: CPU seconds are measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "game/playout.h"
#include "lab/figure_games.h"

namespace percept::lab {

struct FigureOptions {
  std::size_t matches = 1;
  std::size_t max_rounds = game::kMaxRounds;
  std::uint64_t seed = 1;
  double budget = 1;  // CPU seconds for a round
  std::vector<Configuration> configurations = all_configurations();
  double grounding_seconds = 10;  // CPU time before a game is taken as too large for a circuit
};

// CPU seconds until the first sample, as far as it was measured.
struct RoundTime {
  std::string role;
  std::size_t match, round;  // from 1 on
  double grounding = 0, solving = 0, total = 0;
  bool over = false;      // the budget, here or in a round before
  bool measured = false;  // false when the engine was stopped in a round before
};

// One engine on one game.
struct MeasuredEngine {
  Configuration configuration;
  std::vector<double> start_up;   // CPU seconds to make it, for each match and role
  std::vector<RoundTime> rounds;  // by role, match and round
  std::string problem;            // what went wrong; empty when all is well
};

struct MeasuredGame {
  FigureGame game;
  double rules_seconds = 0;  // CPU time to make the circuit, which native, hyperplay and worlds reason with
  bool local = false;        // too large for one
  std::size_t roles = 0;     // without nature
  std::vector<MeasuredEngine> engines;
  std::string problem;
};

struct Figure {
  std::string name;       // "figure2"
  std::string title;      // "Blind Breakthrough"
  bool averaged = false;  // the games are sizes of one, and have a chart together
  FigureOptions options;
  std::vector<MeasuredGame> games;  // those that were begun
  std::size_t all_games = 0;
  bool interrupted = false;
};

struct FigureProgress {
  std::size_t runs, all_runs;  // a run is a match followed by one role with one engine
  const FigureGame& game;
  std::string_view doing;  // "grounding", or an engine's name
  std::size_t round;
};
// Called before each round and step; false ends the experiment there. A match that is interrupted does not count.
using FigureWatch = std::function<bool(const FigureProgress&)>;
using OnEngine = std::function<void(const MeasuredGame&, const MeasuredEngine&)>;

Figure measure_figure(const std::vector<FigureGame>& games, const FigureOptions& options, const FigureWatch& watch = {},
                      const OnEngine& on_engine = {});

}  // namespace percept::lab
