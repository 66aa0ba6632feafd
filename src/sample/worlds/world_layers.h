// SPDX-License-Identifier: MIT
//
// The worlds a role may be in, layer by layer: a layer holds the worlds before a round, and the next one is made of it
// without changing it. So histories can be followed back through the layers, and particles that have died can be
// replaced by others from an earlier layer.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "belief/worlds.h"
#include "sample/sampler.h"

namespace percept::sample {

using Layer = std::shared_ptr<const belief::Worlds::Layer>;

class LayerMaker {
 public:
  LayerMaker(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

  Result<Layer> first(const Budget& budget = {});

  // How many worlds a layer may have.
  struct Size {
    std::size_t complete;  // when it has all there are
    std::size_t sample;    // when it has not
  };
  struct Next {
    Outcome outcome;  // never kTooMany: the layer is a sample then
    Layer layer;      // if done
  };
  // Fails when a circuit for the positions cannot be had.
  Result<Next> next(const Layer& from, const Experience& experience, Size size, Random& random, const Budget& budget);

  // All steps from a layer (worlds.h). False when the budget ran out.
  bool for_each_step(const Layer& from, const Experience& experience,
                     const std::function<void(const belief::Worlds::Step&)>& visit, const Budget& budget);
  std::size_t words(const Layer& from);  // of the rows of such steps

  double grounding() const { return grounding_; }  // CPU seconds for circuits of the moment

 private:
  Result<Layer> make_layer(const Budget& budget);
  void hold(const Layer& layer);

  std::shared_ptr<Rules> rules_;
  RoleId role_;
  belief::Worlds worlds_;
  Layer held_;  // that worlds_ are, if any
  double grounding_ = 0;
};

}  // namespace percept::sample
