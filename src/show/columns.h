// SPDX-License-Identifier: MIT
//
// The fluents of a game as tables of texts: for each name the arguments as columns, with the values they have in an
// order that people expect, and the rows that hold in some states. A column is ordered when its values could be the
// coordinates of a board: numbers or letters with few gaps, names with a number behind them (c1, c2, ...), or names
// that a relation of the rules puts in a row. Squares in one name (a1, a2, b1, ...) are two columns.
//
// Internal to show/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace percept::show {

using Fact = std::vector<std::string>;  // a fluent's columns
using Facts = std::vector<Fact>;

// An argument, or a half of one: `a` or `1` of a1.
struct Column {
  enum class Part : unsigned char { kWhole, kLetters, kDigits };

  std::size_t argument = 0;
  Part part = Part::kWhole;
  // What the rules can put there, gaps filled; where that is no order but what was seen is, the latter.
  std::vector<std::string> values = {};
  bool ordered = false;
};

struct FluentTable {
  std::string name;
  std::size_t arity = 0;
  std::vector<Column> columns = {};
  std::vector<Facts> samples = {};  // for each state
};

inline constexpr std::size_t kMaxSide = 40;  // values of an ordered column

std::vector<FluentTable> fluent_tables(const game::Game& game, const std::vector<game::State>& states);

// What stands in each column.
Fact fact_of(const program::Terms& terms, program::TermId fluent, const std::vector<Column>& columns);

// Whatever terms they are: names are compared as texts, so that a board can be drawn in the terms of any lexicon.
bool is_named(const program::Terms& terms, program::TermId term, std::string_view name, std::size_t arity);

// The values in their natural order; gaps are filled. Nothing when they are no coordinates.
std::optional<std::vector<std::string>> in_natural_order(std::vector<std::string> values);

std::optional<int> number(std::string_view text);
bool is_letter(std::string_view text);
std::string_view letters_of(std::string_view text);  // `c` of c12

}  // namespace percept::show
