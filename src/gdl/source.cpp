// SPDX-License-Identifier: MIT
#include "gdl/source.h"

#include <algorithm>

#include "base/text.h"

namespace percept::gdl {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_begins_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::uint32_t Source::line_of(std::uint32_t offset) const {
  auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  return static_cast<std::uint32_t>(after - line_begins_.begin());
}

std::uint32_t Source::line_begin(std::uint32_t number) const { return line_begins_[number - 1]; }

std::string_view Source::line(std::uint32_t number) const {
  std::size_t begin = line_begins_[number - 1];
  std::size_t end = number < line_begins_.size() ? line_begins_[number] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return text().substr(begin, end - begin);
}

Source::Position Source::position(std::uint32_t offset) const {
  std::uint32_t line = line_of(offset);
  std::uint32_t begin = line_begin(line);
  // Nobody counts characters on an endless line; counting bytes there keeps a thousand findings cheap.
  constexpr std::uint32_t kReadable = 4096;
  std::size_t before = offset - begin;
  if (before <= kReadable) before = character_count(text().substr(begin, before));
  return {line, static_cast<std::uint32_t>(before + 1)};
}

}  // namespace percept::gdl
