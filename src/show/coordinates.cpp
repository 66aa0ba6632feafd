// SPDX-License-Identifier: MIT
#include "show/coordinates.h"

#include <algorithm>
#include <set>

namespace percept::show {
namespace {

constexpr std::size_t kMaxSheets = 12;   // boards of one fluent
constexpr std::size_t kMaxColumns = 12;  // of which four are chosen
// It takes as many fluents at once to see a board: marks, things with two coordinates, points with more.
constexpr std::size_t kFewCoordinates = 3, kFewThings = 2, kFewPoints = 4;

class Chooser {
 public:
  explicit Chooser(const FluentTable& table) : columns_(table.columns), samples_(table.samples) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].ordered) ordered_.push_back(i);
    for (const Facts& facts : samples_) most_ = std::max(most_, facts.size());
  }

  Coordinates choose(bool placed) const {
    if (columns_.size() < 2 || columns_.size() > kMaxColumns) return {};
    if (columns_.size() == 2) return {are_marks(placed) ? Chosen{0, 1} : Chosen{}, false};
    for (std::size_t count = 2; count <= 4 && count < columns_.size(); ++count) {
      Chosen best = best_of(count, [&](const Chosen& chosen) { return is_complete(chosen); });
      if (!best.empty() && (are_ordered(best) || is_key(best))) return {best, true};
    }
    return {scattered(), false};
  }

 private:
  // On a board that is mostly empty.
  Chosen scattered() const {
    bool rest = ordered_.size() < columns_.size();
    if (ordered_.size() == 2) return most_ >= kFewThings && rest ? with_sheet(ordered_) : Chosen{};
    if (ordered_.size() < 2 || most_ < kFewPoints) return {};
    if (ordered_.size() == 4 && rest && are_alike(ordered_)) return ordered_;
    auto pair = best_of(2, [&](const Chosen& chosen) { return are_ordered(chosen) && is_key(chosen); });
    if (!pair.empty()) return pair;
    return ordered_.size() <= 4 && rest ? ordered_ : Chosen{};
  }

  // (queen 3 5) is a square, (heap a 12) is not: one heap has one size. But every row may have one queen; there, rows
  // and columns are alike, and a move names both.
  bool are_marks(bool placed) const {
    if (ordered_.size() != 2 || most_ < kFewCoordinates) return false;
    bool spread = std::ranges::any_of(
        samples_, [&](const Facts& facts) { return distinct(0, facts) > 1 && distinct(1, facts) > 1; });
    bool functional = is_key({0}) || is_key({1});
    return spread && (!functional || (placed && are_alike(ordered_)));
  }

  // Where several things may be in one place, boards of their own for the values of another column tell them apart.
  Chosen with_sheet(const Chosen& pair) const {
    if (is_key(pair) || columns_.size() < 4) return pair;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (std::ranges::find(pair, i) != pair.end() || columns_[i].values.size() > kMaxSheets) continue;
      Chosen three = pair;
      three.push_back(i);
      std::ranges::sort(three);
      if (is_key(three)) return three;
    }
    return pair;
  }

  // ---- properties of columns

  bool are_ordered(const Chosen& chosen) const {
    return std::ranges::all_of(chosen, [&](std::size_t column) { return columns_[column].ordered; });
  }

  bool are_alike(const Chosen& chosen) const {
    return std::ranges::all_of(
        chosen, [&](std::size_t column) { return columns_[column].values == columns_[chosen[0]].values; });
  }

  // Does what is in these columns determine the rest, in every state?
  bool is_key(const Chosen& chosen) const {
    return std::ranges::all_of(samples_, [&](const Facts& facts) { return is_key(chosen, facts); });
  }
  static bool is_key(const Chosen& chosen, const Facts& facts) {
    std::set<Fact> seen;
    return std::ranges::all_of(facts, [&](const Fact& fact) {
      Fact where;
      for (std::size_t column : chosen) where.push_back(fact[column]);
      return seen.insert(std::move(where)).second;
    });
  }

  bool is_complete(const Chosen& chosen) const {
    const Facts& facts = samples_.front();
    std::size_t combinations = 1;
    for (std::size_t column : chosen) {
      std::size_t count = distinct(column, facts);
      if (count < 2 || count > kMaxSide) return false;
      combinations *= count;
    }
    return facts.size() == combinations && is_key(chosen, facts);
  }

  static std::size_t distinct(std::size_t column, const Facts& facts) {
    std::set<std::string_view> values;
    for (const Fact& fact : facts) values.insert(fact[column]);
    return values.size();
  }

  // ---- the best of all choices that are accepted

  template <class Accepts>
  Chosen best_of(std::size_t count, const Accepts& accepts) const {
    Chosen best, chosen;
    int best_score = -1;
    auto extend = [&](auto& self, std::size_t from) -> void {
      if (chosen.size() == count) {
        int score = score_of(chosen);
        if (score > best_score && accepts(chosen)) best = chosen, best_score = score;
        return;
      }
      for (std::size_t i = from; i < columns_.size(); ++i) {
        chosen.push_back(i);
        self(self, i + 1);
        chosen.pop_back();
      }
    };
    extend(extend, 0);
    return best;
  }

  // Ordered columns first, then neighbours, then those with the same values.
  int score_of(const Chosen& chosen) const {
    int score = 0;
    for (std::size_t column : chosen) score += columns_[column].ordered ? 100 : 0;
    for (std::size_t i = 1; i < chosen.size(); ++i) {
      score += chosen[i] == chosen[i - 1] + 1 ? 10 : 0;
      score += columns_[chosen[i]].values == columns_[chosen[i - 1]].values ? 5 : 0;
    }
    return score;
  }

  const std::vector<Column>& columns_;
  const std::vector<Facts>& samples_;
  Chosen ordered_;
  std::size_t most_ = 0;  // facts at once
};

}  // namespace

Coordinates find_coordinates(const FluentTable& table, bool placed) { return Chooser(table).choose(placed); }

std::optional<std::vector<std::string>> lasting_values(const FluentTable& table, std::size_t column) {
  std::set<std::string> initial, seen;
  for (const Fact& fact : table.samples.front()) initial.insert(fact[column]);
  for (const Facts& facts : table.samples)
    for (const Fact& fact : facts) seen.insert(fact[column]);
  if (seen != initial) return std::nullopt;
  std::vector<std::string> out;  // in the order of the column
  for (const std::string& value : table.columns[column].values)
    if (initial.erase(value) > 0) out.push_back(value);
  out.insert(out.end(), initial.begin(), initial.end());
  return out;
}

}  // namespace percept::show
