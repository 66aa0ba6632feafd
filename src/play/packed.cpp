// SPDX-License-Identifier: MIT
#include "play/packed.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace percept::play {

void put(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

void put_real(std::string& out, float value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); }

std::uint32_t Unpacker::number(std::uint64_t limit) {
  std::uint64_t out = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (in_.empty()) break;
    auto byte = static_cast<unsigned char>(in_.front());
    in_.remove_prefix(1);
    out |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) {
      if (out > limit) break;
      return static_cast<std::uint32_t>(out);
    }
  }
  broken_ = true;
  return 0;
}

float Unpacker::real() {
  float out = 0;
  std::string_view from = bytes(sizeof out);
  if (!broken_) std::memcpy(&out, from.data(), sizeof out);
  return out;
}

std::string_view Unpacker::bytes(std::size_t count) {
  if (count > in_.size()) broken_ = true;
  std::string_view out = in_.substr(0, count);
  in_.remove_prefix(out.size());
  return out;
}

nlohmann::ordered_json Unpacker::head() {
  constexpr std::size_t kMostHead = std::size_t{256} << 20, kDeepest = 8;
  std::string_view text = bytes(number(kMostHead));
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted) {
      i += text[i] == '\\' ? 1 : 0;
      quoted = i >= text.size() || text[i] != '"';
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == '[' || text[i] == '{') {
      broken_ = broken_ || ++depth > kDeepest;
    } else if (text[i] == ']' || text[i] == '}') {
      depth -= depth > 0 ? 1 : 0;
    }
  }
  return nlohmann::ordered_json::parse(broken_ ? std::string_view() : text, nullptr, false);
}

std::string compressed(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string out(size, 0);
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), 6);
  out.resize(size);
  return out;
}

Result<std::string> expanded(std::string_view bytes, std::size_t limit, std::string_view what) {
  std::string out;
  z_stream stream{};
  auto broken = [&] {
    return failure(fmt::format("the {} file is broken: what is compressed in it cannot be read", what));
  };
  if (inflateInit(&stream) != Z_OK) return broken();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  std::size_t left = bytes.size();
  int state = Z_OK;
  while (state == Z_OK) {
    std::size_t at = out.size();
    if (at > limit) break;
    out.resize(at + (1 << 20));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + at);
    stream.avail_out = 1 << 20;
    if (stream.avail_in == 0) {
      stream.avail_in = static_cast<uInt>(std::min<std::size_t>(left, 1 << 30));
      left -= stream.avail_in;
    }
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(at + (1 << 20) - stream.avail_out);
    if (state == Z_BUF_ERROR && (stream.avail_in > 0 || left > 0)) state = Z_OK;
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) return broken();
  return out;
}

}  // namespace percept::play
