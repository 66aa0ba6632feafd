// SPDX-License-Identifier: MIT
#include "lab/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "game/model.h"
#include "gdl/reader.h"
#include "lab/taught_cfr.h"
#include "search/cfr.h"
#include "search/table_sampling.h"

namespace percept::lab {
namespace {

using namespace search;
using Kind = PublishedFigure::Kind;

constexpr double kNarrow = 0.005;

const std::vector<PublishedFigure>& table() {
  static const std::vector<std::string_view> kPass = {"fold", "check"};
  static const std::vector<PublishedFigure> figures = {
      {.game = "kuhn_poker", .kind = Kind::kValue, .unit = 25, .published = -1.0 / 18},
      {.game = "kuhn_poker", .kind = Kind::kUniform, .unit = 25, .published = 11.0 / 12},
      {.game = "kuhn_poker", .kind = Kind::kFirstMove, .unit = 25, .published = 2, .moves = kPass},
      {.game = "kuhn_poker_3p", .kind = Kind::kUniform, .unit = 15, .published = 2.0625},
      {.game = "leduc_poker", .kind = Kind::kValue, .unit = 3, .published = -0.085606424078},
      {.game = "leduc_poker", .kind = Kind::kUniform, .unit = 3, .published = 4.747222222},
      {.game = "leduc_poker", .kind = Kind::kFirstMove, .unit = 3, .published = 2, .moves = kPass},
      {.game = "liars_dice",
       .kind = Kind::kValue,
       .unit = 50,
       .published = -0.027131782945736,
       .variant = Variant::kDcfr},
      {.game = "liars_dice", .kind = Kind::kUniform, .unit = 50, .published = 1.561488646384479},
      {.game = "oshi_zumo", .kind = Kind::kUniform, .unit = 50, .published = 1.988311287477953},
      {.game = "oshi_zumo", .kind = Kind::kFirstMove, .unit = 50, .published = 2},
      {.game = "noughts_and_crosses", .kind = Kind::kUniform, .unit = 50, .published = 1.919659391534391},
      {.game = "noughts_and_crosses", .kind = Kind::kFirstMove, .unit = 50, .published = 2},
      // Step k of the published curve comes after k + 1 iterations.
      {.game = "noughts_and_crosses",
       .kind = Kind::kTaughtCfr,
       .unit = 50,
       .published = 1.0296,
       .tolerance = 5e-5,
       .iterations = 1},
      {.game = "noughts_and_crosses",
       .kind = Kind::kTaughtCfr,
       .unit = 50,
       .published = 0.5131,
       .tolerance = 5e-5,
       .iterations = 9},
      {.game = "noughts_and_crosses",
       .kind = Kind::kTaughtCfr,
       .unit = 50,
       .published = 0.1488,
       .tolerance = 5e-5,
       .iterations = 33},
      {.game = "noughts_and_crosses",
       .kind = Kind::kTaughtCfr,
       .unit = 50,
       .published = 0.0402,
       .tolerance = 5e-5,
       .iterations = 129},
      {.game = "noughts_and_crosses",
       .kind = Kind::kTaughtCfr,
       .unit = 50,
       .published = 0.0051,
       .tolerance = 5e-5,
       .iterations = 1025},
      {.game = "dark_hex_2x2", .kind = Kind::kValue, .unit = 50, .published = 1},
      {.game = "blind_tictactoe",
       .kind = Kind::kFirstChances,
       .unit = 1,
       .published = 0.316,
       .most = 0.320,
       .tolerance = 0.005,
       .seconds = 60,
       .moves = {"(mark 2 2)"},
       .name = "first move: centre"},
      {.game = "blind_tictactoe",
       .kind = Kind::kFirstChances,
       .unit = 1,
       .published = 0.148,
       .most = 0.165,
       .tolerance = 0.005,
       .seconds = 60,
       .moves = {"(mark 1 1)", "(mark 1 3)", "(mark 3 1)", "(mark 3 3)"},
       .name = "first move: each corner"},
      {.game = "blind_tictactoe",
       .kind = Kind::kFirstChances,
       .unit = 1,
       .published = 0.012,
       .most = 0.022,
       .tolerance = 0.005,
       .seconds = 60,
       .moves = {"(mark 1 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)"},
       .name = "first move: each side"},
  };
  return figures;
}

class Measuring {
 public:
  Measuring(std::shared_ptr<const Layout> layout, unsigned threads) : layout_(std::move(layout)), crew_(threads) {}

  MeasuredFigure operator()(const PublishedFigure& figure) {
    MeasuredFigure out;
    Clock::time_point start = Clock::now();
    switch (figure.kind) {
      case Kind::kUniform:
        out.measured = evaluate(*layout_, uniform_profile(*layout_), crew_).nash_conv / figure.unit;
        break;
      case Kind::kFirstMove:
        out.measured = evaluate(*layout_, first_moves(figure.moves), crew_).nash_conv / figure.unit;
        break;
      case Kind::kTaughtCfr:
        if (!taught_) taught_.emplace(*layout_, figure.unit);
        while (taught_->iterations() < figure.iterations) taught_->iterate();
        out.measured = taught_->nash_conv();
        break;
      case Kind::kValue: {
        solve(figure);
        // Within the bounds, and far closer to the value than these are wide.
        out.measured = (solved_.values[0] - layout_->offset()) / figure.unit;
        out.uncertain = solved_.nash_conv / 2 / figure.unit;
        break;
      }
      case Kind::kFirstChances: {
        solve(figure);
        double sum = 0;
        for (std::string_view move : figure.moves) sum += first_chance(move);
        out.measured = sum / static_cast<double>(figure.moves.size());
        break;
      }
    }
    out.seconds = seconds_since(start);
    return out;
  }

 private:
  // Until nothing is gained any more, or time is over; by sampling where the ends do not fit, without an evaluation.
  void solve(const PublishedFigure& figure) {
    if (!policy_.empty()) return;
    if (!layout_->listed()) {
      TableSampling sampling(layout_, 1);
      sampling.run(static_cast<std::uint64_t>(-1) / 2, crew_, Budget().until(in_seconds(figure.seconds)));
      policy_ = sampling.average();
      return;
    }
    double enough = 1e-7 * figure.unit;
    Deadline deadline = in_seconds(figure.seconds);
    Clock::time_point start = Clock::now();
    Cfr cfr(layout_, {.variant = figure.variant});
    cfr.iterate(crew_);
    cfr.iterate(crew_);
    double each = seconds_since(start) / 2;
    cfr.plan(static_cast<std::uint64_t>(std::clamp(figure.seconds / each, 10.0, 50'000.0)));
    double next = 16;
    while (Clock::now() < deadline) {
      cfr.iterate(crew_);
      if (static_cast<double>(cfr.iterations()) < next) continue;
      next = static_cast<double>(cfr.iterations()) * 1.2;
      if (evaluate(*layout_, cfr.average(), crew_).nash_conv < enough) break;
    }
    policy_ = cfr.average();
    solved_ = evaluate(*layout_, policy_, crew_);
  }

  // Of both players together, at their first decision.
  double first_chance(std::string_view move) const {
    const Positions& positions = layout_->positions();
    double out = 0;
    for (std::size_t player = 0; player < layout_->players(); ++player) {
      const Forest& forest = layout_->forest(player);
      const auto& list = positions.lists[positions.players[player]][forest.list(forest.view_of[0])];
      for (std::uint32_t a = 0; a < list.size(); ++a)
        if (text(player, list[a]) == move) out += policy_[player][forest.first[0] + a];
    }
    return out / static_cast<double>(layout_->players());
  }

  std::string text(std::size_t player, std::uint32_t move) const {
    const game::Lexicon& lexicon = *layout_->positions().whole->lexicon;
    return lexicon.text(game::RoleId{layout_->positions().players[player]}, game::MoveId{move, lexicon.number()});
  }

  // What is listed first, then in the order of names.
  Profile first_moves(const std::vector<std::string_view>& preferred) const {
    const Positions& positions = layout_->positions();
    Profile out = uniform_profile(*layout_);
    for (std::size_t player = 0; player < layout_->players(); ++player) {
      const Forest& forest = layout_->forest(player);
      game::RoleId role{positions.players[player]};
      const game::Lexicon& lexicon = *positions.whole->lexicon;
      auto rank = [&](std::uint32_t move) {
        return std::ranges::find(preferred, text(player, move)) - preferred.begin();
      };
      for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
        const auto& list = positions.lists[role.value][forest.list(forest.view_of[set])];
        auto first = std::ranges::min_element(list, [&](std::uint32_t a, std::uint32_t b) {
          return rank(a) != rank(b)
                     ? rank(a) < rank(b)
                     : lexicon.less(role, game::MoveId{a, lexicon.number()}, game::MoveId{b, lexicon.number()});
        });
        for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s)
          out[player][s] = s - forest.first[set] == static_cast<std::uint32_t>(first - list.begin()) ? 1 : 0;
      }
    }
    return out;
  }

  std::shared_ptr<const Layout> layout_;
  Crew crew_;
  std::optional<TaughtCfr> taught_;
  Profile policy_;
  Evaluation solved_;
};

Result<std::shared_ptr<const Layout>> layout_of(const std::string& file) {
  auto description = gdl::read_file(file);
  if (!description) return tl::unexpected(description.error());
  auto model = game::Model::make(std::move(*description));
  if (!model) return tl::unexpected(model.error());
  auto whole = (*model)->whole(circuit::Logic::kTwoValued);
  if (!whole) return tl::unexpected(whole.error());
  return Layout::make(*whole, Layout::Options{});
}

}  // namespace

std::span<const PublishedFigure> published_figures() { return table(); }

std::string PublishedFigure::figure() const {
  switch (kind) {
    case Kind::kValue: return "value";
    case Kind::kUniform: return "uniform NashConv";
    case Kind::kFirstMove: return "first move NashConv";
    case Kind::kTaughtCfr: return fmt::format("CFR step {} NashConv", iterations - 1);
    case Kind::kFirstChances: return std::string(name);
  }
  return {};
}

bool agrees(const PublishedFigure& figure, const MeasuredFigure& measured) {
  if (!measured.measured) return false;
  double most = figure.most != 0 ? figure.most : figure.published;
  // A value is known up to its bounds, when these are narrow.
  double tolerance = std::max(figure.tolerance, std::min(measured.uncertain, kNarrow));
  return *measured.measured >= figure.published - tolerance && *measured.measured <= most + tolerance;
}

std::vector<MeasuredFigure> measure(std::span<const PublishedFigure> of_one_game, const std::string& file,
                                    unsigned threads) {
  Clock::time_point start = Clock::now();
  std::vector<MeasuredFigure> out;
  auto layout = layout_of(file);
  if (!layout) {
    for (std::size_t i = 0; i < of_one_game.size(); ++i) out.emplace_back().error = layout.error().message;
    return out;
  }
  double laid_out = seconds_since(start);
  Measuring measuring(*layout, threads);
  for (const PublishedFigure& figure : of_one_game) out.push_back(measuring(figure));
  out.front().seconds += laid_out;
  return out;
}

}  // namespace percept::lab
