// SPDX-License-Identifier: MIT
#include "show/short_names.h"

#include <algorithm>

#include "base/text.h"

namespace percept::show {
namespace {

using Names = std::set<std::string>;

bool is_number(const std::string& text) { return text.find_first_not_of("0123456789") == std::string::npos; }

// One character of the text, from the byte at `begin`.
std::string character(const std::string& text, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return text.substr(begin, end - begin);
}

// The letters at which others part from the name; `equal` are those that agree with it so far.
std::string short_name(const std::string& name, Names equal) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); i += character(name, i).size()) {
    std::string letter = character(name, i);
    std::size_t before = equal.size();
    std::erase_if(equal, [&](const std::string& other) { return other.compare(i, letter.size(), letter) != 0; });
    if (equal.size() < before) out += letter;
  }
  return out.empty() ? character(name, 0) : out;
}

}  // namespace

std::map<std::string, std::string> short_names(const std::set<std::string>& names) {
  std::map<std::string, std::string> out;
  for (const std::string& name : names) out[name] = name;
  auto short_enough = [](const std::string& name) { return character_count(name) <= kShortEnough; };
  if (std::ranges::all_of(names, short_enough)) return out;
  Names words, used;
  for (const std::string& name : names)
    if (!is_number(name)) words.insert(name);
  std::size_t longest = 0, longest_short = 0;
  for (const std::string& name : names) {
    std::string shorter = is_number(name) ? name : short_name(name, words);
    longest = std::max(longest, character_count(name));
    longest_short = std::max(longest_short, character_count(shorter));
    used.insert(std::move(shorter));
  }
  // A word's short name may be a number, and little is won where names differ in their last letters.
  if (used.size() < names.size() || longest_short * 2 > longest) return out;
  for (const std::string& name : words) out[name] = short_name(name, words);
  return out;
}

}  // namespace percept::show
