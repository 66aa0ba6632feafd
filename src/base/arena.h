// SPDX-License-Identifier: MIT
//
// A bump arena: many small immutable nodes that live and die together. Nothing in it is destroyed one by one, so only
// trivially destructible values may be put there. Nodes never move: pointers and spans stay valid while the arena
// lives.
//
// One thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace percept {

class Arena {
 public:
  template <class T>
  const T* make(T value) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory_.allocate(sizeof(T), alignof(T))) T(std::move(value));
  }

  // A copy of the range that lives as long as the arena.
  template <class Range, class T = typename Range::value_type>
  std::span<const T> copy(const Range& range) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (range.empty()) return {};
    T* begin = static_cast<T*>(memory_.allocate(range.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(range.begin(), range.end(), begin);
    return {begin, range.size()};
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

}  // namespace percept
