// SPDX-License-Identifier: MIT
#include "match/record.h"

#include <array>
#include <chrono>

#include "gdl/writer.h"
#include "base/digest.h"

namespace percept::match {
namespace {

constexpr std::array<std::string_view, 5> kFaults = {"timeout", "illegal_move", "parsing_error", "io_error",
                                                     "internal"};
constexpr std::array<std::string_view, 5> kStatuses = {"running", "completed", "aborted", "failed", "interrupted"};

template <class Value, std::size_t size>
std::optional<Value> named(const std::array<std::string_view, size>& names, std::string_view name) {
  for (std::size_t i = 0; i < size; ++i)
    if (names[i] == name) return static_cast<Value>(i);
  return std::nullopt;
}

}  // namespace

std::string hash_of(const gdl::Description& description) {
  std::string text;
  for (const gdl::Statement& statement : description.statements())
    text += gdl::to_kif(statement, description.symbols()) + '\n';
  return sha256_hex(text);
}

std::string_view name_of(FaultKind kind) { return kFaults[static_cast<std::size_t>(kind)]; }
std::optional<FaultKind> fault_of(std::string_view name) { return named<FaultKind>(kFaults, name); }

std::string_view name_of(Status status) { return kStatuses[static_cast<std::size_t>(status)]; }
std::optional<Status> status_of(std::string_view name) { return named<Status>(kStatuses, name); }

std::int64_t now_ms() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace percept::match
