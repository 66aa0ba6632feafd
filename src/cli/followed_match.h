// SPDX-License-Identifier: MIT
//
// Where a role's experiences come from (match/followed_match.h), as options ask for it: a random match that a referee
// plays, or a record of one.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/rules.h"
#include "cli/exit_codes.h"
#include "match/followed_match.h"

namespace percept::cli {

using Match = match::FollowedMatch;

struct MatchOptions {
  std::string file;                   // the rule sheet
  std::optional<std::string> record;  // else a match is played
  std::size_t nth = 1;                // of the matches of a record
  std::optional<std::uint64_t> seed;  // one is drawn when it is not given
  game::Game::Choice engine = game::Game::Choice::kProver;
  std::optional<std::size_t> max_rounds = {};
};

struct Followed {
  std::unique_ptr<Match> match;
  std::optional<std::uint64_t> seed;  // of a match that is played
  std::string engine;                 // of the referee; empty when there is none
  std::string of_several;             // ", match 2 of 7"
};

// Prints why there is none. A record can be followed without a referee: then without a description.
OrExit<Followed> follow_match(std::shared_ptr<const gdl::Description> description, const belief::Rules& rules,
                              belief::RoleId role, const MatchOptions& options);

// The same, and what the role is told in so many rounds, or in all of the match.
struct FollowedRounds {
  Followed match;
  std::vector<play::Told> told;
};
OrExit<FollowedRounds> follow_rounds(std::shared_ptr<const gdl::Description> description, const belief::Rules& rules,
                                     belief::RoleId role, const MatchOptions& options,
                                     const std::optional<std::size_t>& wanted);

}  // namespace percept::cli
