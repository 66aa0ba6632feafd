// SPDX-License-Identifier: MIT
#include "search/information_trees.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/view.h"

namespace percept::search {
namespace {

constexpr std::uint32_t kNothing = 0xFFFFFFFF;
constexpr std::uint32_t kDeepest = 400;  // steps of a descent
constexpr double kWorthOfDescent = 1.0;  // microseconds of playouts that a descent is worth
constexpr std::uint32_t kMostPlayouts = 8;
constexpr double kMostAnswering = 0.9, kLeastAnswering = 0.1,
                 kSmoothing = 0.02;           // the part picked by averages of values
constexpr double kLeastFavour = 0.01;         // compared to any other move: nobody is as sure of the others as that
constexpr std::uint32_t kVisitsOfAPlan = 20;  // that it is believed from
constexpr double kDoubtOfAPlan = 300;         // visits of each move that are made up: plans take long to settle
constexpr std::size_t kMostPlans = 500'000, kMostChances = 4'000'000;  // twice, of the last searches
constexpr double kErrorOfOne = 0.15;                                   // of a visit's value
constexpr std::uint64_t kMostTimes = 4;                                // as often as another that it is mixed with
constexpr std::size_t kVisitsKept = 30;  // of each move on average, from searches of earlier rounds

}  // namespace

void Steering::set(std::size_t role, std::uint64_t view, std::vector<Chance> chances) {
  chances_ += chances.size();
  plans_.insert_or_assign(key_of(role, view), std::move(chances));
  if (plans_.size() < kMostPlans && chances_ < kMostChances) return;
  older_ = std::move(plans_);
  plans_.clear();
  chances_ = 0;
}

double Steering::favour(std::size_t role, std::uint64_t view, std::uint32_t move) const {
  for (const Plans* plans : {&plans_, &older_}) {
    auto plan = plans->find(key_of(role, view));
    if (plan == plans->end()) continue;
    auto made = std::ranges::find(plan->second, move, &Chance::move);
    double chance = made == plan->second.end() ? 0 : made->chance;
    return std::max(kLeastFavour, chance * static_cast<double>(plan->second.size()));
  }
  return 1;
}

std::vector<SearchWorld> replayed(Simulator& simulator, std::span<const std::vector<game::JointMove>> histories,
                                  std::size_t role, const Steering& steering) {
  std::size_t roles = simulator.roles(), longest = 0;
  std::vector<SearchWorld> out(histories.size());
  std::vector<double> favours(histories.size(), 0);  // as logarithms
  lanes::Rows rows(simulator.words()), next;
  for (SearchWorld& world : out) {
    for (std::size_t r = 0; r < roles; ++r) world.views.push_back(view_at_start(r));
    rows.push(simulator.initial().words());
  }
  for (const auto& history : histories) longest = std::max(longest, history.size());
  std::vector<std::uint32_t> which, moves;
  std::vector<std::uint64_t> views;
  for (std::size_t round = 0; round < longest; ++round) {
    which.clear();
    moves.clear();
    for (std::size_t i = 0; i < histories.size(); ++i) {
      PERCEPT_CHECK(histories[i].size() == longest, "histories of one round are as long as each other");
      which.push_back(static_cast<std::uint32_t>(i));
      for (game::MoveId move : histories[i][round]) moves.push_back(move.value);
    }
    simulator.step(rows, which, moves, next, &views);
    std::swap(rows, next);
    for (std::size_t i = 0; i < out.size(); ++i)
      for (std::size_t r = 0; r < roles; ++r) {
        if (r != role && simulator.nature() != r)
          favours[i] += std::log(steering.favour(r, out[i].views[r], moves[i * roles + r]));
        out[i].views[r] = view_after(out[i].views[r], moves[i * roles + r], views[i * roles + r]);
      }
  }
  // Compared to the likeliest: a long match is a product of many small numbers.
  double most = favours.empty() ? 0 : *std::ranges::max_element(favours);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].weight = std::exp(favours[i] - most);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].state.assign(rows.row(i), simulator.lexicon().number());
  return out;
}

InformationTrees::InformationTrees(Simulator& simulator, std::size_t role, const TreesSettings& settings)
    : simulator_(simulator),
      roles_(simulator.roles()),
      role_(role),
      settings_(settings),
      each_(std::max(1u, settings.each)),
      random_(settings.seed),
      averages_(simulator.roles()) {
  for (std::size_t r = 0; r < roles_; ++r) range_ = std::max(range_, simulator.highest(r) - simulator.lowest(r));
  if (range_ <= 0) range_ = 1;
  if (!simulator_.in_lanes()) settings_.descents = std::min(settings_.descents, 8u);
}

void InformationTrees::aim(std::vector<SearchWorld> worlds, std::uint32_t round,
                           std::span<const std::uint32_t> candidates) {
  PERCEPT_CHECK(!worlds.empty(), "there is no world to search");
  if (bytes() > settings_.bytes / 2) {
    nodes_.clear();
    numbers_.clear();
    places_ = 0;
  }
  ++aims_;
  worlds_ = std::move(worlds);
  round_ = round;
  candidates_.assign(candidates.begin(), candidates.end());
  std::ranges::sort(candidates_);
  chances_.clear();
  double total = 0;
  for (const SearchWorld& world : worlds_) chances_.push_back(total += world.weight);
  root_ = node_of(role_, worlds_.front().views[role_]);
  // How often its own moves are visited from now on says which is best.
  nodes_[root_].visits = 0;
  places_ -= nodes_[root_].actions.size();
  nodes_[root_].actions.clear();
}

std::uint64_t InformationTrees::run(std::uint64_t descents, const Budget& budget) {
  simulator_.set_budget(budget);
  std::uint64_t done = 0;
  while (done < descents && !budget.out_of_time() && !simulator_.trouble()) {
    // A step of a few costs as much as one of hundreds; a tree that knows little is asked for little at a time.
    std::uint64_t flock =
        std::min<std::uint64_t>(settings_.descents, std::max<std::uint64_t>(64, nodes_[root_].visits / 4));
    flock = std::min(flock, descents - done);
    start(flock);
    while (go_on()) {
    }
    play_out(budget);
    done += flock;
  }
  return done;
}

std::size_t InformationTrees::bytes() const {
  constexpr std::size_t kEntry = 32;                                                  // of the table, about
  return nodes_.size() * (sizeof(Node) + kEntry) + places_ * sizeof(Action) * 3 / 2;  // of which a third is empty
}

std::uint32_t InformationTrees::node_of(std::size_t role, std::uint64_t view) {
  auto [found, is_new] = numbers_.insert({key_of(role, view), static_cast<std::uint32_t>(nodes_.size())});
  if (is_new) {
    nodes_.emplace_back().view = view;
    nodes_.back().role = static_cast<std::uint16_t>(role);
  }
  return found->second;
}

void InformationTrees::visit(Node& node) {
  if (node.aim == aims_) return;
  node.aim = aims_;
  if (node.actions.empty()) return;  // new
  std::size_t most = kVisitsKept * node.actions.size();
  if (node.visits <= most) return;
  double part = static_cast<double>(most) / node.visits;
  node.visits = 0;
  for (Action& action : node.actions) {
    auto kept = static_cast<std::uint32_t>(std::ceil(part * action.visits));
    if (action.visits > 0) action.sum *= static_cast<double>(kept) / action.visits;
    action.available = static_cast<std::uint32_t>(std::ceil(part * action.available));
    node.visits += action.visits = kept;
  }
}

void InformationTrees::start(std::size_t count) {
  flock_.resize(count);
  active_.clear(simulator_.words());
  leaves_.clear(simulator_.words());
  who_.resize(count);
  std::iota(who_.begin(), who_.end(), 0u);
  ended_.clear();
  for (Descent& descent : flock_) {
    // Worlds take turns as their weights say: parts of the golden section fill any interval evenly.
    double turn = static_cast<double>(++turns_) * 0.6180339887498949;
    turn = (turn - std::floor(turn)) * chances_.back();
    auto at = static_cast<std::size_t>(std::upper_bound(chances_.begin(), chances_.end(), turn) - chances_.begin());
    const SearchWorld& world = worlds_[std::min(at, worlds_.size() - 1)];
    descent.round = round_;
    descent.steps.clear();
    descent.fresh.clear();
    descent.views = world.views;
    active_.push(world.state.words());
  }
}

// One step of all that are on their way; false when none is.
bool InformationTrees::go_on() {
  if (who_.empty()) return false;
  simulator_.look(active_, choices_);
  leaves_.widen(active_.words());
  which_.clear();
  moves_.clear();
  std::size_t going = 0;
  for (std::uint32_t row = 0; row < who_.size(); ++row) {
    std::uint32_t i = who_[row];
    if (decide(flock_[i], row)) {
      which_.push_back(row);
      who_[going++] = i;
    } else {
      moves_.resize(which_.size() * roles_);
      ended_.push_back(i);
      leaves_.push(active_.row(row));
    }
  }
  who_.resize(going);
  if (which_.empty()) return false;
  simulator_.step(active_, which_, moves_, next_, &views_);
  std::swap(active_, next_);
  for (std::size_t row = 0; row < who_.size(); ++row) {
    Descent& descent = flock_[who_[row]];
    ++descent.round;
    for (std::size_t role = 0; role < roles_; ++role)
      descent.views[role] = view_after(descent.views[role], moves_[row * roles_ + role], views_[row * roles_ + role]);
  }
  return true;
}

// Adds a move of each role to moves_; false where the descent ends: the match is over, or a role comes to something
// new.
bool InformationTrees::decide(Descent& descent, std::uint32_t row) {
  if (choices_.terminal(row) || descent.round - round_ > kDeepest) return false;
  bool full = bytes() >= settings_.bytes;
  nodes_here_.assign(roles_, kNothing);
  for (std::uint16_t role = 0; role < roles_; ++role) {
    if (choices_.moves(row, role).empty()) return false;
    if (simulator_.nature() == role || choices_.moves(row, role).size() == 1) continue;
    if (full && !numbers_.contains(key_of(role, descent.views[role]))) return false;  // there is no room for it
    std::uint32_t node = nodes_here_[role] = node_of(role, descent.views[role]);
    if (nodes_[node].visits == 0 && node != root_) descent.fresh.emplace_back(node, role);
  }
  if (!descent.fresh.empty()) return false;
  for (std::uint16_t role = 0; role < roles_; ++role) {
    std::span<const std::uint32_t> legal = choices_.moves(row, role);
    std::uint32_t move = legal[0];
    if (simulator_.nature() == role) {
      move = legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
    } else if (std::uint32_t node = nodes_here_[role]; node != kNothing) {
      visit(nodes_[node]);
      find_actions(nodes_[node], legal, node == root_);
      std::uint32_t action = pick(nodes_[node]);
      descent.steps.push_back({node, action, role});
      move = nodes_[node].actions[action].move;
    }
    moves_.push_back(move);
  }
  return true;
}

void InformationTrees::find_actions(Node& node, std::span<const std::uint32_t> legal, bool at_root) {
  bool restricted = at_root && std::ranges::any_of(legal, [&](std::uint32_t move) {
                      return std::ranges::binary_search(candidates_, move);
                    });
  found_.clear();
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (restricted && !std::ranges::binary_search(candidates_, legal[i])) continue;
    std::size_t at = i;  // worlds that look the same mostly have the same legal moves
    if (at >= node.actions.size() || node.actions[at].move != legal[i])
      at = static_cast<std::size_t>(std::ranges::find(node.actions, legal[i], &Action::move) - node.actions.begin());
    if (at == node.actions.size()) {
      node.actions.push_back({.move = legal[i]});
      ++places_;
    }
    found_.push_back(static_cast<std::uint32_t>(at));
  }
}

// A move that was available as often as another and tried less often is owed a try.
std::uint32_t InformationTrees::pick(Node& node) {
  if (settings_.smooth) {
    double answering =
        std::max(kLeastAnswering, kMostAnswering / (1 + kSmoothing * std::sqrt(static_cast<double>(node.visits))));
    if (random_.unit() >= answering)
      if (std::uint32_t drawn = pick_as_before(node); drawn != kNothing) {
        for (std::uint32_t at : found_) ++node.actions[at].available;
        ++node.actions[drawn].pending;
        return drawn;
      }
  }
  std::uint32_t best = kNothing, untried = 0, ties = 0, of = 0;
  double most = -1, wide = 0;  // wide: what `of` times available makes of the exploration
  for (std::uint32_t at : found_) {
    Action& action = node.actions[at];
    ++action.available;
    std::uint32_t tried = action.visits + action.pending;
    if (tried == 0) ++untried;
    if (untried > 0) continue;
    if (action.available != of) {
      of = action.available;
      wide = settings_.exploration * range_ * std::sqrt(std::log(1.0 + of));
    }
    double score = (action.visits == 0 ? 0.5 : action.sum / action.visits) + wide / std::sqrt(tried);
    if (score < most) continue;
    // By chance: roles that move together and break ties alike would search nothing but what they do alike.
    ties = score > most ? 1 : ties + 1;
    if (ties == 1 || random_.below(ties) == 0) best = at;
    most = score;
  }
  if (untried > 0) {
    std::uint32_t turn = random_.below(untried);
    for (std::uint32_t at : found_)
      if (const Action& action = node.actions[at]; action.visits + action.pending == 0 && turn-- == 0) best = at;
  }
  ++node.actions[best].pending;
  return best;
}

// As often as it was picked so far.
std::uint32_t InformationTrees::pick_as_before(const Node& node) {
  std::uint32_t all = 0;
  for (std::uint32_t at : found_) all += node.actions[at].visits;
  if (all == 0) return kNothing;
  std::uint32_t turn = random_.below(all);
  std::size_t drawn = 0;
  while (turn >= node.actions[found_[drawn]].visits) turn -= node.actions[found_[drawn++]].visits;
  return found_[drawn];
}

void InformationTrees::play_out(const Budget& budget) {
  rounds_.clear();
  for (std::uint32_t i : ended_) rounds_.push_back(flock_[i].round);
  if (settings_.each == 0 && simulator_.in_lanes() && simulator_.mean_length() > 0)
    each_ = static_cast<std::uint32_t>(
        std::clamp(std::round(kWorthOfDescent / std::max(1e-3, simulator_.cost(simulator_.mean_length()))), 1.0,
                   double{kMostPlayouts}));
  PlayRequest request{.each = each_, .seed = random_.bits(), .budget = budget};
  if (settings_.weighted && simulator_.in_lanes()) {
    averages_.make_weights(simulator_, weights_);
    request.weights = &weights_;
  }
  playouts_ += simulator_.evaluate(leaves_, rounds_, request, values_);
  for (std::size_t i = 0; i < ended_.size(); ++i) {
    const Descent& descent = flock_[ended_[i]];
    const float* value = values_.data() + i * roles_;
    bool counts = value[0] >= 0;
    for (const auto& [node, role] : descent.fresh) nodes_[node].visits += counts ? 1 : 0;
    for (const Step& step : descent.steps) {
      Action& action = nodes_[step.node].actions[step.action];
      --action.pending;
      if (!counts) continue;
      ++nodes_[step.node].visits;
      ++action.visits;
      action.sum += value[step.role];
      averages_.add(step.role, action.move, value[step.role]);
    }
  }
}

// Where it is smooth it mixes over moves that cannot be told apart from the most visited one: those that may be worth
// as much, as often as they were visited.
std::vector<ValuedMove> InformationTrees::valued() const {
  std::vector<ValuedMove> out;
  for (const Action& action : nodes_[root_].actions) {
    if (!candidates_.empty() && !std::ranges::binary_search(candidates_, action.move)) continue;
    ValuedMove move;
    move.move = action.move;
    move.visits = action.visits;
    move.value = action.visits == 0 ? 0 : action.sum / action.visits;
    out.push_back(move);
  }
  std::ranges::stable_sort(out, [](const ValuedMove& a, const ValuedMove& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
  });
  if (!settings_.smooth || out.empty() || out.front().visits == 0) return out;
  double kept = 0;
  for (ValuedMove& move : out) {
    double error = kErrorOfOne * range_ / std::sqrt(static_cast<double>(std::max<std::uint64_t>(1, move.visits)));
    bool as_good = move.value + error >= out.front().value && move.visits * kMostTimes >= out.front().visits;
    kept += move.chance = as_good ? static_cast<double>(move.visits) : 0;
  }
  for (ValuedMove& move : out) move.chance /= kept;
  return out;
}

void InformationTrees::leave(Steering& steering) const {
  for (const Node& node : nodes_) {
    if (node.aim != aims_ || node.visits < kVisitsOfAPlan) continue;
    double all = 0;
    for (const Action& action : node.actions) all += action.visits;
    std::vector<Steering::Chance> chances;
    double doubted = all + kDoubtOfAPlan * static_cast<double>(node.actions.size());
    for (const Action& action : node.actions)
      chances.push_back({action.move, static_cast<float>((action.visits + kDoubtOfAPlan) / doubted)});
    if (all > 0) steering.set(node.role, node.view, std::move(chances));
  }
}

std::vector<float> InformationTrees::plan(std::size_t role, std::uint64_t view,
                                          std::span<const std::uint32_t> moves) const {
  auto known = numbers_.find(key_of(role, view));
  if (known == numbers_.end() || nodes_[known->second].visits < kVisitsOfAPlan * moves.size()) return {};
  const std::vector<Action>& actions = nodes_[known->second].actions;
  std::vector<float> out;
  float all = 0;
  for (std::uint32_t move : moves) {
    auto action = std::ranges::find(actions, move, &Action::move);
    all += out.emplace_back(action == actions.end() ? 0.f : static_cast<float>(action->visits));
  }
  if (all == 0) return {};
  for (float& chance : out) chance /= all;
  return out;
}

}  // namespace percept::search
