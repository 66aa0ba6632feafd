// SPDX-License-Identifier: MIT
//
// Sequential tests: how often they are wrong, that they stop early, and that the order in which matches end says
// nothing.
#include "tournament/sequential.h"

#include <cmath>

#include "base/random.h"
#include "support/support.h"

using namespace percept;
using namespace percept::tournament;

namespace {

// Pairs of matches without draws, each won with this chance.
std::vector<double> pairs_won(double chance, std::size_t count, Random& random) {
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(((random.unit() < chance ? 1 : 0) + (random.unit() < chance ? 1 : 0)) / 2.0);
  return out;
}

Tournament two(std::size_t seeds) {
  Tournament out;
  out.name = "two";
  out.pairing = Pairing::kPaired;
  out.games.resize(1);
  out.players = {{"a", "random", ""}, {"b", "legal", ""}};
  for (std::size_t seed = 1; seed <= seeds; ++seed) out.seeds.push_back(seed);
  return out;
}

MatchResult result(std::size_t number, int first, int second, record::Status status = record::Status::kCompleted) {
  return {number, 1, status, {first, second}, {0, 0}};
}

}  // namespace

TEST_CASE("a sequential test errs as rarely as it promises, and decides before a test of fixed size") {
  Hypotheses hypotheses{.elo0 = 0, .elo1 = 50};
  Random random(1);
  constexpr int kTests = 400;
  for (bool better : {false, true}) {
    int wrong = 0;
    double pairs = 0;
    for (int i = 0; i < kTests; ++i) {
      auto all = pairs_won(score_of_elo(better ? hypotheses.elo1 : hypotheses.elo0), 4000, random);
      SequentialTest test = sequential_test(all, hypotheses);
      REQUIRE(test.verdict != Verdict::kOpen);
      wrong += test.verdict == (better ? Verdict::kNotBetter : Verdict::kBetter);
      pairs += static_cast<double>(test.pairs);
    }
    CAPTURE(better);
    CHECK(wrong < kTests * 0.08);
    CHECK(wrong > 0);
    // Of fixed size with errors of 5 %: (2 * 1.645)^2 * variance of a pair / (difference of scores)^2.
    double difference = score_of_elo(50) - 0.5;
    CHECK(pairs / kTests < 0.75 * 3.29 * 3.29 * 0.125 / (difference * difference));
  }
}

TEST_CASE("the ratio is that of two normal distributions") {
  std::vector<double> pairs = {1, 0.5, 0, 1};
  Hypotheses hypotheses{.elo0 = -20, .elo1 = 20};
  SequentialTest test = sequential_test(pairs, hypotheses);
  double s0 = score_of_elo(-20), s1 = score_of_elo(20);
  std::vector<double> with = {1, 0.5, 0, 1, 1, 0};  // and the two that are added
  double mean = 3.5 / 6, variance = 0;
  for (double score : with) variance += (score - mean) * (score - mean) / 6;
  double ratio = 0;
  for (double score : pairs) ratio += ((score - s0) * (score - s0) - (score - s1) * (score - s1)) / (2 * variance);
  CHECK(test.ratio == doctest::Approx(ratio));
  CHECK(test.verdict == Verdict::kOpen);
  CHECK(test.upper == doctest::Approx(std::log(19)));
  CHECK(test.lower == doctest::Approx(-std::log(19)));
}

TEST_CASE("a few wins do not decide, and what comes after the decision does not count") {
  Hypotheses hypotheses{.elo0 = 0, .elo1 = 100};
  std::vector<double> won(3, 1.0);
  CHECK(sequential_test(won, hypotheses).verdict == Verdict::kOpen);
  won.assign(40, 1.0);
  SequentialTest test = sequential_test(won, hypotheses);
  CHECK(test.verdict == Verdict::kBetter);
  CHECK(test.pairs < 20);
  std::vector<double> turned = won;
  for (std::size_t i = test.pairs; i < turned.size(); ++i) turned[i] = 0;
  CHECK(sequential_test(turned, hypotheses).verdict == Verdict::kBetter);
  CHECK(sequential_test(turned, hypotheses).pairs == test.pairs);
}

TEST_CASE("pairs are two matches with swapped roles, in the order of the schedule") {
  Tournament cup = two(3);
  // Numbers 1 and 2 are a pair: a plays the first role, then the second.
  auto scores = pair_scores(cup, {result(1, 100, 0), result(2, 100, 0), result(3, 50, 50), result(4, 0, 100)});
  REQUIRE(scores);
  CHECK(*scores == std::vector<double>{0.5, 0.75});
  // The second pair has not ended: what is behind it waits, whichever was quicker.
  scores =
      pair_scores(cup, {result(1, 100, 0), result(2, 0, 100), result(3, 100, 0), result(5, 100, 0), result(6, 0, 100)});
  REQUIRE(scores);
  CHECK(*scores == std::vector<double>{1});
  // A match that failed has no result: its pair is left out.
  scores = pair_scores(
      cup, {result(1, 100, 0), result(2, 0, 0, record::Status::kFailed), result(3, 0, 100), result(4, 100, 0)});
  REQUIRE(scores);
  CHECK(*scores == std::vector<double>{0});
  cup.pairing = Pairing::kRoundRobin;
  CHECK_FALSE(pair_scores(cup, {}));
}

TEST_CASE("hypotheses are read, and nonsense is refused") {
  auto read = read_hypotheses("-5:12.5");
  REQUIRE(read);
  CHECK(read->elo0 == -5);
  CHECK(read->elo1 == 12.5);
  for (const char* text : {"", "0", "0:", "30:0", "0:0", "a:b", "0:30x", "0:1e9"}) CHECK_FALSE(read_hypotheses(text));
}
