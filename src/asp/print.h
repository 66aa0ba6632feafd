// SPDX-License-Identifier: MIT
//
// Whole programs for people and for the `clingo` command: the translation, its query, and what is to be shown.
//
//   percept asp FILE … | clingo - 0
//
// prints every history. The reactive program is run by clingo's incremental mode, which grounds base, then step(t) and
// check(t) for t = 1, 2, ..., and solves after each; there the externals are given as facts, in base, and clingo needs
// the argument --eq=0 (control.h).
//
// Any thread may call these.
#pragma once

#include "asp/translation.h"

namespace percept::asp {

struct PrintOptions {
  TranslationOptions translation;
  bool reactive = false;
  std::string file;  // of the rules, to be named
};
// Without a history: all histories of a number of rounds that can be set (clingo -c rounds=3), and how to add one.
std::string to_text(program::Program& program, Names& names, const PrintOptions& options,
                    const std::optional<History>& history);

}  // namespace percept::asp
