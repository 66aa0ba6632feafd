// SPDX-License-Identifier: MIT
#include "gdl/plain_terms.h"

#include "gdl/keyword_names.h"

namespace percept::gdl {
namespace {

struct Writer {
  std::string out;
  std::size_t terms = 0, depth = 0;

  void begin() {
    if (depth == 0) ++terms;
    if (!out.empty()) out += ' ';
  }
  void open(std::string_view name) {
    begin();
    ++depth;
    out += '(';
    out += name;
  }
  void constant(std::string_view name) {
    begin();
    out += name;
  }
  void close() {
    --depth;
    out += ')';
  }
};

}  // namespace

bool is_operator_name(std::string_view folded) {
  auto keyword = keyword_named(folded);
  return keyword && is_operator(*keyword);
}

std::optional<std::string> plain_term(std::string_view text) {
  Writer writer;
  writer.out.reserve(text.size());
  if (!for_each_plain_term(text, writer) || writer.terms != 1) return std::nullopt;
  return std::move(writer.out);
}

}  // namespace percept::gdl
