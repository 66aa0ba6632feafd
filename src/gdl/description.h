// SPDX-License-Identifier: MIT
//
// A game description as written: its statements in order, its comments, and what the reader found wrong. It owns every
// term and name in it; nothing is shared with another description. Made by the readers (reader.h), printed by the
// writers (writer.h), judged by check/.
//
// It never changes once it was read: threads may read it together.
#pragma once

#include <tsl/robin_set.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/arena.h"
#include "gdl/finding.h"
#include "gdl/formula.h"
#include "gdl/source.h"
#include "gdl/symbol.h"
#include "gdl/term.h"

namespace percept::gdl {

// A fact, a rule, or a sentence of Relational Logic that is neither.
struct Statement {
  enum class Kind : std::uint8_t { kFact, kRule, kSentence };

  Kind kind = Kind::kFact;
  const Term* head = nullptr;            // of a fact or rule
  std::span<const Formula* const> body;  // of a rule: a conjunction, perhaps empty
  const Formula* sentence = nullptr;     // of a sentence
  Place place;
};

struct Comment {
  Place place;    // with its leading characters, without the line break
  bool own_line;  // nothing but blanks before it on its line
};

enum class Notation : std::uint8_t { kKif, kInfix };

// How an infix file is written: Prolog's habit (commas, full stops) or the textbook's (`&`, `~`, nothing at the end).
enum class Habit : std::uint8_t { kProlog, kTextbook };

class Description {
 public:
  Description(std::string name, std::string text, Notation notation);

  const std::shared_ptr<const Source>& source() const { return source_; }
  const Symbols& symbols() const { return symbols_; }
  std::string_view text(Symbol symbol) const { return symbols_.text(symbol); }
  const std::vector<Statement>& statements() const { return statements_; }
  const std::vector<Comment>& comments() const { return comments_; }
  const Findings& findings() const { return findings_; }  // of reading, in no particular order
  Notation notation() const { return notation_; }
  Habit habit() const { return habit_; }

  bool readable() const { return count(findings_, Severity::kError) == 0; }
  bool has_sentences() const;
  bool is_incomplete() const;  // IGDL: sentences instead of rules

 private:
  friend class Builder;

  struct TermHash {
    std::size_t operator()(const Term* term) const;
  };
  struct TermEqual {
    bool operator()(const Term* a, const Term* b) const;
  };

  std::shared_ptr<const Source> source_;
  Notation notation_;
  Habit habit_ = Habit::kProlog;
  Symbols symbols_;
  Arena arena_;
  tsl::robin_set<const Term*, TermHash, TermEqual> distinct_terms_;
  std::vector<Statement> statements_;
  std::vector<Comment> comments_;
  Findings findings_;
};

}  // namespace percept::gdl
