// SPDX-License-Identifier: MIT
#include "record/reasons_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "record/json_view.h"

namespace percept::record {
namespace {

constexpr std::int64_t kMostCounted = std::int64_t{1} << 52;

std::uint64_t count_of(const JsonView& view) { return static_cast<std::uint64_t>(view.whole(0, kMostCounted)); }

}  // namespace

nlohmann::ordered_json reasons_json(const game::Reasons& reasons) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  if (!reasons.strategy.empty()) out["strategy"] = reasons.strategy;
  out["positions"] = reasons.positions;
  if (reasons.moves > reasons.thoughts.size()) out["of"] = reasons.moves;
  out["moves"] = nlohmann::ordered_json::array();
  for (const game::Thought& thought : reasons.thoughts) {
    nlohmann::ordered_json& move = out["moves"].emplace_back();
    move["move"] = thought.move;
    move["value"] = thought.value;
    move["lowest"] = thought.lowest;
    move["highest"] = thought.highest;
    move["visits"] = thought.visits;
    move["chance"] = thought.chance;
    if (!thought.line.empty()) move["line"] = thought.line;
  }
  return out;
}

game::Reasons reasons_of(const JsonView& view) {
  game::Reasons out;
  out.strategy = view["strategy"].text();
  out.positions = count_of(view["positions"]);
  constexpr std::size_t kMostThoughts = 1000;
  if (view["moves"].list().size() > kMostThoughts) {
    view["moves"].complain(fmt::format("has more than {} moves", kMostThoughts));
    return out;
  }
  for (const JsonView& move : view["moves"].list()) {
    game::Thought& thought = out.thoughts.emplace_back();
    thought.move = move.required("move").text();
    thought.value = move["value"].number();
    thought.lowest = move["lowest"].number();
    thought.highest = move["highest"].is_null() ? 1 : move["highest"].number();
    thought.visits = count_of(move["visits"]);
    thought.chance = move["chance"].number();
    thought.line = move["line"].texts();
  }
  out.moves = std::max<std::uint64_t>(count_of(view["of"]), out.thoughts.size());
  return out;
}

}  // namespace percept::record
