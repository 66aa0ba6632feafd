// SPDX-License-Identifier: MIT
//
// What the tree of positions proves, where chance, several roles, goals of any sum and moves at the same time come in;
// and whom a value is of that is backed up.
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "search/mcts.h"
#include "search/simulators.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

// Positions in some order, each with ways to later ones, where ways meet again; each role's goals at the ends. Who
// moves is drawn for each position, the first role at first.
class DrawnGame {
 public:
  DrawnGame(const std::vector<std::string>& roles, Random& random) : values_(kPositions) {
    text_ = R"((init (at n0)) (<= (sees a ?m) (does ?_r (go ?m))) (<= (next (at ?m)) (does ?_r (go ?m)))
      (<= (legal ?r (go ?m)) (true (at ?n)) (turn ?r ?n) (way ?n ?m)) (<= terminal (true (at ?n)) (end ?n))
      (<= (legal ?r noop) (role ?r) (true (at ?n)) (not (turn ?r ?n)))
      (<= (goal ?r ?g) (true (at ?n)) (worth ?r ?n ?g)))";
    for (const std::string& role : roles) text_ += "(role " + role + ")";
    for (std::uint32_t n = kPositions; n-- > 0;) {
      std::size_t chooser = n == 0 ? 0 : random.below(static_cast<std::uint32_t>(roles.size()));
      bool end = n >= kPositions - kEnds, chance = roles[chooser] == "random";
      text_ += end ? "\n(end " + name(n) + ")" : "\n(turn " + roles[chooser] + " " + name(n) + ")";
      for (std::uint32_t role = 0; end && role < roles.size(); ++role) {
        std::uint32_t goal = 5 * ((n * (role + 3) + role) % kEnds) + random.below(5);  // no two are the same to anybody
        text_ += "(worth " + roles[role] + " " + name(n) + " " + std::to_string(goal) + ")";
        values_[n].push_back(goal / 100.0);
      }
      std::set<std::uint32_t> ways;
      while (!end && ways.size() < 3) ways.insert(n + 1 + random.below(std::min(kPositions - n - 1, 8u)));
      for (std::uint32_t way : ways) {
        text_ += "(way " + name(n) + " " + name(way) + ")";
        std::vector<double>& best = values_[n];
        if (!chance && !best.empty() && std::abs(values_[way][chooser] - best[chooser]) < 1e-6 && values_[way] != best)
          clear_ = false;
        if (chance) {
          best.resize(roles.size());
          for (std::size_t role = 0; role < roles.size(); ++role) best[role] += values_[way][role] / 3;
        } else if (best.empty() || values_[way][chooser] > best[chooser]) {
          best = values_[way];
        }
      }
    }
  }
  static std::string name(std::uint32_t n) { return "n" + std::to_string(n); }
  const std::string& text() const { return text_; }
  bool clear() const { return clear_; }  // nobody has to choose between what is worth the same to it, not to others
  // By position: what each role gets when each takes what is best for it, and nature anything.
  const std::vector<std::vector<double>>& values() const { return values_; }

 private:
  static constexpr std::uint32_t kPositions = 40, kEnds = 17;
  std::string text_;
  bool clear_ = true;
  std::vector<std::vector<double>> values_;
};

Mcts searched(Simulator& simulator, std::size_t role, std::uint64_t leaves, const MctsSettings& settings = {}) {
  Mcts search(simulator, role, settings);
  SearchModel start{simulator.initial()};
  search.aim({&start, 1}, 0);
  search.run(leaves);
  return search;
}

std::string text_of(const Simulator& simulator, std::size_t role, std::uint32_t move) {
  const game::Lexicon& lexicon = simulator.lexicon();
  return lexicon.text(game::RoleId{static_cast<std::uint32_t>(role)}, game::MoveId{move, lexicon.number()});
}

// For how many positions there are bounds, in which what each role gets must be.
std::size_t bounded(const DrawnGame& game, const Simulator& simulator, Mcts& search) {
  std::size_t met = 0;
  for (std::uint32_t n = 0; n < game.values().size(); ++n) {
    game::State state({}, simulator.lexicon().number());
    auto fluent = simulator.lexicon().find_fluent("(at " + DrawnGame::name(n) + ")");
    if (!fluent) continue;  // there is no way to it
    state.insert(*fluent);
    auto bounds = search.bounds(state);
    if (!bounds) continue;
    ++met;
    CAPTURE(n);
    for (std::size_t role = 0; role < game.values()[n].size(); ++role) {
      CHECK((*bounds)[role].first <= game.values()[n][role] + 1e-5);
      CHECK((*bounds)[role].second >= game.values()[n][role] - 1e-5);
    }
  }
  return met;
}

// Two moves each at the same time; what a gets is listed, and what is left for b.
const std::string kUpLeft = R"(
  (role a) (role b) (init start) (legal a up) (legal a down) (legal b left) (legal b right)
  (<= (next (got ?x)) (does a ?y) (does b ?z) (pays ?y ?z ?x)) (<= terminal (not (true start)))
  (<= (goal a ?x) (true (got ?x))) (<= (goal b ?y) (true (got ?x)) (rest ?x ?y)) (<= (goal ?r 50) (role ?r) (true start)))";

// Moves at the same time of which up and left are best, the others alone would go round in circles; then both take
// notes for a while until they are paid.
const std::string kLong = R"(
    (role a) (role b) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (note 1) (note 2) (note 3)
    (<= (legal a ?m) (true (at 0)) (row ?m)) (<= (legal b ?m) (true (at 0)) (column ?m)) (row up) (row down)
    (column left) (column right) (<= (legal ?r (write ?k)) (role ?r) (note ?k) (not (true (at 0))))
    (<= (next (got ?x)) (does a ?y) (does b ?z) (pays ?y ?z ?x)) (<= (next (got ?x)) (true (got ?x)))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (wrote ?r ?m ?k)) (true (at ?m)) (does ?r (write ?k)))
    (<= (next (wrote ?r ?m ?k)) (true (wrote ?r ?m ?k))) (<= terminal (true (at 5)))
    (row out) (column middle) (pays up left 60) (pays up middle 70) (pays up right 70)
    (pays down left 20) (pays down middle 0) (pays down right 40) (pays out left 20) (pays out middle 40) (pays out right 0)
    (rest 60 40) (rest 70 30) (rest 20 80) (rest 40 60) (rest 0 100)
    (<= (goal a ?x) (true (got ?x))) (<= (goal b ?y) (true (got ?x)) (rest ?x ?y)) (<= (goal ?r 50) (role ?r) (true (at 0))))";

}  // namespace

TEST_CASE("with any number of roles, any goals and with chance, what is proven is what each gets") {
  Random random(5);
  std::size_t solved = 0;
  for (const std::vector<std::string>& roles :
       {std::vector<std::string>{"a", "b"}, {"a", "b", "c"}, {"a", "random", "b"}, {"a", "b", "random", "c"}})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      DrawnGame game(roles, random);
      if (!game.clear()) continue;
      CAPTURE(game.text());
      auto simulator = simulator_of_text(game.text());
      Mcts search = searched(*simulator, 0, 20'000, {.seed = seed, .leaves = 1, .each = 1});
      if (search.solved()) {
        ++solved;
        auto value_of = [&](std::uint32_t n) { return game.values()[n][0]; };
        ValuedMove best = search.valued().front();
        CHECK(best.lowest == doctest::Approx(value_of(0)).epsilon(1e-4));
        std::string way = text_of(*simulator, 0, best.move);  // (go nNUMBER)
        CHECK(value_of(static_cast<std::uint32_t>(std::stoul(way.substr(5)))) == doctest::Approx(value_of(0)));
      }
      CHECK(bounded(game, *simulator, search) > 3);
    }
  CHECK(solved > 16);  // of some thirty: it may take long until nobody else's choice is open
}

TEST_CASE("what is proven is what each gets where memory is full now and then, too") {
  Random random(6);
  std::size_t went = 0;
  for (const std::vector<std::string>& roles : {std::vector<std::string>{"a", "b"}, {"a", "random", "b"}})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      DrawnGame game(roles, random);
      if (!game.clear()) continue;
      CAPTURE(game.text());
      auto simulator = simulator_of_text(game.text());
      Mcts search(*simulator, 0, {.seed = seed, .leaves = 1, .each = 1, .bytes = 3000});
      SearchModel start{simulator->initial()};
      search.aim({&start, 1}, 0);
      for (int i = 0; i < 100 && !search.solved(); ++i) {
        std::size_t nodes = search.nodes();
        search.run(5);
        went += search.nodes() < nodes ? 1 : 0;
        (void)bounded(game, *simulator, search);
      }
    }
  CHECK(went > 20);
}

TEST_CASE("who moves at the same time as nature is sure of the mean over what it does") {
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init start) (side 1) (side 2) (side 3) (<= (legal random (show ?s)) (side ?s))
    (legal a low) (legal a high) (<= (next over) (true start)) (<= (sees a ?s) (does random (show ?s)))
    (<= (next won) (does a low) (does random (show 1)))
    (<= (next won) (does a high) (does random (show ?s)) (distinct ?s 1))
    (<= terminal (true over)) (<= (goal a 90) (true won)) (<= (goal a 0) (not (true won))))");
  Mcts search = searched(*simulator, 0, 300);
  CHECK(text_of(*simulator, 0, search.valued().front().move) == "high");
  auto bounds = *search.bounds(simulator->initial());
  CHECK(bounds[0].first == doctest::Approx(0.6));
  CHECK(bounds[0].second == doctest::Approx(0.6));
}

TEST_CASE("of moves at the same time, what is best against the worst of the others is proven") {
  // Rows are a's moves, columns b's: 60 70 and 20 100. Up and left are best against each other.
  auto simulator = simulator_of_text(kUpLeft + R"((pays up left 60) (pays up right 70) (pays down left 20)
    (pays down right 100) (rest 60 40) (rest 70 30) (rest 20 80) (rest 100 0))");
  for (std::size_t role : {0u, 1u}) {
    auto bounds = *searched(*simulator, role, 500).bounds(simulator->initial());
    CHECK(bounds[0].first == doctest::Approx(0.6));
    CHECK(bounds[1].first == doctest::Approx(0.4));
  }
}

TEST_CASE("who moves at the same time as others mixes as its own equilibrium is, not as theirs") {
  // Up against down as 2 to 1, and never out; left against right as 1 to 1.
  auto simulator = simulator_of_text(kUpLeft + R"((legal a out) (pays up left 75) (pays up right 25) (pays down left 0)
    (pays down right 100) (pays out left 10) (pays out right 10)
    (rest 75 25) (rest 25 75) (rest 0 100) (rest 100 0) (rest 10 90))");
  const std::map<std::string, double> chances = {
      {"up", 2.0 / 3}, {"down", 1.0 / 3}, {"out", 0}, {"left", 0.5}, {"right", 0.5}};
  for (std::size_t role : {0u, 1u})
    for (const ValuedMove& move : searched(*simulator, role, 60'000).valued())
      CHECK(move.chance == doctest::Approx(chances.at(text_of(*simulator, role, move.move))).epsilon(0.04));
}

TEST_CASE("who moves at the same time as others does not mix where one move is best against what they do") {
  auto simulator = simulator_of_text(kLong);
  Mcts search = searched(*simulator, 0, 1000, {.factored = false});
  CHECK_FALSE(search.solved());
  CHECK(text_of(*simulator, 0, search.valued().front().move) == "up");
  for (const ValuedMove& move : search.valued()) CHECK(move.chance == 0);
}

TEST_CASE("what was a good answer elsewhere is tried first") {
  // One of thirty numbers is named, then another: thirteen wins for who names it last.
  std::string text = R"(
    (role a) (role b) (init start) (<= (legal a (name ?n)) (true start) (number ?n)) (<= (legal a wait) (not (true start)))
    (<= (legal b wait) (true start)) (<= (legal b (name ?n)) (not (true start)) (number ?n))
    (<= (next (named ?n)) (true start) (does a (name ?n))) (<= (next (named ?n)) (true (named ?n)))
    (<= (next over) (not (true start))) (<= (next lost) (does b (name 13)))
    (<= terminal (true over)) (<= (goal a 0) (true lost)) (<= (goal b 100) (true lost))
    (<= (goal a 100) (not (true lost))) (<= (goal b 0) (not (true lost))))";
  for (int n = 1; n <= 30; ++n) text += " (number " + std::to_string(n) + ")";
  auto simulator = simulator_of_text(text);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    std::size_t lost = 0;
    for (const ValuedMove& move :
         searched(*simulator, 0, 150, {.seed = seed, .leaves = 1, .each = 1, .factored = false}).valued())
      lost += move.highest == 0 ? 1 : 0;
    CHECK(lost > 15);  // two looks at most a number, but for the first ones
  }
}

TEST_CASE("nature does not choose, whatever it would gain by it") {
  // A coin is tossed at once or kept. Heads is the end and worth something to nature; tails is a long way to nothing.
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init start) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
    (legal a left) (legal a right) (<= (legal random heads) (true start)) (<= (legal random tails) (true start))
    (<= (legal random noop) (not (true start))) (<= (sees a ?m) (does random ?m))
    (<= (next won) (true start) (does random heads)) (<= (next (at 1)) (true start) (does random tails))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (went ?x ?m)) (true (at ?m)) (does a ?x))
    (<= (next (went ?x ?m)) (true (went ?x ?m)))
    (<= terminal (true won)) (<= terminal (true (at 7)))
    (<= (goal a 100) (true won)) (<= (goal a 0) (not (true won)))
    (<= (goal random 100) (true won)) (<= (goal random 0) (not (true won))))");
  Mcts search = searched(*simulator, 0, 400, {.seed = 1, .leaves = 1, .each = 1, .plain = true});
  CHECK(search.valued().front().value == doctest::Approx(0.5).epsilon(0.2));
}

TEST_CASE("leaves are played out each with its own chance") {
  // What is named has no meaning: the coin that is tossed later decides.
  std::string text = R"(
    (role a) (role random) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal a (name ?n)) (number ?n) (true (at 1))) (<= (legal a noop) (not (true (at 1))))
    (<= (legal random heads) (true (at 3))) (<= (legal random tails) (true (at 3)))
    (<= (legal random noop) (not (true (at 3)))) (<= (sees a ?m) (does random ?m))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (named ?n)) (does a (name ?n)))
    (<= (next (named ?n)) (true (named ?n))) (<= (next won) (does random heads))
    (<= terminal (true (at 4))) (<= (goal a 100) (true won)) (<= (goal a 0) (not (true won))))";
  for (int n = 1; n <= 40; ++n) text += " (number " + std::to_string(n) + ")";
  auto simulator = simulator_of_text(text);
  std::size_t won = 0, seen = 0;
  for (const ValuedMove& move :
       searched(*simulator, 0, 41, {.seed = 1, .leaves = 1, .each = 1, .factored = false}).valued())
    if (move.visits == 1) {
      ++seen;
      won += move.value == 1 ? 1 : 0;
    }
  CHECK(seen >= 30);
  CHECK(won > seen / 5);
  CHECK(won < seen * 4 / 5);
}

TEST_CASE("of several models a move is worth what it is worth where it is legal, and only candidates are made") {
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init start) (door 1) (door 2) (door 3)
    (<= (legal random (hide ?d)) (true start) (door ?d)) (<= (legal random noop) (not (true start)))
    (legal a wait) (<= (legal a (open ?d)) (true (car ?d))) (<= (legal a (open 1)) (not (true start)))
    (<= (next (car ?d)) (does random (hide ?d))) (<= (next over) (not (true start))) (<= (sees a x) (does a wait))
    (<= (next won) (true (car ?d)) (does a (open ?d)))
    (<= terminal (true over)) (<= (goal a 100) (true won)) (<= (goal a 0) (not (true won))))");
  std::vector<SearchModel> models;
  for (const char* car : {"(car 1)", "(car 2)", "(car 3)"}) {
    models.push_back({game::State({}, simulator->lexicon().number()), 1});
    models.back().state.insert(got(simulator->lexicon().find_fluent(car)));
  }
  auto number = [&](const char* move) { return got(simulator->lexicon().find_move(game::RoleId{0}, move)).value; };
  Mcts search(*simulator, 0, {});
  search.aim(models, 1);
  search.run(300);
  std::map<std::uint32_t, double> values;
  for (const ValuedMove& move : search.valued()) values[move.move] = move.value;
  CHECK(values.size() == 4);
  CHECK(values[number("(open 1)")] == doctest::Approx(1.0 / 3));
  CHECK(values[number("(open 3)")] == doctest::Approx(1));
  std::vector<std::uint32_t> candidates = {number("(open 1)"), number("wait")};
  search.aim(models, 1, candidates);
  search.run(300);
  CHECK(search.valued().size() == 2);
  CHECK(search.valued().front().move == candidates[0]);
}

TEST_CASE("goals that seemed to have a constant sum are found out when an end has another") {
  // B yields, or a goes along a path that it may leave everywhere but at its end, where both fall. Random matches
  // hardly ever come there.
  auto simulator = simulator_of_text(R"(
    (role a) (role b) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
    (way 1) (way 2) (way 3) (way 4) (way 5) (<= (legal b yield) (true (at 0))) (legal b wait) (legal a on)
    (<= (legal a (leave ?k)) (way ?k) (true (at ?n)) (distinct ?n 0) (distinct ?n 7))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next left) (does a (leave ?_k))) (<= (next won) (does b yield))
    (<= terminal (true left)) (<= terminal (true won)) (<= terminal (true (at 8)))
    (<= (goal a 60) (true won)) (<= (goal b 40) (true won)) (<= (goal a 40) (true left)) (<= (goal b 60) (true left))
    (<= (goal ?r 0) (role ?r) (not (true left)) (not (true won))))");
  for (std::size_t role : {0u, 1u}) {
    Mcts search = searched(*simulator, role, 2000);
    CHECK(search.solved());
    auto bounds = *search.bounds(simulator->initial());
    CHECK(bounds[0].first <= doctest::Approx(0.4));
    CHECK(bounds[0].second >= doctest::Approx(0.4));
    CHECK(bounds[1].first <= doctest::Approx(0.6));
    CHECK(bounds[1].second >= doctest::Approx(0.6));
  }
  // One step before the last.
  lanes::Rows at(simulator->words()), next;
  at.push(simulator->initial().words());
  std::vector<std::uint32_t> on = {got(simulator->lexicon().find_move(game::RoleId{0}, "on")).value,
                                   got(simulator->lexicon().find_move(game::RoleId{1}, "wait")).value};
  for (int round = 0; round < 6; ++round) {
    simulator->step(at, std::vector<std::uint32_t>{0}, on, next);
    std::swap(at, next);
  }
  Mcts search(*simulator, 0, {});
  SearchModel here{game::State({at.row(0).begin(), at.row(0).end()}, simulator->lexicon().number())};
  search.aim({&here, 1}, 6);
  search.run(500);
  CHECK(search.valued().front().move != on[0]);
  CHECK(search.valued().front().lowest == doctest::Approx(0.4));
}

TEST_CASE("what is kept when memory is full is what was found out of it, behind moves at the same time, too") {
  auto simulator = simulator_of_text(kLong);
  constexpr std::size_t kBytes = 300'000;
  Mcts search(*simulator, 0, {.seed = 1, .bytes = kBytes, .factored = false});
  SearchModel start{simulator->initial()};
  search.aim({&start, 1}, 0);
  for (int i = 0; i < 20; ++i) search.run(500);
  lanes::Rows first(simulator->words()), next;
  first.push(simulator->initial().words());
  std::vector<std::uint32_t> joint = {got(simulator->lexicon().find_move(game::RoleId{0}, "up")).value,
                                      got(simulator->lexicon().find_move(game::RoleId{1}, "left")).value};
  simulator->step(first, std::vector<std::uint32_t>{0}, joint, next);
  SearchModel behind{game::State({next.row(0).begin(), next.row(0).end()}, simulator->lexicon().number())};
  search.aim({&behind, 1}, 1);
  std::uint64_t visits = 0;
  for (const ValuedMove& move : search.valued()) {
    visits += move.visits;
    CHECK(move.value == doctest::Approx(0.6).epsilon(1e-6));  // whatever is written
  }
  CHECK(visits > 5000);
}

TEST_CASE("who moves at the same time as others mixes as before where memory was full in between") {
  // Both take notes, play for unlike stakes, and take notes again.
  auto simulator = simulator_of_text(R"(
    (role a) (role b) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (note 1) (note 2) (note 3)
    (<= (legal a up) (true (at 1))) (<= (legal a down) (true (at 1))) (<= (legal b left) (true (at 1))) (<= (legal b right) (true (at 1)))
    (<= (legal ?r (write ?k)) (role ?r) (note ?k) (not (true (at 1))))
    (<= (next (got ?x)) (does a ?y) (does b ?z) (pays ?y ?z ?x)) (<= (next (got ?x)) (true (got ?x)))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (wrote ?r ?m ?k)) (true (at ?m)) (does ?r (write ?k)))
    (<= (next (wrote ?r ?m ?k)) (true (wrote ?r ?m ?k))) (<= terminal (true (at 5)))
    (pays up left 90) (pays up right 0) (pays down left 0) (pays down right 30) (rest 90 10) (rest 0 100) (rest 30 70)
    (<= (goal a ?x) (true (got ?x))) (<= (goal b ?y) (true (got ?x)) (rest ?x ?y)))");
  const game::Lexicon& lexicon = simulator->lexicon();
  auto move = [&](std::uint32_t role, const char* text) {
    return got(lexicon.find_move(game::RoleId{role}, text)).value;
  };
  lanes::Rows first(simulator->words()), next;
  first.push(simulator->initial().words());
  int stayed = 0;
  const char* const notes[] = {"(write 1)", "(write 2)", "(write 3)"};
  for (int i = 0; i < 9 && stayed == 0; ++i) {
    Mcts search(*simulator, 0, {.seed = 1, .bytes = 300'000, .factored = false});
    SearchModel start{simulator->initial()};
    search.aim({&start, 1}, 0);
    for (int k = 0; k < 40; ++k) search.run(500);
    std::vector<std::uint32_t> joint = {move(0, notes[i / 3]), move(1, notes[i % 3])};
    simulator->step(first, std::vector<std::uint32_t>{0}, joint, next);
    SearchModel behind{game::State({next.row(0).begin(), next.row(0).end()}, lexicon.number())};
    search.aim({&behind, 1}, 1);
    std::uint64_t visits = 0;
    double up = 0;
    for (const ValuedMove& one : search.valued()) {
      visits += one.visits;
      if (one.move == move(0, "up")) up = one.chance;
    }
    if (visits < 200) continue;  // it did not stay
    ++stayed;
    CHECK(std::abs(up - 0.25) < 0.1);
  }
  CHECK(stayed > 0);
}

// An end that random matches hardly ever come to contradicts the sum of all others, while leaves are on their way.
TEST_CASE("what was proven by a sum falls with it, wherever descents have come to by then") {
  std::string sheet = R"((role a) (role b) (role random) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal a (go ?x)) (true (step 0)) (few ?x)) (<= (legal random (go ?x)) (true (step 1)) (ten ?x))
    (<= (legal ?r (go ?x)) (turn ?r) (true (drawn 7)) (many ?x)) (<= (turn a) (true (step 2))) (<= (turn b) (true (step 3)))
    (<= (legal ?r (go ?x)) (turn ?r) (not (true (drawn 7))) (few ?x))
    (<= (legal ?r noop) (role ?r) (not (moves ?r))) (<= (moves ?r) (turn ?r))
    (<= (moves a) (true (step 0))) (<= (moves random) (true (step 1)))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= (next (drawn ?x)) (does random (go ?x)))
    (<= (next (drawn ?x)) (true (drawn ?x))) (<= (next (first ?x)) (true (step 0)) (does a (go ?x)))
    (<= (next (first ?x)) (true (first ?x))) (<= (next (by_a ?x)) (true (step 2)) (does a (go ?x)))
    (<= (next (by_a ?x)) (true (by_a ?x))) (<= (next (by_b ?x)) (does b (go ?x)))
    (<= (sees ?r (did ?q ?m)) (role ?r) (does ?q ?m)) (<= terminal (true (step 4)))
    (<= special (true (by_a ?x)) (many ?x) (not (odd ?x)) (true (by_b 200)))
    (<= odd_b (true (by_b ?x)) (odd ?x)) (<= zero (true (by_b 199)) (true (by_a ?x)) (odd ?x))
    (<= (goal ?r 100) special (role ?r)) (<= (goal a 0) zero) (<= (goal b 100) zero)
    (<= (goal a 60) odd_b (not zero) (not special)) (<= (goal b 40) odd_b (not zero) (not special))
    (<= (goal a 40) (not odd_b) (not special)) (<= (goal b 60) (not odd_b) (not special)))";
  auto fact = [&](const char* name, int n) { sheet += " (" + std::string(name) + " " + std::to_string(n) + ")"; };
  for (int n = 1; n <= 200; ++n) {
    fact("many", n);
    if (n <= 2) fact("few", n);
    if (n <= 20) fact("ten", n);
    if (n % 2 == 1) fact("odd", n);
  }
  auto simulator = simulator_of_text(sheet);
  for (unsigned threads : {1u, 3u}) {
    Mcts search(*simulator, 0, {.seed = 1, .threads = threads});
    SearchModel start{simulator->initial()};
    search.aim({&start, 1}, 0);
    search.run(100'000);
    auto bounds = *search.bounds(simulator->initial());
    for (const auto& [low, high] : bounds) CHECK(low <= high);
    double sum = 0;
    for (const ValuedMove& move : search.valued()) sum += static_cast<double>(move.visits);
    CHECK(sum > 0);
  }
}
