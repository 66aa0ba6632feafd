// SPDX-License-Identifier: MIT
#include "play/memory.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"

namespace percept::play {
namespace {

double exploitability(const Policy& policy) {
  auto known = policy.facts.find("exploitability");
  return known == policy.facts.end() ? HUGE_VAL : known->second;
}

// Nothing where there is no such file; nor is anything else than a file read, which might never end.
template <class T>
Result<std::shared_ptr<const T>> loaded(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return nullptr;
  auto read = T::load(file);
  if (!read) return tl::unexpected(read.error());
  return std::make_shared<const T>(std::move(*read));
}

auto of_others(const std::string& file) {
  return failure(printable(file) + " is of other rules than its name says", "take it out of the folder");
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
  auto read = loaded<Policy>(policy_file(rules));
  if (!read || !*read) return read;
  if ((*read)->rules.digest != rules.digest || (*read)->rules.names.size() != rules.names.size())
    return of_others(policy_file(rules));
  return std::make_shared<const Policy>((*read)->renamed(rules));
}

Result<void> Memory::keep(const Policy& policy) const {
  if (auto known = this->policy(policy.rules); known && *known && exploitability(**known) <= exploitability(policy))
    return {};
  return write(policy_file(policy.rules), policy.write());
}

Result<std::shared_ptr<const TrainedValue>> Memory::value(const gdl::Fingerprint& rules) const {
  auto read = loaded<TrainedValue>(value_file(rules));
  if (read && *read && (*read)->rules().digest != rules.digest) return of_others(value_file(rules));
  return read;
}

Result<void> Memory::keep(const TrainedValue& value) const {
  auto known = this->value(value.rules());
  if (known && *known && (*known)->progress().matches >= value.progress().matches) return {};
  return write(value_file(value.rules()), value.write());
}

}  // namespace percept::play
