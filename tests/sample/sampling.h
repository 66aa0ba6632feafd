// SPDX-License-Identifier: MIT
//
// What tests of samplers need: a random match as a role experiences it, a referee that replays a sample, all histories
// by plain enumeration, and two measures of how far samples are from them. The referee and the enumeration use the
// referee's engine, one position at a time: no lanes, no solver.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "belief/opponents.h"
#include "game/game.h"
#include "sample/sampler.h"

namespace percept::test {

// A rule sheet for a referee and for samplers.
struct Sheet {
  explicit Sheet(std::shared_ptr<const gdl::Description> description, ground::Options grounding = {});
  static Sheet of_file(const std::filesystem::path& file, ground::Options grounding = {});
  static Sheet of_text(std::string text);
  std::vector<game::RoleId> players() const;  // all roles but random

  std::shared_ptr<const gdl::Description> description;
  game::Game game;
  std::shared_ptr<belief::Rules> rules;
};
// Every file of the folder that can be played, and how: rule sheets that end in errors are left out.
std::vector<std::filesystem::path> playable_gdl2();  // of the corpus

// A random match, and what the role did and saw, in the numbers of the rules.
struct Match {
  game::RoleId role;
  std::vector<game::JointMove> moves;  // the referee's
  std::vector<sample::Experience> experiences;
};
Match play(Sheet& sheet, game::RoleId role, std::uint64_t seed, std::size_t max_rounds = 10'000);

// What is wrong with a sample of the first `rounds` rounds of the match: empty when the referee plays it, with the
// role's own moves and exactly its percepts, to the state it has.
std::string replayed(Sheet& sheet, const Match& match, std::size_t rounds, const sample::Sample& sample);

// All histories that explain the first `rounds` rounds, with their probabilities; by texts. Nothing (empty) when there
// are more than the limit on the way.
struct Posterior {
  std::map<std::string, double> states;
  std::map<std::string, double> histories;
};
Posterior enumerate(Sheet& sheet, const Match& match, std::size_t rounds, std::size_t limit = 100'000,
                    const belief::Opponents* opponents = nullptr);

// Texts of a sample, as the posterior has them.
std::string state_text(const belief::Rules& rules, const sample::Sample& sample);
std::string history_text(const belief::Rules& rules, const sample::Sample& sample);

// The weight that a draw gives to each state or history.
using Weights = std::map<std::string, double>;
Weights state_weights(const belief::Rules& rules, const sample::Draw& draw);
Weights history_weights(const belief::Rules& rules, const sample::Draw& draw);

// Half the sum of the differences: 0 when equal, 1 when they have nothing in common.
double total_variation(const Weights& a, const Weights& b);
// The probability of a deviation at least as large as that of `samples` independent draws with these relative
// frequencies from the expected distribution (Pearson; cells that expect little are joined). 0 when something was drawn
// that cannot be.
double chi_square(const Weights& drawn, const Weights& expected, std::size_t samples);

}  // namespace percept::test
