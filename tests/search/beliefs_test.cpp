// SPDX-License-Identifier: MIT
//
// Games of one player: plans, questions that halve, and codes that are found with as few guesses as is possible.
#include <fmt/format.h>

#include <functional>
#include <map>

#include "search/beliefs.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

using Code = std::vector<int>;
using Answer = std::pair<int, int>;

std::vector<Code> codes(int pegs, int colours) {
  std::vector<Code> out = {{}};
  for (int p = 0; p < pegs; ++p) {
    std::vector<Code> next;
    for (const Code& code : out)
      for (int c = 1; c <= colours; ++c) {
        next.push_back(code);
        next.back().push_back(c);
      }
    out = std::move(next);
  }
  return out;
}
// Right in colour and place, and in colour only.
Answer answer(const Code& code, const Code& guess) {
  int black = 0, same = 0;
  for (std::size_t i = 0; i < code.size(); ++i) black += code[i] == guess[i] ? 1 : 0;
  for (int c = 1; c <= 9; ++c)
    same += static_cast<int>(std::min(std::ranges::count(code, c), std::ranges::count(guess, c)));
  return {black, same - black};
}

// Guesses until the code was guessed, in the worst case: minimax over sets of codes.
int worst(const std::vector<Code>& left, const std::vector<Code>& all, int limit, int pegs) {
  if (limit == 0) return 99;
  if (left.size() == 1) return 1;
  int best = 99;
  for (const Code& guess : all) {
    std::map<Answer, std::vector<Code>> parts;
    for (const Code& code : left) parts[answer(code, guess)].push_back(code);
    if (parts.size() == 1) continue;
    int most = 1;
    for (const auto& [told, part] : parts)
      if (told.first != pegs) most = std::max(most, 1 + worst(part, all, std::min(limit, best) - 1, pegs));
    best = std::min(best, most);
  }
  return best;
}

// A mastermind with two pegs whose goal is 100 less ten for each guess.
std::string mastermind(int colours, int guesses) {
  std::string out = R"(
(role breaker) (role random) (init hiding)
(<= (legal random (hide ?a ?b)) (true hiding) (colour ?a) (colour ?b)) (<= (legal random noop) (not (true hiding)))
(<= (legal breaker noop) (true hiding)) (<= (legal breaker (guess ?a ?b)) (not (true hiding)) (colour ?a) (colour ?b))
(<= (next (code ?a ?b)) (does random (hide ?a ?b))) (<= (next (code ?a ?b)) (true (code ?a ?b)))
(<= (next (tried 0)) (true hiding)) (<= (next (tried ?n)) (true (tried ?m)) (succ ?m ?n))
(<= (next found) (does breaker (guess ?a ?b)) (true (code ?a ?b)))
(<= (sees breaker (black 2)) (does breaker (guess ?a ?b)) (true (code ?a ?b)))
(<= (sees breaker (black 1)) (does breaker (guess ?a ?b)) (true (code ?a ?c)) (distinct ?b ?c))
(<= (sees breaker (black 1)) (does breaker (guess ?a ?b)) (true (code ?c ?b)) (distinct ?a ?c))
; "white" must not tell which peg: one percept for one, another for two.
(<= (left ?a ?b) (does breaker (guess ?a ?b)) (true (code ?c ?a)) (distinct ?a ?c) (distinct ?a ?b))
(<= (right ?a ?b) (does breaker (guess ?a ?b)) (true (code ?b ?c)) (distinct ?b ?c) (distinct ?a ?b))
(<= (sees breaker two_white) (left ?a ?b) (right ?a ?b))
(<= (sees breaker one_white) (left ?a ?b) (not (right ?a ?b)))
(<= (sees breaker one_white) (right ?a ?b) (not (left ?a ?b)))
(<= terminal (true found))
)";
  for (int c = 1; c <= colours; ++c) out += fmt::format("(colour {})\n", c);
  for (int n = 0; n < guesses; ++n) out += fmt::format("(succ {} {})\n", n, n + 1);
  out += fmt::format("(<= terminal (true (tried {})))\n(<= (goal breaker 0) (not (true found)))\n", guesses);
  for (int n = 1; n <= guesses; ++n)
    out += fmt::format("(<= (goal breaker {}) (true found) (true (tried {})))\n", 100 - 10 * n, n);
  return out;
}

}  // namespace

TEST_CASE("number guessing: halves, and as few questions as can be") {
  auto positions = got(Positions::make(whole_of_own("number_guessing")));
  Beliefs beliefs(*positions, Beliefs::Aim::kExpected);
  CHECK(got(beliefs.solve({})) == doctest::Approx(100));
  CHECK(beliefs.size() < 20'000);
  // Of the best policies the shortest: four questions that halve, "ready", and the guess.
  Beliefs shortest(*positions, Beliefs::Aim::kExpected, std::size_t{1} << 30, 1e-5);
  CHECK(got(shortest.solve({})) == doctest::Approx(100 - 6e-5).epsilon(1e-9));
  CHECK(shortest.decisions().mean == doctest::Approx(6));
  CHECK(shortest.decisions().most == 6);
  Beliefs worst_case(*positions, Beliefs::Aim::kWorst);
  CHECK(got(worst_case.solve({})) == doctest::Approx(100));
}

TEST_CASE("questions: the mean number is that of the best binary search") {
  // Every question costs one point: one number of seven, found by asking "less than n?".
  std::string text = R"(
(role asker) (role random) (init drawing)
(<= (legal random (draw ?n)) (true drawing) (number ?n)) (<= (legal random noop) (not (true drawing)))
(<= (legal asker noop) (true drawing))
(<= (legal asker (less ?n)) (not (true drawing)) (number ?n)) (<= (legal asker (guess ?n)) (not (true drawing)) (number ?n))
(<= (next (is ?n)) (does random (draw ?n))) (<= (next (is ?n)) (true (is ?n)))
(<= (next (asked 0)) (true drawing)) (<= (next (asked ?n)) (true (asked ?m)) (follows ?m ?n))
(<= (next right) (does asker (guess ?n)) (true (is ?n))) (<= (next over) (does asker (guess ?_n)))
(<= (sees asker yes) (does asker (less ?n)) (true (is ?m)) (below ?m ?n))
(<= terminal (true over)) (<= terminal (true (asked 9)))
(<= (goal asker 0) (not (true right)))
(<= (below ?m ?n) (follows ?m ?n)) (<= (below ?m ?n) (follows ?m ?k) (below ?k ?n))
)";
  for (int n = 1; n <= 7; ++n) text += fmt::format("(number {})\n", n);
  for (int n = 0; n < 10; ++n) text += fmt::format("(follows {} {})\n", n, n + 1);
  for (int n = 1; n <= 9; ++n) text += fmt::format("(<= (goal asker {}) (true right) (true (asked {})))\n", 100 - n, n);
  auto positions = got(Positions::make(whole_of_text(text)));
  Beliefs beliefs(*positions, Beliefs::Aim::kExpected);
  // Seven leaves: one with two questions, six with three; then the guess.
  CHECK(got(beliefs.solve({})) == doctest::Approx(100 - (2.0 + 6 * 3.0) / 7 - 1));
  CHECK(beliefs.decisions().mean == doctest::Approx((2.0 + 6 * 3.0) / 7 + 1));
  CHECK(beliefs.decisions().most == 4);
  // The first question halves.
  std::string first;
  for (std::uint32_t belief = 0; beliefs.moves(belief).size() < 2 || first.empty();) {
    const game::Lexicon& lexicon = *positions->whole->lexicon;
    if (beliefs.moves(belief).size() > 1)
      first =
          lexicon.text(game::RoleId{0}, game::MoveId{beliefs.moves(belief)[beliefs.action(belief)], lexicon.number()});
    belief = beliefs.next(belief).front().belief;
    if (!first.empty()) break;
  }
  CHECK((first == "(less 4)" || first == "(less 5)"));
}

TEST_CASE("mastermind with two pegs: the worst case is the known optimum, and that of a second method") {
  for (int colours = 2; colours <= 4; ++colours) {
    CAPTURE(colours);
    int least = worst(codes(2, colours), codes(2, colours), 6, 2);
    CHECK(least == colours / 2 + 2);  // Goddard 2004: floor(k / 2) + 2 for two pegs
    auto positions = got(Positions::make(whole_of_text(mastermind(colours, 6))));
    Beliefs beliefs(*positions, Beliefs::Aim::kWorst);
    CHECK(got(beliefs.solve({})) == doctest::Approx(100 - 10 * least));
    CHECK(beliefs.decisions().most == static_cast<std::size_t>(least));
  }
}

TEST_CASE("a puzzle without chance: a plan") {
  auto positions = got(Positions::make(whole_of_own("buttons_and_lights")));
  Beliefs beliefs(*positions, Beliefs::Aim::kExpected);
  CHECK(got(beliefs.solve({})) == doctest::Approx(100));
  auto stopped = Beliefs(*positions, Beliefs::Aim::kExpected).solve(Budget().until(Clock::now()));
  CHECK_FALSE(stopped);
}
