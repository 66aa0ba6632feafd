// SPDX-License-Identifier: MIT
//
// Simulators of our own games.
#pragma once

#include "search/simulator.h"
#include "support/support.h"

namespace percept::test {

inline std::unique_ptr<search::Simulator> simulator_of_own(const std::string& name) {
  return got(search::Simulator::make(
      got(game::Model::make(got(gdl::read_file((project_root() / "games" / (name + ".kif")).string()))))));
}

}  // namespace percept::test
