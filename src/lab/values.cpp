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
#include "search/knowledge_cfr.h"

namespace percept::lab {
namespace {

using namespace search;
using Kind = PublishedFigure::Kind;

constexpr double kNarrow = 0.005;
constexpr std::size_t kBytes = std::size_t{4} << 30;  // of what both know

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
      // Published after 100 000 iterations of sampling. It may cost a hundredth of a win: ours lacks .034 of an
      // equilibrium, which would let a uniform first move pass (.030), too.
      {.game = "blind_tictactoe",
       .kind = Kind::kFirstMix,
       .unit = 50,
       .published = 0,
       .tolerance = 0.01,
       .iterations = 100,
       .mix = {{{"(mark 2 2)"}, 0.316, 0.320},
               {{"(mark 1 1)", "(mark 1 3)", "(mark 3 1)", "(mark 3 3)"}, 0.148, 0.165},
               {{"(mark 1 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)"}, 0.012, 0.022}}},
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
      case Kind::kFirstMix: {
        auto free = by_knowledge(figure.iterations, {}),
             bound = by_knowledge(figure.iterations, within_ranges(figure.mix));
        if (!free || !bound) {
          out.error = (!free ? free : bound).error().message;
          break;
        }
        Evaluation of_free = evaluate(*layout_, *free, crew_);
        out.measured = (best_of_second(*bound) - of_free.best[1]) / figure.unit;
        out.uncertain = of_free.nash_conv / 2 / figure.unit;
        break;
      }
    }
    out.seconds = seconds_since(start);
    return out;
  }

 private:
  // Until nothing is gained any more, or time is over.
  void solve(const PublishedFigure& figure) {
    if (!policy_.empty()) return;
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

  // What both do who act on what they know; the first player begins with these chances, if there are some.
  Result<Profile> by_knowledge(std::uint64_t iterations, const std::vector<double>& first) const {
    auto cfr = KnowledgeCfr::make(*layout_, kBytes);
    if (!cfr) return tl::unexpected(cfr.error());
    if (!first.empty()) (*cfr)->fix(0, layout_->forest(0).set(layout_->forest(0).view_of[0]), first);
    while ((*cfr)->iterations() < iterations) (*cfr)->iterate();
    return (*cfr)->average(*layout_);
  }

  // What the second player gets at most.
  double best_of_second(const Profile& profile) {
    std::vector<Plan> plans = {plan_of(layout_->forest(0), profile[0], crew_), {}};
    std::vector<double> gradient(layout_->forest(1).sequences());
    layout_->outcomes().gradient(1, plans, gradient, crew_);
    return best_response(layout_->forest(1), gradient, crew_) + layout_->offset();
  }

  // A mix that adds up to one, as far into the range of each move as into those of the others.
  std::vector<double> within_ranges(const std::vector<PublishedFigure::Share>& mix) const {
    double least = 0, most = 0;
    for (const auto& share : mix) {
      least += static_cast<double>(share.moves.size()) * share.least;
      most += static_cast<double>(share.moves.size()) * share.most;
    }
    double into = most > least ? (1 - least) / (most - least) : 0;
    const Forest& forest = layout_->forest(0);
    const Positions& positions = layout_->positions();
    std::vector<double> out;
    for (std::uint32_t move : positions.lists[positions.players[0]][forest.list(forest.view_of[0])]) {
      out.push_back(0);
      for (const auto& share : mix)
        if (std::ranges::find(share.moves, text(0, move)) != share.moves.end())
          out.back() = share.least + into * (share.most - share.least);
    }
    return out;
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
    case Kind::kFirstMix: return "first move, its cost";
  }
  return {};
}

bool agrees(const PublishedFigure& figure, const MeasuredFigure& measured) {
  if (!measured.measured) return false;
  // A value is known up to its bounds, when these are narrow.
  double tolerance = std::max(figure.tolerance, std::min(measured.uncertain, kNarrow));
  return std::abs(*measured.measured - figure.published) <= tolerance;
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
