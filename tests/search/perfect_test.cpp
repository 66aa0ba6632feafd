// SPDX-License-Identifier: MIT
//
// Games in which everything is seen: known values, nim by its theory, and two methods that agree.
#include <algorithm>

#include "base/random.h"
#include "search/alpha_beta.h"
#include "search/estimate.h"
#include "search/induction.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

std::string nim(const std::vector<int>& heaps) {
  std::string text = read(project_root() / "games/nim.kif");
  const std::vector<std::string> starts = {"(start left_heap 3)", "(start middle_heap 4)", "(start right_heap 5)"};
  const std::vector<std::string> names = {"left_heap", "middle_heap", "right_heap"};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    std::size_t at = text.find(starts[i]);
    REQUIRE(at != std::string::npos);
    text.replace(at, starts[i].size(), "(start " + names[i] + " " + std::to_string(heaps[i]) + ")");
  }
  return text;
}

}  // namespace

TEST_CASE("nim by its theory, by two methods") {
  Random random(11);
  for (int i = 0; i < 50; ++i) {
    std::vector<int> heaps;
    for (int h = 0; h < 3; ++h) heaps.push_back(1 + static_cast<int>(random.below(5)));
    CAPTURE(heaps[0]);
    CAPTURE(heaps[1]);
    CAPTURE(heaps[2]);
    auto whole = whole_of_text(nim(heaps));
    auto positions = got(Positions::make(whole));
    REQUIRE(sees_all(*positions));
    int expected = (heaps[0] ^ heaps[1] ^ heaps[2]) != 0 ? 100 : 0;
    PositionValues values = induct(*positions);
    CHECK(values.of(0, 0) == expected);
    CHECK(values.of(0, 1) == 100 - expected);
    AlphaBeta search(whole, {.bytes = 1 << 20, .threads = 2});
    CHECK(got(search.value(whole->initial, {})) == expected);
  }
}

TEST_CASE("who takes the last one loses: an end that is bad for who makes it is not taken for the best") {
  for (const std::vector<int>& heaps : {std::vector{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {3, 2, 1}, {5, 1, 1}}) {
    std::string text = nim(heaps);
    for (const auto& [from, to] : {std::pair{"(goal ?r 100)", "(goal ?r x)"},
                                   {"(goal ?r 0)", "(goal ?r 100)"},
                                   {"(goal ?r x)", "(goal ?r 0)"}}) {
      REQUIRE(text.find(from) != std::string::npos);
      text.replace(text.find(from), std::string_view(from).size(), to);
    }
    auto whole = whole_of_text(text);
    bool ones = std::ranges::max(heaps) == 1;
    int expected = ((heaps[0] ^ heaps[1] ^ heaps[2]) != 0) != ones ? 100 : 0;
    CHECK(induct(*got(Positions::make(whole))).of(0, 0) == expected);
    AlphaBeta search(whole, {.bytes = 1 << 20});
    CHECK(got(search.value(whole->initial, {})) == expected);
  }
}

TEST_CASE("noughts and crosses is a draw; the best line is one") {
  auto whole = whole_of_own("noughts_and_crosses");
  auto positions = got(Positions::make(whole));
  CHECK(positions->size() == 5478);
  REQUIRE(sees_all(*positions));
  PositionValues values = induct(*positions);
  CHECK(values.of(0, 0) == 50);
  std::uint32_t position = 0;
  for (std::uint64_t t : best_line(*positions, values)) {
    CHECK(values.of(position, 0) == 50);
    position = positions->next[t];
  }
  CHECK(positions->payoffs[positions->payoff[position]] == std::vector<int>{50, 50});
  // Both methods, from every position after two moves.
  AlphaBeta search(whole, {.bytes = 1 << 22});
  auto walker = game::make_circuit_walker(whole);
  for (std::uint64_t t = positions->first[0]; t < positions->first[1]; ++t) {
    game::JointMove joint = {game::MoveId{positions->moves(0, 0)[t - positions->first[0]], 0},
                             game::MoveId{positions->moves(0, 1)[0], 0}};
    game::State next;
    walker->start();
    walker->next(joint, next);
    CHECK(got(search.value(next, {})) == values.of(positions->next[t], 0));
  }
  auto line = got(search.line(whole->initial, {}));
  walker->start();
  for (const game::JointMove& joint : line) walker->step(joint);
  CHECK(walker->terminal());
  std::vector<int> goals;
  walker->goals(game::RoleId{0}, goals);
  CHECK(goals == std::vector<int>{50});
}

TEST_CASE("alpha-beta with a table far too small still proves the right value") {
  auto whole = whole_of_own("noughts_and_crosses");
  AlphaBeta search(whole, {.bytes = 1});
  CHECK(got(search.value(whole->initial, {})) == 50);
}

TEST_CASE("connect four on four columns by four rows is a draw") {
  auto whole = whole_of_own("connect_four_4x4");
  auto positions = got(Positions::make(whole));
  CHECK(positions->size() == 161'029);  // as is published
  REQUIRE(sees_all(*positions));
  CHECK(induct(*positions).of(0, 0) == 50);
}

TEST_CASE("alpha-beta proves connect four on five columns by four rows a draw, with few of its 3 945 711 positions") {
  auto whole = whole_of_own("connect_four_5x4");
  AlphaBeta search(whole, {.bytes = 1 << 26});
  CHECK(got(search.value(whole->initial, {})) == 50);
  CHECK(search.nodes() < 150'000);
}

TEST_CASE("what is hidden, or done at the same time, is noticed") {
  for (const std::string name : {"kuhn_poker", "rock_paper_scissors", "dark_hex_2x2"}) {
    CHECK_FALSE(sees_all(*got(Positions::make(whole_of_own(name)))));
    CHECK_FALSE(got(estimate(whole_of_own(name), 100)).perfect);
  }
  CHECK(got(estimate(whole_of_own("nim"), 100)).perfect);
}

TEST_CASE("Knuth's estimate is about right") {
  Estimate e = got(estimate(whole_of_own("noughts_and_crosses"), 20'000));
  CHECK(e.histories == doctest::Approx(549'946).epsilon(0.05));
  CHECK(e.ended == doctest::Approx(255'168).epsilon(0.05));
  CHECK(e.spread < 0.02 * e.histories);
  CHECK(e.constant_sum);
  CHECK_FALSE(e.unended);
}
