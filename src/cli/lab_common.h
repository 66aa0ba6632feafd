// SPDX-License-Identifier: MIT
//
// What the experiments of the lab share at the terminal: where the rule sheets of others are, progress with the time
// that is left, and the files of a report.
//
// Internal to cli/.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/progress.h"

namespace percept::cli {

// "2 m 05 s"
std::string duration(double seconds);
// The text with blanks behind it, or before it, up to a width in characters.
std::string padded(const std::string& text, std::size_t width);
std::string aligned_right(const std::string& text, std::size_t width);

// A bar, what is being done, and how long it will take.
class LabProgress {
 public:
  bool due() const { return line_.due(); }
  // `what` is left out where the line has no room for it.
  void show(std::size_t done, std::size_t all, const std::string& text, const std::string& what);
  double seconds() const;  // since it was made
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The folder with games/ in it; the folder games/ itself is taken, too. Empty when none was named and there is none.
Result<std::filesystem::path> corpus_folder(const std::optional<std::string>& given);

// Files by name and text; the folder is made.
Result<void> write_report(const std::string& folder, const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace percept::cli
