// SPDX-License-Identifier: MIT
//
// Are there many ways for literals that hold in every position alike to hold? The prover counts them, for a moment.
//
// Internal to ground/.
#pragma once

#include <span>

#include "program/program.h"

namespace percept::ground {

// Of the values of these variables, all of which stand in literals of rigid relations that must hold. Yes, too, when
// that takes long to find out.
bool more_than(std::size_t many, program::Program& program, std::span<const program::Literal> rigid,
               std::span<const program::TermId> variables);

}  // namespace percept::ground
