// SPDX-License-Identifier: MIT
//
// What a role knows, for the eyes of people: a belief made for a rule sheet as options ask for it, and its answers
// (show/knowledge.h) printed.
//
// Internal to cli/.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/know_command.h"
#include "show/knowledge.h"

namespace percept::cli {

// Rules to reason with, or only to read and write terms with (`circuit` false, which takes no time). Nothing after it
// was printed why there are none, or that the game has no such role.
struct RoleRules {
  std::shared_ptr<belief::Rules> rules;
  belief::RoleId role;
};
OrExit<RoleRules> make_rules(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                             const std::string& file, const std::string& role, bool circuit = true);

// The belief that the options ask for; why there is none is printed.
OrExit<std::unique_ptr<belief::Belief>> make_belief(const KnowOptions& options,
                                                    std::shared_ptr<const gdl::Description> description);

using belief::experience_of;
using belief::go_on_without;
using game::Told;
using show::Knowledge;
using show::knowledge_of;

void print_told(const Told& told);
// "Round 3", or "End after 2 rounds".
void print_heading(const std::string& text);
// The board is one of the belief's rules.
void print_knowledge(const belief::Belief& belief, const Knowledge& knowledge, const show::Board& board,
                     bool all = false, bool numbered = false);

// What a description has beyond the rules of a game: percepts before the first move, and more to show.
struct Beyond {
  std::function<Result<void>(const belief::Experience&)> look = {};
  std::function<void()> show = {};
};
// Asks a person, or a pipe, round by round what the role did and saw.
int know_interactively(belief::Belief& belief, const show::Board& board, bool all, const Beyond& beyond = {});

}  // namespace percept::cli
