// SPDX-License-Identifier: MIT
#include "service/reasoning.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace percept::service {

void Reasoning::add(const std::string& match, std::size_t round, Json roles) {
  std::size_t bytes = text_of(roles).size();
  std::lock_guard lock(mutex_);
  auto it = std::ranges::find(kept_, match, &Kept::match);
  if (it == kept_.end()) it = kept_.insert(kept_.end(), {match, {}, 0});
  if (it->bytes + bytes > kMostOfMatch) return;
  it->rounds.push_back({{"round", round}, {"roles", std::move(roles)}});
  it->bytes += bytes;
  bytes_ += bytes;
  for (; bytes_ > kMost; kept_.pop_front()) bytes_ -= kept_.front().bytes;
}

Json Reasoning::of(const std::string& match) const {
  std::lock_guard lock(mutex_);
  auto it = std::ranges::find(kept_, match, &Kept::match);
  return it == kept_.end() ? Json::array() : Json(it->rounds);
}

}  // namespace percept::service
