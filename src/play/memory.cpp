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

std::string Memory::file(const gdl::Fingerprint& rules, const char* ending) const {
  return (std::filesystem::path(folder_) / fmt::format("{}.{}", rules.digest.substr(0, 32), ending)).string();
}

Result<void> Memory::write(const std::string& file, const std::string& bytes) const {
  std::error_code code;
  std::filesystem::create_directories(folder_, code);
  if (code) return failure(fmt::format("cannot make the folder {}: {}", folder_, code.message()));
  return write_file(file, bytes);
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
  return write(policy_file(policy.rules), policy.write());
}

Result<std::shared_ptr<const TrainedValue>> Memory::value(const gdl::Fingerprint& rules) const {
  std::string file = value_file(rules);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return nullptr;
  auto read = TrainedValue::load(file);
  if (!read) return tl::unexpected(read.error());
  return std::make_shared<const TrainedValue>(std::move(*read));
}

Result<void> Memory::keep(const TrainedValue& value, const gdl::Fingerprint& rules) const {
  if (auto known = this->value(rules); known && *known && (*known)->progress().matches >= value.progress().matches)
    return {};
  return write(value_file(rules), value.write());
}

}  // namespace percept::play
