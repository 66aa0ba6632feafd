// SPDX-License-Identifier: MIT
//
// Reads infix rules and sentences. Operators from tight to loose: `~` and quantifiers, `&`, `|`, then `=>` and `<=>`;
// what stands between two operators of one rank belongs to the right one (chapter on incomplete descriptions). A comma
// is `&`. `AX:` and `EX:` bind as tightly as `~`: write AX:(p(X) => q(X)).
//
// A statement ends at its full stop, or, in the textbook's habit, where the next one starts. After a mistake reading
// goes on behind the next full stop or at the next line that is not indented.
//
// Internal to gdl/.
#pragma once

#include "gdl/description.h"

namespace percept::gdl {

// Reads the source of the description into it.
void read_infix(Description& description);

}  // namespace percept::gdl
