// SPDX-License-Identifier: MIT
//
// What a role knows, for the eyes of people: a belief made for a rule sheet, its answers about a position in an order
// that people expect, and a table of them, with a board where fluents form one.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/belief.h"
#include "belief/told.h"
#include "cli/commands.h"
#include "cli/drawn_state.h"

namespace percept::cli {

// Everything a belief answers about the present position, sorted by terms.
struct Knowledge {
  belief::Known<game::MoveId> legal;
  belief::Known<game::FluentId> fluents;
  std::vector<belief::Probability> probabilities;  // of the open fluents; none when the filter has no notion of it
  belief::Truth terminal = belief::Truth::kOpen;
  belief::Known<int> goals;
  std::optional<std::size_t> states;
  bool gave_up = false;

  bool exact_probabilities() const;  // there is one of each open fluent, and all are exact
};
Knowledge knowledge_of(belief::Belief& belief);

// Rules to reason with, or only to read and write terms with (`circuit` false, which takes no time). Nothing after it
// was printed why there are none, or that the game has no such role.
struct RoleRules {
  std::shared_ptr<belief::Rules> rules;
  belief::RoleId role;
};
std::optional<RoleRules> make_rules(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                                    const std::string& file, const std::string& role, int& exit_code,
                                    bool circuit = true);

// The belief that the options ask for, or nothing after it was printed why there is none; `exit_code` says which.
std::unique_ptr<belief::Belief> make_belief(const KnowOptions& options,
                                            std::shared_ptr<const gdl::Description> description, int& exit_code);

using belief::experience_of;
using belief::go_on_without;
using belief::Told;

std::vector<std::string> texts_of(const belief::Belief& belief, const std::vector<game::MoveId>& moves);
std::vector<std::string> texts_of(const belief::Belief& belief, const std::vector<game::FluentId>& fluents);
std::string text_of(belief::Truth truth);              // "yes", "no" or "open"
std::string text_of(const belief::Known<int>& goals);  // "known: 100", "open: 0, 100"

// The texts one behind the other, with commas, wrapped and indented below `label`, whose width is fixed.
void print_row(const std::string& label, const std::vector<std::string>& items, bool open = false,
               std::size_t most = SIZE_MAX);

void print_told(const Told& told);
// "Round 3", or "End after 2 rounds".
void print_heading(const std::string& text);

class KnowledgeTable {
 public:
  // Shows at most so many open fluents of a name, and so many moves, unless it is to show all.
  static Result<std::unique_ptr<KnowledgeTable>> make(std::shared_ptr<const gdl::Description> description, bool all);

  // With numbers in front of the moves, from 1 on, known ones first, when they are to be chosen from.
  Result<void> print(const belief::Belief& belief, const Knowledge& knowledge, bool numbered = false);

 private:
  KnowledgeTable(std::unique_ptr<StateDrawing> drawing, bool all) : drawing_(std::move(drawing)), all_(all) {}

  std::unique_ptr<StateDrawing> drawing_;
  bool all_;
};

// Asks a person, or a pipe, round by round what the role did and saw.
int know_interactively(belief::Belief& belief, KnowledgeTable& table);

}  // namespace percept::cli
