// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace percept {

Result<std::string> contents_of(const std::string& path, std::size_t limit, const std::string& hint) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return failure(fmt::format("{} is a folder", path));
  bool standard_input = path == "-";
  std::FILE* file = standard_input ? stdin : std::fopen(path.c_str(), "rb");
  if (!file) return failure(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  std::string text;
  char buffer[1 << 16];
  while (std::size_t got = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, got);
    if (text.size() > limit) break;
  }
  bool failed = std::ferror(file) != 0;
  int reason = errno;
  if (!standard_input) std::fclose(file);
  if (failed) return failure(fmt::format("cannot read {}: {}", path, std::strerror(reason)));
  if (text.size() > limit) return failure(fmt::format("{} is larger than {} MiB", path, limit >> 20), hint);
  return text;
}

}  // namespace percept
