// SPDX-License-Identifier: MIT
//
// Learnt values: slopes against differences, sums against all pairs one by one, what is learnt of random play against
// its exact expectation, and learning that repeats.
#include "search/learnt_value.h"

#include <cmath>
#include <map>

#include "search/simulators.h"
#include "search/value_learner.h"

using namespace percept;
using namespace percept::search;
using percept::test::simulator_of_own;
using percept::test::simulator_of_text;

namespace {

// Two roles with weights of their own, a third that is not valued.
LearntValue random_value(bool pairs, Random& random) {
  LearntValue out({.fluents = {1, 3, 4, 70, 71, 130},
                   .pairs = pairs,
                   .lowest = {0, 0, 0.25f},
                   .highest = {1, 1, 0.75f},
                   .valued = {0, 2}});
  for (float& weight : out.weights()) weight = static_cast<float>(2 * random.unit() - 1);
  return out;
}

lanes::Rows random_rows(std::size_t count, std::size_t words, Random& random) {
  lanes::Rows out(words);
  std::vector<std::uint64_t> row(words);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t& word : row) word = random.bits();
    out.push(row);
  }
  return out;
}

bool holds(std::span<const std::uint64_t> row, std::uint32_t fluent) {
  return (row[fluent / 64] >> fluent % 64 & 1) != 0;
}

// What random play comes to, from all successors.
class Expectation {
 public:
  explicit Expectation(Simulator& simulator) : simulator_(simulator) {}
  std::map<std::vector<std::uint64_t>, double> all() {
    of(std::vector<std::uint64_t>(simulator_.initial().words().begin(), simulator_.initial().words().end()), 0);
    return known_;
  }

 private:
  double of(const std::vector<std::uint64_t>& row, std::uint32_t round) {
    if (auto found = known_.find(row); found != known_.end()) return found->second;
    lanes::Rows one(row.size()), next;
    one.push(row);
    Choices choices;
    simulator_.look(one, choices);
    double sum = 0;
    if (choices.terminal(0)) {
      std::vector<float> goals;
      simulator_.play(one, std::vector<std::uint32_t>{round}, {}, goals);
      return goals[0];
    }
    std::vector<std::uint32_t> which, moves;
    for (std::uint32_t first : choices.moves(0, 0))
      for (std::uint32_t second : choices.moves(0, 1)) {
        which.push_back(0);
        moves.insert(moves.end(), {first, second});
      }
    simulator_.step(one, which, moves, next);
    for (std::size_t i = 0; i < which.size(); ++i) sum += of({next.row(i).begin(), next.row(i).end()}, round + 1);
    return known_[row] = sum / static_cast<double>(which.size());
  }
  Simulator& simulator_;
  std::map<std::vector<std::uint64_t>, double> known_;
};

}  // namespace

TEST_CASE("slopes are those of the loss") {
  Random random(1);
  for (bool pairs : {false, true}) {
    LearntValue value = random_value(pairs, random);
    CHECK(value.size() == (pairs ? 6 * 7 / 2 : 6) + 1);
    lanes::Rows rows = random_rows(20, 3, random);
    std::vector<std::uint32_t> active;
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t valued = 0; valued < 2; ++valued) {
        value.active(rows.row(row), active);
        double goal = random.unit(), slope = value.slope(valued, active, goal);
        for (std::size_t w = 0; w < value.weights().size(); ++w) {
          float& weight = value.weights()[w];
          float before = weight, step = 1e-2f;
          weight = before + step;
          double up = value.loss(valued, active, goal);
          weight = before - step;
          double down = value.loss(valued, active, goal);
          weight = before;
          bool counts = w / value.size() == valued &&
                        std::ranges::find(active, static_cast<std::uint32_t>(w % value.size())) != active.end();
          CHECK(std::abs((up - down) / (2 * double{step}) - (counts ? slope : 0)) < 1e-3);
        }
      }
  }
}

TEST_CASE("a position is worth the squashed sum over what holds in it, whatever its fluents are numbered") {
  Random random(2);
  for (bool pairs : {false, true}) {
    LearntValue value = random_value(pairs, random);
    const auto& fluents = value.shape().fluents;
    lanes::Rows rows = random_rows(50, 3, random);
    std::vector<float> values;
    value.evaluate(rows, values);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t valued = 0; valued < 2; ++valued) {
        const float* weights = value.weights().data() + valued * value.size();
        double sum = weights[value.size() - 1];
        std::size_t at = 0;
        for (std::size_t f = 0; f < fluents.size(); ++f) {
          if (holds(rows.row(row), fluents[f])) sum += weights[at];
          ++at;
          for (std::size_t g = 0; pairs && g < f; ++g, ++at)
            if (holds(rows.row(row), fluents[f]) && holds(rows.row(row), fluents[g])) sum += weights[at];
        }
        double squashed = 1 / (1 + std::exp(-sum));
        CHECK(values[row * 3 + (valued == 0 ? 0 : 2)] ==
              doctest::Approx(valued == 0 ? squashed : 0.25 + 0.5 * squashed).epsilon(1e-4));
      }
      CHECK(values[row * 3 + 1] == 0);
    }
    // The same positions in other numbers.
    std::vector<std::uint32_t> numbers = {100, 7, 64, 2, 140, 9};
    lanes::Rows other(3);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::vector<std::uint64_t> bits(3);
      for (std::size_t f = 0; f < fluents.size(); ++f)
        if (holds(rows.row(row), fluents[f])) bits[numbers[f] / 64] |= std::uint64_t{1} << numbers[f] % 64;
      other.push(bits);
    }
    std::vector<float> again;
    value.renumbered(numbers).evaluate(other, again);
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(again[i] == doctest::Approx(values[i]).epsilon(1e-4));
  }
}

TEST_CASE("the other of two players is left the rest") {
  LearntValue value({.fluents = {0}, .pairs = true, .lowest = {0, 0}, .highest = {1, 1}, .valued = {0}, .left = 1});
  value.weights()[0] = 2;
  lanes::Rows rows(1);
  rows.push(std::vector<std::uint64_t>{1});
  std::vector<float> values;
  value.evaluate(rows, values);
  CHECK(values[0] == doctest::Approx(1 / (1 + std::exp(-2.0))));
  CHECK(values[0] + values[1] == doctest::Approx(1));
}

TEST_CASE("which fluents count: not who is nowhere on a square that two others share") {
  auto simulator = simulator_of_own("noughts_and_crosses");
  ValueLearner learner(*simulator, {});
  const LearntValue::Shape& shape = learner.value().shape();
  CHECK(shape.fluents.size() == 19);  // who is on a square, and whose turn it is
  CHECK(shape.pairs);
  CHECK(shape.valued == std::vector<std::uint32_t>{0});
  CHECK(shape.left == 1);
  for (std::uint32_t fluent : shape.fluents)
    CHECK(simulator->lexicon().text(game::FluentId{fluent}).find(" b)") == std::string::npos);
}

// The same weights fitted to the exact expectations of the positions that random play comes through, as often as it
// does: nothing that learns can be nearer to them than about this.
TEST_CASE("of random play it learns what random play comes to, as well as weights can say it") {
  for (const char* name : {"noughts_and_crosses", "nim"})
    for (double lambda : {0.5, 0.9, 1.0}) {
      CAPTURE(std::string(name));
      CAPTURE(lambda);
      auto simulator = simulator_of_own(name);
      ValueLearner learner(*simulator, {.lambda = lambda, .greedy = false});
      CHECK(learner.run(200) == 200);
      const auto exact = Expectation(*simulator).all();
      SelfPlay play(*simulator, {.matches = 512});
      REQUIRE(play.run(nullptr, 99, {}));
      const lanes::Rows& rows = play.positions();
      std::vector<double> values;
      for (std::size_t row = 0; row < rows.size(); ++row)
        values.push_back(exact.at({rows.row(row).begin(), rows.row(row).end()}));
      LearntValue fitted(learner.value().shape());
      std::vector<std::uint32_t> active;
      for (int pass = 0; pass < 60; ++pass)
        for (std::size_t row = 0; row < rows.size(); ++row) {
          fitted.active(rows.row(row), active);
          double step = 1.0 / (1 + pass) / static_cast<double>(active.size()) * fitted.slope(0, active, values[row]);
          for (std::uint32_t at : active) fitted.weights()[at] -= static_cast<float>(4 * step);
        }
      auto error_of = [&](const LearntValue& value) {
        std::vector<float> thought;
        value.evaluate(rows, thought);
        double sum = 0;
        for (std::size_t row = 0; row < rows.size(); ++row) sum += std::pow(thought[2 * row] - values[row], 2);
        return std::sqrt(sum / static_cast<double>(rows.size()));
      };
      double all = 0;
      for (double value : values) all += value / static_cast<double>(values.size());
      double spread = 0;
      for (double value : values) spread += (value - all) * (value - all) / static_cast<double>(values.size());
      CHECK(error_of(learner.value()) < error_of(fitted) + 0.02);
      CHECK(error_of(learner.value()) < std::sqrt(spread) - 0.015);
    }
}

TEST_CASE("goals are learnt from the lowest to the highest of each role, and how far off it is compared to the mean") {
  // A takes something, and waits: each gets one of two goals, which do not add up.
  auto simulator = simulator_of_text(R"((role a) (role b) (init (at 1)) (legal b wait) (legal a wait)
    (<= (legal a take) (true (at 1))) (<= (next (at 2)) (true (at 1))) (<= (next over) (true (at 2)))
    (<= (next took) (does a take)) (<= (next took) (true took)) (<= terminal (true over))
    (<= (goal a 60) (true took)) (<= (goal a 20) (not (true took)))
    (<= (goal b 30) (true took)) (<= (goal b 50) (not (true took))))");
  ValueLearner learner(*simulator, {.greedy = false});
  learner.run(100);
  CHECK(learner.value().shape().valued == std::vector<std::uint32_t>{0, 1});
  SelfPlay play(*simulator, {.matches = 64});
  REQUIRE(play.run(nullptr, 3, {}));
  std::vector<float> values;
  learner.value().evaluate(play.positions(), values);
  for (const SelfPlay::Match& match : play.matches()) {
    REQUIRE(match.positions.size() == 2);
    CHECK(values[2 * match.positions[0]] == doctest::Approx(0.4).epsilon(0.03));
    CHECK(values[2 * match.positions[0] + 1] == doctest::Approx(0.4).epsilon(0.03));
    CHECK(values[2 * match.positions[1]] == doctest::Approx(match.goals[0]).epsilon(0.03));
    CHECK(values[2 * match.positions[1] + 1] == doctest::Approx(match.goals[1]).epsilon(0.03));
  }
  // Half of the range for who says the mean; nothing in every other position for who knows.
  CHECK(learner.progress().constant == doctest::Approx(0.5).epsilon(0.02));
  CHECK(learner.progress().error == doctest::Approx(std::sqrt(0.125)).epsilon(0.05));
}

// A second batch of random play, learnt from by the book: a position is drawn towards the mean, by powers of lambda, of
// what each later one was thought to be worth and of the goal (the forward view).
TEST_CASE("what positions are drawn to is the lambda-return") {
  for (double lambda : {0.0, 0.3, 1.0}) {
    CAPTURE(lambda);
    auto simulator = simulator_of_own("noughts_and_crosses");
    LearnSettings settings{.seed = 8, .lambda = lambda, .greedy = false, .play = {.matches = 32}};
    ValueLearner learner(*simulator, settings);
    learner.run(1);
    LearntValue value = learner.value();
    std::vector<float> squares = learner.squares(), before;
    SelfPlay play(*simulator, settings.play);
    REQUIRE(play.run(nullptr, mixed(mixed(settings.seed) + 1), {}));
    learner.run(1);
    value.evaluate(play.positions(), before);
    std::vector<std::uint32_t> active;
    for (const SelfPlay::Match& match : play.matches())
      for (std::size_t t = match.positions.size(); t-- > 0;) {
        double target = 0, rest = 1;
        for (std::size_t later = t + 1; later < match.positions.size(); ++later, rest *= lambda)
          target += (1 - lambda) * rest * before[2 * match.positions[later]];
        target += rest * match.goals[0];
        value.active(play.positions().row(match.positions[t]), active);
        double slope = value.slope(0, active, target);
        for (std::uint32_t at : active) {
          squares[at] += static_cast<float>(slope * slope);
          value.weights()[at] -=
              static_cast<float>(slope / static_cast<double>(active.size()) / std::sqrt(squares[at] + 1.0));
        }
      }
    double most = 0;
    for (std::size_t w = 0; w < value.weights().size(); ++w)
      most = std::max<double>(most, std::abs(value.weights()[w] - learner.value().weights()[w]));
    CHECK(most < 1e-4);
  }
}

TEST_CASE("who chooses by a value takes what ends the match well") {
  auto simulator = simulator_of_own("noughts_and_crosses");
  ValueLearner learner(*simulator, {});
  SelfPlay play(*simulator, {.matches = 64, .temperature = 1e-3, .candidates = 9, .random = 0});
  REQUIRE(play.run(&learner.value(), 1, {}));
  std::size_t looked_at = 0;
  double won = 0;
  for (const SelfPlay::Match& match : play.matches()) {
    REQUIRE(match.goals.size() == 2);
    CHECK(match.goals[0] + match.goals[1] == doctest::Approx(1));
    won += match.goals[0] != match.goals[1] ? 1 : 0;
    // Behind a position in which somebody could win, there is none.
    for (std::size_t i = 0; i + 1 < match.positions.size(); ++i) {
      lanes::Rows one(simulator->words()), next;
      one.push(play.positions().row(match.positions[i]));
      Choices choices;
      simulator->look(one, choices);
      std::vector<std::uint32_t> which, moves;
      std::size_t mover = choices.moves(0, 0).size() > 1 ? 0 : 1;
      for (std::uint32_t first : choices.moves(0, 0))
        for (std::uint32_t second : choices.moves(0, 1)) {
          which.push_back(0);
          moves.insert(moves.end(), {first, second});
        }
      simulator->step(one, which, moves, next);
      simulator->look(next, choices);
      for (std::uint32_t row = 0; row < next.size(); ++row) {
        if (!choices.terminal(row)) continue;
        lanes::Rows last(next.words());
        last.push(next.row(row));
        std::vector<float> goals;
        simulator->play(last, std::vector<std::uint32_t>{0}, {}, goals);
        CHECK(goals[mover] < 1);
      }
      ++looked_at;
    }
  }
  CHECK(looked_at > 0);
  CHECK(won > 0.5 * 64);
}

TEST_CASE("the same seed learns the same, also when it is broken off") {
  auto simulator = simulator_of_own("connect_four_4x4");
  ValueLearner whole(*simulator, {.seed = 3}), part(*simulator, {.seed = 3}), other(*simulator, {.seed = 4});
  whole.run(6);
  part.run(2);
  other.run(6);
  auto another = simulator_of_own("connect_four_4x4");
  ValueLearner rest(*another, part.settings(), part.value(), part.squares(), part.progress());
  rest.run(4);
  CHECK(std::ranges::equal(whole.value().weights(), rest.value().weights()));
  CHECK(whole.squares() == rest.squares());
  CHECK(whole.progress().error == rest.progress().error);
  CHECK(whole.progress().positions == rest.progress().positions);
  CHECK_FALSE(std::ranges::equal(whole.value().weights(), other.value().weights()));
}

TEST_CASE("leaves are playouts and what was learnt, ends are their goals") {
  auto simulator = simulator_of_own("noughts_and_crosses");
  ValueLearner learner(*simulator, {});
  learner.run(3);
  SelfPlay play(*simulator, {.matches = 8});
  REQUIRE(play.run(nullptr, 1, {}));
  // Positions, and ends behind the last ones.
  lanes::Rows rows(simulator->words()), next;
  for (std::size_t row = 0; row < play.positions().size(); ++row) rows.push(play.positions().row(row));
  Choices choices;
  simulator->look(rows, choices);
  std::vector<std::uint32_t> which, moves;
  for (std::uint32_t row = 0; row < play.positions().size(); ++row) {
    which.push_back(row);
    moves.insert(moves.end(), {choices.moves(row, 0)[0], choices.moves(row, 1)[0]});
  }
  simulator->step(rows, which, moves, next);
  simulator->look(next, choices);
  std::vector<std::uint32_t> rounds(next.size(), 0);
  std::vector<float> played, learnt, blended;
  PlayRequest request{.each = 2, .seed = 5};
  simulator->evaluate(next, rounds, request, blended);
  simulator->play(next, rounds, request, played);
  CHECK(blended == played);
  learner.value().evaluate(next, learnt);
  simulator->blend(std::make_shared<const LearntValue>(learner.value()), 0.25);
  auto another = simulator->another();
  for (Simulator* one : {simulator.get(), another.get()}) {
    one->evaluate(next, rounds, request, blended);
    std::size_t ends = 0;
    for (std::size_t i = 0; i < blended.size(); ++i) {
      bool over = choices.terminal(i / 2);
      ends += over ? 1 : 0;
      CHECK(blended[i] == doctest::Approx(over ? played[i] : 0.75 * played[i] + 0.25 * learnt[i]));
    }
    CHECK(ends > 0);
    CHECK(ends < blended.size());
  }
}
