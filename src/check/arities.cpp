// SPDX-License-Identifier: MIT
//
// Every relation and every function has one number of arguments. Where a name has several, Percept takes them for
// different relations or functions that share a name.
#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "base/text.h"
#include "check/check.h"

namespace percept::check {
namespace {

class Arities {
 public:
  Arities(const Rules& rules, Findings& findings, Code code, std::string_view kind)
      : rules_(rules), findings_(findings), code_(code), kind_(kind) {}

  void use(const Term& term) {
    std::vector<const Term*>& seen = first_[term.name];
    for (const Term* other : seen)
      if (other->args.size() == term.args.size()) return;
    if (!seen.empty())
      findings_.push_back(
          {code_,
           term.place,
           fmt::format("{} `{}` has {} here and {} elsewhere; Percept takes them for two {}s", kind_,
                       rules_.name(term.name), counted(term.args.size(), "argument"), seen[0]->args.size(), kind_),
           "use different names if both are meant",
           {{seen[0]->place, fmt::format("here it has {}", counted(seen[0]->args.size(), "argument"))}}});
    seen.push_back(&term);
  }

 private:
  const Rules& rules_;
  Findings& findings_;
  Code code_;
  std::string_view kind_;
  tsl::robin_map<Symbol, std::vector<const Term*>, MixedHash> first_;  // by name, the first use with each number
};

}  // namespace

void check_arities(const Rules& rules, Findings& findings) {
  Arities relations(rules, findings, Code::kRelationArities, "relation");
  Arities functions(rules, findings, Code::kFunctionArities, "function");
  auto atom = [&](const Term& term) {
    if (!gdl::keyword_arity(term.name)) relations.use(term);
    for (const Term* arg : term.args)
      for_each_term(*arg, [&](const Term& inner) {
        if (!inner.args.empty()) functions.use(inner);
      });
  };
  for (const Statement& statement : rules.description().statements()) {
    auto literal = [&](const Formula& formula, Polarity) { atom(*formula.atom); };
    if (statement.head) atom(*statement.head);
    for (const Formula* part : statement.body) for_each_literal(*part, literal);
    if (statement.sentence) for_each_literal(*statement.sentence, literal);
  }
}

}  // namespace percept::check
