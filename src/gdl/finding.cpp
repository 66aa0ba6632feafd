// SPDX-License-Identifier: MIT
#include "gdl/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace percept::gdl {
namespace {

constexpr std::size_t kWidest = 120;  // bytes of a source line that are shown

struct Paint {
  bool on;
  std::string operator()(std::string_view style, std::string_view text) const {
    return on ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
  }
};

// The first byte of the character that the byte at `offset` belongs to; UTF-8 has at most four a character.
std::size_t character_begin(std::string_view line, std::size_t offset) {
  auto continues = [&](std::size_t i) {
    return i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80;
  };
  for (int back = 0; back < 3 && offset > 0 && continues(offset); ++back) --offset;
  return offset;
}

// The line of the place with a caret under its first character and tildes under the rest of it.
std::string excerpt(const Place& place, Paint paint, std::string_view style) {
  const Source& source = *place.source;
  std::uint32_t number = source.line_of(place.begin);
  std::string_view line = source.line(number);
  std::size_t from = std::min<std::size_t>(place.begin - source.line_begin(number), line.size());
  std::size_t to = std::clamp<std::size_t>(place.end - source.line_begin(number), from, line.size());

  std::string_view before_mark, after_mark;
  if (line.size() > kWidest) {  // show a window around the place
    std::size_t begin = character_begin(line, from > kWidest / 3 ? from - kWidest / 3 : 0);
    std::size_t length = character_begin(line, std::min(begin + kWidest, line.size())) - begin;
    if (begin > 0) before_mark = "...";
    if (begin + length < line.size()) after_mark = "...";
    line = line.substr(begin, length);
    from -= begin;
    to = std::min(to - begin, length);
  }
  std::string before = printable(line.substr(0, from)), marked = printable(line.substr(from, to - from));
  std::size_t indent = before_mark.size() + character_count(before);
  std::size_t tail = std::max<std::size_t>(character_count(marked), 1) - 1;
  std::string gutter = fmt::format("{:>5} | ", number);
  return fmt::format("{}{}{}{}{}{}\n{}{}{}\n", paint("2", gutter), before_mark, before, marked,
                     printable(line.substr(to)), after_mark, paint("2", "      | "), std::string(indent, ' '),
                     paint(style, "^" + std::string(tail, '~')));
}

std::string where(const Place& place) {
  auto [line, column] = place.source->position(place.begin);
  return fmt::format("{}:{}:{}", printable(place.source->name()), line, column);
}

}  // namespace

void sort_by_place(Findings& findings) {
  auto key = [](const Finding& f) { return std::tuple(f.place.begin, f.code, f.place.end); };
  auto less = [&](const Finding& a, const Finding& b) {
    return key(a) != key(b) ? key(a) < key(b) : a.message < b.message;
  };
  auto same = [&](const Finding& a, const Finding& b) { return key(a) == key(b) && a.message == b.message; };
  std::stable_sort(findings.begin(), findings.end(), less);
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

std::size_t count(const Findings& findings, Severity severity) {
  auto kept = std::ranges::count_if(findings, [&](const Finding& f) { return f.severity() == severity; });
  return static_cast<std::size_t>(kept) + findings.left_out(severity);
}

std::string render(const Finding& finding, bool color) {
  Paint paint{color};
  std::string_view style = finding.severity() == Severity::kError ? "1;31" : "1;35";
  std::string label = fmt::format("{}: {} ", to_string(finding.severity()), to_string(finding.code));
  std::string out = fmt::format("{}: {}{}\n", paint("1", where(finding.place)), paint(style, label),
                                paint("1", printable(finding.message)));
  out += excerpt(finding.place, paint, style);
  if (!finding.hint.empty()) out += fmt::format("      {} {}\n", paint("36", "= help:"), printable(finding.hint));
  for (const Note& note : finding.notes) {
    out += fmt::format("{}: {} {}\n", paint("1", where(note.place)), paint("1;36", "note:"), printable(note.message));
    out += excerpt(note.place, paint, "1;36");
  }
  return out;
}

}  // namespace percept::gdl
