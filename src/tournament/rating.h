// SPDX-License-Identifier: MIT
//
// How good players are, from the matches they played: a rating after Bradley and Terry (1952), with a 95 % interval. It
// does not depend on the order of the matches.
//
// The model: i beats j with probability s_i / (s_i + s_j). The strengths are those that make the results most likely;
// a draw is half a win and half a loss. Ratings are 400 log10 s, shifted so that their mean is 1500. For two players
// with w wins and l losses the difference is 400 log10 (w / l).
//
// Nobody is rated infinitely good: to the results is added, for each player, one draw that is spread evenly over all
// opponents. For two players this is (w + ½) / (l + ½), the estimate of log odds with the least bias (Haldane, Anscombe
// 1956); it fades with the number of matches, and connects players that never met.
//
// The logarithm of the likelihood is concave, so Newton's method with halved steps finds the only maximum; the matrix
// it needs is Fisher's information, which gives the intervals (of a rating beside the mean of all). They are too wide
// rather than too narrow where there are many draws.
//
// Internal to tournament/.
#pragma once

#include <cstddef>
#include <vector>

namespace percept::tournament {

// Two players of a match compared by their goals.
struct Comparison {
  std::size_t first = 0, second = 0;
  double score = 0;   // of the first: 1, ½ or 0
  double weight = 1;  // how many matches it stands for
};
// Every two players of a match by number and goal. In a match of n roles they weigh 1 / (n - 1), so that it counts
// once for each player; with one role there is nothing to compare.
std::vector<Comparison> comparisons(const std::vector<std::size_t>& players, const std::vector<int>& goals);

struct Rating {
  double elo = 1500;
  double reach = 0;    // of the 95 % interval, to each side
  double matches = 0;  // that it rests on
};
// Of players 0, 1, …. Without the prior a player who never lost has no finite rating: the caller's affair.
std::vector<Rating> ratings(std::size_t players, std::vector<Comparison> results, double prior_draws = 1);

}  // namespace percept::tournament
