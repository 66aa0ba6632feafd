// SPDX-License-Identifier: MIT
//
// One game run by two engines side by side, compared by what they say: the position, whether it is terminal, the legal
// moves and goals of every role, and for a joint move what every role sees and the next position. Games number their
// fluents and moves as they meet them, so everything is compared as text.
//
//   Twins twins(reference, other);
//   Match match = play(twins, random, 50);            // a random match, until they differ
//   if (match.differs()) match = shrunk(twins, match);  // the shortest one that can be found
//   describe(match)
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "game/game.h"

namespace percept::test {

using Moves = std::vector<std::string>;  // one of each role, as text

class Twins {
 public:
  Twins(game::Game& reference, game::Game& other);

  game::Game& reference() { return one_.game; }

  // Back to the beginning. What differs already there, as in all that follow; nothing is the good answer.
  std::optional<std::string> restart();
  // Goes on with moves that both take to be legal.
  std::optional<std::string> make(const Moves& moves);

  bool over() const { return over_; }  // the position is terminal, or some role has no move
  const std::vector<std::string>& legal(std::size_t role) const { return legal_[role]; }  // sorted

 private:
  using Number = std::uint32_t;  // of a text
  struct Side {
    game::Game& game;
    game::State state = {};
    std::vector<Number> fluents = {}, percepts = {};  // by their ids: the numbers of their texts
    std::vector<std::vector<Number>> moves = {};
    std::vector<std::unordered_map<Number, game::MoveId>> ids = {};  // of moves
  };

  Number number(std::string text);
  std::vector<Number> of_state(Side& side);
  std::vector<Number> of_moves(Side& side, std::size_t role, const std::vector<game::MoveId>& moves);
  std::vector<Number> of_percepts(Side& side, const game::Percepts& percepts);
  std::optional<std::string> look();
  // What is asked of both; a text when the answers differ, else the answer is left in `answer`.
  template <class Ask, class Answer>
  std::optional<std::string> same(const std::string& what, const Ask& ask, Answer& answer);
  std::string listed(const std::vector<Number>& all, const std::vector<Number>& without) const;
  std::string listed(const std::vector<int>& all, const std::vector<int>& without) const;
  std::string listed(bool value, bool) const { return value ? "yes" : "no"; }

  Side one_, other_;
  std::unordered_map<std::string, Number> numbers_;
  std::vector<std::string> texts_;
  std::vector<std::vector<std::string>> legal_;
  bool over_ = false;
};

struct Match {
  std::vector<Moves> moves;  // the difference shows behind the last of them
  std::optional<std::string> difference;

  bool differs() const { return difference.has_value(); }
};

// A random match of at most so many rounds, while `goes_on(rounds)` says so.
Match play(
    Twins& twins, Random& random, std::size_t max_rounds,
    const std::function<bool(std::size_t)>& goes_on = [](std::size_t) { return true; });

// The match with these moves up to where a difference shows. Nothing when a move is not legal.
std::optional<Match> replay(Twins& twins, const std::vector<Moves>& moves);

// Drops moves and replaces them by those that come earlier in the list of legal ones, as long as a difference is left.
Match shrunk(Twins& twins, Match match, std::size_t max_replays = 2000);

std::string describe(const Match& match);

}  // namespace percept::test
