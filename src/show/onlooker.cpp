// SPDX-License-Identifier: MIT
#include "show/onlooker.h"

#include <fmt/format.h>

#include "base/text.h"

namespace percept::show {

Result<Onlooker> onlooker(std::shared_ptr<const game::Model> model, const std::string& role,
                          const belief::ExactBelief::Options& limits, const Budget& budget) {
  ground::Options grounding;
  grounding.seconds = 5;
  auto rules = belief::Rules::make(std::move(model), circuit::Logic::kTwoValued, grounding);
  if (!rules) return tl::unexpected(rules.error());
  auto own = (*rules)->role(role);
  if (!own) return failure(fmt::format("the game has no role {}", printable(role)));
  auto belief = belief::ExactBelief::make(*rules, *own, limits, budget);
  if (!belief) return tl::unexpected(belief.error());
  auto board = Board::make(**rules);
  if (!board) return tl::unexpected(board.error());
  return Onlooker{std::move(*belief), std::move(*board)};
}

}  // namespace percept::show
