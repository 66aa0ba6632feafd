// SPDX-License-Identifier: MIT
#include "cli/drawn_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "cli/terminal.h"

namespace percept::cli {

using namespace game;

Result<std::unique_ptr<StateDrawing>> StateDrawing::make(std::shared_ptr<const gdl::Description> description) {
  auto game = Game::make(std::move(description), {Game::Choice::kProver, {}});
  if (!game) return tl::unexpected(game.error());
  return std::unique_ptr<StateDrawing>(new StateDrawing(std::move(*game)));
}

Result<FluentId> StateDrawing::drawn(const belief::Rules& rules, FluentId fluent) {
  if (fluent.value >= drawn_.size()) drawn_.resize(fluent.value + 1);
  std::optional<FluentId>& known = drawn_[fluent.value];
  if (known) return *known;
  auto state = game_.parse_state("(" + rules.text(fluent) + ")");
  if (!state) return tl::unexpected(state.error());
  for_each_fluent(*state, [&](FluentId same) { known = same; });
  return *known;
}

bool StateDrawing::on_board(FluentId drawn) const {
  const program::Terms& terms = game_.terms();
  program::TermId term = game_.term(drawn);
  return std::ranges::any_of(board_.grids(), [&](const show::Grid& grid) {
    return terms.is(term, grid.name, grid.arity) || (grid.mark && terms.is(term, *grid.mark, 2));
  });
}

std::string StateDrawing::boards(const State& drawn, bool color) const {
  return board_.grids().empty() ? "" : board_.text(drawn, color);
}

std::string StateDrawing::lists(const State& drawn, bool color) const {
  constexpr std::size_t kWidth = 100, kLabel = 10;  // characters
  const program::Terms& terms = game_.terms();
  std::map<std::string, std::vector<std::string>> lists;
  std::size_t label = kLabel;
  for (FluentId fluent : game_.sorted(drawn)) {
    program::TermId term = game_.term(fluent);
    std::string name = printable(terms.text(terms.name(term))), arguments;
    for (program::TermId argument : terms.args(term))
      arguments += (arguments.empty() ? "" : " ") + printable(terms.to_kif(argument));
    lists[arguments.empty() ? "true" : name].push_back(arguments.empty() ? name : arguments);
    label = std::max(label, character_count(name) + 2);
  }
  std::string out;
  for (const auto& [name, items] : lists) {
    out += paint("1", name, color) + std::string(label - character_count(name), ' ');
    std::size_t column = label;
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::string item = items[i] + (i + 1 < items.size() ? "," : "");
      std::size_t width = character_count(item);
      bool wraps = i > 0 && column + 1 + width > kWidth;
      out += wraps ? "\n" + std::string(label, ' ') : i > 0 ? " " : "";
      column = (wraps ? label : column + (i > 0 ? 1 : 0)) + width;
      out += item;
    }
    out += '\n';
  }
  return out;
}

}  // namespace percept::cli
