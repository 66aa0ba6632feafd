// SPDX-License-Identifier: MIT
//
// Search on what each role knows: what it plans, and what that says about where others are.
#include "search/information_trees.h"

#include <set>

#include "game/playing.h"
#include "search/simulators.h"
#include "support/support.h"

using namespace percept;
using namespace percept::search;
using percept::test::got;
using percept::test::simulator_of_own;
using percept::test::simulator_of_text;

namespace {

// The worlds behind all deals of Kuhn poker, and then a round in which player1 makes this move.
std::vector<std::vector<game::JointMove>> after_first_move(Simulator& simulator, std::string_view move) {
  const game::Lexicon& words = simulator.lexicon();
  std::vector<std::vector<game::JointMove>> out;
  lanes::Rows start(simulator.words()), next;
  start.push(simulator.initial().words());
  Choices choices, later;
  simulator.look(start, choices);
  for (std::uint32_t deal : choices.moves(0, *simulator.nature())) {
    std::vector<std::uint32_t> joint, which = {0};
    for (std::size_t role = 0; role < simulator.roles(); ++role)
      joint.push_back(role == *simulator.nature() ? deal : choices.moves(0, role)[0]);
    simulator.step(start, which, joint, next);
    simulator.look(next, later);
    std::vector<game::JointMove>& history = out.emplace_back(2);
    for (std::uint32_t role = 0; role < simulator.roles(); ++role) {
      history[0].push_back(game::MoveId{joint[role], words.number()});
      std::uint32_t chosen = later.moves(0, role)[0];
      for (std::uint32_t one : later.moves(0, role))
        if (words.text(game::RoleId{role}, game::MoveId{one, words.number()}) == move) chosen = one;
      history[1].push_back(game::MoveId{chosen, words.number()});
    }
  }
  return out;
}

}  // namespace

TEST_CASE("what others plan weighs the worlds they steer into") {
  auto simulator = simulator_of_own("kuhn_poker");
  std::size_t first = simulator->lexicon().role("player1")->value, second = simulator->lexicon().role("player2")->value;
  auto histories = after_first_move(*simulator, "bet");
  REQUIRE(histories.size() == 6);
  std::uint32_t bet = histories[0][1][first].value;
  // Player1's views behind the deal.
  std::vector<std::vector<game::JointMove>> deals;
  for (const auto& history : histories) deals.push_back({history[0]});
  std::vector<SearchWorld> dealt = replayed(*simulator, deals, second);
  Steering steering;
  CHECK(steering.favour(first, dealt[0].views[first], bet) == 1);
  for (const SearchWorld& world : replayed(*simulator, histories, second, steering)) CHECK(world.weight == 1);
  // With the first card it bets three times of four, with others it would never.
  for (const SearchWorld& world : dealt)
    steering.set(first, world.views[first],
                 world.views[first] == dealt[0].views[first]
                     ? std::vector<Steering::Chance>{{bet, 0.75f}, {bet + 1, 0.25f}}
                     : std::vector<Steering::Chance>{{bet, 0}, {bet + 1, 1}});
  std::size_t likely = 0;
  std::vector<SearchWorld> worlds = replayed(*simulator, histories, second, steering);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    bool so = dealt[i].views[first] == dealt[0].views[first];
    CHECK(worlds[i].weight == doctest::Approx(so ? 1 : 0.01 / 1.5));  // nobody is as sure as that
    likely += so ? 1 : 0;
  }
  CHECK(likely == 2);
  // Its own plans are no news to it.
  for (const SearchWorld& world : replayed(*simulator, histories, first, steering)) CHECK(world.weight == 1);
}

TEST_CASE(
    "what was found out stays for the next search, counts as little there, and makes way where there is no room") {
  auto simulator = simulator_of_own("kuhn_poker");
  std::size_t first = simulator->lexicon().role("player1")->value, second = simulator->lexicon().role("player2")->value;
  auto histories = after_first_move(*simulator, "bet");
  std::uint32_t bet = histories[0][1][first].value;
  for (auto& history : histories) history.resize(1);
  std::vector<SearchWorld> dealt = replayed(*simulator, histories, second), same;
  for (const SearchWorld& world : dealt)
    if (world.views[second] == dealt[0].views[second]) same.push_back(world);
  // How far the first player is thought to be from betting as often as not, with any card.
  auto decided = [&](const InformationTrees& search) {
    Steering steering;
    search.leave(steering);
    double most = 0;
    for (const SearchWorld& world : same)
      most = std::max(most, std::abs(steering.favour(first, world.views[first], bet) - 1));
    return most;
  };
  InformationTrees search(*simulator, second, {.seed = 3}), narrow(*simulator, second, {.seed = 3, .bytes = 1});
  search.aim(same, 1);
  search.run(20'000);
  CHECK(decided(search) > 0.5);
  std::size_t nodes = search.nodes();
  CHECK(nodes > 2);
  search.aim(same, 1);
  CHECK(search.nodes() == nodes);
  CHECK(decided(search) == 0);  // nothing was visited yet
  for (const ValuedMove& move : search.valued()) CHECK(move.visits == 0);
  search.run(100);
  double after = decided(search);
  CHECK(after > 0);
  CHECK(after < 0.3);
  narrow.aim(same, 1);
  narrow.run(1000);
  narrow.aim(same, 1);
  CHECK(narrow.nodes() == 1);
}

TEST_CASE("a move that is made is all that is looked at from then on") {
  auto simulator = simulator_of_own("rock_paper_scissors");
  SearchWorld start = replayed(*simulator, std::vector<std::vector<game::JointMove>>(1), 0).front();
  InformationTrees search(*simulator, 0, {.seed = 3});
  search.aim({start}, 0);
  search.run(1000);
  ValuedMove made = search.valued().back();
  search.settle(made.move);
  search.run(500);
  REQUIRE(search.valued().size() == 1);
  CHECK(search.valued().front().move == made.move);
  CHECK(search.valued().front().visits == made.visits + 500);
}

TEST_CASE("where it is smooth the plan of rock, paper, scissors is to mix, and it is left behind") {
  auto simulator = simulator_of_own("rock_paper_scissors");
  SearchWorld start = replayed(*simulator, std::vector<std::vector<game::JointMove>>(1), 0).front();
  InformationTrees smooth(*simulator, 0, {.seed = 3, .smooth = true});
  smooth.aim({start}, 0);
  smooth.run(20'000);
  std::vector<ValuedMove> moves = smooth.valued();
  REQUIRE(moves.size() == 3);
  double sum = 0;
  for (const ValuedMove& move : moves) {
    CHECK(move.value == doctest::Approx(0.5).epsilon(0.1));
    sum += move.chance;
  }
  CHECK(sum == doctest::Approx(1));
  // How many moves look alike at the end is chance: mostly it is more than one.
  std::size_t mixing = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    InformationTrees another(*simulator, 0, {.seed = seed, .smooth = true});
    another.aim({start}, 0);
    another.run(20'000);
    mixing += another.valued()[1].chance > 0.1 ? 1 : 0;
  }
  CHECK(mixing >= 2);
  Steering steering;
  smooth.leave(steering);
  double all = 0;
  for (const ValuedMove& move : moves) {
    double favour = steering.favour(0, start.views[0], move.move);
    CHECK(favour > 0.4);
    CHECK(favour < 1.8);
    all += favour;
  }
  CHECK(all == doctest::Approx(3));
  // By averages alone nothing is mixed.
  InformationTrees plain(*simulator, 0, {.seed = 3});
  plain.aim({start}, 0);
  plain.run(1000);
  for (const ValuedMove& move : plain.valued()) CHECK(move.chance == 0);
}

TEST_CASE("what roles were thought to do is kept of the last searches, and takes no more room in a long match") {
  Steering steering;
  for (std::uint64_t view = 0; view < 2'000'000; ++view) steering.set(0, view, {{7, 0.25f}, {8, 0.75f}});
  CHECK(steering.plans() <= 1'000'000);
  CHECK(steering.favour(0, 0, 8) == 1);
  for (std::uint64_t view = 1'500'000; view < 2'000'000; view += 999) CHECK(steering.favour(0, view, 8) == 1.5);
  steering.set(0, 1'999'999, {{7, 1.0f}});
  CHECK(steering.favour(0, 1'999'999, 7) == 1);
  steering.clear();
  CHECK(steering.plans() == 0);
}

namespace {

SearchWorld start_of(Simulator& simulator, std::size_t role) {
  return replayed(simulator, std::vector<std::vector<game::JointMove>>(1), role).front();
}

std::string best_of(Simulator& simulator, std::size_t role, std::uint64_t descents, const TreesSettings& settings) {
  InformationTrees search(simulator, role, settings);
  search.aim({start_of(simulator, role)}, 0);
  search.run(descents);
  const game::Lexicon& lexicon = simulator.lexicon();
  return lexicon.text(game::RoleId{static_cast<std::uint32_t>(role)},
                      game::MoveId{search.valued().front().move, lexicon.number()});
}

}  // namespace

TEST_CASE("each role is thought to choose what is best for itself, by what it saw and nobody else did") {
  // A sells, or dares b to name the side of a coin that only a is shown. Named wrongly by chance it is worth more to
  // dare; who knew the coin would never be wrong. With a witness the coin is shown to b, too.
  for (bool shown : {false, true})
    for (bool smooth : {false, true}) {
      CAPTURE(shown);
      CAPTURE(smooth);
      auto simulator = simulator_of_text(std::string(shown ? "(<= (sees b ?s) (does random (toss ?s)))" : "") + R"(
        (role a) (role b) (role random) (init (at 1)) (side heads) (side tails)
        (<= (legal random (toss ?s)) (true (at 1)) (side ?s)) (<= (legal random noop) (true (at 2)))
        (<= (legal a sell) (true (at 1))) (<= (legal a dare) (true (at 1))) (<= (legal a noop) (true (at 2)))
        (<= (legal b noop) (true (at 1))) (<= (legal b (name ?s)) (true (at 2)) (side ?s))
        (<= (sees a ?s) (does random (toss ?s))) (<= (sees b wait) (true (at 2)))
        (<= (next (at 2)) (true (at 1))) (<= (next over) (true (at 2))) (<= (next sold) (does a sell))
        (<= (next sold) (true sold)) (<= (next (fell ?s)) (does random (toss ?s)))
        (<= (next wrong) (true (fell ?s)) (does b (name ?t)) (distinct ?s ?t))
        (<= terminal (true over)) (<= won (not (true sold)) (true wrong)) (<= lost (not (true sold)) (not (true wrong)))
        (<= (goal a 30) (true sold)) (<= (goal b 70) (true sold)) (<= (goal a 100) won) (<= (goal b 0) won)
        (<= (goal a 0) lost) (<= (goal b 100) lost))");
      CHECK(best_of(*simulator, 0, 4000, {.seed = 2, .smooth = smooth}) == (shown ? "sell" : "dare"));
    }
}

TEST_CASE("a move that began badly is tried again") {
  // Sure of a little, or a gamble that wins every other time.
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init (at 1)) (<= (legal a safe) (true (at 1))) (<= (legal a gamble) (true (at 1)))
    (<= (legal a noop) (true (at 2))) (<= (legal random noop) (true (at 1))) (<= (legal random win) (true (at 2)))
    (<= (legal random lose) (true (at 2))) (<= (sees a ?m) (does random ?m)) (<= (next (at 2)) (true (at 1)))
    (<= (next over) (true (at 2))) (<= (next safe) (does a safe)) (<= (next safe) (true safe))
    (<= (next won) (does random win)) (<= terminal (true over)) (<= (goal a 20) (true safe))
    (<= (goal a 100) (true won) (not (true safe))) (<= (goal a 0) (not (true won)) (not (true safe))))");
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    CHECK(best_of(*simulator, 0, 400, {.seed = seed, .descents = 1, .each = 1}) == "gamble");
  std::set<double> values;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    InformationTrees search(*simulator, 0, {.seed = seed});
    search.aim({start_of(*simulator, 0)}, 0);
    search.run(400);
    values.insert(search.valued().front().value);
  }
  CHECK(values.size() > 1);  // another seed is another search
}

TEST_CASE("worlds count as much as they weigh, and only candidates are looked at") {
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init start) (door 1) (door 2) (door 3) (<= (legal random (hide ?d)) (true start) (door ?d))
    (<= (legal random noop) (not (true start))) (<= (legal a wait) (true start))
    (<= (legal a (open ?d)) (not (true start)) (door ?d)) (<= (next (car ?d)) (does random (hide ?d)))
    (<= (next over) (not (true start))) (<= (next won) (true (car ?d)) (does a (open ?d))) (<= (sees a x) (true over))
    (<= terminal (true over)) (<= (goal a 100) (true won)) (<= (goal a 0) (not (true won))))");
  const game::Lexicon& lexicon = simulator->lexicon();
  std::vector<std::vector<game::JointMove>> histories;
  for (const char* hidden : {"(hide 1)", "(hide 2)", "(hide 3)"})
    histories.push_back(
        {{got(lexicon.find_move(game::RoleId{0}, "wait")), got(lexicon.find_move(game::RoleId{1}, hidden))}});
  std::vector<SearchWorld> worlds = replayed(*simulator, histories, 0);
  worlds[1].weight = 3;
  for (bool candidates : {false, true}) {
    std::vector<std::uint32_t> some;
    for (const char* door : {"(open 1)", "(open 3)"})
      if (candidates) some.push_back(got(lexicon.find_move(game::RoleId{0}, door)).value);
    InformationTrees search(*simulator, 0, {});
    search.aim(worlds, 1, some);
    search.run(1000);
    std::vector<ValuedMove> moves = search.valued();
    CHECK(moves.size() == (candidates ? 2 : 3));
    if (!candidates) CHECK(moves.front().move == got(lexicon.find_move(game::RoleId{0}, "(open 2)")).value);
    CHECK(moves.front().value == doctest::Approx(candidates ? 0.2 : 0.6).epsilon(0.03));
    std::uint64_t visits = 0;
    for (const ValuedMove& move : moves) visits += move.visits;
    CHECK(visits == 1000);
  }
}

TEST_CASE("where it is smooth, plans are made as often as before for a growing part, and what is worse is not mixed") {
  auto simulator = simulator_of_text(R"(
    (role a) (role b) (init start) (legal a good) (legal a bad) (legal b x) (legal b y) (<= (next over) (true start))
    (<= (next won) (does a good)) (<= terminal (true over))
    (<= (goal a 70) (true won)) (<= (goal a 30) (not (true won))) (<= (goal b 30) (true won)) (<= (goal b 70) (not (true won))))");
  std::uint64_t worse[2];
  for (bool smooth : {false, true}) {
    InformationTrees search(*simulator, 0, {.seed = 2, .smooth = smooth});
    search.aim({start_of(*simulator, 0)}, 0);
    search.run(20'000);
    std::vector<ValuedMove> moves = search.valued();
    REQUIRE(moves.size() == 2);
    worse[smooth] = moves[1].visits;
    CHECK(moves[0].chance == (smooth ? 1 : 0));
    CHECK(moves[1].chance == 0);
  }
  CHECK(worse[1] > 3 * worse[0]);
}

TEST_CASE("what a new node was visited for counts from its first visit on") {
  auto simulator = simulator_of_own("phantom_tictactoe");
  std::uint32_t role = 0;
  InformationTrees trees(*simulator, role, {.seed = 1, .descents = 64});
  std::vector<std::vector<game::JointMove>> nothing(1);
  trees.aim(replayed(*simulator, nothing, role), 0);
  trees.run(2000);
  // Nearly every descent comes to something new. Nodes whose first visit is forgotten end another flock.
  CHECK(trees.nodes() > 600);
}
