// SPDX-License-Identifier: MIT
#include "base/seeds.h"

#include <fmt/format.h>

#include <cstring>
#include <random>

#include "base/digest.h"

namespace percept {

std::uint64_t stream_seed(std::uint64_t seed, std::string_view name) {
  std::array<unsigned char, 32> digest = sha256(fmt::format("{} {}", seed, name));
  std::uint64_t out = 0;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

std::uint64_t drawn_seed() {
  std::random_device device;
  return ((std::uint64_t{device()} << 32) | device()) >> 11;
}

}  // namespace percept
