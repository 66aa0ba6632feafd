// SPDX-License-Identifier: MIT
//
// A match told to people while it is played: the board, what each role that had a choice knew of it, the move it made,
// and what it thought of the others. What a role knew is worked out anew from its own moves and percepts.
//
//   ExplainedMatch explained(game);
//   followers.push_back(&explained);
//
// One thread at a time: the referee's.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "game/game.h"
#include "record/record.h"
#include "show/onlooker.h"

namespace percept::cli {

class ExplainedMatch : public record::Follower {
 public:
  explicit ExplainedMatch(const game::Game& game);  // a game of its own is made of the model

  Result<void> on_start(const record::Record& record) override;
  Result<void> on_round(const record::Record& record) override;
  Result<void> on_end(const record::Record& record) override;

 private:
  Result<void> print_board(const record::Facts& facts);
  void print_knowledge_of(std::size_t role);
  void print_reasons(const game::Reasons& reasons) const;

  std::shared_ptr<const game::Model> model_;
  std::optional<game::Game> game_;
  std::optional<show::Board> board_;
  // By role; none for nature, and where everything is seen.
  std::vector<std::optional<show::Onlooker>> eyes_;
};

}  // namespace percept::cli
