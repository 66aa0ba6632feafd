// SPDX-License-Identifier: MIT
#include "wire/dialect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "base/text.h"

namespace percept::wire {
namespace {

constexpr std::array<std::pair<Dialect, std::string_view>, 6> kNames = {{
    {Dialect::kGgpBase, "ggp-base"},
    {Dialect::kDresden, "dresden"},
    {Dialect::kInfix, "infix"},
    {Dialect::kDresden2010, "dresden-2010"},
    {Dialect::kDresden2013, "dresden-2013"},
    {Dialect::kPakapark, "pakapark"},
}};

}  // namespace

std::string_view name_of(Dialect dialect) { return kNames[static_cast<std::size_t>(dialect)].second; }

std::optional<Dialect> dialect_of(std::string_view name) {
  for (const auto& [dialect, known] : kNames)
    if (known == name) return dialect;
  return std::nullopt;
}

std::vector<std::string> dialect_names() {
  std::vector<std::string> out;
  for (const auto& [dialect, name] : kNames) out.emplace_back(name);
  return out;
}

Result<std::optional<Dialect>> read_dialect(std::string_view name) {
  auto known = dialect_of(name);
  if (!known && name != "auto")
    return failure(fmt::format("there is no dialect {}", printable(name)),
                   fmt::format("there are auto, {}", fmt::join(dialect_names(), ", ")));
  return known;
}

Timing timing_of(Dialect dialect) {
  if (!is_dresden(dialect)) return {};
  return {.from_connection = true,
          .connect = 2,
          .connect_bonus = 30,
          .start_extra = 1,
          .play_extra = 1,
          .stop_extra = 1,
          .info = 1,
          .abort = 1};
}

}  // namespace percept::wire
