// SPDX-License-Identifier: MIT
//
// Table 1 of Thielscher's "Filtering with Logic Programs" (2013), measured: in random matches of the games of past
// competitions, does a role always know its legal moves, does it know at the end that the game has ended, and what its
// own goal value is; and how long does it take to keep its knowledge up to date?
//
//   std::vector<Row> rows = table1_rows(corpus, "games");         // or rows_of_games(files)
//   Table1 table = measure_table1(rows, options, watch);
//   write(to_markdown(table));                                    // table1_report.h
//
// Both filters follow the same matches. A match is followed to its end even when legal moves were not known on the way.
// Whatever a filter claims is compared with the true position, and a false claim makes the row a failure. Times are CPU
// seconds for 1000 rounds, as the paper counts: of updating alone for the two-set filter. The exact filter does part of
// its work when it is asked, so that its figure includes the questions.
//
// One thread at a time: CPU seconds are measured.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "belief/exact.h"
#include "game/playout.h"
#include "lab/table1_rows.h"

namespace percept::lab {

struct Table1Options {
  std::size_t matches = 25;
  std::size_t max_rounds = game::kMaxRounds;  // of a match; one that is cut has no say about its end
  std::uint64_t seed = 1;
  bool two_set = true, exact = true;
  belief::ExactBelief::Options budget = {};
  double grounding_seconds = 10;  // CPU time before a game is taken as too large to ground
};

struct Measured {
  std::size_t matches = 0;  // played
  std::size_t ended = 0;    // and not cut
  std::size_t rounds = 0;
  std::size_t legal = 0;               // matches in which legal moves were always known
  std::size_t terminal = 0, goal = 0;  // of those that ended
  double update_seconds = 0;           // CPU time of all rounds
  double question_seconds = 0;
  // Of the rounds of each match before legal moves were not known for the first time.
  std::size_t rounds_until_lost = 0;
  double update_seconds_until_lost = 0;
  std::optional<std::size_t> peak_states = {};  // the most that were tracked one by one
  std::size_t symbolic_rounds = 0;              // in which there were too many for that
  std::size_t gave_up = 0;                      // matches in which a budget ran out
  bool local = false;                           // a game too large to ground

  bool always_legal() const { return legal == matches; }
  bool always_terminal() const { return terminal == ended; }
  bool always_goal() const { return goal == ended; }
  double per_1000_rounds(double seconds) const {
    return rounds == 0 ? 0 : 1000 * seconds / static_cast<double>(rounds);
  }
};

struct MeasuredRow {
  Row row;
  std::optional<Measured> two_set, exact;
  std::string problem;  // what went wrong, or why it is not complete; empty when all is well
};

struct Table1 {
  Table1Options options;
  std::vector<MeasuredRow> rows;  // those that were begun
  std::size_t all_rows = 0;
  bool interrupted = false;
};

// The figure of the comparison, in CPU seconds for 1000 rounds.
double two_set_figure(const Measured& measured);
double exact_figure(const Measured& measured);
// Whether the marks of the two-set filter are the paper's, as far as it gives any; nothing where they cannot be
// compared.
std::optional<bool> as_paper(const MeasuredRow& row);
// The same for one mark: whether it is always known. "Not always" takes some matches to be seen.
std::optional<bool> as_mark(bool always, std::size_t known, std::size_t matches);
// How many times faster the two-set filter is than the Prolog baseline, on the rounds that the baseline counts: where
// it lost its legal moves, those before. Nothing where they cannot be compared.
std::optional<double> speed_up(const MeasuredRow& row);
// What the counts of a filter and those of others on the same game differ in by more than chance: Fisher's exact test
// with a level of 1 %. The names of the columns.
std::vector<std::string> differences(const Measured& measured, const Counts& others);

struct Progress {
  std::size_t row, rows;             // row is from 0
  std::size_t matches, all_matches;  // of all rows and filters
  std::size_t rounds;
  const Row& what;
  std::string_view doing;  // "grounding", "two-set", "exact"
};
// Called before each round and step; false ends the experiment there.
using Watch = std::function<bool(const Progress&)>;
using OnRow = std::function<void(const MeasuredRow&)>;

// A match that is interrupted does not count.
Table1 measure_table1(const std::vector<Row>& rows, const Table1Options& options, const Watch& watch = {},
                      const OnRow& on_row = {});

}  // namespace percept::lab
