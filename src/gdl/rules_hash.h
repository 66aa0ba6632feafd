// SPDX-License-Identifier: MIT
//
// A number for a rule sheet, by which files made for it know it again: SHA-256 of its statements in order, whatever
// their notation, layout and comments.
//
// Any thread may call it.
#pragma once

#include <string>

#include "gdl/description.h"

namespace percept::gdl {

std::string rules_hash(const Description& description);  // 64 hexadecimal digits

}  // namespace percept::gdl
