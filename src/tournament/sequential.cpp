// SPDX-License-Identifier: MIT
#include "tournament/sequential.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/text.h"

namespace percept::tournament {
namespace {

constexpr double kMostElo = 1200;

}  // namespace

Result<Hypotheses> read_hypotheses(std::string_view text) {
  Hypotheses out;
  std::size_t colon = text.find(':');
  auto read = [](std::string_view part, double& value) {
    auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && end == part.data() + part.size() && std::abs(value) <= kMostElo;
  };
  if (colon == std::string_view::npos || !read(text.substr(0, colon), out.elo0) ||
      !read(text.substr(colon + 1), out.elo1) || out.elo0 >= out.elo1)
    return failure(fmt::format("{} is no pair of hypotheses", printable(std::string(text))),
                   "two differences in Elo, the smaller first, as in 0:30");
  return out;
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of_score(double score) {
  if (score <= 0) return -kMostElo;
  if (score >= 1) return kMostElo;
  return std::clamp(-400 * std::log10(1 / score - 1), -kMostElo, kMostElo);
}

SequentialTest sequential_test(std::span<const double> pairs, const Hypotheses& hypotheses) {
  SequentialTest out;
  out.lower = std::log(hypotheses.beta / (1 - hypotheses.alpha));
  out.upper = std::log((1 - hypotheses.beta) / hypotheses.alpha);
  double s0 = score_of_elo(hypotheses.elo0), s1 = score_of_elo(hypotheses.elo1);
  double sum = 0, squares = 0;
  for (double score : pairs) {
    ++out.pairs;
    sum += score;
    squares += score * score;
    auto n = static_cast<double>(out.pairs);
    double mean = sum / n;
    double with = (sum + 1) / (n + 2);  // and the two that are added
    double variance = (squares + 1) / (n + 2) - with * with;
    out.ratio = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    if (out.ratio >= out.upper) out.verdict = Verdict::kBetter;
    if (out.ratio <= out.lower) out.verdict = Verdict::kNotBetter;
    if (out.verdict != Verdict::kOpen) break;
  }
  out.score = mean_of({pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(out.pairs)});
  return out;
}

Result<std::vector<double>> pair_scores(const Tournament& tournament, const std::vector<MatchResult>& results) {
  if (tournament.pairing != Pairing::kPaired || tournament.players.size() != 2)
    return failure("a sequential test compares two players in pairs of matches",
                   "the configuration needs \"type\": \"paired\" and two players");
  std::map<std::size_t, const MatchResult*> known;
  for (const MatchResult& result : results) known[result.number] = &result;
  // Of the first player; nothing when the match has no result.
  auto score = [](const MatchResult& result, std::size_t role) -> std::optional<double> {
    if (result.status != record::Status::kCompleted || !result.goals[0] || !result.goals[1]) return std::nullopt;
    int own = *result.goals[role], other = *result.goals[1 - role];
    return own > other ? 1 : own < other ? 0 : 0.5;
  };
  std::vector<double> out;
  for (std::size_t number = 1;; number += 2) {  // as schedule() numbers them
    auto one = known.find(number), two = known.find(number + 1);
    if (one == known.end() || two == known.end() || !one->second->finished() || !two->second->finished()) return out;
    auto first = score(*one->second, 0), second = score(*two->second, 1);
    if (first && second) out.push_back((*first + *second) / 2);
  }
}

std::string to_text(const SequentialTest& test, const Tournament& tournament, const Hypotheses& hypotheses) {
  std::string a = printable(tournament.players[0].name), b = printable(tournament.players[1].name);
  std::string out;
  switch (test.verdict) {
    case Verdict::kOpen: out = fmt::format("whether {} is better than {} is open", a, b); break;
    case Verdict::kBetter: out = fmt::format("{} is better than {} by {:g} Elo or more", a, b, hypotheses.elo1); break;
    case Verdict::kNotBetter:
      out = fmt::format("{} is not better than {} by more than {:g} Elo", a, b, hypotheses.elo0);
  }
  out += fmt::format(" after {}: ratio {:.2f} of {:.2f} … {:.2f}", counted(test.pairs, "pair"), test.ratio, test.lower,
                     test.upper);
  if (test.pairs > 1)
    out += fmt::format(", score {:.1f} ± {:.1f} %, Elo {:+.0f} ({:+.0f} … {:+.0f})", 100 * test.score.mean,
                       100 * test.score.reach.value_or(0), elo_of_score(test.score.mean),
                       elo_of_score(test.score.low()), elo_of_score(test.score.high()));
  return out;
}

}  // namespace percept::tournament
