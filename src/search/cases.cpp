// SPDX-License-Identifier: MIT
#include "search/cases.h"

#include <algorithm>

#include "lanes/rows.h"
#include "search/in_parts.h"
#include "search/steps.h"

namespace percept::search {

// Round by round, set by set: sets are numbered in the order of rounds.
class Cases::Maker {
 public:
  Maker(const Positions& positions, std::span<const Forest> forests, std::size_t player, std::span<const Alike> others,
        std::span<const double> payoffs)
      : positions_(positions),
        forests_(forests),
        player_(player),
        others_(others),
        payoffs_(payoffs),
        out_(forests[player]) {}

  std::optional<Cases> run(std::size_t most) {
    const std::size_t words = 1 + forests_.size() / 2;
    lanes::Rows now(words), next(words);
    std::vector<std::uint32_t> number = {0}, next_number, order;  // of a row's case in its set
    key_.assign(words, 0);
    now.add(key_);
    out_.count_[0] = 1;
    auto set_of = [&](std::uint32_t row) { return static_cast<std::uint32_t>(now[row][0] >> 32); };
    while (now.size() > 0) {
      next.clear(words);
      next_number.clear();
      order.resize(now.size());
      for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
      std::ranges::stable_sort(order, {}, set_of);
      for (std::size_t i = 0; i < order.size();) {
        std::uint32_t set = set_of(order[i]);
        begin(set);
        for (; i < order.size() && set_of(order[i]) == set; ++i)
          expand(now[order[i]], number[order[i]], next, next_number);
        end();
        if (out_.ways_.size() > most) return std::nullopt;
      }
      std::swap(now, next);
      std::swap(number, next_number);
    }
    return std::move(out_);
  }

 private:
  struct Next {
    std::uint32_t seen, set;
  };

  void begin(std::uint32_t set) {
    const Forest& own = out_.own_;
    out_.first_way_.resize(set + 1, out_.way_begin_.size());
    out_.first_end_.resize(set + 1, out_.end_begin_.size());
    next_.clear();
    first_next_.clear();
    for (std::uint32_t action = 0; action < own.knowledge()->actions(set); ++action) {
      first_next_.push_back(static_cast<std::uint32_t>(next_.size()));
      own.knowledge()->each_next(set, action, [&](std::uint32_t seen, std::uint32_t then) {
        next_.push_back({seen, then});
      });
    }
    ways_.assign(next_.size(), {});
    ends_.assign(first_next_.size(), {});
  }
  void end() {
    for (const std::vector<Way>& ways : ways_) {
      out_.way_begin_.push_back(out_.ways_.size());
      out_.ways_.insert(out_.ways_.end(), ways.begin(), ways.end());
    }
    out_.way_begin_.push_back(out_.ways_.size());
    for (const std::vector<End>& ends : ends_) {
      out_.end_begin_.push_back(out_.ends_.size());
      out_.ends_.insert(out_.ends_.end(), ends.begin(), ends.end());
    }
    out_.end_begin_.push_back(out_.ends_.size());
  }

  static std::uint32_t half(const std::uint64_t* row, std::size_t i) {
    return static_cast<std::uint32_t>(row[1 + i / 2] >> (i % 2 * 32));
  }

  // A row is a position and the set; then the views of the others, in order.
  void expand(const std::uint64_t* row, std::uint32_t from, lanes::Rows& next,
              std::vector<std::uint32_t>& next_number) {
    auto position = static_cast<std::uint32_t>(row[0]);
    std::uint32_t counts[Steps::kMostRoles], actions[Steps::kMostRoles] = {}, views[Steps::kMostPlayers] = {};
    for (std::size_t role = 0; role < positions_.roles; ++role) counts[role] = positions_.actions(position, role);
    for (std::size_t p = 0, i = 0; p < forests_.size(); ++p)
      if (p != player_) views[p] = half(row, i++);
    for (std::uint64_t t = positions_.first[position]; t < positions_.first[position + 1]; ++t) {
      double chance = 1;
      for (std::size_t role = 0, p = 0; role < positions_.roles; ++role) {
        if (role == positions_.nature) {
          chance /= counts[role];
          continue;
        }
        if (p != player_ && counts[role] > 1)
          chance *= others_[p].chances[forests_[p].sequence(views[p], actions[role])];
        ++p;
      }
      if (chance > 0) add(t, from, chance, actions, views, next, next_number);
      for (std::size_t role = positions_.roles; role-- > 0;) {
        if (++actions[role] < counts[role]) break;
        actions[role] = 0;
      }
    }
  }

  void add(std::uint64_t t, std::uint32_t from, double chance, const std::uint32_t* actions, const std::uint32_t* views,
           lanes::Rows& next, std::vector<std::uint32_t>& next_number) {
    std::uint32_t own = actions[positions_.players[player_]], to = positions_.next[t];
    if (positions_.over(to)) {
      double worth = chance * payoffs_[positions_.payoff[to]];
      std::vector<End>& ends = ends_[own];
      if (!ends.empty() && ends.back().from == from)
        ends.back().worth += worth;
      else
        ends.push_back({from, worth});
      return;
    }
    const std::uint32_t* seen = &positions_.seen[t * forests_.size()];
    std::uint32_t at = first_next_[own];
    while (next_[at].seen != seen[player_]) ++at;
    std::ranges::fill(key_, 0);
    key_[0] = to | std::uint64_t{next_[at].set} << 32;
    for (std::size_t p = 0, i = 0; p < forests_.size(); ++p) {
      if (p == player_) continue;
      std::uint32_t view = others_[p].view[forests_[p].next(views[p], actions[positions_.players[p]], seen[p])];
      key_[1 + i / 2] |= std::uint64_t{view} << (i % 2 * 32);
      ++i;
    }
    auto [row, is_new] = next.add(key_.data(), row_hash(key_));
    if (is_new) next_number.push_back(out_.count_[next_[at].set]++);
    ways_[at].push_back({from, next_number[row], chance});
  }

  const Positions& positions_;
  std::span<const Forest> forests_;
  std::size_t player_;
  std::span<const Alike> others_;
  std::span<const double> payoffs_;
  Cases out_;
  std::vector<std::uint64_t> key_;
  // Of the set in question: what may follow, by action and what is seen.
  std::vector<Next> next_;
  std::vector<std::uint32_t> first_next_;  // by action
  std::vector<std::vector<Way>> ways_;     // by what may follow
  std::vector<std::vector<End>> ends_;     // by action
};

std::optional<Cases> Cases::make(const Positions& positions, std::span<const Forest> forests, std::size_t player,
                                 std::span<const Alike> others, std::span<const double> payoffs, std::size_t most) {
  return Maker(positions, forests, player, others, payoffs).run(most);
}

class Cases::Walk {
 public:
  Walk(const Cases& of, std::vector<double>& sum) : of_(of), sum_(sum) {}

  void all(const View& view, std::size_t depth = 0) {
    step(view, depth, [&](const View& then) { all(then, depth + 1); });
  }

  // Calls then(view) for each that may follow.
  template <class Then>
  void step(const View& at, std::size_t depth, Then&& then) {
    const Forest& own = of_.own_;
    if (depth == plies_.size()) plies_.push_back(std::make_unique<View>());
    View& next = *plies_[depth];
    std::uint32_t set = own.set(at.view);
    const double* weights = at.weights.data();
    const std::uint64_t* begin = &of_.end_begin_[of_.first_end_[set]];
    for (std::uint32_t action = 0; action < own.actions(at.view); ++action) {
      double sum = 0;
      for (std::uint64_t e = begin[action]; e < begin[action + 1]; ++e)
        sum += weights[of_.ends_[e].from] * of_.ends_[e].worth;
      sum_[own.sequence(at.view, action)] += sum;
    }
    begin = &of_.way_begin_[of_.first_way_[set]];
    for (std::uint32_t i = 0; i < own.children(at.view); ++i) {
      if (begin[i] == begin[i + 1]) continue;
      next.view = own.first_child(at.view) + i;
      next.weights.assign(of_.count_[own.set(next.view)], 0.0);
      double* to = next.weights.data();
      for (std::uint64_t e = begin[i]; e < begin[i + 1]; ++e) {
        const Way& way = of_.ways_[e];
        to[way.to] += weights[way.from] * way.chance;
      }
      if (std::ranges::any_of(next.weights, [](double weight) { return weight > 0; })) then(next);
    }
  }

 private:
  const Cases& of_;
  std::vector<double>& sum_;
  std::vector<std::unique_ptr<View>> plies_;
};

void Cases::gradient(std::vector<double>& out, Crew& crew) const {
  walk_in_parts(
      View{0, {1.0}}, [&](std::vector<double>& sum) { return Walk(*this, sum); }, out, crew);
}

}  // namespace percept::search
