// SPDX-License-Identifier: MIT
#include "program/read_terms.h"

#include <fmt/format.h>

#include "gdl/plain_terms.h"
#include "gdl/reader.h"

namespace percept::program {
namespace {

// Puts plain terms together from the inside.
struct Maker {
  explicit Maker(Terms& table) : terms(table) {}

  Terms& terms;
  std::vector<TermId> done;  // at the top, then the arguments so far of each function that is open
  struct Open {
    Symbol name;
    std::size_t first;  // argument, in `done`
  };
  std::vector<Open> stack;

  void open(std::string_view name) { stack.push_back({terms.symbols().intern(name), done.size()}); }
  void constant(std::string_view name) { done.push_back(terms.constant(name)); }
  void close() {
    TermId made = terms.make(stack.back().name, std::span(done).subspan(stack.back().first));
    done.resize(stack.back().first);
    done.push_back(made);
    stack.pop_back();
  }
};

}  // namespace

Result<std::vector<TermId>> read_terms(Terms& terms, std::string_view text) {
  Maker maker(terms);
  if (gdl::for_each_plain_term(text, maker)) return std::move(maker.done);
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
