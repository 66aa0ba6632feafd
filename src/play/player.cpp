// SPDX-License-Identifier: MIT
#include "play/player.h"

namespace percept::play {

Result<std::shared_ptr<const game::Model>> model_of(const Assignment& assignment) {
  if (assignment.model) return assignment.model;
  return game::Model::make(assignment.rules);
}

}  // namespace percept::play
