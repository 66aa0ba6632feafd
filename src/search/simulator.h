// SPDX-License-Identifier: MIT
//
// What a search asks of the rules, for many positions at once: who may do what, where a joint move leads and what each
// role sees of it, and what random play from a position comes to. On a circuit positions go through lanes
// (lanes/batch.h), hundreds to a word; a game too large to ground is walked by the prover, one position after the
// other.
//
//   auto simulator = Simulator::make(model);
//   simulator->look(rows, choices);                           // choices.moves(row, role), choices.terminal(row)
//   simulator->step(rows, which, joint_moves, next, &views);  // successors, and a hash of what each role saw
//   simulator->play(rows, rounds, {.each = 8}, values);       // the mean goal of each role, from 0 to 1
//   simulator->evaluate(rows, rounds, {.each = 8}, values);   // the same, blended with what was learnt, if anything
//
// Positions are rows (lanes/rows.h), moves numbers of the simulator's lexicon. One thread at a time: another() is for
// others.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "circuit/factors.h"
#include "game/game.h"
#include "lanes/playouts.h"
#include "search/learnt_value.h"

namespace percept::search {

// What roles may do, by row.
struct Choices {
  std::vector<std::uint8_t> over;      // by row
  std::vector<std::uint32_t> begins;   // by row and role, and behind the last
  std::vector<std::uint32_t> numbers;  // of moves
  std::size_t roles = 0;

  bool terminal(std::size_t row) const { return over[row] != 0; }
  std::span<const std::uint32_t> moves(std::size_t row, std::size_t role) const {
    std::uint32_t begin = begins[row * roles + role];
    return std::span(numbers).subspan(begin, begins[row * roles + role + 1] - begin);
  }
};

struct PlayRequest {
  std::uint32_t each = 1;  // playouts of a row
  std::uint64_t seed = 1;
  const lanes::Weights* weights = nullptr;  // of moves (lanes/batch.h)
  Budget budget = {};
};

class Simulator {
 public:
  // On the circuit, if the model has one or gets one within the options; else on the prover. An error when the rules
  // cannot be played at all.
  static Result<std::unique_ptr<Simulator>> make(std::shared_ptr<const game::Model> model,
                                                 const ground::Options& grounding = {});
  virtual ~Simulator() = default;

  const game::Lexicon& lexicon() const { return *lexicon_; }
  std::size_t roles() const { return lexicon_->roles(); }
  std::optional<std::size_t> nature() const { return nature_; }  // `random`, in GDL-II
  const game::State& initial() const { return initial_; }

  // One for another thread, whose numbers are the same; none on the prover.
  virtual std::unique_ptr<Simulator> another() const { return nullptr; }
  virtual bool in_lanes() const = 0;
  virtual std::size_t words() const = 0;  // of a row; on the prover it may grow
  virtual double lowest(std::size_t role) const = 0;
  virtual double highest(std::size_t role) const = 0;  // goal there can be, as values of 0 to 1
  // What a playout costs compared to the steps of a tree, in microseconds, about; the same on every machine.
  virtual double cost(double length) const = 0;
  // What of a position matters, and its parts; on the prover nobody knows.
  virtual const circuit::Factors* factors() const { return nullptr; }

  virtual void set_budget(const Budget&) {}  // of the prover's answers, from now on
  virtual void look(const lanes::Rows& rows, Choices& out) = 0;
  // `which` rows, and a move of each role for each of them. Views are by successor and role: equal for what the role
  // cannot tell apart.
  virtual void step(const lanes::Rows& rows, std::span<const std::uint32_t> which, std::span<const std::uint32_t> moves,
                    lanes::Rows& next, std::vector<std::uint64_t>* views = nullptr) = 0;
  // There was no time for the last look or step: what came out of it says nothing. On the prover alone.
  bool cut_off() const { return cut_off_; }
  // By row and role; a row for which there was no time has a negative value. A position that is over has its goals.
  // Rounds are those of the rows, 0 the initial position's. Returns how many playouts there were.
  virtual std::uint64_t play(const lanes::Rows& rows, std::span<const std::uint32_t> rounds, const PlayRequest& request,
                             std::vector<float>& values) = 0;
  // What leaves of a search are worth: playouts, and for this part what was learnt of such positions. In lanes only.
  void blend(std::shared_ptr<const LearntValue> learnt, double part);
  bool blends() const { return learnt_ != nullptr; }
  std::uint64_t evaluate(const lanes::Rows& rows, std::span<const std::uint32_t> rounds, const PlayRequest& request,
                         std::vector<float>& values);

  // A position of another lexicon of the same game, by its texts where numbers differ.
  std::optional<game::State> own(const game::State& state, const game::Lexicon& of);
  std::optional<std::uint32_t> own_move(game::RoleId role, game::MoveId move, const game::Lexicon& of);

  // What is wrong with the rules, if playouts found out: a role without a move, a game that does not end.
  const std::optional<std::string>& trouble() const { return trouble_; }
  double mean_length() const { return playouts_ == 0 ? 0 : states_ / playouts_; }  // of all playouts so far

 protected:
  virtual Result<game::FluentId> fluent(std::string_view text) = 0;
  virtual Result<game::MoveId> move(game::RoleId role, std::string_view text) = 0;

  std::shared_ptr<const game::Lexicon> lexicon_;
  std::optional<std::size_t> nature_;
  game::State initial_;
  std::optional<std::string> trouble_;
  bool cut_off_ = false;
  double playouts_ = 0, states_ = 0;
  std::vector<std::uint8_t> over_;  // by row of the last play()
  std::shared_ptr<const LearntValue> learnt_;
  float part_ = 0;  // of it in a leaf

 private:
  std::vector<float> thought_;
};

}  // namespace percept::search
