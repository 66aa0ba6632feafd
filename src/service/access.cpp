// SPDX-License-Identifier: MIT
#include "service/access.h"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <random>

#include "base/digest.h"
#include "base/text.h"

namespace percept::service {
namespace {

constexpr std::size_t kLeastToken = 16, kMostToken = 512;
constexpr std::string_view kTokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=";

// Of "host:port", "[::1]:port" or "host".
std::string_view without_port(std::string_view host) {
  if (std::size_t end = host.starts_with('[') ? host.find(']') : 0; end != 0 && end != host.npos) {
    std::string_view rest = host.substr(end + 1);  // nothing, or a port: not [::1].example.com
    return rest.empty() || (rest[0] == ':' && whole_number(rest.substr(1))) ? host.substr(0, end + 1) : host;
  }
  return host.substr(0, host.find(':'));
}

}  // namespace

bool is_loopback(std::string_view host) {
  std::string name = lower(host);
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  if (name == "localhost" || name == "::1") return true;
  // A name may start with 127., an address has nothing but digits and dots.
  return name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string::npos;
}

std::string new_token() {
  std::random_device device;  // the system's source
  std::string token;
  for (int i = 0; i < 43; ++i) token += kTokenCharacters[device() % 64];
  return token;
}

Result<std::string> token_of(std::string_view text) {
  std::string token(trimmed(text));
  if (token.size() < kLeastToken || token.size() > kMostToken)
    return failure(fmt::format("a token has {} to {} characters, this one {}", kLeastToken, kMostToken, token.size()),
                   "openssl rand -hex 32 makes one");
  if (token.find_first_not_of(kTokenCharacters) != std::string::npos)
    return failure("a token has letters, digits and - _ . ~ + / = only", "openssl rand -hex 32 makes one");
  return token;
}

Access::Access(std::string_view host, std::optional<std::string> token)
    : loopback_(is_loopback(host)), token_(std::move(token)) {}

bool Access::right_token(const Request& request) const {
  const std::string* header = request.header("authorization");
  if (!header || !lower(*header).starts_with("bearer ")) return false;
  // Digests have one length, so that neither that of the token nor where it differs shows in the time it takes.
  auto given = sha256(trimmed(std::string_view(*header).substr(7))), right = sha256(*token_);
  return CRYPTO_memcmp(given.data(), right.data(), right.size()) == 0;
}

bool Access::privileged(const Request& request) const { return token_ ? right_token(request) : loopback_; }

std::optional<Reply> Access::refused(const Request& request, bool changes_state, bool needs_token) const {
  if (const std::string* host = request.header("host"); host && loopback_ && !is_loopback(without_port(*host)))
    return refusal(403, {fmt::format("this service answers to localhost and 127.0.0.1, not to {}", *host),
                         "to reach it by another name, bind it wider: percept serve --host"});
  if (token_ && request.header("authorization") && !right_token(request)) {
    Reply out = refusal(401, {"the token is wrong",
                              "Authorization: Bearer TOKEN, as printed when the service started "
                              "or as in the file it was given"});
    out.headers.emplace_back("WWW-Authenticate", "Bearer error=\"invalid_token\"");
    return out;
  }
  return changes_state ? refused_change(request, needs_token) : std::nullopt;
}

std::optional<Reply> Access::refused_change(const Request& request, bool needs_token) const {
  if (const std::string* origin = request.header("origin")) {
    const std::string* host = request.header("host");
    if (!host || lower(*origin) != "http://" + lower(*host))
      return refusal(403, {fmt::format("a page of {} may not change anything here", *origin),
                           "only pages of the service itself may"});
  }
  if (const std::string* site = request.header("sec-fetch-site"); site && *site != "same-origin" && *site != "none")
    return refusal(403,
                   {"a page of another site may not change anything here", "only pages of the service itself may"});
  if (token_ && needs_token && !request.header("authorization")) {
    Reply out = refusal(401, {"a change needs the token",
                              "Authorization: Bearer TOKEN, as printed when the service "
                              "started or as in the file it was given"});
    out.headers.emplace_back("WWW-Authenticate", "Bearer");
    return out;
  }
  if (request.method == "POST") {
    const std::string* type = request.header("content-type");
    std::string_view name = type ? trimmed(std::string_view(*type).substr(0, type->find(';'))) : "";
    if (lower(name) != "application/json")
      return refusal(415, {name.empty() ? "the request has no content type" : fmt::format("{} is not read here", name),
                           "Content-Type: application/json, and a JSON object as the body"});
  }
  return std::nullopt;
}

}  // namespace percept::service
