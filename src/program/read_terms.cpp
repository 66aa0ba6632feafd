// SPDX-License-Identifier: MIT
#include "program/read_terms.h"

#include <fmt/format.h>

#include "gdl/reader.h"

namespace percept::program {

Result<std::vector<TermId>> read_terms(Terms& terms, std::string_view text) {
  auto read = gdl::read_text("text", std::string(text), gdl::Notation::kKif);
  if (!read->readable()) return failure(read->findings().front().message, read->findings().front().hint);
  std::vector<TermId> out;
  for (const gdl::Statement& statement : read->statements()) {
    if (statement.kind != gdl::Statement::Kind::kFact)
      return failure(fmt::format("{} is not a term", statement.place.text()));
    if (!statement.head->ground) return failure(fmt::format("{} has a variable", statement.place.text()));
    out.push_back(terms.add(*statement.head, read->symbols()));
  }
  return out;
}

Result<TermId> read_term(Terms& terms, std::string_view text) {
  auto read = read_terms(terms, text);
  if (!read) return tl::unexpected(read.error());
  if (read->size() != 1) return failure(fmt::format("{} is not one term", text));
  return read->front();
}

}  // namespace percept::program
