// SPDX-License-Identifier: MIT
//
// A sheet that cannot be played is refused with its mistake.
#include "wire/served_player.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("rules with a mistake are refused, and the log says which") {
  auto diary = std::make_shared<Diary>();
  ServedPlayer player(diary);
  std::string rules =
      "(role white) (init (f 1)) (legal white noop) (<= (next (f ?x)) (not (true (f ?x)))) (<= terminal (true (f 2)))"
      "(goal white 50)";
  CHECK(player.tell("(START m1 white (" + rules + ") 2 2)") == "busy");
  CHECK(player.last_line().find("?x of the head is not bound") != std::string::npos);
  CHECK(player.last_line().find("no role") == std::string::npos);
}
