// SPDX-License-Identifier: MIT
#include "gdl/description.h"

#include <algorithm>

#include "base/hash.h"

namespace percept::gdl {

Description::Description(std::string name, std::string text, Notation notation)
    : source_(std::make_shared<const Source>(std::move(name), std::move(text))), notation_(notation) {}

bool Description::has_sentences() const {
  return std::ranges::any_of(statements_, [](const Statement& s) { return s.kind == Statement::Kind::kSentence; });
}

bool Description::is_incomplete() const {
  bool has_rules =
      std::ranges::any_of(statements_, [](const Statement& s) { return s.kind == Statement::Kind::kRule; });
  return has_sentences() && !has_rules;
}

std::size_t Description::TermHash::operator()(const Term* term) const {
  std::uint64_t hash = mixed(std::uint64_t{term->name.value} * 2 + term->is_variable());
  for (const Term* arg : term->args) hash = mixed(hash + arg->id.value);
  return hash;
}

bool Description::TermEqual::operator()(const Term* a, const Term* b) const {
  return a->name == b->name && a->is_variable() == b->is_variable() &&
         std::ranges::equal(a->args, b->args, {}, &Term::id, &Term::id);
}

}  // namespace percept::gdl
