// SPDX-License-Identifier: MIT
//
// The player that chooses a strategy: it solves what is small, and lets strategies play each other where that says
// something.
#include "play/auto_player.h"

#include <cmath>

#include "play/asked_policy.h"
#include "play/contest.h"
#include "play/solved.h"
#include "play/strategies.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::play;
using namespace percept::test;

namespace {

std::shared_ptr<const game::Model> model_of_own(const std::string& game) {
  return got(game::Model::make(got(gdl::read_file((project_root() / "games" / (game + ".kif")).string()))));
}

// So many seconds, whatever they are spent on; and what was explained last.
class Seconds final : public Thinking {
 public:
  explicit Seconds(double seconds) : deadline_(in_seconds(seconds)) {}
  void offer(std::string, bool) override {}
  double seconds_left() const override { return std::max(0.0, -seconds_since(deadline_)); }
  bool over() const override { return Clock::now() >= deadline_; }
  Budget budget() const override { return {}; }  // as a clock gives it: the deadline is known to it alone
  void explain(Reasons reasons) override { last = std::move(reasons); }
  Reasons last;

 private:
  Deadline deadline_;
};

}  // namespace

TEST_CASE("auto solves what is small: hardly anything can be won from it") {
  for (const char* game : {"kuhn_poker", "liars_dice"}) {
    CAPTURE(game);
    std::shared_ptr<const gdl::Description> rules =
        got(gdl::read_file((project_root() / "games" / (std::string(game) + ".kif")).string()));
    auto layout = laid_out(whole_of_own(game));
    search::Profile profile = got(ask(*layout, {.strategy = "auto", .asks = 1, .seconds = 20}, rules));
    search::Crew crew;
    CHECK(evaluate(*layout, profile, crew).exploitability() < 0.5);
  }
}

TEST_CASE("auto says why it chose what it chose, also without a clock") {
  struct Expected {
    std::string game, why;
  };
  for (const Expected& expected :
       {Expected{"nim", "mcts: nothing is hidden"},
        Expected{"noughts_and_crosses", "mcts: nothing was seen to be hidden in 100 random matches"},
        Expected{"kuhn_poker", "solved: 12 information sets"},
        Expected{"meier", "solved by what can be known: 4221 sets"},
        Expected{"kuhn_poker_3p", "solved, without a promise: 48 information sets"},
        Expected{"mastermind_448", "ismcts: something is hidden"},
        Expected{"blind_breakthrough_8x8", "ismcts: something is hidden"}}) {
    CAPTURE(expected.game);
    auto model = model_of_own(expected.game);
    AutoPlayer player(3);
    Seconds thinking(1000);
    auto whole = got(model->whole(circuit::Logic::kTwoValued));
    std::uint32_t role = 0;
    while (whole->lexicon->text(game::RoleId{role}) == "random") ++role;
    REQUIRE(player.start(
        {model->shared_description(), whole->lexicon->text(game::RoleId{role}), std::nullopt, std::nullopt, model},
        thinking));
    CHECK(player.why().substr(0, expected.why.size()) == expected.why);
  }
}

TEST_CASE("auto lets strategies play each other in its start clock, and comes to an end") {
  auto model = model_of_own("phantom_tictactoe");
  AutoPlayer player(3);
  Seconds thinking(4);
  REQUIRE(player.start({model->shared_description(), "crosses", 4, 1, model}, thinking));
  CHECK(player.why().find("pairs of quick matches") != std::string::npos);
  Seconds choosing(1);
  REQUIRE(player.choose(choosing));
  CHECK(choosing.last.strategy == player.why());
  CHECK_FALSE(choosing.last.thoughts.empty());
}

TEST_CASE("a game with far too many views is solved on what is known, and others have to beat that") {
  auto model = model_of_own("meier");
  AutoPlayer player(3);
  constexpr double kClock = kSanitized ? 50 : 5;
  Seconds thinking(kClock);
  REQUIRE(player.start({model->shared_description(), "p1", kClock, 1, model}, thinking));
  CHECK_MESSAGE(
      player.why().starts_with("solved by what can be known: 4221 sets; the solution: nothing clearly beat it"),
      player.why());
  Seconds choosing(1);
  REQUIRE(player.choose(choosing));
  CHECK_FALSE(solve_whole(whole_of_own("meier"), {.known_iterations = 5}, {}));  // that says little yet
  auto solved = solve_whole(whole_of_own("meier"), {.known_iterations = 100}, {});
  REQUIRE(solved);
  CHECK(solved->by_knowledge);
  CHECK_FALSE(solved->promised);
  CHECK(solved->exploitability < 0.01);
  CHECK_FALSE(solved->policy->facts.contains("exploitability"));  // nobody knows
}

TEST_CASE("auto takes no more seconds than it is allowed, whatever the clocks say") {
  auto model = model_of_own("phantom_tictactoe");
  auto player = got(make_player("auto:seconds=1", 3));
  Seconds thinking(100'000);  // it would not come back before somebody ended the test
  REQUIRE(player->start({model->shared_description(), "crosses", 100'000, 100'000, model}, thinking));
  CHECK(player->choose(thinking));
}

TEST_CASE("auto learns where nothing is hidden and its clock is long, and keeps what it learnt only if that wins") {
  auto model = model_of_own("noughts_and_crosses");
  for (double clock : {4.0, 11.0}) {
    if (clock > 10 && effort() <= 1) continue;
    AutoPlayer player(3);
    Seconds thinking(clock);
    REQUIRE(player.start({model->shared_description(), "crosses", clock, 1, model}, thinking));
    // Nobody beats whom nobody can beat, if there was anything to learn from players that hardly ever lose.
    CHECK(player.why().starts_with("mcts: nothing "));
    if (clock < 10) CHECK(player.why().starts_with("mcts: nothing was seen to be hidden"));
    Seconds choosing(1);
    REQUIRE(player.choose(choosing));
  }
}

TEST_CASE("what auto learnt takes part in the contest where something is hidden, too") {
  auto model = model_of_own("blind_breakthrough_5x5");
  test::TemporaryFolder folder;
  auto memory = std::make_shared<const Memory>(folder.path().string());
  // One of these rules that is remembered need not be learnt first.
  auto simulator = got(search::Simulator::make(model));
  search::ValueLearner learner(*simulator, {.seed = 2});
  learner.run(300);
  REQUIRE(memory->keep(TrainedValue::of(learner, *model, *simulator)));
  AutoPlayer player(3, 0, memory);
  Seconds thinking(8.5);
  REQUIRE(player.start({model->shared_description(), "black", 8.5, 1, model}, thinking));
  CHECK_MESSAGE(player.why().find("learnt") != std::string::npos, player.why());
}

TEST_CASE("a contest tells a value that was learnt from its opposite") {
  auto model = model_of_own("connect_four_4x4");
  auto simulator = got(search::Simulator::make(model));
  search::ValueLearner learner(*simulator, {});
  learner.run(30);
  search::LearntValue opposite = learner.value();
  for (float& weight : opposite.weights()) weight = -weight;
  search::ValueLearner wrong(*simulator, learner.settings(), opposite, learner.squares(), learner.progress());
  auto trained = [&](const search::ValueLearner& of) {
    return std::make_shared<const TrainedValue>(TrainedValue::of(of, *model, *simulator));
  };
  std::string hasty = "mcts:leaves=12:each=1:blend=90";
  std::vector<Contestant> both = {{hasty, trained(wrong)}, {hasty, trained(learner)}};
  // A slow machine plays fewer matches in a second.
  double low = 0;
  for (double seconds = 3; seconds < 60 && low <= 0; seconds *= 2)
    low = contest(model, both, {.seconds = 5}, Budget().within(seconds))[1].low();
  CHECK(low > 0);
}

TEST_CASE("a contest finds the better player, whichever comes first") {
  auto model = model_of_own("krieg_tictactoe_3x3");
  auto gain = [&](std::vector<Contestant> contestants) {
    Estimate out;
    for (double seconds = 2; seconds < 60 && out.low() <= 0 && out.high() >= 0; seconds *= 2)
      out = contest(model, contestants, {.seconds = 5}, Budget().within(seconds))[1];
    return out;
  };
  Estimate better = gain({{"random"}, {"hyperplay:leaves=200"}}), worse = gain({{"hyperplay:leaves=200"}, {"random"}});
  CHECK(better.low() > 0);
  CHECK(worse.high() < 0);
  // Who cannot play the game gains nothing, and does not disturb the others.
  std::vector<Contestant> unfit = {{"random"}, {"resolve"}, {"hyperplay:leaves=200"}};
  std::vector<Estimate> gains(3);
  for (double seconds = 1; seconds < 60 && gains[2].count <= 2; seconds *= 2)
    gains = contest(model_of_own("kuhn_poker_3p"), unfit, {.seconds = 5}, Budget().within(seconds));
  CHECK(gains[1].count == 0);
  CHECK(gains[2].count > 2);
}

TEST_CASE("pairs of a contest have the same chance: who plays like the first gains nothing in any of them") {
  auto model = model_of_own("kuhn_poker");
  std::vector<Contestant> same(2, {"random"});
  Estimate gain;
  for (double seconds = 0.2; seconds < 60 && gain.count < 5; seconds *= 2)
    gain = contest(model, same, {.seconds = 5}, Budget().within(seconds))[1];
  CHECK(gain.count >= 5);
  CHECK(gain.mean == 0);
  CHECK(gain.low() == 0);
  CHECK(gain.high() == 0);
}

TEST_CASE("nature's moves in a contest tell nobody anything: who guesses by chance guesses half of them") {
  auto model = got(game::Model::make(gdl::read_text("test", R"((role a) (role random) (init start)
    (side heads) (side tails)
    (<= (legal a (say ?s)) (side ?s)) (<= (legal random (put ?s)) (side ?s))
    (<= (next (put ?s)) (true start) (does random (put ?s)))
    (<= (next over) (not (true start)))
    (<= (next right) (does a (say ?s)) (true (put ?s)))
    (<= terminal (true over)) (<= (goal a 100) (true right)) (<= (goal a 0) (not (true right)))
    (<= (sees a nothing) (true over)))")));
  // Who falls behind by chance plays no more: so from several seeds.
  std::vector<Contestant> contestants = {{"legal"}, {"random"}};
  double sum = 0, count = 0;
  for (std::uint64_t seed = 1; seed < 1000 && (seed < 200 || count < 60); seed += 20) {
    Estimate gain = contest(model, contestants, {.seconds = 5, .seed = seed}, Budget().within(0.2))[1];
    sum += gain.mean * static_cast<double>(gain.count);
    count += static_cast<double>(gain.count);
  }
  REQUIRE(count >= 60);
  CHECK(std::abs(sum / count) < 30);
}

TEST_CASE("a game that is too large, or has one role, is not solved; with three roles or any sum nothing is promised") {
  CHECK_FALSE(solve_whole(whole_of_own("blind_breakthrough_8x8"), {.bytes = 1 << 20}, {}));
  auto three = solve_whole(whole_of_own("kuhn_poker_3p"), {.iterations = 2000}, {});
  REQUIRE(three);
  CHECK_FALSE(three->promised);
  CHECK_FALSE(three->by_knowledge);
  auto unlike = solve_whole(
      whole_of_text(R"((role a) (role b) (init start) (<= (legal ?r quiet) (role ?r)) (<= (legal ?r talk) (role ?r))
    (<= (next (talked ?r)) (does ?r talk)) (<= (next over) (true start)) (<= terminal (true over)) (other a b) (other b a)
    (<= (goal ?r 60) (other ?r ?s) (not (true (talked ?r))) (not (true (talked ?s))))
    (<= (goal ?r 0) (other ?r ?s) (not (true (talked ?r))) (true (talked ?s)))
    (<= (goal ?r 100) (other ?r ?s) (true (talked ?r)) (not (true (talked ?s))))
    (<= (goal ?r 20) (other ?r ?s) (true (talked ?r)) (true (talked ?s))))"),
      {.iterations = 200}, {});
  REQUIRE(unlike);
  CHECK_FALSE(unlike->promised);
  CHECK_FALSE(solve_whole(whole_of_own("number_guessing"), {}, {}));
  auto solved = solve_whole(whole_of_own("kuhn_poker"), {.iterations = 1000}, {});
  REQUIRE(solved);
  CHECK(solved->promised);
  CHECK(solved->information_sets == 12);
  CHECK(solved->exploitability < 0.02);
  CHECK_FALSE(solve_whole(whole_of_own("kuhn_poker"), {.iterations = 1}, {}));  // that is no equilibrium yet
}
