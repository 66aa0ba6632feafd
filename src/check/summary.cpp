// SPDX-License-Identifier: MIT
#include "check/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace percept::check {
namespace {

// The comment lines at the top of the file, up to the first statement or blank line.
std::string title_of(const Description& d) {
  std::string title;
  std::uint32_t last_line = 0;
  std::uint32_t end = d.statements().empty() ? UINT32_MAX : d.statements()[0].place.begin;
  for (const gdl::Comment& comment : d.comments()) {
    if (!comment.own_line || comment.place.begin > end || (last_line > 0 && comment.place.line() > last_line + 1))
      break;
    last_line = comment.place.line();
    std::string_view text = comment.place.text();
    text.remove_prefix(std::min(text.find_first_not_of(";%/*- \t"), text.size()));
    if (!text.empty()) title += std::string(text) + "\n";
  }
  return title;
}

// Patterns in the order of their first appearance, one for each name and number of arguments; a variable, which other
// relations fill in, counts as one name.
class Patterns {
 public:
  void add(const Rules& rules, const Term& term) {
    std::size_t arity = term.is_variable() ? SIZE_MAX : term.args.size();
    if (seen_.insert({term.is_variable() ? Symbol{} : term.name, arity}).second) texts_.push_back(rules.show(term));
  }
  std::vector<std::string> take() { return std::move(texts_); }

 private:
  std::set<std::pair<Symbol, std::size_t>> seen_;
  std::vector<std::string> texts_;
};

std::vector<std::string> patterns(const Rules& rules, std::initializer_list<Symbol> keywords, std::size_t position,
                                  const Term* role = nullptr) {
  Patterns out;
  for (Symbol name : keywords)
    for (const Rule* rule : rules.defining(name))
      if (!role || may_match(*rule->head->args[0], *role)) out.add(rules, *rule->head->args[position]);
  return out.take();
}

RoleSummary summarise_role(const Rules& rules, const Term& role) {
  RoleSummary out{
      rules.show(role), patterns(rules, {keyword::kLegal}, 1, &role), patterns(rules, {keyword::kSees}, 1, &role), {}};
  for (const Rule* rule : rules.defining(keyword::kGoal))
    if (may_match(*rule->head->args[0], role)) out.goals.push_back(rules.show(*rule->head->args[1]));
  auto by_number = [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  std::ranges::sort(out.goals, by_number);
  out.goals.erase(std::unique(out.goals.begin(), out.goals.end()), out.goals.end());
  return out;
}

}  // namespace

std::string_view to_string(Dialect dialect) {
  return dialect == Dialect::kGdl ? "GDL" : dialect == Dialect::kGdlII ? "GDL-II" : "IGDL";
}

Summary summarise(const Description& d) {
  Rules rules(d);
  Summary out;
  out.title = title_of(d);
  for (const Statement& statement : d.statements()) {
    if (statement.kind == Statement::Kind::kFact) ++out.facts;
    if (statement.kind == Statement::Kind::kRule) ++out.rules;
    if (statement.kind == Statement::Kind::kSentence) ++out.sentences;
  }
  out.dialect = d.is_incomplete()                        ? Dialect::kIgdl
                : rules.defining(keyword::kSees).empty() ? Dialect::kGdl
                                                         : Dialect::kGdlII;
  for (const Rule* role : rules.defining(keyword::kRole))
    if (role->head->ground) out.roles.push_back(summarise_role(rules, *role->head->args[0]));
  out.fluents = patterns(rules, {keyword::kBase, keyword::kInit, keyword::kNext}, 0);
  for (const Relation& relation : rules.relations())
    if (!relation.rules.empty() && !gdl::keyword_arity(relation.name))
      out.relations.push_back(fmt::format("{}/{}", rules.name(relation.name), relation.arity));
  std::ranges::sort(out.relations);
  return out;
}

}  // namespace percept::check
