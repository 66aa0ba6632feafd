// SPDX-License-Identifier: MIT
#include "base/digest.h"

#include <fmt/format.h>
#include <openssl/sha.h>

namespace percept {

std::array<unsigned char, 32> sha256(std::string_view text) {
  std::array<unsigned char, 32> out{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data());
  return out;
}

std::string sha256_hex(std::string_view text) {
  std::string out;
  for (unsigned char byte : sha256(text)) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace percept
