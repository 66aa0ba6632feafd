// SPDX-License-Identifier: MIT
//
// A role of a match as somebody follows it who sees what the role sees: an exact belief, which hears what the role is
// told and nothing else, and the board that its knowledge is drawn on.
//
//   auto eyes = onlooker(model, "crosses", {.seconds = 1});
//   belief::hear(*eyes->belief, told);
//   picture_of(knowledge_of(*eyes->belief), eyes->board);
//
// One thread at a time, as the belief.
#pragma once

#include "belief/exact.h"
#include "show/board.h"

namespace percept::show {

struct Onlooker {
  std::unique_ptr<belief::ExactBelief> belief;
  Board board;  // of its rules
};
// Grounding the rules takes five seconds at most; beyond, each round is grounded by itself. Fails when there is no such
// role, or the first position cannot be had.
Result<Onlooker> onlooker(std::shared_ptr<const game::Model> model, const std::string& role,
                          const belief::ExactBelief::Options& limits, const Budget& budget = {});

}  // namespace percept::show
