// SPDX-License-Identifier: MIT
#include "match/scramble.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "gdl/reader.h"
#include "gdl/writer.h"

namespace percept::match {
namespace {

constexpr std::array<std::string_view, 19> kKept = {"<=",    "and",      "or",     "not",   "distinct", "role", "init",
                                                    "true",  "next",     "does",   "legal", "goal",     "sees", "base",
                                                    "input", "terminal", "random", "nil",   "<=>"};

bool kept(std::string_view name) {
  bool number = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
  return number || name.starts_with('?') || std::ranges::find(kKept, name) != kKept.end();
}

// Calls name(token) for each name and text(rest) for what stands between them.
template <class OnName, class OnText>
void for_each_name(std::string_view kif, OnName&& on_name, OnText&& on_text) {
  constexpr std::string_view kBetween = "() \t\r\n";
  for (std::size_t begin = 0; begin < kif.size();) {
    bool name = kBetween.find(kif[begin]) == std::string_view::npos;
    std::size_t end = name ? kif.find_first_of(kBetween, begin) : kif.find_first_not_of(kBetween, begin);
    end = std::min(end, kif.size());
    std::string_view token = kif.substr(begin, end - begin);
    if (name)
      on_name(token);
    else
      on_text(token);
    begin = end;
  }
}

// Syllables, and with each word that is taken one more.
std::string word(Random& random, std::size_t syllables) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz", kVowels = "aeiou";
  std::string out;
  for (std::size_t i = 0; i < syllables; ++i) {
    out += kConsonants[random.below(static_cast<std::uint32_t>(kConsonants.size()))];
    out += kVowels[random.below(static_cast<std::uint32_t>(kVowels.size()))];
  }
  return out;
}

}  // namespace

Scrambler::Scrambler(const gdl::Description& rules, std::uint64_t seed) {
  std::string text;
  for (const gdl::Statement& statement : rules.statements()) text += gdl::to_kif(statement, rules.symbols()) + '\n';
  std::set<std::string> names;
  for_each_name(
      text, [&](std::string_view name) { names.insert(lower(name)); }, [](std::string_view) {});
  Random random(seed);
  for (const std::string& name : names) {
    if (kept(name)) continue;
    std::string other;
    for (std::size_t tries = 0; other.empty() || names.contains(other) || back_.contains(other) || kept(other); ++tries)
      other = word(random, 3 + tries / 4);
    there_.insert({name, other});
    back_.insert({other, name});
  }
  rules_ = gdl::read_text("scrambled", scrambled(text), gdl::Notation::kKif);
}

std::string Scrambler::scrambled(std::string_view kif) const {
  std::string out;
  for_each_name(
      kif,
      [&](std::string_view name) {
        auto other = there_.find(lower(name));
        out += other == there_.end() ? std::string(name) : other->second;
      },
      [&](std::string_view text) { out += text; });
  return out;
}

std::optional<std::string> Scrambler::original(std::string_view kif) const {
  std::string out;
  bool known = true;
  for_each_name(
      kif,
      [&](std::string_view name) {
        std::string folded = lower(name);
        auto other = back_.find(folded);
        known = known && (other != back_.end() || kept(folded));
        out += other == back_.end() ? folded : other->second;
      },
      [&](std::string_view text) { out += text; });
  return known ? std::optional(out) : std::nullopt;
}

}  // namespace percept::match
