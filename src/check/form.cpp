// SPDX-License-Identifier: MIT
//
// The form of each statement: which keyword may stand in a head and which in a body, with how many arguments, and which
// connectives a rule may use.
#include <fmt/format.h>

#include "base/text.h"
#include "check/check.h"

namespace percept::check {
namespace {

constexpr std::string_view kTooEarly =
    "does it belong to the body before it? Then a closing parenthesis stands too early";

class Form {
 public:
  Form(const Rules& rules, Findings& findings) : rules_(rules), findings_(findings) {}

  void check(const Rule& rule) {
    head(rule);
    if (!rule.is_fact() && rule.literals.empty())
      report(Code::kEmptyBody, rule.statement->place, "a rule with an empty body; Percept reads it as a fact",
             "write " + rules_.show(*rule.head));
    for (const Formula* part : rule.statement->body) connectives(*part);
    for (const Literal& literal : rule.literals) body(literal);
  }

  void parentheses(const Term& term) {
    std::string_view text = term.place.text();
    if (term.kind == Term::Kind::kConstant && (text.starts_with('(') || text.ends_with(')')))
      report(Code::kParenthesisedAtom, term.place,
             fmt::format("{0} has no arguments; Percept reads it as {0} without parentheses", term.spelling),
             fmt::format("write {}", term.spelling));
    for (const Term* arg : term.args) parentheses(*arg);
  }

 private:
  void report(Code code, const Place& place, std::string message, std::string hint = {}) {
    findings_.push_back({code, place, std::move(message), std::move(hint), {}});
  }

  void head(const Rule& rule) {
    const Term& atom = *rule.head;
    if (is_stray_literal(rule))
      report(Code::kStrayLiteral, atom.place,
             fmt::format("{} stands outside a rule; Percept ignores it", rules_.show(atom)), std::string(kTooEarly));
    else if (is_given(atom.name))
      report(Code::kKeywordInHead, atom.place, fmt::format("`{}` cannot be defined by a rule", rules_.name(atom.name)),
             atom.name == keyword::kTrue ? "say what holds next with `next` or at the start with `init`" : "");
    else if (is_ignored_declaration(rule))
      report(Code::kIgnoredDeclaration, atom.place,
             fmt::format("`{}` takes {}, here it has {}; Percept does not need it and ignores it",
                         rules_.name(atom.name), counted(*gdl::keyword_arity(atom.name), "argument"), atom.args.size()),
             "are parentheses missing around its argument, or in the wrong place?");
    else if (auto arity = gdl::keyword_arity(atom.name); arity && arity != atom.args.size())
      report(Code::kHeadArity, atom.place,
             fmt::format("`{}` takes {}, here it has {}", rules_.name(atom.name), counted(*arity, "argument"),
                         atom.args.size()),
             atom.name == keyword::kSees ? "say who sees it: a role, then what" : "");
    else if (gdl::is_operator(atom.name))
      operator_as_name(atom);
  }

  void body(const Literal& literal) {
    const Term& atom = *literal.atom;
    std::string name = rules_.name(atom.name);
    if (atom.name == keyword::kInit || atom.name == keyword::kNext || atom.name == keyword::kSees)
      report(Code::kKeywordInBody, atom.place,
             fmt::format("`{}` belongs in heads; Percept reads it as any other relation", name),
             "other systems refuse this: use a separate relation and derive the keyword from it");
    else if (auto arity = gdl::keyword_arity(atom.name); arity && arity != atom.args.size())
      report(Code::kBodyArity, atom.place,
             fmt::format("`{}` takes {}, here it has {}; Percept reads it as a relation that never holds", name,
                         counted(*arity, "argument"), atom.args.size()),
             atom.args.size() > *arity ? "are parentheses missing around its argument?" : "");
    else if (gdl::is_operator(atom.name))
      operator_as_name(atom);
  }

  void operator_as_name(const Term& atom) {
    report(
        Code::kOperatorAsName, atom.place,
        fmt::format("`{}` stands here as a name; Percept reads it as an atom that never holds", rules_.name(atom.name)),
        "are parentheses missing around it and what it belongs to?");
  }

  void connectives(const Formula& formula) {
    using Kind = Formula::Kind;
    if (formula.kind == Kind::kImplies || formula.kind == Kind::kEquivalent || formula.kind == Kind::kForall ||
        formula.kind == Kind::kExists)
      return report(Code::kConnectiveInRule, formula.place, "rules have no implications, equivalences or quantifiers",
                    "define a separate relation for this part");
    if (formula.kind == Kind::kNot) negation(formula);
    for (const Formula* part : formula.parts) connectives(*part);
  }

  void negation(const Formula& formula) {
    const Formula& part = *formula.parts[0];
    std::string_view text = formula.place.text();
    std::string what(text.size() <= 40 && text.find('\n') == std::string_view::npos ? text : "a negated distinct");
    if (part.kind == Formula::Kind::kDistinct && part.atom->ground)
      report(Code::kNegatedConstants, formula.place,
             fmt::format("{}: GDL has no negated distinct, and between two fixed terms it compares nothing", what),
             "leave it out if the terms are equal, and the rule if they are not");
    else if (part.kind == Formula::Kind::kDistinct)
      report(Code::kNegatedDistinct, formula.place,
             fmt::format("{}: GDL has no negated distinct; Percept reads it as: both are equal", what),
             "write one for the other instead");
    else if (!part.atom)
      report(Code::kNegatedGroup, formula.place,
             fmt::format("GDL negates atoms only; Percept reads this as: {}", part.kind == Formula::Kind::kNot
                                                                                  ? "the negation does not hold"
                                                                                  : "the whole group does not hold"),
             "define a relation for what is negated and negate that");
  }

  const Rules& rules_;
  Findings& findings_;
};

}  // namespace

void check_form(const Rules& rules, Findings& findings) {
  Form form(rules, findings);
  for (const Rule& rule : rules.all()) {
    form.check(rule);
    form.parentheses(*rule.head);
    for (const Literal& literal : rule.literals) form.parentheses(*literal.atom);
  }
}

void check_sentences(const Rules& rules, Findings& findings) {
  const Description& d = rules.description();
  if (!d.has_sentences() || d.is_incomplete()) return;
  const Rule* rule = nullptr;
  for (const Rule& candidate : rules.all())
    if (!rule && !candidate.is_fact()) rule = &candidate;
  bool said = false;
  for (const Statement& statement : d.statements()) {
    if (statement.kind != Statement::Kind::kSentence) continue;
    const Formula& sentence = *statement.sentence;
    if (sentence.kind == Formula::Kind::kNot && sentence.parts[0]->atom) {
      findings.push_back({Code::kStrayLiteral,
                          statement.place,
                          "a negated literal stands outside a rule; Percept ignores it",
                          std::string(kTooEarly),
                          {}});
    } else if (!said) {
      said = true;
      findings.push_back({Code::kMixedDescription,
                          statement.place,
                          "a sentence among rules; Percept plays the rules and leaves sentences out",
                          "a complete description has facts and rules only, an incomplete one facts and sentences only",
                          {{rule->statement->place, "the first rule is here"}}});
    }
  }
}

}  // namespace percept::check
