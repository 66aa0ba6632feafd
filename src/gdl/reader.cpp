// SPDX-License-Identifier: MIT
#include "gdl/reader.h"

#include <fmt/format.h>

#include "base/file.h"
#include "gdl/infix_reader.h"
#include "gdl/kif_reader.h"

namespace percept::gdl {
namespace {

Result<std::string> contents(const std::string& path) {
  auto text = contents_of(path, kMaxFileSize, "no rule sheet is that large; is it one?");
  if (!text && text.error().message == path + " is a folder")
    return failure(text.error().message, fmt::format("name its files, for example {}/*.kif", path));
  return text;
}

}  // namespace

Notation detect_notation(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text = text.substr(0, 1 << 16);
  std::size_t prefix = 0, infix = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string_view rest = text.substr(i);
    bool leads = i > 0 && text[i - 1] == '(';
    if (text[i] == ';' || text[i] == '%') {  // a comment in one of the two
      i = std::min(text.find('\n', i), text.size());
    } else if (rest.starts_with("/*")) {
      i = std::min(text.find("*/", i), text.size());
    } else if (text[i] == '(') {
      std::size_t end = text.find_first_of("() \t\r\n,", i + 1);
      bool named = end != std::string_view::npos && end > i + 1;
      if (named && (kBlanks.find(text[end]) != std::string_view::npos || text[end] == '(')) ++prefix;
      bool glued = i > 0 && kBlanks.find(text[i - 1]) == std::string_view::npos && text[i - 1] != '(' &&
                   text[i - 1] != ')' && text[i - 1] != '=';
      if (glued) ++infix;
    } else if (rest.starts_with(":-") || rest.starts_with(").") || rest.starts_with('~') || rest.starts_with(" & ") ||
               rest.starts_with(" | ") || (!leads && (rest.starts_with("=> ") || rest.starts_with("<=> ")))) {
      infix += 1;
      i += rest.starts_with("<=> ") ? 2 : 0;
    }
  }
  return infix > prefix ? Notation::kInfix : Notation::kKif;
}

std::unique_ptr<Description> read_text(std::string name, std::string text, std::optional<Notation> notation) {
  if (!notation) notation = detect_notation(text);
  auto description = std::make_unique<Description>(std::move(name), std::move(text), *notation);
  if (*notation == Notation::kKif)
    read_kif(*description);
  else
    read_infix(*description);
  return description;
}

Result<std::unique_ptr<Description>> read_file(const std::string& path, std::optional<Notation> notation) {
  Result<std::string> text = contents(path);
  if (!text) return tl::unexpected(text.error());
  return read_text(path == "-" ? "standard input" : path, std::move(*text), notation);
}

}  // namespace percept::gdl
