// SPDX-License-Identifier: MIT
//
// Positions of matches on record as pages show them: the true one, or what a role knew. What was made lately is kept,
// so that stepping through a match costs one pass. One is made at a time, so that nobody can keep every core at it.
//
// Any thread may ask.
//
// Internal to service/.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "game/library.h"
#include "record/record.h"
#include "service/insight.h"

namespace percept::service {

class Eyes {
 public:
  explicit Eyes(game::Library& library) : library_(library) {}

  // After so many rounds: {"round", "picture"}.
  Result<Json> truth(const record::Record& record, std::size_t round);
  // The same of the first position, which the rules alone decide.
  Result<Json> first(const record::RulesOnRecord& rules);
  // What the role knew (insight.h), with the likeliest positions if asked for.
  Result<Json> sight(const record::Record& record, std::size_t role, std::size_t round, bool worlds);
  // What the role, who was told this, may think that another holds possible (thoughts.h).
  Result<Json> thoughts(const record::RulesOnRecord& rules, const std::string& role, const std::string& other,
                        std::span<const game::Told> told);

 private:
  static constexpr std::size_t kBoards = 8, kInsights = 12;  // kept

  struct Drawn {  // by the rules
    std::string rules;
    std::unique_ptr<game::Game> game;
    std::unique_ptr<show::Board> board;
  };
  struct Seen {  // by match and role
    std::string key;
    std::unique_ptr<Insight> insight;
  };
  Result<std::shared_ptr<const game::Model>> model(const record::RulesOnRecord& rules);
  Result<Drawn*> drawn(const record::RulesOnRecord& rules);
  Result<Json> picture(const record::RulesOnRecord& rules, const record::Facts* facts);

  game::Library& library_;
  std::timed_mutex mutex_;  // of all below, and while something is made
  std::list<Drawn> boards_;
  std::list<Seen> insights_;
};

}  // namespace percept::service
