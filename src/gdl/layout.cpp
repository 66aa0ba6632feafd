// SPDX-License-Identifier: MIT
#include "gdl/layout.h"

#include <algorithm>

namespace percept::gdl {
namespace {

// The comment with its leading `;`, `%` or `/*` replaced by as many of the writer's sign. What has none is a
// declaration that could not be read.
std::string translated(std::string_view text, std::string_view sign) {
  if (text.starts_with("/*")) {
    std::string out(sign);
    text = text.substr(2, text.size() - 4);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return out + std::string(text);
  }
  if (text[0] != ';' && text[0] != '%') return std::string(sign) + " " + std::string(text);
  std::size_t leading = std::min(text.find_first_not_of(text[0]), text.size());
  std::string out;
  for (std::size_t i = 0; i < leading; ++i) out += sign;
  return out + std::string(text.substr(leading));
}

}  // namespace

Layout::Layout(const Description& description, std::string_view comment_sign) : d_(description), sign_(comment_sign) {}

void Layout::begin_statement(const Statement& statement) {
  const Place& place = statement.place;
  bool facts = statement_ && statement_->kind == Statement::Kind::kFact && statement.kind == Statement::Kind::kFact;
  joins_ = facts && shares_line(place);
  statement_ = &statement;
  comments_before(place.begin, 0, true);
  blank_line_before(place.begin);
  source_end_ = place.end;
  begun_ = false;
}

void Layout::begin_piece(const Place& place, std::size_t indent) { comments_before(place.begin, indent, false); }

bool Layout::needs_line(const Place& statement) const {
  for (std::size_t i = next_comment_; i < d_.comments().size() && d_.comments()[i].place.begin < statement.end; ++i)
    if (d_.comments()[i].own_line) return true;
  return false;
}

void Layout::close(const Place& statement, std::size_t indent, std::string_view text) {
  if (!needs_line(statement)) return append(text);
  comments_before(statement.end, indent, false);
  line(indent, text);
}

void Layout::line(std::size_t indent, std::string_view text) {
  if (!out_.empty()) out_ += '\n';
  line_start_ = out_.size();
  out_.append(std::min(indent, kDeepest), ' ');
  out_ += text;
  comment_at_end_ = false;
  begun_ = true;
}

void Layout::append(std::string_view text) {
  out_ += text;
  begun_ = true;
}

bool Layout::joins_line(std::size_t length) const {
  return joins_ && !comment_at_end_ && out_.size() - line_start_ + 1 + length <= kLineWidth;
}

bool Layout::shares_line(const Place& place) const {
  std::string_view between = d_.source()->text().substr(source_end_, place.begin - source_end_);
  bool commented = next_comment_ < d_.comments().size() && d_.comments()[next_comment_].place.begin < place.begin;
  return !out_.empty() && !commented && between.find('\n') == std::string_view::npos;
}

bool Layout::has_comments(const Place& place) const {
  auto first = std::ranges::lower_bound(d_.comments(), place.begin, {}, [](const Comment& c) { return c.place.begin; });
  return first != d_.comments().end() && first->place.begin < place.end;
}

std::string Layout::finish() {
  comments_before(d_.source()->text().size() + 1, 0, true);
  if (!out_.empty()) out_ += '\n';
  return std::move(out_);
}

void Layout::comments_before(std::size_t offset, std::size_t indent, bool keep_blank_lines) {
  for (; next_comment_ < d_.comments().size(); ++next_comment_) {
    const Comment& comment = d_.comments()[next_comment_];
    if (comment.place.begin >= offset) return;
    if (keep_blank_lines) {
      if (comment.own_line) blank_line_before(comment.place.begin);
      source_end_ = std::max<std::size_t>(source_end_, comment.place.end);
    }
    print(comment, indent);
  }
}

void Layout::blank_line_before(std::size_t offset) {
  if (out_.empty() || offset < source_end_) return;
  std::string_view between = d_.source()->text().substr(source_end_, offset - source_end_);
  if (std::ranges::count(between, '\n') >= 2) line(0, "");
}

void Layout::print(const Comment& comment, std::size_t indent) {
  std::string text = translated(comment.place.text(), sign_);
  bool trails = !comment.own_line && begun_ && !out_.empty() && !comment_at_end_ && line_start_ < out_.size();
  for (std::size_t begin = 0; begin <= text.size();) {  // a block comment may have several lines
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string words = text.substr(begin, end - begin);
    words.resize(words.find_last_not_of(" \t\r\f\v") + 1);
    if (begin > 0) words = std::string(sign_) + words;
    if (trails && begin == 0)
      out_ += "  " + words;
    else
      line(indent, words);
    begin = end + 1;
  }
  comment_at_end_ = true;
}

}  // namespace percept::gdl
