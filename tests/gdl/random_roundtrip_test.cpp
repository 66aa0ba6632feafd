// SPDX-License-Identifier: MIT
//
// Random descriptions, printed by a printer of this test, in both notations, with odd names, odd blanks and comments
// anywhere: both texts give the rules that were meant, and all writers keep them.
#include <algorithm>
#include <random>

#include "base/text.h"
#include "gdl/reader.h"
#include "gdl/reading.h"
#include "gdl/writer.h"
#include "support/support.h"

using namespace percept::gdl;
using namespace percept::test;
using percept::lower;

namespace {

// A term, atom, formula or statement: a name or operator and its parts. Variables start with `?`.
struct Tree {
  std::string head;
  std::vector<Tree> parts;
  bool formula = false;                // made by an operator; `<=` makes a rule
  std::vector<std::string> variables;  // of a quantifier

  bool quantifier() const { return formula && (head == "forall" || head == "exists"); }
  bool group() const { return formula && (head == "and" || head == "or"); }
};

const std::vector<std::string> kNames = {"a",
                                         "cell",
                                         "nextFile",
                                         "NOOP",
                                         "Cell",
                                         "a-b",
                                         "00",
                                         "9",
                                         "3count",
                                         "++",
                                         "--",
                                         "n++",
                                         "<",
                                         ">=",
                                         "won?",
                                         "don't",
                                         "'",
                                         "a%b",
                                         "/*",
                                         "*/",
                                         "&",
                                         "|",
                                         "~",
                                         "!",
                                         "=",
                                         ":-",
                                         ":",
                                         ".",
                                         "a.b",
                                         ",",
                                         "not",
                                         "and",
                                         "or",
                                         "=>",
                                         "<=>",
                                         "#",
                                         "\\=",
                                         "X",
                                         "_",
                                         "_x",
                                         "[",
                                         "{}",
                                         "\"s\"",
                                         "a-",
                                         "-a",
                                         "a--b",
                                         "::",
                                         "==>",
                                         "true",
                                         "\\+",
                                         "\xc3\xbc",
                                         "a\xe2\x88\xa7"
                                         "b",
                                         "\xe2\x89\xa0",
                                         "\xff\xfe",
                                         "Exists",
                                         "forall",
                                         "distinct",
                                         "a-name-of-more-than-thirty-letters",
                                         "Another_One_That_Is_Even_Longer_Than_That_One"};
const std::vector<std::string> kRelations = {
    "p", "q",    "role", "legal", "cell",  "++",       "<",        "Next",
    "=", "won?", "_x",   "a-b",   "don't", "\xc3\xbc", "distinct", "relationWithALongName"};
const std::vector<std::string> kVariables = {"?x",  "?X",  "?y",        "?n++", "?9",        "?3count", "?_",
                                             "?_1", "?_x", "?x?",       "?not", "?And",      "?a-b",    "?-",
                                             "?'",  "?ax", "?\xc3\xbc", "??x",  "?NextFile", "?%",      "?."};

// What one line of KIF must say about it.
std::string canonical(const Tree& tree) {
  if (tree.group() && tree.parts.size() == 1) return canonical(tree.parts[0]);
  if (tree.parts.empty()) return lower(tree.head);
  std::string out = "(" + lower(tree.head);
  if (tree.quantifier()) {  // joined with those right below it
    const Tree* scope = &tree;
    std::string variables;
    for (; (scope->quantifier() && scope->head == tree.head) || (scope->group() && scope->parts.size() == 1);
         scope = &scope->parts[0])
      for (const std::string& v : scope->variables) variables += (variables.empty() ? "" : " ") + lower(v);
    return out + " (" + variables + ") " + canonical(*scope) + ")";
  }
  for (const Tree& part : tree.parts) out += " " + canonical(part);
  return out + ")";
}

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  const std::string& one_of(const std::vector<std::string>& pool) { return pool[below(pool.size())]; }

  Tree statement() {
    if (chance(40)) return chance(50) ? atom() : formula(3);
    Tree rule{"<=", {atom()}, true, {}};
    for (std::size_t n = below(5); n > 0; --n) rule.parts.push_back(formula(2));
    return rule;
  }

 private:
  Tree term(std::size_t depth) {
    if (chance(30)) return {one_of(kVariables), {}, false, {}};
    Tree out{one_of(kNames), {}, false, {}};
    if (depth > 0 && chance(40))
      for (std::size_t n = 1 + below(3); n > 0; --n) out.parts.push_back(term(depth - 1));
    return out;
  }

  Tree atom() {
    Tree out{one_of(kRelations), {}, false, {}};
    for (std::size_t n = below(4); n > 0; --n) out.parts.push_back(term(2));
    return out;
  }

  Tree formula(std::size_t depth) {
    if (depth == 0 || chance(35)) return atom();
    static const std::vector<std::string> kOperators = {"not", "and", "or", "=>", "<=>", "forall", "exists"};
    Tree out{one_of(kOperators), {}, true, {}};
    std::size_t parts = out.group() ? 1 + below(4) : out.quantifier() || out.head == "not" ? 1 : 2;
    for (; parts > 0; --parts) out.parts.push_back(formula(depth - 1));
    if (out.quantifier())
      for (std::size_t n = 1 + below(3); n > 0; --n) out.variables.push_back(one_of(kVariables));
    return out;
  }

  std::mt19937 random_;
};

// Puts tokens behind each other with random blanks and comments between them.
class Printer {
 public:
  Printer(Generator& random, Notation notation, bool stops)
      : random_(random), infix_(notation == Notation::kInfix), stops_(stops) {}

  std::string text;
  std::string comments;  // the words of each line of each comment

  void statement(const Tree& tree) {
    if (!infix_) {
      kif(tree);
    } else {
      bool rule = tree.formula && tree.head == "<=";
      infix(rule ? tree.parts[0] : tree);
      for (std::size_t i = 1; rule && i < tree.parts.size(); ++i) {
        token(i == 1 ? ":-" : random_.chance(50) ? "&" : ",");
        infix(tree.parts[i]);
      }
      bool bodiless = rule && tree.parts.size() == 1;
      if (bodiless) token(":-");
      if (stops_ || bodiless) token(".");
    }
    text += random_.chance(20) ? "\n\n\n" : random_.chance(10) ? "\r\n" : "\n";
  }

 private:
  void kif(const Tree& tree) {
    if (tree.parts.empty()) return token(tree.head);
    token("(");
    token(tree.head);
    if (tree.quantifier()) {
      token("(");
      for (const std::string& variable : tree.variables) token(variable);
      token(")");
    }
    for (const Tree& part : tree.parts) kif(part);
    token(")");
  }

  // Every formula in its own parentheses.
  void infix(const Tree& tree) {
    static const std::vector<std::string> kAnd = {"&", "and", ",", "\xe2\x88\xa7"}, kOr = {"|", "or", "\xe2\x88\xa8"},
                                          kNot = {"~", "not", "\\+"};
    if (!tree.formula) return infix_term(tree);
    token("(");
    if (tree.head == "not") token(random_.one_of(kNot));
    if (tree.quantifier()) {
      token(tree.head);
      for (const std::string& variable : tree.variables) {
        if (&variable != &tree.variables.front()) token(",");
        token("?" + quoted(variable.substr(1)));
      }
      token(":");
    }
    for (std::size_t i = 0; i < tree.parts.size(); ++i) {
      if (i > 0) token(tree.head == "and" ? random_.one_of(kAnd) : tree.head == "or" ? random_.one_of(kOr) : tree.head);
      infix(tree.parts[i]);
    }
    token(")");
  }

  void infix_term(const Tree& tree) {
    if (tree.head[0] == '?') return token("?" + quoted(tree.head.substr(1)));
    token(tree.head == "cell" || tree.head == "p" || tree.head == "00" ? tree.head : quoted(tree.head));
    for (std::size_t i = 0; i < tree.parts.size(); ++i) {
      i == 0 ? void(text += '(') : token(",");
      infix_term(tree.parts[i]);
    }
    if (!tree.parts.empty()) token(")");
  }

  static std::string quoted(const std::string& name) {
    std::string out = "'";
    for (char c : name) out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
  }

  void token(const std::string& token) {
    static const std::vector<std::string> kBlanks = {" ", " ", " ", "\n", "\t", "\r\n", "  \n  ", "\n\n"};
    for (text += random_.one_of(kBlanks); random_.chance(4); text += random_.one_of(kBlanks)) comment();
    text += token;
  }

  std::string words() {
    static const std::vector<std::string> kWords = {"", " (", " ) (<= a", " 'x", " .", "\xff", " ; %", " :- b."};
    std::string out = "c" + std::to_string(++count_) + random_.one_of(kWords);
    comments += out + "\n";
    return " " + out;
  }

  void comment() {
    static const std::vector<std::string> kSigns = {"%", "%", ";;"};
    if (infix_ && random_.chance(40)) {
      text += "/*" + words();
      while (random_.chance(40)) text += (random_.chance(20) ? " \r\n" : "\n") + words();
      text += " */";
    } else {
      text += (infix_ ? random_.one_of(kSigns) : ";") + words() + "\n";
    }
  }

  Generator& random_;
  bool infix_, stops_;
  std::size_t count_ = 0;
};

// The words of all comments, without their signs, line by line.
std::string words(const Description& game) {
  std::string out;
  for (const Comment& comment : game.comments()) {
    std::string text(comment.place.text());
    if (text.starts_with("/*")) text.resize(text.size() - 2);
    for (std::size_t begin = 0; begin <= text.size();) {
      std::size_t end = std::min(text.find('\n', begin), text.size()), from = std::min(text.find('c', begin), end);
      out += text.substr(from, text.find_last_not_of(" \r\n", end) + 1 - from) + "\n";
      begin = end + 1;
    }
  }
  return out;
}

// The shortest text for which something does not hold, and what came of it.
struct Shortest {
  std::string text, result;
  void check(bool holds, const std::string& tried, const std::string& got) {
    if (!holds && (text.empty() || tried.size() < text.size())) text = tried, result = got;
  }
};

}  // namespace

TEST_CASE("random descriptions keep their rules and comments in every notation") {
  Shortest unread, rules_lost, comments_lost, restless[3];
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    Generator random(seed);
    std::vector<Tree> statements;
    for (std::size_t n = random.below(5); n > 0; --n) statements.push_back(random.statement());
    std::string wanted;
    for (const Tree& statement : statements) wanted += canonical(statement) + "\n";
    for (Notation notation : {Notation::kKif, Notation::kInfix}) {
      Printer printer(random, notation, random.chance(50));
      for (const Tree& statement : statements) printer.statement(statement);
      const std::string& text = printer.text;
      auto game = read_text("game", text, notation);
      bool read = game->findings().empty() && rules(*game) == wanted && words(*game) == printer.comments;
      unread.check(read, text, rules(*game) + words(*game));
      for (int way = 0; read && way < 3; ++way) {
        auto write = [&](const Description& d) {
          return way == 0 ? to_kif(d) : to_infix(d, way == 1 ? Habit::kProlog : Habit::kTextbook);
        };
        std::string once = write(*game);
        auto back = read_text("back", once, way == 0 ? Notation::kKif : Notation::kInfix);
        rules_lost.check(back->findings().empty() && rules(*back) == wanted, text, once);
        comments_lost.check(words(*back) == printer.comments, text, once);
        restless[way].check(write(*back) == once, text, once + "and then\n" + write(*back));
      }
    }
  }
  CHECK_MESSAGE(unread.text.empty(), "read wrongly:\n", unread.text, "as\n", unread.result);
  CHECK_MESSAGE(rules_lost.text.empty(), "rules changed:\n", rules_lost.text, "became\n", rules_lost.result);
  CHECK_MESSAGE(comments_lost.text.empty(), "comments changed:\n", comments_lost.text, "to\n", comments_lost.result);
  for (const Shortest& way : restless)
    CHECK_MESSAGE(way.text.empty(), "not formatted at once:\n", way.text, "became\n", way.result);
}
