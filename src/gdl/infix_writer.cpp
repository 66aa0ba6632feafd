// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "gdl/infix_lexer.h"
#include "gdl/layout.h"
#include "gdl/writer.h"

namespace percept::gdl {
namespace {

std::string quoted(std::string_view name) {
  std::string out = "'";
  for (char c : name) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

bool starts_upper(std::string_view name) { return name[0] >= 'A' && name[0] <= 'Z'; }

// How tightly an operator binds; its operands need parentheses when they bind less.
enum Rank { kImplication, kDisjunction, kConjunction, kPrefix, kSimple };

Rank rank(const Formula& formula) {
  switch (formula.kind) {
    case Formula::Kind::kImplies:
    case Formula::Kind::kEquivalent: return kImplication;
    case Formula::Kind::kOr: return kDisjunction;
    case Formula::Kind::kAnd: return kConjunction;
    case Formula::Kind::kNot:
    case Formula::Kind::kForall:
    case Formula::Kind::kExists: return kPrefix;
    case Formula::Kind::kAtom:
    case Formula::Kind::kDistinct: break;
  }
  return kSimple;
}

class FlatInfix {
 public:
  // `folded` writes names in lower case instead of as the author did.
  FlatInfix(const Symbols& symbols, Habit habit, bool folded = false)
      : symbols_(symbols), prolog_(habit == Habit::kProlog), folded_(folded) {}

  std::string_view conjunction() const { return prolog_ ? "," : " &"; }

  std::string operator()(const Term& term) const {
    if (term.is_variable()) return variable(term);
    std::string name(folded_ || starts_upper(term.spelling) ? symbols_.text(term.name) : term.spelling);
    if (!is_plain_name(name)) name = quoted(name);
    std::string separator = "(";
    for (const Term* arg : term.args) {
      name += separator + (*this)(*arg);
      separator = ", ";
    }
    return term.args.empty() ? name : name + ")";
  }

  // The formula, in parentheses if it binds less tightly than `needed`.
  std::string operator()(const Formula& formula, Rank needed) const {
    std::string text = bare(formula);
    return rank(formula) < needed ? "(" + text + ")" : text;
  }

  // What stands behind each part but the last of a formula with several, and how tightly each must bind.
  std::string sign(const Formula& formula) const {
    if (formula.kind == Formula::Kind::kImplies) return " =>";
    if (formula.kind == Formula::Kind::kEquivalent) return " <=>";
    return formula.kind == Formula::Kind::kOr ? " |" : std::string(conjunction());
  }
  static Rank needed(const Formula& formula, std::size_t part) {
    Rank own = rank(formula);
    if (own == kImplication && part == 1) return kImplication;  // associates to the right
    return static_cast<Rank>(own + 1);
  }

 private:
  std::string variable(const Term& term) const {
    std::string_view name = symbols_.text(term.name);
    if (term.spelling == "_" && name != "_") return "_";
    if (!is_plain_variable(term.spelling)) {
      bool bare_name =
          is_plain_name(name) || (!name.empty() && name[0] == '_' && is_plain_variable("a" + std::string(name)));
      return "?" + (bare_name ? std::string(name) : quoted(name));
    }
    std::string out(term.spelling);
    if (out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
  }

  // Of the formula and the quantifiers like it right below: AX:AY: or forall X, ?9: ; moves on to the last of them.
  std::string quantifiers(const Formula*& formula) const {
    std::vector<const Term*> variables = {formula->variable};
    while (formula->parts[0]->kind == formula->kind) {
      formula = formula->parts[0];
      variables.push_back(formula->variable);
    }
    bool all = formula->kind == Formula::Kind::kForall;
    bool plain = std::ranges::all_of(variables, [](const Term* v) { return is_plain_variable(v->spelling); });
    std::string out;
    for (const Term* v : variables) {
      std::string name = variable(*v);
      if (name == "_") name = "?_";  // it cannot be anonymous
      out += plain ? (all ? "A" : "E") + name + ":" : (out.empty() ? (all ? "forall " : "exists ") : ", ") + name;
    }
    return plain ? out : out + ": ";
  }

  std::string bare(const Formula& formula) const {
    if (formula.kind == Formula::Kind::kDistinct && !prolog_) return compared(formula, " != ");
    if (formula.atom) return (*this)(*formula.atom);
    if (formula.kind == Formula::Kind::kNot) {
      if (formula.parts[0]->kind == Formula::Kind::kDistinct && !prolog_) return compared(*formula.parts[0], " = ");
      return (prolog_ ? "not " : "~") + (*this)(*formula.parts[0], kPrefix);
    }
    if (formula.variable) {
      const Formula* last = &formula;
      std::string signs = quantifiers(last);
      return signs + (*this)(*last->parts[0], kPrefix);
    }
    std::string out;
    for (std::size_t i = 0; i < formula.parts.size(); ++i)
      out += (i > 0 ? sign(formula) + " " : "") + (*this)(*formula.parts[i], needed(formula, i));
    return out;
  }

  std::string compared(const Formula& distinct, std::string_view sign) const {
    return (*this)(*distinct.atom->args[0]) + std::string(sign) + (*this)(*distinct.atom->args[1]);
  }

  const Symbols& symbols_;
  bool prolog_;
  bool folded_;
};

class InfixWriter {
 public:
  InfixWriter(const Description& description, Habit habit)
      : d_(description),
        flat_(description.symbols(), habit),
        stop_(habit == Habit::kProlog ? "." : ""),
        layout_(description, "%") {}

  std::string write() {
    for (const Statement& statement : d_.statements()) write(statement);
    return layout_.finish();
  }

 private:
  static constexpr std::size_t kRuleWidth = 80;  // of a rule on one line

  void write(const Statement& statement) {
    layout_.begin_statement(statement);
    if (statement.kind == Statement::Kind::kFact) {
      std::string fact = flat_(*statement.head) + stop_;
      if (layout_.joins_line(fact.size()))
        layout_.append(" " + fact);
      else
        layout_.line(0, fact);
    } else if (statement.kind == Statement::Kind::kSentence) {
      formula(*statement.sentence, 0, kImplication);
      layout_.append(stop_);
    } else {
      rule(statement);
    }
  }

  // The first and the last part of a formula that would get lines of their own.
  static const Formula& first_part(const Formula& formula) {
    return rank(formula) < kPrefix ? first_part(*formula.parts.front()) : formula;
  }
  static const Formula& last_part(const Formula& formula) {
    return rank(formula) < kPrefix ? last_part(*formula.parts.back()) : formula;
  }

  // Does a comment stand between `begin` and the last part? Later ones go behind what is printed.
  bool commented(const Place& begin, const Formula& formula) const {
    return layout_.has_comments({begin.source, begin.begin, last_part(formula).place.begin});
  }

  void rule(const Statement& statement) {
    std::string head = flat_(*statement.head) + " :-";
    if (statement.body.empty()) return layout_.line(0, head + ".");  // or the next statement would be its body
    // One literal may bind as loosely as it likes, but a conjunction in parentheses is not the body itself.
    Rank needed = statement.body.size() > 1 || rank(*statement.body[0]) == kConjunction ? kPrefix : kImplication;
    std::string flat = head;
    for (const Formula* literal : statement.body)
      flat +=
          (literal == statement.body.front() ? " " : std::string(flat_.conjunction()) + " ") + flat_(*literal, needed);
    if (flat.size() < kRuleWidth && !commented(statement.head->place, *statement.body.back()))
      return layout_.line(0, flat + stop_);
    layout_.line(0, head);
    for (const Formula* literal : statement.body) {
      layout_.begin_piece(first_part(*literal).place, kIndent);
      formula(*literal, kIndent, needed);
      layout_.append(literal == statement.body.back() ? stop_ : std::string(flat_.conjunction()));
    }
  }

  // On one line if it fits, else its parts below each other with the operator at the end of each line.
  void formula(const Formula& formula, std::size_t indent, Rank needed) {
    std::string flat = flat_(formula, needed);
    bool fits = indent + flat.size() < kLineWidth && !commented(first_part(formula).place, formula);
    if (rank(formula) >= kPrefix || fits) return layout_.line(indent, flat);
    bool parenthesised = rank(formula) < needed;
    if (parenthesised) layout_.line(indent, "(");
    std::size_t inner = indent + (parenthesised ? kIndent : 0);
    bool defines = rank(formula) == kImplication;  // what follows the arrow is indented
    for (std::size_t i = 0; i < formula.parts.size(); ++i) {
      const Formula& part = *formula.parts[i];
      std::size_t column = inner + (defines && i > 0 ? kIndent : 0);
      layout_.begin_piece(first_part(part).place, column);
      this->formula(part, column, FlatInfix::needed(formula, i));
      if (i + 1 < formula.parts.size()) layout_.append(flat_.sign(formula));
    }
    if (parenthesised) layout_.append(")");
  }

  const Description& d_;
  FlatInfix flat_;
  std::string stop_;
  Layout layout_;
};

}  // namespace

std::string to_infix(const Term& term, const Symbols& symbols) {
  return FlatInfix(symbols, Habit::kProlog, true)(term);
}

std::string to_infix(const Description& description, Habit habit) { return InfixWriter(description, habit).write(); }

}  // namespace percept::gdl
