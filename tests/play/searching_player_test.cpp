// SPDX-License-Identifier: MIT
//
// Players that search: they win where random play does not, never lose what cannot be lost, ask where asking pays, and
// do the same whatever is hidden from them.
#include "play/searching_player.h"

#include <map>
#include <set>

#include "game/playing.h"
#include "game/playout.h"
#include "play/patience.h"
#include "play/strategies.h"
#include "support/support.h"

using namespace percept;
using namespace percept::play;
using percept::test::effort;
using percept::test::got;
using percept::test::Patience;

namespace {

std::filesystem::path own(const std::string& name) { return test::project_root() / "games" / (name + ".kif"); }

struct Played {
  std::vector<int> goals;                                              // by role
  std::vector<std::pair<std::vector<std::string>, std::string>> told;  // what the searching role knew, and its move
  std::vector<double> thoughts;                                        // what it thought each of its moves is worth
};

// A match: one role by the player, the others by `reply`, nature and whoever has one move by chance.
using Reply = std::function<game::MoveId(const game::State&, game::RoleId, const std::vector<game::MoveId>&)>;
Played match_of(game::Game& game, const std::string& role_name, const std::shared_ptr<Player>& player,
                std::uint64_t seed, const Reply& reply) {
  game::RoleId role = *game.role(role_name);
  Patience patience;
  REQUIRE(player->start(
      {game.shared_model()->shared_description(), role_name, std::nullopt, std::nullopt, game.shared_model()},
      patience));
  Random random(seed);
  Played out;
  std::vector<std::string> known;
  game::State state = game.initial();
  while (!got(game.terminal(state))) {
    game::JointMove joint = got(game::random_joint_move(game, state, random));
    for (std::uint32_t r = 0; r < game.roles(); ++r) {
      auto legal = got(game.legal(state, game::RoleId{r}));
      if (role == game::RoleId{r}) {
        std::string move = got(player->choose(patience));
        out.told.emplace_back(known, move);
        for (const Thought& thought : std::exchange(patience.reasons, {}).thoughts)
          out.thoughts.push_back(thought.value);
        joint[r] = got(game.parse_move(role, move));
        REQUIRE(std::ranges::find(legal, joint[r]) != legal.end());
      } else if (reply && legal.size() > 1 && game.random() != game::RoleId{r}) {
        joint[r] = reply(state, game::RoleId{r}, legal);
      }
    }
    Told told{game.text(role, joint[role.value]), std::vector<std::string>()};
    for (game::PerceptId percept : got(game.percepts(state, joint, role))) told.percepts->push_back(game.text(percept));
    known.push_back(*told.move);
    for (const std::string& percept : *told.percepts) known.push_back(percept);
    state = got(game.next(state, joint));
    CHECK(player->hear(told, patience));
  }
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    auto goals = got(game.goals(state, game::RoleId{r}));
    out.goals.push_back(goals.empty() ? 0 : goals.front());
  }
  return out;
}

Played match_of(game::Game& game, const std::string& role_name, const std::string& spec, std::uint64_t seed,
                const Reply& reply) {
  return match_of(game, role_name, std::shared_ptr<Player>(got(make_player(spec, 1))), seed, reply);
}

// The mean goal of the player over so many matches in each role that is no other than nature's.
double mean_goal(game::Game& game, const std::string& spec, int matches) {
  double sum = 0;
  int count = 0;
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    if (game.random() == game::RoleId{r}) continue;
    for (int seed = 0; seed < matches; ++seed, ++count)
      sum += match_of(game, game.text(game::RoleId{r}), spec, static_cast<std::uint64_t>(seed) + 1, {}).goals[r];
  }
  return sum / count;
}

// Noughts and crosses played as well as can be: one of the moves that are worth most.
class Perfect {
 public:
  explicit Perfect(game::Game& game) : game_(game) {}
  game::MoveId operator()(const game::State& state, game::RoleId role, const std::vector<game::MoveId>& legal) {
    int best = -1;
    std::vector<game::MoveId> moves;
    for (game::MoveId move : legal) {
      int worth = value(after(state, role, move), role);
      if (worth > best) moves.clear();
      best = std::max(best, worth);
      if (worth == best) moves.push_back(move);
    }
    return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
  }

 private:
  game::State after(const game::State& state, game::RoleId role, game::MoveId move) {
    game::JointMove joint(2);
    joint[role.value] = move;
    joint[1 - role.value] = got(game_.legal(state, game::RoleId{1 - role.value})).front();
    return got(game_.next(state, joint));
  }
  int value(const game::State& state, game::RoleId role) {
    auto key = std::pair(game_.text(state), role.value);
    if (auto known = known_.find(key); known != known_.end()) return known->second;
    if (got(game_.terminal(state))) return known_[key] = got(game_.goals(state, role)).front();
    auto own = got(game_.legal(state, role));
    bool mine = own.size() > 1 || game_.text(role, own.front()) != "noop";
    game::RoleId mover = mine ? role : game::RoleId{1 - role.value};
    int best = mine ? -1 : 101;
    for (game::MoveId move : got(game_.legal(state, mover))) {
      int worth = value(after(state, mover, move), role);
      best = mine ? std::max(best, worth) : std::min(best, worth);
    }
    return known_[key] = best;
  }
  game::Game& game_;
  Random random_{7};
  std::map<std::pair<std::string, std::uint32_t>, int> known_;
};

}  // namespace

TEST_CASE("mcts never loses noughts and crosses") {
  auto game = test::game_of_file(own("noughts_and_crosses"), game::Game::Choice::kCircuit);
  Perfect perfect(game);
  for (const char* role : {"crosses", "noughts"})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      std::size_t number = game.role(role)->value;
      CHECK(match_of(game, role, "mcts:leaves=3000", seed, {}).goals[number] >= 50);
      CHECK(match_of(game, role, "mcts:leaves=3000", seed, std::ref(perfect)).goals[number] == 50);
    }
}

TEST_CASE("mcts beats random play with few leaves") {
  auto game = test::game_of_file(own("connect_four_7x6"), game::Game::Choice::kCircuit);
  CHECK(mean_goal(game, "mcts:leaves=300", 4) == 100);
}

TEST_CASE("mcts beats random play with few leaves, in games by others") {
  REQUIRE_CORPUS();
  auto game = test::game_of_file(test::corpus() / "games/gdl1/breakthroughSmall.kif", game::Game::Choice::kCircuit);
  CHECK(mean_goal(game, "mcts:leaves=300", 3) == 100);
  // Long matches: the leaves of a late move are not all sent out at once because there were many before.
  auto reversi = test::game_of_file(test::corpus() / "games/gdl1/reversi.kif", game::Game::Choice::kCircuit);
  CHECK(mean_goal(reversi, "mcts:leaves=300", 3) == 100);
}

TEST_CASE("the candidate of Monty Hall always switches") {
  auto game = test::game_of_file(own("monty_hall"), game::Game::Choice::kCircuit);
  for (const char* spec :
       {"mcts:leaves=500", "hyperplay:leaves=500", "hyperplay2:leaves=500", "ismcts:leaves=500", "auto"})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(std::string(spec));
      CHECK(match_of(game, "candidate", spec, seed, {}).told.back().second == "switch");
    }
}

TEST_CASE("while the others think, it looks at what follows its move") {
  struct Moment : Patience {
    Moment() : Patience(0.05) {}
    Budget budget() const override { return time; }
    Budget time = Budget().within(0.05);
  };
  auto game = test::game_of_file(own("rock_paper_scissors"), game::Game::Choice::kCircuit);
  std::size_t mixed = 0;  // mostly it would rather not be sure what it makes
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    auto player = got(make_player("ismcts", seed));
    Patience patience;
    Moment move, others;
    std::string role = game.text(game::RoleId{0});
    REQUIRE(player->start({game.shared_model()->shared_description(), role, 1, 0.05, game.shared_model()}, patience));
    std::string made = got(player->choose(move));
    auto* mixing = dynamic_cast<Mixing*>(player.get());
    mixed += mixing->mix().size() > 1 ? 1 : 0;
    player->ponder(others);
    REQUIRE(mixing->mix().size() == 1);
    CHECK(mixing->mix().front().first == made);
  }
  CHECK(mixed > 1);
}

TEST_CASE("who does not ponder leaves the time of the others to them") {
  // Whoever asks for the time there is, may use it.
  struct Moment : Patience {
    Budget budget() const override {
      ++asked;
      return Budget().within(0.02);
    }
    mutable std::size_t asked = 0;
  };
  auto game = test::game_of_file(own("connect_four_7x6"), game::Game::Choice::kCircuit);
  for (const char* spec : {"mcts", "hyperplay", "hyperplay2", "ismcts", "resolve", "auto"})
    for (bool ponders : {false, true}) {
      CAPTURE(spec);
      auto player = got(make_player(std::string(spec) + (ponders ? "" : ":ponder=no"), 1));
      Patience patience(0.1);
      Moment move, others;
      std::string role = game.text(game::RoleId{0});
      auto model = game.shared_model();
      REQUIRE(player->start({model->shared_description(), role, 0.1, 0.05, model}, patience));
      got(player->choose(move));
      player->ponder(others);
      CHECK((others.asked > 0) == ponders);
    }
}

TEST_CASE("hyperplay2 asks for the number until it knows it") {
  auto game = test::game_of_file(own("number_guessing"), game::Game::Choice::kCircuit);
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    CHECK(match_of(game, "guesser", "hyperplay2:leaves=500", seed, {}).goals[game.role("guesser")->value] == 100);
}

TEST_CASE("they beat random play where something is hidden") {
  auto krieg = test::game_of_file(own("krieg_tictactoe_3x3"), game::Game::Choice::kCircuit);
  auto kuhn = test::game_of_file(own("kuhn_poker"), game::Game::Choice::kCircuit);
  for (const char* spec : {"hyperplay:leaves=1000", "hyperplay2:leaves=2000", "ismcts:leaves=2000"}) {
    CAPTURE(spec);
    CHECK(mean_goal(krieg, spec, 20) >= 70);
    CHECK(mean_goal(kuhn, spec, 60) > 1.04 * mean_goal(kuhn, "random", 60));
  }
}

TEST_CASE("whoever starts a match plays it as if there had been none before") {
  auto game = test::game_of_file(own("krieg_tictactoe_3x3"), game::Game::Choice::kCircuit);
  for (const char* spec : {"mcts:leaves=60", "hyperplay:leaves=100", "hyperplay2:leaves=100", "ismcts:leaves=600",
                           "resolve:iterations=10"}) {
    CAPTURE(spec);
    std::shared_ptr<Player> player = got(make_player(spec, 1));
    (void)match_of(game, "noughts", player, 1, {});
    for (std::uint64_t seed = 2; seed <= 4; ++seed) {
      Played again = match_of(game, "noughts", player, seed, {}), fresh = match_of(game, "noughts", spec, seed, {});
      CHECK(again.told == fresh.told);
      CHECK(again.thoughts == fresh.thoughts);
    }
  }
}

TEST_CASE("another seed is another search, and so are more threads") {
  auto game = test::game_of_file(own("krieg_tictactoe_3x3"), game::Game::Choice::kCircuit);
  auto thoughts = [&](const std::string& spec, std::uint64_t seed) {
    auto player = got(make_player(spec, seed));
    Patience patience;
    REQUIRE(
        player->start({game.shared_model()->shared_description(), "crosses", {}, {}, game.shared_model()}, patience));
    REQUIRE(player->choose(patience));
    std::vector<std::pair<std::string, std::uint64_t>> out;
    for (const Thought& thought : patience.reasons.thoughts) out.emplace_back(thought.move, thought.visits);
    return out;
  };
  for (const std::string spec :
       {"mcts:leaves=2000", "hyperplay:leaves=2000", "hyperplay2:leaves=2000", "ismcts:leaves=2000"}) {
    CAPTURE(spec);
    CHECK(thoughts(spec, 1).size() == 9);
    CHECK(thoughts(spec, 1) == thoughts(spec + ":seed=1", 7));
    CHECK(thoughts(spec, 1) != thoughts(spec, 2));
  }
  CHECK(thoughts("mcts:leaves=2000:threads=2", 1) != thoughts("mcts:leaves=2000", 1));
}

TEST_CASE("nothing they do depends on what is hidden from them") {
  test::TemporaryFolder folder;
  for (const char* name : {"monty_hall", "kuhn_poker", "krieg_tictactoe_3x3"}) {
    auto game = test::game_of_file(own(name), game::Game::Choice::kCircuit);
    auto simulator = got(search::Simulator::make(game.shared_model()));
    search::ValueLearner learner(*simulator, {});
    learner.run(2);
    std::string learnt =
        ":value=" +
        folder.write("learnt", TrainedValue::of(learner, *game.shared_model(), *simulator).write()).string();
    for (const std::string& spec :
         {std::string("mcts:leaves=60"), std::string("hyperplay:leaves=100:models=20"),
          std::string("hyperplay2:leaves=100:models=20"), std::string("ismcts:leaves=100:models=20"),
          std::string("auto"), std::string("resolve:iterations=10"), "hyperplay:leaves=100:models=20" + learnt,
          "ismcts:leaves=100:models=20" + learnt, "resolve:iterations=10" + learnt}) {
      if (std::string_view(name) == "monty_hall" && spec.starts_with("resolve")) continue;
      CAPTURE(name);
      CAPTURE(spec);
      std::size_t again = 0;
      for (std::uint32_t r = 0; r < game.roles(); ++r) {
        if (game.random() == game::RoleId{r}) continue;
        std::map<std::vector<std::string>, std::string> moves;
        for (std::uint64_t seed = 1; seed <= 8; ++seed)
          for (const auto& [known, move] : match_of(game, game.text(game::RoleId{r}), spec, seed, {}).told) {
            auto [at, is_new] = moves.try_emplace(known, move);
            again += is_new ? 0 : 1;
            CHECK(at->second == move);
          }
      }
      CHECK(again > 8);
    }
  }
}

namespace {

// What it thinks of its moves, by their texts, when it is asked.
std::map<std::string, double> thoughts_of(Player& player) {
  Patience patience;
  REQUIRE(player.choose(patience));
  std::map<std::string, double> out;
  for (const Thought& thought : patience.reasons.thoughts) out[thought.move] = thought.value;
  return out;
}

void start_as_a(Player& player, const std::string& rules) {
  Patience patience;
  REQUIRE(player.start({gdl::read_text("test", rules), "a", {}, {}}, patience));
}

void hear(Player& player, const std::string& move) {
  Patience patience;
  REQUIRE(player.hear({move, std::vector<std::string>{}}, patience));
}

}  // namespace

TEST_CASE("of more worlds than there may be models, each counts as often as it is likely") {
  // Half of twelve numbers lead to one world, the others to one each; four models.
  auto player = got(make_player("hyperplay:leaves=100:models=4", 1));
  start_as_a(*player, R"(
    (role a) (role random) (init (at 0)) (answer often) (answer seldom)
    (means 1 often) (means 2 often) (means 3 often) (means 4 often) (means 5 often) (means 6 often)
    (means 7 seven) (means 8 eight) (means 9 nine) (means 10 ten) (means 11 eleven) (means 12 twelve)
    (<= (legal random (draw ?k)) (true (at 0)) (means ?k ?x)) (<= (legal random noop) (true (at 1)))
    (<= (legal a noop) (true (at 0))) (<= (legal a (say ?s)) (true (at 1)) (answer ?s))
    (<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1))) (<= terminal (true (at 2)))
    (<= (next (is ?x)) (does random (draw ?k)) (means ?k ?x)) (<= (next (is ?x)) (true (is ?x)))
    (<= (next (said ?s)) (does a (say ?s))) (<= (sees random ?m) (does random ?m))
    (<= right (true (said often)) (true (is often))) (<= right (true (said seldom)) (not (true (is often))))
    (<= (goal a 100) right) (<= (goal a 0) (not right)) (goal random 0))");
  hear(*player, "noop");
  CHECK(thoughts_of(*player) == std::map<std::string, double>{{"(say often)", 0.5}, {"(say seldom)", 0.5}});
}

TEST_CASE("ismcts holds likely what it would have had others do before, in this match") {
  // What b does unseen at first is worth something to b on the left alone.
  const std::string rules = R"(
    (role a) (role b) (init (at 0)) (side left) (side right)
    (<= (legal a wait) (true (at 0))) (<= (legal a rest) (true (at 0))) (<= (legal b (go ?s)) (true (at 0)) (side ?s))
    (<= (legal a (say ?s)) (true (at 1)) (side ?s)) (<= (legal b noop) (true (at 1)))
    (<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1))) (<= terminal (true (at 2)))
    (<= (next (went ?s)) (does b (go ?s))) (<= (next (went ?s)) (true (went ?s)))
    (<= (next (said ?s)) (does a (say ?s))) (<= (sees b ?s) (does b (go ?s)))
    (<= right (true (said ?s)) (true (went ?s))) (<= (goal a 100) right) (<= (goal a 0) (not right))
    (<= (goal b 100) (true (went left))) (<= (goal b 0) (not (true (went left)))))";
  auto player = got(make_player("ismcts:leaves=2000", 1));
  start_as_a(*player, rules);
  (void)thoughts_of(*player);
  hear(*player, "wait");
  CHECK(thoughts_of(*player)["(say left)"] > 0.8);
  // It was not asked before, and has no plan to go by.
  start_as_a(*player, rules);
  hear(*player, "wait");
  CHECK(thoughts_of(*player)["(say left)"] < 0.7);
}

TEST_CASE("what it thought of each move is there, best first") {
  auto game = test::game_of_file(own("nim"), game::Game::Choice::kCircuit);
  SearchingPlayer player({.kind = SearchKind::kMcts, .leaves = 5000});
  Patience patience;
  REQUIRE(player.start({game.shared_model()->shared_description(), game.text(game::RoleId{0}), std::nullopt,
                        std::nullopt, game.shared_model()},
                       patience));
  std::string move = got(player.choose(patience));
  std::vector<Thought> thoughts = player.thoughts();
  REQUIRE(thoughts.size() > 1);
  CHECK(thoughts.front().move == move);
  CHECK(patience.reasons.thoughts.size() == thoughts.size());
  CHECK(patience.reasons.thoughts.front().move == move);
  CHECK(patience.reasons.positions == 1);
  CHECK(thoughts.front().lowest == 1);  // the first player wins, if it knows how
  REQUIRE_FALSE(thoughts.front().line.empty());
  CHECK(thoughts.front().line.front() == move);  // of those who choose: the other one waits
}

TEST_CASE("they think in every round by the clock, also about rules that are too large to ground") {
  struct Clocked : Patience {
    Clocked() : Patience(0.2) {}
    Budget budget() const override { return time; }
    Budget time = Budget().within(0.2);
  };
  auto game = test::game_of(gdl::read_text("tall", R"(
(role p) (role q) (init (at z))
(legal p good) (legal p bad) (legal q x) (legal q y)
(<= (next (at (s ?n))) (true (at ?n)))
(<= (next spoilt) (does p bad)) (<= (next spoilt) (true spoilt))
(<= (sees q ?m) (does q ?m)) (<= (sees p (did ?m)) (does p ?m))
(<= terminal (true (at (s (s (s (s z)))))))
(<= (goal p 100) (not (true spoilt))) (<= (goal p 0) (true spoilt))
(<= (goal q 0) (not (true spoilt))) (<= (goal q 100) (true spoilt))
)"),
                            game::Game::Choice::kProver);
  for (const char* spec : {"mcts", "hyperplay", "hyperplay2", "ismcts", "resolve"}) {
    CAPTURE(spec);
    auto player = got(make_player(spec, 1));
    Clocked start;
    auto model = game.shared_model();
    REQUIRE(player->start({model->shared_description(), "p", 0.2, 0.2, model}, start));
    for (int round = 0; round < 4; ++round) {
      Clocked thinking;
      std::string move = got(player->choose(thinking));
      CHECK(move == "good");
      REQUIRE(thinking.reasons.thoughts.size() == 2);
      Clocked hearing;
      CHECK(player->hear({move, std::vector<std::string>{"(did " + move + ")"}}, hearing));
    }
  }
}
