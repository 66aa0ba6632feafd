// SPDX-License-Identifier: MIT
//
// What a role knows of a match, round by round, as pages show it: the board with what is sure and what may be, how many
// positions are possible, how many bits that leaves open and the last percepts taught, the moves it may have, and the
// likeliest positions. It is told what the role is told and nothing else, so what it shows depends on nothing else.
//
// Internal to service/.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "game/told.h"
#include "service/exchange.h"
#include "show/onlooker.h"

namespace percept::service {

class Insight {
 public:
  static constexpr std::size_t kWorlds = 20;  // the likeliest, to be looked at one by one

  // An error when the rules cannot be had in time.
  static Result<std::unique_ptr<Insight>> make(std::shared_ptr<const game::Model> model, const std::string& role);

  // A round went by. What makes no sense of it is left out.
  void hear(const game::Told& told);
  std::size_t rounds() const { return views_.size() - 1; }  // heard
  // After so many rounds: {"round", "role", "told": {"move", "percepts"} or null, "positions": how many or null,
  // "exact": the probabilities, "bits", "learnt": numbers or null, "late": a budget ran out,
  // "legal": {"known", "open"}, "over": "yes", "no" or "open", "goals": {"known", "open"}, "picture",
  // "course": [{"positions", "bits", "learnt"}, …] up to this round}.
  Json view(std::size_t round) const;
  const Json& legal() const { return views_.back()["legal"]; }  // now
  bool late() const { return views_.back()["late"]; }
  std::span<const game::Told> told(std::size_t rounds) const { return std::span(told_).first(rounds); }
  // [{"weight", "picture"}, …], the likeliest first.
  Json worlds(std::size_t round) const;

 private:
  struct World {
    double weight;
    game::State state;
  };
  Insight(show::Onlooker eyes, std::string role);
  void look(const game::Told* told, std::optional<double> learnt);
  std::optional<double> surprise(const belief::Experience& experience) const;

  std::unique_ptr<belief::ExactBelief> belief_;
  show::Board board_;
  std::string role_;
  std::vector<game::Told> told_;
  std::vector<Json> views_;
  std::vector<std::vector<World>> likeliest_;
};

}  // namespace percept::service
