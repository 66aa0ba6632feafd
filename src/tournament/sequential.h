// SPDX-License-Identifier: MIT
//
// Is the one player better than the other? A sequential probability ratio test (Wald 1945) of a paired tournament of
// two players: it looks at the pairs of matches one by one and stops as soon as the question is decided, mostly long
// before a test of fixed size would.
//
//   auto pairs = pair_scores(tournament, results);             // of the first player, from 0 to 1
//   SequentialTest test = sequential_test(pairs, {.elo0 = 0, .elo1 = 30});
//   if (test.verdict != Verdict::kOpen) …
//
// Two matches with the same chance and swapped roles are one observation, which takes the advantage of a role and much
// of the luck out (the mean of the two results: win 1, draw ½, loss 0). The ratio is that of normal distributions with
// the variance of the pairs so far; one pair won and one lost are added to that variance, so that a few equal results
// do not decide. The verdict depends on the results in the order of the schedule alone, and not on which were there
// first: it is that of the first pairs that suffice.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/statistics.h"
#include "tournament/table.h"
#include "tournament/tournament.h"

namespace percept::tournament {

// The first player is better by elo0 at most, or by elo1 at least; either is taken for true although the other is with
// at most these chances.
struct Hypotheses {
  double elo0 = 0, elo1 = 30;
  double alpha = 0.05, beta = 0.05;  // elo1 though it is elo0; elo0 though it is elo1
};
Result<Hypotheses> read_hypotheses(std::string_view text);  // "0:30"

enum class Verdict : std::uint8_t { kOpen, kNotBetter, kBetter };

struct SequentialTest {
  Verdict verdict = Verdict::kOpen;
  std::size_t pairs = 0;        // that it rests on
  double ratio = 0;             // its logarithm
  double lower = 0, upper = 0;  // where it is decided
  Estimate score;               // of the first player, in these pairs
};
SequentialTest sequential_test(std::span<const double> pairs, const Hypotheses& hypotheses);

// An error when the tournament is not one of pairs of two players. A pair that is not finished ends the list; one with
// a match that failed is left out.
Result<std::vector<double>> pair_scores(const Tournament& tournament, const std::vector<MatchResult>& results);

double score_of_elo(double elo);
double elo_of_score(double score);  // within ±1200

// "a is better than b by 30 Elo or more (12 pairs, …)"
std::string to_text(const SequentialTest& test, const Tournament& tournament, const Hypotheses& hypotheses);

}  // namespace percept::tournament
