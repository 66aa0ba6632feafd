// SPDX-License-Identifier: MIT
//
// How terms look on the wire. Inside Percept names are in lower case; ggp-base tells `xPlayer` from `xplayer` and puts
// blanks inside parentheses, Dresden writes everything in upper case. A Spelling knows how a rule sheet writes its
// names (where it does so in several ways, the first) and gives them back so.
//
// Internal to wire/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tsl/robin_map.h>

#include "gdl/description.h"

namespace percept::wire {

enum class Layout : std::uint8_t {
  kPlain,    // (mark 1 1), names as the sheet spells them
  kGgpBase,  // ( mark 1 1 ), the same
  kDresden,  // (MARK 1 1)
};

class Spelling {
 public:
  Spelling() = default;  // everything in lower case
  explicit Spelling(const gdl::Description& rules);

  // The name, given in any case, as the sheet has it; in lower case when it does not occur there.
  std::string name(std::string_view name) const;
  // A text in KIF, such as a move or a whole rule.
  std::string write(std::string_view kif, Layout layout) const;

 private:
  tsl::robin_map<std::string, std::string> names_;  // only those that are not in lower case
};

}  // namespace percept::wire
