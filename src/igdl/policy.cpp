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
  std::vector<std::pair<std::size_t, const std::vector<WorldSpace::Successor>*>> all;
  for (std::size_t m : made) {
    const std::vector<WorldSpace::Successor>* outcomes = space_.successors(world, m, round, budget_);
    if (!outcomes) return time_ = false;
    count += outcomes->size();
    all.push_back({m, outcomes});
  }
  for (const auto& [m, outcomes] : all)
    for (const WorldSpace::Successor& outcome : *outcomes) {
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
  laid_.clear();
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
    return std::ranges::all_of(seen, [&](const auto& entry) { return can(entry.second, goal, options_.depth); });
  };
  bool top = goals.size() == 1;
  for (std::size_t depth = 1; !top && time_; depth *= 2) {
    options_.depth = std::min(depth, options.depth);
    can_.clear();
    cut_ = false;
    top = sure(goals.back().value);
    if (!cut_ || options_.depth == options.depth) break;
  }
  goal_ = (top ? goals.back() : goals.front()).value;
  if (!top) {
    if (options_.depth < options.depth) can_.clear();
    options_.depth = options.depth;
    for (std::size_t i = goals.size() - 1; i-- > 1 && time_;)
      if (sure(goals[i].value)) {
        goal_ = goals[i].value;
        break;
      }
  }
  out.guaranteed = goal_;
  double share = 1.0 / static_cast<double>(worlds.size());
  out.nodes.emplace_back();
  out.nodes[0].worlds = worlds.size();
  std::vector<Policy::Branch> branches;
  for (const auto& [bits, set] : seen) {
    Belief belief;
    for (World world : set) belief.push_back({world, share});
    if (time_ && !top) out.expected += std::max(0.0, best(belief, options_.depth));
    const Laid& laid = lay_out(out, belief, options_.depth);
    branches.push_back({space_.seen_texts(bits), laid.node});
    for (const auto& [world, goal] : laid.worst) out.positions_won += goal == goals.back().value;
  }
  out.nodes[0].branches = std::move(branches);
  if (top) out.expected = goal_;
  out.beliefs = can_.size() + best_.size();
  out.proved = complete && (top || (time_ && !cut_));
  if (!out.proved)
    out.why_not = !complete && worlds.size() < options.worlds
                      ? fmt::format("there was not enough time to find more than {} worlds", worlds.size())
                  : !complete ? fmt::format("there are more than {} worlds", options.worlds)
                  : !time_    ? "there was not enough time"
                              : fmt::format("the game can go on for more than {} moves", options.depth);
  return out;
}

// How much better the worlds are known, by what is seen after the move.
double Planner::information(const Belief& on, std::size_t move, std::size_t depth) {
  auto entropy = [](const std::map<Observation, double>& shares) {
    double out = 0;
    for (const auto& [seen, share] : shares) out -= share * std::log(share);
    return out;
  };
  std::map<Observation, double> all;
  double within = 0;
  for (const Weighted& entry : on) {
    std::map<Observation, double> own;
    for_each_outcome(entry.world, move, depth, [&](World, Observation seen, double share) {
      all[seen] += entry.weight * share;
      own[std::move(seen)] += share;
    });
    within += entry.weight * entropy(own);
  }
  return entropy(all) - within;
}

std::optional<Planner::Move> Planner::choose(const Belief& on, std::size_t depth) {
  bool top = goal_ == space_.theory().goals(space_.role()).back().value;
  Set worlds = worlds_of(on);
  std::optional<Move> out;
  double most = kImpossible, told = -1;
  for (const Move& move : moves(worlds)) {
    double worth = 0;
    if (time_)
      worth = top ? (reaches(worlds, move.move, goal_, depth) ? goal_ : kImpossible) : value(on, move.move, depth);
    if (out && worth < most - kSame) continue;
    double tells = information(on, move.move, depth);
    if (out && worth <= most + kSame && tells <= told + kSame) continue;
    out = move;
    most = worth;
    told = tells;
  }
  return out;
}

const Planner::Laid& Planner::lay_out(Policy& policy, const Belief& belief, std::size_t depth) {
  auto [at, is_new] = laid_.try_emplace({belief, depth});
  Laid& laid = at->second;
  if (!is_new) return laid;
  laid.node = policy.nodes.size();
  policy.nodes.emplace_back();
  Policy::Node node;
  node.worlds = belief.size();
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
    laid.worst[entry.world] = goal;
  }
  std::optional<Move> chosen;
  std::map<Observation, const Laid*> behind;
  if (!on.empty() && depth > 0) chosen = choose(on, depth);
  if (chosen) {
    node.move = MoveId{static_cast<std::uint32_t>(chosen->move), space_.theory().lexicon().number()};
    node.sure = chosen->sure;
    bool position = space_.theory().imperfect() && space_.theory().sees_position();
    if (auto next = time_ ? after(on, chosen->move, depth) : std::nullopt)
      for (const auto& [seen, then] : *next) {
        behind[seen] = &lay_out(policy, then, depth - 1);
        node.branches.push_back({space_.seen_texts(position ? seen.second : seen.first), behind[seen]->node});
      }
  }
  for (const Weighted& entry : on) {
    std::optional<int> worst;
    bool followed = chosen && time_ &&
                    for_each_outcome(entry.world, chosen->move, depth, [&](World to, const Observation& seen, double) {
                      const std::map<World, int>& then = behind.at(seen)->worst;
                      if (auto goal = then.find(to); goal != then.end())
                        worst = std::min(worst.value_or(goal->second), goal->second);
                    });
    if (!followed) worst = space_.theory().goals(space_.role()).front().value;  // only the move is known
    if (worst) laid.worst[entry.world] = *worst;
  }
  policy.nodes[laid.node] = std::move(node);
  return laid;
}

}  // namespace percept::igdl
