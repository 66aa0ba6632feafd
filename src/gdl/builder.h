// SPDX-License-Identifier: MIT
//
// How readers make a Description: terms, formulas, statements, comments and findings, the same way for every notation.
// It also holds the limits that keep hostile input cheap: nesting, length of a name, number of mistakes reported.
//
// Internal to gdl/.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gdl/description.h"

namespace percept::gdl {

inline constexpr std::size_t kMaxDepth = 200;     // of a statement's terms and formulas; real ones stay below 20
inline constexpr std::size_t kMaxNesting = 1000;  // of parentheses and prefix operators in the text
inline constexpr std::size_t kMaxName = 1000;     // bytes of one name
inline constexpr std::size_t kMaxMistakes = 500;  // reported before reading is given up

// Some editors put it at the start of a file, and files are joined; readers take it for a blank.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Declarations tell what there may be; the rules of a game say so themselves.
constexpr bool is_declaration(Symbol name) { return name == keyword::kBase || name == keyword::kInput; }

class Builder {
 public:
  explicit Builder(Description& description) : d_(description) {}

  Place place(std::size_t begin, std::size_t end) const {
    return {d_.source_.get(), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  const Term* variable(std::string_view spelling, Place place);
  const Term* variable(std::string_view spelling, Symbol name, Place place);
  const Term* constant(std::string_view spelling, Place place) { return compound(spelling, {}, place); }
  const Term* compound(std::string_view spelling, const std::vector<const Term*>& args, Place place);
  Symbol symbol(std::string_view text) { return d_.symbols_.intern(text); }

  const Formula* atom(const Term* term);
  const Formula* distinct(const Term* a, const Term* b, Place place);
  // `and` and `or` of one part are that part.
  const Formula* connective(Formula::Kind kind, const std::vector<const Formula*>& parts, Place place);
  // One quantifier for each variable, the first outermost.
  const Formula* quantified(Formula::Kind kind, const std::vector<const Term*>& variables, const Formula* scope,
                            Place place);
  const Formula* in_parentheses(const Formula* formula, Place place);

  // A text that lives as long as the description, for spellings that do not stand in the source.
  std::string_view keep(std::string_view text);

  void fact(const Term* atom, Place place);
  void rule(const Term* head, const std::vector<const Formula*>& body, Place place);
  void sentence(const Formula* formula, Place place);
  void comment(Place place);
  void habit(Habit habit) { d_.habit_ = habit; }

  // Records a mistake. The reader gives up (see gave_up) once there are kMaxMistakes.
  void mistake(Code code, Place place, std::string message, std::string hint = {}, std::vector<Note> notes = {});
  std::size_t mistakes() const { return d_.findings_.size(); }
  // A declaration that cannot be read, and that nobody needs: a warning stands for the mistakes in it, which are all
  // since there were so many, and its text stays as a comment.
  void leave_out(std::size_t since, Place place);
  bool gave_up() const { return d_.findings_.size() > kMaxMistakes; }

 private:
  const Term* make(Term term);
  const Formula* make(Formula formula);
  void add(Statement statement, std::size_t depth);

  Description& d_;
};

}  // namespace percept::gdl
