// SPDX-License-Identifier: MIT
#include "play/memory.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/file.h"

namespace percept::play {
namespace {

double exploitability(const Policy& policy) {
  auto known = policy.facts.find("exploitability");
  return known == policy.facts.end() ? HUGE_VAL : known->second;
}

}  // namespace

std::string Memory::policy_file(const gdl::Fingerprint& rules) const {
  return (std::filesystem::path(folder_) / (rules.digest.substr(0, 32) + ".policy")).string();
}

Result<std::shared_ptr<const Policy>> Memory::policy(const gdl::Fingerprint& rules) const {
  std::string file = policy_file(rules);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return nullptr;
  auto bytes = contents_of(file, kMostPolicyBytes, "this is no policy of ours");
  if (!bytes) return tl::unexpected(bytes.error());
  auto read = Policy::read(*bytes);
  if (!read) return failure(fmt::format("{}: {}", file, read.error().message), read.error().hint);
  if (read->rules.digest != rules.digest || read->rules.names.size() != rules.names.size())
    return failure(fmt::format("{} is a policy of other rules than its name says", file), "take it out of the folder");
  return std::make_shared<const Policy>(read->renamed(rules));
}

Result<void> Memory::keep(const Policy& policy) const {
  if (auto known = this->policy(policy.rules); known && *known && exploitability(**known) <= exploitability(policy))
    return {};
  std::error_code code;
  std::filesystem::create_directories(folder_, code);
  if (code) return failure(fmt::format("cannot make the folder {}: {}", folder_, code.message()));
  return write_file(policy_file(policy.rules), policy.write());
}

}  // namespace percept::play
