// SPDX-License-Identifier: MIT
#include "record/record.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>

#include "base/digest.h"
#include "base/random.h"
#include "base/seeds.h"
#include "base/text.h"
#include "gdl/writer.h"

namespace percept::record {
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

RulesOnRecord rules_on_record(const gdl::Description& description, const std::string& file) {
  RulesOnRecord out;
  out.name = file.substr(file.find_last_of('/') + 1);
  out.text = std::string(description.source()->text());
  out.hash = hash_of(description);
  return out;
}

std::string_view name_of(FaultKind kind) { return kFaults[static_cast<std::size_t>(kind)]; }
std::optional<FaultKind> fault_of(std::string_view name) { return named<FaultKind>(kFaults, name); }

std::string_view name_of(Status status) { return kStatuses[static_cast<std::size_t>(status)]; }
std::optional<Status> status_of(std::string_view name) { return named<Status>(kStatuses, name); }

std::string new_id(std::string_view game) {
  std::string name;
  for (char c : lower(game.substr(0, game.find('.'))))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-') name += c;
  if (name.empty()) name = "match";
  Random random(drawn_seed());
  std::string tail;
  for (int i = 0; i < 6; ++i) tail += "0123456789abcdefghijkmnpqrstuvwxyz"[random.below(34)];
  std::time_t now = std::time(nullptr);
  return fmt::format("{}.{:%Y%m%dT%H%M%S}.{}", name, fmt::gmtime(now), tail);
}

std::int64_t now_ms() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace percept::record
