// SPDX-License-Identifier: MIT
//
// What a role knows. A belief belongs to one role and is told, round by round, what that role did and saw; nothing else
// reaches it, and no type it is given can hold the true state. It answers what it knows of the present position:
//
//   belief->update({move, percepts});
//   belief->legal().known …           // own moves that are legal for sure, and those that may be
//   belief->terminal()                // known, known not, or open
//
// Everything a belief claims is true of the real position, as long as what it was told is: beliefs are sound.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

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

// What is known and what is open of a set of things; all others are known not to hold. Both are sorted by number.
template <class Thing>
struct Known {
  std::vector<Thing> known;
  std::vector<Thing> open;

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
  std::size_t round() const { return round_; }  // of the next update, from 1 on

  virtual Result<void> restart() = 0;  // at the initial position
  // Fails when nothing explains the experience, with the round and the percept to blame in the message; the belief is
  // then as it was before.
  Result<void> update(const Experience& experience) {
    Result<void> done = advance(experience);
    if (done) ++round_;
    return done;
  }

  virtual Known<MoveId> legal() = 0;  // own moves
  virtual Known<FluentId> fluents() = 0;
  virtual Truth terminal() = 0;
  virtual Known<int> goals() = 0;  // own
  // How many positions are possible, where that is known.
  virtual std::optional<std::size_t> states() = 0;
  // Of fluents that are open, in the order of fluents().open; empty where a belief has no notion of it.
  virtual std::vector<Probability> probabilities() { return {}; }
  // Whether a budget ran out, so that something is called open that is not.
  virtual bool gave_up() const { return false; }

 protected:
  Belief(std::shared_ptr<Rules> rules, RoleId role) : rules_(std::move(rules)), role_(role) {}
  virtual Result<void> advance(const Experience& experience) = 0;
  void restart_rounds(std::size_t first = 1) { round_ = first; }
  const std::shared_ptr<Rules>& shared_rules() const { return rules_; }

 private:
  std::shared_ptr<Rules> rules_;
  RoleId role_;
  std::size_t round_ = 1;
};

}  // namespace percept::belief
