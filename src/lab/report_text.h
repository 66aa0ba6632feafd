// SPDX-License-Identifier: MIT
//
// Names and figures inside the formats that reports are written in.
//
// Internal to lab/.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace percept::lab {

inline constexpr const char* kDash = "–";  // where there is no figure

inline std::string matches_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " match" : " matches");
}

template <class Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value && std::isfinite(static_cast<double>(*value)) ? nlohmann::ordered_json(*value)
                                                             : nlohmann::ordered_json();
}

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
