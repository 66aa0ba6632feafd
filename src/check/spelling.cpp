// SPDX-License-Identifier: MIT
//
// Misspelt names: a constant that occurs once and differs in one letter from one that is common at the same argument;
// and, in infix, one name in two spellings, which GDL does not tell apart.
#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/check.h"

namespace percept::check {
namespace {

constexpr std::size_t kCommon = 3;               // occurrences that make a constant common
constexpr std::size_t kShortest = 4;             // letters of a name that may be a misspelling
constexpr std::size_t kMaxComparedNames = 1000;  // constants at one argument

struct Uses {
  const Term* first = nullptr;
  std::size_t count = 0;
};

// Names that differ in a digit are a family (cell1, cell2), not a misspelling.
bool is_family(std::string_view a, std::string_view b) {
  auto letters = [](std::string_view text) {
    std::string out(text);
    std::erase_if(out, [](char c) { return c >= '0' && c <= '9'; });
    return out;
  };
  return letters(a) == letters(b);
}

void check_near_constants(const Rules& rules, Findings& findings) {
  tsl::robin_map<Symbol, Uses, MixedHash> everywhere;                         // by constant
  std::map<std::pair<Symbol, std::size_t>, std::map<Symbol, Uses>> argument;  // by function and position, by constant
  auto term = [&](const Term& outer) {
    for_each_term(outer, [&](const Term& t) {
      for (std::size_t i = 0; i < t.args.size(); ++i) {
        bool role = i == 0 && t.args.size() == 2 && gdl::keyword_arity(t.name);  // has a check of its own
        if (t.args[i]->kind != Term::Kind::kConstant || role) continue;
        for (Uses* uses : {&everywhere[t.args[i]->name], &argument[{t.name, i}][t.args[i]->name]}) {
          if (uses->count++ == 0) uses->first = t.args[i];
        }
      }
    });
  };
  for (const Rule& rule : rules.all()) {
    term(*rule.head);
    for (const Literal& literal : rule.literals) term(*literal.atom);
  }
  for (const auto& [position, constants] : argument) {
    if (constants.size() > kMaxComparedNames) continue;
    for (const auto& [rare, rare_uses] : constants) {
      std::string name = rules.name(rare);
      if (everywhere[rare].count != 1 || name.size() < kShortest) continue;
      for (const auto& [common, uses] : constants) {
        std::string other = rules.name(common);
        if (everywhere[common].count < kCommon || other.size() < kShortest || is_family(name, other) ||
            !edit_distance(name, other, 1))
          continue;
        findings.push_back({Code::kNearConstant,
                            rare_uses.first->place,
                            fmt::format("{} occurs only here and is one letter from {}, which occurs {} times", name,
                                        other, everywhere[common].count),
                            fmt::format("did you mean {}?", other),
                            {{uses.first->place, "for example here"}}});
        break;
      }
    }
  }
}

void check_two_spellings(const Rules& rules, Findings& findings) {
  if (rules.description().notation() != gdl::Notation::kInfix) return;
  tsl::robin_map<Symbol, const Term*, MixedHash> names;  // of constants, functions, relations: in the whole file
  for (const Statement& statement : rules.description().statements()) {
    tsl::robin_map<Symbol, const Term*, MixedHash> variables;  // in the statement
    auto see = [&](const Term& outer) {
      for_each_term(outer, [&](const Term& t) {
        if (t.spelling == "_") return;
        auto& seen = t.is_variable() ? variables : names;
        auto [first, is_new] = seen.insert({t.name, &t});
        if (is_new || first->second->spelling == t.spelling) return;
        findings.push_back({Code::kTwoSpellings,
                            t.place,
                            fmt::format("{} and {} are one name to GDL, which does not tell upper from lower case",
                                        first->second->spelling, t.spelling),
                            "spell both alike, or choose another name if two are meant",
                            {{first->second->place, "the other spelling"}}});
      });
    };
    auto literal = [&](const Formula& formula, Polarity) { see(*formula.atom); };
    if (statement.head) see(*statement.head);
    for (const Formula* part : statement.body) for_each_literal(*part, literal);
    if (statement.sentence) for_each_literal(*statement.sentence, literal);
  }
}

}  // namespace

void check_spelling(const Rules& rules, Findings& findings) {
  check_near_constants(rules, findings);
  check_two_spellings(rules, findings);
}

}  // namespace percept::check
