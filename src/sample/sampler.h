// SPDX-License-Identifier: MIT
//
// Samples of a role's information set: histories that explain what the role did and saw, each with its weight. A
// sampler belongs to one role and is told, round by round, what that role experienced; like a belief, it can reach
// nothing else.
//
//   auto sampler = make_sampler(Engine::kNative, rules, role, options);      // engines.h
//   (*sampler)->update({move, percepts}, budget);
//   Draw draw = (*sampler)->draw(100, random, budget);
//
// Every sample is a history that a referee could have played: legal moves only, none after the end, the role's own
// moves, and exactly its percepts. The weight of a history is the product of the chances of the moves the others made.
// What an engine promises of the weights of its samples it says with each draw: `exact` means that samples are drawn
// independently with the probabilities of their histories (or that they are all there are, with these probabilities).
//
// One thread at a time.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/random.h"
#include "belief/belief.h"
#include "belief/opponents.h"
#include "belief/outcome.h"

namespace percept::sample {

using belief::Experience;
using belief::FluentId;
using belief::MoveId;
using belief::Outcome;
using belief::PerceptId;
using belief::Percepts;
using belief::RoleId;
using belief::Rules;

struct Sample {
  double weight = 0;                   // of a draw, all together are 1
  game::State state;                   // the last position, in the numbers of the rules
  std::vector<game::JointMove> moves;  // by round and role; empty unless Options::histories
};

struct Draw {
  std::vector<Sample> samples;
  bool exact = false;    // see above
  bool all = false;      // there are no other histories
  bool gave_up = false;  // the budget ran out before there were as many as wanted
};

// CPU seconds since restart().
struct Times {
  double grounding = 0;  // making formulas or programs from the rules
  double solving = 0;    // everything else
};

struct Options {
  bool histories = true;  // samples have their moves; without, past rounds may be forgotten
  std::shared_ptr<const belief::Opponents> opponents = nullptr;  // uniform
  std::size_t worlds = 200'000;                                  // tracked one by one, at most
  std::size_t particles = 2'000;                                 // histories kept by engines that keep some
  bool forget = false;  // what the answer set solver has learnt, after each round
  bool facts = false;   // moves and percepts are facts of the answer set program, not externals
  std::uint64_t seed = 1;
};

class Sampler {
 public:
  virtual ~Sampler() = default;

  virtual std::string_view name() const = 0;  // as in --engine
  RoleId role() const { return role_; }
  Rules& rules() const { return *rules_; }
  std::size_t round() const { return round_; }  // of the next update, from 1 on

  virtual Result<void> restart() = 0;  // at the initial position
  // Fails when nothing explains the experience; the sampler is then as it was before. When the budget runs out the
  // experience counts all the same, and the next call goes on with what was left undone. If it then turns out that
  // nothing explains it, it is left out, or every update fails until restart().
  Result<void> update(const Experience& experience, const Budget& budget = {}) {
    belief::expect(rules(), role_, experience);
    Result<void> done = advance(experience, budget);
    if (done) ++round_;
    return done;
  }
  // At most so many samples; a draw of none only says what is promised. The sampler stays usable when the budget runs
  // out, and draws what it can.
  Draw draw(std::size_t count, Random& random, const Budget& budget = {}) {
    Draw out = drawn(count, random, budget);
    for (Sample& sample : out.samples) sample.state.give(rules().lexicon().number());
    return out;
  }
  Times times() const { return times_; }

 protected:
  Sampler(std::shared_ptr<Rules> rules, RoleId role, Options options)
      : options_(std::move(options)), rules_(std::move(rules)), role_(role) {
    rules_->lexicon().expect(role);
  }
  virtual Result<void> advance(const Experience& experience, const Budget& budget) = 0;
  virtual Draw drawn(std::size_t count, Random& random, const Budget& budget) = 0;
  void restart_rounds() {
    round_ = 1;
    times_ = {};
  }
  const std::shared_ptr<Rules>& shared_rules() const { return rules_; }

  Options options_;
  Times times_;

 private:
  std::shared_ptr<Rules> rules_;
  RoleId role_;
  std::size_t round_ = 1;
};

}  // namespace percept::sample
