// SPDX-License-Identifier: MIT
#include "gdl/infix_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "gdl/builder.h"
#include "gdl/infix_lexer.h"

namespace percept::gdl {
namespace {

using Kind = InfixToken::Kind;

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::kName: return "a name";
    case Kind::kVariable: return "a variable";
    case Kind::kEnd: return "the end of the text";
    case Kind::kStop: return "the full stop";
    default: return "this";
  }
}

class InfixReader {
 public:
  explicit InfixReader(Description& description)
      : text_(description.source()->text()), make_(description), tokens_(infix_tokens(text_, make_)) {
    for (const InfixToken& token : tokens_)
      if (token.kind == Kind::kVariable) {
        variables_.insert(lower(token.spelling));
        variables_.insert(lower(token.spelling.substr(1)));  // perhaps AX: or EX:
      }
  }

  void read() {
    std::size_t statements = 0, stops = 0;
    while (!at(Kind::kEnd) && !make_.gave_up()) {
      std::size_t begin = i_, mistakes = make_.mistakes();
      if (accept(Kind::kStop)) {
        make_.mistake(Code::kUnexpected, place(begin), "a full stop without a statement", "remove it");
      } else if (!statement()) {
        recover(begin);
        bool declares = tokens_[begin].kind == Kind::kName && is_declaration(make_.symbol(tokens_[begin].spelling));
        if (declares && make_.mistakes() > mistakes) make_.leave_out(mistakes, since(begin));
      } else if (!empty_body_) {  // that one needs its full stop in either habit
        bool stop = tokens_[i_ - 1].kind == Kind::kStop;
        ++statements;
        stops += stop;
        if (!stop && !was_fact_ && same_line()) {
          unexpected("a comma, another operator or a full stop",
                     "only facts may share a line without full stops between them");
          recover(i_);
        }
      }
    }
    make_.habit(2 * stops >= statements ? Habit::kProlog : Habit::kTextbook);
  }

 private:
  // --- tokens ---

  const InfixToken& token() const { return tokens_[i_]; }
  bool at(Kind kind) const { return token().kind == kind; }
  bool accept(Kind kind) {
    if (!at(kind)) return false;
    if (kind != Kind::kEnd) ++i_;
    return true;
  }
  Place place(std::size_t i) const { return make_.place(tokens_[i].begin, tokens_[i].end); }
  Place since(std::size_t begin) const { return make_.place(tokens_[begin].begin, tokens_[i_ - 1].end); }

  void unexpected(std::string_view wanted, std::string hint = {}) {
    if (at(Kind::kBad)) return;  // the lexer has said so
    make_.mistake(Code::kUnexpected, place(i_),
                  fmt::format("{} is needed here, not {}", wanted, describe(token().kind)), std::move(hint));
  }

  // Does the token at hand stand on the line on which the one before it ends?
  bool same_line() const {
    std::size_t end = tokens_[i_ - 1].end;
    return !at(Kind::kEnd) && text_.substr(end, token().begin - end).find('\n') == std::string_view::npos;
  }

  void recover(std::size_t begin) {
    i_ = std::max(i_, begin);
    if (i_ == begin && !at(Kind::kEnd)) ++i_;
    for (; !at(Kind::kEnd); ++i_) {
      if (accept(Kind::kStop)) return;
      bool line_start = token().begin > 0 && text_[token().begin - 1] == '\n';
      if (line_start && token().kind != Kind::kClose && token().kind != Kind::kBad) return;
    }
  }

  // Counts nesting; false, after a report, when it is too deep.
  struct Nesting {
    std::size_t& depth;
    explicit Nesting(std::size_t& counter) : depth(counter) { ++depth; }
    ~Nesting() { --depth; }
  };
  bool too_deep() {
    if (depth_ <= kMaxNesting) return false;
    make_.mistake(Code::kTooDeep, place(i_), fmt::format("nested more than {} deep", kMaxNesting));
    return true;
  }

  // --- statements ---

  bool statement() {
    std::size_t begin = i_;
    anonymous_ = 0;
    empty_body_ = false;
    was_fact_ = false;
    if (accept(Kind::kIf)) {
      make_.mistake(Code::kUnexpected, place(begin), "a rule without a head", "write head :- body");
      return false;
    }
    const Formula* formula = implication();
    if (!formula) return false;
    if (at(Kind::kOperation)) {
      make_.mistake(Code::kOperation, place(i_), "GDL has no operations with effects (`::`, `==>`)",
                    "say what holds afterwards: next(f) :- does(r, m), ...");
      return false;
    }
    if (!accept(Kind::kIf)) {
      accept(Kind::kStop);
      make_.sentence(formula, since(begin));
      was_fact_ = formula->atom;
      return true;
    }
    if (!formula->atom) {
      make_.mistake(Code::kNotASentence, formula->place, "the head of a rule must be an atom",
                    "a rule defines one relation; write one rule for each, and no negation in the head");
      return false;
    }
    std::vector<const Formula*> body;
    empty_body_ = at(Kind::kStop) || at(Kind::kEnd);
    if (!empty_body_) {
      const Formula* right = implication();
      if (!right) return false;
      if (right->kind == Formula::Kind::kAnd && !right->parenthesised)
        body.assign(right->parts.begin(), right->parts.end());
      else
        body.push_back(right);
    }
    accept(Kind::kStop);
    make_.rule(formula->atom, body, since(begin));
    return true;
  }

  // --- formulas, loosest operator first; nullptr after a mistake was reported ---

  const Formula* implication() {
    Nesting nesting(depth_);
    if (too_deep()) return nullptr;
    std::size_t begin = i_;
    const Formula* left = group(Formula::Kind::kOr);
    if (!left || (!at(Kind::kImplies) && !at(Kind::kEquivalent))) return left;
    auto kind = at(Kind::kImplies) ? Formula::Kind::kImplies : Formula::Kind::kEquivalent;
    ++i_;
    const Formula* right = implication();
    return right ? make_.connective(kind, {left, right}, since(begin)) : nullptr;
  }

  // A disjunction of conjunctions of simple formulas.
  const Formula* group(Formula::Kind kind) {
    std::size_t begin = i_;
    bool is_or = kind == Formula::Kind::kOr;
    std::vector<const Formula*> parts;
    do {
      parts.push_back(is_or ? group(Formula::Kind::kAnd) : unary());
      if (!parts.back()) return nullptr;
    } while (is_or ? accept(Kind::kOr) : accept(Kind::kAnd) || (!in_list_ && accept(Kind::kComma)));
    return parts.size() == 1 ? parts[0] : make_.connective(kind, parts, since(begin));
  }

  const Formula* unary() {
    Nesting nesting(depth_);
    if (too_deep()) return nullptr;
    std::size_t begin = i_;
    if (accept(Kind::kNot)) {
      const Formula* part = unary();
      return part ? make_.connective(Formula::Kind::kNot, {part}, since(begin)) : nullptr;
    }
    if (at(Kind::kForall) || at(Kind::kExists)) {
      auto kind = at(Kind::kForall) ? Formula::Kind::kForall : Formula::Kind::kExists;
      ++i_;
      return quantified(kind, {}, begin);
    }
    if (short_quantifier()) {  // AX: or EX:
      auto kind = token().spelling[0] == 'A' ? Formula::Kind::kForall : Formula::Kind::kExists;
      const Term* variable = make_.variable(token().spelling.substr(1), make_.place(token().begin + 1, token().end));
      ++i_;
      return quantified(kind, {variable}, begin);
    }
    if ((at(Kind::kOr) || at(Kind::kAnd)) && before_list()) return prefixed();
    return primary();
  }

  // Does an opening parenthesis follow without a blank?
  bool before_list() const { return tokens_[i_ + 1].kind == Kind::kOpen && tokens_[i_ + 1].glued; }

  // Prolog's or(p, q), and(p, q).
  const Formula* prefixed() {
    std::size_t begin = i_;
    auto kind = at(Kind::kOr) ? Formula::Kind::kOr : Formula::Kind::kAnd;
    i_ += 2;
    bool outside = std::exchange(in_list_, true);
    std::vector<const Formula*> parts;
    do parts.push_back(implication());
    while (parts.back() && accept(Kind::kComma));
    in_list_ = outside;
    if (!parts.back()) return nullptr;
    if (!accept(Kind::kClose)) {
      unexpected("a comma or closing parenthesis", "the parenthesis opened at " + where(begin + 1) + " is still open");
      return nullptr;
    }
    return make_.connective(kind, parts, since(begin));
  }

  bool short_quantifier() const {
    std::string_view name = token().spelling;
    return at(Kind::kVariable) && tokens_[i_ + 1].kind == Kind::kColon && text_[token().begin] == name[0] &&
           name.size() > 1 && (name[0] == 'A' || name[0] == 'E') && is_plain_variable(name.substr(1)) &&
           !(name[1] >= 'a' && name[1] <= 'z');
  }

  const Formula* quantified(Formula::Kind kind, std::vector<const Term*> variables, std::size_t begin) {
    while (variables.empty() || accept(Kind::kComma)) {
      if (!at(Kind::kVariable)) {
        make_.mistake(Code::kBadQuantifier, place(i_), "a quantifier needs a variable here",
                      "variables start with a capital letter or `?`: AX:(...), or forall X, ?y: (...)");
        return nullptr;
      }
      variables.push_back(make_.variable(token().spelling, place(i_)));
      ++i_;
    }
    // The lecture writes `∀X ∃Y p(X,Y)`: behind a sign or word the colon may be left out before a sentence.
    bool starts = at(Kind::kForall) || at(Kind::kExists) || at(Kind::kNot) || at(Kind::kName) || at(Kind::kOpen);
    if (!accept(Kind::kColon) && !starts) {
      make_.mistake(Code::kBadQuantifier, place(i_), "a colon is needed between the variable and its sentence",
                    "write AX:(...)");
      return nullptr;
    }
    const Formula* scope = unary();
    return scope ? make_.quantified(kind, variables, scope, since(begin)) : nullptr;
  }

  const Formula* primary() {
    std::size_t begin = i_;
    if (accept(Kind::kOpen)) {
      bool outside = std::exchange(in_list_, false);
      const Formula* inner = implication();
      in_list_ = outside;
      if (!inner) return nullptr;
      if (!accept(Kind::kClose)) {
        unexpected("a closing parenthesis", "the parenthesis opened at " + where(begin) + " is still open");
        return nullptr;
      }
      return make_.in_parentheses(inner, since(begin));
    }
    // Prolog's =(a, b) is a = b.
    bool prefix = (at(Kind::kDistinct) || at(Kind::kEqual)) && before_list();
    if (prefix) i_ += 2;
    const Term* left = term();
    if (!left) return nullptr;
    if (prefix || at(Kind::kDistinct) || at(Kind::kEqual)) {
      bool equal = tokens_[prefix ? begin : i_].kind == Kind::kEqual;
      if (prefix && !at(Kind::kComma)) return unexpected("a comma"), nullptr;
      ++i_;
      const Term* right = term();
      if (!right) return nullptr;
      if (prefix && !accept(Kind::kClose)) return unexpected("a closing parenthesis"), nullptr;
      const Formula* distinct = make_.distinct(left, right, since(begin));
      return equal ? make_.connective(Formula::Kind::kNot, {distinct}, since(begin)) : distinct;
    }
    if (left->is_variable()) {
      if (at(Kind::kBad)) return nullptr;
      make_.mistake(Code::kNotASentence, left->place,
                    fmt::format("variable {} stands where a sentence is needed", left->spelling),
                    "names start with a small letter; or compare it: X != y");
      return nullptr;
    }
    if (is_operator(left->name) && !left->args.empty()) {
      make_.mistake(Code::kNotASentence, left->place, "an operator in quotes cannot be a relation");
      return nullptr;
    }
    return make_.atom(left);
  }

  std::string where(std::size_t i) const {
    Place p = place(i);
    return fmt::format("{}:{}", p.line(), p.column());
  }

  // --- terms ---

  const Term* term() {
    Nesting nesting(depth_);
    if (too_deep()) return nullptr;
    std::size_t begin = i_;
    if (at(Kind::kVariable)) {
      ++i_;
      std::string_view spelling = tokens_[begin].spelling;
      bool anonymous = spelling == "_" && text_[tokens_[begin].begin] == '_';
      return anonymous ? make_.variable(spelling, make_.symbol(fresh_name()), place(begin))
                       : make_.variable(spelling, place(begin));
    }
    if (!at(Kind::kName)) {
      unexpected("a name or variable");
      return nullptr;
    }
    ++i_;
    std::vector<const Term*> args;
    if (at(Kind::kOpen) && token().glued) {
      ++i_;
      if (accept(Kind::kClose)) return make_.compound(tokens_[begin].spelling, {}, since(begin));
      do {
        args.push_back(term());
        if (!args.back()) return nullptr;
      } while (accept(Kind::kComma));
      if (!accept(Kind::kClose)) {
        bool missing_comma = at(Kind::kName) || at(Kind::kVariable);
        unexpected("a comma or closing parenthesis", missing_comma ? "arguments are separated by commas" : "");
        return nullptr;
      }
    }
    if (tokens_[begin].spelling == "<=" && !args.empty()) {  // in KIF this would start a rule
      make_.mistake(Code::kBadQuote, place(begin), "`<=` cannot be a function");
      return nullptr;
    }
    return make_.compound(tokens_[begin].spelling, args, since(begin));
  }

  // Each `_` is a variable of its own: _1, _2, ... in its statement, passing over names that the file uses itself.
  std::string fresh_name() {
    std::string name;
    do name = fmt::format("_{}", ++anonymous_);
    while (variables_.contains(name));
    return name;
  }

  std::string_view text_;
  Builder make_;
  std::vector<InfixToken> tokens_;
  std::set<std::string> variables_;
  std::size_t i_ = 0;
  std::size_t depth_ = 0;
  std::size_t anonymous_ = 0;
  bool in_list_ = false;     // commas separate parts of a list, not of a conjunction
  bool empty_body_ = false;  // the statement read last is a rule without a body
  bool was_fact_ = false;    // or a fact
};

}  // namespace

void read_infix(Description& description) { InfixReader(description).read(); }

}  // namespace percept::gdl
