// SPDX-License-Identifier: MIT
//
// What tests of beliefs need: rules from a file or text, and the same numbers for what another game calls by its texts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "belief/rules.h"
#include "belief/worlds.h"
#include "game/playing.h"
#include "support/support.h"

namespace percept::test {

using Texts = std::set<std::string>;

inline std::shared_ptr<belief::Rules> rules_of(std::unique_ptr<gdl::Description> description) {
  return got(belief::Rules::make(std::move(description), circuit::Logic::kTwoValued));
}
inline std::shared_ptr<belief::Rules> rules_of_file(const std::filesystem::path& file) {
  return rules_of(got(gdl::read_file(file.string())));
}
inline std::shared_ptr<belief::Rules> rules_of_text(std::string text) {
  return rules_of(gdl::read_text("test", std::move(text)));
}

inline game::Percepts percepts_of(belief::Rules& rules, const Texts& texts) {
  game::Percepts out;
  for (const std::string& text : texts) out.push_back(got(rules.percept(text)));
  std::sort(out.begin(), out.end());
  return out;
}

// Every possible state with its weight, by its sorted fluents.
inline std::string joined(const Texts& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + " ";
  return out;
}
inline std::map<std::string, double> weights_of(const belief::Rules& rules, const belief::Worlds& worlds) {
  std::map<std::string, double> out;
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    Texts fluents;
    for (game::FluentId fluent : worlds.state(w)) fluents.insert(rules.text(fluent));
    out[joined(fluents)] += worlds.weight(w);
  }
  CHECK(out.size() == worlds.size());
  return out;
}

inline belief::Worlds worlds_of(const belief::Rules& rules, belief::RoleId role, std::size_t limit = 1'000'000,
                                unsigned lanes = 0) {
  belief::Worlds worlds(role, limit, lanes);
  if (rules.whole()) worlds.use(rules.whole());
  worlds.start(rules.initial());
  return worlds;
}

}  // namespace percept::test
