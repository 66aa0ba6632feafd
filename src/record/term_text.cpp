// SPDX-License-Identifier: MIT
#include "record/term_text.h"

#include <fmt/format.h>

#include "base/text.h"

namespace percept::record {
namespace {

constexpr std::size_t kMaxTermNesting = 200;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // A list when its first part is no name: `((cell 1 1 b) (step 1))`, or all are wanted as one.
  Result<TermText> term(bool list, std::size_t depth = 0) {
    skip();
    if (at_ == text_.size()) return wrong("ends too early");
    if (depth > kMaxTermNesting) return wrong("is nested too deeply");
    if (text_[at_] == ')') return wrong("has a ) too many");
    if (text_[at_] != '(') return list ? wrong("is not a list") : Result<TermText>(TermText{name(), {}});
    ++at_;
    TermText out;
    skip();
    if (!list) {
      out.name = name();
      if (out.name.empty()) return wrong("has a list where a name should be");
    }
    for (skip(); at_ < text_.size() && text_[at_] != ')'; skip()) {
      auto arg = term(false, depth + 1);
      if (!arg) return arg;
      out.args.push_back(std::move(*arg));
    }
    if (at_ == text_.size()) return wrong("ends too early");
    ++at_;
    return out;
  }

  Result<void> end() {
    skip();
    if (at_ < text_.size()) return tl::unexpected(wrong("goes on behind its end").error());
    return {};
  }

 private:
  void skip() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  std::string name() {
    std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '(' && text_[at_] != ')') ++at_;
    return lower(text_.substr(begin, at_ - begin));
  }
  Result<TermText> wrong(std::string_view what) const {
    std::string shown = printable(text_.substr(0, 60));
    return failure(fmt::format("the term {}{} {}", shown, text_.size() > 60 ? "…" : "", what));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Result<TermText> read(std::string_view text, bool list) {
  Reader reader(text);
  auto out = reader.term(list);
  if (!out) return out;
  if (auto fine = reader.end(); !fine) return tl::unexpected(fine.error());
  return out;
}

std::string written(const TermText& term, std::string_view blank) {
  if (term.args.empty() && !term.name.empty()) return term.name;
  std::string out = "(" + std::string(blank) + term.name;
  for (const TermText& arg : term.args) {
    if (out.back() != '(' && out.back() != ' ') out += ' ';
    out += written(arg, blank);
  }
  return out + std::string(out.back() == ' ' ? "" : blank) + ")";
}

}  // namespace

Result<TermText> read_term(std::string_view text) { return read(text, false); }

Result<std::vector<TermText>> read_list(std::string_view text) {
  auto list = read(text, true);
  if (!list) return tl::unexpected(list.error());
  return std::move(list->args);
}

std::string to_text(const TermText& term) { return written(term, ""); }
std::string to_spaced(const TermText& term) { return written(term, " "); }

std::string spaced(const std::string& term) {
  auto read = read_term(term);
  return read ? to_spaced(*read) : term;
}

std::string spaced_list(const std::vector<std::string>& terms) {
  std::string out = "(";
  for (const std::string& term : terms) out += " " + spaced(term);
  return out + " )";
}

Result<std::string> plain(std::string_view term) {
  auto read = read_term(term);
  if (!read) return tl::unexpected(read.error());
  return to_text(*read);
}

Result<std::vector<std::string>> plain_list(std::string_view list) {
  auto read = read_list(list);
  if (!read) return tl::unexpected(read.error());
  std::vector<std::string> out;
  for (const TermText& term : *read) out.push_back(to_text(term));
  return out;
}

}  // namespace percept::record
