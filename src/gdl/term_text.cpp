// SPDX-License-Identifier: MIT
#include "gdl/term_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace percept::gdl {
namespace {

constexpr std::size_t kMaxTermNesting = 200, kMaxTerm = 64 << 10;  // as deep as a rule, and bytes

bool ends_name(char c) { return is_blank(c) || c == '(' || c == ')' || c == ';'; }

// Where the next token starts, behind blanks and comments.
std::size_t next_token(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == ';')
      at = std::min(text.find('\n', at), text.size());
    else if (is_blank(text[at]))
      ++at;
    else
      break;
  }
  return at;
}

std::size_t end_of_token(std::string_view text, std::size_t at, bool quotes) {
  if (text[at] == '(' || text[at] == ')') return at + 1;
  if (quotes && text[at] == '"') return std::min(text.find('"', at + 1), text.size() - 1) + 1;
  while (at < text.size() && !ends_name(text[at])) ++at;
  return at;
}

}  // namespace

std::vector<std::string_view> tokens(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = next_token(text, 0); at < text.size(); at = next_token(text, at)) {
    std::size_t end = end_of_token(text, at, false);
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

Result<std::vector<std::string_view>> forms(std::string_view text, bool quotes) {
  std::vector<std::string_view> out;
  std::size_t depth = 0, begin = 0;
  for (std::size_t at = next_token(text, 0); at < text.size(); at = next_token(text, at)) {
    std::size_t end = end_of_token(text, at, quotes);
    if (depth == 0) begin = at;
    if (text[at] == '(') ++depth;
    if (text[at] == ')') {
      if (depth == 0) return failure(fmt::format("a parenthesis too many in {}", shown(text)));
      --depth;
    }
    if (depth == 0) out.push_back(text.substr(begin, end - begin));
    at = end;
  }
  if (depth > 0) return failure(fmt::format("a parenthesis that is not closed in {}", shown(text)));
  return out;
}

std::vector<std::string> parts_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> out;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\'') quoted = !quoted;
    if (quoted) continue;
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth > 0 || separators.find(text[at]) == std::string_view::npos) continue;
    out.emplace_back(trimmed(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  out.emplace_back(trimmed(text.substr(begin)));
  return out;
}

bool is_list(std::string_view form) { return form.starts_with('('); }

std::string_view inside(std::string_view list) {
  return is_list(list) && list.size() >= 2 ? list.substr(1, list.size() - 2) : std::string_view();
}

bool is_nothing(std::string_view form) {
  if (is_list(form)) return next_token(inside(form), 0) == inside(form).size();
  return lower(form) == "nil";
}

Result<std::vector<std::string_view>> elements(std::string_view list, bool quotes) {
  if (!is_list(list)) return failure(fmt::format("not a list: {}", shown(list)));
  return forms(inside(list), quotes);
}

Result<std::string> term_text(std::string_view text) {
  if (text.size() > kMaxTerm) return failure(fmt::format("a term of {} bytes", text.size()));
  auto all = forms(text);
  if (!all) return tl::unexpected(all.error());
  if (all->size() != 1)
    return failure(all->empty() ? std::string("no term") : fmt::format("more than one term: {}", shown(text)));
  std::string out;
  std::size_t depth = 0;
  std::vector<std::size_t> opened;  // where in `out`
  std::vector<std::string_view> parts = tokens(all->front());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string_view part = parts[i];
    if (part == ")") {
      if (parts[i - 1] == "(") return failure(fmt::format("an empty list in {}", shown(text)));
      --depth;
      std::size_t at = opened.back();
      opened.pop_back();
      if (out.find_first_of(" (", at + 1) == std::string::npos)
        out.erase(at, 1);  // (noop)
      else
        out += ')';
      continue;
    }
    bool first = i > 0 && parts[i - 1] == "(";
    if (i > 0 && !first) out += ' ';
    if (part == "(") {
      if (first) return failure(fmt::format("a list without a name in {}", shown(text)));
      if (++depth > kMaxTermNesting) return failure(fmt::format("more than {} parentheses deep", kMaxTermNesting));
      opened.push_back(out.size());
      out += '(';
      continue;
    }
    if (part.starts_with('?')) return failure(fmt::format("a variable in {}", shown(text)));
    for (char c : part)
      if (auto byte = static_cast<unsigned char>(c); byte < ' ' || byte == 0x7F)
        return failure(fmt::format("a byte {:#04x} in {}", byte, shown(text)));
    out += lower(part);
  }
  return out;
}

Result<std::vector<std::string>> term_texts(std::string_view list) {
  std::vector<std::string> out;
  if (is_nothing(list)) return out;
  auto each = elements(list);
  if (!each) return tl::unexpected(each.error());
  for (std::string_view form : *each) {
    auto read = term_text(form);
    if (!read) return tl::unexpected(read.error());
    out.push_back(std::move(*read));
  }
  return out;
}

std::string spaced(std::string_view kif) {
  return laid_out(kif, true, [](std::string_view name) { return name; });
}

}  // namespace percept::gdl
