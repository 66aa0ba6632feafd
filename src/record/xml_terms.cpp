// SPDX-License-Identifier: MIT
#include "record/xml_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gdl/term_text.h"

namespace percept::record {
namespace {

constexpr std::size_t kMaxXmlNesting = 200;

// f(a,g(b)) as (f a (g b)); what is KIF already stays.
std::string prefix_form(std::string_view text) {
  std::size_t bracket = text.find('(');
  if (bracket == std::string_view::npos || trimmed(text.substr(0, bracket)).empty()) return std::string(text);
  std::string out, name;
  auto end_name = [&](std::string_view before) {
    std::string_view inner = trimmed(name);
    if (!inner.empty()) out += fmt::format("{}{} ", before, inner);
    name.clear();
  };
  for (char c : text) {
    if (c == '(') {
      end_name("(");
    } else if (c == ',' || c == ')') {
      end_name("");
      if (c == ')') out += ") ";
    } else {
      name += c;
    }
  }
  end_name("");
  return out;
}

Result<std::string> term_of(const pugi::xml_node& element, std::size_t depth) {
  if (depth > kMaxXmlNesting) return failure("a term is nested too deeply");
  const char* argument = element.child("prop-f") ? "arg" : "argument";
  pugi::xml_node name = element.child(element.child("prop-f") ? "prop-f" : "relation");
  if (!name) return gdl::term_text(prefix_form(element.text().get()));
  std::string out = lower(trimmed(name.text().get()));
  if (out.empty()) return failure("a term has no name");
  if (!element.child(argument)) return out;
  for (pugi::xml_node each : element.children(argument)) {
    auto term = term_of(each, depth + 1);
    if (!term) return term;
    out += ' ' + *term;
  }
  return '(' + out + ')';
}

}  // namespace

Result<std::string> xml_term(const pugi::xml_node& element) { return term_of(element, 0); }

Result<void> load_xml(pugi::xml_document& document, const std::string& text, const std::string& name) {
  pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_auto);
  if (parsed) return {};
  auto offset =
      std::min<std::size_t>(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)), text.size());
  auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return failure(fmt::format("{}:{}: this is not XML: {}", name, line, parsed.description()));
}

}  // namespace percept::record
