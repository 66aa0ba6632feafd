// SPDX-License-Identifier: MIT
#include "show/lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace percept::show {
namespace {

constexpr std::size_t kRowLabel = 11, kRowIndent = 2;  // characters
constexpr std::string_view kOpenLabel = "1;33", kHeading = "1;36";

}  // namespace

std::string painted(std::string_view style, std::string_view text, bool color) {
  return color && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

std::string wrapped(const std::vector<std::string>& items, std::size_t column) {
  std::string out;
  std::size_t at = column;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    std::size_t width = character_count(item);
    bool wraps = i > 0 && at + 1 + width > kLineWidth;
    out += (wraps ? "\n" + blanks(column) : blanks(i > 0 ? 1 : 0)) + item;
    at = (wraps ? column : at + (i > 0 ? 1 : 0)) + width;
  }
  return out;
}

std::string row(std::string_view label, std::vector<std::string> items, bool color, bool open, std::size_t most) {
  for (std::string& item : items) item = printable(item);
  if (std::size_t count = items.size(); count > most) {
    items.resize(most);
    items.push_back(fmt::format("and {} more", count - most));
  }
  return blanks(kRowIndent) + painted(open ? kOpenLabel : kBold, label, color) +
         blanks(kRowLabel - std::min(kRowLabel, character_count(label))) + wrapped(items, kRowIndent + kRowLabel) +
         '\n';
}

std::string heading(std::string_view text, bool color) { return '\n' + painted(kHeading, text, color) + '\n'; }

}  // namespace percept::show
