// SPDX-License-Identifier: MIT
#include "cli/checkpoint.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "cli/files.h"

namespace percept::cli {
namespace {

using namespace search;

constexpr std::string_view kMagic = "percept checkpoint 1\n";

std::string head_of(const Layout& layout) {
  std::uint64_t hash = 1;
  auto add = [&](std::uint64_t value) { hash = mixed(hash ^ value) * 0x9E3779B97F4A7C15u; };
  for (std::size_t player = 0; player < layout.players(); ++player) {
    const Forest& forest = layout.forest(player);
    add(forest.sequences());
    for (std::uint32_t first : forest.first) add(first);
    for (std::uint32_t child : forest.child) add(child);
  }
  for (const auto& payoff : layout.positions().payoffs)
    for (int goal : payoff) add(static_cast<std::uint64_t>(goal));
  return fmt::format("{}{:016x}\n", kMagic, hash);
}

}  // namespace

Result<std::optional<std::string>> read_checkpoint(const std::string& file, const Layout& layout) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  auto bytes = contents_of(file, static_cast<std::size_t>(-1) / 2, "");
  if (!bytes) return tl::unexpected(bytes.error());
  std::string head = head_of(layout);
  if (!bytes->starts_with(head))
    return failure(fmt::format("{} is no checkpoint of this game", printable(file)), "name another file, or remove it");
  return bytes->substr(head.size());
}

Result<void> write_checkpoint(const std::string& file, const Layout& layout, const std::string& state) {
  return write_file(file, head_of(layout) + state);
}

}  // namespace percept::cli
