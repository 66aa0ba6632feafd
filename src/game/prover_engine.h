// SPDX-License-Identifier: MIT
//
// The prover as an engine: every question is a query to the rules themselves.
#pragma once

#include <memory>

#include "game/engine.h"

namespace percept::game {

std::unique_ptr<Engine> make_prover_engine(program::Program& program, Vocabulary& vocabulary);

}  // namespace percept::game
