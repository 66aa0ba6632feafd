// SPDX-License-Identifier: MIT
//
// Rules that can never fire: a literal of theirs matches nothing that a rule can derive which fires itself. `true`
// takes its matches from init and next, `does` from legal. Starts with the facts and goes on while more rules can fire,
// so rules that only wait for each other never do. Matching takes variables for anything and negation for granted, so a
// rule reported here is certainly dead.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "check/check.h"

namespace percept::check {
namespace {

class Firing {
 public:
  Firing(const Rules& rules, Findings& findings) : rules_(rules), findings_(findings), fires_(rules.all().size()) {
    for (const Rule* rule : rules.defining(keyword::kInit)) fluents_.push_back(rule);
    for (const Rule* rule : rules.defining(keyword::kNext)) fluents_.push_back(rule);
    moves_ = rules.defining(keyword::kLegal);
  }

  void check() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < rules_.all().size(); ++i)
        if (!fires_[i] && !cause(rules_.all()[i]) && !contradiction(rules_.all()[i])) fires_[i] = changed = true;
    }
    if (work_ > kMaxWork) return;
    for (std::size_t i = 0; i < rules_.all().size(); ++i)
      if (!fires_[i]) report(rules_.all()[i]);
  }

  // The literal that keeps the rule from firing.
  const Literal* cause(const Rule& rule) {
    for (const Literal& literal : rule.literals) {
      if (!literal.conjunct) continue;
      if (literal.is_distinct() ? literal.atom->args[0]->id == literal.atom->args[1]->id : !possible(literal))
        return &literal;
    }
    return nullptr;
  }

  // A literal and its negation in one conjunction.
  static const Formula* contradiction(const Rule& rule) {
    std::set<gdl::TermId> holds;
    for (const Formula* part : rule.statement->body)
      if (part->kind == Formula::Kind::kAtom) holds.insert(part->atom->id);
    for (const Formula* part : rule.statement->body)
      if (part->kind == Formula::Kind::kNot && part->parts[0]->kind == Formula::Kind::kAtom &&
          holds.contains(part->parts[0]->atom->id))
        return part;
    return nullptr;
  }

  bool possible(const Literal& literal) {
    const Term& atom = *literal.atom;
    if (atom.is(keyword::kTrue, 1))
      return matches(fluents_, [&](const Term& head) { return may_match(*head.args[0], *atom.args[0]); });
    if (atom.is(keyword::kDoes, 2))
      return matches(moves_, [&](const Term& head) {
        return may_match(*head.args[0], *atom.args[0]) && may_match(*head.args[1], *atom.args[1]);
      });
    const auto& defining = rules_.relation(literal.relation).rules;
    return std::ranges::any_of(defining, [&](std::uint32_t rule) {
      ++work_;
      return work_ > kMaxWork || (fires_[rule] && may_match(*rules_.all()[rule].head, atom));
    });
  }

  template <class Test>
  bool matches(const std::vector<const Rule*>& candidates, Test test) {
    return std::ranges::any_of(candidates, [&](const Rule* rule) {
      ++work_;
      return work_ > kMaxWork || (fires_[static_cast<std::size_t>(rule - rules_.all().data())] && test(*rule->head));
    });
  }

  void report(const Rule& rule) {
    if (const Formula* negation = contradiction(rule)) {
      findings_.push_back({Code::kNeverFires,
                           negation->place,
                           "this rule can never fire: its body also needs what is negated here",
                           "",
                           {}});
      return;
    }
    const Literal* literal = cause(rule);
    if (!literal || said_elsewhere(*literal)) return;
    const Term& atom = *literal->atom;
    std::string why = fmt::format("no rule derives {}", rules_.show(atom)), hint;
    if (literal->is_distinct()) {
      why = "the two terms are the same";
    } else if (atom.is(keyword::kTrue, 1)) {
      why = fmt::format("no init or next makes {} true", rules_.show(*atom.args[0]));
      hint = what_there_is(fluents_, 0, *atom.args[0]);
    } else if (atom.is(keyword::kDoes, 2)) {
      why = fmt::format("no legal move matches {}", rules_.show(*atom.args[1]));
      hint = what_there_is(moves_, 1, *atom.args[1]);
    }
    findings_.push_back(
        {Code::kNeverFires, literal->formula->place, "this rule can never fire: " + why, std::move(hint), {}});
  }

  // Undefined relations, wrong numbers of arguments and unknown roles have findings of their own.
  bool said_elsewhere(const Literal& literal) const {
    const Term& atom = *literal.atom;
    auto arity = gdl::keyword_arity(atom.name);
    if (gdl::is_operator(atom.name) || (arity && arity != atom.args.size())) return true;
    bool given = atom.name == keyword::kTrue || atom.name == keyword::kDoes || literal.is_distinct();
    if (!given && rules_.relation(literal.relation).rules.empty()) return true;
    return atom.is(keyword::kDoes, 2) && atom.args[0]->ground &&
           std::ranges::none_of(rules_.defining(keyword::kRole),
                                [&](const Rule* role) { return may_match(*role->head->args[0], *atom.args[0]); });
  }

  // What there is of that name, or a name like it.
  std::string what_there_is(const std::vector<const Rule*>& heads, std::size_t position, const Term& wanted) const {
    if (wanted.is_variable()) return {};
    std::string name = rules_.name(wanted.name), there_is;
    std::vector<std::string> others;
    for (const Rule* rule : heads) {
      const Term& term = *rule->head->args[position];
      if (term.is_variable()) continue;
      if (may_match(term, wanted)) return "only rules that can never fire themselves would derive it";
      std::string other = rules_.name(term.name), text = rules_.show(term);
      if (other == name && there_is.size() < 60 && there_is.find(text) == std::string::npos)
        there_is += (there_is.empty() ? "there is " : ", ") + text;
      else if (other != name)
        others.push_back(std::move(other));
    }
    if (!there_is.empty()) return there_is;
    auto meant = nearest(name, others);
    return meant ? fmt::format("did you mean `{}`?", *meant) : "";
  }

  static constexpr std::size_t kMaxWork = 20'000'000;  // matches tried; then everything counts as possible

  const Rules& rules_;
  Findings& findings_;
  std::vector<bool> fires_;
  std::vector<const Rule*> fluents_, moves_;
  std::size_t work_ = 0;
};

}  // namespace

void check_firing(const Rules& rules, Findings& findings) { Firing(rules, findings).check(); }

}  // namespace percept::check
