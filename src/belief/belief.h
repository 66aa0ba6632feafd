// SPDX-License-Identifier: MIT
//
// What a role knows. A belief belongs to one role and is told, round by round, what that role did and saw; nothing else
// reaches it, and no type it is given can hold the true state. It answers what it knows of the present position:
//
//   belief->update({move, percepts}, budget);
//   belief->legal(budget).known …     // own moves that are legal for sure, and those that may be
//   belief->terminal(budget)          // known, known not, or open
//
// Everything a belief claims is true of the real position, as long as what it was told is: beliefs are sound.
//
// All work ends soon after its budget. What was told counts all the same: a belief that could not work it in is late,
// and calls everything open until an update or catch_up() has the time. A round that was begun is begun again, so a
// belief catches up when one budget is enough for one round. A question that is cut short says "open", too; asked again
// with more time it is answered as if it had never been.
//
// A belief is used by one thread at a time, and so are the rules it shares with others.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "belief/rules.h"

namespace percept::belief {

enum class Truth : std::uint8_t { kNo, kYes, kOpen };  // known not to hold, known to hold, open

// What a role experiences in a round. What it was not told, or does not trust, is left out: any legal move of its own,
// any percepts. This is also how to go on after percepts that no history explains.
struct Experience {
  std::optional<MoveId> move;
  std::optional<Percepts> percepts;
};

// An experience in the numbers of other rules fails a check, and so does a move that the role does not have.
inline void expect(const Rules& rules, RoleId role, const Experience& experience) {
  if (experience.move) rules.lexicon().expect(role, *experience.move);
  if (experience.percepts)
    for (PerceptId percept : *experience.percepts) rules.lexicon().expect(percept);
}

// What is known and what is open of a set of things; all others are known not to hold. Both are sorted by number.
template <class Thing>
struct Known {
  std::vector<Thing> known;
  std::vector<Thing> open;
  bool others = false;  // may hold as well: a belief is late, in a game whose things are not all numbered

  void add(Thing thing, Truth truth) {
    if (truth == Truth::kYes) known.push_back(thing);
    if (truth == Truth::kOpen) open.push_back(thing);
  }
  void sort() {
    std::sort(known.begin(), known.end());
    std::sort(open.begin(), open.end());
  }
};

struct Probability {
  double value;
  bool exact;  // else estimated from a sample
};

// What to do when nothing explains an experience.
inline constexpr const char* kGoOn =
    "a percept or a move was not what the rules say; go on without them, or start again";

class Belief {
 public:
  virtual ~Belief() = default;

  virtual std::string_view name() const = 0;  // "two-set" or "exact"
  RoleId role() const { return role_; }
  Rules& rules() const { return *rules_; }
  std::size_t round() const { return round_ + told_.size(); }  // of the next update, from 1 on

  virtual Result<void> restart(const Budget& budget = {}) = 0;  // at the initial position
  // Fails when nothing explains the experience, with the round and the percept to blame in the message; the belief is
  // then as it was before. When the budget runs out the experience counts all the same, and the belief is late.
  Result<void> update(const Experience& experience, const Budget& budget = {});
  // How many rounds are told and not yet worked in.
  std::size_t late() const { return told_.size(); }
  // Goes on with these. Of a round that turns out not to be explained, the percepts are left out, then the move; when
  // that does not help either, it fails, and so does every update until restart().
  Result<void> catch_up(const Budget& budget = {}) { return work_in(told_.size(), budget); }

  Known<MoveId> legal(const Budget& budget = {});  // own moves
  Known<FluentId> fluents(const Budget& budget = {});
  Truth terminal(const Budget& budget = {});
  Known<int> goals(const Budget& budget = {});  // own
  // How many positions are possible, where that is known.
  std::optional<std::size_t> states();
  // Of fluents that are open, in the order of fluents().open; empty where a belief has no notion of it.
  std::vector<Probability> probabilities();
  // Whether a budget ran out, so that something of the present position is called open that is not.
  bool gave_up() const { return late() > 0 || called_open(); }

 protected:
  Belief(std::shared_ptr<Rules> rules, RoleId role) : rules_(std::move(rules)), role_(role) {
    rules_->lexicon().expect(role);
  }

  // Works in one round. False when the budget ran out: it is asked again, with the same experience.
  virtual Result<bool> advance(const Experience& experience, const Budget& budget) = 0;
  // The questions, of a belief that is not late.
  virtual Known<MoveId> known_legal(const Budget& budget) = 0;
  virtual Known<FluentId> known_fluents(const Budget& budget) = 0;
  virtual Truth known_terminal(const Budget& budget) = 0;
  virtual Known<int> known_goals(const Budget& budget) = 0;
  virtual std::optional<std::size_t> known_states() = 0;
  virtual std::vector<Probability> known_probabilities() { return {}; }
  virtual bool called_open() const = 0;

  std::size_t round_at_hand() const { return round_; }  // that advance() works in
  void restart_rounds(std::size_t first = 1) {
    round_ = first;
    told_.clear();
  }
  const std::shared_ptr<Rules>& shared_rules() const { return rules_; }

 private:
  // The first `taken` of them were told before, and can only be left out.
  Result<void> work_in(std::size_t taken, const Budget& budget);

  std::shared_ptr<Rules> rules_;
  RoleId role_;
  std::size_t round_ = 1;        // the first that is not worked in
  std::deque<Experience> told_;  // from then on
};

}  // namespace percept::belief
