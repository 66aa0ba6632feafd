// SPDX-License-Identifier: MIT
#include "service/insight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "belief/told.h"
#include "show/knowledge.h"

namespace percept::service {
namespace {

// A page waits for it: what is not found out in time is called open.
constexpr double kRoundSeconds = 3, kQuestionSeconds = 0.5;
constexpr std::size_t kTracked = 50'000, kMeasured = 20'000;

Json json_of(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

// Bits of the positions with these weights; nothing when they are only some of those there are.
std::optional<double> entropy(const belief::ExactBelief& belief) {
  const belief::Worlds& worlds = belief.worlds();
  if (belief.symbolic() || belief.late() > 0 || !worlds.complete()) return std::nullopt;
  double bits = 0;
  for (std::size_t i = 0; i < worlds.size(); ++i)
    if (double weight = worlds.weight(i); weight > 0) bits -= weight * std::log2(weight);
  return std::max(0.0, bits);
}

}  // namespace

Insight::Insight(show::Onlooker eyes, std::string role)
    : belief_(std::move(eyes.belief)), board_(std::move(eyes.board)), role_(std::move(role)) {}

Result<std::unique_ptr<Insight>> Insight::make(std::shared_ptr<const game::Model> model, const std::string& role) {
  belief::ExactBelief::Options limits;
  limits.worlds = kTracked;
  limits.seconds = kQuestionSeconds;
  auto eyes = show::onlooker(std::move(model), role, limits, Budget().within(kRoundSeconds));
  if (!eyes) return tl::unexpected(eyes.error());
  std::unique_ptr<Insight> out(new Insight(std::move(*eyes), role));
  out->look(nullptr, std::nullopt);
  return out;
}

// How unlikely what the role saw was to it, in bits, given its move.
std::optional<double> Insight::surprise(const belief::Experience& experience) const {
  const belief::Worlds& now = belief_->worlds();
  if (belief_->symbolic() || belief_->late() > 0 || !now.complete() || now.size() > kMeasured) return std::nullopt;
  belief::Worlds worlds(belief_->role(), kTracked);
  worlds.restore(now.layer());
  double mass = 0;
  bool done = worlds.for_each_step(
      experience.move, experience.percepts, [&](const belief::Worlds::Step& step) { mass += step.weight; },
      Budget().within(kQuestionSeconds));
  if (!done || mass <= 0) return std::nullopt;
  return std::max(0.0, -std::log2(mass));
}

void Insight::hear(const game::Told& told) {
  Budget budget = Budget().within(kRoundSeconds);
  std::optional<double> learnt;
  auto experience = belief::experience_of(*belief_, told);
  if (experience) learnt = surprise(*experience);
  if (!experience || !belief_->update(*experience, budget))
    static_cast<void>(belief::go_on_without(*belief_, told, budget));
  told_.push_back(told);
  look(&told, learnt);
}

void Insight::look(const game::Told* told, std::optional<double> learnt) {
  show::Knowledge knowledge = show::knowledge_of(*belief_);
  Json heard;
  if (told)
    heard = {{"move", told->move ? Json(*told->move) : Json()},
             {"percepts", told->percepts ? Json(*told->percepts) : Json()}};
  views_.push_back({{"round", views_.size()},
                    {"role", role_},
                    {"told", std::move(heard)},
                    {"positions", knowledge.states ? Json(*knowledge.states) : Json()},
                    {"exact", knowledge.fluents.open.empty() || knowledge.exact_probabilities()},
                    {"bits", json_of(entropy(*belief_))},
                    {"learnt", json_of(learnt)},
                    {"late", knowledge.gave_up},
                    {"legal",
                     {{"known", show::texts_of(*belief_, knowledge.legal.known)},
                      {"open", show::texts_of(*belief_, knowledge.legal.open)}}},
                    {"over", show::text_of(knowledge.terminal)},
                    {"goals", {{"known", knowledge.goals.known}, {"open", knowledge.goals.open}}},
                    {"picture", show::to_json(show::picture_of(knowledge, board_))}});
  const belief::Worlds& worlds = belief_->worlds();
  std::vector<std::size_t> order(belief_->late() > 0 ? 0 : worlds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::size_t shown = std::min(order.size(), kWorlds);
  auto heavier = [&](std::size_t a, std::size_t b) {
    return worlds.weight(a) != worlds.weight(b) ? worlds.weight(a) > worlds.weight(b) : a < b;
  };
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(shown), heavier);
  std::vector<World>& likeliest = likeliest_.emplace_back();
  for (std::size_t i = 0; i < shown; ++i) {
    World& world = likeliest.emplace_back(World{worlds.weight(order[i]), {}});
    for (game::FluentId fluent : worlds.state(order[i])) world.state.insert(fluent);
  }
}

Json Insight::view(std::size_t round) const {
  Json out = views_.at(round), course = Json::array();
  for (std::size_t i = 0; i <= round; ++i)
    course.push_back(
        {{"positions", views_[i]["positions"]}, {"bits", views_[i]["bits"]}, {"learnt", views_[i]["learnt"]}});
  out["course"] = std::move(course);
  return out;
}

Json Insight::worlds(std::size_t round) const {
  Json out = Json::array();
  for (const World& world : likeliest_.at(round))
    out.push_back({{"weight", world.weight}, {"picture", show::to_json(board_.picture(world.state))}});
  return out;
}

}  // namespace percept::service
