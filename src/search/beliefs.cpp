// SPDX-License-Identifier: MIT
#include "search/beliefs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace percept::search {
namespace {

constexpr double kDigits = 1e12;  // chances that agree to so many parts are equal
constexpr double kTiny = 1e-9;    // of a goal

}  // namespace

Beliefs::Beliefs(const Positions& positions, Aim aim, std::size_t bytes, double effort)
    : positions_(positions), aim_(aim), bytes_(bytes), effort_(effort), role_(positions.players.front()) {
  PERCEPT_CHECK(positions.players.size() == 1, "beliefs are for games of one player");
  seeing_.resize(positions.size());
  for (std::uint32_t p = positions.size(); p-- > 0;) {
    if (positions.over(p)) {
      seeing_[p] = positions.payoffs[positions.payoff[p]][0];
      continue;
    }
    // Nature moves at the same time: the best action on average, or in the worst case.
    std::uint32_t actions = positions.actions(p, role_);
    std::uint64_t count = positions.first[p + 1] - positions.first[p];
    auto other = static_cast<std::uint32_t>(count / actions);
    bool first = role_ == 0;  // the player's action changes slowest
    double best = -HUGE_VAL;
    for (std::uint32_t a = 0; a < actions; ++a) {
      double value = aim == Aim::kWorst ? HUGE_VAL : 0;
      for (std::uint32_t o = 0; o < other; ++o) {
        double next = seeing_[positions.next[positions.first[p] + (first ? a * other + o : o * actions + a)]];
        value = aim == Aim::kWorst ? std::min(value, next) : value + next / other;
      }
      best = std::max(best, value);
    }
    seeing_[p] = best - cost(actions);
  }
}

std::uint32_t Beliefs::intern(std::vector<Member> members) {
  std::ranges::sort(members);
  std::size_t kept = 0;
  double sum = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    sum += members[i].second;
    if (kept > 0 && members[kept - 1].first == members[i].first)
      members[kept - 1].second += members[i].second;
    else
      members[kept++] = members[i];
  }
  members.resize(kept);
  std::uint64_t hash = kept;
  for (Member& member : members) {
    member.second = aim_ == Aim::kWorst ? 1 : member.second / sum;
    hash = mixed(hash ^ member.first) * 0x9E3779B97F4A7C15u +
           static_cast<std::uint64_t>(std::llround(member.second * 1e9));
  }
  auto equal = [&](const Member& a, const Member& b) {
    return a.first == b.first && std::abs(a.second - b.second) * kDigits < 1;
  };
  auto [begin, end] = numbers_.equal_range(hash);
  for (auto known = begin; known != end; ++known)
    if (std::ranges::equal(chances(known->second), members, equal)) return known->second;
  auto number = static_cast<std::uint32_t>(known_.size());
  double high = aim_ == Aim::kWorst ? HUGE_VAL : 0;
  for (const Member& member : members)
    high = aim_ == Aim::kWorst ? std::min(high, seeing_[member.first]) : high + member.second * seeing_[member.first];
  known_.push_back({members_.size(), static_cast<std::uint32_t>(members.size()), kNone, -HUGE_VAL, high});
  members_.insert(members_.end(), members.begin(), members.end());
  numbers_.emplace(hash, number);
  return number;
}

void Beliefs::branch(std::uint32_t belief, std::uint32_t action, std::vector<Branch>& out) {
  struct Step {
    std::uint32_t seen, next;
    double chance;
  };
  std::vector<Step> steps;
  for (const auto& [position, chance] : chances(belief)) {
    std::uint32_t actions = positions_.actions(position, role_);
    std::uint64_t begin = positions_.first[position], count = positions_.first[position + 1] - begin;
    std::uint64_t other = count / actions;
    for (std::uint64_t o = 0; o < other; ++o) {
      std::uint64_t t = begin + (role_ == 0 ? action * other + o : o * actions + action);
      steps.push_back({positions_.seen[t], positions_.next[t], chance / static_cast<double>(other)});
    }
  }
  // Where the game is over, it is: an end is told apart from what goes on by that alone.
  std::ranges::sort(steps,
                    [](const Step& a, const Step& b) { return a.seen != b.seen ? a.seen < b.seen : a.next < b.next; });
  out.clear();
  std::vector<Member> members;
  for (std::size_t i = 0; i < steps.size();) {
    Branch of{steps[i].seen, 0, kNone, 0, aim_ == Aim::kWorst ? HUGE_VAL : 0};
    members.clear();
    for (std::uint32_t seen = of.seen; i < steps.size() && steps[i].seen == seen; ++i) {
      of.chance += steps[i].chance;
      if (!positions_.over(steps[i].next)) {
        members.emplace_back(steps[i].next, steps[i].chance);
        continue;
      }
      double goal = positions_.payoffs[positions_.payoff[steps[i].next]][0];
      of.ended += steps[i].chance;
      of.ended_goal = aim_ == Aim::kWorst ? std::min(of.ended_goal, goal) : of.ended_goal + steps[i].chance * goal;
    }
    if (!members.empty()) of.belief = intern(members);
    out.push_back(of);
  }
}

// What an action can be worth at most.
double Beliefs::bound(const std::vector<Branch>& branches) const {
  double out = aim_ == Aim::kWorst ? HUGE_VAL : 0;
  for (const Branch& of : branches) {
    double high = of.belief == kNone ? 0 : known_[of.belief].high;
    if (aim_ == Aim::kWorst)
      out = std::min({out, of.ended_goal, of.belief == kNone ? HUGE_VAL : high});
    else
      out += of.ended_goal + (of.chance - of.ended) * high;
  }
  return out;
}

void Beliefs::search(std::uint32_t belief, double need) {
  if (stopped_) return;
  if (searched_++ % 64 == 0) {
    if (budget_.out_of_time()) stopped_ = Error{"out of time before the best policy was found", "give it more time"};
    if (members_.size() * sizeof(Member) + known_.size() * 100 > bytes_)
      stopped_ = Error{fmt::format("the beliefs take more than {} MB", bytes_ >> 20), "the game is too large for this"};
    if (stopped_) return;
  }
  std::uint32_t position = members_[known_[belief].begin].first;
  std::uint32_t list = positions_.legal[position * positions_.roles + role_];
  for (const auto& [other, chance] : chances(belief))
    if (positions_.legal[other * positions_.roles + role_] != list) {
      stopped_ = Error{"the player cannot tell its legal moves from what it has done and seen", ""};
      return;
    }
  auto actions = static_cast<std::uint32_t>(positions_.lists[role_][list].size());
  struct Option {
    std::uint32_t action;
    double bound;
    std::size_t beliefs;
    std::vector<Branch> branches;
  };
  std::vector<Option> options(actions);
  double pays = cost(actions);
  for (std::uint32_t a = 0; a < actions; ++a) {
    options[a].action = a;
    branch(belief, a, options[a].branches);
    options[a].bound = bound(options[a].branches) - pays;
    options[a].beliefs = options[a].branches.size();
  }
  // The most promising first, and among these what tells most.
  std::ranges::stable_sort(options, [](const Option& a, const Option& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.beliefs > b.beliefs;
  });
  double most = -HUGE_VAL;  // of what is left when an action was given up
  for (const Option& option : options) {
    double at_least = std::max(need, known_[belief].low);
    // The bounds may have become narrower since.
    for (std::size_t i = 0; i < option.branches.size(); ++i) {
      double above = bound(option.branches) - pays;
      if (above <= at_least + kTiny) break;
      const Branch& of = option.branches[i];
      if (of.belief == kNone || known_[of.belief].high - known_[of.belief].low <= kTiny) continue;
      // What it must get for the action to be better than what is needed, given the best of the others.
      double enough = at_least + pays;
      if (aim_ == Aim::kExpected) enough = known_[of.belief].high - (above - at_least) / (of.chance - of.ended);
      search(of.belief, enough);
      if (stopped_) return;
    }
    double above = bound(option.branches) - pays;
    most = std::max(most, above);
    // All its beliefs are known exactly when it was not given up.
    bool exact = std::ranges::all_of(option.branches, [&](const Branch& of) {
      return of.belief == kNone || known_[of.belief].high - known_[of.belief].low <= kTiny;
    });
    if (exact && above > known_[belief].low) {
      known_[belief].low = above;
      known_[belief].best = option.action;
    }
    if (known_[belief].low >= known_[belief].high - kTiny) break;
  }
  if (known_[belief].low < known_[belief].high - kTiny) known_[belief].high = std::min(known_[belief].high, most);
  if (known_[belief].high < known_[belief].low) known_[belief].high = known_[belief].low;
}

Result<double> Beliefs::solve(const Budget& budget) {
  budget_ = budget;
  stopped_.reset();
  if (known_.empty()) intern({{0, 1.0}});
  search(0, -HUGE_VAL);
  if (stopped_) return tl::unexpected(*stopped_);
  return known_[0].low;
}

const std::vector<std::uint32_t>& Beliefs::moves(std::uint32_t belief) const {
  return positions_.moves(members_[known_[belief].begin].first, role_);
}

std::vector<Beliefs::Next> Beliefs::next(std::uint32_t belief) {
  if (known_[belief].best == kNone) search(belief, -HUGE_VAL);
  std::vector<Branch> branches;
  std::vector<Next> out;
  branch(belief, known_[belief].best == kNone ? 0 : known_[belief].best, branches);
  for (const Branch& of : branches) {
    if (of.ended > 0)
      out.push_back({of.seen, of.ended, kNone, aim_ == Aim::kWorst ? of.ended_goal : of.ended_goal / of.ended});
    if (of.belief != kNone) out.push_back({of.seen, of.chance - of.ended, of.belief, 0});
  }
  return out;
}

Beliefs::Length Beliefs::decisions(std::uint32_t belief) {
  Length out;
  std::size_t here = moves(belief).size() > 1 ? 1 : 0;
  out.mean = static_cast<double>(here);
  double sum = 0;
  std::vector<Next> all = next(belief);
  for (const Next& of : all) sum += of.chance;
  for (const Next& of : all) {
    if (of.belief == kNone) continue;
    Length then = decisions(of.belief);
    out.mean += of.chance / sum * then.mean;
    out.most = std::max(out.most, then.most);
  }
  out.most += here;
  return out;
}

}  // namespace percept::search
