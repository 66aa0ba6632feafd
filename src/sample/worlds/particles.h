// SPDX-License-Identifier: MIT
//
// A particle filter that refills itself. Particles are worlds that stand for others that were dropped; when a round
// leaves none of them, or too few, the filter goes back 1, 2, 4, 8 ... rounds to a layer that was kept and plays
// forward again with another choice of what to drop, at last from the last layer that had all worlds; then all of this
// with twice as many particles, and so on. The old particles stay until there are more of the new.
//
// Only a search that never dropped a world can show that nothing explains an experience.
#pragma once

#include <span>
#include <vector>

#include "sample/worlds/world_layers.h"

namespace percept::sample {

class Particles {
 public:
  explicit Particles(const Options& options);

  LayerMaker::Size size() const { return size_; }  // of layers as long as nothing is wrong
  // Whether a layer has too few particles, and it is worth to look for more.
  bool wants_more(const belief::Worlds::Layer& layer);

  // Other layers for so many rounds. There are as many now, and one more when the last round left some particles. When
  // it is given up, the next call goes on.
  Result<Outcome> refill(LayerMaker& maker, std::vector<Layer>& layers, std::span<const Experience> experiences,
                         std::size_t rounds, const Budget& budget);
  bool refilling(std::size_t rounds) const { return rounds_ == rounds; }
  void forget() {  // what was tried
    rounds_ = 0;
    trial_.clear();
  }

 private:
  bool begin_trial(const std::vector<Layer>& layers, unsigned doublings);

  LayerMaker::Size size_;
  std::size_t enough_;
  std::size_t few_;  // fewer were not to be had lately
  Random random_;

  std::size_t rounds_ = 0;  // to be explained
  unsigned doublings_ = 0;
  std::size_t back_ = 1;
  // The trial at hand: layers from one that was kept.
  std::size_t from_ = 0;
  LayerMaker::Size trial_size_{};
  std::vector<Layer> trial_;
};

}  // namespace percept::sample
