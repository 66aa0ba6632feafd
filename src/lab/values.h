// SPDX-License-Identifier: MIT
//
// Figures that others have published of games we have rule sheets of, and the same figures from the rule sheets: values
// of equilibria, NashConv of simple policies, of CFR after some iterations, first moves. Figures are in the units of
// the literature; a row says how many goal points such a unit has.
//
// A game may have many equilibria, and a published policy may be near any of them. So a published first move is not
// compared with ours but by what it costs: how much less its player is sure of, with the best that is found after it,
// than with the best that is found without it. Both are exact (a best response may use all that was done and seen).
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
  enum class Kind : unsigned char { kValue, kUniform, kFirstMove, kTaughtCfr, kFirstMix };
  struct Share {  // of a mix: moves, and the chance of each of them, as a range
    std::vector<std::string_view> moves;
    double least, most;
  };
  std::string_view game;  // the rule sheet's name
  Kind kind;
  double unit;  // goal points
  double published;
  double tolerance = 1e-6;
  double seconds = 20;  // for an equilibrium
  search::Variant variant = search::Variant::kVadCfr;
  std::uint64_t iterations = 0;              // of kTaughtCfr and kFirstMix
  std::vector<std::string_view> moves = {};  // kFirstMove: what comes first
  std::vector<Share> mix = {};               // kFirstMix: of the first player's first move

  std::string figure() const;  // "uniform NashConv"
};
std::span<const PublishedFigure> published_figures();

struct MeasuredFigure {
  std::optional<double> measured;
  std::string error;  // why there is none
  double seconds = 0;
  double uncertain = 0;  // half the width of the value's bounds, by the equilibrium that was found
};
bool agrees(const PublishedFigure& figure, const MeasuredFigure& measured);

// All figures of a game share one layout; rows in the order of the table.
std::vector<MeasuredFigure> measure(std::span<const PublishedFigure> of_one_game, const std::string& file,
                                    unsigned threads);

}  // namespace percept::lab
