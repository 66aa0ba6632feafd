// SPDX-License-Identifier: MIT
//
// Moves are chosen uniformly among the legal ones, in each lane for itself: tested by chi-square with fixed seeds.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "base/random.h"
#include "circuit/hand_made_games.h"
#include "lanes/available_lanes.h"
#include "lanes/playouts.h"
#include "support/chi_square.h"

using namespace percept;
using namespace percept::test;
using lanes::PlayoutResult;
using lanes::Playouts;

namespace {

// Five and more standard deviations above the mean of the chi-square distribution: never met by chance.
double chi_square_bound(std::size_t degrees) {
  auto d = static_cast<double>(degrees);
  return d + 6 * std::sqrt(2 * d) + 12;
}

double chi_square(const std::vector<std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (std::uint64_t count : counts) sum += count;
  double expected = static_cast<double>(sum) / static_cast<double>(counts.size()), out = 0;
  for (std::uint64_t count : counts) {
    double d = static_cast<double>(count) - expected;
    out += d * d / expected;
  }
  return out;
}

// One round: the moves of each role that are legal are given; a fluent remembers which was made, and a goal counts it.
struct OneRound : HandMadeGame {
  static std::vector<std::size_t> sizes(const std::vector<std::vector<bool>>& legal) {
    std::vector<std::size_t> out;
    for (const auto& of_role : legal) out.push_back(of_role.size());
    return out;
  }
  static std::size_t sum(const std::vector<std::vector<bool>>& legal) {
    std::size_t out = 0;
    for (const auto& of_role : legal) out += of_role.size();
    return out;
  }

  explicit OneRound(const std::vector<std::vector<bool>>& legal) : HandMadeGame(1 + sum(legal), sizes(legal)) {
    automaton.initial[0] = true;
    automaton.terminal = ~fluents[0];
    std::size_t fluent = 1;
    for (std::size_t role = 0; role < legal.size(); ++role)
      for (std::size_t m = 0; m < legal[role].size(); ++m, ++fluent) {
        automaton.legal[role][m] = legal[role][m] ? circuit::kTrue : circuit::kFalse;
        automaton.next[fluent] = does[role][m];
        automaton.goals[role].push_back({static_cast<int>(m), fluents[fluent]});
      }
  }
};

// Counts of the moves that are legal; those of others must be zero.
std::vector<std::uint64_t> counts_of_legal(const std::vector<std::uint64_t>& counts, const std::vector<bool>& legal) {
  std::vector<std::uint64_t> out;
  for (std::size_t m = 0; m < legal.size(); ++m) {
    if (legal[m])
      out.push_back(counts[m]);
    else
      CHECK(counts[m] == 0);
  }
  return out;
}

constexpr std::uint64_t kPlayouts = 200'000;

}  // namespace

TEST_CASE("all moves legal: each is chosen as often as any other") {
  for (unsigned lanes : available_lanes())
    for (std::size_t moves : {1u, 2u, 3u, 5u, 7u, 8u, 9u, 33u, 100u}) {
      CAPTURE(lanes);
      CAPTURE(moves);
      OneRound game({std::vector<bool>(moves, true)});
      PlayoutResult result = Playouts(game.automaton, lanes).run(moves, {.playouts = kPlayouts});
      CHECK(result.states == kPlayouts);
      std::uint64_t sum = 0;
      for (std::uint64_t count : result.goals[0]) sum += count;
      CHECK(sum == kPlayouts);  // one move in every match
      CHECK(chi_square(result.goals[0]) < chi_square_bound(moves - 1));
    }
}

TEST_CASE("some moves legal: those are chosen uniformly, the others never") {
  Random random(5);
  for (unsigned lanes : available_lanes())
    for (std::size_t moves : {2u, 3u, 4u, 7u, 16u, 17u, 40u, 65u})
      for (int again = 0; again < 4; ++again) {
        std::vector<bool> legal;
        for (std::size_t m = 0; m < moves; ++m) legal.push_back(random.below(3) == 0);
        legal[random.below(static_cast<std::uint32_t>(moves))] = true;
        CAPTURE(lanes);
        CAPTURE(moves);
        CAPTURE(again);
        OneRound game({legal});
        PlayoutResult result = Playouts(game.automaton, lanes).run(moves, {.playouts = kPlayouts / 4});
        std::vector<std::uint64_t> counts = counts_of_legal(result.goals[0], legal);
        std::uint64_t sum = 0;
        for (std::uint64_t count : counts) sum += count;
        CHECK(sum == kPlayouts / 4);
        CHECK(chi_square(counts) < chi_square_bound(counts.size() - 1));
      }
}

TEST_CASE("one legal move among many is always made") {
  for (unsigned lanes : available_lanes())
    for (std::size_t only : {0u, 1u, 31u, 63u, 64u, 98u}) {
      std::vector<bool> legal(99);
      legal[only] = true;
      OneRound game({legal});
      PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 2000});
      CHECK(result.goals[0][only] == 2000);
    }
}

TEST_CASE("roles choose independently of each other") {
  // A goal of role 0 for every pair of moves.
  for (unsigned lanes : available_lanes())
    for (const auto& moves : {std::pair<std::size_t, std::size_t>{3, 5}, {2, 2}, {7, 9}}) {
      std::size_t left = moves.first, right = moves.second;
      CAPTURE(lanes);
      CAPTURE(left);
      OneRound game({std::vector<bool>(left, true), std::vector<bool>(right, true)});
      game.automaton.goals[0].clear();
      for (std::size_t a = 0; a < left; ++a)
        for (std::size_t b = 0; b < right; ++b)
          game.automaton.goals[0].push_back(
              {static_cast<int>(a * right + b),
               game.circuit.all(std::array{game.fluents[1 + a], game.fluents[1 + left + b]})});
      PlayoutResult result = Playouts(game.automaton, lanes).run(11, {.playouts = kPlayouts});
      CHECK(result.goals[0].size() == left * right);
      CHECK(chi_square(result.goals[0]) < chi_square_bound(left * right - 1));
    }
}

TEST_CASE("choices of consecutive rounds are independent, and legal moves differ from lane to lane") {
  // In the first round one of `kFirst` moves; then the moves that its number divides evenly, one more than it is.
  constexpr std::size_t kFirst = 4, kMoves = 12;
  HandMadeGame game(2 + kFirst + kMoves, {kMoves});
  auto& automaton = game.automaton;
  Wire begin = game.fluents[0], over = game.fluents[1];
  auto first = [&](std::size_t i) { return game.fluents[2 + i]; };
  auto second = [&](std::size_t m) { return game.fluents[2 + kFirst + m]; };
  automaton.initial[0] = true;
  automaton.next[1] = ~begin;
  automaton.terminal = over;
  for (std::size_t i = 0; i < kFirst; ++i)
    automaton.next[2 + i] =
        game.circuit.any(std::array{first(i), game.circuit.all(std::array{begin, game.does[0][i]})});
  for (std::size_t m = 0; m < kMoves; ++m) {
    std::vector<Wire> after;  // the first moves that allow this one
    for (std::size_t i = 0; i < kFirst; ++i)
      if (m % (i + 1) == 0) after.push_back(first(i));
    Wire later = game.circuit.all(std::array{~begin, game.circuit.any(after)});
    automaton.legal[0][m] = m < kFirst ? game.circuit.any(std::array{begin, later}) : later;
    automaton.next[2 + kFirst + m] = game.circuit.all(std::array{~begin, game.does[0][m]});
    for (std::size_t i = 0; i < kFirst; ++i)
      automaton.goals[0].push_back({static_cast<int>(i), game.circuit.all(std::array{first(i), second(m)})});
  }
  for (unsigned lanes : available_lanes()) {
    CAPTURE(lanes);
    PlayoutResult result = Playouts(automaton, lanes).run(21, {.playouts = kPlayouts});
    CHECK(result.states == 2 * kPlayouts);
    std::vector<std::uint64_t> by_first(kFirst);
    for (std::size_t i = 0; i < kFirst; ++i) {
      std::vector<std::uint64_t> counts;
      for (std::size_t m = 0; m < kMoves; ++m) {
        std::uint64_t count = result.goals[0][m * kFirst + i];
        by_first[i] += count;
        if (m % (i + 1) == 0)
          counts.push_back(count);
        else
          CHECK(count == 0);
      }
      CAPTURE(i);
      CHECK(chi_square(counts) < chi_square_bound(counts.size() - 1));
    }
    CHECK(chi_square(by_first) < chi_square_bound(kFirst - 1));
  }
}

// ---- weights

namespace {

// How often each move of each role was made, one role after the other.
std::vector<std::uint64_t> counts_with(const OneRound& game, unsigned lanes, const lanes::Weights* weights,
                                       std::uint64_t seed) {
  auto plan = std::make_shared<const lanes::Plan>(game.automaton, lanes::Plan::Options{.expand = false});
  auto batch = lanes::Backend::find(lanes)->batch(plan);
  batch->load(plan->initial(), plan->row_words());
  lanes::Ends ends;
  lanes::PlayoutOptions options{.each = kPlayouts, .seed = seed};
  options.weights = weights;
  batch->play_out(options, ends);
  return {ends.goals(0).begin(), ends.goals(0).end()};
}

}  // namespace

TEST_CASE("weights 1 and 3: the one move is made a third as often as the other") {
  OneRound game({{true, true}});
  lanes::Weights weights = {{1, 3}};
  for (unsigned lanes : available_lanes()) CHECK(against(counts_with(game, lanes, &weights, 1), {1, 3}).p() > 1e-6);
}

TEST_CASE("moves are chosen in proportion to their weights among those that are legal") {
  Random random(11);
  for (unsigned lanes : available_lanes())
    for (std::uint32_t moves : {2u, 3u, 5u, 8u, 17u, 64u, 100u})
      for (std::uint32_t largest : {1u, 2u, 7u, 100u, 255u}) {
        CAPTURE(lanes);
        CAPTURE(moves);
        CAPTURE(largest);
        std::vector<bool> legal;
        lanes::Weights weights(1);
        std::vector<double> shares;
        for (std::uint32_t m = 0; m < moves; ++m) {
          legal.push_back(m == 0 || random.below(4) != 0);
          weights[0].push_back(static_cast<std::uint8_t>(m == 0 ? largest : random.below(largest + 1)));
          shares.push_back(legal[m] ? weights[0][m] : 0);
        }
        OneRound game({legal});
        CHECK(against(counts_with(game, lanes, &weights, moves + largest), shares).p() > 1e-6);
      }
}

TEST_CASE("a move of weight 0 is never made, unless no legal one has a weight: then all are as likely") {
  OneRound some({{true, true, false, true}});
  OneRound none({{true, true, false, true}, {true, true}});
  lanes::Weights third = {{0, 0, 5, 9}}, only_illegal = {{0, 0, 5, 0}, {2, 1}}, zero = {{0, 0, 0, 0}, {}};
  for (unsigned lanes : available_lanes()) {
    CHECK(counts_with(some, lanes, &third, 1) == std::vector<std::uint64_t>{0, 0, 0, kPlayouts});
    std::vector<std::uint64_t> counts = counts_with(none, lanes, &only_illegal, 2);
    CHECK(against({counts.begin(), counts.begin() + 4}, {1, 1, 0, 1}).p() > 1e-6);
    CHECK(against({counts.begin() + 4, counts.end()}, {2, 1}).p() > 1e-6);
    counts = counts_with(none, lanes, &zero, 3);
    CHECK(against({counts.begin(), counts.begin() + 4}, {1, 1, 0, 1}).p() > 1e-6);
  }
}

TEST_CASE("weights that are all equal choose as none do") {
  OneRound game({{true, true, false, true, true}});
  lanes::Weights equal = {{7, 7, 7, 7, 7}}, nearly = {{7, 7, 8, 7, 7}};
  for (unsigned lanes : available_lanes()) {
    CHECK(counts_with(game, lanes, &equal, 1) == counts_with(game, lanes, nullptr, 1));
    CHECK(against(counts_with(game, lanes, &nearly, 1), {1, 1, 0, 1, 1}).p() > 1e-6);  // by the weighted tree
  }
}
