// SPDX-License-Identifier: MIT
#include "play/nested_draw.h"

#include "game/model.h"
#include "sample/engines.h"

namespace percept::play {
namespace {

constexpr std::size_t kNestedWorlds = 2'000, kNestedParticles = 200;  // that it keeps: it is one of many

}  // namespace

std::unique_ptr<NestedDraw> NestedDraw::make(const std::shared_ptr<belief::Rules>& rules, std::uint64_t seed) {
  if (!rules->whole()) return nullptr;  // what was too large for a belief is not tried again
  auto whole = rules->model().whole(circuit::Logic::kTwoValued);
  if (!whole) return nullptr;
  return std::unique_ptr<NestedDraw>(new NestedDraw(rules, game::make_circuit_walker(*whole), seed));
}

std::vector<sample::Sample> NestedDraw::draw(std::span<const game::JointMove> history, game::RoleId role,
                                             std::size_t count, Random& random, const Budget& budget) {
  sample::Options options;
  options.worlds = kNestedWorlds;
  options.particles = kNestedParticles;
  options.seed = ++seed_;
  auto sampler = sample::make_sampler(sample::Engine::kAuto, rules_, role, options);
  if (!sampler) return {};
  walker_->start();
  for (const game::JointMove& joint : history) {
    game::Percepts percepts;
    walker_->percepts(joint, role, percepts);
    if (!(*sampler)->update({joint[role.value], percepts}, budget)) return {};
    walker_->step(joint);
  }
  return (*sampler)->draw(count, random, budget).samples;
}

}  // namespace percept::play
