// SPDX-License-Identifier: MIT
#include "service/eyes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gdl/reader.h"
#include "record/sight.h"
#include "service/thoughts.h"

namespace percept::service {
namespace {

constexpr auto kPatience = std::chrono::seconds(20);

const Error kBusy = {"another position is being worked out", "try again in a moment"};

// The one that fits, in front of the others; null when there is none.
template <class Kept, class Fits>
Kept* kept_one(std::list<Kept>& kept, Fits&& fits) {
  auto it = std::ranges::find_if(kept, fits);
  if (it == kept.end()) return nullptr;
  kept.splice(kept.begin(), kept, it);
  return &kept.front();
}

template <class Kept>
Kept* keep(std::list<Kept>& kept, Kept one, std::size_t most) {
  kept.push_front(std::move(one));
  if (kept.size() > most) kept.pop_back();
  return &kept.front();
}

}  // namespace

Result<std::shared_ptr<const game::Model>> Eyes::model(const record::RulesOnRecord& rules) {
  return library_.model(gdl::read_text(rules.name, rules.text));
}

Result<Eyes::Drawn*> Eyes::drawn(const record::RulesOnRecord& rules) {
  if (Drawn* there = kept_one(boards_, [&](const Drawn& one) { return one.rules == rules.hash; })) return there;
  auto model = this->model(rules);
  if (!model) return tl::unexpected(model.error());
  game::Game::Options options;
  options.engine = game::Game::Choice::kProver;
  auto game = game::Game::make(*model, options);
  if (!game) return tl::unexpected(game.error());
  Drawn out{rules.hash, std::make_unique<game::Game>(std::move(*game)), nullptr};
  out.board = std::make_unique<show::Board>(*out.game);
  return keep(boards_, std::move(out), kBoards);
}

Result<Json> Eyes::picture(const record::RulesOnRecord& rules, const record::Facts* facts) {
  std::unique_lock lock(mutex_, kPatience);
  if (!lock) return tl::unexpected(kBusy);
  auto drawn = this->drawn(rules);
  if (!drawn) return tl::unexpected(drawn.error());
  game::Game& game = *(*drawn)->game;
  Result<game::State> state = facts ? game.parse_state(fmt::format("({})", fmt::join(*facts, " "))) : game.initial();
  if (!state) return tl::unexpected(state.error());
  return Json(show::to_json((*drawn)->board->picture(*state)));
}

Result<Json> Eyes::truth(const record::Record& record, std::size_t round) {
  auto picture = this->picture(record.rules, round == 0 ? &record.initial : &record.rounds.at(round - 1).state);
  if (!picture) return tl::unexpected(picture.error());
  return Json{{"round", round}, {"picture", std::move(*picture)}};
}

Result<Json> Eyes::first(const record::RulesOnRecord& rules) {
  auto picture = this->picture(rules, nullptr);
  if (!picture) return tl::unexpected(picture.error());
  return Json{{"round", 0}, {"picture", std::move(*picture)}};
}

Result<Json> Eyes::sight(const record::Record& record, std::size_t role, std::size_t round, bool worlds) {
  std::unique_lock lock(mutex_, kPatience);
  if (!lock) return tl::unexpected(kBusy);
  std::string key = record.id + ' ' + record.roles[role];
  Seen* seen = kept_one(insights_, [&](const Seen& one) { return one.key == key; });
  if (!seen) {
    auto model = this->model(record.rules);
    if (!model) return tl::unexpected(model.error());
    auto insight = Insight::make(*model, record.roles[role]);
    if (!insight) return tl::unexpected(insight.error());
    seen = keep(insights_, {key, std::move(*insight)}, kInsights);
  }
  Insight& insight = *seen->insight;
  while (insight.rounds() < round) insight.hear(record::told(record, role, insight.rounds() + 1));
  Json out = insight.view(round);
  if (worlds) out["worlds"] = insight.worlds(round);
  return out;
}

Result<Json> Eyes::thoughts(const record::RulesOnRecord& rules, const std::string& role, const std::string& other,
                            std::span<const game::Told> told) {
  std::unique_lock lock(mutex_, kPatience);
  if (!lock) return tl::unexpected(kBusy);
  auto model = this->model(rules);
  if (!model) return tl::unexpected(model.error());
  return thoughts_of(*model, role, other, told);
}

}  // namespace percept::service
