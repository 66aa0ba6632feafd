// SPDX-License-Identifier: MIT
#include "cli/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/text.h"
#include "cli/terminal.h"
#include "gdl/reader.h"

namespace percept::cli {
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

OrExit<std::unique_ptr<gdl::Description>> read_whole(const std::string& file) {
  auto description = gdl::read_file(file);
  if (!description) {
    print_error(description.error());
    return tl::unexpected(kUnreadable);
  }
  if ((*description)->readable()) return std::move(*description);
  gdl::Findings findings = (*description)->findings();
  sort_by_place(findings);
  for (const gdl::Finding& finding : findings) fmt::print(stderr, "{}", render(finding, colored(stderr)));
  return tl::unexpected(kFindings);
}

Result<void> write_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);  // through links: the file itself is replaced
  if (error) target = path;
  // A pipe or device is written to, not replaced.
  bool replace = !fs::exists(target, error) || fs::is_regular_file(target, error);
  if (!replace) return write_to(target.string(), "wb", text);
  std::string temporary = fmt::format("{}.{}.tmp", target.string(), getpid());
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

}  // namespace percept::cli
