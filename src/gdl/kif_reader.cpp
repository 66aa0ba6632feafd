// SPDX-License-Identifier: MIT
#include "gdl/kif_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "gdl/builder.h"

namespace percept::gdl {
namespace {

struct Token {
  enum class Kind : std::uint8_t { kOpen, kClose, kName, kBad };  // kBad: reported, spoils its form
  Kind kind;
  std::uint32_t begin;
  std::uint32_t end;
};

bool is_control(char c) { return (c >= 0 && c < ' ' && !is_blank(c)) || c == 0x7F; }

class KifReader {
 public:
  explicit KifReader(Description& description) : text_(description.source()->text()), make_(description) {}

  void read() {
    tokenise();
    match_.resize(tokens_.size());
    for (std::size_t i = 0; i < tokens_.size() && !make_.gave_up();) i = top_level(i);
  }

 private:
  // --- text to tokens ---

  void tokenise() {
    for (std::size_t i = 0; i < text_.size() && !make_.gave_up();) {
      char c = text_[i];
      if (is_blank(c)) {
        ++i;
      } else if (text_.substr(i).starts_with(kByteOrderMark)) {
        i += kByteOrderMark.size();
      } else if (c == ';') {
        std::size_t end = std::min(text_.find('\n', i), text_.size());
        while (end > i && is_blank(text_[end - 1])) --end;
        make_.comment(make_.place(i, end));
        i = end;
      } else if (c == '(' || c == ')') {
        add(c == '(' ? Token::Kind::kOpen : Token::Kind::kClose, i, i + 1);
        ++i;
      } else if (is_control(c)) {
        std::size_t end = i;
        while (end < text_.size() && is_control(text_[end])) ++end;
        make_.mistake(Code::kControlByte, make_.place(i, end),
                      fmt::format("byte {:#04x} cannot stand in a rule sheet", c), "remove it; is this a text file?");
        add(Token::Kind::kBad, i, end);
        i = end;
      } else {
        std::size_t end = i;
        while (end < text_.size() && !is_blank(text_[end]) && !is_control(text_[end]) && text_[end] != '(' &&
               text_[end] != ')' && text_[end] != ';' && !text_.substr(end).starts_with(kByteOrderMark))
          ++end;
        bool too_long = end - i > kMaxName;
        if (too_long)
          make_.mistake(Code::kSymbolTooLong, make_.place(i, i + 20),
                        fmt::format("a name of {} bytes; at most {} are read", end - i, kMaxName));
        add(too_long ? Token::Kind::kBad : Token::Kind::kName, i, end);
        i = end;
      }
    }
  }

  void add(Token::Kind kind, std::size_t begin, std::size_t end) {
    tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  // --- tokens to forms ---

  bool opens(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Token::Kind::kOpen; }
  bool closes(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Token::Kind::kClose; }
  bool names(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Token::Kind::kName; }
  bool at_column_one(std::size_t i) const { return tokens_[i].begin == 0 || text_[tokens_[i].begin - 1] == '\n'; }
  std::string_view text(std::size_t i) const {
    return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  bool starts_rule(std::size_t i) const { return opens(i) && names(i + 1) && text(i + 1) == "<="; }
  Place place(std::size_t i) const { return make_.place(tokens_[i].begin, tokens_[i].end); }
  Place place(std::size_t from, std::size_t after) const {
    return make_.place(tokens_[from].begin, tokens_[after - 1].end);
  }

  // Reads the statement that starts at token i; returns the token to go on with.
  std::size_t top_level(std::size_t i) {
    if (closes(i)) {
      make_.mistake(Code::kStrayClose, place(i), "closing parenthesis without an opening one", "remove it");
      return i + 1;
    }
    if (names(i)) {
      if (const Term* atom = bare_atom(i)) make_.fact(atom, place(i));
      return i + 1;
    }
    if (!opens(i)) return i + 1;
    std::size_t deepest = 0, end = i;
    bool spoilt = false;
    open_.clear();
    for (; end < tokens_.size(); ++end) {
      if (opens(end)) {
        if (!open_.empty() && starts_rule(end)) break;
        open_.push_back(end);
        deepest = std::max(deepest, open_.size());
      } else if (closes(end)) {
        match_[open_.back()] = static_cast<std::uint32_t>(end);
        open_.pop_back();
        if (open_.empty()) break;
      } else if (tokens_[end].kind == Token::Kind::kBad) {
        spoilt = true;
      }
    }
    if (!open_.empty()) return unterminated(i, end, open_.size());
    if (deepest > kMaxNesting)
      make_.mistake(Code::kTooDeep, place(i),
                    fmt::format("parentheses nested {} deep; at most {} are read", deepest, kMaxNesting));
    else if (!spoilt)
      statement(i, end + 1);
    return end + 1;
  }

  // The form at token i is still open at token `end`, where a rule starts or the text ends. It was probably meant to
  // end before the next form that starts a line.
  std::size_t unterminated(std::size_t i, std::size_t end, std::size_t depth) {
    std::size_t resume = end;
    if (++unterminated_ <= kMaxReread)
      for (std::size_t k = i + 1; k < end; ++k)
        if (opens(k) && at_column_one(k)) {
          resume = k;
          break;
        }
    std::vector<Note> notes;
    if (resume < tokens_.size()) notes.push_back({place(resume), "reading goes on here"});
    make_.mistake(Code::kUnterminated, place(i), "this form is never closed",
                  resume < end ? "close it before the next form"
                  : depth == 1 ? std::string("a closing parenthesis is missing")
                               : fmt::format("{} closing parentheses are missing", depth),
                  std::move(notes));
    return resume;
  }

  // --- forms to statements, formulas, terms; nullptr after a mistake was reported ---

  void statement(std::size_t i, std::size_t end) {
    std::size_t mistakes = make_.mistakes();
    if (starts_rule(i))
      rule(i, end);
    else if (const Formula* sentence = formula(i))
      make_.sentence(sentence, place(i, end));
    if (make_.mistakes() > mistakes && declares(i)) make_.leave_out(mistakes, place(i, end));
  }

  bool declares(std::size_t i) {
    std::size_t head = starts_rule(i) ? i + 2 : i;
    return opens(head) && names(head + 1) && is_declaration(make_.symbol(text(head + 1)));
  }

  void rule(std::size_t i, std::size_t end) {
    std::vector<std::size_t> parts = this->parts(i);
    if (parts.empty()) {
      make_.mistake(Code::kOperatorArguments, place(i, end), "a rule without a head", "write (<= head body...)");
      return;
    }
    const Formula* head = formula(parts[0]);
    bool sound = head != nullptr;
    if (head && !head->atom) {
      make_.mistake(Code::kNotASentence, head->place, "the head of a rule must be an atom",
                    "a rule defines one relation; write one rule for each, and no negation in the head");
      sound = false;
    }
    std::vector<const Formula*> body;
    for (std::size_t part = 1; part < parts.size(); ++part) {
      body.push_back(formula(parts[part]));
      sound = sound && body.back();
    }
    if (sound) make_.rule(head->atom, body, place(i, end));
  }

  const Formula* formula(std::size_t i) {
    if (names(i)) {
      const Term* atom = bare_atom(i);
      return atom ? make_.atom(atom) : nullptr;
    }
    if (!names(i + 1)) {
      term(i);  // reports what is wrong
      return nullptr;
    }
    Symbol name = make_.symbol(text(i + 1));
    std::size_t end = after(i);
    if (name == keyword::kForall) return quantified(Formula::Kind::kForall, i, end);
    if (name == keyword::kExists) return quantified(Formula::Kind::kExists, i, end);
    if (name == keyword::kNot) return connective(Formula::Kind::kNot, i, end, 1, 1);
    if (name == keyword::kAnd) return connective(Formula::Kind::kAnd, i, end, 1, tokens_.size());
    if (name == keyword::kOr) return connective(Formula::Kind::kOr, i, end, 1, tokens_.size());
    if (name == keyword::kImplies) return connective(Formula::Kind::kImplies, i, end, 2, 2);
    if (name == keyword::kEquivalent) return connective(Formula::Kind::kEquivalent, i, end, 2, 2);
    const Term* atom = term(i);
    return atom ? make_.atom(atom) : nullptr;
  }

  const Formula* connective(Formula::Kind kind, std::size_t i, std::size_t end, std::size_t least, std::size_t most) {
    std::vector<const Formula*> formulas;
    bool sound = true;
    for (std::size_t part : parts(i)) {
      formulas.push_back(formula(part));
      sound = sound && formulas.back();
    }
    if (formulas.size() < least || formulas.size() > most) {
      std::string_view operation = text(i + 1);
      make_.mistake(Code::kOperatorArguments, place(i, end),
                    fmt::format("`{}` takes {}{}, here it has {}", operation, least == most ? "" : "at least ",
                                counted(least, "part"), formulas.size()),
                    kind == Formula::Kind::kNot ? "negate each by itself, or a group: (not (or p q))" : "");
      return nullptr;
    }
    return sound ? make_.connective(kind, formulas, place(i, end)) : nullptr;
  }

  const Formula* quantified(Formula::Kind kind, std::size_t i, std::size_t end) {
    std::vector<std::size_t> parts = this->parts(i);
    std::vector<const Term*> variables;
    bool sound = parts.size() == 2;
    if (sound) {
      std::vector<std::size_t> names = {parts[0]};
      if (opens(parts[0])) {
        names.clear();
        for (std::size_t k = parts[0] + 1; !closes(k); k = after(k)) names.push_back(k);
      }
      for (std::size_t name : names) {
        const Term* variable = term(name);
        if (!variable) return nullptr;
        sound = sound && variable->is_variable();
        variables.push_back(variable);
      }
    }
    if (!sound || variables.empty()) {
      make_.mistake(Code::kBadQuantifier, place(i, end), "a quantifier takes variables and one sentence",
                    fmt::format("write ({} (?x ?y) sentence)", text(i + 1)));
      return nullptr;
    }
    const Formula* scope = formula(parts[1]);
    return scope ? make_.quantified(kind, variables, scope, place(i, end)) : nullptr;
  }

  const Term* bare_atom(std::size_t i) {
    if (text(i)[0] != '?') return make_.constant(text(i), place(i));
    make_.mistake(Code::kNotASentence, place(i), fmt::format("variable {} stands where a sentence is needed", text(i)),
                  "wrap it in a relation, for example (true " + std::string(text(i)) + ")");
    return nullptr;
  }

  const Term* term(std::size_t i) {
    if (names(i)) {
      if (text(i)[0] != '?') return make_.constant(text(i), place(i));
      if (text(i).size() > 1) return make_.variable(text(i).substr(1), place(i));
      make_.mistake(Code::kNoName, place(i), "a variable without a name", "write ?x");
      return nullptr;
    }
    std::size_t end = after(i);
    if (closes(i + 1)) {
      make_.mistake(Code::kEmptyForm, place(i, end), "empty parentheses", "remove them, or say what was meant");
      return nullptr;
    }
    if (!names(i + 1) || text(i + 1)[0] == '?') {
      make_.mistake(Code::kNoName, place(i, end), "a form must start with the name of a relation or function",
                    names(i + 1) ? "a variable cannot stand for a name" : "are there two opening parentheses?");
      return nullptr;
    }
    std::vector<const Term*> args;
    bool sound = true;
    for (std::size_t part : parts(i)) {
      args.push_back(term(part));
      sound = sound && args.back();
    }
    return sound ? make_.compound(text(i + 1), args, place(i, end)) : nullptr;
  }

  // The token behind the form or name that starts at token i.
  std::size_t after(std::size_t i) const { return opens(i) ? match_[i] + 1 : i + 1; }

  // Where the parts behind the name of the form at token i start.
  std::vector<std::size_t> parts(std::size_t i) const {
    std::vector<std::size_t> starts;
    for (std::size_t k = i + 2; !closes(k); k = after(k)) starts.push_back(k);
    return starts;
  }

  static constexpr std::size_t kMaxReread = 50;  // keeps the reading of a broken file linear

  std::string_view text_;
  Builder make_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> match_;  // for each opening token of the form at hand, the closing one
  std::vector<std::size_t> open_;     // opening tokens that wait for their closing one
  std::size_t unterminated_ = 0;
};

}  // namespace

void read_kif(Description& description) { KifReader(description).read(); }

}  // namespace percept::gdl
