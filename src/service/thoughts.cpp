// SPDX-License-Identifier: MIT
#include "service/thoughts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "belief/exact.h"
#include "belief/told.h"
#include "game/game.h"
#include "sample/engines.h"
#include "show/board.h"

namespace percept::service {
namespace {

using game::Told;

constexpr std::size_t kHistories = 40;
constexpr double kThoughtSeconds = 4, kThoughtGrounding = 3;

// What the other is told in a history of joint moves, given as texts by round and role.
Result<std::vector<Told>> told_in(game::Game& game, game::RoleId other,
                                  const std::vector<std::vector<std::string>>& history) {
  std::vector<Told> out;
  game::State state = game.initial();
  for (const std::vector<std::string>& texts : history) {
    game::JointMove moves;  // of a sample, which are legal
    for (std::uint32_t role = 0; role < texts.size(); ++role) {
      auto move = game.parse_move(game::RoleId{role}, texts[role]);
      if (!move) return tl::unexpected(move.error());
      moves.push_back(*move);
    }
    auto told = game::told_of(game, state, moves, other);
    if (!told) return tl::unexpected(told.error());
    out.push_back(std::move(*told));
    auto next = game.next(state, moves);
    if (!next) return tl::unexpected(next.error());
    state = std::move(*next);
  }
  return out;
}

std::string key_of(const std::vector<Told>& told) {
  std::string out;
  for (const Told& one : told) out += fmt::format("{} {}\n", *one.move, fmt::join(*one.percepts, " "));
  return out;
}

}  // namespace

Result<Json> thoughts_of(std::shared_ptr<const game::Model> model, const std::string& role, const std::string& other,
                         std::span<const Told> told) {
  Budget budget = Budget().within(kThoughtSeconds);
  ground::Options grounding;
  grounding.seconds = kThoughtGrounding;
  auto rules = belief::Rules::make(model, circuit::Logic::kTwoValued, grounding);
  if (!rules) return tl::unexpected(rules.error());
  auto own = (*rules)->role(role), others = (*rules)->role(other);
  if (!own || !others) return failure(fmt::format("the game has no role {}", own ? other : role));
  auto sampler = sample::make_sampler(sample::Engine::kAuto, *rules, *own);
  if (!sampler) return tl::unexpected(sampler.error());
  for (const Told& one : told) {
    auto experience = belief::experience_of(**rules, *own, (*sampler)->round(), one);
    if (!experience) return tl::unexpected(experience.error());
    if (auto done = (*sampler)->update(*experience, budget); !done) return tl::unexpected(done.error());
  }
  Random random(1);
  sample::Draw draw = (*sampler)->draw(kHistories, random, budget.part(0.5));

  auto board = show::Board::make(**rules);
  if (!board) return tl::unexpected(board.error());
  game::Game::Options options;
  options.engine = game::Game::Choice::kProver;
  auto game = game::Game::make(model, options);
  if (!game) return tl::unexpected(game.error());
  auto belief = belief::ExactBelief::make(*rules, *others, {.worlds = 5'000, .seconds = 0.2}, budget);
  if (!belief) return tl::unexpected(belief.error());

  using Chances = std::map<game::FluentId, double>;
  std::map<std::string, Chances> known;  // by what the other would have been told
  Chances mean;
  double weight = 0;
  std::size_t histories = 0;
  for (const sample::Sample& sample : draw.samples) {
    if (budget.out_of_time()) break;
    std::vector<std::vector<std::string>> history;
    for (const game::JointMove& moves : sample.moves) {
      std::vector<std::string>& texts = history.emplace_back();
      for (std::uint32_t i = 0; i < moves.size(); ++i) texts.push_back((*rules)->text(game::RoleId{i}, moves[i]));
    }
    auto heard = told_in(*game, *others, history);
    if (!heard) return tl::unexpected(heard.error());
    auto [place, is_new] = known.try_emplace(key_of(*heard));
    if (is_new) {
      if (auto done = (*belief)->restart(budget); !done) return tl::unexpected(done.error());
      for (const Told& one : *heard)
        if (auto done = belief::hear(**belief, one, budget); !done) return tl::unexpected(done.error());
      if ((*belief)->late() > 0) break;
      belief::Known<game::FluentId> fluents = (*belief)->fluents(budget);
      std::vector<belief::Probability> chances = (*belief)->probabilities();
      for (game::FluentId fluent : fluents.known) place->second[fluent] = 1;
      for (std::size_t i = 0; i < std::min(fluents.open.size(), chances.size()); ++i)
        place->second[fluents.open[i]] = chances[i].value;
    }
    for (const auto& [fluent, chance] : place->second) mean[fluent] += sample.weight * chance;
    weight += sample.weight;
    ++histories;
  }
  if (histories == 0) return failure("there was no time to think that far", "ask about an earlier round");
  std::vector<show::OpenFluent> open;
  for (const auto& [fluent, chance] : mean) open.push_back({fluent, std::min(1.0, chance / weight), false});
  return Json{{"round", told.size()},
              {"role", role},
              {"other", other},
              {"histories", histories},
              {"picture", show::to_json(board->picture({}, open))}};
}

}  // namespace percept::service
