// SPDX-License-Identifier: MIT
//
// How our files of numbers are packed (docs/policies.md): numbers in seven bits a byte, the lowest first, floats as
// they are in memory, and all of it compressed with zlib.
//
//   put(body, 300);  put_real(body, 0.5f);  std::string bytes = compressed(body);
//   auto body = expanded(bytes);  Unpacker unpacker(*body);  unpacker.number() …  unpacker.broken()
//
// Any thread may call these; a reader is one thread's.
//
// Internal to play/.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace percept::play {

void put(std::string& out, std::uint64_t value);
void put_real(std::string& out, float value);

// What cannot be read is nothing, and broken() from then on.
class Unpacker {
 public:
  explicit Unpacker(std::string_view in) : in_(in) {}
  std::uint32_t number(std::uint64_t limit = 0xFFFFFFFF);
  float real();
  std::string_view bytes(std::size_t count);
  // So many bytes of JSON, of which there are not too many, nor too deep; discarded() when they are none.
  nlohmann::ordered_json head();
  bool broken() const { return broken_; }
  bool empty() const { return in_.empty(); }
  std::size_t left() const { return in_.size(); }  // bytes

 private:
  std::string_view in_;
  bool broken_ = false;
};

std::string compressed(const std::string& text);
// `what` it is, for the error.
Result<std::string> expanded(std::string_view bytes, std::size_t limit, std::string_view what);

}  // namespace percept::play
