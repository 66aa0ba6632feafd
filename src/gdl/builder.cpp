// SPDX-License-Identifier: MIT
#include "gdl/builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::gdl {
namespace {

// One level more, counted no further than needed to see that it is too deep.
std::uint16_t deeper(std::uint16_t depth) { return static_cast<std::uint16_t>(std::min<int>(depth, kMaxNesting) + 1); }

}  // namespace

const Term* Builder::make(Term term) {
  for (const Term* arg : term.args) {
    term.depth = std::max(term.depth, deeper(arg->depth));
    term.ground = term.ground && arg->ground;
  }
  auto known = d_.distinct_terms_.find(&term);
  bool is_new = known == d_.distinct_terms_.end();
  term.id = is_new ? TermId{static_cast<std::uint32_t>(d_.distinct_terms_.size())} : (*known)->id;
  const Term* made = d_.arena_.make(term);
  if (is_new) d_.distinct_terms_.insert(made);
  return made;
}

const Formula* Builder::make(Formula formula) {
  if (formula.atom) formula.depth = formula.atom->depth;
  for (const Formula* part : formula.parts) formula.depth = std::max(formula.depth, deeper(part->depth));
  return d_.arena_.make(formula);
}

std::string_view Builder::keep(std::string_view text) {
  std::span<const char> kept = d_.arena_.copy(text);
  return {kept.data(), kept.size()};
}

const Term* Builder::variable(std::string_view spelling, Place place) {
  return variable(spelling, d_.symbols_.intern(spelling), place);
}

const Term* Builder::variable(std::string_view spelling, Symbol name, Place place) {
  Term term;
  term.kind = Term::Kind::kVariable;
  term.ground = false;
  term.name = name;
  term.spelling = spelling;
  term.place = place;
  return make(term);
}

const Term* Builder::compound(std::string_view spelling, const std::vector<const Term*>& args, Place place) {
  Term term;
  term.kind = args.empty() ? Term::Kind::kConstant : Term::Kind::kCompound;
  term.name = d_.symbols_.intern(spelling);
  term.spelling = spelling;
  term.args = d_.arena_.copy(args);
  term.place = place;
  return make(term);
}

const Formula* Builder::atom(const Term* term) {
  if (d_.text(term->name) == "!=" && term->args.size() == 2) return distinct(term->args[0], term->args[1], term->place);
  Formula formula;
  formula.kind = term->is(keyword::kDistinct, 2) ? Formula::Kind::kDistinct : Formula::Kind::kAtom;
  formula.atom = term;
  formula.place = term->place;
  return make(formula);
}

const Formula* Builder::distinct(const Term* a, const Term* b, Place place) {
  return atom(compound("distinct", {a, b}, place));
}

const Formula* Builder::connective(Formula::Kind kind, const std::vector<const Formula*>& parts, Place place) {
  bool group = kind == Formula::Kind::kAnd || kind == Formula::Kind::kOr;
  if (group && parts.size() == 1) return parts[0];
  Formula formula;
  formula.kind = kind;
  formula.parts = d_.arena_.copy(parts);
  formula.place = place;
  return make(formula);
}

const Formula* Builder::quantified(Formula::Kind kind, const std::vector<const Term*>& variables, const Formula* scope,
                                   Place place) {
  for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable) {
    Formula formula;
    formula.kind = kind;
    formula.variable = *variable;
    formula.parts = d_.arena_.copy(std::vector{scope});
    formula.place = place;
    scope = make(formula);
  }
  return scope;
}

const Formula* Builder::in_parentheses(const Formula* formula, Place place) {
  Formula copy = *formula;
  copy.parenthesised = true;
  copy.place = place;
  return make(copy);
}

void Builder::add(Statement statement, std::size_t depth) {
  if (depth > kMaxDepth)
    mistake(Code::kTooDeep, statement.place,
            fmt::format("a statement nested {} deep; at most {} are read", depth, kMaxDepth));
  else
    d_.statements_.push_back(statement);
}

void Builder::fact(const Term* atom, Place place) {
  Statement statement;
  statement.head = atom;
  statement.place = place;
  add(statement, atom->depth);
}

void Builder::rule(const Term* head, const std::vector<const Formula*>& body, Place place) {
  Statement statement;
  statement.kind = Statement::Kind::kRule;
  statement.head = head;
  statement.body = d_.arena_.copy(body);
  statement.place = place;
  std::size_t depth = head->depth;
  for (const Formula* literal : body) depth = std::max<std::size_t>(depth, literal->depth);
  add(statement, depth);
}

void Builder::sentence(const Formula* formula, Place place) {
  if (formula->atom) return fact(formula->atom, place);
  Statement statement;
  statement.kind = Statement::Kind::kSentence;
  statement.sentence = formula;
  statement.place = place;
  add(statement, formula->depth);
}

void Builder::comment(Place place) {
  std::string_view text = d_.source_->text();
  std::size_t before = place.begin;
  while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t' || text[before - 1] == '\r')) --before;
  d_.comments_.push_back({place, before == 0 || text[before - 1] == '\n'});
}

void Builder::mistake(Code code, Place place, std::string message, std::string hint, std::vector<Note> notes) {
  if (gave_up()) return;
  if (d_.findings_.size() == kMaxMistakes) {
    code = Code::kTooManyMistakes;
    message = fmt::format("{} mistakes so far; the rest is not read", kMaxMistakes);
    hint = "is this a rule sheet? Mend the first ones and try again";
    notes.clear();
  }
  d_.findings_.push_back({code, place, std::move(message), std::move(hint), std::move(notes)});
}

void Builder::leave_out(std::size_t since, Place place) {
  if (gave_up()) return;
  Finding first = d_.findings_[since];
  d_.findings_.erase(d_.findings_.begin() + static_cast<std::ptrdiff_t>(since), d_.findings_.end());
  mistake(Code::kUnreadDeclaration, first.place,
          first.message + "; Percept does not need this declaration and leaves it out", first.hint);
  std::erase_if(d_.comments_,
                [&](const Comment& c) { return c.place.begin >= place.begin && c.place.begin < place.end; });
  comment(place);
  auto added = d_.comments_.end() - 1;
  auto at = std::ranges::upper_bound(d_.comments_.begin(), added, place.begin, {},
                                     [](const Comment& c) { return c.place.begin; });
  std::rotate(at, added, d_.comments_.end());
}

}  // namespace percept::gdl
