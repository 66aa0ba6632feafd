// SPDX-License-Identifier: MIT
#include "sample/worlds/world_layers.h"

#include "belief/worlds_circuit.h"

namespace percept::sample {

LayerMaker::LayerMaker(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
    : rules_(std::move(rules)), role_(role), worlds_(role, options.worlds) {
  std::optional<RoleId> nature;
  if (rules_->imperfect()) nature = rules_->role("random");
  worlds_.expect(options.opponents, nature);
  if (rules_->whole()) worlds_.use(rules_->whole());
}

Result<Layer> LayerMaker::first(const Budget& budget) {
  held_.reset();
  worlds_.start(rules_->initial());
  return make_layer(budget);
}

Result<Layer> LayerMaker::make_layer(const Budget& budget) {
  if (!rules_->whole()) {
    double start = cpu_seconds();
    auto local = belief::local_circuit(*rules_, worlds_.all(), role_, budget);
    grounding_ += cpu_seconds() - start;
    if (!local) return tl::unexpected(local.error());
    worlds_.use(*local);
  }
  held_ = std::make_shared<const belief::Worlds::Layer>(worlds_.layer());
  return held_;
}

void LayerMaker::hold(const Layer& layer) {
  if (held_ == layer) return;
  worlds_.restore(*layer);
  held_ = layer;
}

Result<LayerMaker::Next> LayerMaker::next(const Layer& from, const Experience& experience, Size size, Random& random,
                                          const Budget& budget) {
  hold(from);
  Outcome outcome = Outcome::kTooMany;
  if (from->complete) {
    worlds_.limit(size.complete);
    outcome = worlds_.advance(experience.move, experience.percepts, budget);
  }
  if (outcome == Outcome::kTooMany) {
    held_.reset();
    worlds_.thin(size.sample, random);
    worlds_.limit(std::max(size.complete, 4 * size.sample));
    outcome = worlds_.advance(experience.move, experience.percepts, budget);
    if (outcome == Outcome::kDone) worlds_.thin(size.sample, random);
  }
  if (outcome != Outcome::kDone) return Next{outcome, nullptr};
  held_.reset();
  auto made = make_layer(budget);
  if (!made && budget.out_of_time()) return Next{Outcome::kGaveUp, nullptr};
  if (!made) return tl::unexpected(made.error());
  return Next{outcome, *made};
}

bool LayerMaker::for_each_step(const Layer& from, const Experience& experience,
                               const std::function<void(const belief::Worlds::Step&)>& visit, const Budget& budget) {
  hold(from);
  return worlds_.for_each_step(experience.move, experience.percepts, visit, budget);
}

std::size_t LayerMaker::words(const Layer& from) {
  hold(from);
  return worlds_.words();
}

}  // namespace percept::sample
