// SPDX-License-Identifier: MIT
#include "igdl/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace percept::igdl {
namespace {

constexpr double kImpossible = -1;  // less than every goal
constexpr double kSame = 1e-9;

template <class Map>
auto worlds_of(const Map& belief) {
  std::vector<WorldSpace::World> out;
  for (const auto& entry : belief) out.push_back(entry.world);
  return out;
}

}  // namespace

std::optional<MoveId> Policy::first_move() const {
  const Node* node = &nodes.front();
  while (!node->move && node->branches.size() == 1) node = &nodes[node->branches.front().then];
  return node->move;
}

Planner::Planner(std::shared_ptr<const Theory> theory, RoleId role) : space_(std::move(theory), role) {}

// ---- moves and what follows

std::vector<Planner::Move> Planner::moves(const Set& worlds) const {
  std::vector<Move> sure, perhaps;
  for (std::size_t m = 0; m < space_.theory().moves(space_.role()); ++m) {
    auto legal =
        static_cast<std::size_t>(std::ranges::count_if(worlds, [&](World world) { return space_.legal(world, m); }));
    if (legal == worlds.size())
      sure.push_back({m, true});
    else if (legal > 0)
      perhaps.push_back({m, false});
  }
  return sure.empty() ? perhaps : sure;
}

// Where the move is illegal another, legal one is made in its place, and the role is told which.
template <class Visit>
bool Planner::for_each_outcome(World world, std::size_t move, std::size_t depth, Visit&& visit) {
  if (budget_.out_of_time()) return time_ = false;
  std::size_t round = round_ + options_.depth - depth;
  std::vector<std::size_t> made;
  if (space_.legal(world, move))
    made.push_back(move);
  else
    for (std::size_t m = 0; m < space_.theory().moves(space_.role()); ++m)
      if (space_.legal(world, m)) made.push_back(m);
  std::size_t count = 0;
  std::vector<std::pair<std::size_t, const std::vector<WorldSpace::Outcome>*>> all;
  for (std::size_t m : made) {
    const std::vector<WorldSpace::Outcome>* outcomes = space_.successors(world, m, round, budget_);
    if (!outcomes) return time_ = false;
    count += outcomes->size();
    all.push_back({m, outcomes});
  }
  for (const auto& [m, outcomes] : all)
    for (const WorldSpace::Outcome& outcome : *outcomes) {
      WorldSpace::Bits seen = outcome.seen;
      if (m != move)
        for (std::size_t i = 0; i < space_.theory().moves(space_.role()); ++i) seen.push_back(i == m);
      visit(outcome.next, Observation{std::move(seen), space_.sees(outcome.next)}, 1.0 / static_cast<double>(count));
    }
  return true;
}

std::optional<std::map<Planner::Observation, Planner::Set>> Planner::after(const Set& worlds, std::size_t move,
                                                                           std::size_t depth) {
  std::map<Observation, Set> out;
  for (World world : worlds)
    if (!for_each_outcome(world, move, depth,
                          [&](World next, Observation seen, double) { out[std::move(seen)].push_back(next); }))
      return std::nullopt;
  for (auto& [seen, set] : out) {
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  return out;
}

std::optional<std::map<Planner::Observation, Planner::Belief>> Planner::after(const Belief& belief, std::size_t move,
                                                                              std::size_t depth) {
  std::map<Observation, std::map<World, double>> sums;
  for (const Weighted& from : belief)
    if (!for_each_outcome(from.world, move, depth, [&](World next, Observation seen, double share) {
          sums[std::move(seen)][next] += from.weight * share;
        }))
      return std::nullopt;
  // Worlds that nothing can follow are none: the others have their weight.
  double all = 0, left = 0;
  for (const Weighted& from : belief) all += from.weight;
  for (const auto& [seen, worlds] : sums)
    for (const auto& [world, weight] : worlds) left += weight;
  bool fewer = left < all - kSame;
  std::map<Observation, Belief> out;
  for (const auto& [seen, worlds] : sums)
    for (const auto& [world, weight] : worlds) out[seen].push_back({world, fewer ? weight * all / left : weight});
  return out;
}

// ---- what is sure

// Is there a policy that reaches the goal from each of these worlds?
bool Planner::can(Set worlds, int goal, std::size_t depth) {
  std::size_t all = worlds.size();
  bool lost =
      std::ranges::any_of(worlds, [&](World world) { return space_.terminal(world) && space_.goal(world) < goal; });
  if (lost) return false;
  std::erase_if(worlds, [&](World world) { return space_.terminal(world); });
  if (worlds.empty()) return all > 0;
  if (depth == 0) return cut_ = true, false;
  if (!time_ || budget_.out_of_time()) return time_ = false;
  std::tuple key{worlds, goal, depth};
  if (auto known = can_.find(key); known != can_.end()) return known->second;
  bool out = std::ranges::any_of(moves(worlds), [&](const Move& m) { return reaches(worlds, m.move, goal, depth); });
  if (time_) can_[std::move(key)] = out;
  return out && time_;
}

bool Planner::reaches(const Set& worlds, std::size_t move, int goal, std::size_t depth) {
  auto next = after(worlds, move, depth);
  if (!next) return false;
  // Small sets fail soonest.
  std::vector<Set*> sets;
  for (auto& [seen, set] : *next) sets.push_back(&set);
  std::ranges::sort(sets, {}, [](const Set* set) { return set->size(); });
  return !sets.empty() && std::ranges::all_of(sets, [&](Set* set) { return can(std::move(*set), goal, depth - 1); });
}

// ---- what is expected, among policies that surely reach goal_

double Planner::best(const Belief& belief, std::size_t depth) {
  double out = 0;
  Belief on;
  for (const Weighted& entry : belief) {
    if (!space_.terminal(entry.world)) {
      on.push_back(entry);
      continue;
    }
    if (space_.goal(entry.world) < goal_) return kImpossible;
    out += entry.weight * space_.goal(entry.world);
  }
  if (on.empty()) return out;
  if (depth == 0) {
    cut_ = true;
    return goal_ > space_.theory().goals(space_.role()).front().value ? kImpossible : out;
  }
  if (!time_ || budget_.out_of_time()) return time_ = false, kImpossible;
  std::pair key{on, depth};
  auto known = best_.find(key);
  if (known == best_.end()) {
    double weight = 0, most = kImpossible;
    for (const Weighted& entry : on) weight += entry.weight;
    double bound = weight * space_.theory().goals(space_.role()).back().value;
    for (const Move& m : moves(worlds_of(on))) {
      most = std::max(most, value(on, m.move, depth));
      if (!time_) return kImpossible;
      if (most >= bound - kSame) break;
    }
    known = best_.insert({std::move(key), most}).first;
  }
  return known->second == kImpossible ? kImpossible : out + known->second;
}

double Planner::value(const Belief& belief, std::size_t move, std::size_t depth) {
  auto next = after(belief, move, depth);
  if (!next || next->empty()) return kImpossible;
  double out = 0;
  for (const auto& [seen, then] : *next) {
    double part = best(then, depth - 1);
    if (part == kImpossible) return kImpossible;
    out += part;
  }
  return out;
}

// ---- the policy

Policy Planner::plan(Timeline& timeline, const PolicyOptions& options, const Budget& budget) {
  options_ = options;
  budget_ = budget;
  round_ = timeline.round();
  time_ = true;
  cut_ = false;
  can_.clear();
  best_.clear();
  Policy out;
  bool complete = true;
  Set worlds = space_.present(timeline, options.worlds, complete, budget);
  out.positions = worlds.size();
  if (worlds.empty()) {
    out.proved = false;
    out.why_not = "there was no time to find a world";
    out.nodes.emplace_back();
    return out;
  }
  // By what is seen of the first position, where that was not told.
  std::map<WorldSpace::Bits, Set> seen;
  for (World world : worlds) seen[options.blind ? WorldSpace::Bits() : space_.sees(world)].push_back(world);

  const std::vector<Theory::Goal>& goals = space_.theory().goals(space_.role());
  auto sure = [&](int goal) {
    return std::ranges::all_of(seen, [&](const auto& entry) { return can(entry.second, goal, options.depth); });
  };
  goal_ = goals.front().value;
  for (std::size_t i = goals.size(); i-- > 1 && time_;)
    if (sure(goals[i].value)) {
      goal_ = goals[i].value;
      break;
    }
  out.guaranteed = goal_;
  double share = 1.0 / static_cast<double>(worlds.size());
  std::vector<int> worst(worlds.size(), goals.back().value);
  std::map<World, std::size_t> number;
  for (std::size_t i = 0; i < worlds.size(); ++i) number[worlds[i]] = i;
  bool top = goal_ == goals.back().value;
  out.nodes.emplace_back();
  out.nodes[0].worlds = worlds.size();
  std::vector<Policy::Branch> branches;
  for (const auto& [bits, set] : seen) {
    Belief belief;
    std::map<World, std::vector<std::size_t>> origins;
    for (World world : set) {
      belief.push_back({world, share});
      origins[world] = {number[world]};
    }
    if (time_ && !top) out.expected += std::max(0.0, best(belief, options.depth));
    branches.push_back({space_.seen_texts(bits), lay_out(out, origins, belief, options.depth, worst)});
  }
  out.nodes[0].branches = std::move(branches);
  if (top) out.expected = goal_;
  for (int goal : worst) out.positions_won += goal == goals.back().value;
  out.beliefs = can_.size() + best_.size();
  out.proved = complete && time_ && !cut_;
  if (top && complete) out.proved = true;
  if (!out.proved)
    out.why_not = !complete ? fmt::format("there are more than {} worlds", options.worlds)
                  : !time_  ? "there was not enough time"
                            : fmt::format("the game can go on for more than {} moves", options.depth);
  return out;
}

// A node for the belief, and those behind it. `worst` is what each world of the beginning comes to.
std::size_t Planner::lay_out(Policy& policy, const std::map<World, std::vector<std::size_t>>& origins,
                             const Belief& belief, std::size_t depth, std::vector<int>& worst) {
  std::size_t at = policy.nodes.size();
  policy.nodes.emplace_back();
  Policy::Node node;
  node.worlds = belief.size();
  auto ends = [&](World world, int goal) {
    for (std::size_t origin : origins.at(world)) worst[origin] = std::min(worst[origin], goal);
  };
  Belief on;
  for (const Weighted& entry : belief) {
    if (!space_.terminal(entry.world)) {
      on.push_back(entry);
      continue;
    }
    int goal = space_.goal(entry.world);
    node.lowest = node.over == 0 ? goal : std::min(node.lowest, goal);
    node.highest = node.over == 0 ? goal : std::max(node.highest, goal);
    ++node.over;
    ends(entry.world, goal);
  }
  Set worlds = worlds_of(on);
  std::vector<Move> candidates = moves(worlds);
  if (on.empty() || depth == 0 || candidates.empty()) {
    for (World world : worlds) ends(world, space_.theory().goals(space_.role()).front().value);
    policy.nodes[at] = std::move(node);
    return at;
  }
  bool top = goal_ == space_.theory().goals(space_.role()).back().value;
  std::optional<Move> chosen;
  double most = kImpossible, told = -1;
  for (const Move& move : candidates) {
    double worth = 0;
    if (time_)
      worth = top ? (reaches(worlds, move.move, goal_, depth) ? goal_ : kImpossible) : value(on, move.move, depth);
    if (chosen && worth < most - kSame) continue;
    auto next = after(on, move.move, depth);
    double information = 0;
    if (next)
      for (const auto& [seen, then] : *next) {
        double weight = 0;
        for (const Weighted& entry : then) weight += entry.weight;
        if (weight > 0) information -= weight * std::log(weight);
      }
    if (chosen && worth <= most + kSame && information <= told + kSame) continue;
    chosen = move;
    most = worth;
    told = information;
  }
  node.move = MoveId{static_cast<std::uint32_t>(chosen->move), space_.theory().lexicon().number()};
  node.sure = chosen->sure;
  std::map<Observation, std::map<World, std::vector<std::size_t>>> from;
  std::map<Observation, Belief> next;
  if (time_) {
    if (auto found = after(on, chosen->move, depth)) next = std::move(*found);
    for (const Weighted& entry : on)
      for_each_outcome(entry.world, chosen->move, depth, [&](World to, Observation seen, double) {
        std::vector<std::size_t>& into = from[std::move(seen)][to];
        const std::vector<std::size_t>& origin = origins.at(entry.world);
        into.insert(into.end(), origin.begin(), origin.end());
      });
  }
  if (!time_) {  // only the move is known
    for (World world : worlds) ends(world, space_.theory().goals(space_.role()).front().value);
    policy.nodes[at] = std::move(node);
    return at;
  }
  for (auto& [seen, then] : next) {
    for (auto& [world, numbers] : from[seen]) {
      std::ranges::sort(numbers);
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }
    bool position = space_.theory().imperfect() && space_.theory().sees_position();
    node.branches.push_back(
        {space_.seen_texts(position ? seen.second : seen.first), lay_out(policy, from[seen], then, depth - 1, worst)});
  }
  policy.nodes[at] = std::move(node);
  return at;
}

}  // namespace percept::igdl
