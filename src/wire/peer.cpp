// SPDX-License-Identifier: MIT
#include "wire/peer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace percept::wire {
namespace {

constexpr std::string_view kScheme = "http://";
constexpr std::size_t kMaxHost = 253;

bool is_host(std::string_view text) {
  constexpr std::string_view kMarks = "-._";
  return !text.empty() && text.size() <= kMaxHost && std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

// An address of IPv6, with a zone perhaps (fe80::1%eth0).
bool is_number6(std::string_view text) {
  constexpr std::string_view kMarks = ":.%";
  return text.find(':') != std::string_view::npos && text.size() <= kMaxHost && std::ranges::all_of(text, [&](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  kMarks.find(c) != std::string_view::npos;
         });
}

}  // namespace

std::string Peer::text() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

Result<Peer> read_address(std::string_view url) {
  const auto wrong = [&](std::string_view what) {
    return failure(fmt::format("'{}' is not the address of a player: {}", printable(url.substr(0, 200)), what),
                   "expected http://host:port, for instance http://localhost:9147");
  };
  std::string_view rest = trimmed(url);
  const std::string scheme = lower(rest.substr(0, kScheme.size()));
  if (scheme.starts_with("https:")) return wrong("players speak plain http");
  if (scheme != kScheme) return wrong("it does not start with http://");
  rest.remove_prefix(kScheme.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.find('/') != std::string_view::npos) return wrong("it has a path");

  Peer peer;
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) return wrong("the bracket is not closed");
    peer.host = std::string(rest.substr(1, end - 1));
    if (!is_number6(peer.host)) return wrong("there is no IPv6 address between the brackets");
    rest.remove_prefix(end + 1);
  } else {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    peer.host = std::string(rest.substr(0, end));
    if (peer.host.empty()) return wrong("it has no host");
    if (!is_host(peer.host)) return wrong("a host is made of letters, digits, dots and hyphens");
    rest.remove_prefix(end);
  }
  if (rest.empty()) return peer;
  if (!rest.starts_with(':')) return wrong("the host is followed by something that is no port");
  const auto port = whole_number(rest.substr(1));
  if (!port || *port == 0 || *port > 65535) return wrong("a port is a number from 1 to 65535");
  peer.port = static_cast<std::uint16_t>(*port);
  return peer;
}

}  // namespace percept::wire
