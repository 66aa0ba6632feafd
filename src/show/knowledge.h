// SPDX-License-Identifier: MIT
//
// What a role knows of the present position, in an order that people expect: as data, as a text with a board where
// fluents form one, and as JSON.
//
//   auto board = Board::make(belief.rules());
//   Knowledge knowledge = knowledge_of(belief);
//   fmt::print("{}", to_text(belief, knowledge, *board, {.color = true}));
//
// These ask the belief and its rules, so they belong to the thread that uses them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "belief/told.h"
#include "show/board.h"

namespace percept::show {

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

// The board of the belief's rules with it.
Picture picture_of(const Knowledge& knowledge, const Board& board);

struct Look {
  bool color = false;
  bool numbered = false;            // numbers in front of the moves, from 1 on, known ones first, to choose from
  bool all = false;                 // else at most so many open fluents of a name, and so many moves, are shown
  std::string_view more_time = "";  // where a budget ran out: how to give it more
};
std::string to_text(const belief::Belief& belief, const Knowledge& knowledge, const Board& board, const Look& look);

// {"legal": {"known": [move, …], "open": […]}, "fluents": the same, "terminal": "known", "known-not" or "open",
//  "goal": {"known": [value, …], "open": […]}, "states": how many or null, "probabilities": {fluent: number, …} of
//  those that are open, "exact_probabilities", "gave_up"}
nlohmann::ordered_json to_json(const belief::Belief& belief, const Knowledge& knowledge);

// ---- parts of it
std::string text_of(const game::Told& told, bool color);  // what the role did, and what it saw: a line each
std::vector<std::string> texts_of(const belief::Belief& belief, const std::vector<game::MoveId>& moves);
std::vector<std::string> texts_of(const belief::Belief& belief, const std::vector<game::FluentId>& fluents);
std::string text_of(belief::Truth truth);              // "yes", "no" or "open"
std::string text_of(const belief::Known<int>& goals);  // "known: 100", "open: 0, 100"
std::string text_of(const std::vector<int>& goals);    // "100"; "none" or "50 and 100" where rules give none or several

}  // namespace percept::show
