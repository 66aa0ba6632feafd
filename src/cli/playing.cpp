// SPDX-License-Identifier: MIT
#include "cli/playing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "check/check.h"
#include "cli/files.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "game/playable.h"
#include "show/knowledge.h"

namespace percept::cli {
namespace {

using namespace game;

std::string padded_text(std::string_view text, std::size_t width) {
  std::string out = printable(text);
  out.append(width - std::min(width, character_count(out)), ' ');
  return out;
}

// How wide a column is that holds them, with two blanks behind.
std::size_t width_of(const std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, character_count(text) + 2);
  return width;
}

std::vector<std::string> role_names(const Game& game) {
  std::vector<std::string> out;
  for (std::uint32_t role = 0; role < game.roles(); ++role) out.push_back(game.text(RoleId{role}));
  return out;
}

}  // namespace

OrExit<std::shared_ptr<const gdl::Description>> read_playable(const std::string& file) {
  auto read = read_whole(file);
  if (!read) return tl::unexpected(read.error());
  std::shared_ptr<const gdl::Description> description = std::move(*read);
  auto playable = game::playable(*description);
  if (playable) return description;
  for (const gdl::Finding& finding : check::check(*description))
    if (finding.severity() == gdl::Severity::kError) fmt::print(stderr, "{}", render(finding, colored(stderr)));
  print_error(playable.error());
  return tl::unexpected(kFindings);
}

OrExit<Game> make_game(const std::string& file, Game::Choice engine) {
  auto description = read_playable(file);
  if (!description) return tl::unexpected(description.error());
  GroundingProgress progress;
  ground::Options grounding;
  grounding.progress = progress.callback();
  auto game = Game::make(*description, {engine, grounding});
  progress.clear();
  if (game) {
    if (!game->why().empty()) print_error({game->why(), "the prover runs the game: slower, and as it should be"});
    return std::move(*game);
  }
  print_error(game.error());
  return tl::unexpected(kFindings);
}

Result<std::vector<Percepts>> all_percepts(Game& game, const State& state, const JointMove& moves) {
  std::vector<Percepts> out;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    auto percepts = game.percepts(state, moves, RoleId{role});
    if (!percepts) return tl::unexpected(percepts.error());
    out.push_back(std::move(*percepts));
  }
  return out;
}

Result<std::vector<std::vector<int>>> all_goals(Game& game, const State& state) {
  std::vector<std::vector<int>> out;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    auto goals = game.goals(state, RoleId{role});
    if (!goals) return tl::unexpected(goals.error());
    out.push_back(std::move(*goals));
  }
  return out;
}

std::string text_of(const Game& game, const Percepts& percepts) {
  return percepts.empty() ? "nothing" : fmt::format("{}", fmt::join(texts_of(game, percepts), " "));
}

void print_moves(const Game& game, const JointMove& moves, const std::vector<Percepts>& percepts) {
  std::vector<std::string> roles = role_names(game), texts;
  for (std::uint32_t role = 0; role < game.roles(); ++role) texts.push_back(game.text(RoleId{role}, moves[role]));
  bool color = colored(stdout);
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    bool sees = !percepts.empty() && game.random() != RoleId{role};
    fmt::print("  {}{}", paint("1", padded_text(roles[role], width_of(roles)), color),
               padded_text(texts[role], sees ? width_of(texts) : 0));
    fmt::print("{}\n", sees ? paint("2", "sees ", color) + printable(text_of(game, percepts[role])) : "");
  }
}

void print_goals(const Game& game, const std::vector<std::vector<int>>& goals) {
  std::vector<std::string> roles = role_names(game);
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    if (game.random() == RoleId{role} && goals[role].empty()) continue;  // nature wants nothing
    fmt::print("  {}{}\n", paint("1", padded_text(roles[role], width_of(roles)), colored(stdout)),
               show::text_of(goals[role]));
  }
}

}  // namespace percept::cli
