// SPDX-License-Identifier: MIT
//
// Which atoms there may be, before any sentence is made a wire: what the lists of a description have (role, base,
// percept, input, step, successor), the universe, which round a step is, what the language's own relations speak of,
// and what bounds the author's. The grounder is given the members of every relation.
//
// Plain functions, for any thread.
//
// Internal to igdl/.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "igdl/grounder.h"

namespace percept::igdl {

struct Structure {
  bool imperfect = false;                       // there are percepts
  std::map<TermId, std::size_t> round_of = {};  // of each step, where sentences speak of rounds by them
};

// Relations of the language that no sentence has are added to the sentences. `name` is what the description is called.
// Fails for lists that are missing or infinite, names that no list has, and relations of too much.
Result<Structure> find_members(const std::string& name, Sentences& sentences, Grounder& grounder);

}  // namespace percept::igdl
