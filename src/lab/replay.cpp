// SPDX-License-Identifier: MIT
#include "lab/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace percept::lab {

using namespace game;

Result<MoveId> Replay::move(RoleId role, MoveId move) {
  auto& known = moves_[role.value];
  if (auto found = known.find(move); found != known.end()) return found->second;
  auto same = referee_.parse_move(role, rules_.text(role, move));
  if (same) known.emplace(move, *same);
  return same;
}

Result<void> Replay::check(const sample::Sample& sample, const std::vector<OwnRound>& own, std::size_t rounds) {
  if (sample.moves.size() != rounds)
    return failure(fmt::format("a sample of {} rounds after {}", sample.moves.size(), rounds));
  State state = referee_.initial();
  for (std::size_t i = 0; i < rounds; ++i) {
    auto wrong = [&](std::string_view what) { return failure(fmt::format("round {} of a sample: {}", i + 1, what)); };
    auto over = referee_.terminal(state);
    if (!over) return tl::unexpected(over.error());
    if (*over) return wrong("the game was over");
    JointMove moves;
    for (std::uint32_t r = 0; r < referee_.roles(); ++r) {
      auto same = move(RoleId{r}, sample.moves[i][r]);
      if (!same) return tl::unexpected(same.error());
      auto legal = referee_.legal(state, RoleId{r});
      if (!legal) return tl::unexpected(legal.error());
      if (std::ranges::find(*legal, *same) == legal->end())
        return wrong(fmt::format("{} is not legal for {}", referee_.text(RoleId{r}, *same), referee_.text(RoleId{r})));
      moves.push_back(*same);
    }
    if (moves[role_.value] != own[i].move) return wrong("the role made another move");
    auto percepts = referee_.percepts(state, moves, role_);
    if (!percepts) return tl::unexpected(percepts.error());
    if (*percepts != own[i].percepts) return wrong("the role saw something else");
    auto next = referee_.next(state, moves);
    if (!next) return tl::unexpected(next.error());
    state = std::move(*next);
  }
  std::set<std::string> reached, claimed;
  for_each_fluent(state, [&](FluentId fluent) { reached.insert(referee_.text(fluent)); });
  for_each_fluent(sample.state, [&](FluentId fluent) { claimed.insert(rules_.text(fluent)); });
  if (reached != claimed) return failure(fmt::format("after {} rounds a sample claims another position", rounds));
  return {};
}

}  // namespace percept::lab
