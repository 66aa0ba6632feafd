// SPDX-License-Identifier: MIT
//
// Reads the Knowledge Interchange Format as game descriptions use it: prefix, case-insensitive, `?x` variables, `;`
// comments; facts, `(<= head body...)` rules and the sentences of IGDL. Never stops at the first mistake: reports it
// and goes on at the next form. An opening `(<=` inside another form shows that the outer one was never closed. Linear
// in the text but for unterminated forms, which are re-read at most a bounded number of times.
//
// Internal to gdl/.
#pragma once

#include "gdl/description.h"

namespace percept::gdl {

// Reads the source of the description into it.
void read_kif(Description& description);

}  // namespace percept::gdl
