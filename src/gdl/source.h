// SPDX-License-Identifier: MIT
//
// A text that was read, and places in it. A Place is a range of bytes of one Source; it knows its file, line and
// column, so every term, rule and finding can be shown to a person where it stands. The Source must outlive its places:
// a Description shares its ownership.
//
// Internal to gdl/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace percept::gdl {

class Source {
 public:
  // Line and column count from 1; columns count characters, and bytes on lines no person could read.
  struct Position {
    std::uint32_t line;
    std::uint32_t column;
  };

  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  Position position(std::uint32_t offset) const;
  std::uint32_t line_of(std::uint32_t offset) const;
  std::string_view line(std::uint32_t number) const;     // without its line break
  std::uint32_t line_begin(std::uint32_t number) const;  // its first byte

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
};

struct Place {
  const Source* source = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t line() const { return source->line_of(begin); }
  std::uint32_t column() const { return source->position(begin).column; }
  std::string_view text() const { return source->text().substr(begin, end - begin); }
};

}  // namespace percept::gdl
