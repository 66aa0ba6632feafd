// SPDX-License-Identifier: MIT
#include "belief/told.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::belief {

Result<Experience> experience_of(Rules& rules, RoleId role, std::size_t round, const Told& told) {
  auto in_round = [&](const Error& error) {
    return failure(fmt::format("round {}: {}", round, error.message), error.hint);
  };
  Experience out;
  if (told.move) {
    auto move = rules.move(role, *told.move);
    if (!move) return in_round(move.error());
    out.move = *move;
  }
  if (!told.percepts) return out;
  out.percepts.emplace();
  for (const std::string& text : *told.percepts) {
    auto percept = rules.percept(text);
    if (!percept) return in_round(percept.error());
    out.percepts->push_back(*percept);
  }
  std::sort(out.percepts->begin(), out.percepts->end());
  out.percepts->erase(std::unique(out.percepts->begin(), out.percepts->end()), out.percepts->end());
  return out;
}

Result<void> go_on_without(Belief& belief, const Told& told, const Budget& budget) {
  auto move = experience_of(belief, {told.move, std::nullopt});
  if (move && belief.update(*move, budget)) return {};
  return belief.update({std::nullopt, std::nullopt}, budget);
}

}  // namespace percept::belief
