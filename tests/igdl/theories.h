// SPDX-License-Identifier: MIT
//
// The chapter's Buttons and Lights as sentences, in pieces, with steps counted by the position; and theories from
// texts.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "belief/told.h"
#include "gdl/reader.h"
#include "igdl/theory_belief.h"

namespace percept::test {

namespace engine = ::percept::igdl;  // the folder; the oracle has a namespace of this name, too

inline const std::string kButtonsStructure = R"(
role(robot)
X!=robot => ~role(X)
base(p)
base(q)
base(r)
base(step(1))
base(step(2))
base(step(3))
base(step(4))
base(step(5))
base(step(6))
base(step(7))
percept(robot,q)
X!=robot | Y!=q => ~percept(X,Y)
input(robot,a)
input(robot,b)
input(robot,c)
X!=robot | Y!=a & Y!=b & Y!=c => ~input(X,Y)
step(1)
step(2)
step(3)
step(4)
step(5)
step(6)
step(7)
successor(1,2)
successor(2,3)
successor(3,4)
successor(4,5)
successor(5,6)
successor(6,7)
init(step(1))
X!=1 => ~init(step(X))
next(step(X)) <=> EY:(true(step(Y)) & successor(Y,X))
)";
inline const std::string kButtonsDark = "~init(p)\n~init(q)\n~init(r)\n";
inline const std::string kButtonsAlike = "init(p) <=> init(q)\n";
inline const std::string kButtonsPlay = R"(
true(q) <=> sees(robot,q)
X!=q => ~sees(robot,X)
legal(robot,a)
legal(robot,b)
legal(robot,c)
X!=robot | Y!=a & Y!=b & Y!=c => ~legal(X,Y)
next(p) <=>
  does(robot,a) & ~true(p) |
  does(robot,b) & true(q) |
  does(robot,c) & true(p)
next(q) <=>
  does(robot,a) & true(q) |
  does(robot,b) & true(p) |
  does(robot,c) & true(r)
next(r) <=>
  does(robot,a) & true(r) |
  does(robot,b) & true(r) |
  does(robot,c) & true(q)
goal(robot,100) <=> true(p) & true(q) & true(r)
goal(robot,0) <=> ~true(p) | ~true(q) | ~true(r)
X!=robot | (Y!=100 & Y!=0) => ~goal(X,Y)
terminal <=> true(step(7))
)";

inline Result<std::shared_ptr<const engine::Theory>> try_theory(const std::string& text) {
  return engine::Theory::make(gdl::read_text("theory", text));
}

inline std::shared_ptr<const engine::Theory> theory_of(const std::string& text) {
  auto theory = try_theory(text);
  INFO((theory ? std::string() : theory.error().message));
  REQUIRE(theory);
  return *theory;
}

inline std::unique_ptr<engine::TheoryBelief> belief_of(const std::string& text, const std::string& role = "robot") {
  auto theory = theory_of(text);
  auto belief = engine::TheoryBelief::make(theory, *theory->lexicon().role(role));
  INFO((belief ? std::string() : belief.error().message));
  REQUIRE(belief);
  return std::move(*belief);
}

// What is seen of the first position, and a round: the move, and what is seen then.
inline Result<void> looked(engine::TheoryBelief& belief, const std::vector<std::string>& percepts) {
  auto experience = belief::experience_of(belief, {std::nullopt, percepts});
  REQUIRE(experience);
  return belief.look(*experience->percepts);
}
inline Result<void> played(engine::TheoryBelief& belief, const std::string& move,
                           const std::vector<std::string>& percepts) {
  auto experience = belief::experience_of(belief, {move, percepts});
  REQUIRE(experience);
  return belief.update(*experience);
}

}  // namespace percept::test
