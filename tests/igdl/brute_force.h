// SPDX-License-Identifier: MIT
//
// The models of an incomplete description, by plain enumeration: slow, small, and made to be believed. It knows nothing
// of src/igdl; it reads a Description and lists every way the match can have gone. All answers are then a matter of
// counting. For descriptions without functions, whose universe is the constants that occur in them.
//
// How the chapter is read here:
// - `true does next legal sees goal terminal` belong to a round. `init` is `true` in the first round: sentences with
//   init are about the first round only. `next` is `true` in the round after. All other relations are rigid, the same
//   in every round; where they are open, they are what the player does not know about the rules.
// - What is true, initially or next, is a `base` proposition, what is legal or done an `input`, what is seen a
// `percept`.
//   Without that, 19.6 would leave open if init(robot), and there would not be eight first positions.
// - `step` is rigid. The number of the round is not known by itself: a description that needs it has it in the
// position.
// - In a round that is not the last each role does exactly one thing, which is legal. Sentences with `does` or `next`
// are
//   about rounds in which a move was made: a position is not ruled out because nothing could follow it.
// - `sees` is about the present position, and is told before the move (Telling::kBeforeMove); GDL-II tells it after the
//   move of the same round (kAfterMove). Both are the same facts, told at different times.
// - A role knows what it did and saw, and that the game was not over when it was asked for a move. Nobody tells it what
// is
//   legal; that its move was made tells that this one was.
// - Nothing but rigid relations is the same from round to round: if a description does not say whether a move is legal,
//   it may be so in one round and not in the next.
//
// One thread's.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gdl/description.h"

namespace percept::test::igdl {

using Atoms = std::set<std::string>;  // as texts without blanks: "wire(b1,l2)"

enum class Known : std::uint8_t { kTrue, kFalse, kOpen };
enum class Telling : std::uint8_t { kBeforeMove, kAfterMove };

// One way that things may be: the rules' open atoms that hold, and the position with all that belongs to its round.
struct World {
  Atoms rules;
  Atoms position;  // the propositions that are true
  Atoms legal;     // "legal(robot,a)"
  Atoms moves;     // of the role that are legal
  Atoms sees;      // what the role sees
  Atoms other;     // goal and terminal atoms
  int goal = 0;    // of the role; the lowest, if there are several, 0 if there is none
  bool terminal = false;

  auto operator<=>(const World&) const = default;
};

// A match so far: a world a round, and the moves between them ("does(robot,a)"), one less.
struct Model {
  std::vector<int> worlds;
  std::vector<Atoms> moves;
};
using Models = std::vector<Model>;

class BruteForce {
 public:
  // The description is one of sentences, the role one of its roles.
  BruteForce(const gdl::Description& description, std::string role);
  ~BruteForce();

  // Models of the first round, nothing told.
  const Models& start();
  // Those in which the role sees exactly this in the present round.
  Models seen(const Models& models, const Atoms& percepts) const;
  // Those in which the game is not over.
  Models asked(const Models& models) const;
  // The role was asked for a move and made this one: all that may have become of that.
  Models moved(const Models& models, const std::string& move);

  // Does the atom hold in this round (1 is the first, 0 the present one)? Rigid atoms have no round.
  Known ask(const Models& models, const std::string& atom, std::size_t round = 0) const;
  std::size_t rules(const Models& models) const;      // how many ways the rules may be
  std::size_t positions(const Models& models) const;  // how many positions may be the present one
  std::size_t worlds(const Models& models) const;     // how many pairs of both
  std::pair<int, int> goals(const Models& models) const;
  Atoms surely_legal(const Models& models) const;  // moves
  Atoms possibly_legal(const Models& models) const;

  // The highest goal that some policy reaches in every model, by trying all policies. A policy makes surely legal moves
  // and knows what the models have in common: call it for models that agree on what was told.
  int guaranteed(const Models& models, Telling telling = Telling::kBeforeMove);
  // The same before the present percept is told.
  int guaranteed_unseen(const Models& models);
  // The moves that a policy which reaches the guaranteed goal may begin with.
  Atoms best_moves(const Models& models);
  // The highest sum of goals over these worlds that one policy reaches; each may have one future only.
  int best_sum(const Models& models);

  const World& world(int number) const { return worlds_[static_cast<std::size_t>(number)]; }

 private:
  struct Step {
    Atoms moves;
    int world;
  };
  using Group = std::vector<int>;  // worlds, sorted

  int number(World world);
  const std::vector<Step>& steps(int world, const std::string& move);
  std::vector<World> complete(const Atoms& rules, const Atoms* position);
  Group present(const Models& models) const;
  std::vector<Group> after(const Group& worlds, const std::string& move, Telling telling);
  bool can(const Group& worlds, int goal, Telling telling);
  bool reaches(const Group& worlds, const std::string& move, int goal, Telling telling);
  std::vector<int> goal_values() const;
  int best_sum(const Group& worlds);

  struct Sentences;
  std::unique_ptr<Sentences> sentences_;
  std::string role_;
  std::deque<World> worlds_;  // where they stay while more are made
  std::map<World, int> numbers_;
  Models start_;
  std::map<std::pair<int, std::string>, std::vector<Step>> steps_;
  std::map<std::tuple<Group, int, Telling>, bool> can_;
  std::map<Group, int> sums_;
};

}  // namespace percept::test::igdl
