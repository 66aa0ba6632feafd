// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace percept {
namespace {

// Length in bytes of the UTF-8 character that starts the text, 0 when it is malformed.
std::size_t utf8_length(std::string_view text) {
  auto byte = static_cast<unsigned char>(text[0]);
  std::size_t length = byte < 0x80                   ? 1
                       : byte >= 0xC2 && byte < 0xE0 ? 2
                       : byte >= 0xE0 && byte < 0xF0 ? 3
                       : byte >= 0xF0 && byte < 0xF5 ? 4
                                                     : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  return length;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string folded(text);
  for (char& c : folded)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return folded;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin < text.size(); begin += out.back().size() + 1)
    out.push_back(text.substr(begin, text.find('\n', begin) - begin));
  return out;
}

std::optional<std::size_t> whole_number(std::string_view text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string_view::npos) return {};
  std::size_t value = 0;
  for (char c : text) value = value * 10 + static_cast<std::size_t>(c - '0');
  return value;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = utf8_length(text);
    // U+0080..U+009F are control characters too.
    bool control = length == 0 || (length == 1 && (text[0] < ' ' || text[0] == 0x7F)) ||
                   (length == 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0);
    if (control)
      out += text[0] == '\t' ? ' ' : '?';
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    out += printable(text.substr(begin, end - begin));
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::string out = printable(trimmed(text.substr(0, kMost)));
  return text.size() > kMost ? out + "…" : out;
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(std::max<std::size_t>(utf8_length(text), 1));
  return count;
}

std::optional<std::size_t> edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return std::nullopt;
  std::size_t far = limit + 1;  // stands for every larger distance
  std::vector<std::size_t> before(b.size() + 1, far), above(b.size() + 1, far), row(b.size() + 1, far);
  for (std::size_t j = 0; j <= std::min(b.size(), limit); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::fill(row.begin(), row.end(), far);
    std::size_t first = i > limit ? i - limit : 0, last = std::min(b.size(), i + limit);  // others are too far
    for (std::size_t j = first; j <= last; ++j) {
      if (j == 0) {
        row[0] = std::min(i, far);
        continue;
      }
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]), far});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (std::ranges::all_of(row, [&](std::size_t distance) { return distance == far; })) return std::nullopt;
    std::swap(before, above);
    std::swap(above, row);
  }
  if (above[b.size()] > limit) return std::nullopt;
  return above[b.size()];
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known,
                                   std::optional<std::size_t> limit) {
  std::optional<std::string> best;
  if (!limit) limit = word.size() < 5 ? 1 : 2;
  for (const std::string& each : known) {
    auto distance = edit_distance(lower(word), lower(each), *limit);
    if (!distance || *distance >= each.size()) continue;
    best = each;
    if (*distance == 0) break;
    limit = *distance - 1;  // from now on only better ones
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  if (known.empty()) return "there are none";
  if (auto best = nearest(word, known)) return fmt::format("did you mean {}?", *best);
  std::span<const std::string> some = known.first(std::min<std::size_t>(known.size(), 30));
  return fmt::format("there {} {}{}", known.size() == 1 ? "is" : "are", fmt::join(some, ", "),
                     some.size() < known.size() ? ", …" : "");
}

std::size_t json_nesting(std::string_view text) {
  std::size_t depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return deepest;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace percept
