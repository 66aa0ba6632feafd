// SPDX-License-Identifier: MIT
#include "gdl/description.h"

#include <algorithm>

namespace percept::gdl {

Description::Description(std::string name, std::string text, Notation notation)
    : source_(std::make_shared<const Source>(std::move(name), std::move(text))), notation_(notation) {}

bool Description::has_sentences() const {
  return std::ranges::any_of(statements_, [](const Statement& s) { return s.kind == Statement::Kind::kSentence; });
}

std::size_t Description::TermHash::operator()(const Term* term) const {
  std::size_t hash = term->name.value * 2 + term->is_variable();
  for (const Term* arg : term->args) hash = (hash ^ arg->id.value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

bool Description::TermEqual::operator()(const Term* a, const Term* b) const {
  return a->name == b->name && a->is_variable() == b->is_variable() &&
         std::ranges::equal(a->args, b->args, {}, &Term::id, &Term::id);
}

}  // namespace percept::gdl
