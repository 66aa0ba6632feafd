// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

namespace percept::cli {
namespace {

constexpr double kSecondsBetween = 0.2;  // of CPU time

}  // namespace

ProgressLine::ProgressLine() : on_(isatty(STDERR_FILENO) != 0), next_(cpu_seconds() + kSecondsBetween) {}

bool ProgressLine::due() const { return on_ && cpu_seconds() >= next_; }

void ProgressLine::show(const std::string& text) {
  if (!on_) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
  shown_ = true;
  next_ = cpu_seconds() + kSecondsBetween;
}

void ProgressLine::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

ground::Progress GroundingProgress::callback() {
  return [this](std::size_t rules) {
    if (line_.due()) line_.show(fmt::format("grounding: {:.1f} million rules", static_cast<double>(rules) / 1e6));
  };
}

}  // namespace percept::cli
