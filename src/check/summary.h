// SPDX-License-Identifier: MIT
//
// A description at a glance, from its rules alone: which language it is in, who plays, and what positions, moves,
// percepts and goals are made of. What a rule says about a variable role counts for every role it may stand for.
//
// Any thread may call these.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/rules.h"

namespace percept::check {

enum class Dialect : std::uint8_t { kGdl, kGdlII, kIgdl };
std::string_view to_string(Dialect dialect);  // "GDL", "GDL-II", "IGDL"

struct RoleSummary {
  std::string name;
  std::vector<std::string> moves;  // patterns, such as (mark ?x ?y)
  std::vector<std::string> percepts;
  std::vector<std::string> goals;  // values, ascending; a pattern where the rules compute it
};

struct Summary {
  std::string title;  // the comment at the top of the file, without its signs
  Dialect dialect = Dialect::kGdl;
  std::size_t facts = 0;
  std::size_t rules = 0;
  std::size_t sentences = 0;
  std::vector<RoleSummary> roles;
  std::vector<std::string> fluents;    // patterns of what can be true
  std::vector<std::string> relations;  // the author's own, as name/arity
};

Summary summarise(const Description& description);

}  // namespace percept::check
