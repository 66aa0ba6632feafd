// SPDX-License-Identifier: MIT
//
// Worlds for a search of information sets (search/information_trees.h), from histories that a sampler drew for a role:
// those, and such as others hold possible in these. Of a history that the role holds possible, another knows its own
// moves and percepts: the worlds it holds possible then need not be among the role's, and what the role knows in those
// may be different again. Each weighs what it weighs to whom holds it possible, beside those there already: an opponent
// that finds the player's cards in most of its worlds knows too much.
//
//   auto worlds = searched_worlds({*simulator, rules, role, steering, seed}, samples, random, budget);
//   // worlds[i] is where samples[i] leads to
//
// One thread at a time.
//
// Internal to play/.
#pragma once

#include <span>
#include <vector>

#include "sample/sampler.h"
#include "search/information_trees.h"

namespace percept::play {

// The histories of samples in the simulator's numbers; none where it does not know all of their moves.
std::vector<std::vector<game::JointMove>> numbered(search::Simulator& simulator, const game::Lexicon& of,
                                                   std::span<const sample::Sample> samples);

struct WorldsOf {
  search::Simulator& simulator;
  const std::shared_ptr<belief::Rules>& rules;
  std::uint32_t role;
  const search::Steering& steering;  // what others were seen to plan
  std::uint64_t seed;
};
// One of each sample; behind these come those of others, and their samples. None where the simulator does not know the
// moves.
std::vector<search::SearchWorld> searched_worlds(const WorldsOf& of, std::vector<sample::Sample>& samples,
                                                 Random& random, const Budget& budget);

}  // namespace percept::play
