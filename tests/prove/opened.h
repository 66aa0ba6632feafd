// SPDX-License-Identifier: MIT
//
// Open logic programs given as text, in a form that tests can compare: atoms in KIF, supports as {a, -b}, sorted.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gdl/reader.h"
#include "prove/filter.h"

namespace percept::test {

// Example 2 of the filtering paper.
inline constexpr std::string_view kExample = "(<= a (b ?x)) (<= obs (not a)) (<= p (not a)) (<= q a)";

inline program::Program whole_program(std::string_view text) {
  auto description = gdl::read_text("test", std::string(text));
  REQUIRE_MESSAGE(description->readable(), "the text cannot be read");
  auto program = program::normalise(*description, program::Keep::kAll);
  REQUIRE(program.has_value());
  return std::move(*program);
}

// The terms that the KIF text consists of; variables are numbered in each by their first occurrence.
inline std::vector<program::TermId> terms_of(program::Terms& table, std::string_view text) {
  auto description = gdl::read_text("terms", std::string(text), gdl::Notation::kKif);
  REQUIRE(description->readable());
  std::vector<program::TermId> out;
  for (const gdl::Statement& statement : description->statements()) {
    std::map<gdl::Symbol, std::uint32_t> variables;
    auto term = [&](auto&& self, const gdl::Term& t) -> program::TermId {
      auto number = static_cast<std::uint32_t>(variables.size());
      if (t.is_variable()) return table.variable(variables.try_emplace(t.name, number).first->second);
      std::vector<program::TermId> args;
      for (const gdl::Term* arg : t.args) args.push_back(self(self, *arg));
      return table.make(table.symbols().intern(description->text(t.name)), args);
    };
    out.push_back(term(term, *statement.head));
  }
  return out;
}

class Opened {
 public:
  Opened(std::string_view text, std::string_view known, std::string_view open, const prove::SupportLimits& limits = {})
      : program_(whole_program(text)), open_(program_, limits) {
    set_base(known, open);
  }

  prove::OpenProgram& open() { return open_; }
  program::Terms& terms() { return program_.terms(); }
  program::TermId term(std::string_view text) { return terms_of(terms(), text)[0]; }
  void set_base(std::string_view known, std::string_view open) {
    auto set = open_.set_base(terms_of(terms(), known), terms_of(terms(), open));
    REQUIRE_MESSAGE(set.has_value(), set.error().message);
  }

  // "(b 1): {(b 1)}; (b 2): {}"; "not (b 1)" asks for the negation of a ground atom.
  std::string supports(std::string_view query) {
    if (query.starts_with("not ")) {
      auto found = open_.supports_of_negation(term(query.substr(4)));
      return found ? text(*found) : "error: " + found.error().message;
    }
    auto found = open_.answers(term(query));
    if (!found) return "error: " + found.error().message;
    std::string out;
    for (const prove::SupportedAtom& answer : *found)
      out += (out.empty() ? "" : "; ") + terms().to_kif(answer.atom) + ": " + text(answer.supports);
    return out;
  }

  std::string text(const prove::SupportSet& supports) {
    std::vector<std::string> sets;
    for (const prove::Support& support : supports.sorted()) {
      std::vector<std::string> literals;
      for (const prove::SupportLiteral& literal : support)
        literals.push_back((literal.negated ? "-" : "") + terms().to_kif(literal.atom));
      sets.push_back("{" + joined(literals, ", ") + "}");
    }
    return joined(sets, " ");
  }

  // "B+new | B0new", or the error.
  std::string filter(std::string_view made, std::string_view not_made) {
    std::vector<prove::Observation> observations;
    for (program::TermId atom : terms_of(terms(), made)) observations.push_back({atom, true});
    for (program::TermId atom : terms_of(terms(), not_made)) observations.push_back({atom, false});
    auto found = prove::filter(open_, observations);
    if (!found) return "error: " + found.error().message;
    return text(found->known) + " | " + text(found->open);
  }

  std::string text(const std::vector<program::TermId>& atoms) {
    std::vector<std::string> texts;
    for (program::TermId atom : atoms) texts.push_back(terms().to_kif(atom));
    return joined(texts, " ");
  }

 private:
  static std::string joined(std::vector<std::string> texts, std::string_view separator) {
    std::ranges::sort(texts);
    std::string out;
    for (const std::string& part : texts) out += (out.empty() ? "" : std::string(separator)) + part;
    return out;
  }

  program::Program program_;
  prove::OpenProgram open_;
};

}  // namespace percept::test
