// SPDX-License-Identifier: MIT
//
// Names and figures inside the formats that reports are written in.
//
// Internal to lab/.
#pragma once

#include <string>

namespace percept::lab {

// A text whose signs mean nothing in Markdown.
inline std::string in_markdown(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '*' || c == '_' || c == '|' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// A cell of CSV, in quotes where it needs them.
inline std::string in_csv(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace percept::lab
