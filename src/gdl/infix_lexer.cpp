// SPDX-License-Identifier: MIT
#include "gdl/infix_lexer.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace percept::gdl {
namespace {

using Kind = InfixToken::Kind;

struct Sign {
  std::string_view text;
  Kind kind;
};

// Longer signs before their beginnings.
constexpr Sign kSigns[] = {
    {"==>", Kind::kOperation}, {"::", Kind::kOperation}, {"<=>", Kind::kEquivalent}, {":-", Kind::kIf},
    {"<=", Kind::kIf},         {"=>", Kind::kImplies},   {"!=", Kind::kDistinct},    {"\\=", Kind::kDistinct},
    {"\\+", Kind::kNot},       {"(", Kind::kOpen},       {")", Kind::kClose},        {",", Kind::kComma},
    {":", Kind::kColon},       {"&", Kind::kAnd},        {"|", Kind::kOr},           {"~", Kind::kNot},
    {"#", Kind::kDistinct},    {"=", Kind::kEqual},      {";", Kind::kOr},           {"¬", Kind::kNot},
    {"∧", Kind::kAnd},         {"∨", Kind::kOr},         {"⇒", Kind::kImplies},      {"⇔", Kind::kEquivalent},
    {"≠", Kind::kDistinct},    {"∀", Kind::kForall},     {"∃", Kind::kExists},
};

constexpr Sign kWords[] = {
    {"not", Kind::kNot}, {"and", Kind::kAnd}, {"or", Kind::kOr}, {"forall", Kind::kForall}, {"exists", Kind::kExists}};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_ascii_name(char c) { return (c >= 'a' && c <= 'z') || is_upper(c) || (c >= '0' && c <= '9') || c == '_'; }

std::optional<Sign> sign_at(std::string_view text) {
  for (const Sign& sign : kSigns)
    if (text.starts_with(sign.text)) return sign;
  return std::nullopt;
}

// Letters beyond ASCII belong to names, unless they are one of the signs of logic.
bool is_name_at(std::string_view text) {
  if (text.empty() || text.starts_with(kByteOrderMark)) return false;
  return static_cast<unsigned char>(text[0]) >= 0x80 ? !sign_at(text) : is_ascii_name(text[0]);
}

// Length of the name at the start of the text; hyphens inside belong to it, and one question mark at its end.
std::size_t name_length(std::string_view text) {
  std::size_t length = 0;
  while (is_name_at(text.substr(length)) ||
         (length > 0 && text.substr(length).starts_with('-') && is_name_at(text.substr(length + 1))))
    ++length;
  bool question = length > 0 && text.substr(length).starts_with('?') && !is_name_at(text.substr(length + 1)) &&
                  !text.substr(length + 1).starts_with('\'');
  return length + question;
}

// What a name may hold so that it can be written in KIF, too.
bool is_kif_name(std::string_view name) {
  return !name.empty() && name.find(kByteOrderMark) == std::string_view::npos && std::ranges::none_of(name, [](char c) {
    return (c >= 0 && c <= ' ') || c == 0x7F || c == '(' || c == ')' || c == ';';
  });
}

class InfixLexer {
 public:
  InfixLexer(std::string_view text, Builder& make) : text_(text), make_(make) {}

  std::vector<InfixToken> run() {
    while (at_ < text_.size() && !make_.gave_up()) step();
    add(Kind::kEnd, text_.size());
    return std::move(tokens_);
  }

 private:
  void step() {
    std::string_view rest = text_.substr(at_);
    char c = rest[0];
    if (is_blank(c)) {
      ++at_;
    } else if (rest.starts_with(kByteOrderMark)) {
      at_ += kByteOrderMark.size();
    } else if (c == '%' || rest.starts_with(";;") || (c == ';' && first_on_line() && between_statements())) {
      comment(std::min(text_.find('\n', at_), text_.size()));
    } else if (rest.starts_with("/*")) {
      block_comment();
    } else if (c == '\'') {
      quoted(at_, Kind::kName);
    } else if (c == '?' && rest.substr(1).starts_with('\'')) {
      quoted(at_ + 1, Kind::kVariable);
    } else if (c == '?' && name_length(rest.substr(1)) > 0) {
      name(at_ + 1, name_length(rest.substr(1)), Kind::kVariable);
    } else if (is_name_at(rest)) {
      std::size_t length = name_length(rest);
      Kind kind = is_upper(c) || c == '_' ? Kind::kVariable : Kind::kName;
      for (const Sign& word : kWords)
        if (rest.substr(0, length) == word.text) kind = word.kind;
      name(at_, length, kind);
    } else if (c == '.' && !rest.substr(1).starts_with('.') && !is_name_at(rest.substr(1))) {
      add(Kind::kStop, at_ + 1);
    } else if (auto sign = sign_at(rest)) {
      add(sign->kind, at_ + sign->text.size());
    } else {
      unexpected();
    }
  }

  bool first_on_line() const {
    std::size_t i = at_;
    while (i > 0 && (text_[i - 1] == ' ' || text_[i - 1] == '\t')) --i;
    return i == 0 || text_[i - 1] == '\n';
  }

  // Only there a single `;` starts a comment: elsewhere it is Prolog's disjunction.
  bool between_statements() const { return tokens_.empty() || tokens_.back().kind == Kind::kStop; }

  void comment(std::size_t end) {
    std::size_t last = end;
    while (last > at_ && is_blank(text_[last - 1])) --last;
    make_.comment(make_.place(at_, last));
    at_ = end;
  }

  void block_comment() {
    std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      make_.mistake(Code::kUnterminated, make_.place(at_, at_ + 2), "this comment is never closed", "close it with */");
      at_ = text_.size();
    } else {
      comment(end + 2);
    }
  }

  void name(std::size_t begin, std::size_t length, Kind kind) {
    if (length > kMaxName) {
      make_.mistake(Code::kSymbolTooLong, make_.place(at_, at_ + 20),
                    fmt::format("a name of {} bytes; at most {} are read", length, kMaxName));
      kind = Kind::kBad;
    }
    add(kind, begin + length, text_.substr(begin, length));
  }

  // A quoted name starts at `quote`; a doubled quote inside it stands for one.
  void quoted(std::size_t quote, Kind kind) {
    std::string content;
    std::size_t i = quote + 1;
    for (; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '\'' && !text_.substr(i + 1).starts_with('\'')) break;
      if (text_[i] == '\'') ++i;
      content += text_[i];
    }
    if (i >= text_.size() || text_[i] == '\n') {
      make_.mistake(Code::kUnterminated, make_.place(at_, quote + 1), "this quoted name is never closed");
      add(Kind::kBad, i);
    } else if (content.size() > kMaxName || !is_kif_name(content) || (kind == Kind::kName && content[0] == '?')) {
      make_.mistake(Code::kBadQuote, make_.place(at_, i + 1), "this quoted name cannot be a name of GDL",
                    fmt::format("names have no blanks, parentheses or semicolons, do not start with a question mark, "
                                "and have at most {} bytes",
                                kMaxName));
      add(Kind::kBad, i + 1);
    } else {
      bool as_written = content.size() == i - quote - 1;
      add(kind, i + 1, as_written ? text_.substr(quote + 1, content.size()) : make_.keep(content));
    }
  }

  void unexpected() {
    std::size_t end = at_;
    auto odd = [&](std::size_t i) {
      return !is_blank(text_[i]) && text_[i] != '%' && text_[i] != '\'' && !is_name_at(text_.substr(i)) &&
             !sign_at(text_.substr(i));
    };
    while (end < text_.size() && odd(end)) ++end;
    end = std::max(end, at_ + 1);
    bool control = (text_[at_] >= 0 && text_[at_] < ' ') || text_[at_] == 0x7F;
    std::string_view run = text_.substr(at_, end - at_);
    if (control)
      make_.mistake(Code::kControlByte, make_.place(at_, end),
                    fmt::format("byte {:#04x} cannot stand in a rule sheet", text_[at_]),
                    "remove it; is this a text file?");
    else
      make_.mistake(
          Code::kUnexpected, make_.place(at_, end), fmt::format("`{}` means nothing here", run.substr(0, 20)),
          run == "!" ? "is it meant to be != ?" : "names with special characters are written in quotes: '++'");
    add(Kind::kBad, end);
  }

  void add(Kind kind, std::size_t end, std::string_view spelling = {}) {
    tokens_.push_back(
        {kind, at_ == last_end_, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end), spelling});
    at_ = last_end_ = end;
  }

  std::string_view text_;
  Builder& make_;
  std::vector<InfixToken> tokens_;
  std::size_t at_ = 0;
  std::size_t last_end_ = 0;
};

}  // namespace

std::vector<InfixToken> infix_tokens(std::string_view text, Builder& make) { return InfixLexer(text, make).run(); }

bool is_plain_name(std::string_view name) {
  if (name.empty() || is_upper(name[0]) || name[0] == '_' || static_cast<unsigned char>(name[0]) >= 0x80) return false;
  if (std::ranges::any_of(kWords, [&](const Sign& word) { return word.text == name; })) return false;
  return name_length(name) == name.size() && name.back() != '?';
}

bool is_plain_variable(std::string_view name) {
  bool letter = !name.empty() && ((name[0] >= 'a' && name[0] <= 'z') || is_upper(name[0]) || name[0] == '_');
  return letter && name != "_" && name_length(name) == name.size() && name.back() != '?';
}

}  // namespace percept::gdl
