// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "base/text.h"
#include "cli/play_command.h"
#include "cli/playing.h"
#include "cli/terminal.h"
#include "game/playout.h"
#include "show/knowledge.h"

namespace percept::cli {
namespace {

using namespace game;
using nlohmann::ordered_json;

// What becomes of a match as it goes on. A watcher is shown only what it may know.
class MatchWatcher {
 public:
  virtual ~MatchWatcher() = default;
  virtual Result<void> round(const Round& round) = 0;
  virtual Result<void> end(const Playout& match) = 0;
};

void print_head(const Game& game, const PlayOptions& options, std::uint64_t seed) {
  fmt::print("{}, engine {}, seed {}\n", printable(options.file), game.engine_name(), seed);
}

void print_round_number(std::size_t number) {
  fmt::print("\n{}\n", paint("1;36", fmt::format("Round {}", number), colored(stdout)));
}

void print_end(std::size_t rounds) {
  fmt::print("\n{}\n", paint("1;36", fmt::format("End after {}", counted(rounds, "round")), colored(stdout)));
}

// Everything, for people.
class MatchPrinter : public MatchWatcher {
 public:
  explicit MatchPrinter(Game& game) : game_(game), board_(game) {}

  Result<void> round(const Round& round) override {
    print_round_number(round.number);
    fmt::print("{}", board_.text(round.state, colored(stdout)));
    std::vector<Percepts> percepts;
    if (game_.imperfect()) {
      auto all = all_percepts(game_, round.state, round.moves);
      if (!all) return tl::unexpected(all.error());
      percepts = std::move(*all);
    }
    print_moves(game_, round.moves, percepts);
    return {};
  }

  Result<void> end(const Playout& match) override {
    auto goals = all_goals(game_, match.end);
    if (!goals) return tl::unexpected(goals.error());
    print_end(match.rounds);
    fmt::print("{}", board_.text(match.end, colored(stdout)));
    fmt::print("{}\n", paint("1", "goals", colored(stdout)));
    print_goals(game_, *goals);
    return {};
  }

 private:
  Game& game_;
  show::Board board_;
};

// What one role may know, for people: its moves, its percepts, and at the end what it gets.
class RolePrinter : public MatchWatcher {
 public:
  RolePrinter(Game& game, RoleId role) : game_(game), role_(role) {}

  Result<void> round(const Round& round) override {
    auto percepts = game_.percepts(round.state, round.moves, role_);
    if (!percepts) return tl::unexpected(percepts.error());
    print_round_number(round.number);
    fmt::print("  {} {}\n", paint("1", "does", colored(stdout)),
               printable(game_.text(role_, round.moves[role_.value])));
    fmt::print("  {} {}\n", paint("1", "sees", colored(stdout)), printable(text_of(game_, *percepts)));
    return {};
  }

  Result<void> end(const Playout& match) override {
    auto goals = game_.goals(match.end, role_);
    if (!goals) return tl::unexpected(goals.error());
    print_end(match.rounds);
    fmt::print("  {} {}\n", paint("1", "goal", colored(stdout)), show::text_of(*goals));
    return {};
  }

 private:
  Game& game_;
  RoleId role_;
};

// The same for tools: of everything, or of what one role may know.
class MatchRecorder : public MatchWatcher {
 public:
  MatchRecorder(Game& game, const PlayOptions& options, std::uint64_t seed, std::optional<RoleId> role)
      : game_(game), role_(role) {
    record_ = {{"file", options.file}, {"engine", game.engine_name()}, {"seed", seed}};
    for (std::uint32_t i = 0; i < game.roles(); ++i) record_["roles"].push_back(game.text(RoleId{i}));
    if (role) record_["role"] = game.text(*role);
    record_["rounds"] = ordered_json::array();
  }

  Result<void> round(const Round& round) override {
    ordered_json entry;
    if (role_) {
      auto told = told_of(game_, round.state, round.moves, *role_);
      if (!told) return tl::unexpected(told.error());
      entry = {{"move", *told->move}, {"percepts", *told->percepts}};
    } else {
      auto percepts = all_percepts(game_, round.state, round.moves);
      if (!percepts) return tl::unexpected(percepts.error());
      entry["state"] = fluents(round.state);
      for (std::uint32_t i = 0; i < game_.roles(); ++i) {
        entry["moves"].push_back(game_.text(RoleId{i}, round.moves[i]));
        entry["percepts"].push_back(texts_of(game_, (*percepts)[i]));
      }
    }
    record_["rounds"].push_back(std::move(entry));
    return {};
  }

  Result<void> end(const Playout& match) override {
    auto goals = all_goals(game_, match.end);
    if (!goals) return tl::unexpected(goals.error());
    if (role_) {
      record_["goal"] = value((*goals)[role_->value]);
    } else {
      record_["final"] = fluents(match.end);
      for (const std::vector<int>& of_role : *goals) record_["goals"].push_back(value(of_role));
    }
    fmt::print("{}\n", record_.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return {};
  }

 private:
  ordered_json fluents(const State& state) const {
    ordered_json out = ordered_json::array();
    for (FluentId fluent : game_.sorted(state)) out.push_back(game_.text(fluent));
    return out;
  }

  // A number; an array where the rules give no value or several.
  static ordered_json value(const std::vector<int>& goals) {
    return goals.size() == 1 ? ordered_json(goals[0]) : ordered_json(goals);
  }

  Game& game_;
  std::optional<RoleId> role_;
  ordered_json record_;
};

}  // namespace

int play(const PlayOptions& options) {
  auto game = make_game(options.file, options.engine);
  if (!game) return game.error();
  std::optional<RoleId> role;
  if (options.role) {
    role = game->role(*options.role);
    if (!role) {
      std::string hint = "its roles are";
      for (std::uint32_t i = 0; i < game->roles(); ++i) hint += " " + game->text(RoleId{i});
      print_error({fmt::format("{} has no role {}", options.file, *options.role), hint});
      return kUnreadable;
    }
  }
  std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  std::unique_ptr<MatchWatcher> watcher;
  if (options.json)
    watcher = std::make_unique<MatchRecorder>(*game, options, seed, role);
  else if (role)
    watcher = std::make_unique<RolePrinter>(*game, *role);
  else
    watcher = std::make_unique<MatchPrinter>(*game);
  if (!options.json) print_head(*game, options, seed);
  Random random(seed);
  auto match = play_out(*game, game->initial(), random, options.max_rounds,
                        [&](const Round& round) { return watcher->round(round); });
  auto ended = match ? watcher->end(*match) : Result<void>(tl::unexpected(match.error()));
  if (ended) return kSuccess;
  std::fflush(stdout);
  print_error(ended.error());
  return kFindings;
}

}  // namespace percept::cli
