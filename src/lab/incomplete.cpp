// SPDX-License-Identifier: MIT
#include "lab/incomplete.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/budget.h"
#include "belief/told.h"
#include "game/playout.h"
#include "gdl/reader.h"
#include "igdl/inspection.h"
#include "igdl/policy.h"

namespace percept::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCompared = 2000;  // positions
constexpr double kSeconds = 10;          // for each of the other questions

// A random match as the role lives it, which leaves its marks in the row.
Result<void> follow(game::Game& game, const std::shared_ptr<const igdl::Theory>& theory, std::uint64_t seed,
                    IncompleteRow& row) {
  auto role = game.role(row.game.role);
  auto own = theory->lexicon().role(row.game.role);
  if (!role || !own) return failure(fmt::format("{} has no role {}", row.game.name, row.game.role));
  auto made = igdl::TheoryBelief::make(theory, *own);
  if (!made) return tl::unexpected(made.error());
  igdl::TheoryBelief& belief = **made;
  std::size_t open = belief.rules_known().open.size();
  row.rules_open += open;
  bool position = theory->sees_position() && theory->imperfect();
  Random random(seed);
  game::State state = game.initial();
  game::Told last;
  for (bool first = true;; first = false) {
    auto moves = game::random_joint_move(game, state, random);
    if (!moves) return tl::unexpected(moves.error());
    auto told = game::told_of(game, state, *moves, *role);
    if (!told) return tl::unexpected(told.error());
    auto over = game.terminal(state);
    if (!over) return tl::unexpected(over.error());
    // Percepts of a position are told when it is reached, those of a move behind it.
    if (position) last.percepts = told->percepts;
    double begun = cpu_seconds();
    auto experience = belief::experience_of(belief, last);
    if (!experience) return tl::unexpected(experience.error());
    auto heard = !first ? belief.update(*experience) : position ? belief.look(*experience->percepts) : Result<void>();
    if (!heard) {
      ++row.contradicted;
      return {};
    }
    if (!*over) belief.asked();
    row.knew_position += belief.fluents().open.empty();
    row.knew_legal += belief.legal().open.empty();
    double seconds = cpu_seconds() - begun;
    row.round_mean += seconds;  // a sum, until all are there
    row.round_most = std::max(row.round_most, seconds);
    ++row.rounds;
    if (*over) break;
    last = std::move(*told);
    auto next = game.next(state, *moves);
    if (!next) return tl::unexpected(next.error());
    state = std::move(*next);
  }
  row.rules_learnt += open - belief.rules_known().open.size();
  return {};
}

}  // namespace

Result<IncompleteGame> incomplete_game(const std::string& description) {
  fs::path path(description);
  std::string name = path.stem().stem().string(), role = path.stem().extension().string();
  if (path.extension() != ".igdl" || role.size() < 2)
    return failure(fmt::format("{} does not say whose description it is", description), "call it NAME.ROLE.igdl");
  for (std::string prefix = name; !prefix.empty(); prefix.pop_back()) {
    fs::path game = path.parent_path() / (prefix + ".kif");
    std::error_code ignored;
    if (fs::exists(game, ignored)) return IncompleteGame{name, role.substr(1), description, game.string()};
  }
  return failure(fmt::format("{} has no complete game beside it", description), fmt::format("call it {}.kif", name));
}

Result<std::vector<IncompleteGame>> incomplete_games(const std::string& folder) {
  std::error_code error;
  std::vector<IncompleteGame> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".igdl") continue;
    auto game = incomplete_game(entry.path().string());
    if (!game) return tl::unexpected(game.error());
    out.push_back(std::move(*game));
  }
  if (error) return failure(fmt::format("cannot read the folder {}: {}", folder, error.message()));
  if (out.empty())
    return failure(fmt::format("{} has no descriptions", folder), "they are called NAME.ROLE.igdl, as in games/igdl");
  std::ranges::sort(out, {}, &IncompleteGame::description);
  return out;
}

Result<IncompleteRow> measure(const IncompleteGame& game, const IncompleteOptions& options) {
  IncompleteRow row;
  row.game = game;
  double begun = cpu_seconds();
  auto read = gdl::read_file(game.description);
  if (!read) return tl::unexpected(read.error());
  auto theory = igdl::Theory::make(std::move(*read));
  if (!theory) return tl::unexpected(theory.error());
  row.grounding = cpu_seconds() - begun;
  auto rules = gdl::read_file(game.game);
  if (!rules) return tl::unexpected(rules.error());
  auto complete = game::Game::make(std::move(*rules), {.engine = game::Game::Choice::kCircuit});
  if (!complete) return tl::unexpected(complete.error());

  for (const igdl::Open& open : igdl::find_open(**theory, Budget().within(kSeconds))) row.open.push_back(open.what);
  auto agreement = igdl::compare(*theory, *complete, kCompared, Budget().within(kSeconds));
  if (!agreement) return tl::unexpected(agreement.error());
  row.model = !agreement->disagreement;
  auto role = (*theory)->lexicon().role(game.role);
  if (!role) return failure(fmt::format("{} has no role {}", game.description, game.role));
  auto belief = igdl::TheoryBelief::make(*theory, *role);
  if (!belief) return tl::unexpected(belief.error());
  row.models = (*belief)->models(Budget().within(kSeconds));
  row.positions = (*belief)->positions(Budget().within(kSeconds));
  row.worlds = (*belief)->worlds(Budget().within(kSeconds));
  begun = cpu_seconds();
  igdl::Planner planner(*theory, *role);
  igdl::Policy policy = planner.plan((*belief)->timeline(), {}, Budget().within(options.seconds));
  row.planning = cpu_seconds() - begun;
  row.guaranteed = policy.guaranteed;
  row.expected = policy.expected;
  row.planned = policy.positions;
  row.won = policy.positions_won;
  row.proved = policy.proved;
  for (std::size_t match = 0; match < options.matches; ++match)
    if (auto followed = follow(*complete, *theory, options.seed + match, row); !followed)
      return tl::unexpected(followed.error());
  if (row.rounds > 0) row.round_mean /= static_cast<double>(row.rounds);
  return row;
}

}  // namespace percept::lab
