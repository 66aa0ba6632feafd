// SPDX-License-Identifier: MIT
//
// Rules with other names, so that a player cannot know a game by its words. Every name becomes a word that means
// nothing; reserved words, `random` and whole numbers stay, and so does the order of everything. Players are told
// scrambled texts and their moves are turned back; records keep the names of the rule sheet.
//
// Internal to match/.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tsl/robin_map.h>

#include "gdl/description.h"

namespace percept::match {

class Scrambler {
 public:
  Scrambler(const gdl::Description& rules, std::uint64_t seed);

  const std::shared_ptr<const gdl::Description>& rules() const { return rules_; }
  std::string scrambled(std::string_view kif) const;
  // Nothing when a name in it is none of the scrambled rules'.
  std::optional<std::string> original(std::string_view kif) const;

 private:
  std::shared_ptr<const gdl::Description> rules_;
  tsl::robin_map<std::string, std::string> there_, back_;
};

}  // namespace percept::match
