// SPDX-License-Identifier: MIT
//
// Prints descriptions as a person would write them, in either notation, with their comments. Reading what was written
// gives the same rules, and writing that again gives the same text.
//
// Kept from the author: order, comments, one blank line where there were some, facts that share a line, the spelling of
// names (GDL does not tell upper from lower case). Chosen here: line breaks, indentation, parentheses.
//
// Any thread may call these.
#pragma once

#include <string>

#include "gdl/description.h"

namespace percept::gdl {

std::string to_kif(const Description& description);
std::string to_infix(const Description& description, Habit habit);
std::string to_text(const Description& description);  // in its own notation and habit

// One term or formula on one line, names in lower case.
std::string to_kif(const Term& term, const Symbols& symbols);
std::string to_kif(const Formula& formula, const Symbols& symbols);
std::string to_infix(const Term& term, const Symbols& symbols);
// One statement on one line without comments: equal exactly when the statements are.
std::string to_kif(const Statement& statement, const Symbols& symbols);

// Do both say the same, statement by statement, whatever their notation, layout and comments?
bool same_rules(const Description& a, const Description& b);

}  // namespace percept::gdl
