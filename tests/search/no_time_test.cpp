// SPDX-License-Identifier: MIT
//
// Leaves for which there was no time are worth nothing to a search, which is not that they are worth 0; and where time
// ran out in the middle of a look, nothing was seen.
#include <map>

#include "search/belief_value.h"
#include "search/information_trees.h"
#include "search/resolve_tree.h"
#include "search/simulators.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

// Hands on what another says.
class Relay : public Simulator {
 public:
  explicit Relay(std::unique_ptr<Simulator> of) : of_(std::move(of)) {
    lexicon_ = std::shared_ptr<const game::Lexicon>(std::shared_ptr<void>(), &of_->lexicon());
    nature_ = of_->nature();
    initial_ = of_->initial();
  }
  bool in_lanes() const override { return of_->in_lanes(); }
  std::size_t words() const override { return of_->words(); }
  double lowest(std::size_t role) const override { return of_->lowest(role); }
  double highest(std::size_t role) const override { return of_->highest(role); }
  double cost(double length) const override { return of_->cost(length); }
  void look(const lanes::Rows& rows, Choices& out) override { of_->look(rows, out); }
  void step(const lanes::Rows& rows, std::span<const std::uint32_t> which, std::span<const std::uint32_t> moves,
            lanes::Rows& next, std::vector<std::uint64_t>* views) override {
    of_->step(rows, which, moves, next, views);
  }
  std::uint64_t play(const lanes::Rows& rows, std::span<const std::uint32_t> rounds, const PlayRequest& request,
                     std::vector<float>& values) override {
    return of_->play(rows, rounds, request, values);
  }

 protected:
  Result<game::FluentId> fluent(std::string_view text) override { return lexicon_->find_fluent(text); }
  Result<game::MoveId> move(game::RoleId role, std::string_view text) override {
    return lexicon_->find_move(role, text);
  }

 private:
  std::unique_ptr<Simulator> of_;
};

// Has no time for two of three rows.
class Tired final : public Relay {
 public:
  using Relay::Relay;
  std::uint64_t play(const lanes::Rows& rows, std::span<const std::uint32_t> rounds, const PlayRequest& request,
                     std::vector<float>& values) override {
    std::uint64_t out = Relay::play(rows, rounds, request, values);
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (turn_++ % 3 > 0) std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(row * roles()), roles(), -1.f);
    return out;
  }

 private:
  std::size_t turn_ = 0;
};

// Is interrupted in one of three looks, but not in the first, and in one of five steps: then no position seems to have
// moves, as on the prover, and what follows is anything.
class Interrupted final : public Relay {
 public:
  using Relay::Relay;
  void look(const lanes::Rows& rows, Choices& out) override {
    Relay::look(rows, out);
    cut_off_ = looked_ && random_.below(3) == 0;
    looked_ = true;
    if (!cut_off_) return;
    out.over.assign(rows.size(), 1);
    out.numbers.clear();
    out.begins.assign(rows.size() * roles() + 1, 0);
  }
  void step(const lanes::Rows& rows, std::span<const std::uint32_t> which, std::span<const std::uint32_t> moves,
            lanes::Rows& next, std::vector<std::uint64_t>* views) override {
    Relay::step(rows, which, moves, next, views);
    cut_off_ = random_.below(5) == 0;
    if (!cut_off_) return;
    next.clear(words());
    for (std::size_t i = 0; i < which.size(); ++i) next.push(anything.words());
    if (views) std::ranges::fill(*views, 1);
  }
  game::State anything = initial();

 private:
  Random random_{1};
  bool looked_ = false;
};

// A position in which a match of random moves came to an end.
game::State any_end(Simulator& simulator) {
  Random random(1);
  lanes::Rows rows(simulator.words()), next;
  rows.push(simulator.initial().words());
  Choices choices;
  for (;;) {
    simulator.look(rows, choices);
    if (choices.terminal(0)) break;
    std::vector<std::uint32_t> joint, first{0};
    for (std::size_t role = 0; role < simulator.roles(); ++role) {
      auto moves = choices.moves(0, role);
      joint.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    simulator.step(rows, first, joint, next, nullptr);
    std::swap(rows, next);
  }
  game::State out;
  out.assign(rows.row(0), simulator.lexicon().number());
  return out;
}

// Whatever is named, a coin that is tossed later decides.
constexpr const char* kCoin = R"(
  (role a) (role random) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (number 1) (number 2) (number 3) (number 4) (number 5) (number 6)
  (<= (legal a (name ?n)) (number ?n) (not (true (at 4)))) (<= (legal a noop) (true (at 4)))
  (<= (legal random heads) (true (at 4))) (<= (legal random tails) (true (at 4)))
  (<= (legal random noop) (not (true (at 4)))) (<= (sees a ?m) (does random ?m))
  (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (named ?m ?n)) (true (at ?m)) (does a (name ?n)))
  (<= (next (named ?m ?n)) (true (named ?m ?n))) (<= (next won) (does random heads))
  (<= terminal (true (at 5))) (<= (goal a 100) (true won)) (<= (goal a 0) (not (true won))))";

template <class Moves>
double mean_of(const Moves& moves) {
  double sum = 0, visits = 0;
  for (const ValuedMove& move : moves) {
    sum += move.value * static_cast<double>(move.visits);
    visits += static_cast<double>(move.visits);
  }
  CHECK(visits > 0);
  return sum / visits;
}

}  // namespace

TEST_CASE("leaves for which there was no time do not count") {
  Tired simulator(simulator_of_text(kCoin));
  Mcts mcts(simulator, 0, {.seed = 1, .factored = false});
  SearchModel start{simulator.initial()};
  mcts.aim({&start, 1}, 0);
  mcts.run(200);
  CHECK(mean_of(mcts.valued()) == doctest::Approx(0.5).epsilon(0.07));
  InformationTrees trees(simulator, 0, {.seed = 1});
  trees.aim({replayed(simulator, std::vector<std::vector<game::JointMove>>(1), 0).front()}, 0);
  trees.run(600);
  CHECK(mean_of(trees.valued()) == doctest::Approx(0.5).epsilon(0.07));
}

TEST_CASE("positions for which there was no time are not over, and nothing is proven of them") {
  SUBCASE("of a tree of positions") {
    Interrupted simulator(simulator_of_own("noughts_and_crosses"));
    Mcts mcts(simulator, 0, {.seed = 1});
    SearchModel start{simulator.initial()};
    mcts.aim({&start, 1}, 0);
    for (int slice = 0; slice < 2000 && !mcts.solved(); ++slice) mcts.run(100);
    REQUIRE(mcts.solved());
    CHECK(mcts.valued().front().value == doctest::Approx(0.5));
    auto bounds = mcts.bounds(simulator.initial());
    REQUIRE(bounds);
    for (const auto& [low, high] : *bounds) CHECK((low <= 0.5 && high >= 0.5));
  }
  SUBCASE("of a tree that is solved while it grows") {
    Interrupted simulator(simulator_of_own("kuhn_poker"));
    ResolveTree tree(simulator, 0, {.seed = 1});
    tree.run(200);
    auto calm = simulator_of_own("kuhn_poker");
    ResolveTree other(*calm, 0, {.seed = 1});
    other.run(200);
    CHECK(tree.complete());
    CHECK(tree.nodes() == other.nodes());
  }
  SUBCASE("of sets of worlds") {
    Interrupted simulator(simulator_of_own("exploding_bomb"));
    auto calm = simulator_of_own("exploding_bomb");
    SearchModel start{calm->initial()}, same{simulator.initial()};
    simulator.anything = any_end(*calm);
    auto values = [](std::span<const ValuedMove> moves) {
      std::map<std::uint32_t, double> out;
      for (const ValuedMove& move : moves) out[move.move] = move.value;
      return out;
    };
    auto truth = values(BeliefValue(*calm, 0).best({&start, 1}, 0, {}));
    REQUIRE_FALSE(truth.empty());
    std::size_t answers = 0;
    int asked = 0;
    for (; asked < 20'000 && answers < 5; ++asked) {
      auto found = values(BeliefValue(simulator, 0).best({&same, 1}, 0, {}));
      if (found.empty()) continue;
      ++answers;
      CHECK(found == truth);
    }
    CHECK(answers == 5);
    CHECK(asked > 5);
  }
}
