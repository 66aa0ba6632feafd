// SPDX-License-Identifier: MIT
#include "sample/sampling.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "belief/senses.h"
#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

namespace percept::test {
namespace {

game::Game referee(const std::shared_ptr<const gdl::Description>& description, const ground::Options& grounding) {
  game::Game::Options options;
  options.grounding = grounding;
  return got(game::Game::make(description, options));
}

std::string joined(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string text_of(const game::Game& game, const game::State& state) {
  std::vector<std::string> texts;
  game::for_each_fluent(state, [&](game::FluentId fluent) { texts.push_back(game.text(fluent)); });
  return joined(std::move(texts));
}

std::string text_of(const game::Game& game, const game::JointMove& moves) {
  std::string out = "|";
  for (std::uint32_t r = 0; r < moves.size(); ++r) out += " " + game.text(game::RoleId{r}, moves[r]);
  return out;
}

// What the role experienced, in the referee's words.
struct Told {
  std::optional<std::string> move;
  std::optional<std::string> percepts;
};
std::vector<Told> told(const belief::Rules& rules, const Match& match, std::size_t rounds) {
  std::vector<Told> out;
  for (std::size_t i = 0; i < rounds; ++i) {
    const sample::Experience& experience = match.experiences[i];
    Told round;
    if (experience.move) round.move = rules.text(match.role, *experience.move);
    if (experience.percepts) {
      std::vector<std::string> texts;
      for (game::PerceptId percept : *experience.percepts) texts.push_back(rules.text(percept));
      round.percepts = joined(std::move(texts));
    }
    out.push_back(std::move(round));
  }
  return out;
}

std::string seen(game::Game& game, const game::State& state, const game::JointMove& moves, game::RoleId role) {
  std::vector<std::string> texts;
  game::Percepts percepts = got(game.percepts(state, moves, role));
  for (game::PerceptId percept : percepts) texts.push_back(game.text(percept));
  return joined(std::move(texts));
}

}  // namespace

Sheet::Sheet(std::shared_ptr<const gdl::Description> given, ground::Options grounding)
    : description(std::move(given)),
      game(referee(description, grounding)),
      rules(got(belief::Rules::make(description, circuit::Logic::kTwoValued, grounding))) {}

Sheet Sheet::of_file(const std::filesystem::path& file, ground::Options grounding) {
  return Sheet(got(gdl::read_file(file.string())), std::move(grounding));
}

Sheet Sheet::of_text(std::string text) { return Sheet(gdl::read_text("test", std::move(text))); }

std::vector<game::RoleId> Sheet::players() const {
  std::vector<game::RoleId> out;
  for (std::uint32_t r = 0; r < game.roles(); ++r)
    if (game::RoleId{r} != game.random()) out.push_back(game::RoleId{r});
  return out;
}

// Left out are sheets with errors, and those that lead to positions without a legal move.
std::vector<std::filesystem::path> playable_gdl2() {
  std::vector<std::filesystem::path> out;
  for (const std::filesystem::path& file : files_below(corpus() / "games" / "gdl2", {".kif"})) {
    auto description = gdl::read_file(file.string());
    const std::set<std::string> without_moves = {"dominion", "DarkChess", "ii_explodingbomb"};
    if (description && game::playable(**description) && !without_moves.contains(file.stem().string()))
      out.push_back(file);
  }
  return out;
}

Match play(Sheet& sheet, game::RoleId role, std::uint64_t seed, std::size_t max_rounds) {
  Match out;
  out.role = role;
  Random random(seed);
  belief::Senses senses(sheet.game, *sheet.rules, role);
  game::State state = sheet.game.initial();
  while (out.moves.size() < max_rounds && !got(sheet.game.terminal(state))) {
    game::JointMove moves = got(game::random_joint_move(sheet.game, state, random));
    game::Percepts percepts = got(sheet.game.percepts(state, moves, role));
    out.experiences.push_back(got(senses.experience(moves[role.value], percepts)));
    state = got(sheet.game.next(state, moves));
    out.moves.push_back(std::move(moves));
  }
  return out;
}

std::string replayed(Sheet& sheet, const Match& match, std::size_t rounds, const sample::Sample& sample) {
  game::Game& game = sheet.game;
  if (sample.moves.size() != rounds) return fmt::format("{} rounds of {}", sample.moves.size(), rounds);
  std::vector<Told> expected = told(*sheet.rules, match, rounds);
  game::State state = game.initial();
  for (std::size_t i = 0; i < rounds; ++i) {
    if (got(game.terminal(state))) return fmt::format("round {} after the end", i + 1);
    game::JointMove moves;
    for (std::uint32_t r = 0; r < game.roles(); ++r) {
      game::RoleId role{r};
      std::string text = sheet.rules->text(role, sample.moves[i][r]);
      if (role == match.role && expected[i].move && *expected[i].move != text)
        return fmt::format("round {}: own move {} instead of {}", i + 1, text, *expected[i].move);
      auto move = game.parse_move(role, text);
      if (!move) return fmt::format("round {}: {}", i + 1, move.error().message);
      std::vector<game::MoveId> legal = got(game.legal(state, role));
      if (std::find(legal.begin(), legal.end(), *move) == legal.end())
        return fmt::format("round {}: {} is not legal", i + 1, text);
      moves.push_back(*move);
    }
    std::string percepts = seen(game, state, moves, match.role);
    if (expected[i].percepts && *expected[i].percepts != percepts)
      return fmt::format("round {}: sees [{}] instead of [{}]", i + 1, percepts, *expected[i].percepts);
    state = got(game.next(state, moves));
  }
  std::string has = state_text(*sheet.rules, sample), should = text_of(game, state);
  return has == should ? "" : fmt::format("ends in [{}] instead of [{}]", has, should);
}

Posterior enumerate(Sheet& sheet, const Match& match, std::size_t rounds, std::size_t limit,
                    const belief::Opponents* opponents) {
  game::Game& game = sheet.game;
  std::vector<Told> expected = told(*sheet.rules, match, rounds);
  struct History {
    game::State state;
    std::string moves;
    double weight;
  };
  std::vector<History> now{{game.initial(), "", 1}};
  std::size_t work = 0;
  for (std::size_t i = 0; i < rounds; ++i) {
    std::vector<History> next;
    for (const History& history : now) {
      if (got(game.terminal(history.state))) continue;
      std::vector<std::vector<std::pair<game::MoveId, double>>> choices;
      for (std::uint32_t r = 0; r < game.roles(); ++r) {
        game::RoleId role{r};
        std::vector<game::MoveId> legal = got(game.legal(history.state, role));
        std::vector<double> weights(legal.size(), 1);
        if (opponents && role != match.role && role != game.random()) {
          game::State state;
          game::for_each_fluent(history.state, [&](game::FluentId fluent) {
            for (std::uint32_t f = 0; f < sheet.rules->lexicon().fluents(); ++f)
              if (sheet.rules->text(game::FluentId{f}) == game.text(fluent)) state.insert(game::FluentId{f});
          });
          std::vector<game::MoveId> moves;
          for (game::MoveId move : legal) moves.push_back(got(sheet.rules->move(role, game.text(role, move))));
          opponents->weigh(role, state, moves, weights);
        }
        double total = 0;
        for (double weight : weights) total += weight;
        std::vector<std::pair<game::MoveId, double>> options;
        for (std::size_t m = 0; m < legal.size(); ++m) {
          bool own = role == match.role && expected[i].move;
          if (own && *expected[i].move != game.text(role, legal[m])) continue;
          options.push_back({legal[m], own ? 1 : weights[m] / total});
        }
        choices.push_back(std::move(options));
      }
      game::JointMove moves(choices.size());
      std::function<void(std::size_t, double)> choose = [&](std::size_t r, double weight) {
        if (work > 50 * limit) return;
        if (r < choices.size()) {
          for (const auto& option : choices[r]) {
            moves[r] = option.first;
            choose(r + 1, weight * option.second);
          }
          return;
        }
        ++work;
        if (expected[i].percepts && *expected[i].percepts != seen(game, history.state, moves, match.role)) return;
        next.push_back({got(game.next(history.state, moves)), history.moves + text_of(game, moves), weight});
      };
      choose(0, history.weight);
      if (next.size() > limit || work > 50 * limit) return {};
    }
    now = std::move(next);
  }
  double total = 0;
  for (const History& history : now) total += history.weight;
  Posterior out;
  for (const History& history : now) {
    out.states[text_of(game, history.state)] += history.weight / total;
    out.histories[history.moves] += history.weight / total;
  }
  return out;
}

std::string state_text(const belief::Rules& rules, const sample::Sample& sample) {
  std::vector<std::string> texts;
  game::for_each_fluent(sample.state, [&](game::FluentId fluent) { texts.push_back(rules.text(fluent)); });
  return joined(std::move(texts));
}

std::string history_text(const belief::Rules& rules, const sample::Sample& sample) {
  std::string out;
  for (const game::JointMove& moves : sample.moves) {
    out += "|";
    for (std::uint32_t r = 0; r < moves.size(); ++r) out += " " + rules.text(game::RoleId{r}, moves[r]);
  }
  return out;
}

Weights state_weights(const belief::Rules& rules, const sample::Draw& draw) {
  Weights out;
  for (const sample::Sample& sample : draw.samples) out[state_text(rules, sample)] += sample.weight;
  return out;
}

Weights history_weights(const belief::Rules& rules, const sample::Draw& draw) {
  Weights out;
  for (const sample::Sample& sample : draw.samples) out[history_text(rules, sample)] += sample.weight;
  return out;
}

double total_variation(const Weights& a, const Weights& b) {
  double out = 0;
  for (const auto& [text, weight] : a) {
    auto other = b.find(text);
    out += std::abs(weight - (other == b.end() ? 0 : other->second));
  }
  for (const auto& [text, weight] : b)
    if (!a.contains(text)) out += weight;
  return out / 2;
}

double chi_square(const Weights& drawn, const Weights& expected, std::size_t samples) {
  for (const auto& [text, weight] : drawn)
    if (!expected.contains(text)) return 0;
  double n = static_cast<double>(samples);
  // So few cells that each can expect some, by a hash of what they are about when there are more.
  struct Cell {
    double has = 0, should = 0;
  };
  std::size_t bins = std::max<std::size_t>(samples / 20, 2);
  bool one_each = expected.size() <= bins;
  std::vector<Cell> cells(one_each ? expected.size() : bins);
  std::size_t at = 0;
  for (const auto& [text, weight] : expected) {
    Cell& cell = cells[one_each ? at++ : std::hash<std::string>()(text) % bins];
    auto found = drawn.find(text);
    cell.has += found == drawn.end() ? 0 : found->second * n;
    cell.should += weight * n;
  }
  // Those that expect little are joined with others.
  std::ranges::sort(cells, std::greater<>(), &Cell::should);
  while (cells.size() > 1 && cells.back().should < 5) {
    Cell least = cells.back();
    cells.pop_back();
    cells.back().has += least.has;
    cells.back().should += least.should;
  }
  if (cells.size() < 2) return 1;
  double statistic = 0, k = static_cast<double>(cells.size() - 1);
  for (const Cell& cell : cells) statistic += (cell.has - cell.should) * (cell.has - cell.should) / cell.should;
  // The upper tail by Wilson and Hilferty's cube root, which is near enough for a threshold.
  double z = (std::cbrt(statistic / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

}  // namespace percept::test
