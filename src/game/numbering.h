// SPDX-License-Identifier: MIT
//
// Dense numbers for terms, given as they are met: the fluents of a game, the moves of a role.
//
// Internal to game/.
#pragma once

#include <tsl/robin_map.h>

#include <optional>
#include <vector>

#include "base/hash.h"
#include "program/terms.h"

namespace percept::game {

template <class Number>
class Numbering {
 public:
  Number add(program::TermId term) {
    auto [known, is_new] = numbers_.insert({term, Number{static_cast<std::uint32_t>(terms_.size())}});
    if (is_new) terms_.push_back(term);
    return known->second;
  }
  std::optional<Number> find(program::TermId term) const {
    auto known = numbers_.find(term);
    return known == numbers_.end() ? std::nullopt : std::optional(known->second);
  }
  program::TermId term(Number number) const { return terms_[number.value]; }
  std::size_t size() const { return terms_.size(); }

 private:
  std::vector<program::TermId> terms_;
  tsl::robin_map<program::TermId, Number, MixedHash> numbers_;
};

}  // namespace percept::game
