// SPDX-License-Identifier: MIT
#include "search/mcts.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

namespace percept::search {
namespace {

constexpr std::uint32_t kLanesWorth = 1024;  // playouts at a time that lanes are well filled with
constexpr double kWorthOfLeaf = 1.0;         // microseconds of playouts that the way to a leaf is worth
constexpr std::uint32_t kMostEach = 16;
constexpr std::uint32_t kMatchesSeen = 1024;  // to learn what kind of game it is
constexpr float kNever = 100;                 // before everything that was tried
constexpr unsigned kMostThreads = 64;
constexpr double kMakingRoom = 1e-9;  // seconds it takes for each byte that there is, at most
constexpr float kInParts = 10;  // visits of a move after which its own average counts as much as that of its parts

}  // namespace

Mcts::Mcts(Simulator& simulator, std::size_t role, const MctsSettings& settings)
    : simulator_(simulator),
      roles_(simulator.roles()),
      role_(role),
      settings_(settings),
      random_(settings.seed),
      rows_(simulator.words()),
      averages_(simulator.roles()) {
  learn_of_game();
  if (settings_.factored && !settings_.plain) factors_ = simulator_.factors();
  for (unsigned thread = 1; thread < std::min(settings_.threads, kMostThreads); ++thread)
    if (auto another = simulator_.another()) more_simulators_.push_back(std::move(another));
  flocks_.resize(more_simulators_.empty() ? 1 : more_simulators_.size() + 2);
  for (std::size_t i = 0; i < flocks_.size(); ++i) flocks_[i].number = static_cast<std::uint32_t>(i);
}

// Matches of random moves tell how long they are, and whether two players share a constant sum. Only a terminal
// position met later can say otherwise (back_up).
void Mcts::learn_of_game() {
  each_ = std::max(settings_.each, 1u);
  leaves_ = settings_.leaves == 0 ? 8 : std::min(settings_.leaves, kMostLeaves - 1);
  if (!simulator_.in_lanes()) return;
  lanes::Rows starts(simulator_.words());
  for (std::uint32_t i = 0; i < kMatchesSeen; ++i) starts.push(simulator_.initial().words());
  std::vector<float> values;
  simulator_.play(starts, std::vector<std::uint32_t>(kMatchesSeen, 0), {.each = 1, .seed = 1}, values);
  std::vector<std::size_t> players;
  for (std::size_t role = 0; role < roles_; ++role)
    if (simulator_.nature() != role) players.push_back(role);
  if (players.size() == 2) {
    auto sum_of = [&](std::size_t match) {
      return values[match * roles_ + players[0]] + values[match * roles_ + players[1]];
    };
    sum_ = sum_of(0);
    for (std::size_t match = 1; match < kMatchesSeen && sum_; ++match)
      if (std::abs(sum_of(match) - *sum_) > 1e-4) sum_.reset();
  }
  if (settings_.each == 0 && !alone()) {
    double cost = std::max(simulator_.cost(simulator_.mean_length()), 1e-3);
    each_ = static_cast<std::uint32_t>(std::clamp(std::round(kWorthOfLeaf / cost), 1.0, double{kMostEach}));
  }
  if (settings_.leaves == 0) leaves_ = std::clamp(kLanesWorth / each_, 64u, 512u);
}

bool Mcts::settled(std::uint32_t node) const {
  for (std::size_t role = 0; role < roles_; ++role)
    if (stake(node, role).low != stake(node, role).high) return false;
  return true;
}

// ---- edges

std::uint64_t Mcts::code_of(std::uint32_t node, std::span<const std::uint32_t> picked) const {
  std::uint64_t code = 0;
  for (std::size_t role = 0; role < roles_; ++role) code = code * actions(node, role).size() + picked[role];
  return std::uint64_t{node} << 32 | (code >> 32 == 0 ? code : mixed(code) >> 32);
}

std::uint32_t* Mcts::edge(std::uint32_t node, std::span<const std::uint32_t> picked, bool make) {
  if (nodes_[node].choosers <= 1) return &actions(node, nodes_[node].chooser)[picked[nodes_[node].chooser]].child;
  std::uint64_t code = code_of(node, picked);
  auto found = edges_.find(code);
  if (found == edges_.end()) {
    if (!make) return nullptr;
    found = edges_.insert({code, kNoNode}).first;
  }
  return &found.value();
}

std::uint32_t Mcts::child(std::uint32_t node, std::span<const std::uint32_t> picked) const {
  const std::uint32_t* found = const_cast<Mcts*>(this)->edge(node, picked, false);
  return found == nullptr || (*found & kPending) != 0 ? kNoNode : *found;
}

// ---- where it aims

void Mcts::aim(std::span<const SearchModel> models, std::uint32_t round, std::span<const std::uint32_t> candidates) {
  roots_.clear();
  chances_.clear();
  root_actions_.clear();
  double total = 0;
  Choices choices;
  for (const SearchModel& model : models) {
    rows_.widen(simulator_.words());
    auto [node, is_new] = rows_.add(projected(model.state.words()));
    if (is_new) {
      lanes::Rows one(rows_.words());
      one.push(rows_.row(node));
      simulator_.look(one, choices);
      if (simulator_.cut_off()) {
        rows_.truncate(node);
        break;
      }
      add_node(choices, 0, round);
    }
    if (nodes_[node].terminal) continue;
    roots_.push_back(static_cast<std::uint32_t>(node));
    chances_.push_back(total += model.weight);
  }
  std::vector<std::uint32_t> own(candidates.begin(), candidates.end());
  if (own.empty())
    for (std::uint32_t root : roots_)
      for (const Action& action : actions(root, role_)) own.push_back(action.move);
  std::ranges::sort(own);
  own.erase(std::unique(own.begin(), own.end()), own.end());
  for (std::uint32_t move : own) root_actions_.push_back({move});
  if (!on_line()) line_ = {};
  // Now, when there is time, rather than in the middle of a search.
  if (bytes() > settings_.bytes / 2) make_room();
}

bool Mcts::solved() const {
  if (roots_.empty() || line_.value >= simulator_.highest(role_)) return true;
  if (roots_.size() == 1) return settled(roots_[0]) || known_best();
  return std::ranges::all_of(roots_, [&](std::uint32_t root) {
    return nodes_[root].choosers <= 1 && nodes_[root].chooser == role_ &&
           std::ranges::all_of(actions(root, role_), [](const Action& action) { return action.low == action.high; });
  });
}

// What the role gets here is known, and it alone decides: there is a move that gets it.
bool Mcts::known_best() const {
  if (roots_.size() != 1) return false;
  const Node& root = nodes_[roots_[0]];
  const Stake& own = stake(roots_[0], role_);
  return root.choosers <= 1 && root.chooser == role_ && own.low == own.high;
}

// Flocks come to the tree in one order: what a flock brought is taken, and it is sent out again. Whichever thread is
// free does that, or plays out a flock that waits for it; there is one more of these than threads, so that none is idle
// while flocks take differently long.
std::uint64_t Mcts::run(std::uint64_t leaves, const Budget& budget) {
  simulator_.set_budget(budget);
  plan_line(budget);
  std::uint64_t sent = 0, known = 0;  // known: what earlier searches found out about where it aims
  for (std::uint32_t root : roots_) known += nodes_[root].visits;
  std::size_t turn = 0, away = 0;
  bool at_tree = false, over = false, full = false;
  std::mutex mutex;
  std::condition_variable news;
  auto visit_tree = [&](Flock& flock, Simulator& simulator, const Budget& time) {
    if (flock.place == Place::kBack) {
      take(flock);
      --away;
    }
    over = over || sent == leaves || solved() || simulator.trouble() || time.out_of_time();
    full = full || bytes() > settings_.bytes;
    if (full && away == 0) {
      // What would not be done in time is left to the next search.
      over = over || time.seconds_left() < kMakingRoom * static_cast<double>(bytes());
      if (!over) make_room();
      full = over;
    }
    if (over || full) return Place::kHome;
    // A tree that knows little yet is asked for little at a time.
    std::uint64_t many = std::max<std::uint64_t>(std::min(leaves_, 8u), (known + sent) / 8);
    many = std::min({many, std::uint64_t{leaves_}, leaves - sent});
    send(flock, many);
    sent += many;
    ++away;
    return Place::kWaiting;
  };
  auto work = [&](Simulator& simulator, const Budget& time) {
    std::unique_lock lock(mutex);
    for (;;) {
      Flock& next = flocks_[turn];
      auto waiting = std::ranges::find(flocks_, Place::kWaiting, &Flock::place);
      if (!at_tree && over && away == 0) {
        return;
      } else if (!at_tree && (next.place == Place::kHome || next.place == Place::kBack)) {
        at_tree = true;
        lock.unlock();
        Place place = visit_tree(next, simulator, time);
        lock.lock();
        next.place = place;
        at_tree = false;
        turn = (turn + 1) % flocks_.size();
      } else if (waiting != flocks_.end()) {
        waiting->place = Place::kPlayed;
        lock.unlock();
        play_out(*waiting, simulator, time);
        lock.lock();
        waiting->place = Place::kBack;
      } else {
        news.wait(lock);
        continue;
      }
      news.notify_all();
    }
  };
  // CPU seconds are counted by the caller's thread alone.
  Budget beside = Budget().until(budget.deadline()).unless(budget.stop());
  std::vector<std::jthread> helpers;
  for (auto& simulator : more_simulators_) helpers.emplace_back([&] { work(*simulator, beside); });
  work(simulator_, budget);
  helpers.clear();
  return sent;
}

// ---- down

void Mcts::send(Flock& flock, std::uint64_t many) {
  flock.descents.clear();
  flock.path.clear();
  flock.to_make.clear();
  for (std::uint64_t i = 0; i < many; ++i) {
    flock.descents.emplace_back();
    descend(flock, flock.descents.back());
  }
  flock.from.clear(rows_.words());
  flock.which.clear();
  flock.moves.clear();
  flock.rounds.clear();
  for (const Pending& pending : flock.to_make) {
    flock.which.push_back(static_cast<std::uint32_t>(flock.which.size()));
    flock.from.push(rows_.row(pending.node));
    flock.rounds.push_back(nodes_[pending.node].round + 1);
    for (std::size_t role = 0; role < roles_; ++role)
      flock.moves.push_back(actions(pending.node, role)[flock.path[pending.picked + role]].move);
  }
  flock.leaves.clear(rows_.words());
  flock.leaf_rounds.clear();
  for (Descent& descent : flock.descents) {
    if (descent.pending != kNoNode || (nodes_[descent.end].valued && settled(descent.end))) continue;
    descent.leaf = static_cast<std::uint32_t>(flock.leaves.size());
    flock.leaves.push(rows_.row(descent.end));
    flock.leaf_rounds.push_back(nodes_[descent.end].round);
  }
  flock.seed = random_.bits();
  flock.to_beat = line_.value;
  flock.better.value = -1;
  if (settings_.weighted && simulator_.in_lanes()) averages_.make_weights(simulator_, flock.weights);
}

void Mcts::descend(Flock& flock, Descent& descent) {
  ++descent_number_;
  descent.first_step = flock.path.size();
  std::uint32_t model = 0;
  if (roots_.size() > 1) {
    // Models take turns as their weights say: parts of the golden section fill any interval evenly.
    double turn = static_cast<double>(descent_number_) * 0.6180339887498949;
    turn = (turn - std::floor(turn)) * chances_.back();
    model = static_cast<std::uint32_t>(std::upper_bound(chances_.begin(), chances_.end(), turn) - chances_.begin());
    model = std::min(model, static_cast<std::uint32_t>(roots_.size() - 1));
  }
  std::uint32_t node = roots_[model];
  for (bool first = true;; first = false) {
    Node& at = nodes_[node];
    descent.end = node;
    if (!at.valued || at.terminal || at.last_descent == descent_number_ || (!first && settled(node))) return;
    at.last_descent = descent_number_;
    std::size_t step = flock.path.size();
    flock.path.push_back(node);
    flock.path.resize(step + 1 + roles_);
    for (std::size_t role = 0; role < roles_; ++role)
      flock.path[step + 1 + role] =
          first && role == role_ && roots_.size() > 1 ? pick_for_all(model, descent.root_action) : pick(node, role);
    std::span<const std::uint32_t> picked(flock.path.data() + step + 1, roles_);
    std::uint32_t* next = edge(node, picked, true);
    bool pending = *next != kNoNode && (*next & kPending) != 0;
    if (pending && (*next & ~kPending) >> (31 - kFlockBits) != flock.number) {
      // Another flock is on its way there: one more look from here.
      flock.path.resize(step);
      if (first && descent.root_action != kNoNode) --root_actions_[descent.root_action].pending;
      if (first) descent.root_action = kNoNode;
      return;
    }
    ++at.pending;
    for (std::size_t role = 0; role < roles_; ++role) ++actions(node, role)[picked[role]].pending;
    ++descent.steps;
    if (*next == kNoNode) {
      *next = kPending | flock.number << (31 - kFlockBits) | static_cast<std::uint32_t>(flock.to_make.size());
      flock.to_make.push_back({node, step + 1});
    }
    if ((*next & kPending) != 0) {
      descent.pending = *next & ((1u << (31 - kFlockBits)) - 1);
      descent.end = kNoNode;
      return;
    }
    node = *next;
  }
}

std::uint32_t Mcts::pick(std::uint32_t node, std::size_t role) {
  std::span<Action> from = actions(node, role);
  if (from.size() == 1) return 0;
  if (simulator_.nature() == role) return random_.below(static_cast<std::uint32_t>(from.size()));
  const Node& at = nodes_[node];
  if (at.mix != kNoNode) return pick_mixed(node, role);
  float floor = stake(node, role).low;
  auto mean = static_cast<float>(stake(node, role).sum / std::max(1u, at.visits));
  auto wide = static_cast<float>(settings_.exploration * std::sqrt(std::log(1.0 + at.visits + at.pending)));
  bool parts = in_parts();
  if (parts) link(node);
  // One more look at what is settled tells nothing while something better may be left, and what comes back from here is
  // no less than that anyway. At the root visits say which move is best: there it is every third time.
  bool looks = (node != roots_[0] || descent_number_ % 3 == 0) && std::ranges::any_of(from, [&](const Action& action) {
                 return action.low != action.high && action.high > floor;
               });
  std::uint32_t best = 0, ties = 0;
  float most = -1;
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    const Action& action = from[i];
    if (looks ? action.low == action.high || action.high <= floor : action.high < floor) continue;
    float score;
    std::uint32_t tried = action.visits + action.pending;
    if (action.low == action.high) {
      score = action.low;
    } else if (tried == 0) {
      score = kNever + 1;
      if (!settings_.plain) score += averages_.mean(role, action.move, 1) - 1;
      if (parts) score = kNever + worth_in_parts(node, role, i, score - kNever);
    } else {
      float worth = action.visits == 0 ? mean : static_cast<float>(action.sum / action.visits);
      if (parts)
        worth += std::sqrt(kInParts / (kInParts + 3 * static_cast<float>(action.visits))) *
                 (worth_in_parts(node, role, i, mean) - worth);
      score = std::clamp(worth, action.low, action.high) + wide / std::sqrt(static_cast<float>(tried));
    }
    if (score < most) continue;
    ties = score > most ? 1 : ties + 1;
    if (ties == 1 || random_.below(ties) == 0) best = i;
    most = score;
  }
  return best;
}

// One move of the role for all models: of those that are legal in this one.
std::uint32_t Mcts::pick_for_all(std::uint32_t model, std::uint32_t& root_action) {
  std::span<const Action> from = actions(roots_[model], role_);
  std::uint32_t best = kNoNode;
  double most = -1;
  for (std::uint32_t i = 0, r = 0; i < from.size() && r < root_actions_.size(); ++i) {
    while (r < root_actions_.size() && root_actions_[r].move < from[i].move) ++r;
    if (r == root_actions_.size() || root_actions_[r].move != from[i].move) continue;
    RootAction& action = root_actions_[r];
    ++action.available;
    std::uint32_t tried = action.visits + action.pending;
    double score = kNever;
    if (tried > 0)
      score = (action.visits == 0 ? 0.5 : action.sum / action.visits) +
              settings_.exploration * std::sqrt(std::log(1.0 + action.available) / tried);
    if (score <= most) continue;
    most = score;
    best = i;
    root_action = r;
  }
  if (best == kNoNode) return pick(roots_[model], role_);
  ++root_actions_[root_action].pending;
  return best;
}

// ---- at the leaves

// Touches nothing but the flock.
void Mcts::play_out(Flock& flock, Simulator& simulator, const Budget& budget) const {
  flock.playouts = 0;
  flock.cut_off = false;
  if (!flock.to_make.empty()) {
    simulator.step(flock.from, flock.which, flock.moves, flock.made);
    if (!simulator.cut_off()) simulator.look(flock.made, flock.choices);
    flock.cut_off = simulator.cut_off();
    if (flock.cut_off) return;
    flock.leaves.widen(flock.made.words());
    for (Descent& descent : flock.descents) {
      if (descent.pending == kNoNode) continue;
      descent.leaf = static_cast<std::uint32_t>(flock.leaves.size());
      flock.leaves.push(flock.made.row(descent.pending));
      flock.leaf_rounds.push_back(flock.rounds[descent.pending]);
    }
  }
  if (flock.leaves.size() == 0) return;
  PlayRequest request{.each = each_, .seed = flock.seed, .weights = nullptr, .budget = budget};
  if (!flock.weights.empty()) request.weights = &flock.weights;
  if (alone()) {  // what playouts came to is what it looks for, not what they might
    flock.playouts = simulator.play(flock.leaves, flock.leaf_rounds, request, flock.values);
    look_for_line(flock, simulator);
  } else {
    flock.playouts = simulator.evaluate(flock.leaves, flock.leaf_rounds, request, flock.values);
  }
}

// Of the row that was added last.
void Mcts::add_node(const Choices& choices, std::size_t row, std::uint32_t round) {
  Node& node = nodes_.emplace_back();
  node.round = round;
  node.terminal = choices.terminal(row);
  for (std::size_t role = 0; role < roles_; ++role) {
    std::span<const std::uint32_t> moves = choices.moves(row, role);
    if (moves.empty()) node.terminal = true;  // nobody can go on from here
    auto low = static_cast<float>(simulator_.lowest(role)), high = static_cast<float>(simulator_.highest(role));
    stakes_.push_back(
        {0, low, high, static_cast<std::uint32_t>(actions_.size()), static_cast<std::uint32_t>(moves.size())});
    for (std::uint32_t move : moves) actions_.push_back({.move = move, .low = low, .high = high});
    if (moves.size() > 1 && node.choosers++ == 0) node.chooser = static_cast<std::uint16_t>(role);
  }
}

// ---- up

void Mcts::take(Flock& flock) {
  if (flock.cut_off) {
    for (const Descent& descent : flock.descents) undo(flock, descent);
    for (const Pending& pending : flock.to_make)
      *edge(pending.node, std::span(flock.path).subspan(pending.picked, roles_), true) = kNoNode;
    return;
  }
  rows_.widen(simulator_.words());
  for (std::size_t i = 0; i < flock.to_make.size(); ++i) {
    auto [node, is_new] = rows_.add(projected(flock.made.row(i)));
    if (is_new) add_node(flock.choices, i, flock.rounds[i]);
    Pending& pending = flock.to_make[i];
    pending.made = static_cast<std::uint32_t>(node);
    *edge(pending.node, std::span(flock.path).subspan(pending.picked, roles_), true) = pending.made;
  }
  for (Descent& descent : flock.descents) {
    if (descent.pending != kNoNode) descent.end = flock.to_make[descent.pending].made;
    back_up(flock, descent);
  }
  playouts_ += flock.playouts;
  if (flock.better.value > line_.value) take_line(flock);
}

void Mcts::undo(const Flock& flock, const Descent& descent) {
  for (std::size_t s = 0; s < descent.steps; ++s) {
    const std::uint32_t* step = flock.path.data() + descent.first_step + s * (1 + roles_);
    --nodes_[step[0]].pending;
    for (std::size_t role = 0; role < roles_; ++role) --actions(step[0], role)[step[1 + role]].pending;
  }
  if (descent.root_action != kNoNode) --root_actions_[descent.root_action].pending;
}

void Mcts::back_up(const Flock& flock, const Descent& descent) {
  std::uint32_t end = descent.end;
  value_.resize(roles_);
  undo(flock, descent);
  if (nodes_[end].valued && settled(end)) {
    for (std::size_t role = 0; role < roles_; ++role) value_[role] = stake(end, role).low;
  } else {
    if (descent.leaf == kNoNode) return;  // what was proven of it fell meanwhile (check_sum)
    std::copy_n(flock.values.begin() + static_cast<std::ptrdiff_t>(descent.leaf * roles_), roles_, value_.begin());
    if (value_[0] < 0) return;  // no time for it
  }
  Node& last = nodes_[end];
  if (last.terminal && !last.valued) {
    for (std::size_t role = 0; role < roles_; ++role) stake(end, role).low = stake(end, role).high = value_[role];
    check_sum();
  }
  last.valued = true;
  ++last.visits;
  for (std::size_t role = 0; role < roles_; ++role) stake(end, role).sum += value_[role];
  bool changed = settled(end);
  float to_it = value_[role_];  // what the move that is looked at came to, for the role that thinks
  for (std::size_t s = descent.steps; s-- > 0; end = flock.path[descent.first_step + s * (1 + roles_)]) {
    const std::uint32_t* step = flock.path.data() + descent.first_step + s * (1 + roles_);
    std::span<const std::uint32_t> picked(step + 1, roles_);
    std::uint32_t node = step[0];
    Node& at = nodes_[node];
    ++at.visits;
    for (std::size_t role = 0; role < roles_; ++role) {
      Action& action = actions(node, role)[picked[role]];
      const Stake& below = stake(end, role);
      if (!settings_.plain && at.choosers <= 1 && (action.low != below.low || action.high != below.high)) {
        if (role == at.chooser) {
          action.low = below.low;
          action.high = below.high;
        }
        changed = true;
      }
    }
    if (changed) changed = !settings_.plain && tighten(node);
    for (std::size_t role = 0; role < roles_; ++role) {
      Stake& own = stake(node, role);
      // Where several choose, what is proven of the position holds for its best moves, not for this one.
      float got = value_[role];
      value_[role] = std::clamp(value_[role], own.low, own.high);
      if (at.choosers <= 1) got = value_[role];
      if (role == role_) to_it = got;
      own.sum += value_[role];
      if (actions(node, role).size() == 1) continue;
      Action& action = actions(node, role)[picked[role]];
      ++action.visits;
      action.sum += got;
      averages_.add(role, action.move, got);
      learn_in_parts(node, role, picked[role]);
    }
    if (at.choosers > 1) {
      if (at.mix != kNoNode)
        learn_regrets(node, picked);
      else if ((at.visits & (at.visits - 1)) == 0)
        look_for_equilibrium(node);
    }
  }
  if (descent.root_action == kNoNode) return;
  RootAction& action = root_actions_[descent.root_action];
  ++action.visits;
  action.sum += to_it;
}

// ---- what it thinks

std::vector<ValuedMove> Mcts::valued() const {
  std::vector<ValuedMove> out;
  if (roots_.empty()) return out;
  std::optional<std::size_t> remembered = on_line();
  bool one = roots_.size() == 1, proven = known_best() || remembered;
  for (const RootAction& own : root_actions_) {
    ValuedMove valued;
    valued.move = own.move;
    valued.visits = own.visits;
    double weight = 0, value = 0, low = 0, high = 0;
    for (std::size_t m = 0; m < roots_.size(); ++m) {
      std::span<const Action> from = actions(roots_[m], role_);
      for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i].move != own.move) continue;
        double chance = chances_[m] - (m == 0 ? 0 : chances_[m - 1]);
        // What was proven behind it on another way is not known to the action yet.
        float lowest = from[i].low, highest = from[i].high;
        if (!settings_.plain && nodes_[roots_[m]].choosers <= 1 && from[i].child != kNoNode &&
            (from[i].child & kPending) == 0) {
          lowest = std::max(lowest, stake(from[i].child, role_).low);
          highest = std::min(highest, stake(from[i].child, role_).high);
        }
        double mean = from[i].visits > 0 ? from[i].sum / from[i].visits
                      : own.visits > 0   ? own.sum / own.visits
                                         : static_cast<double>(lowest);
        weight += chance;
        value += chance * std::clamp<double>(mean, lowest, highest);
        low += chance * lowest;
        high += chance * highest;
        if (one) valued.visits = from[i].visits;
        if (one && nodes_[roots_[m]].mix != kNoNode) {
          std::size_t at = nodes_[roots_[m]].mix;
          for (std::size_t role = 0; role < role_; ++role) at += actions(roots_[m], role).size();
          valued.chance = mixes_[at + i].strategy;
        }
        if (!valued.line.empty() || nodes_[roots_[m]].choosers > 1) continue;
        valued.line.push_back({{static_cast<std::uint32_t>(role_), own.move}});
        if (from[i].child != kNoNode)
          for (auto& next : line_from(from[i].child)) valued.line.push_back(std::move(next));
      }
    }
    if (weight == 0) continue;
    valued.value = value / weight;
    valued.lowest = low / weight;
    valued.highest = high / weight;
    if (remembered && line_.moves[*remembered] == own.move && line_.value > valued.lowest) {
      valued.lowest = line_.value;
      valued.value = std::max(valued.value, line_.value);
      valued.line.clear();
      for (std::size_t i = *remembered; i < line_.moves.size(); ++i) valued.line.push_back({{0, line_.moves[i]}});
    }
    out.push_back(std::move(valued));
  }
  double floor = 0, total = 0;
  for (const ValuedMove& move : out) floor = std::max(floor, move.lowest);
  for (const ValuedMove& move : out) total += move.chance;
  if (total > 0) {
    constexpr double kRare = 0.03;  // what is left of having tried everything
    double kept = 0;
    for (ValuedMove& move : out) kept += move.chance = move.chance / total < kRare ? 0 : move.chance;
    for (ValuedMove& move : out) move.chance /= kept;
  }
  std::ranges::stable_sort(out, [&](const ValuedMove& a, const ValuedMove& b) {
    bool a_worse = a.highest < floor, b_worse = b.highest < floor;
    if (a_worse != b_worse) return b_worse;
    if (proven && a.lowest != b.lowest) return a.lowest > b.lowest;
    if (a.chance != b.chance) return a.chance > b.chance;
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.value > b.value;
  });
  return out;
}

std::uint32_t Mcts::choose(Random& random) const {
  std::vector<ValuedMove> moves = valued();
  PERCEPT_CHECK(!moves.empty(), "there is no move to choose from");
  if (moves.front().chance == 0) return moves.front().move;
  double at = random.unit();
  for (const ValuedMove& move : moves)
    if ((at -= move.chance) < 0) return move.move;
  return moves.front().move;
}

std::vector<std::vector<Chosen>> Mcts::line_from(std::uint32_t node) const {
  constexpr std::size_t kLongest = 40;
  std::vector<std::vector<Chosen>> out;
  std::vector<std::uint32_t> picked(roles_);
  while (node != kNoNode && !nodes_[node].terminal && nodes_[node].valued && out.size() < kLongest) {
    std::vector<Chosen> chosen;
    for (std::size_t role = 0; role < roles_; ++role) {
      std::span<const Action> from = actions(node, role);
      auto most = std::ranges::max_element(from, {}, [&](const Action& action) {
        bool sure = action.low == action.high && action.low == stake(node, role).low;
        return std::pair(settled(node) && sure, action.visits);
      });
      picked[role] = static_cast<std::uint32_t>(most - from.begin());
      if (from.size() > 1) chosen.push_back({static_cast<std::uint32_t>(role), most->move});
    }
    std::uint32_t next = child(node, picked);
    if (next == kNoNode && nodes_[node].visits < 2) break;
    if (!chosen.empty()) out.push_back(std::move(chosen));
    node = next;
  }
  return out;
}

std::optional<std::vector<std::pair<double, double>>> Mcts::bounds(const game::State& state) {
  std::vector<std::uint64_t> row(rows_.words());
  if (state.words().size() > row.size()) return std::nullopt;
  std::ranges::copy(projected(state.words()), row.begin());
  auto node = static_cast<std::uint32_t>(rows_.find(row.data(), row_hash(row)));
  if (node == rows_.size()) return std::nullopt;
  std::vector<std::pair<double, double>> out;
  for (std::size_t role = 0; role < roles_; ++role) out.emplace_back(stake(node, role).low, stake(node, role).high);
  return out;
}

}  // namespace percept::search
