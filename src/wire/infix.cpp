// SPDX-License-Identifier: MIT
#include "wire/infix.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "gdl/term_text.h"

namespace percept::wire {
namespace {

constexpr std::string_view kMarks = "()[],";

bool in_word(char c) { return !is_blank(c) && kMarks.find(c) == std::string_view::npos && c != '\''; }

std::size_t end_of_word(std::string_view text, std::size_t at) {
  if (text[at] == '\'') return std::min(text.find('\'', at + 1), text.size() - 1) + 1;
  while (at < text.size() && in_word(text[at])) ++at;
  return at;
}

bool is_plain(std::string_view name) {
  auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !(name[0] >= 'A' && name[0] <= 'Z') && name[0] != '_' && name[0] != '-' && std::ranges::all_of(name, fits);
}

std::string infix_name(std::string_view name) {
  if (name.starts_with('?') && name.size() > 1) return upper(name.substr(1, 1)) + std::string(name.substr(2));
  return is_plain(name) ? std::string(name) : fmt::format("'{}'", name);
}

std::string joined(const std::vector<std::string_view>& forms, std::size_t from, std::string_view between) {
  std::vector<std::string> parts;
  for (std::size_t i = from; i < forms.size(); ++i) parts.push_back(infix_of_kif(forms[i]));
  return fmt::format("{}", fmt::join(parts, between));
}

}  // namespace

bool is_infix(std::string_view message) {
  std::string_view text = trimmed(message);
  if (text.empty() || !in_word(text[0]) || !text.ends_with(')')) return false;
  std::size_t end = end_of_word(text, 0);
  return end < text.size() && text[end] == '(';
}

Result<InfixCall> infix_call(std::string_view text) {
  text = trimmed(text);
  InfixCall out;
  std::size_t at = 0;
  if (!text.empty() && text[0] != '[') at = end_of_word(text, 0);
  out.word = text.substr(0, at);
  std::string closers;
  std::size_t begin = at + 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '\'') {
      at = end_of_word(text, at) - 1;
    } else if (text[at] == '(' || text[at] == '[') {
      closers += text[at] == '(' ? ')' : ']';
    } else if (text[at] == ')' || text[at] == ']') {
      if (closers.empty() || closers.back() != text[at]) break;
      closers.pop_back();
      if (closers.empty()) break;
    } else if (text[at] == ',' && closers.size() == 1) {
      out.arguments.push_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
    }
  }
  if (at + 1 != text.size() || !closers.empty())
    return failure(fmt::format("brackets that do not match in {}", shown(text)));
  std::string_view last = trimmed(text.substr(begin, at - begin));
  if (!last.empty() || !out.arguments.empty()) out.arguments.push_back(last);
  return out;
}

std::string kif_of_infix(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    char c = text[at];
    if (c == '[') {
      out += '(';
    } else if (c == ')' || c == ']') {
      out += ')';
    } else if (c == ',' || is_blank(c)) {
      out += ' ';
    } else if (c == '(') {
      out += c;
    } else {
      std::size_t end = end_of_word(text, at);
      std::string_view word = text.substr(at, end - at);
      if (word.size() >= 2 && word.front() == '\'' && word.back() == '\'') word = word.substr(1, word.size() - 2);
      bool named = end < text.size() && text[end] == '(';
      out += (named ? "(" : "") + std::string(word) + (named ? " " : "");
      at = named ? end + 1 : end;
      continue;
    }
    ++at;
  }
  return out;
}

std::string infix_of_kif(std::string_view kif) {
  kif = trimmed(kif);
  if (!gdl::is_list(kif)) return kif.empty() ? std::string() : infix_name(kif);
  auto parts = gdl::elements(kif);
  if (!parts || parts->empty()) return "[]";
  std::string word = lower((*parts)[0]);
  if (word == "<=" && parts->size() == 2) return infix_of_kif((*parts)[1]);
  if (word == "<=" && parts->size() > 2)
    return fmt::format("{} :- {}", infix_of_kif((*parts)[1]), joined(*parts, 2, " & "));
  if (word == "not" && parts->size() == 2) return "~" + infix_of_kif((*parts)[1]);
  if ((word == "or" || word == "and") && parts->size() > 1)
    return fmt::format("({})", joined(*parts, 1, word == "or" ? " | " : " & "));
  if (gdl::is_list((*parts)[0])) return fmt::format("[{}]", joined(*parts, 0, ","));
  if (parts->size() == 1) return infix_name((*parts)[0]);
  return fmt::format("{}({})", infix_name((*parts)[0]), joined(*parts, 1, ","));
}

}  // namespace percept::wire
