// SPDX-License-Identifier: MIT
//
// Two changes of a program before it is ground, which leave what its keywords mean as it is:
//
// *Idle arguments.* In
//
//   (<= (ready ?a ?b) (bit ?a) (bit ?b) (true (step 2)))
//
// nothing depends on the arguments but whether they are bits. Such a relation loses them, and who uses it says (bit …)
// of what stood there: one rule is left where every combination had its own.
//
// *Unfolding.* A relation that is the same in every position, has very many atoms and joins small relations is put into
// the rules that use it:
//
//   (<= (alike ?a ?b ?c ?d) (has ?a ?x) (has ?b ?x) (has ?c ?x) (has ?d ?x))
//
// Splitting (split.h) can cut a rule with four times `has` along ?x, but not one with `alike`.
//
// Internal to ground/.
#pragma once

#include "program/program.h"

namespace percept::ground {

void drop_idle_arguments(program::Program& program);
void unfold(program::Program& program);

}  // namespace percept::ground
