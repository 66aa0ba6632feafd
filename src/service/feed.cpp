// SPDX-License-Identifier: MIT
#include "service/feed.h"

#include <algorithm>
#include <charconv>

namespace percept::service {

void Feed::close() {
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

std::uint64_t Feed::after(std::string_view id) const {
  std::uint64_t number = 0;
  if (!id.starts_with(run_ + '-')) return 0;
  id.remove_prefix(run_.size() + 1);
  auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  return error == std::errc() && end == id.data() + id.size() ? number + 1 : 0;
}

std::uint64_t Feed::end() const {
  std::lock_guard lock(mutex_);
  return first_ + texts_.size();
}

Feed::Piece Feed::read(std::uint64_t from, std::chrono::milliseconds wait) const {
  constexpr std::size_t kMost = 200;  // at once
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, wait, [&] { return closed_ || from < first_ + texts_.size(); });
  Piece out{{}, std::max(from, first_), closed_};
  for (std::size_t i = 0; i < kMost && out.next < first_ + texts_.size(); ++i, ++out.next)
    out.text += texts_[out.next - first_];
  if (out.next < first_ + texts_.size()) out.closed = false;
  return out;
}

}  // namespace percept::service
