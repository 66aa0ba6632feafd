// SPDX-License-Identifier: MIT
#include "show/columns.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "show/domains.h"

namespace percept::show {

using namespace game;

namespace {

using program::TermId;
using Part = Column::Part;
using Values = std::vector<std::string>;

constexpr std::size_t kFewestSquares = 9;
// If less than this of a range of numbers, which is not small, is seen, the rules are thought to allow too much.
constexpr double kMostlySeen = 0.75;
constexpr std::size_t kSmallSide = 8;

std::string_view digits_of(std::string_view text) { return text.substr(letters_of(text).size()); }

std::string part_of(const std::string& text, Part part) {
  return part == Part::kWhole ? text : std::string(part == Part::kLetters ? letters_of(text) : digits_of(text));
}

bool are_numbers(const Values& values) {
  return std::ranges::all_of(values, [](const std::string& value) { return number(value).has_value(); });
}

bool are_letters(const Values& values) { return std::ranges::all_of(values, is_letter); }

// c1, c2, c10: what stands before the number is the same.
bool are_numbered(const Values& values) {
  return std::ranges::all_of(values, [&](const std::string& value) {
    return letters_of(value) == letters_of(values[0]) && number(digits_of(value));
  });
}

// a1, a2, b1: both vary.
bool are_squares(const Values& values) {
  std::set<std::string_view> letters, digits;
  for (const std::string& value : values) {
    if (!is_letter(letters_of(value)) || !number(digits_of(value))) return false;
    letters.insert(letters_of(value));
    digits.insert(digits_of(value));
  }
  return letters.size() > 2 && digits.size() > 2 && values.size() >= kFewestSquares;
}

void sort_naturally(Values& values) {
  std::ranges::sort(values, [](const std::string& a, const std::string& b) {
    auto first = number(digits_of(a)), second = number(digits_of(b));
    bool comparable = letters_of(a) == letters_of(b) && first && second && *first != *second;
    return comparable ? *first < *second : a < b;
  });
}

// The relations of the rules that lead from a name to the next, given by facts.
class Chains {
 public:
  explicit Chains(const program::Program& program) {
    const program::Terms& terms = program.terms();
    for (const program::Relation& relation : program.relations()) {
      if (relation.arity != 2 || relation.clauses.empty()) continue;
      std::map<std::string, std::string> next;
      bool leads = std::ranges::all_of(relation.clauses, [&](std::uint32_t index) {
        const program::Clause& clause = program.clauses()[index];
        std::span<const TermId> args = terms.args(clause.head);
        return clause.body.empty() && next.emplace(terms.to_kif(args[0]), terms.to_kif(args[1])).second;
      });
      if (leads) chains_.push_back(std::move(next));
    }
  }

  // The names in the order of such a relation; nothing when none leads through them all.
  std::optional<Values> order(const Values& names) const {
    for (const auto& next : chains_) {
      std::set<std::string> all(names.begin(), names.end()), first = all;
      for (const std::string& name : names)
        if (auto successor = next.find(name); successor != next.end()) first.erase(successor->second);
      if (first.size() != 1) continue;
      Values out = {*first.begin()};
      for (auto at = next.find(out[0]); at != next.end() && all.contains(at->second); at = next.find(at->second)) {
        out.push_back(at->second);
        if (out.size() == names.size()) return out;
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<std::map<std::string, std::string>> chains_;
};

std::optional<Values> in_order(const Values& values, const Chains& chains) {
  if (auto natural = in_natural_order(values)) return natural;
  return values.size() < 2 || values.size() > kMaxSide ? std::nullopt : chains.order(values);
}

// The rules may count further than the board goes; then what was seen tells how far.
bool goes_too_far(const Values& allowed, const Values& seen) {
  if (seen.size() < 2 || allowed.size() <= kSmallSide || !are_numbers(allowed)) return false;
  int lowest = *number(seen[0]), highest = lowest;
  for (const std::string& value : seen) {
    lowest = std::min(lowest, *number(value));
    highest = std::max(highest, *number(value));
  }
  return highest - lowest + 1 < kMostlySeen * static_cast<double>(allowed.size());
}

void put_in_order(Column& column, const Values& allowed, const Values& seen, const Chains& chains) {
  column.values = allowed;
  sort_naturally(column.values);
  auto by_rules = in_order(allowed, chains), by_sight = in_order(seen, chains);
  column.ordered = by_rules || by_sight;
  if (by_rules && !(by_sight && goes_too_far(*by_rules, seen)))
    column.values = std::move(*by_rules);
  else if (by_sight)
    column.values = std::move(*by_sight);
}

Values parts_of(const Values& values, Part part) {
  std::set<std::string> out;
  for (const std::string& value : values) out.insert(part_of(value, part));
  return {out.begin(), out.end()};
}

std::vector<Column> columns_of(const Game& game, const FluentShape& shape,
                               const std::vector<std::set<std::string>>& seen, const Chains& chains) {
  std::vector<Column> out;
  for (std::size_t i = 0; i < shape.arguments.size(); ++i) {
    Values allowed, met(seen[i].begin(), seen[i].end());
    for (TermId value : shape.arguments[i].constants) allowed.push_back(game.terms().to_kif(value));
    bool squares = !shape.arguments[i].compounds && are_squares(allowed);
    for (Part part : squares ? std::vector{Part::kLetters, Part::kDigits} : std::vector{Part::kWhole}) {
      Column& column = out.emplace_back(Column{.argument = i, .part = part});
      put_in_order(column, parts_of(allowed, part), parts_of(met, part), chains);
      if (shape.arguments[i].compounds) column.ordered = false;
    }
  }
  return out;
}

}  // namespace

std::optional<int> number(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

bool is_letter(std::string_view text) { return text.size() == 1 && text[0] >= 'a' && text[0] <= 'z'; }

std::string_view letters_of(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of("0123456789"), text.size()));
}

std::optional<Values> in_natural_order(Values values) {
  if (values.size() < 2) return std::nullopt;
  sort_naturally(values);
  // At least every other number or letter of a range is there; then the others are filled in.
  bool numbers = are_numbers(values);
  if (numbers || are_letters(values)) {
    int first = numbers ? *number(values.front()) : values.front()[0];
    int last = numbers ? *number(values.back()) : values.back()[0];
    auto all = static_cast<std::size_t>(last - first) + 1;
    if (all > kMaxSide || all > 2 * values.size()) return std::nullopt;
    Values filled;
    for (int i = first; i <= last; ++i)
      filled.push_back(numbers ? std::to_string(i) : std::string(1, static_cast<char>(i)));
    bool plain = std::ranges::includes(std::set(filled.begin(), filled.end()), std::set(values.begin(), values.end()));
    return plain ? filled : values;  // 01 stays 01
  }
  return values.size() <= kMaxSide && are_numbered(values) ? std::optional(values) : std::nullopt;
}

std::vector<FluentTable> fluent_tables(const Game& game, const std::vector<State>& states) {
  Chains chains(game.program());
  const program::Terms& terms = game.terms();
  std::vector<FluentTable> out;
  for (const FluentShape& shape : fluent_shapes(game.program())) {
    std::size_t arity = shape.arguments.size();
    std::vector<std::vector<TermId>> rows;
    std::vector<std::set<std::string>> seen(arity);
    for (const State& state : states) {
      std::vector<TermId>& of_state = rows.emplace_back();
      for_each_fluent(state, [&](FluentId fluent) {
        TermId term = game.term(fluent);
        if (!terms.is(term, shape.name, arity)) return;
        of_state.push_back(term);
        for (std::size_t i = 0; i < arity; ++i) seen[i].insert(terms.to_kif(terms.args(term)[i]));
      });
    }
    FluentTable& table = out.emplace_back(FluentTable{.name = std::string(terms.text(shape.name)), .arity = arity});
    table.columns = columns_of(game, shape, seen, chains);
    for (const std::vector<TermId>& of_state : rows) {
      Facts& facts = table.samples.emplace_back();
      for (TermId fluent : of_state) facts.push_back(fact_of(terms, fluent, table.columns));
    }
  }
  return out;
}

Fact fact_of(const program::Terms& terms, TermId fluent, const std::vector<Column>& columns) {
  Fact out;
  for (const Column& column : columns)
    out.push_back(part_of(terms.to_kif(terms.args(fluent)[column.argument]), column.part));
  return out;
}

bool is_named(const program::Terms& terms, TermId term, std::string_view name, std::size_t arity) {
  return !terms.is_variable(term) && terms.args(term).size() == arity && terms.text(terms.name(term)) == name;
}

}  // namespace percept::show
