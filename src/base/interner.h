// SPDX-License-Identifier: MIT
//
// Text to dense numbers and back. One interner belongs to one owner (a game description): there is no global table, so
// two games in one process never touch. Views handed out stay valid while the interner lives.
//
// One thread at a time while it grows; then threads may read it together.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"

namespace percept {

class Interner {
 public:
  // The number of this text; a new one, counting up from 0, when it was not known.
  std::uint32_t intern(std::string_view text) {
    if (auto known = numbers_.find(text); known != numbers_.end()) return known->second;
    std::span<const char> kept = arena_.copy(text);
    std::string_view own(kept.data(), kept.size());
    auto number = static_cast<std::uint32_t>(texts_.size());
    numbers_.emplace(own, number);
    texts_.push_back(own);
    return number;
  }

  std::string_view text(std::uint32_t number) const { return texts_[number]; }
  std::size_t size() const { return texts_.size(); }

 private:
  Arena arena_;
  tsl::robin_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::string_view> texts_;
};

}  // namespace percept
