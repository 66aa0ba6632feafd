// SPDX-License-Identifier: MIT
//
// The positions a role may be in, world by world. Worlds with equal states are merged and their weights summed, so a
// world stands for all histories that lead to its state. One round takes every world through every joint move that
// agrees with the role's own, hundreds to a machine word, and keeps those in which the role sees exactly what it saw.
//
// The weight of a history is the product of the chances of the moves the others made, each uniform among its legal
// moves unless a model says otherwise (opponents.h). No history goes on after a terminal position.
//
// When there are more worlds than the limit, a sample of them can be kept (`thin`). Each world of a sample is still a
// possible position; but one that is not in it may be possible, too. A sample that grows beyond the limit is thinned to
// half of it on the way.
//
// Worlds forget how they came about. Who wants histories keeps the `layer` of each round, comes back to it with
// `restore`, and is told by `for_each_step` which worlds led to which.
//
// There are two ways to evaluate joint moves, and the cheaper is taken for each batch of worlds: worlds in lanes, one
// joint move after the other, on top of what the position alone decides; or pairs of a world and a joint move in lanes,
// where few worlds have many moves.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "base/random.h"
#include "belief/opponents.h"
#include "belief/outcome.h"
#include "belief/rules.h"
#include "belief/world_set.h"

namespace percept::belief {

class Worlds {
 public:
  // Of all worlds together.
  struct Share {
    bool some = false;  // it holds in some world
    bool all = false;   // in every one
    double weight = 0;  // of the worlds in which it holds, as a part of all
  };
  // The worlds of a moment.
  struct Layer {
    WorldSet worlds;
    bool complete = true;
    bool exact_weights = true;  // none was too small to be told
    std::shared_ptr<const NumberedCircuit> circuit;
  };
  // A joint move in a world that explains what the role did and saw.
  struct Step {
    std::size_t world;
    std::span<const MoveId> moves;       // by role
    double weight;                       // of the world, times the chances of the moves
    std::span<const std::uint64_t> row;  // the next state, as in a WorldSet
  };

  // The limit is one of worlds. At most so many lanes are used at once; 0 takes the widest that the CPU has.
  Worlds(RoleId role, std::size_t limit, unsigned lanes = 0);
  ~Worlds();
  Worlds(Worlds&&) noexcept;
  Worlds& operator=(Worlds&&) noexcept;

  // One world, with weight 1.
  void start(std::span<const FluentId> state);
  // The circuit to use from now on: it has to know every fluent that holds in a world. It may be given anew before
  // each round (rules.h).
  void use(std::shared_ptr<const NumberedCircuit> circuit);
  // How the others move; not asked about `random`, if the game has it, nor about the role itself. Null: uniformly.
  void expect(std::shared_ptr<const Opponents> opponents, std::optional<RoleId> random);
  void limit(std::size_t worlds);

  // One round: the role made this move (if not known: any that is legal, each as likely) and saw exactly these
  // percepts (if not known: whatever it was). The worlds stay as they are unless it is done.
  Outcome advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                  const Budget& budget = {});
  // Every step of such a round, in no particular order; the worlds stay as they are. False when the budget ran out.
  bool for_each_step(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                     const std::function<void(const Step&)>& visit, const Budget& budget = {});

  Layer layer() const;
  void restore(const Layer& layer);  // with its circuit
  std::size_t words() const;         // of the rows of steps

  std::size_t size() const;
  bool complete() const;  // false when thin() was called since start()
  // From now on the worlds are a sample: at most `count` are kept, chosen by weight without bias.
  void thin(std::size_t count, Random& random);
  // Adds a world with this weight, or the weight to an equal one.
  void add(std::span<const FluentId> state, double weight);

  const WorldSet& all() const;
  std::vector<FluentId> state(std::size_t world) const;
  double weight(std::size_t world) const;  // all weights together are 1

  // Over all worlds, by index in the circuit that is used; own moves and goals only.
  std::vector<Share> fluents() const;
  std::vector<Share> legal();
  std::vector<Share> goals();
  Share terminal();

 private:
  class Implementation;
  std::unique_ptr<Implementation> it_;
};

}  // namespace percept::belief
