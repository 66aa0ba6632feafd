// SPDX-License-Identifier: MIT
//
// Everything a belief knows, as sorted texts that can be compared between beliefs, and with what traces say.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "belief/belief.h"

namespace percept::test {

struct Knowledge {
  belief::Known<std::string> fluents;  // as (true f)
  belief::Known<std::string> legal;
  belief::Known<std::string> goals;
  belief::Truth terminal;

  friend bool operator==(const Knowledge& a, const Knowledge& b) { return a.text() == b.text(); }
  std::string text() const;
};
std::ostream& operator<<(std::ostream& out, const Knowledge& knowledge);

Knowledge knowledge(belief::Belief& belief);
belief::Truth truth(const std::string& word);  // known, no or maybe
// With `my_move` and `percepts` of a trace's round.
void update(belief::Belief& belief, const nlohmann::json& round);

}  // namespace percept::test
