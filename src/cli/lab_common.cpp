// SPDX-License-Identifier: MIT
#include "cli/lab_common.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "cli/files.h"

namespace percept::cli {

namespace fs = std::filesystem;

std::string duration(double seconds) {
  auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} m {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} m", whole / 3600, whole % 3600 / 60);
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, character_count(text)), ' ');
}
std::string aligned_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, character_count(text)), ' ') + text;
}

double LabProgress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void LabProgress::show(std::size_t done, std::size_t all, const std::string& text, const std::string& what) {
  constexpr std::size_t kWidth = 79, kBar = 10;  // of the line, so that it is never broken, and of the bar
  std::size_t filled = all == 0 ? 0 : kBar * done / all;
  std::string line;
  for (std::size_t i = 0; i < kBar; ++i) line += i < filled ? "█" : "░";
  line += " " + text;
  if (done > 0)
    line += fmt::format(", {} left", duration(seconds() * static_cast<double>(all - done) / static_cast<double>(done)));
  std::string more = ": " + printable(what);
  std::size_t room = kWidth - std::min(kWidth, character_count(line));
  line_.show(line + (character_count(more) <= room ? more : ""));
}

Result<fs::path> corpus_folder(const std::optional<std::string>& given) {
  const char* named = std::getenv("PERCEPT_CORPUS");
  bool by_name = given || (named && *named);
  fs::path folder = given ? fs::path(*given) : by_name ? fs::path(named) : fs::path("../shared");
  std::error_code ignored;
  if (fs::is_directory(folder / "games", ignored)) return folder;
  if (fs::is_directory(folder / "gdl2", ignored)) return folder / "..";
  if (!by_name) return fs::path();
  return failure(fmt::format("{} has no folder games", folder.string()),
                 "the corpus is the folder with games/gdl2/Backgammon.kif and others in it");
}

Result<void> write_report(const std::string& folder, const std::vector<std::pair<std::string, std::string>>& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return failure(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  for (const auto& [name, text] : files)
    if (auto written = write_file((fs::path(folder) / name).string(), text); !written) return written;
  return {};
}

}  // namespace percept::cli
