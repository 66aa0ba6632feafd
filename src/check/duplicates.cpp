// SPDX-License-Identifier: MIT
//
// Statements that stand twice. Saying it again changes nothing, but one of the two was probably meant to differ.
#include <tsl/robin_map.h>

#include "check/check.h"
#include "gdl/writer.h"

namespace percept::check {

void check_duplicates(const Rules& rules, Findings& findings) {
  tsl::robin_map<std::string, const Statement*> first;
  for (const Statement& statement : rules.description().statements()) {
    auto [known, is_new] = first.insert({to_kif(statement, rules.description().symbols()), &statement});
    if (is_new) continue;
    std::string what = statement.kind == Statement::Kind::kFact   ? "fact"
                       : statement.kind == Statement::Kind::kRule ? "rule"
                                                                  : "sentence";
    findings.push_back({Code::kDuplicate,
                        statement.place,
                        "this " + what + " was stated before; Percept reads it once",
                        "remove one, or mend what was meant to differ",
                        {{known->second->place, "it stands here, too"}}});
  }
}

}  // namespace percept::check
