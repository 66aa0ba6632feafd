// SPDX-License-Identifier: MIT
//
// Worlds in lanes against a plain enumeration of histories with the prover's engine, and against recorded traces of
// others.
#include "belief/worlds.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "belief/believing.h"
#include "belief/world_set.h"
#include "belief/worlds_circuit.h"
#include "game/playout.h"
#include "lanes/cpu/kernels.h"
#include "support/random_rules.h"

using namespace percept;
using namespace percept::test;
using belief::Outcome;
using belief::Rules;
using belief::Worlds;
using game::Game;
using game::JointMove;
using game::MoveId;
using game::PerceptId;
using game::RoleId;
using game::State;
namespace fs = std::filesystem;

namespace {

Game reference_game(std::unique_ptr<gdl::Description> description) {
  return game_of(std::move(description), Game::Choice::kProver);
}

Texts texts_of(const Game& game, const game::Percepts& percepts) {
  Texts out;
  for (PerceptId percept : percepts) out.insert(game.text(percept));
  return out;
}

// All histories that agree with what a role did and saw, by their last states.
class Enumeration {
 public:
  struct World {
    State state;
    double weight;
  };

  Enumeration(Game& game, RoleId role) : game_(game), role_(role) { add(worlds_, game.initial(), 1); }

  const std::map<std::string, World>& worlds() const { return worlds_; }

  // False when nothing is left. `work` counts joint moves.
  bool advance(std::optional<MoveId> move, const std::optional<Texts>& percepts, std::size_t& work) {
    std::map<std::string, World> following;
    for (const auto& [text, world] : worlds_) {
      if (got(game_.terminal(world.state))) continue;
      std::vector<std::vector<MoveId>> choices;
      double chance = world.weight;
      for (std::uint32_t role = 0; role < game_.roles(); ++role) {
        choices.push_back(got(game_.legal_if_any(world.state, RoleId{role})));
        if (move && role == role_.value) {
          bool legal = std::ranges::find(choices.back(), *move) != choices.back().end();
          choices.back() = legal ? std::vector{*move} : std::vector<MoveId>{};
        } else {
          chance /= static_cast<double>(choices.back().size());
        }
      }
      if (std::ranges::any_of(choices, [](const auto& moves) { return moves.empty(); })) continue;
      std::vector<std::size_t> at(choices.size());
      for (std::size_t role = 0; role < choices.size();) {
        JointMove joint;
        for (std::size_t r = 0; r < choices.size(); ++r) joint.push_back(choices[r][at[r]]);
        ++work;
        if (!percepts || texts_of(game_, got(game_.percepts(world.state, joint, role_))) == *percepts)
          add(following, got(game_.next(world.state, joint)), chance);
        for (role = 0; role < choices.size() && ++at[role] == choices[role].size(); ++role) at[role] = 0;
      }
    }
    if (following.empty()) return false;
    double total = 0;
    for (const auto& entry : following) total += entry.second.weight;
    for (auto& entry : following) entry.second.weight /= total;
    worlds_ = std::move(following);
    return true;
  }

  std::size_t joint_moves() {
    std::size_t out = 0;
    for (const auto& [text, world] : worlds_) {
      std::size_t product = 1;
      for (std::uint32_t role = 0; role < game_.roles(); ++role)
        if (role != role_.value) product *= got(game_.legal_if_any(world.state, RoleId{role})).size();
      out += product;
    }
    return out;
  }

  // By text: the weight of the worlds in which it holds, and their number.
  using Shares = std::map<std::string, std::pair<double, std::size_t>>;
  template <class Of>
  Shares shares(const Of& of) {
    Shares out;
    for (const auto& entry : worlds_)
      for (const std::string& text : of(entry.second.state)) {
        out[text].first += entry.second.weight;
        ++out[text].second;
      }
    return out;
  }

 private:
  void add(std::map<std::string, World>& worlds, const State& state, double weight) const {
    Texts fluents;
    for_each_fluent(state, [&](game::FluentId fluent) { fluents.insert(game_.text(fluent)); });
    worlds.try_emplace(joined(fluents), World{state, 0}).first->second.weight += weight;
  }

  Game& game_;
  RoleId role_;
  std::map<std::string, World> worlds_;
};

void check_same(const std::map<std::string, double>& found, const Enumeration& reference) {
  REQUIRE(found.size() == reference.worlds().size());
  for (const auto& entry : reference.worlds()) {
    CAPTURE(entry.first);
    auto at = found.find(entry.first);
    REQUIRE(at != found.end());
    CHECK(std::abs(at->second - entry.second.weight) < 1e-9);
  }
}

void check_share(const Worlds::Share& share, const std::string& text, const Enumeration::Shares& reference,
                 std::size_t worlds) {
  CAPTURE(text);
  auto at = reference.find(text);
  std::size_t count = at == reference.end() ? 0 : at->second.second;
  CHECK(share.some == (count > 0));
  CHECK(share.all == (count == worlds));
  CHECK(std::abs(share.weight - (count == 0 ? 0.0 : at->second.first)) < 1e-9);
}

// What the worlds say of the position, too.
void check_answers(Rules& rules, const belief::NumberedCircuit& circuit, Worlds& worlds, Game& game, RoleId role,
                   Enumeration& reference) {
  std::size_t count = reference.worlds().size();
  auto legal = reference.shares([&](const State& state) {
    Texts out;
    for (MoveId move : got(game.legal_if_any(state, role))) out.insert(game.text(role, move));
    return out;
  });
  std::vector<Worlds::Share> found = worlds.legal();
  REQUIRE(found.size() == circuit.moves[role.value].size());
  std::size_t moves = 0;
  for (std::size_t m = 0; m < found.size(); ++m) {
    std::string text = rules.text(role, circuit.moves[role.value][m]);
    moves += legal.count(text);
    check_share(found[m], text, legal, count);
  }
  CHECK(moves == legal.size());
  auto fluents = reference.shares([&](const State& state) {
    Texts out;
    for_each_fluent(state, [&](game::FluentId fluent) { out.insert(game.text(fluent)); });
    return out;
  });
  found = worlds.fluents();
  REQUIRE(found.size() == circuit.fluents.size());
  for (std::size_t f = 0; f < found.size(); ++f) check_share(found[f], rules.text(circuit.fluents[f]), fluents, count);
  auto ends =
      reference.shares([&](const State& state) { return got(game.terminal(state)) ? Texts{"terminal"} : Texts{}; });
  check_share(worlds.terminal(), "terminal", ends, count);
  auto goals = reference.shares([&](const State& state) {
    Texts out;
    for (int value : got(game.goals(state, role))) out.insert(std::to_string(value));
    return out;
  });
  found = worlds.goals();
  REQUIRE(found.size() == circuit.game.goals[role.value].size());
  for (std::size_t g = 0; g < found.size(); ++g)
    check_share(found[g], std::to_string(circuit.game.goals[role.value][g].first), goals, count);
}

// Random matches from the point of view of every role, as long as the enumeration can follow.
struct Limits {
  std::size_t matches;
  std::size_t work_of_round;  // joint moves of all worlds
  std::size_t work;           // of the game
  bool local = false;         // with circuits of the moment
};

struct Followed {
  std::size_t rounds = 0;
  std::size_t most_worlds = 0;
};

Followed follow(const std::function<std::unique_ptr<gdl::Description>()>& description, const Limits& limits,
                std::uint64_t seed) {
  Game game = reference_game(description());
  ground::Options grounding;
  if (limits.local) grounding.max_rules = 1;
  std::shared_ptr<Rules> rules = got(Rules::make(description(), circuit::Logic::kTwoValued, grounding));
  REQUIRE((rules->whole() == nullptr) == limits.local);
  Random random(seed);
  std::size_t work = 0;
  Followed out;
  std::vector<unsigned> widths;
  for (unsigned lanes : {64u, 256u, 512u})
    if (lanes::find_kernels(lanes)) widths.push_back(lanes);
  for (std::size_t match = 0; match < limits.matches && work < limits.work; ++match) {
    for (std::uint32_t r = 0; r < game.roles() && work < limits.work; ++r) {
      RoleId role{r};
      Enumeration reference(game, role);
      std::vector<Worlds> all;
      for (unsigned lanes : widths) all.push_back(worlds_of(*rules, role, 1'000'000, lanes));
      State state = game.initial();
      for (std::size_t round = 1; !got(game.terminal(state)); ++round) {
        CAPTURE(round);
        CAPTURE(r);
        if (work > limits.work || reference.joint_moves() > limits.work_of_round) break;
        auto joint = random_joint_move(game, state, random);
        if (!joint) break;  // random rules leave a role without a move
        // Now and then the role does not know what it did, or saw.
        bool move_known = random.below(8) != 0, percepts_known = random.below(8) != 0;
        std::optional<MoveId> move, own;
        std::optional<Texts> seen;
        std::optional<game::Percepts> percepts;
        if (move_known) {
          own = (*joint)[r];
          move = got(rules->move(role, game.text(role, *own)));
        }
        if (percepts_known) {
          seen = texts_of(game, got(game.percepts(state, *joint, role)));
          percepts = percepts_of(*rules, *seen);
        }
        REQUIRE(reference.advance(own, seen, work));
        auto circuit = rules->whole();
        if (limits.local) circuit = got(belief::local_circuit(*rules, all.back().all(), role));
        for (Worlds& worlds : all) {
          worlds.use(circuit);
          REQUIRE(worlds.advance(move, percepts) == Outcome::kDone);
          CHECK(worlds.complete());
          check_same(weights_of(*rules, worlds), reference);
        }
        if (limits.local) {
          circuit = got(belief::local_circuit(*rules, all.back().all(), role));
          all.back().use(circuit);
        }
        check_answers(*rules, *circuit, all.back(), game, role, reference);
        state = got(game.next(state, *joint));
        ++out.rounds;
        out.most_worlds = std::max(out.most_worlds, reference.worlds().size());
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("worlds of our own games are those that enumeration finds") {
  for (const fs::path& file : own_games()) {
    CAPTURE(file.string());
    Followed followed = follow([&] { return got(gdl::read_file(file.string())); },
                               {.matches = 4, .work_of_round = 600, .work = 2500}, 7);
    CHECK(followed.rounds > 0);
    MESSAGE(file.stem().string() << ": " << followed.rounds << " rounds, at most " << followed.most_worlds
                                 << " worlds");
  }
}

TEST_CASE("circuits of the moment give the same worlds") {
  for (const char* name : {"monty_hall", "meier", "krieg_tictactoe_3x3", "leduc_poker", "number_guessing", "transit",
                           "small_dominion", "blackjack"}) {
    fs::path file = own_game(name);
    CAPTURE(file.string());
    Followed followed = follow([&] { return got(gdl::read_file(file.string())); },
                               {.matches = 2, .work_of_round = 400, .work = 800, .local = true}, 9);
    CHECK(followed.rounds > 0);
  }
}

TEST_CASE("in a game of perfect information there is one world") {
  REQUIRE_CORPUS();
  for (const char* name : {"ticTacToe", "connectFour", "blocker"}) {
    fs::path file = corpus() / "games/gdl1" / (std::string(name) + ".kif");
    CAPTURE(file.string());
    Game game = game_of_file(file, Game::Choice::kProver);
    auto rules = rules_of_file(file);
    Random random(4);
    State state = game.initial();
    Worlds worlds = worlds_of(*rules, RoleId{0});
    while (!got(game.terminal(state))) {
      JointMove joint = got(random_joint_move(game, state, random));
      MoveId move = got(rules->move(RoleId{0}, game.text(RoleId{0}, joint[0])));
      Texts seen = texts_of(game, got(game.percepts(state, joint, RoleId{0})));
      state = got(game.next(state, joint));
      REQUIRE(worlds.advance(move, percepts_of(*rules, seen)) == Outcome::kDone);
      Texts fluents;
      for_each_fluent(state, [&](game::FluentId fluent) { fluents.insert(game.text(fluent)); });
      CHECK(weights_of(*rules, worlds) == std::map<std::string, double>{{joined(fluents), 1.0}});
    }
    CHECK(worlds.terminal().all);
  }
}

TEST_CASE("worlds of random rule sheets are those that enumeration finds") {
  std::size_t rounds = 0, most = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    std::string text = RandomRules(seed).text();
    Followed followed =
        follow([&] { return gdl::read_text("test", text); }, {.matches = 2, .work_of_round = 300, .work = 1000}, seed);
    rounds += followed.rounds;
    most = std::max(most, followed.most_worlds);
  }
  CHECK(rounds > 300);
  CHECK(most > 10);
}

TEST_CASE("in Monty Hall's show it pays to switch") {
  auto rules = rules_of_file(own_game("monty_hall"));
  RoleId candidate = *rules->role("candidate");
  Game game = reference_game(got(gdl::read_file(own_game("monty_hall").string())));
  // A match in which the candidate keeps the door it first chose.
  State state = game.initial();
  Worlds worlds = worlds_of(*rules, candidate);
  Random random(5);
  for (std::size_t round = 1; round <= 2; ++round) {
    JointMove joint = got(random_joint_move(game, state, random));
    Texts seen = texts_of(game, got(game.percepts(state, joint, *game.role("candidate"))));
    MoveId move = got(rules->move(candidate, game.text(*game.role("candidate"), joint[game.role("candidate")->value])));
    REQUIRE(worlds.advance(move, percepts_of(*rules, seen)) == Outcome::kDone);
    state = got(game.next(state, joint));
  }
  REQUIRE(worlds.size() == 2);
  double less = std::min(worlds.weight(0), worlds.weight(1));
  CHECK(less == doctest::Approx(1.0 / 3).epsilon(1e-12));
  CHECK(worlds.weight(0) + worlds.weight(1) == doctest::Approx(1).epsilon(1e-12));
}

namespace {

// A coin game: chance names a number of so many, and the player is told whether it is below the middle.
std::string numbers_game(int numbers) {
  std::string text = "(role player) (role random) (init (step 0))\n";
  for (int i = 0; i < numbers; ++i) text += fmt::format("(number {}) ", i);
  for (int i = 0; i < numbers / 2; ++i) text += fmt::format("(low {}) ", i);
  for (int i = 0; i < 4; ++i) text += fmt::format("(succ {} {}) ", i, i + 1);
  return text + R"(
(<= (legal random (name ?n)) (number ?n))
(legal player noop)
(<= (next (named ?s ?n)) (does random (name ?n)) (true (step ?s)))
(<= (next (named ?s ?n)) (true (named ?s ?n)))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= (sees player low) (does random (name ?n)) (low ?n))
(<= terminal (true (step 4)))
(goal player 50) (goal random 50))";
}

}  // namespace

TEST_CASE("more worlds than the limit are too many, and leave everything as it was") {
  auto rules = rules_of_text(numbers_game(40));
  RoleId player = *rules->role("player");
  Worlds worlds = worlds_of(*rules, player, 400);
  MoveId noop = got(rules->move(player, "noop"));
  REQUIRE(worlds.advance(noop, game::Percepts{}) == Outcome::kDone);
  CHECK(worlds.size() == 20);
  REQUIRE(worlds.advance(noop, game::Percepts{}) == Outcome::kDone);
  CHECK(worlds.size() == 400);
  auto before = weights_of(*rules, worlds);
  CHECK(worlds.advance(noop, game::Percepts{}) == Outcome::kTooMany);
  CHECK(weights_of(*rules, worlds) == before);
  CHECK(worlds.complete());
  // A sample is thinned instead.
  Random random(3);
  worlds.thin(100, random);
  CHECK(worlds.size() == 100);
  CHECK_FALSE(worlds.complete());
  REQUIRE(worlds.advance(noop, game::Percepts{}) == Outcome::kDone);
  CHECK(worlds.size() <= 400);
  CHECK(worlds.size() >= 200);
  CHECK_FALSE(worlds.complete());
  double total = 0;
  for (std::size_t w = 0; w < worlds.size(); ++w) total += worlds.weight(w);
  CHECK(total == doctest::Approx(1).epsilon(1e-9));
  worlds.start(rules->initial());
  CHECK(worlds.complete());
}

// What b and c may do depends on a coin: behind one of b's moves some of c's are in no world, and others behind
// another. Rows are wide, so that joint moves are tried one by one in all worlds.
TEST_CASE("a move that no world allows is not in the way of those that some allow") {
  std::string text =
      "(role me) (role b) (role c) (role random) (init (step 1)) (legal me noop) (<= terminal (true (step 3)))"
      "(<= (legal random (deal ?n ?coin)) (true (step 1)) (number ?n) (side ?coin)) (side heads) (side tails)"
      "(<= (legal random noop) (true (step 2))) (<= (legal b wait) (true (step 1))) (<= (legal c wait) (true (step 1)))"
      "(<= (legal ?r ?m) (true (step 2)) (may ?r ?m any)) (<= (legal ?r ?m) (true (coin ?side)) (may ?r ?m ?side))"
      "(may b h heads) (may b g tails) (may c e heads) (may c a tails)"
      "(<= (next (coin ?coin)) (does random (deal ?n ?coin))) (<= (next (number ?n)) (does random (deal ?n ?coin)))"
      "(<= (next (coin ?coin)) (true (coin ?coin))) (<= (next (number ?n)) (true (number ?n)))"
      "(<= (next (did ?r ?m)) (does ?r ?m) (true (step 2)) (may ?r ?m ?any))"
      "(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))"
      "(<= (init (wide ?i)) (width ?i)) (<= (next (wide ?i)) (true (wide ?i)))"
      "(<= (sees me dealt) (true (step 0))) (<= (goal ?r 50) (role ?r))";
  for (const char* move : {"i", "j", "k", "l", "m", "n", "o"}) text += fmt::format(" (may b {} any)", move);
  for (const char* move : {"r", "s", "t", "u", "v", "w", "x", "y"}) text += fmt::format(" (may c {} any)", move);
  for (int n = 0; n < 100; ++n) text += " (number " + std::to_string(n) + ")";
  for (int i = 0; i < 2000; ++i) text += " (width " + std::to_string(i) + ")";
  auto rules = rules_of_text(text);
  RoleId me = *rules->role("me");
  MoveId noop = got(rules->move(me, "noop"));
  Worlds worlds = worlds_of(*rules, me);
  REQUIRE(worlds.advance(noop, game::Percepts{}) == Outcome::kDone);
  CHECK(worlds.size() == 2 * 100);
  REQUIRE(worlds.advance(noop, game::Percepts{}) == Outcome::kDone);
  CHECK(worlds.size() == 2 * 100 * 8 * 9);
}

TEST_CASE("percepts that nothing explains leave everything as it was") {
  auto rules = rules_of_file(own_game("monty_hall"));
  RoleId candidate = *rules->role("candidate");
  Worlds worlds = worlds_of(*rules, candidate);
  auto before = weights_of(*rules, worlds);
  std::vector<PerceptId> all = rules->whole()->sees[candidate.value];
  CHECK(worlds.advance(std::nullopt, all) == Outcome::kUnexplained);
  CHECK(worlds.advance(std::nullopt, game::Percepts{PerceptId{1'000'000}}) == Outcome::kUnexplained);
  CHECK(worlds.advance(MoveId{1'000'000}, std::nullopt) == Outcome::kUnexplained);
  CHECK(weights_of(*rules, worlds) == before);
  // Any legal move and any percepts explain themselves.
  CHECK(worlds.advance(std::nullopt, std::nullopt) == Outcome::kDone);
  CHECK(worlds.size() > 1);
}

TEST_CASE("no history goes on after the end") {
  auto rules = rules_of_text(numbers_game(4));
  Worlds worlds = worlds_of(*rules, *rules->role("player"));
  for (int round = 1; round <= 4; ++round) REQUIRE(worlds.advance(std::nullopt, std::nullopt) == Outcome::kDone);
  CHECK(worlds.size() == 256);
  CHECK(worlds.terminal().all);
  CHECK(worlds.advance(std::nullopt, std::nullopt) == Outcome::kUnexplained);
  CHECK(worlds.size() == 256);
}

TEST_CASE("a world in which a role has no legal move is not possible any more") {
  // Chance takes the last token, or not; only with it there is a move.
  auto rules = rules_of_text(R"(
(role player) (role random) (init token) (init (step 1))
(legal player noop)
(<= (legal random take) (true token)) (<= (legal random leave) (true token))
(<= (next token) (does random leave))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= (sees player tick) (does player noop))
(<= terminal (true (step 3)))
(goal player 50) (goal random 50))");
  Worlds worlds = worlds_of(*rules, *rules->role("player"));
  REQUIRE(worlds.advance(std::nullopt, std::nullopt) == Outcome::kDone);
  CHECK(worlds.size() == 2);
  REQUIRE(worlds.advance(std::nullopt, std::nullopt) == Outcome::kDone);
  CHECK(worlds.size() == 2);
  for (std::size_t w = 0; w < worlds.size(); ++w) CHECK(worlds.weight(w) == doctest::Approx(0.5));
}

TEST_CASE("worlds that are added have the weight they are given") {
  auto rules = rules_of_text(numbers_game(4));
  Worlds worlds = worlds_of(*rules, *rules->role("player"));
  std::vector<game::FluentId> fluents = rules->whole()->fluents;
  std::vector<game::FluentId> other = {fluents[0], fluents[1]};
  worlds.add(other, 3);
  REQUIRE(worlds.size() == 2);
  CHECK(worlds.weight(0) == doctest::Approx(0.25));
  CHECK(worlds.weight(1) == doctest::Approx(0.75));
  CHECK(worlds.state(1) == other);
  worlds.add(rules->initial(), 1);
  REQUIRE(worlds.size() == 2);
  CHECK(worlds.weight(0) == doctest::Approx(1.25 / 2));
}

TEST_CASE("a sample has no bias") {
  constexpr std::size_t kWorlds = 60, kKept = 20, kSeeds = 4000;
  std::vector<double> weights;
  double total = 0;
  for (std::size_t w = 0; w < kWorlds; ++w) {
    weights.push_back(w % 10 == 0 ? 10.0 + static_cast<double>(w) : 0.1 + 0.01 * static_cast<double>(w));
    total += weights.back();
  }
  std::vector<double> sums(kWorlds), squares(kWorlds);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    belief::WorldSet set;
    set.clear(1, kWorlds);
    for (std::uint64_t w = 0; w < kWorlds; ++w) set.add(&w, belief::WorldSet::hash(&w, 1), weights[w] / total);
    Random random(seed);
    set.thin(kKept, random);
    REQUIRE(set.size() == kKept);
    double sum = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      sums[*set.row(i)] += set.weight(i);
      squares[*set.row(i)] += set.weight(i) * set.weight(i);
      sum += set.weight(i);
    }
    CHECK(sum == doctest::Approx(1).epsilon(1e-9));
  }
  for (std::size_t w = 0; w < kWorlds; ++w) {
    CAPTURE(w);
    double mean = sums[w] / kSeeds, variance = std::max(0.0, squares[w] / kSeeds - mean * mean);
    CHECK(std::abs(mean - weights[w] / total) < 4.5 * std::sqrt(variance / kSeeds) + 1e-12);
    if (w % 10 == 0) CHECK(variance < 1e-12);  // the heavy ones are always kept
  }
}

TEST_CASE("a sample has no bias when it is thinned in the middle of a round") {
  constexpr std::size_t kSeeds = 1500;
  auto rules = rules_of_text(numbers_game(20));
  const belief::NumberedCircuit& circuit = *rules->whole();
  std::vector<double> sums(circuit.fluents.size()), squares(sums.size());
  Worlds worlds = worlds_of(*rules, *rules->role("player"), 60);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    worlds.start(rules->initial());
    REQUIRE(worlds.advance(std::nullopt, game::Percepts{}) == Outcome::kDone);
    REQUIRE(worlds.size() == 10);
    worlds.thin(8, random);
    REQUIRE(worlds.advance(std::nullopt, std::nullopt) == Outcome::kDone);
    REQUIRE(worlds.advance(std::nullopt, game::Percepts{}) == Outcome::kDone);
    std::vector<Worlds::Share> shares = worlds.fluents();
    for (std::size_t f = 0; f < shares.size(); ++f) {
      sums[f] += shares[f].weight;
      squares[f] += shares[f].weight * shares[f].weight;
    }
  }
  for (std::size_t f = 0; f < sums.size(); ++f) {
    std::string text = rules->text(circuit.fluents[f]);
    CAPTURE(text);
    double expected = 0;
    if (text.starts_with("(named 1 ")) expected = 1.0 / 20;
    // It was not low: 10 to 19.
    if (text.starts_with("(named 0 ") || text.starts_with("(named 2 ")) expected = text.size() == 12 ? 1.0 / 10 : 0;
    if (text == "(step 3)") expected = 1;
    double mean = sums[f] / kSeeds, variance = std::max(0.0, squares[f] / kSeeds - mean * mean);
    CHECK(std::abs(mean - expected) < 4.5 * std::sqrt(variance / kSeeds) + 1e-9);
  }
}

TEST_CASE("a set finds equal rows among many, also when it has grown and was widened") {
  belief::WorldSet set;
  set.clear(2, 1);
  for (int pass = 0; pass < 2; ++pass)
    for (std::uint64_t i = 0; i < 5000; ++i) {
      std::uint64_t row[] = {i * 64, i % 7};
      set.add(row, belief::WorldSet::hash(row, 2), 1);
    }
  CHECK(set.size() == 5000);
  set.widen(3);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    std::uint64_t row[] = {i * 64, i % 7, 0};
    set.add(row, belief::WorldSet::hash(row, 3), 1);
  }
  CHECK(set.size() == 5000);
  for (std::size_t i = 0; i < set.size(); ++i) CHECK(set.weight(i) == 3);
}
