// SPDX-License-Identifier: MIT
//
// Layouts against a plain walk through all histories: how many there are, which views players have, what policies are
// worth, and what a best response gets, by a second method that knows nothing of sequences or merged positions.
#include <map>

#include "base/random.h"
#include "game/walker.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

// Every history, one at a time.
class Plain {
 public:
  explicit Plain(std::shared_ptr<const game::WholeGame> whole) : walker_(game::make_circuit_walker(whole)) {
    const game::Lexicon& lexicon = *whole->lexicon;
    roles_ = lexicon.roles();
    if (whole->imperfect)
      if (auto random = lexicon.role("random")) nature_ = random->value;
    for (std::uint32_t role = 0; role < roles_; ++role)
      if (role != nature_) players_.push_back(role);
    views_.resize(players_.size());
  }

  using View = std::vector<std::uint32_t>;  // own moves and percepts
  // A history: where it is, what each player did and saw, chance.
  struct History {
    game::State state;
    std::vector<View> views;
    double chance;
  };

  std::size_t histories = 0;
  std::map<std::pair<std::size_t, View>, std::size_t> decisions;  // histories of each information set

  // The mean goal of each player when chances(player, view, moves) says how likely its moves are.
  template <class Chances>
  std::vector<double> values(Chances&& chances) {
    histories = 0;
    decisions.clear();
    return value({walker_->initial(), std::vector<View>(players_.size()), 1}, chances);
  }

  const std::vector<std::uint32_t>& players() const { return players_; }

 private:
  template <class Chances>
  std::vector<double> value(const History& history, Chances& chances) {
    ++histories;
    walker_->go(history.state);
    std::vector<double> out(players_.size(), 0);
    if (walker_->terminal()) {
      std::vector<int> goals;
      for (std::size_t p = 0; p < players_.size(); ++p) {
        walker_->goals(game::RoleId{players_[p]}, goals);
        out[p] = goals.at(0);
      }
      return out;
    }
    std::vector<std::vector<game::MoveId>> legal(roles_);
    std::vector<std::vector<double>> weights(roles_);
    for (std::uint32_t role = 0; role < roles_; ++role) {
      walker_->legal(game::RoleId{role}, legal[role]);
      weights[role].assign(legal[role].size(), 1.0 / static_cast<double>(legal[role].size()));
    }
    for (std::size_t p = 0; p < players_.size(); ++p) {
      if (legal[players_[p]].size() < 2) continue;
      ++decisions[{p, history.views[p]}];
      weights[players_[p]] = chances(p, history.views[p], legal[players_[p]]);
    }
    std::vector<std::size_t> at(roles_, 0);
    for (;;) {
      game::JointMove joint;
      double weight = 1;
      for (std::size_t role = 0; role < roles_; ++role) {
        joint.push_back(legal[role][at[role]]);
        weight *= weights[role][at[role]];
      }
      History next{{}, history.views, history.chance * weight};
      walker_->go(history.state);
      for (std::size_t p = 0; p < players_.size(); ++p) {
        game::Percepts seen;
        walker_->percepts(joint, game::RoleId{players_[p]}, seen);
        next.views[p].push_back(joint[players_[p]].value);
        for (game::PerceptId percept : seen) next.views[p].push_back(1000 + percept.value);
        next.views[p].push_back(999);
      }
      walker_->next(joint, next.state);
      std::vector<double> then = value(next, chances);
      for (std::size_t p = 0; p < players_.size(); ++p) out[p] += weight * then[p];
      std::size_t role = roles_;
      while (role > 0 && ++at[role - 1] == legal[role - 1].size()) at[--role] = 0;
      if (role == 0) return out;
    }
  }

  std::unique_ptr<game::Walker> walker_;
  std::size_t roles_;
  std::optional<std::uint32_t> nature_;
  std::vector<std::uint32_t> players_;
  std::vector<std::map<View, std::size_t>> views_;
};

// The view of a layout as the plain walk writes it.
Plain::View plain_view(const Layout& layout, std::size_t player, std::uint32_t view) {
  const Positions& positions = layout.positions();
  const Forest& forest = layout.forest(player);
  if (view == 0) return {};
  Forest::Step step = forest.step(view);
  Plain::View out = plain_view(layout, player, step.parent);
  out.push_back(positions.lists[positions.players[player]][forest.list(step.parent)][step.action]);
  for (std::uint32_t percept : positions.percepts[player][step.seen]) out.push_back(1000 + percept);
  out.push_back(999);
  return out;
}

Profile random_profile(const Layout& layout, std::uint64_t seed) {
  Random random(seed);
  Profile out = uniform_profile(layout);
  for (std::size_t p = 0; p < layout.players(); ++p) {
    const Forest& forest = layout.forest(p);
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
      double sum = 0;
      for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s) sum += out[p][s] = random.unit() + 1e-3;
      for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s) out[p][s] /= sum;
    }
  }
  return out;
}

const std::string kHiddenCoins = R"(
; Nature throws two coins that only a sees one of; b guesses while a chooses a stake, twice.
(role a) (role b) (role random)
(<= (base (coin ?s)) (side ?s)) (side h) (side t)
(init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal random (throw ?s ?t)) (true (step 0)) (side ?s) (side ?t))
(<= (legal random wait) (not (true (step 0))))
(<= (legal ?r wait) (distinct ?r random) (role ?r) (true (step 0)))
(<= (legal a (stake ?n)) (not (true (step 0))) (size ?n)) (size 10) (size 30)
(<= (legal b (guess ?s)) (not (true (step 0))) (side ?s))
(<= (sees a ?s) (does random (throw ?s ?_t)))
(<= (sees b told) (does a (stake 30)) (true (step 1)))
(<= (next (coin ?s)) (does random (throw ?s ?_t))) (<= (next (coin ?s)) (true (coin ?s)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (lost ?m ?n)) (true (step ?m)) (does a (stake ?n)) (does b (guess ?s)) (not (true (coin ?s))))
(<= (next (lost ?m ?n)) (true (lost ?m ?n)))
(<= terminal (true (step 3)))
(<= (goal a 90) (true (lost 1 ?_n)) (true (lost 2 30)))
(<= (goal a 70) (true (lost 1 ?_n)) (true (lost 2 10)))
(<= (goal a 20) (true (lost 1 ?_n)) (not second))
(<= (goal a 60) (not first) second)
(<= (goal a 10) (not first) (not second))
(<= first (true (lost 1 ?_n))) (<= second (true (lost 2 ?_n)))
(<= (goal b 10) (goal a 90)) (<= (goal b 30) (goal a 70)) (<= (goal b 80) (goal a 20)) (<= (goal b 40) (goal a 60))
(<= (goal b 90) (goal a 10))
)";

}  // namespace

TEST_CASE("layouts have the histories, information sets and values of a plain walk") {
  std::vector<std::pair<std::string, std::shared_ptr<const game::WholeGame>>> games;
  for (const std::string name : {"kuhn_poker", "kuhn_poker_3p", "monty_hall", "leduc_poker", "rock_paper_scissors",
                                 "dark_hex_2x2", "exploding_bomb"})
    games.emplace_back(name, whole_of_own(name));
  games.emplace_back("hidden coins", whole_of_text(kHiddenCoins));
  for (const auto& entry : games) {
    CAPTURE(entry.first);
    const auto& whole = entry.second;
    auto layout = laid_out(whole);
    auto walked = laid_out(whole, Kind::kWalked);
    Profile profile = random_profile(*layout, 7);
    // By view, the chances of the profile.
    std::map<std::pair<std::size_t, Plain::View>, std::vector<double>> chances;
    for (std::size_t p = 0; p < layout->players(); ++p) {
      const Forest& forest = layout->forest(p);
      for (std::uint32_t set = 0; set < forest.information_sets(); ++set)
        chances[{p, plain_view(*layout, p, forest.view_of[set])}] = {profile[p].begin() + forest.first[set],
                                                                     profile[p].begin() + forest.first[set + 1]};
    }
    CHECK(chances.size() == layout->information_sets());
    Plain plain(whole);
    std::vector<double> values = plain.values([&](std::size_t p, const Plain::View& view, const auto& moves) {
      auto found = chances.find({p, view});
      REQUIRE(found != chances.end());
      REQUIRE(found->second.size() == moves.size());
      return found->second;
    });
    CHECK(plain.decisions.size() == layout->information_sets());
    CHECK(static_cast<double>(plain.histories) == layout->positions().histories());
    Crew crew(2);
    Evaluation e = evaluate(*layout, profile, crew), w = evaluate(*walked, profile, crew);
    for (std::size_t p = 0; p < layout->players(); ++p) {
      CHECK(e.values[p] == doctest::Approx(values[p]).epsilon(1e-9));
      CHECK(w.values[p] == doctest::Approx(values[p]).epsilon(1e-9));
      CHECK(w.best[p] == doctest::Approx(e.best[p]).epsilon(1e-9));
    }
  }
}

TEST_CASE("a best response gets what it promises, and no deviation in one place gets more") {
  auto whole = whole_of_text(kHiddenCoins);
  auto layout = laid_out(whole);
  Crew crew;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Profile profile = random_profile(*layout, seed);
    Evaluation e = evaluate(*layout, profile, crew);
    for (std::size_t p = 0; p < 2; ++p) {
      std::vector<Plan> plans;
      for (std::size_t q = 0; q < 2; ++q) plans.push_back(plan_of(layout->forest(q), profile[q], crew));
      std::vector<double> gradient(layout->forest(p).sequences());
      layout->outcomes().gradient(p, plans, gradient, crew);
      Profile response = profile;
      best_response(layout->forest(p), gradient, crew, &response[p]);
      CHECK(evaluate(*layout, response, crew).values[p] == doctest::Approx(e.best[p]).epsilon(1e-9));
      // All pure plans, one after the other.
      const Forest& forest = layout->forest(p);
      double most = 0;
      std::vector<std::uint32_t> choice(forest.information_sets(), 0);
      REQUIRE(forest.information_sets() <= 10);
      for (;;) {
        Profile pure = profile;
        for (std::uint32_t set = 0; set < choice.size(); ++set)
          for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s)
            pure[p][s] = s - forest.first[set] == choice[set] ? 1 : 0;
        most = std::max(most, evaluate(*layout, pure, crew).values[p]);
        std::size_t set = choice.size();
        while (set > 0 && ++choice[set - 1] == forest.first[set] - forest.first[set - 1]) choice[--set] = 0;
        if (set == 0) break;
      }
      CHECK(most == doctest::Approx(e.best[p]).epsilon(1e-9));
    }
  }
}

TEST_CASE("what does not fit is refused, and says so") {
  auto whole = whole_of_own("leduc_poker");
  auto positions = Positions::make(whole, {.bytes = 10'000});
  REQUIRE_FALSE(positions);
  CHECK(positions.error().message.find("positions take more than") != std::string::npos);
  auto all = got(Positions::make(whole));
  Layout::Options options{.limits = {.bytes = all->bytes() + 200'000}, .kind = Kind::kListed};
  auto layout = Layout::make(all, options);
  REQUIRE_FALSE(layout);
  options.kind = Kind::kAuto;  // walked through instead
  CHECK_FALSE(got(Layout::make(all, options))->listed());
  auto stopped = Positions::make(whole, {}, Budget().until(Clock::now()));
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().message.find("out of time") != std::string::npos);
}

TEST_CASE("players who cannot tell their moves, and games without one goal, are refused") {
  auto unclear = whole_of_text(R"(
    (role a) (role random) (init start)
    (<= (legal random ?m) (true start) (move ?m)) (move m) (move n) (<= (legal random m) (not (true start)))
    (<= (legal a x) (true start)) (<= (legal a y) (true (was m))) (<= (legal a z) (not (true start)))
    (<= (next (was ?m)) (does random ?m) (true start)) (<= (next end) (not (true start)))
    (<= (sees a nothing) (does random o)) (<= terminal (true end)) (goal a 50))");
  auto layout = Layout::make(unclear, Layout::Options{});
  REQUIRE_FALSE(layout);
  CHECK(layout.error().message.find("cannot tell its legal moves") != std::string::npos);
  auto two_goals = whole_of_text(
      "(role a) (init p) (legal a m) (<= (next q) (true p)) (<= terminal (true q)) "
      "(goal a 0) (goal a 100)");
  CHECK_FALSE(Positions::make(two_goals));
}
