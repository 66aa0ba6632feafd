// SPDX-License-Identifier: MIT
//
// What can be said of a theory before anything is played: whether it contradicts itself, which of its sentences follow
// from the others, what it leaves open, and whether a complete game is a model of it.
//
// One thread's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/game.h"
#include "igdl/timeline.h"

namespace percept::igdl {

struct Contradiction {
  std::size_t round;                   // 1: there is no first position; 2: no round can be played
  std::vector<std::size_t> sentences;  // none of them can be left out
};
std::optional<Contradiction> find_contradiction(const std::shared_ptr<const Theory>& theory, const Budget& budget = {});

// Each follows from all the others; several of them together need not.
std::vector<std::size_t> find_redundant(const Theory& theory, const Budget& budget = {});

// Relations of the author's that are mentioned once, of which nothing else is said: mostly a mistake in writing.
struct Stray {
  std::string name;
  std::size_t sentence;
  std::optional<std::string> meant;  // a relation with a similar name
};
std::vector<Stray> find_strays(const Theory& theory);

// Something the sentences do not settle, with two models that differ in it and agree in the position and the moves.
struct Open {
  std::string what;  // "first position", "legality", "successor", "percepts", "goal", "end"
  bool at_first;     // in a first position; else in some position, which may never come about
  std::vector<std::string> position, moves;
  std::vector<std::string> differs;  // atoms that hold in one of the two …
  std::vector<bool> left;            // … in the first, not in the second; or the other way round
};
std::vector<Open> find_open(const Theory& theory, const Budget& budget = {});

// Where a complete game is not as the theory says: in the first round, by positions reached, that has no model. A
// relation of the author's may hold of anything that makes the sentences true.
struct Disagreement {
  std::size_t round = 0;
  std::string position, moves;         // moves only where the move is what disagrees
  std::vector<std::size_t> sentences;  // that cannot all hold
  std::string unknown;                 // else: what the game has and the description does not list
};
struct Agreement {
  std::optional<Disagreement> disagreement;
  std::size_t positions = 0;  // that were compared
  bool all = false;           // there are no others
};
Result<Agreement> compare(const std::shared_ptr<const Theory>& theory, game::Game& game, std::size_t positions = 2000,
                          const Budget& budget = {});
// Do the percepts of a game depend on nothing but the position?
bool sees_position(const game::Model& model);

}  // namespace percept::igdl
