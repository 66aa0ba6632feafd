// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace percept {
namespace {

Result<void> write_to(const std::string& path, const char* mode, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  if (!file) return failure(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  if (written && fsync(fileno(file)) != 0 && errno != EINVAL && errno != EROFS) written = false;  // pipes have no disk
  int reason = errno;
  std::fclose(file);
  if (!written) return failure(fmt::format("cannot write {}: {}", path, std::strerror(reason)));
  return {};
}

}  // namespace

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

Result<void> write_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);  // through links: the file itself is replaced
  if (error) target = path;
  // A pipe or device is written to, not replaced.
  bool replace = !fs::exists(target, error) || fs::is_regular_file(target, error);
  if (!replace) return write_to(target.string(), "wb", text);
  static std::atomic<unsigned> number = 0;  // threads may write the same file
  std::string temporary = fmt::format("{}.{}.{}.tmp", target.string(), getpid(), number++);
  if (auto written = write_to(temporary, "wbx", text); !written) {
    int reason = errno;
    fs::remove(temporary, error);
    return failure(fmt::format("cannot write {}: {}", path, std::strerror(reason)));
  }
  if (auto status = fs::status(target, error); !error && fs::exists(status))
    fs::permissions(temporary, status.permissions(), error);
  fs::rename(temporary, target, error);
  if (!error) return {};
  std::string reason = error.message();
  fs::remove(temporary, error);
  return failure(fmt::format("cannot write {}: {}", path, reason));
}

}  // namespace percept
