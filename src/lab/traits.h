// SPDX-License-Identifier: MIT
//
// What kind of game a rule sheet describes, found out by playing it at random: what a portfolio of players would choose
// by, and what an author wants to know. Nothing is proven but parts and idle fluents, which are read off the rules;
// each other trait is what was seen, or a mean of it.
//
//   auto traits = traits_of(model, {.matches = 512, .seed = 1});
//   traits->leaf_correlation                      // searching models as if all were seen works best where it is high
//
// Leaf correlation, bias and disambiguation are those of Long, Sturtevant, Buro and Furtak (2010): how often two moves
// at the end of a match lead to the same result; whether one role wins more often; how fast information sets shrink.
//
// One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "game/model.h"

namespace percept::lab {

struct TraitsOptions {
  std::size_t matches = 512;    // of random moves
  std::size_t followed = 8;     // of these many, what each role knows is worked out
  std::size_t worlds = 20'000;  // a role that holds more positions possible is not followed any further
  std::uint64_t seed = 1;
  double seconds = 20;  // CPU seconds for following, at most
};

// What a role that followed its matches did not know after so many rounds.
struct OpenTraits {
  std::size_t matches = 0;  // that lasted so long, and could be followed
  double positions = 0;     // it held possible: the mean
  double bits = 0;          // it lacked to know the position: the mean entropy of their chances
  std::size_t lost = 0;     // matches with more positions than could be followed
};

struct RoleTraits {
  std::string role;
  double goal = 0;                    // mean
  double choosing = 0;                // share of the positions in which it has a choice
  double branching = 0;               // mean number of moves where it has a choice
  std::size_t most_moves = 0;         // that it ever had
  std::vector<OpenTraits> open = {};  // by rounds played; empty where everything is seen
};

// One of several parts of the game that have nothing to do with each other (search/factors.h).
struct PartTraits {
  std::vector<std::string> fluents;
  std::vector<std::pair<std::string, std::string>> moves;  // role and move: that do something to it
};

struct Traits {
  std::vector<RoleTraits> roles;     // without nature
  std::optional<RoleTraits> nature;  // `random` of GDL-II
  int gdl_version = 1;
  bool circuit = true;  // else on the prover, with fewer matches

  std::vector<PartTraits> parts;  // none, or at least two
  std::vector<std::string> idle;  // fluents that never make a difference

  std::size_t matches = 0, cut = 0;  // cut: matches that did not end
  double length = 0;                 // in rounds: the mean
  std::size_t shortest = 0, longest = 0;
  double joint_branching = 0;              // the geometric mean of joint moves in a position
  double simultaneous = 0;                 // share of the positions in which several players choose
  std::optional<double> sum;               // of all players' goals, if it was the same at every end
  bool common = false;                     // all players always got the same goal
  bool perfect = true;                     // everything was seen: no role could take one position for another
  double histories = 0, spread = 0;        // Knuth's estimate, and the standard deviation of it
  double draws = 0;                        // share of ends in which no player is ahead
  std::optional<double> first_advantage;   // mean goal of who chooses first, less that of the others
  std::optional<double> leaf_correlation;  // of two moves at the last choice, how often both come to the same
  std::optional<double> disambiguation;  // by which part the possible positions become fewer in a round; below 0: more
};

Result<Traits> traits_of(std::shared_ptr<const game::Model> model, const TraitsOptions& options = {},
                         const Budget& budget = {});

std::string to_text(const Traits& traits);  // lines for people, with small charts
nlohmann::ordered_json to_json(const Traits& traits);

}  // namespace percept::lab
