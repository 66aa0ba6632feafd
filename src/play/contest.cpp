// SPDX-License-Identifier: MIT
#include "play/contest.h"

#include <algorithm>

#include "base/seeds.h"
#include "game/game.h"
#include "game/playout.h"
#include "play/policy_player.h"
#include "play/strategies.h"

namespace percept::play {
namespace {

constexpr std::size_t kMostRounds = 500;
constexpr double kStarting = 5;           // a start clock is so many moves
constexpr std::size_t kPairsToLeave = 6;  // after so many pairs who is clearly behind leaves the time to the others

class Moment final : public Thinking {
 public:
  Moment(double seconds, const Budget& all) : budget_(all.until(in_seconds(seconds))) {}
  void offer(std::string move, bool) override { hand_ = std::move(move); }
  double seconds_left() const override { return budget_.seconds_left(); }
  bool over() const override { return budget_.out_of_time(); }
  Budget budget() const override { return budget_; }
  const std::string& hand() const { return hand_; }

 private:
  Budget budget_;
  std::string hand_;
};

// The goal of one role played by `one`, the others by `other`; nothing when there was no time for it, or one of
// them cannot play this game.
std::optional<double> play_match(game::Game& game, game::RoleId role, const Contestant& one, const Contestant& other,
                                 const ContestSettings& settings, std::uint64_t seed, const Budget& budget) {
  std::vector<std::unique_ptr<Player>> players(game.roles());
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    if (game.random() == game::RoleId{r}) continue;
    const Contestant& player = game::RoleId{r} == role ? one : other;
    if (player.policy) {
      players[r] = std::make_unique<PolicyPlayer>(player.policy, seed + r);
    } else {
      auto made = make_player(player.strategy, seed + r, player.value);
      if (!made) return std::nullopt;
      players[r] = std::move(*made);
    }
    Moment moment(kStarting * settings.seconds, budget);
    if (!players[r]->start({game.shared_model()->shared_description(), game.text(game::RoleId{r}),
                            kStarting * settings.seconds, settings.seconds, game.shared_model()},
                           moment))
      return std::nullopt;
  }
  Random random(stream_seed(seed, "nature"));
  game::State state = game.initial();
  for (std::size_t round = 0; round < kMostRounds && !budget.out_of_time(); ++round) {
    auto over = game.terminal(state);
    if (!over) return std::nullopt;
    if (*over) {
      auto goals = game.goals(state, role);
      return goals && !goals->empty() ? std::optional<double>(goals->front()) : std::nullopt;
    }
    auto joint = game::random_joint_move(game, state, random);
    if (!joint) return std::nullopt;
    for (std::uint32_t r = 0; r < game.roles(); ++r) {
      if (!players[r]) continue;
      auto legal = game.legal(state, game::RoleId{r});
      if (!legal) return std::nullopt;
      Moment moment(settings.seconds, budget);
      auto chosen = players[r]->choose(moment);
      auto move = game.parse_move(game::RoleId{r}, chosen ? *chosen : moment.hand());
      if (move && std::ranges::find(*legal, *move) != legal->end()) (*joint)[r] = *move;
    }
    for (std::uint32_t r = 0; r < game.roles(); ++r) {
      if (!players[r]) continue;
      auto told = game::told_of(game, state, *joint, game::RoleId{r});
      if (!told) return std::nullopt;
      Moment moment(settings.seconds, budget);
      (void)players[r]->hear(*told, moment);
    }
    auto next = game.next(state, *joint);
    if (!next) return std::nullopt;
    state = std::move(*next);
  }
  return std::nullopt;
}

}  // namespace

std::vector<Estimate> contest(const std::shared_ptr<const game::Model>& model, std::span<const Contestant> contestants,
                              const ContestSettings& settings, const Budget& budget) {
  std::vector<std::vector<double>> gains(contestants.size());
  auto game = game::Game::make(model, {});
  std::uint64_t seed = settings.seed;
  std::vector<game::RoleId> roles;
  for (std::uint32_t r = 0; game && r < game->roles(); ++r)
    if (game->random() != game::RoleId{r}) roles.push_back(game::RoleId{r});
  for (bool fine = game.has_value(); fine && !budget.out_of_time(); ++seed)
    for (game::RoleId role : roles) {
      auto first = play_match(*game, role, contestants[0], contestants[0], settings, seed, budget);
      fine = fine && first.has_value();
      for (std::size_t s = 1; fine && s < contestants.size(); ++s)
        if (gains[s].size() >= kPairsToLeave && mean_of(gains[s]).high() < 0)
          continue;
        else if (auto other = play_match(*game, role, contestants[s], contestants[0], settings, seed, budget))
          gains[s].push_back(*other - *first);
    }
  std::vector<Estimate> out;
  for (const std::vector<double>& of : gains) out.push_back(of.size() < 2 ? Estimate{} : mean_of(of));
  return out;
}

}  // namespace percept::play
