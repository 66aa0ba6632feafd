// SPDX-License-Identifier: MIT
#include "show/grid.h"

#include <algorithm>
#include <map>
#include <set>

#include "game/playout.h"
#include "show/coordinates.h"

namespace percept::show {

using namespace game;

namespace {

using program::Clause;
using program::Literal;
using program::TermId;
using program::Terms;
namespace keyword = gdl::keyword;

constexpr std::size_t kSampledMatches = 3, kSampledRounds = 30;  // in all
constexpr std::uint64_t kSampleSeed = 1;
constexpr std::size_t kFewMarks = 3;     // at once, to be shown on a board
constexpr std::size_t kGridWidth = 100;  // characters
constexpr std::size_t kTableCell = 3;    // about as many for a column of a table

// The initial state first.
std::vector<State> sampled_states(Game& game) {
  std::vector<State> states = {game.initial()};
  Random random(kSampleSeed);
  for (std::size_t match = 0; match < kSampledMatches && states.size() < kSampledRounds; ++match) {
    // It may end early, or in an error that whoever plays on will meet.
    auto played = play_out(game, game.initial(), random, kSampledRounds - states.size(), [&](const Round& round) {
      if (round.number > 1) states.push_back(round.state);
      return Result<void>();
    });
    if (played) states.push_back(played->end);
  }
  return states;
}

// ---- what the rules say about a fluent

bool contains(const Terms& terms, TermId term, TermId part) {
  return term == part || std::ranges::any_of(terms.args(term), [&](TermId arg) { return contains(terms, arg, part); });
}

// Does a rule for `next` take both arguments of the fluent from a move?
bool is_placed(const Game& game, const FluentTable& table) {
  const Terms& terms = game.terms();
  return table.arity == 2 && std::ranges::any_of(game.program().clauses(), [&](const Clause& clause) {
           if (!terms.is(clause.head, keyword::kNext, 1)) return false;
           TermId fluent = terms.args(clause.head)[0];
           if (!is_named(terms, fluent, table.name, 2)) return false;
           TermId a = terms.args(fluent)[0], b = terms.args(fluent)[1];
           return terms.is_variable(a) && terms.is_variable(b) && a != b &&
                  std::ranges::any_of(clause.body, [&](const Literal& literal) {
                    return terms.is(literal.atom, keyword::kDoes, 2) && contains(terms, literal.atom, a) &&
                           contains(terms, literal.atom, b);
                  });
         });
}

// Do rules look at the fluent with the first two of four coordinates fixed? Then these are one coordinate written with
// two digits, as in sudoku; otherwise they say which of several boards it is.
bool first_pair_is_one(const Game& game, const Grid& grid, const Chosen& chosen) {
  const Terms& terms = game.terms();
  auto looks = [&](const Literal& literal) {
    if (!terms.is(literal.atom, keyword::kTrue, 1)) return false;
    TermId fluent = terms.args(literal.atom)[0];
    auto open = [&](std::size_t i) { return terms.is_variable(terms.args(fluent)[grid.columns[chosen[i]].argument]); };
    return is_named(terms, fluent, grid.name, grid.arity) && !open(0) && !open(1) && open(2) && open(3);
  };
  return std::ranges::any_of(game.program().clauses(),
                             [&](const Clause& clause) { return std::ranges::any_of(clause.body, looks); });
}

// What the author calls an argument: the name most rules have for the variable there, without digits.
std::string variable_name(const Game& game, const Grid& grid, std::size_t argument) {
  const gdl::Description& description = game.description();
  std::map<std::string, int> counts;
  auto count = [&](const gdl::Term& atom) {
    for_each_term(atom, [&](const gdl::Term& term) {
      if (term.args.size() != grid.arity || !term.args[argument]->is_variable()) return;
      if (description.text(term.name) != grid.name) return;
      ++counts[std::string(letters_of(description.text(term.args[argument]->name)))];
    });
  };
  for (const gdl::Statement& statement : description.statements()) {
    if (statement.head) count(*statement.head);
    for (const gdl::Formula* formula : statement.body)
      for_each_literal(*formula, [&](const gdl::Formula& literal, gdl::Polarity) { count(*literal.atom); });
  }
  auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  return most == counts.end() ? "" : most->first;
}

// ---- which coordinate goes where

bool are_letter_marks(const Column& column) { return is_letter(column.values[0]); }

// Of a matrix.
bool names_row(std::string_view name) { return name.starts_with("r") || name == "y" || name == "m" || name == "i"; }
bool names_column(std::string_view name) { return name.starts_with("c") || name == "x" || name == "n" || name == "j"; }

// Letters of values like r1, r2, or else the name of the variable.
std::string called(const Game& game, const Grid& grid, std::size_t column) {
  const std::string& value = grid.columns[column].values[0];
  std::string_view letters = letters_of(value);
  return letters.size() == 1 && letters != value ? std::string(letters)
                                                 : variable_name(game, grid, grid.columns[column].argument);
}

// Of three coordinates the one whose values have a board each: one that is not ordered, or unlike the others; the last
// when all are alike.
std::size_t odd_one(const Grid& grid, const Chosen& three) {
  auto values = [&](std::size_t i) -> const std::vector<std::string>& { return grid.columns[three[i]].values; };
  for (std::size_t i : {0u, 2u, 1u})
    if (!grid.columns[three[i]].ordered) return i;
  if (values(1) == values(2) && values(0) != values(1)) return 0;
  return values(0).size() < values(2).size() ? 0 : 2;
}

void place_table(Grid& grid, const Axis& first, const Axis& second) {
  std::size_t width = grid.columns[first.columns[0]].values.size();
  bool wide = width > grid.columns[second.columns[0]].values.size() && width * kTableCell < kGridWidth;
  grid.across = wide ? first : second;
  grid.down = wide ? second : first;
}

void place(const Game& game, Grid& grid, Chosen chosen) {
  Axis first, second;
  if (chosen.size() == 4) {
    bool one = first_pair_is_one(game, grid, chosen);
    first.columns = {chosen[0], chosen[one ? 1 : 2]};
    second.columns = {chosen[one ? 2 : 1], chosen[3]};
  } else {
    if (chosen.size() == 3) {
      std::size_t odd = odd_one(grid, chosen);
      grid.sheet = chosen[odd];
      chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(odd));
    }
    first.columns = {chosen[0]};
    second.columns = {chosen[1]};
  }
  const Column &a = grid.columns[first.columns.back()], &b = grid.columns[second.columns.back()];
  if (!a.ordered || !b.ordered) return place_table(grid, first, second);

  std::string name_a = called(game, grid, first.columns.back()), name_b = called(game, grid, second.columns.back());
  bool chess = are_letter_marks(a) && !are_letter_marks(b);
  bool matrix = !chess && names_row(name_a) && names_column(name_b);
  grid.across = matrix ? second : first;
  grid.down = matrix ? first : second;
  // Rows of a matrix and letters go down, as they are read; other coordinates go up.
  grid.down.reversed = !(matrix || name_b.starts_with("row") || are_letter_marks(b));
}

// ---- marks on the boards of others

bool fits(const Column& column, const Axis& axis, const Grid& grid) {
  const std::vector<std::string>& places = grid.columns[axis.columns[0]].values;
  return axis.columns.size() == 1 && !column.values.empty() &&
         std::ranges::all_of(column.values,
                             [&](const auto& value) { return std::ranges::find(places, value) != places.end(); });
}

// A fluent that marks some squares, all of which the grid has.
bool marks(const FluentTable& table, const Grid& grid) {
  if (table.arity != 2 || table.columns.size() != 2 || grid.contents.empty() || grid.sheet) return false;
  const Axis& first = grid.across.columns[0] < grid.down.columns[0] ? grid.across : grid.down;
  const Axis& second = &first == &grid.across ? grid.down : grid.across;
  if (!fits(table.columns[0], first, grid) || !fits(table.columns[1], second, grid)) return false;
  std::size_t squares = grid.columns[first.columns[0]].values.size() * grid.columns[second.columns[0]].values.size();
  std::size_t most = 0;
  for (const Facts& facts : table.samples) most = std::max(most, facts.size());
  return most >= kFewMarks && most * 2 <= squares;
}

bool is_of_marks(const Grid& grid) { return grid.arity == 2 && grid.contents.empty(); }

// A board takes in the marks on it. If they are of several kinds they stay on boards of their own, which look alike.
void take_in_marks(Grid& grid, const std::vector<FluentTable>& tables, std::vector<Grid>& grids) {
  std::vector<const FluentTable*> on_it;
  for (const FluentTable& table : tables) {
    bool taken = std::ranges::any_of(grids, [&](const Grid& other) { return other.mark == table.name; });
    if (!taken && marks(table, grid)) on_it.push_back(&table);
  }
  if (on_it.size() == 1) grid.mark = on_it[0]->name;
  if (on_it.size() < 2) return;
  for (Grid& other : grids) {
    if (!is_of_marks(other) || std::ranges::count(on_it, other.name, &FluentTable::name) == 0) continue;
    bool across_first = grid.across.columns[0] < grid.down.columns[0];
    other.across = {{across_first ? 0u : 1u}, false};
    other.down = {{across_first ? 1u : 0u}, grid.down.reversed};
    other.columns[other.across.columns[0]].values = grid.columns[grid.across.columns[0]].values;
    other.columns[other.down.columns[0]].values = grid.columns[grid.down.columns[0]].values;
  }
}

}  // namespace

bool Grid::is_blank(const std::string& content, std::size_t column) const {
  const std::vector<std::string>& values = columns[column].values;
  auto has = [&](std::string_view other) { return std::ranges::find(values, other) != values.end(); };
  if (content == "b") return !has("empty") && !has("blank") && !(has("w") && has("e"));
  return content == "blank" || content == "empty" || (content == "e" && has("b") && has("w"));
}

bool Grid::has_blanks() const {
  return std::ranges::any_of(contents, [&](std::size_t column) {
    return std::ranges::any_of(columns[column].values,
                               [&](const std::string& value) { return is_blank(value, column); });
  });
}

std::vector<Grid> find_grids(Game& game) {
  std::vector<FluentTable> tables = fluent_tables(game, sampled_states(game));
  std::vector<Grid> out;
  for (const FluentTable& table : tables) {
    Coordinates coordinates = find_coordinates(table, is_placed(game, table));
    if (coordinates.columns.empty()) continue;
    Grid grid{.name = table.name, .arity = table.arity, .columns = table.columns};
    for (std::size_t i = 0; i < grid.columns.size(); ++i)
      if (std::ranges::find(coordinates.columns, i) == coordinates.columns.end()) grid.contents.push_back(i);
    if (coordinates.complete)
      for (std::size_t i : coordinates.columns)
        if (auto values = lasting_values(table, i)) grid.columns[i].values = std::move(*values);
    place(game, grid, coordinates.columns);
    out.push_back(std::move(grid));
  }
  for (Grid& grid : out) take_in_marks(grid, tables, out);
  std::set<std::string> taken;
  for (const Grid& grid : out)
    if (grid.mark) taken.insert(*grid.mark);
  std::erase_if(out, [&](const Grid& grid) { return is_of_marks(grid) && taken.contains(grid.name); });
  std::ranges::sort(out, {}, &Grid::name);
  return out;
}

Fact marked(const Terms& terms, TermId mark, const Grid& grid) {
  Fact out(grid.columns.size());
  std::size_t a = grid.across.columns[0], b = grid.down.columns[0];
  out[std::min(a, b)] = terms.to_kif(terms.args(mark)[0]);
  out[std::max(a, b)] = terms.to_kif(terms.args(mark)[1]);
  return out;
}

}  // namespace percept::show
