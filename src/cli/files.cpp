// SPDX-License-Identifier: MIT
#include "cli/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "gdl/reader.h"

namespace percept::cli {

std::unique_ptr<gdl::Description> read_whole(const std::string& file, int& exit_code) {
  auto description = gdl::read_file(file);
  if (!description) {
    print_error(description.error());
    exit_code = kUnreadable;
    return nullptr;
  }
  if ((*description)->readable()) return std::move(*description);
  gdl::Findings findings = (*description)->findings();
  sort_by_place(findings);
  for (const gdl::Finding& finding : findings) fmt::print(stderr, "{}", render(finding, colored(stderr)));
  exit_code = kFindings;
  return nullptr;
}

Result<void> write_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);  // through links: the file itself is replaced
  if (error) target = path;
  std::string temporary = fmt::format("{}.{}.tmp", target.string(), getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "wbx");
  if (!file) return failure(fmt::format("cannot write {}: {}", temporary, std::strerror(errno)));
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  written = std::fflush(file) == 0 && fsync(fileno(file)) == 0 && written;
  int reason = errno;
  std::fclose(file);
  if (written) {
    if (auto status = fs::status(target, error); !error && fs::exists(status))
      fs::permissions(temporary, status.permissions(), error);
    fs::rename(temporary, target, error);
    if (!error) return {};
    reason = error.value();
  }
  fs::remove(temporary, error);
  return failure(fmt::format("cannot write {}: {}", path, std::strerror(reason)));
}

}  // namespace percept::cli
