// SPDX-License-Identifier: MIT
#include "search/resolve_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "search/view.h"

namespace percept::search {
namespace {

constexpr std::size_t kLeastGrowth = 64;            // nodes that are expanded at a time
constexpr std::size_t kPartOfGrowth = 50;           // the tree grows by one of so many nodes, each time
constexpr std::size_t kMostAtOnce = 20'000;         // new nodes
constexpr std::uint16_t kAgain = 8;                 // playouts of a leaf that there is no room to expand, each time
constexpr double kSmallestChance = 1e-2;            // of a move that is played
constexpr std::size_t kMostMixed = 3;               // moves, as long as some of the tree is open
constexpr double kHeld = 0.5;                       // of all there is to win: what holds moves to the guide's plan
constexpr std::size_t kSmall = 2'000;               // nodes, up to which a tree grows whatever that costs
constexpr double kNewNode = 80, kAgainPlayed = 20;  // sweeps of a node that come to one that is new, or looked at again
constexpr double kEntering = 0.5;                   // an opponent that plays on so often gains by it
constexpr double kShareOfResolve = 0.5;             // in the gadget; the rest is Maxmargin's …
constexpr double kShareOfSettled = 0.9;  // … which moves what is settled, where the tree leaves nothing open

}  // namespace

ResolveTree::ResolveTree(Simulator& simulator, std::size_t role, const ResolveSettings& settings)
    : simulator_(&simulator),
      roles_{role, role},
      settings_(settings),
      random_(settings.seed),
      rows_(simulator.words()) {
  PERCEPT_CHECK(fits(simulator), "there are two roles beside nature");
  while (roles_[1] == role || simulator.nature() == roles_[1]) roles_[1] = (roles_[1] + 1) % simulator.roles();
  Node root;
  for (std::size_t p = 0; p < 2; ++p) root.views[p] = view_at_start(roles_[p]);
  own_view_ = root.views[0];
  add_node(root, simulator.initial().words());
  simulator.look(rows_, choices_);
  complete_nodes(0);
}

std::uint32_t ResolveTree::add_node(Node node, std::span<const std::uint64_t> row) {
  if (row.size() > rows_.words()) rows_.widen(row.size());
  rows_.push(row);
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void ResolveTree::add_inner(std::uint32_t node, std::uint32_t first) {
  Node& of = nodes_[node];
  of.inner = static_cast<std::uint32_t>(inners_.size());
  auto actions = [&](std::size_t p) { return of.sets[p] == kNoNumber ? 0 : sets_[of.sets[p]].first; };
  for (std::uint32_t set : of.sets)
    if (set != kNoNumber && sets_[set].inner == kNoNumber) sets_[set].inner = of.inner;
  Inner inner{node,   first,    {of.counts[0], of.counts[1]}, of.drawn, {actions(0), actions(1)}, kNoNumber,
              {0, 0}, of.chance};
  if (of.parent != kNoNumber) {
    inner.above = nodes_[of.parent].inner;
    for (std::size_t p = 0; p < 2; ++p) inner.by[p] = action_to(node, p);
  }
  inners_.push_back(inner);
}

// The player's action that led to the node, which has a parent.
std::uint32_t ResolveTree::action_to(std::uint32_t node, std::size_t player) const {
  const Inner& above = inners_[nodes_[nodes_[node].parent].inner];
  std::uint32_t made = (node - above.first) / above.drawn;
  return above.actions[player] + (player == 0 ? made / above.counts[1] : made % above.counts[1]);
}

std::uint32_t ResolveTree::set_of(std::uint8_t player, std::uint64_t view, std::span<const std::uint32_t> moves) {
  // Where the rules let a role not know its own legal moves, positions with other moves are told apart all the same.
  std::uint64_t key = key_of(player, view);
  for (std::uint32_t move : moves) key = mixed(key ^ (move + 1));
  auto [found, is_new] = numbers_.insert({key, static_cast<std::uint32_t>(sets_.size())});
  if (is_new) {
    sets_.push_back(
        {static_cast<std::uint32_t>(actions_.size()), static_cast<std::uint32_t>(moves.size()), player, true, view});
    for (std::uint32_t move : moves) {
      actions_.push_back({.move = move});
      actions_.back().chance = 1.0 / static_cast<double>(moves.size());
    }
    ask_guide(sets_.back());
  }
  return found->second;
}

void ResolveTree::ask_guide(const Set& set) {
  if (guide_ == nullptr) return;
  auto of = std::span(actions_).subspan(set.first, set.count);
  std::vector<std::uint32_t> moves;
  for (const Action& action : of) moves.push_back(action.move);
  std::vector<float> plan = guide_->plan(roles_[set.player], set.view, moves);
  for (std::size_t a = 0; a < of.size(); ++a) of[a].guided = plan.empty() ? -1 : plan[a];
}

std::vector<float> ResolveTree::come_to(std::span<const std::uint32_t> nodes, const PlayRequest& request) {
  lanes::Rows rows(rows_.words());
  std::vector<std::uint32_t> rounds;
  std::vector<float> out;
  for (std::uint32_t n : nodes) {
    rows.push(rows_.row(n));
    rounds.push_back(nodes_[n].round);
  }
  simulator_->evaluate(rows, rounds, request, out);
  return out;
}

void ResolveTree::complete_nodes(std::uint32_t begin, std::span<const std::uint32_t> of) {
  std::vector<std::uint32_t> fresh(nodes_.size() - begin);
  std::iota(fresh.begin(), fresh.end(), begin);
  std::vector<float> goals = come_to(fresh, {.each = settings_.each, .seed = random_.bits(), .budget = budget_});
  auto nature = simulator_->nature();
  std::size_t roles = simulator_->roles();
  std::vector<std::uint32_t> late;  // ends for which there was no time, as there will be none again
  for (std::uint32_t n = begin; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    std::size_t at = n - begin, row = of.empty() ? at : of[at];
    node.over = choices_.terminal(row);
    if (goals[at * roles + roles_[0]] >= 0)
      set_value(node, &goals[at * roles], settings_.each);
    else if (node.over)
      late.push_back(n);
    if (node.over) continue;
    ++open_;
    node.drawn = nature ? static_cast<std::uint32_t>(choices_.moves(row, *nature).size()) : 1;
    for (std::uint8_t p = 0; p < 2; ++p) {
      auto moves = choices_.moves(row, roles_[p]);
      node.counts[p] = static_cast<std::uint32_t>(moves.size());
      if (moves.size() > 1) nodes_[n].sets[p] = set_of(p, node.views[p], moves);
    }
  }
  if (late.empty()) return;
  goals = come_to(late, {});
  for (std::size_t i = 0; i < late.size(); ++i)
    if (goals[i * roles + roles_[0]] >= 0) set_value(nodes_[late[i]], &goals[i * roles], 1);
}

// By so many playouts more.
void ResolveTree::set_value(Node& node, const float* goals, std::uint32_t playouts) {
  auto all = static_cast<float>(node.playouts + playouts);
  node.value += static_cast<float>(playouts) / all * ((goals[roles_[0]] - goals[roles_[1]]) / 2 - node.value);
  node.playouts = static_cast<std::uint16_t>(all);
}

void ResolveTree::expand(std::span<const std::uint32_t> nodes) {
  lanes::Rows rows(rows_.words()), next;
  for (std::uint32_t n : nodes) rows.push(rows_.row(n));
  simulator_->look(rows, choices_);
  if (simulator_->cut_off()) return;
  auto nature = simulator_->nature();
  std::size_t roles = simulator_->roles();
  std::vector<std::uint32_t> which, moves;
  for (std::uint32_t row = 0; row < nodes.size(); ++row) {
    const Node& node = nodes_[nodes[row]];
    for (std::uint32_t k = 0; k < node.children(); ++k) {
      std::size_t at = moves.size();
      moves.resize(at + roles);
      moves[at + roles_[0]] = choices_.moves(row, roles_[0])[k / node.drawn / node.counts[1]];
      moves[at + roles_[1]] = choices_.moves(row, roles_[1])[k / node.drawn % node.counts[1]];
      if (nature) moves[at + *nature] = choices_.moves(row, *nature)[k % node.drawn];
      which.push_back(row);
    }
  }
  std::vector<std::uint64_t> seen;
  simulator_->step(rows, which, moves, next, &seen);
  if (simulator_->cut_off()) return;
  simulator_->look(next, choices_);
  if (simulator_->cut_off()) return;
  auto begin = static_cast<std::uint32_t>(nodes_.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    std::uint32_t parent = nodes[which[i]];
    if (nodes_[parent].inner == kNoNumber) {
      add_inner(parent, static_cast<std::uint32_t>(nodes_.size()));
      --open_;
    }
    Node child;
    child.parent = parent;
    child.round = nodes_[parent].round + 1;
    child.chance = nodes_[parent].chance / static_cast<float>(nodes_[parent].drawn);
    for (std::size_t p = 0; p < 2; ++p)
      child.views[p] = view_after(nodes_[parent].views[p], moves[i * roles + roles_[p]], seen[i * roles + roles_[p]]);
    add_node(child, next.row(i));
  }
  complete_nodes(begin);
  // What nobody has thought about yet starts at the guide's plan, or at its best move.
  for (std::uint32_t n : nodes) {
    const Node& node = nodes_[n];
    for (std::uint8_t p = 0; p < 2; ++p) {
      if (node.sets[p] == kNoNumber || !sets_[node.sets[p]].fresh) continue;
      Set& set = sets_[node.sets[p]];
      set.fresh = false;
      auto of = std::span(actions_).subspan(set.first, set.count);
      if (of[0].guided >= 0) {
        for (Action& action : of) action.chance = action.guided;
        continue;
      }
      std::vector<double> worth(set.count, 0);
      for (std::uint32_t k = 0; k < node.children(); ++k)
        worth[p == 0 ? k / node.drawn / node.counts[1] : k / node.drawn % node.counts[1]] +=
            (p == 0 ? 1 : -1) * nodes_[inners_[node.inner].first + k].value;
      auto best = static_cast<std::uint32_t>(std::ranges::max_element(worth) - worth.begin());
      for (std::uint32_t a = 0; a < set.count; ++a) of[a].chance = a == best ? 1 : 0;
    }
  }
}

// One side looks around, half at random among what it may do, half where it hopes for most; the other plays as it does.
std::uint32_t ResolveTree::descend(std::uint8_t explorer) {
  std::uint32_t n = 0;
  if (!doors_.empty()) {
    n = random_.below(2) == 0 ? own_roots_[random_.below(static_cast<std::uint32_t>(own_roots_.size()))]
                              : random_.below(static_cast<std::uint32_t>(roots_));
  }
  bool hoping = random_.below(2) == 0;
  std::vector<std::uint32_t> path;
  while (nodes_[n].inner != kNoNumber) {
    const Node& node = nodes_[n];
    std::uint32_t chosen[2] = {0, 0};
    for (std::uint8_t p = 0; p < 2; ++p) {
      if (node.sets[p] == kNoNumber) continue;
      const Set& set = sets_[node.sets[p]];
      auto of = std::span(actions_).subspan(set.first, set.count);
      bool explores = p == explorer || settings_.without == ResolvePart::kOneSided;
      if (explores && hoping) {
        double all = 0, most = -HUGE_VAL;
        for (const Action& action : of) all += action.visits;
        for (std::uint32_t a = 0; a < set.count; ++a) {
          double mean = of[a].total / of[a].visits;
          double spread = std::sqrt(std::max(0.0, of[a].squares / of[a].visits - mean * mean));
          double score = of[a].value + spread * std::sqrt(all) / (1 + of[a].visits);
          if (score > most) {
            most = score;
            chosen[p] = a;
          }
        }
        if (p == explorer) path.push_back(set.first + chosen[p]);
      } else if (explores) {
        auto support = static_cast<std::uint32_t>(
            std::ranges::count_if(of, [](const Action& action) { return action.chance > 0; }));
        std::uint32_t turn = random_.below(support);
        while (of[chosen[p]].chance <= 0 || turn-- > 0) ++chosen[p];
        if (p == explorer) path.push_back(set.first + chosen[p]);
      } else {
        double at = random_.unit();
        while (chosen[p] + 1 < set.count && (at -= of[chosen[p]].chance) >= 0) ++chosen[p];
      }
    }
    n = inners_[node.inner].first + (chosen[0] * node.counts[1] + chosen[1]) * node.drawn + random_.below(node.drawn);
  }
  double worth = explorer == 0 ? nodes_[n].value : -nodes_[n].value;
  for (std::uint32_t a : path) {
    ++actions_[a].visits;
    actions_[a].total += worth;
    actions_[a].squares += worth * worth;
  }
  return n;
}

void ResolveTree::grow() {
  std::size_t children = (nodes_.size() - roots_) / std::max<std::size_t>(1, inners_.size());  // of a node
  std::size_t wanted = std::max(kLeastGrowth, nodes_.size() / kPartOfGrowth / std::max<std::size_t>(1, children));
  std::vector<std::uint32_t> leaves;
  for (std::size_t tries = 0; tries < 2 * wanted; ++tries) {
    std::uint32_t n = descend(static_cast<std::uint8_t>(grown_++ % 2));
    if (!nodes_[n].over) leaves.push_back(n);
  }
  // A small tree is made whole: descents seldom come to its last corners.
  bool whole = leaves.size() < wanted / 4 && grows();
  for (std::uint32_t n = 0; whole && n < nodes_.size() && leaves.size() < wanted; ++n)
    if (!nodes_[n].over && nodes_[n].inner == kNoNumber) leaves.push_back(n);
  std::ranges::sort(leaves);
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  if (leaves.size() > wanted) leaves.resize(wanted);
  // As many as there is room for. A node with more children than that stays a leaf.
  std::size_t room = settings_.nodes > nodes_.size() ? settings_.nodes - nodes_.size() : 0, made = 0;
  auto without_room = std::stable_partition(leaves.begin(), leaves.end(), [&](std::uint32_t n) {
    if (made + nodes_[n].children() > std::min(room, kMostAtOnce)) return false;
    made += nodes_[n].children();
    return true;
  });
  growing_ += kNewNode * static_cast<double>(made);
  if (without_room != leaves.begin())
    expand({leaves.begin(), without_room});
  else if (simulator_->in_lanes())
    look_again(leaves);
}

// What looks good by luck is where descents come to most: where there is no room to look further, it is played out more
// often.
void ResolveTree::look_again(std::vector<std::uint32_t>& leaves) {
  std::erase_if(leaves, [&](std::uint32_t n) { return nodes_[n].playouts >= kMostPlayouts; });
  if (leaves.empty()) return;
  growing_ += kAgainPlayed * static_cast<double>(leaves.size());
  std::vector<float> goals = come_to(leaves, {.each = kAgain, .seed = random_.bits(), .budget = budget_});
  std::size_t roles = simulator_->roles();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (goals[i * roles + roles_[0]] < 0) continue;
    Node& node = nodes_[leaves[i]];
    set_value(node, &goals[i * roles], kAgain);
    if (leaves[i] < values_.size()) values_[leaves[i]] = node.value;
  }
}

void ResolveTree::set_up_averages() {
  averages_.assign(actions_.size(), 1);
  for (const Set& set : sets_) {
    double sum = 0;
    for (std::uint32_t a = set.first; a < set.first + set.count; ++a) sum += actions_[a].sum;
    for (std::uint32_t a = set.first; a < set.first + set.count; ++a)
      averages_[a] = sum > 0 ? actions_[a].sum / sum : actions_[a].chance;
  }
}

double ResolveTree::reach(std::uint32_t node, std::size_t player) const {
  std::uint32_t parent = nodes_[node].parent;
  if (parent == kNoNumber) return player == 0 || doors_.empty() ? 1 : doors_[door_of_[node]].weight;
  return reach_[nodes_[parent].inner][player] * chances_[action_to(node, player)];
}

void ResolveTree::sweep(bool average, std::uint8_t player) {
  chances_.resize(actions_.size());
  for (std::size_t a = 0; a < actions_.size(); ++a) {
    chances_[a] = average ? averages_[a] : actions_[a].chance;
    actions_[a].worth = 0;
  }
  weights_.assign(actions_.size(), 0);
  reach_.resize(inners_.size());
  for (std::size_t i = 0; i < inners_.size(); ++i)
    for (std::size_t p = 0; p < 2; ++p)
      reach_[i][p] = inners_[i].above == kNoNumber ? reach(inners_[i].node, p)
                                                   : reach_[inners_[i].above][p] * chances_[inners_[i].by[p]];
  for (std::size_t n = values_.size(); n < nodes_.size(); ++n) values_.push_back(nodes_[n].value);
  for (std::size_t i = inners_.size(); i-- > 0;) {
    const Inner& inner = inners_[i];
    const double *own = &chances_[inner.actions[0]], *others = &chances_[inner.actions[1]];
    const double* child = &values_[inner.first];
    Action* worth = &actions_[inner.actions[player]];
    double sum = 0, likely = reach_[i][1 - player] * inner.chance;
    double weight = likely / inner.drawn * (player == 0 ? 1 : -1);
    weights_[inner.actions[player]] += likely;
    for (std::uint32_t a = 0; a < inner.counts[0]; ++a)
      for (std::uint32_t b = 0; b < inner.counts[1]; ++b, child += inner.drawn) {
        double value = std::accumulate(child, child + inner.drawn, 0.0);
        sum += own[a] * others[b] * value;
        worth[player == 0 ? a : b].worth += weight * (player == 0 ? others[b] : own[a]) * value;
      }
    values_[inner.node] = sum / inner.drawn;
  }
}

// The opponent's choice whether to play on, from what that would be worth: behind a sweep.
void ResolveTree::open_doors() {
  if (doors_.empty()) return;
  if (!values_.empty()) {
    std::vector<double> worth(doors_.size(), 0);
    for (std::size_t root = 0; root < roots_; ++root) worth[door_of_[root]] -= nodes_[root].chance * values_[root];
    double mean = 0;
    for (std::size_t d = 0; d < doors_.size(); ++d) mean += doors_[d].picked * (worth[d] - doors_[d].alternative);
    for (std::size_t d = 0; d < doors_.size(); ++d) {
      Door& door = doors_[d];
      double value = door.enters * worth[d] + (1 - door.enters) * door.alternative;
      double gains[2] = {worth[d] - value, door.alternative - value};
      double predicted[2];
      for (int i = 0; i < 2; ++i) {
        door.regrets[i] = std::max(0.0, door.regrets[i] + gains[i]);
        predicted[i] = std::max(0.0, door.regrets[i] + gains[i]);
      }
      double sum = predicted[0] + predicted[1];
      door.enters = sum > 0 ? predicted[0] / sum : 0.5;
      double gain = worth[d] - door.alternative - mean;
      door.regret = std::max(0.0, door.regret + gain);
      door.picked = std::max(0.0, door.regret + gain);
    }
    double sum = 0;
    for (const Door& door : doors_) sum += door.picked;
    for (Door& door : doors_) door.picked = sum > 0 ? door.picked / sum : 1.0 / static_cast<double>(doors_.size());
  }
  double share = complete() ? kShareOfSettled : kShareOfResolve;
  for (Door& door : doors_) door.weight = share * door.prior * door.enters + (1 - share) * door.picked;
}

// Predictive CFR+, the two in turn, plan t counts t².
void ResolveTree::iterate() {
  solving_ += static_cast<double>(nodes_.size());
  ++iterations_;
  double weight = static_cast<double>(iterations_) * static_cast<double>(iterations_);
  double held_by = kHeld * (simulator_->highest(roles_[0]) - simulator_->lowest(roles_[0]));
  for (std::uint8_t player = 0; player < 2; ++player) {
    sweep(false, player);
    if (player == 1) open_doors();
    // The plan of the moment is part of the average.
    for (const Set& set : sets_)
      if (set.player == player && set.inner != kNoNumber)
        for (Action& action : std::span(actions_).subspan(set.first, set.count))
          action.sum += weight * reach_[set.inner][player] * action.chance;
    for (const Set& set : sets_) {
      if (set.player != player) continue;
      auto of = std::span(actions_).subspan(set.first, set.count);
      double value = 0, sum = 0;
      for (const Action& action : of) value += action.chance * action.worth;
      bool touched = false;
      for (Action& action : of) touched = touched || action.worth != 0;
      if (!touched) continue;
      // What holds a move to the guide's plan is worth something, too: the more, the further it is from there.
      bool held = open_ > 0 && of[0].guided >= 0;
      double hold = 0;
      for (const Action& action : of) hold += held ? action.chance * (action.guided - action.chance) : 0;
      for (Action& action : of) {
        action.value = action.worth / weights_[set.first];
        double now = action.worth - value;
        if (held) now += held_by * weights_[set.first] * (action.guided - action.chance - hold);
        action.regret = std::max(0.0, action.regret + now);
        action.chance = std::max(0.0, action.regret + now);
        sum += action.chance;
      }
      for (Action& action : of) action.chance = sum > 0 ? action.chance / sum : 1.0 / set.count;
    }
  }
}

bool ResolveTree::promised() const {
  return std::ranges::none_of(doors_, [](const Door& door) { return door.enters > kEntering; });
}

std::uint64_t ResolveTree::run(std::uint64_t iterations, const Budget& budget, const InformationTrees* guide) {
  simulator_->set_budget(budget);
  budget_ = budget;
  guide_ = guide;
  for (const Set& set : sets_) ask_guide(set);
  auto goes_on = [&](const Budget& of) { return !of.out_of_time() && !simulator_->trouble(); };
  std::uint64_t done = 0;
  if (settings_.without == ResolvePart::kGrowing) {
    Budget half = budget.part(0.5);
    for (std::uint64_t steps = 0; steps < iterations && goes_on(half) && grows(); ++steps) grow();
  }
  // A first tree has time to become whole, if it can, and so has a small one; another grows as much as it solves.
  auto may_grow = [&] { return doors_.empty() || nodes_.size() < kSmall || growing_ <= solving_; };
  for (; done < iterations && goes_on(budget); ++done) {
    bool open = open_ > 0;
    if (open && settings_.without != ResolvePart::kGrowing && may_grow()) grow();
    if (open && complete() && guide_ != nullptr) {
      // What was found out while moves were held to a plan does not count where they no longer are.
      for (Action& action : actions_) action.regret = action.sum = 0;
      iterations_ = 0;
    }
    iterate();
  }
  guide_ = nullptr;
  return done;
}

std::vector<ValuedMove> ResolveTree::valued(std::span<const std::uint32_t> candidates) const {
  std::vector<ValuedMove> out;
  auto is_candidate = [&](const Action& action) {
    return candidates.empty() || std::ranges::find(candidates, action.move) != candidates.end();
  };
  const Set* found = nullptr;  // with the candidates, or any
  for (std::uint32_t root = 0; root < roots_; ++root) {
    if (nodes_[root].views[0] != own_view_ || nodes_[root].sets[0] == kNoNumber) continue;
    const Set& set = sets_[nodes_[root].sets[0]];
    bool these = set.count == candidates.size() &&
                 std::ranges::all_of(std::span(actions_).subspan(set.first, set.count), is_candidate);
    if (these || found == nullptr) found = &set;
    if (these || candidates.empty()) break;
  }
  if (found == nullptr) return out;
  const Set& set = *found;
  double sum = 0, kept = 0;
  std::size_t most = settings_.without == ResolvePart::kPurified || promised() ? kMostMixed : 1;
  if (complete()) most = set.count;
  for (std::uint32_t a = set.first; a < set.first + set.count; ++a) sum += actions_[a].sum;
  for (std::uint32_t a = set.first; a < set.first + set.count; ++a) {
    ValuedMove& move = out.emplace_back();
    move.move = actions_[a].move;
    move.visits = actions_[a].visits;
    move.value = 0.5 + actions_[a].value;
    move.chance = sum > 0 ? actions_[a].sum / sum : actions_[a].chance;
    if (!is_candidate(actions_[a])) out.pop_back();
  }
  std::ranges::stable_sort(out, [](const ValuedMove& a, const ValuedMove& b) { return a.chance > b.chance; });
  if (!out.empty() && out.front().chance <= 0) out.front().chance = 1;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i > 0 && (i >= most || out[i].chance < kSmallestChance)) out[i].chance = 0;
    kept += out[i].chance;
  }
  for (ValuedMove& move : out) move.chance /= kept;
  return out;
}

std::vector<double> ResolveTree::entering() const {
  std::vector<double> out;
  for (const Door& door : doors_) out.push_back(door.enters);
  return out;
}

}  // namespace percept::search
