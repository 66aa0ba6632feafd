// SPDX-License-Identifier: MIT
//
// How many elements of each name an XML text without comments and CDATA has; nothing when it is not well-formed.
#pragma once

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace percept::test {

inline std::optional<std::map<std::string, int>> elements(const std::string& text) {
  static const std::regex tag(R"re(^<(/?)([A-Za-z]+)((?: [A-Za-z0-9:-]+="[^"<]*")*) ?(/?)>)re");
  static const std::regex entity(R"re(^&(amp|lt|gt|quot);)re");
  std::map<std::string, int> out;
  std::vector<std::string> open;
  std::smatch match;
  for (auto at = text.begin(); at != text.end();) {
    if (*at == '<') {
      auto end = std::find(at, text.end(), '>');
      if (end == text.end()) return std::nullopt;
      std::string piece(at, end + 1);
      if (!std::regex_match(piece, match, tag)) return std::nullopt;
      if (match[1].length() > 0) {
        if (open.empty() || open.back() != match[2]) return std::nullopt;
        open.pop_back();
      } else {
        ++out[match[2]];
        if (match[4].length() == 0) open.push_back(match[2]);
      }
      at = end + 1;
    } else if (*at == '&') {
      std::string piece(at, text.end() - at > 6 ? at + 6 : text.end());
      if (!std::regex_search(piece, match, entity)) return std::nullopt;
      at += match.length();
    } else {
      ++at;
    }
  }
  return open.empty() ? std::optional(out) : std::nullopt;
}

}  // namespace percept::test
