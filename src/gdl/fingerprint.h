// SPDX-License-Identifier: MIT
//
// What is left of rules when their names mean nothing and their statements stand in any order: a digest that a game
// keeps when a manager scrambles it, and the names in an order that goes with it, so that what was learnt under the old
// names can be said under the new ones.
//
//   Fingerprint old = fingerprint(rules), now = fingerprint(scrambled_rules);
//   if (old.digest == now.digest) renamed("(mark 1 b)", old.names, now.names)   → "(gupo 1 ralu)"
//
// Reserved words, `random` and whole numbers are not names. Equal digests mean equal games; that equal games have equal
// digests holds for renaming by any map, as far as names that the rules do not tell apart are interchangeable, and for
// rules of a reasonable size.
//
// Functions of their arguments alone; any thread may call them.
#pragma once

#include <tsl/robin_map.h>

#include <string>
#include <string_view>
#include <vector>

#include "gdl/description.h"

namespace percept::gdl {

struct Fingerprint {
  std::string digest;              // hexadecimal
  std::vector<std::string> names;  // of relations, functions and constants
};
Fingerprint fingerprint(const Description& rules);

// Texts in KIF with each name of `from` as the one of `to` in the same place; other names stay.
class Renaming {
 public:
  Renaming(const std::vector<std::string>& from, const std::vector<std::string>& to);
  std::string operator()(std::string_view kif) const;

 private:
  tsl::robin_map<std::string, std::string> names_;
};
inline std::string renamed(std::string_view kif, const std::vector<std::string>& from,
                           const std::vector<std::string>& to) {
  return Renaming(from, to)(kif);
}

}  // namespace percept::gdl
