// SPDX-License-Identifier: MIT
#include "match/scramble.h"

#include <set>

#include "base/random.h"
#include "base/text.h"
#include "gdl/keyword_names.h"
#include "gdl/reader.h"
#include "gdl/term_text.h"
#include "gdl/writer.h"

namespace percept::match {
namespace {

bool kept(std::string_view name) { return name.starts_with('?') || gdl::is_fixed_name(name); }

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
  for (std::string_view token : gdl::tokens(text))
    if (gdl::is_name(token)) names.insert(lower(token));
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
  return gdl::laid_out(kif, false, [&](std::string_view name) {
    auto other = there_.find(lower(name));
    return other == there_.end() ? std::string(name) : other->second;
  });
}

std::optional<std::string> Scrambler::original(std::string_view kif) const {
  bool known = true;
  std::string out = gdl::laid_out(kif, false, [&](std::string_view name) {
    std::string folded = lower(name);
    auto other = back_.find(folded);
    known = known && (other != back_.end() || kept(folded));
    return other == back_.end() ? folded : other->second;
  });
  return known ? std::optional(out) : std::nullopt;
}

}  // namespace percept::match
