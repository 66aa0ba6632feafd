// SPDX-License-Identifier: MIT
//
// The rounds of a match under a theory, as clauses of one incremental solver: what is unknown of the rules is a
// variable for all rounds, what is unknown of a position one a round, and `true` of a round is `next` of the one
// before. What the role did and saw are facts. Nothing else reaches it.
//
//   Timeline timeline(theory, role);
//   timeline.look(percepts, …);            // where percepts are of the position: before the first move
//   timeline.begin({move, percepts});      // a round; it counts …
//   timeline.keep();                       // … when it was kept, or it is taken back with drop()
//   timeline.truths(literals, budget)      // known, known not, open
//
// One made for explaining has a switch for each sentence and fact, so that it can be found out which of them an answer
// rests on. One thread's.
//
// Internal to igdl/.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "belief/belief.h"
#include "igdl/theory.h"
#include "solve/clauses.h"

namespace percept::igdl {

using belief::Experience;
using belief::Truth;
using game::Percepts;
using solve::Answer;
using solve::Literal;

// Clauses that make the wire hold in this copy, unless one of these literals does.
void require(const Theory& theory, solve::Solver& solver, solve::Clauses& copy, Wire wire,
             const std::vector<Literal>& unless);

// And those that make each role make exactly one move, a legal one, in a position that is not the last.
void require_moves(const Theory& theory, solve::Solver& solver, const solve::Clauses& copy,
                   const std::vector<Literal>& unless);

class Timeline {
 public:
  // A sentence or a fact that can be switched off, in words.
  struct Reason {
    Literal on;
    std::optional<std::size_t> sentence;  // its number; else a fact
    std::string fact = {};
    std::size_t round = 0;  // of a fact
  };

  Timeline(std::shared_ptr<const Theory> theory, RoleId role, bool explaining = false);

  const Theory& theory() const { return *theory_; }
  std::size_t round() const { return rounds_.size(); }  // the present one, from 1 on
  solve::Solver& solver() { return solver_; }
  Literal literal(Number input, std::size_t round) { return rounds_[round - 1].input(input); }
  Literal now(Number input) { return literal(input, round()); }

  void look(const Percepts& percepts);
  void ask();  // a move is asked for: the game is not over; kept or dropped as others
  void begin(const Experience& experience);
  void keep();
  void drop();

  // Under all that was told.
  Answer solve(std::span<const Literal> assumptions, std::span<const Literal> some, const Budget& budget);
  // Of literals, one after the other; open where the budget ran out, which `gave_up` says. Nothing when no model is
  // left.
  std::optional<std::vector<Truth>> truths(std::span<const Literal> literals, const Budget& budget, bool& gave_up);
  // The values that the literals have together, up to the limit; complete when there are no others.
  struct Rows {
    std::vector<std::vector<bool>> rows;
    bool complete = false;
  };
  Rows rows(std::span<const Literal> literals, std::size_t limit, const Budget& budget,
            std::span<const Literal> assumptions = {});
  // One of the rows by chance, and how many there would be if all were as this one: on average that is how many there
  // are (Knuth).
  struct Guess {
    std::vector<bool> row;
    double rows = 1;
  };
  Guess guess(std::span<const Literal> literals, Random& random, const Budget& budget);

  const std::vector<Reason>& reasons() const { return reasons_; }  // when it is explaining
  // A smallest set of reasons (no one of them can be left out) that make it impossible that all of these hold; nothing
  // when it is possible. Numbers of reasons().
  std::optional<std::vector<std::size_t>> core(std::span<const Literal> impossible, const Budget& budget);

 private:
  std::vector<Literal> unless(std::size_t law) const;
  void require_laws(Level level, solve::Clauses& copy);
  void require_timed(std::size_t arrived);
  void add(std::initializer_list<Literal> clause);
  void fact(Literal literal, std::string text, std::size_t round);
  void see(const Percepts& percepts, solve::Clauses& copy, std::size_t round, bool position);
  void know_timed();
  solve::Clauses fresh_copy();

  std::shared_ptr<const Theory> theory_;
  RoleId role_;
  bool explaining_;
  solve::Solver solver_;
  std::vector<Literal> rigid_;  // by input; 0 for others
  std::vector<solve::Clauses> rounds_;
  std::optional<Literal> pending_;  // switch of a round that is not kept yet
  std::size_t reasons_kept_ = 0;
  bool round_begun_ = false;
  std::vector<Literal> switches_;  // by law, when explaining
  std::vector<Reason> reasons_;
  std::vector<Literal> assumptions_;
};

}  // namespace percept::igdl
