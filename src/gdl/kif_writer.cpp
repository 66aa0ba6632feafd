// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "gdl/layout.h"
#include "gdl/writer.h"

namespace percept::gdl {
namespace {

std::string_view operator_name(Formula::Kind kind) {
  switch (kind) {
    case Formula::Kind::kNot: return "not";
    case Formula::Kind::kAnd: return "and";
    case Formula::Kind::kOr: return "or";
    case Formula::Kind::kImplies: return "=>";
    case Formula::Kind::kEquivalent: return "<=>";
    case Formula::Kind::kForall: return "forall";
    case Formula::Kind::kExists: return "exists";
    case Formula::Kind::kAtom:
    case Formula::Kind::kDistinct: break;
  }
  return {};
}

enum class Spelling : std::uint8_t {
  kFolded,  // everything in lower case
  kNames,   // names as the author wrote them; variables, upper case in infix, in lower case
  kAsWritten,
};

// Everything on one line.
class FlatKif {
 public:
  FlatKif(const Symbols& symbols, Spelling spelling) : symbols_(symbols), spelling_(spelling) {}

  std::string name(const Term& term) const {
    bool as_written = spelling_ == Spelling::kAsWritten || (spelling_ == Spelling::kNames && !term.is_variable());
    return std::string(as_written ? term.spelling : symbols_.text(term.name));
  }

  std::string operator()(const Term& term) const {
    std::string out;
    add(out, term);
    return out;
  }
  std::string operator()(const Formula& formula) const {
    std::string out;
    add(out, formula);
    return out;
  }
  std::string operator()(const Statement& statement) const {
    if (statement.kind == Statement::Kind::kSentence) return (*this)(*statement.sentence);
    if (statement.kind == Statement::Kind::kFact) return (*this)(*statement.head);
    std::string out = "(<= ";
    add(out, *statement.head);
    for (const Formula* literal : statement.body) {
      out += ' ';
      add(out, *literal);
    }
    return out + ')';
  }

  // Of a quantifier and those like it right below: (?x ?y). Moves `formula` on to the last of them.
  std::string variables(const Formula*& formula) const {
    std::string out = "(" + (*this)(*formula->variable);
    while (formula->parts[0]->kind == formula->kind) {
      formula = formula->parts[0];
      out += " " + (*this)(*formula->variable);
    }
    return out + ")";
  }

 private:
  void add(std::string& out, const Term& term) const {
    if (term.is_variable()) out += '?';
    if (!term.args.empty()) out += '(';
    out += name(term);
    for (const Term* arg : term.args) {
      out += ' ';
      add(out, *arg);
    }
    if (!term.args.empty()) out += ')';
  }

  void add(std::string& out, const Formula& formula) const {
    if (formula.atom) return add(out, *formula.atom);
    out += '(';
    out += operator_name(formula.kind);
    const Formula* last = &formula;
    if (formula.variable) out += ' ' + variables(last);
    for (const Formula* part : last->parts) {
      out += ' ';
      add(out, *part);
    }
    out += ')';
  }

  const Symbols& symbols_;
  Spelling spelling_;
};

class KifWriter {
 public:
  explicit KifWriter(const Description& description)
      : d_(description),
        flat_(description.symbols(),
              description.notation() == Notation::kKif ? Spelling::kAsWritten : Spelling::kNames),
        layout_(description, ";") {}

  std::string write() {
    for (const Statement& statement : d_.statements()) write(statement);
    return layout_.finish();
  }

 private:
  void write(const Statement& statement) {
    layout_.begin_statement(statement);
    std::string flat = flat_(statement);
    if (layout_.joins_line(flat.size())) return layout_.append(" " + flat);
    if (statement.kind == Statement::Kind::kFact)
      broken(*statement.head, 0, 0);
    else if (statement.kind == Statement::Kind::kSentence)
      piece(*statement.sentence, 0, 0);
    else
      rule(statement, flat);
  }

  // The first and the last atom of a formula.
  static const Formula& first_part(const Formula& formula) {
    return formula.atom ? formula : first_part(*formula.parts.front());
  }
  static const Formula& last_part(const Formula& formula) {
    return formula.atom ? formula : last_part(*formula.parts.back());
  }

  // Does a comment stand between `begin` and the last atom? Later ones go behind what is printed.
  bool commented(const Place& begin, const Formula& formula) const {
    return layout_.has_comments({begin.source, begin.begin, last_part(formula).place.begin});
  }
  bool commented(const Formula& formula) const { return commented(first_part(formula).place, formula); }

  void rule(const Statement& statement, const std::string& flat) {
    bool one_line = statement.body.size() < 2 && flat.size() <= kLineWidth && !layout_.needs_line(statement.place);
    if (one_line && (statement.body.empty() || !commented(statement.head->place, *statement.body[0])))
      return layout_.line(0, flat);
    broken(*statement.head, kIndent, statement.body.empty(), "(<= ");
    for (const Formula* literal : statement.body) piece(*literal, kIndent, literal == statement.body.back());
    layout_.close(statement.place, kIndent, ")");
  }

  // The formula on one line if it fits, else broken. `closing` parentheses will follow it on its last line.
  void piece(const Formula& formula, std::size_t indent, std::size_t closing) {
    layout_.begin_piece(first_part(formula).place, indent);
    std::string flat = flat_(formula);
    if (indent + flat.size() + closing <= kLineWidth && !commented(formula))
      layout_.line(indent, flat);
    else if (formula.atom)
      broken(*formula.atom, indent, closing);
    else if (formula.variable)
      quantified(formula, indent, closing);
    else
      connective(formula, indent, closing);
  }

  // Parts below each other, each under the first.
  void connective(const Formula& formula, std::size_t indent, std::size_t closing) {
    std::string opening = fmt::format("({} ", operator_name(formula.kind));
    std::size_t inner = indent + opening.size();
    for (const Formula* part : formula.parts) {
      std::size_t follow = part == formula.parts.back() ? closing + 1 : 0;
      if (part != formula.parts.front())
        piece(*part, inner, follow);
      else if (std::string flat = flat_(*part); inner + flat.size() + follow <= kLineWidth && !commented(*part))
        layout_.line(indent, opening + flat);
      else {
        layout_.line(indent, opening.substr(0, opening.size() - 1));
        piece(*part, inner, follow);
      }
    }
    layout_.append(")");
  }

  void quantified(const Formula& formula, std::size_t indent, std::size_t closing) {
    const Formula* last = &formula;
    std::string variables = flat_.variables(last);
    layout_.line(indent, fmt::format("({} {}", operator_name(formula.kind), variables));
    piece(*last->parts[0], indent + kIndent, closing + 1);
    layout_.append(")");
  }

  // The term with `lead` before it inside the indentation; its arguments below each other when it is too wide.
  void broken(const Term& term, std::size_t indent, std::size_t closing, std::string_view lead = "") {
    std::string flat = flat_(term);
    std::size_t outer = indent - lead.size();
    if (term.args.empty() || indent + flat.size() + closing <= kLineWidth)
      return layout_.line(outer, std::string(lead) + flat);
    layout_.line(outer, std::string(lead) + "(" + flat_.name(term));
    for (const Term* arg : term.args) broken(*arg, indent + kIndent, arg == term.args.back() ? closing + 1 : 0);
    layout_.append(")");
  }

  const Description& d_;
  FlatKif flat_;
  Layout layout_;
};

}  // namespace

std::string to_kif(const Description& description) { return KifWriter(description).write(); }

std::string to_text(const Description& description) {
  return description.notation() == Notation::kKif ? to_kif(description) : to_infix(description, description.habit());
}

std::string to_kif(const Term& term, const Symbols& symbols) { return FlatKif(symbols, Spelling::kFolded)(term); }
std::string to_kif(const Formula& formula, const Symbols& symbols) {
  return FlatKif(symbols, Spelling::kFolded)(formula);
}
std::string to_kif(const Statement& statement, const Symbols& symbols) {
  return FlatKif(symbols, Spelling::kFolded)(statement);
}

bool same_rules(const Description& a, const Description& b) {
  return std::ranges::equal(a.statements(), b.statements(), [&](const Statement& x, const Statement& y) {
    return to_kif(x, a.symbols()) == to_kif(y, b.symbols());
  });
}

}  // namespace percept::gdl
