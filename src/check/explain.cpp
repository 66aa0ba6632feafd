// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "check/catalogue.h"

namespace percept::check {
namespace {

constexpr std::size_t kWidth = 80;

// The paragraph with its words set anew in lines of at most kWidth.
std::string wrapped(std::string_view text, std::string_view indent) {
  constexpr std::string_view kBlanks = " \n";
  std::string out, line(indent);
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) break;
    std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    if (line.size() > indent.size()) {
      if (line.size() + 1 + word.size() > kWidth) {
        out += line + "\n";
        line = indent;
      } else {
        line += " ";
      }
    }
    line += word;
  }
  return out + line + "\n";
}

std::string indented(std::string_view lines, std::string_view indent) {
  std::string out;
  for (std::string_view line : lines_of(lines)) out += fmt::format("{}{}\n", indent, line);
  return out;
}

}  // namespace

std::string explain(std::string_view code) {
  for (const Explanation& e : catalogue()) {
    if (lower(gdl::to_string(e.code)) != lower(code)) continue;
    const gdl::CodeEntry& entry = gdl::entry(e.code);
    return fmt::format("{} {}: {}\n\n{}\nWrong:\n{}\nRight:\n{}", gdl::to_string(e.code),
                       gdl::to_string(entry.severity), entry.title, wrapped(e.text, "  "), indented(e.bad, "    "),
                       indented(e.good, "    "));
  }
  return {};
}

}  // namespace percept::check
