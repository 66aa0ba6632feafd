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
class Flat {
 public:
  Flat(const Symbols& symbols, Spelling spelling) : symbols_(symbols), spelling_(spelling) {}

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

  std::string variables(const Formula& quantified) const {
    std::string out = "(";
    for (const Term* variable : quantified.variables) out += (out.size() > 1 ? " " : "") + (*this)(*variable);
    return out + ')';
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
    if (!formula.variables.empty()) out += ' ' + variables(formula);
    for (const Formula* part : formula.parts) {
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
    const Statement* before = nullptr;
    for (const Statement& statement : d_.statements()) {
      write(statement, before);
      before = &statement;
    }
    return layout_.finish();
  }

 private:
  void write(const Statement& statement, const Statement* before) {
    bool together = before && statement.kind == Statement::Kind::kFact && before->kind == Statement::Kind::kFact &&
                    layout_.shares_line(statement.place);
    layout_.begin_statement(statement.place);
    std::string flat = flat_(statement);
    if (together && layout_.can_append(flat.size() + 1)) return layout_.append(" " + flat);
    bool breaks = statement.body.size() > 1 || flat.size() > kLineWidth || layout_.has_comments(statement.place);
    if (!breaks) return layout_.line(0, flat);
    if (statement.kind == Statement::Kind::kFact)
      broken(*statement.head, 0, "");
    else if (statement.kind == Statement::Kind::kSentence)
      broken(*statement.sentence, 0, "");
    else
      rule(statement);
  }

  void rule(const Statement& statement) {
    broken(*statement.head, kIndent, "(<= ");
    for (const Formula* literal : statement.body) piece(*literal, kIndent);
    layout_.close(statement.place, kIndent, ")");
  }

  // The formula on one line if it fits, else broken.
  void piece(const Formula& formula, std::size_t indent) {
    layout_.begin_piece(formula.place, indent);
    std::string flat = flat_(formula);
    if (indent + flat.size() <= kLineWidth && (formula.atom || !layout_.has_comments(formula.place)))
      layout_.line(indent, flat);
    else
      broken(formula, indent, "");
  }

  // Parts below each other, each under the first. `lead` stands before the text, inside the indentation.
  void broken(const Formula& formula, std::size_t indent, std::string_view lead) {
    if (formula.atom) return broken(*formula.atom, indent, lead);
    std::string opening = fmt::format("({} ", operator_name(formula.kind));
    if (!formula.variables.empty()) opening += flat_.variables(formula) + " ";
    std::size_t inner = indent + (formula.variables.empty() ? opening.size() : kIndent);
    bool first = true;
    for (const Formula* part : formula.parts) {
      if (first && formula.variables.empty()) {
        begin_with(opening, *part, indent);
      } else {
        if (first) layout_.line(indent, std::string_view(opening).substr(0, opening.size() - 1));
        piece(*part, inner);
      }
      first = false;
    }
    layout_.append(")");
  }

  // Opening and first part on one line.
  void begin_with(const std::string& opening, const Formula& part, std::size_t indent) {
    std::string flat = flat_(part);
    bool fits = indent + opening.size() + flat.size() <= kLineWidth && !layout_.has_comments(part.place);
    if (fits) return layout_.line(indent, opening + flat);
    layout_.line(indent, std::string_view(opening).substr(0, opening.size() - 1));
    piece(part, indent + opening.size());
  }

  void broken(const Term& term, std::size_t indent, std::string_view lead) {
    std::string flat = flat_(term);
    std::size_t outer = indent - std::min(indent, lead.size());
    if (term.args.empty() || indent + flat.size() <= kLineWidth) return layout_.line(outer, std::string(lead) + flat);
    layout_.line(outer, std::string(lead) + "(" + flat_.name(term));
    for (const Term* arg : term.args) broken(*arg, indent + kIndent, "");
    layout_.append(")");
  }

  const Description& d_;
  Flat flat_;
  Layout layout_;
};

}  // namespace

std::string to_kif(const Description& description) { return KifWriter(description).write(); }
std::string to_kif(const Term& term, const Symbols& symbols) { return Flat(symbols, Spelling::kFolded)(term); }
std::string to_kif(const Formula& formula, const Symbols& symbols) { return Flat(symbols, Spelling::kFolded)(formula); }
std::string to_kif(const Statement& statement, const Symbols& symbols) {
  return Flat(symbols, Spelling::kFolded)(statement);
}

bool same_rules(const Description& a, const Description& b) {
  return std::ranges::equal(a.statements(), b.statements(), [&](const Statement& x, const Statement& y) {
    return to_kif(x, a.symbols()) == to_kif(y, b.symbols());
  });
}

}  // namespace percept::gdl
