// SPDX-License-Identifier: MIT
//
// Answer set programs whose models are the histories that explain what a role did and saw: Cerexhe, Sabuncu and
// Thielscher, "Evaluating Reactive Answer Set Solving for General Game Playing" (2013). Definitions 3 and 4 make one
// program for a query; Definitions 5 and 6 one that grows by a step each round and never starts again.
//
// Time runs as in the paper: holds(F,T) is a fluent of position T, does(R,A,T) and sees(R,P,T) belong to the round that
// is played in it. Rigid relations (Definition 2) have no time. derived(p(X),T) is written derived_p(X,T), which is
// grounded faster; names of the rule sheet are escaped (names.h). What the definitions leave open is decided so:
//   - no round is played in a terminal position, and each role makes exactly one of its legal moves;
//   - me(N), exec(A,T) and observed(P,T) say whose query it is, what it did and what it saw; told(T) that its percepts
//     of the round are all there, so that a round may be left out. A move that is not legal has no model;
//   - sees and observed have the time of the move, in both programs;
//   - moves and percepts need no domains: choices range over legal moves, externals over what may be legal or seen;
//   - the position before step t is part of step t, so that everything a round needs is defined in it;
//   - rules without consequences for legal moves, the end and percepts are left out, with them those of goals; and so
//     are instances that only others' percepts need;
//   - in a game without `sees` a role sees the joint move.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "asp/names.h"
#include "program/program.h"

namespace percept::asp {

struct TranslationOptions {
  std::optional<program::TermId> role;  // whose percepts are asked for; without, everybody's are there
  bool facts = false;     // reactive: exec and observed are facts, known before their step is grounded, not externals
  bool goals = false;     // keep the rules for goals, and say what holds of the last position
  bool comments = false;  // for people: the clause before each rule, and what it is of
};

struct TextPart {
  std::string name;
  std::vector<std::string> parameters;
  std::string text;
};

// Definitions 3 and 4, without the query: a constant `rounds`, and facts as history_facts() writes them, are missing.
std::string single_program(program::Program& program, Names& names, const TranslationOptions& options);

// Definitions 5 and 6: base, step(t) and check(t), for t = 1, 2, ... Externals are exec(A,t-1), observed(P,t-1),
// told(t-1), and round(t), without which nothing is asked of round t. Further parts, executed(a,t), perceived(p,t),
// told(t) and passed(t), say of a past round that what was assigned is final, so that the solver can simplify.
// With `facts` there are no externals: executed(a,t), perceived(p,t) and told(t) are grounded with step(t) and say what
// happened in it.
std::vector<TextPart> reactive_program(program::Program& program, Names& names, const TranslationOptions& options);

// What a role did and saw, a round an entry; what it was not told is left out.
struct History {
  struct Round {
    std::optional<program::TermId> move;
    std::optional<std::vector<program::TermId>> percepts;
  };
  program::TermId role;
  std::vector<Round> rounds;
};
// me, exec, moved, observed and told.
std::string history_facts(const History& history, Names& names);

}  // namespace percept::asp
