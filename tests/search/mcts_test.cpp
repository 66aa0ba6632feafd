// SPDX-License-Identifier: MIT
//
// The tree of positions against brute force, equilibria, seeds, and a bound of memory.
#include "search/mcts.h"

#include <cmath>
#include <map>

#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

using namespace percept;
using namespace percept::search;
using percept::test::got;

namespace {

std::shared_ptr<const game::Model> model_of(const std::string& name) {
  return got(game::Model::make(got(gdl::read_file((test::project_root() / "games" / (name + ".kif")).string()))));
}

// What each role gets when each takes what is best for it, by trying everything; roles take turns. With two roles of
// constant sum there is one answer.
class BruteForce {
 public:
  explicit BruteForce(const game::Model& model) : walker_(game::make_circuit_walker(got(whole(model)))) {}
  static Result<std::shared_ptr<const game::WholeGame>> whole(const game::Model& model) {
    return model.whole(circuit::Logic::kTwoValued);
  }
  game::Walker& walker() { return *walker_; }

  double value(const game::State& state, std::uint32_t role) { return values(state)[role]; }
  const std::vector<double>& values(const game::State& state) {
    std::vector<std::uint64_t> key(state.words().begin(), state.words().end());
    if (auto known = known_.find(key); known != known_.end()) return known->second;
    walker_->go(state);
    std::vector<double> best;
    if (walker_->terminal()) {
      for (std::uint32_t role = 0; role < roles(); ++role) {
        std::vector<int> goals;
        walker_->goals(game::RoleId{role}, goals);
        best.push_back(goals.at(0) / 100.0);
      }
      return known_[key] = best;
    }
    std::vector<std::vector<game::MoveId>> legal(roles());
    std::uint32_t chooser = 0;
    for (std::uint32_t role = 0; role < roles(); ++role) {
      walker_->legal(game::RoleId{role}, legal[role]);
      if (legal[role].size() > 1) chooser = role;
    }
    for (game::MoveId move : legal[chooser]) {
      game::JointMove joint;
      for (std::uint32_t role = 0; role < roles(); ++role)
        joint.push_back(role == chooser ? move : legal[role].front());
      game::State next;
      walker_->go(state);
      walker_->next(joint, next);
      std::vector<double> got_here = values(next);
      if (best.empty() || got_here[chooser] > best[chooser]) best = got_here;
    }
    return known_[key] = best;
  }
  const auto& known() const { return known_; }

 private:
  std::uint32_t roles() const { return static_cast<std::uint32_t>(walker_->lexicon().roles()); }
  std::unique_ptr<game::Walker> walker_;
  std::map<std::vector<std::uint64_t>, std::vector<double>> known_;
};

}  // namespace

TEST_CASE("proven values are those of brute force") {
  for (const char* name : {"noughts_and_crosses", "nim"}) {
    CAPTURE(name);
    auto model = model_of(name);
    auto simulator = got(Simulator::make(model));
    REQUIRE(simulator->in_lanes());
    BruteForce force(*model);
    for (std::uint64_t seed : {1u, 2u}) {
      Mcts search(*simulator, 0, {.seed = seed});
      SearchModel start{simulator->initial()};
      search.aim({&start, 1}, 0);
      search.run(200'000);
      REQUIRE(search.solved());
      double worth = force.value(simulator->initial(), 0);
      CHECK(search.valued().front().value == doctest::Approx(worth));
      CHECK(search.valued().front().lowest == doctest::Approx(worth));
      std::size_t met = 0, narrow = 0;
      for (const auto& [words, values] : force.known()) {
        auto bounds = search.bounds(game::State(words, simulator->lexicon().number()));
        if (!bounds) continue;
        ++met;
        for (std::size_t role = 0; role < values.size(); ++role) {
          CHECK((*bounds)[role].first <= values[role] + 1e-6);
          CHECK((*bounds)[role].second >= values[role] - 1e-6);
          narrow += (*bounds)[role].first == (*bounds)[role].second;
        }
      }
      CHECK(met > 50);
      CHECK(narrow > met / 2);
    }
  }
}

TEST_CASE("a first move that wins or loses is known for what it is, from both engines") {
  auto model = model_of("noughts_and_crosses");
  ground::Options none;
  none.max_rules = 1;
  for (bool lanes : {true, false}) {
    CAPTURE(lanes);
    auto fresh = model_of("noughts_and_crosses");
    auto simulator = got(Simulator::make(lanes ? model : fresh, lanes ? ground::Options{} : none));
    REQUIRE(simulator->in_lanes() == lanes);
    auto game =
        test::game_of_file(test::project_root() / "games/noughts_and_crosses.kif", game::Game::Choice::kCircuit);
    // Crosses at (1 1), (1 2); noughts at (2 1), (2 2): who moves wins at (1 3) or (2 3).
    game::State state = game.initial();
    for (const char* mark : {"(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"}) {
      game::JointMove joint;
      for (std::uint32_t role = 0; role < 2; ++role) {
        auto legal = got(game.legal(state, game::RoleId{role}));
        joint.push_back(legal.size() == 1 ? legal[0] : got(game.parse_move(game::RoleId{role}, mark)));
      }
      state = got(game.next(state, joint));
    }
    auto own = simulator->own(state, game.lexicon());
    REQUIRE(own);
    Mcts search(*simulator, 0, {.seed = 3});
    SearchModel position{*own};
    search.aim({&position, 1}, 4);
    search.run(lanes ? 2000 : 300);
    ValuedMove best = search.valued().front();
    CHECK(simulator->lexicon().text(game::RoleId{0}, game::MoveId{best.move, simulator->lexicon().number()}) ==
          "(mark 1 3)");
    CHECK(best.line.size() == 1);
    if (lanes) CHECK(best.lowest == 1);
  }
}

TEST_CASE("where moves are simultaneous and none is best, the mix is the equilibrium") {
  auto model = model_of("rock_paper_scissors");
  auto simulator = got(Simulator::make(model));
  Mcts search(*simulator, 0, {.seed = 5});
  SearchModel start{simulator->initial()};
  search.aim({&start, 1}, 0);
  search.run(60'000);
  std::vector<ValuedMove> moves = search.valued();
  REQUIRE(moves.size() == 3);
  for (const ValuedMove& move : moves) CHECK(move.chance == doctest::Approx(1.0 / 3).epsilon(0.1));
  std::map<std::uint32_t, int> chosen;
  Random random(1);
  for (int i = 0; i < 300; ++i) ++chosen[search.choose(random)];
  CHECK(chosen.size() == 3);
}

TEST_CASE("one role finds the way to its goal") {
  auto model = model_of("buttons_and_lights");
  auto simulator = got(Simulator::make(model));
  Mcts search(*simulator, 0, {.seed = 5});
  SearchModel start{simulator->initial()};
  search.aim({&start, 1}, 0);
  search.run(20'000);
  CHECK(search.solved());
  CHECK(search.valued().front().value == doctest::Approx(1));
}

TEST_CASE("who is alone goes the best way it ever saw") {
  // Twelve coins in a row, each taken or left; what counts is how many heavy ones were taken, and a light one spoils it
  // all. Averages say little: most ways come to nothing.
  auto model = got(game::Model::make(gdl::read_text("test", R"(
    (role thief) (init (at 0)) (init (heavy 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10)
    (succ 10 11) (succ 11 12)
    (good 2) (good 5) (good 6) (good 8) (good 9)
    (points 1 10) (points 2 40) (points 3 60) (points 4 80) (points 5 100)
    (<= (base (at ?n)) (succ ?n ?m)) (base (at 12)) (<= (base (heavy ?n)) (succ ?n ?m)) (base (heavy 12)) (base spoilt)
    (input thief take) (input thief leave)
    (legal thief take) (legal thief leave)
    (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))
    (<= right (does thief take) (true (at ?n)) (good ?n))
    (<= (next (heavy ?k)) (true (heavy ?j)) right (succ ?j ?k))
    (<= (next (heavy ?j)) (true (heavy ?j)) (not right))
    (<= (next spoilt) (true spoilt))
    (<= (next spoilt) (does thief take) (true (at ?n)) (not (good ?n)))
    (<= terminal (true (at 12)))
    (<= (goal thief ?p) (true (heavy ?k)) (points ?k ?p) (not (true spoilt)))
    (<= (goal thief 0) (true spoilt))
    (<= (goal thief 0) (true (heavy 0)) (not (true spoilt))))")));
  auto simulator = got(Simulator::make(model));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Mcts search(*simulator, 0, {.seed = seed});
    Random random(seed);
    lanes::Rows at(simulator->words()), next;
    at.push(simulator->initial().words());
    double sure = 0;
    for (std::uint32_t round = 0; round < 12; ++round) {
      SearchModel here{game::State({at.row(0).begin(), at.row(0).end()}, simulator->lexicon().number())};
      search.aim({&here, 1}, round);
      search.run(400);
      ValuedMove best = search.valued().front();
      CHECK(best.lowest >= sure - 1e-6);  // never less than it was sure of before
      sure = best.lowest;
      if (round >= 2) CHECK(sure > 0);  // long before anything can be proven
      std::uint32_t move = search.choose(random);
      CHECK(move == best.move);
      simulator->step(at, std::vector<std::uint32_t>{0}, std::vector<std::uint32_t>{move}, next);
      std::swap(at, next);
    }
    std::vector<float> goal;
    simulator->play(at, std::vector<std::uint32_t>{12}, {}, goal);
    CHECK(goal[0] == doctest::Approx(sure));
    CHECK(sure >= 0.4);
  }
}

TEST_CASE("the same seed and leaves give the same search, another seed another") {
  auto model = model_of("connect_four_7x6");
  auto searched = [&](std::uint64_t seed, unsigned threads = 1) {
    auto simulator = got(Simulator::make(model));
    Mcts search(*simulator, 0, {.seed = seed, .threads = threads});
    SearchModel start{simulator->initial()};
    search.aim({&start, 1}, 0);
    for (int i = 0; i < 3; ++i) search.run(1500);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> out;
    for (const ValuedMove& move : search.valued()) out.emplace_back(move.move, move.visits);
    return out;
  };
  CHECK(searched(1) == searched(1));
  CHECK(searched(1) != searched(2));
  CHECK(searched(1, 3) == searched(1, 3));
  CHECK(searched(1, 3) != searched(2, 3));
}

TEST_CASE("several threads find what one finds, count every leaf, and keep to their memory") {
  auto model = model_of("noughts_and_crosses");
  BruteForce force(*model);
  auto simulator = got(Simulator::make(model));
  Mcts search(*simulator, 0, {.seed = 1, .threads = 4});
  SearchModel start{simulator->initial()};
  search.aim({&start, 1}, 0);
  search.run(200'000);
  REQUIRE(search.solved());
  double worth = force.value(simulator->initial(), 0);
  CHECK(search.valued().front().lowest == doctest::Approx(worth));
  for (const auto& [words, values] : force.known())
    if (auto bounds = search.bounds(game::State(words, simulator->lexicon().number())))
      for (std::size_t role = 0; role < values.size(); ++role) {
        CHECK((*bounds)[role].first <= values[role] + 1e-6);
        CHECK((*bounds)[role].second >= values[role] - 1e-6);
      }

  auto larger = got(Simulator::make(model_of("connect_four_7x6")));
  constexpr std::size_t kBytes = 2'000'000;
  Mcts wide(*larger, 0, {.seed = 1, .bytes = kBytes, .threads = 3});
  SearchModel first{larger->initial()};
  wide.aim({&first, 1}, 0);
  for (int i = 0; i < 20; ++i) {
    CHECK(wide.run(1000) == 1000);
    CHECK(wide.bytes() < kBytes * 3 / 2);
  }
  std::uint64_t visits = 0;
  for (const ValuedMove& move : wide.valued()) visits += move.visits;
  // Some leaves are one more look at a position to which others are on their way.
  CHECK(visits > 18'000);
  CHECK(visits <= 20'000);
}

TEST_CASE("plain UCT proves nothing") {
  auto simulator = got(Simulator::make(model_of("noughts_and_crosses")));
  Mcts search(*simulator, 0, {.seed = 1, .leaves = 16, .each = 1, .plain = true});
  SearchModel start{simulator->initial()};
  search.aim({&start, 1}, 0);
  CHECK(search.run(20'000) == 20'000);
  CHECK_FALSE(search.solved());
  CHECK(search.valued().front().lowest < search.valued().front().highest);
  CHECK(search.playouts() <= 20'000);
}

TEST_CASE("memory is bounded, and what is most visited stays") {
  auto model = model_of("connect_four_7x6");
  auto simulator = got(Simulator::make(model));
  constexpr std::size_t kBytes = 2'000'000;
  Mcts search(*simulator, 0, {.seed = 1, .bytes = kBytes});
  SearchModel start{simulator->initial()};
  search.aim({&start, 1}, 0);
  std::size_t most = 0, nodes = 0;
  for (int i = 0; i < 40; ++i) {
    search.run(1000);
    most = std::max(most, search.bytes());
    nodes = std::max(nodes, search.nodes());
  }
  CHECK(most < kBytes * 3 / 2);
  CHECK(nodes < 40'000 / 2);  // some went
  std::uint64_t visits = 0;
  for (const ValuedMove& move : search.valued()) visits += move.visits;
  CHECK(visits > 39'000);
}

TEST_CASE("several models are one decision") {
  // The car is behind one of two doors, twice as likely behind the second.
  auto model = got(game::Model::make(gdl::read_text("test", R"(
    (role guesser) (role random)
    (door 1) (door 2) (init start)
    (base start) (base done) (base (car 1)) (base (car 2)) (base (guessed 1)) (base (guessed 2))
    (<= (legal random (hide ?d)) (true start) (door ?d))
    (<= (legal guesser noop) (true start))
    (<= (legal random noop) (not (true start)))
    (<= (legal guesser (open ?d)) (not (true start)) (door ?d))
    (<= (next (car ?d)) (does random (hide ?d)))
    (<= (next (car ?d)) (true (car ?d)))
    (<= (next (guessed ?d)) (does guesser (open ?d)))
    (<= (sees guesser nothing) (does guesser noop) (true done))
    (<= terminal (true (guessed ?d)))
    (<= (goal guesser 100) (true (guessed ?d)) (true (car ?d)))
    (<= (goal guesser 0) (true (guessed ?d)) (not (true (car ?d)))))")));
  auto simulator = got(Simulator::make(model));
  auto with_car = [&](const char* door) {
    game::State state({}, simulator->lexicon().number());
    state.insert(got(simulator->lexicon().find_fluent(std::string("(car ") + door + ")")));
    return state;
  };
  for (bool second : {true, false}) {
    std::vector<SearchModel> models = {{with_car("1"), second ? 1.0 : 2.0}, {with_car("2"), second ? 2.0 : 1.0}};
    Mcts search(*simulator, 0, {.seed = 1});
    search.aim(models, 1);
    search.run(500);
    ValuedMove best = search.valued().front();
    CHECK(simulator->lexicon().text(game::RoleId{0}, game::MoveId{best.move, simulator->lexicon().number()}) ==
          (second ? "(open 2)" : "(open 1)"));
    CHECK(best.value == doctest::Approx(2.0 / 3));
  }
}

TEST_CASE("what is proven of a position in which several choose says nothing for its worse moves") {
  // The first role has won when it was good throughout, and cannot lose any more; the others go on matching coins.
  auto model = got(game::Model::make(gdl::read_text("coins", R"(
(role p) (role q) (role s) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(legal p good) (legal p bad) (legal q x) (legal q y) (legal s x) (legal s y)
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))
(<= (next spoilt) (does p bad)) (<= (next spoilt) (true spoilt))
(<= (next odd) (does q x) (does s y)) (<= (next odd) (does q y) (does s x))
(<= terminal (true (at 4)))
(<= (goal p 100) (not (true spoilt))) (<= (goal p 0) (true spoilt))
(<= (goal q 100) (true odd)) (<= (goal q 0) (not (true odd)))
(<= (goal s 0) (true odd)) (<= (goal s 100) (not (true odd)))
)")));
  auto simulator = got(Simulator::make(model));
  std::uint32_t role = simulator->lexicon().role("p")->value;
  const game::Lexicon& words = simulator->lexicon();
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Mcts mcts(*simulator, role, {.seed = seed});
    lanes::Rows row(simulator->words()), next;
    row.push(simulator->initial().words());
    for (std::uint32_t round = 0; round < 4; ++round) {
      SearchModel here{simulator->initial()};
      here.state.assign(row.row(0), words.number());
      mcts.aim({&here, 1}, round);
      mcts.run(10'000);
      REQUIRE(mcts.valued().size() == 2);
      CHECK(words.text(game::RoleId{role}, game::MoveId{mcts.valued()[0].move, words.number()}) == "good");
      CHECK(mcts.valued()[1].value < 0.2);
      std::vector<std::uint32_t> which = {0}, joint;
      for (const char* one : {"p", "q", "s"})
        joint.push_back(got(words.find_move(*words.role(one), one == std::string("p") ? "good" : "x")).value);
      simulator->step(row, which, joint, next);
      std::swap(row, next);
    }
  }
}
