// SPDX-License-Identifier: MIT
//
// Queries to a program given as text, in a form that tests can compare: answers in KIF, sorted, one blank between them.
// A program keeps only what the relations of a game need, so each relation that `asked` names is hung below `init`.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gdl/reader.h"
#include "prove/prover.h"

namespace percept::test {

class Proved {
 public:
  // `asked` lists literals such as "(path ?x ?y)" whose relations have to be kept.
  Proved(std::string text, const std::vector<std::string>& asked, const prove::Limits& limits = {})
      : program_(normalised(std::move(text), asked)), prover_(program_, limits) {}

  program::Program& program() { return program_; }
  prove::Prover& prover() { return prover_; }

  // Atoms separated by blanks: the state's fluents, the joint move.
  void set_state(std::string_view fluents) { prover_.set_state(terms(fluents)); }
  void set_moves(std::string_view moves) { prover_.set_moves(terms(moves)); }

  std::string all(std::string_view pattern) {
    auto found = prover_.all(terms(pattern)[0]);
    if (!found) return "error: " + found.error().message;
    std::vector<std::string> texts;
    for (program::TermId atom : *found) texts.push_back(program_.terms().to_kif(atom));
    std::ranges::sort(texts);
    std::string out;
    for (const std::string& answer : texts) out += (out.empty() ? "" : " ") + answer;
    return out;
  }
  bool holds(std::string_view atom) {
    auto found = prover_.holds(terms(atom)[0]);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return *found;
  }
  std::size_t count(std::string_view pattern) {
    auto found = prover_.all(terms(pattern)[0]);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return found->size();
  }

  // Variables are numbered in each term by their first occurrence.
  std::vector<program::TermId> terms(std::string_view text) {
    auto description = gdl::read_text("terms", std::string(text), gdl::Notation::kKif);
    REQUIRE(description->readable());
    std::vector<program::TermId> out;
    for (const gdl::Statement& statement : description->statements()) {
      std::map<gdl::Symbol, std::uint32_t> variables;
      out.push_back(term(*statement.head, *description, variables));
    }
    return out;
  }

 private:
  static program::Program normalised(std::string text, const std::vector<std::string>& asked) {
    for (const std::string& literal : asked) text += "\n(<= (init kept) " + literal + ")";
    auto description = gdl::read_text("test", std::move(text), gdl::Notation::kKif);
    REQUIRE(description->readable());
    auto program = program::normalise(*description);
    REQUIRE(program.has_value());
    return std::move(*program);
  }

  program::TermId term(const gdl::Term& t, const gdl::Description& d, std::map<gdl::Symbol, std::uint32_t>& variables) {
    program::Terms& table = program_.terms();
    if (t.is_variable()) {
      auto number = static_cast<std::uint32_t>(variables.size());
      return table.variable(variables.try_emplace(t.name, number).first->second);
    }
    std::vector<program::TermId> args;
    for (const gdl::Term* arg : t.args) args.push_back(term(*arg, d, variables));
    return table.make(table.symbols().intern(d.text(t.name)), args);
  }

  program::Program program_;
  prove::Prover prover_;
};

}  // namespace percept::test
