// SPDX-License-Identifier: MIT
//
// A later tree: its roots are what the role holds possible now and what the opponent may hold possible then, from the
// tree before and from histories that it does not have; with what the opponent was promised there.
#include <tsl/robin_set.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "search/resolve_tree.h"
#include "search/view.h"

namespace percept::search {
namespace {

constexpr double kSmallestShare = 1e-4;  // of a history that the role would never have come to
constexpr double kSmallestReach = 1e-2;  // of one that the opponent would never have come to
constexpr double kRarest = 1e-6;         // of what nature did, compared to another
constexpr std::size_t kInAll = 3;        // times as many roots, those of the opponent included

// So many of the nodes, drawn at even distances along their weights. Each then counts as often as it was drawn, and as
// much more as it was unlikely to be.
void thin_out(std::vector<std::uint32_t>& nodes, std::size_t most, auto weight_of, std::vector<double>& shares,
              Random& random) {
  if (nodes.size() <= most) return;
  double total = 0, sum = 0;
  for (std::uint32_t n : nodes) total += weight_of(n);
  double step = total / static_cast<double>(most), at = random.unit() * step;
  std::size_t kept = 0;
  for (std::uint32_t n : nodes) {
    double weight = weight_of(n), times = 0;
    for (sum += weight; at < sum; at += step) ++times;
    if (times == 0) continue;
    shares[n] *= times * step / weight;
    nodes[kept++] = n;
  }
  nodes.resize(kept);
}

}  // namespace

ResolveTree::ResolveTree(ResolveTree& before, std::span<const std::vector<game::JointMove>> histories,
                         std::uint32_t round, const Budget& budget)
    : simulator_(before.simulator_),
      roles_{before.roles_[0], before.roles_[1]},
      settings_(before.settings_),
      random_(before.settings_.seed + round),
      rows_(before.rows_.words()),
      roots_(0),
      budget_(budget) {
  PERCEPT_CHECK(!histories.empty(), "there is no history to start from");
  Replayed given = replayed(histories, round);
  own_view_ = given.views.front()[0];
  if (!given.cut_off) simulator_->look(given.rows, choices_);
  bool in_time = !given.cut_off && !simulator_->cut_off();

  // What was promised: the tree before under its average strategies.
  ResolveTree& old = before;
  old.set_up_averages();
  old.sweep(true, 1);
  std::vector<double> weights(old.sets_.size(), 0);  // of the opponent's sets, to the role
  for (std::uint32_t n = 0; n < old.nodes_.size(); ++n)
    if (old.nodes_[n].sets[1] != kNoNumber)
      weights[old.nodes_[n].sets[1]] += old.nodes_[n].chance * (old.reach(n, 0) + kSmallestShare);

  // Its own nodes, and by door, that is by the opponent's view, what else is possible to the opponent there.
  std::vector<double> shares(old.nodes_.size(), 0);
  std::vector<std::uint32_t> own_nodes;
  for (std::uint32_t n = 0; n < old.nodes_.size(); ++n) {
    if (!old.goes_on(n, round)) continue;
    shares[n] = old.nodes_[n].chance * (old.reach(n, 0) + kSmallestShare);
    if (old.nodes_[n].views[0] == own_view_) own_nodes.push_back(n);
  }
  thin_out(
      own_nodes, settings_.roots, [&](std::uint32_t n) { return shares[n] * (old.reach(n, 1) + kSmallestReach); },
      shares, random_);
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> doors;
  std::vector<std::vector<std::uint32_t>> groups, others;  // old nodes, by door
  for (std::uint32_t n : own_nodes) {
    auto [door, is_new] = doors.insert({old.nodes_[n].views[1], static_cast<std::uint32_t>(groups.size())});
    if (is_new) groups.emplace_back();
    groups[door->second].push_back(n);
  }
  others.resize(groups.size());
  for (std::uint32_t n = 0; n < old.nodes_.size() && settings_.without != ResolvePart::kOrder; ++n)
    if (old.goes_on(n, round) && old.nodes_[n].views[0] != own_view_)
      if (auto door = doors.find(old.nodes_[n].views[1]); door != doors.end()) others[door->second].push_back(n);

  std::vector<std::uint32_t> door_of_old(old.nodes_.size(), kNoNumber);
  double own_total = 0;
  for (std::uint32_t d = 0; d < groups.size(); ++d) {
    thin_out(
        others[d], std::max<std::size_t>(1, (kInAll - 1) * settings_.roots / groups.size()),
        [&](std::uint32_t n) { return shares[n]; }, shares, random_);
    groups[d].insert(groups[d].end(), others[d].begin(), others[d].end());
    Door& door = doors_.emplace_back();
    double total = 0, worth = 0, own = 0;
    for (std::uint32_t n : groups[d]) {
      total += shares[n];
      worth -= shares[n] * old.values_[n];
      if (old.nodes_[n].views[0] == own_view_) own += shares[n] * old.reach(n, 1);
      door_of_old[n] = d;
    }
    // Gifts: what the opponent gave away by each of its moves on the way.
    double gift = 0;
    std::uint32_t at = groups[d].front();
    for (std::uint32_t up = old.nodes_[at].parent; up != kNoNumber; at = up, up = old.nodes_[up].parent) {
      const Node& node = old.nodes_[up];
      if (node.sets[1] == kNoNumber) continue;
      const Set& set = old.sets_[node.sets[1]];
      double best = -HUGE_VAL;
      for (std::uint32_t a = 0; a < set.count; ++a) best = std::max(best, old.actions_[set.first + a].worth);
      gift += (best - old.actions_[old.action_to(at, 1)].worth) / weights[node.sets[1]];
    }
    door.alternative = worth / total + gift;
    door.prior = own;
    own_total += own;
    for (std::uint32_t n : groups[d]) shares[n] /= total;
  }

  // Roots first, each with what is below it behind.
  std::vector<std::uint32_t> number(old.nodes_.size(), kNoNumber);
  auto copy = [&](std::uint32_t n, bool root) {
    Node node = old.nodes_[n];
    node.parent = root ? kNoNumber : number[node.parent];
    node.inner = kNoNumber;
    node.sets[0] = node.sets[1] = kNoNumber;
    for (std::uint8_t p = 0; p < 2; ++p)
      if (old.nodes_[n].sets[p] != kNoNumber) {
        const Set& set = old.sets_[old.nodes_[n].sets[p]];
        std::vector<std::uint32_t> of;
        for (std::uint32_t a = 0; a < set.count; ++a) of.push_back(old.actions_[set.first + a].move);
        node.sets[p] = set_of(p, set.view, of);
        Set& own = sets_[node.sets[p]];
        own.fresh = set.fresh;
        for (std::uint32_t a = 0; settings_.warm && a < set.count; ++a)
          actions_[own.first + a].chance = old.averages_[set.first + a];
      }
    if (root)
      node.chance = static_cast<float>(shares[n]);
    else
      node.chance = nodes_[node.parent].chance / static_cast<float>(nodes_[node.parent].drawn);
    number[n] = add_node(node, old.rows_.row(n));
    if (!node.over && old.nodes_[n].inner == kNoNumber) ++open_;
    if (!root && nodes_[node.parent].inner == kNoNumber) add_inner(node.parent, number[n]);
  };
  tsl::robin_set<std::uint64_t, MixedHash> held;  // histories that are there, or stand for those that are not
  for (std::uint32_t n = 0; n < old.nodes_.size(); ++n)
    if (door_of_old[n] != kNoNumber) {
      copy(n, true);
      nodes_.back().chance *= static_cast<float>(groups[door_of_old[n]].size());
      door_of_.push_back(door_of_old[n]);
      if (old.nodes_[n].views[0] == own_view_) own_roots_.push_back(static_cast<std::uint32_t>(roots_));
      ++roots_;
    }
  for (std::uint32_t n = 0; n < old.nodes_.size(); ++n)
    if (old.goes_on(n, round) && (old.nodes_[n].views[0] == own_view_ || doors.contains(old.nodes_[n].views[1])))
      held.insert(key_of_history(old.nodes_[n].views, old.rows_.row(n)));
  // Histories that the tree does not have: those that the role holds possible, and those that the opponent does then.
  auto begin = static_cast<std::uint32_t>(nodes_.size());
  std::size_t known = doors_.size();
  std::vector<double> drawn(known, 0);  // by door: of what the role holds possible
  std::vector<std::uint32_t> rows;      // of the new roots, among the histories
  for (std::uint32_t i = 0; i < histories.size() && in_time; ++i) {
    if (choices_.terminal(i)) continue;
    bool own = given.views[i][0] == own_view_;
    bool room = own ? own_roots_.size() < settings_.roots : roots_ < kInAll * settings_.roots;
    std::uint64_t view = given.views[i][1], key = given.key(i);
    room = room && !held.contains(key);
    if (own && room && doors.insert({view, static_cast<std::uint32_t>(doors_.size())}).second) {
      doors_.emplace_back();
      drawn.push_back(0);
    }
    auto door = doors.find(view);
    if (door == doors.end()) continue;
    if (own) ++drawn[door->second];
    if (!room) continue;
    held.insert(key);
    Node node;
    node.round = round;
    node.chance = static_cast<float>(given.chances[i]);
    std::ranges::copy(given.views[i], node.views);
    door_of_.push_back(door->second);
    rows.push_back(i);
    add_node(node, given.rows.row(i));
    if (own) own_roots_.push_back(static_cast<std::uint32_t>(roots_));
    ++roots_;
  }
  complete_nodes(begin, rows);
  // They count as much as others of their door, each as its chance says.
  std::vector<std::pair<double, double>> mean(doors_.size());
  for (std::uint32_t root = begin; root < roots_; ++root) {
    mean[door_of_[root]].first += nodes_[root].chance;
    ++mean[door_of_[root]].second;
  }
  for (std::uint32_t root = begin; root < roots_; ++root)
    nodes_[root].chance *= static_cast<float>(mean[door_of_[root]].second / mean[door_of_[root]].first);
  std::vector<double> totals(doors_.size(), 0), values(doors_.size(), 0);
  for (std::uint32_t root = 0; root < roots_; ++root) totals[door_of_[root]] += nodes_[root].chance;
  for (std::uint32_t root = 0; root < roots_; ++root) {
    nodes_[root].chance /= static_cast<float>(totals[door_of_[root]]);
    values[door_of_[root]] += nodes_[root].chance * nodes_[root].value;
  }
  double root_value = 0;
  for (std::uint32_t n = 0; n < old.roots_; ++n) root_value += old.nodes_[n].chance * old.values_[n];
  root_value /= std::max<double>(1, static_cast<double>(old.doors_.size()));
  for (std::size_t d = known; d < doors_.size(); ++d) doors_[d].alternative = -std::min(values[d], root_value);
  // What is below them, as far as it leaves room to grow.
  std::size_t most = old.complete() ? settings_.nodes : (settings_.nodes + nodes_.size()) / 2;
  for (const Inner& inner : old.inners_) {
    std::uint32_t parent = number[inner.node];
    if (parent == kNoNumber) continue;
    auto children = static_cast<std::uint32_t>(old.nodes_[inner.node].children());
    if (nodes_.size() + children <= most) {
      for (std::uint32_t n = inner.first; n < inner.first + children; ++n) copy(n, false);
    } else {
      nodes_[parent].value = static_cast<float>(old.values_[inner.node]);
      nodes_[parent].playouts = kMostPlayouts;
      ++open_;
    }
  }
  // How likely the role is to be there, in what the tree had by its plans.
  double all = std::accumulate(drawn.begin(), drawn.end(), 0.0);
  double in_known = 1;
  if (all > 0) in_known = std::accumulate(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(known), 0.0) / all;
  for (std::size_t d = 0; d < doors_.size(); ++d) {
    Door& door = doors_[d];
    double likely = d >= known ? drawn[d] / all : own_total > 0 ? in_known * door.prior / own_total : 0;
    door.picked = 1.0 / static_cast<double>(doors_.size());
    door.prior = settings_.without == ResolvePart::kPrior ? door.picked : 0.5 * likely + 0.5 * door.picked;
  }
  open_doors();
  if (settings_.warm) warm_up();
}

// All in lanes.
ResolveTree::Replayed ResolveTree::replayed(std::span<const std::vector<game::JointMove>> histories,
                                            std::uint32_t round) const {
  Replayed out{lanes::Rows(simulator_->words()),
               {histories.size(), {view_at_start(roles_[0]), view_at_start(roles_[1])}},
               std::vector<double>(histories.size(), 1)};
  lanes::Rows next;
  std::vector<std::uint32_t> which(histories.size()), moves;
  std::iota(which.begin(), which.end(), 0u);
  for (std::size_t i = 0; i < histories.size(); ++i) out.rows.push(simulator_->initial().words());
  std::vector<std::uint64_t> seen;
  std::size_t roles = simulator_->roles();
  auto nature = simulator_->nature();
  Choices choices;
  for (std::uint32_t r = 0; r < round && !out.cut_off; ++r) {
    if (nature) simulator_->look(out.rows, choices);
    if (nature && !simulator_->cut_off()) {
      for (std::size_t i = 0; i < histories.size(); ++i)
        out.chances[i] /= static_cast<double>(std::max<std::size_t>(1, choices.moves(i, *nature).size()));
      double most = *std::ranges::max_element(out.chances);
      for (double& chance : out.chances) chance = std::max(kRarest, chance / most);
    }
    moves.clear();
    for (const auto& history : histories) {
      PERCEPT_CHECK(history.size() == round, "histories are as long as each other");
      for (game::MoveId move : history[r]) moves.push_back(move.value);
    }
    simulator_->step(out.rows, which, moves, next, &seen);
    out.cut_off = simulator_->cut_off();
    std::swap(out.rows, next);
    for (std::size_t i = 0; i < histories.size(); ++i)
      for (std::size_t p = 0; p < 2; ++p)
        out.views[i][p] = view_after(out.views[i][p], moves[i * roles + roles_[p]], seen[i * roles + roles_[p]]);
  }
  return out;
}

std::uint64_t ResolveTree::key_of_history(const std::uint64_t* views, std::span<const std::uint64_t> row) {
  return mixed(views[0]) + views[1] + row_hash(row);
}

std::vector<bool> ResolveTree::has(std::span<const std::vector<game::JointMove>> histories, std::uint32_t round) const {
  tsl::robin_set<std::uint64_t, MixedHash> held;
  for (std::uint32_t n = 0; n < nodes_.size(); ++n)
    if (goes_on(n, round)) held.insert(key_of_history(nodes_[n].views, rows_.row(n)));
  Replayed given = replayed(histories, round);
  std::vector<bool> out;
  for (std::size_t i = 0; i < histories.size(); ++i) out.push_back(held.contains(given.key(i)));
  return out;
}

// What was found out before is believed as much as if each set had regretted not playing so once, by all there is to
// win, and had played so in the first iterations; ten times where the tree leaves nothing open. Where several
// equilibria keep a promise it stays at one: with another in each of its own sets, which are solved one by one, it
// would be in none.
void ResolveTree::warm_up() {
  constexpr double kIterationsBefore = 20;
  double belief = complete() ? 10 : 1;
  sweep(false, 0);
  std::vector<std::array<double, 2>> weights(sets_.size(), {0, 0});  // of the others, and its own
  for (std::uint32_t n = 0; n < nodes_.size(); ++n)
    for (std::size_t p = 0; p < 2; ++p)
      if (nodes_[n].sets[p] != kNoNumber) {
        weights[nodes_[n].sets[p]][0] += nodes_[n].chance * reach(n, 1 - p);
        weights[nodes_[n].sets[p]][1] = reach(n, p);
      }
  for (std::size_t s = 0; s < sets_.size(); ++s)
    for (Action& action : std::span(actions_).subspan(sets_[s].first, sets_[s].count)) {
      action.regret = belief * action.chance * weights[s][0];
      action.sum = action.chance * weights[s][1] * std::pow(kIterationsBefore, 3) / 3;
    }
  iterations_ = static_cast<std::uint64_t>(kIterationsBefore);
}

}  // namespace percept::search
