// SPDX-License-Identifier: MIT
//
// Lines, comments and blank lines of a printed description; what both writers share. A writer announces each piece of
// the source in order (`begin_piece`), so that the comments before it come out first, then prints it (`line`,
// `append`). Comments that shared a line with code go to the end of the line printed last; others get their own line.
//
// Internal to gdl/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gdl/description.h"

namespace percept::gdl {

inline constexpr std::size_t kLineWidth = 100;
inline constexpr std::size_t kIndent = 4;
inline constexpr std::size_t kDeepest = 60;  // indentation goes no further

class Layout {
 public:
  Layout(const Description& description, std::string_view comment_sign);

  // A statement starts: prints the comments before it, and a blank line where the author left one.
  void begin_statement(const Statement& statement);
  // A part of a statement that gets a line of its own starts: prints the comments before it.
  void begin_piece(const Place& place, std::size_t indent);
  // The last part of a statement was printed: closes it with `text`, on a line of its own when a comment that needs a
  // line still stands before the end.
  void close(const Place& statement, std::size_t indent, std::string_view text);

  void line(std::size_t indent, std::string_view text);
  void append(std::string_view text);  // to the line printed last

  // Is the statement a fact that the author put on the line of the fact before it, and is there room for it?
  bool joins_line(std::size_t length) const;
  // Does a comment that needs a line of its own still stand before the end of the statement?
  bool needs_line(const Place& statement) const;
  // Does a comment stand inside this place?
  bool has_comments(const Place& place) const;

  std::string finish();  // the rest of the comments, and the text

 private:
  bool shares_line(const Place& place) const;
  void comments_before(std::size_t offset, std::size_t indent, bool keep_blank_lines);
  void blank_line_before(std::size_t offset);
  void print(const Comment& comment, std::size_t indent);

  const Description& d_;
  std::string_view sign_;
  std::string out_;
  const Statement* statement_ = nullptr;  // at hand
  bool joins_ = false;                    // it is a fact that shares the line of the fact before it
  std::size_t next_comment_ = 0;
  std::size_t source_end_ = 0;   // of the last statement or comment printed
  std::size_t line_start_ = 0;   // in out_
  bool begun_ = true;            // a line of the statement at hand was printed
  bool comment_at_end_ = false;  // the line printed last ends with a comment
};

}  // namespace percept::gdl
