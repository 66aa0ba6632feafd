// SPDX-License-Identifier: MIT
//
// Figures that others have published of games we have rule sheets of, and the same figures from the rule sheets: values
// of equilibria, NashConv of simple policies, of CFR after some iterations, chances of first moves. Figures are in the
// units of the literature; a row says how many goal points such a unit has.
//
//   for (const PublishedFigure& figure : published_figures()) measure(figure, folder, threads) …
//
// Constant tables and functions without state; any thread may call them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/cfr.h"

namespace percept::lab {

struct PublishedFigure {
  enum class Kind : unsigned char { kValue, kUniform, kFirstMove, kTaughtCfr, kFirstChances };
  std::string_view game;  // the rule sheet's name
  Kind kind;
  double unit;              // goal points
  double published;         // the least, where it is a range
  double most = 0;          // of a range; else zero
  double tolerance = 1e-6;  // beyond the range
  double seconds = 20;      // for an equilibrium
  search::Variant variant = search::Variant::kVadCfr;
  std::uint64_t iterations = 0;              // of kTaughtCfr
  std::vector<std::string_view> moves = {};  // kFirstChances: whose mean chance it is; kFirstMove: what comes first
  std::string_view name = {};                // of kFirstChances

  std::string figure() const;  // "uniform NashConv"
};
std::span<const PublishedFigure> published_figures();

struct MeasuredFigure {
  std::optional<double> measured;
  std::string error;  // why there is none
  double seconds = 0;
  double uncertain = 0;  // of an equilibrium: half the width of the value's bounds
};
bool agrees(const PublishedFigure& figure, const MeasuredFigure& measured);

// All figures of a game share one layout; rows in the order of the table.
std::vector<MeasuredFigure> measure(std::span<const PublishedFigure> of_one_game, const std::string& file,
                                    unsigned threads);

}  // namespace percept::lab
