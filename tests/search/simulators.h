// SPDX-License-Identifier: MIT
//
// Simulators of our own games, and of such as a test makes up.
#pragma once

#include "game/playing.h"
#include "search/simulator.h"
#include "support/support.h"

namespace percept::test {

inline std::unique_ptr<search::Simulator> simulator_of_own(const std::string& name) {
  return got(search::Simulator::make(
      got(game::Model::make(got(gdl::read_file((project_root() / "games" / (name + ".kif")).string()))))));
}

inline std::unique_ptr<search::Simulator> simulator_of_text(std::string rules) {
  return got(search::Simulator::make(got(game::Model::make(gdl::read_text("test", std::move(rules))))));
}

}  // namespace percept::test
