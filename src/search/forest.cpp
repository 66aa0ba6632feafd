// SPDX-License-Identifier: MIT
#include "search/forest.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace percept::search {

class ForestMaker {
 public:
  ForestMaker(const Positions& positions, std::size_t player, const Limits& limits, Budget budget,
              const OnProgress& progress)
      : positions_(positions),
        player_(player),
        role_(positions.players[player]),
        limits_(limits),
        budget_(std::move(budget)),
        progress_(progress) {}

  Result<Forest> run() {
    if (positions_.over(0)) return failure("the game is over before it begins");
    out_.member_begin_.push_back(0);
    std::uint32_t start = 0;
    intern({&start, 1});
    // Sets are numbered round by round, so those of the next round come while these are worked at.
    for (std::uint32_t set = 0; set < out_.list_.size(); ++set) {
      if (auto done = expand(set); !done) return tl::unexpected(done.error());
      if (set % 1024 == 0)
        if (auto fine = check(out_.members_.size() * 4 + out_.entry_set_.size() * 8, set); !fine)
          return tl::unexpected(fine.error());
    }
    out_.entry_begin_.push_back(static_cast<std::uint32_t>(out_.entry_set_.size()));
    if (auto done = make_views(); !done) return tl::unexpected(done.error());
    number_decisions();
    return std::move(out_);
  }

 private:
  Result<void> check(std::size_t bytes, std::uint64_t done) {
    if (progress_) progress_({Progress::Stage::kKnowledge, 0, done});
    if (bytes > limits_.bytes)
      return failure(fmt::format("what {} can know takes more than {} MB", role_name(), limits_.bytes >> 20),
                     "the game is too large to lay out within this bound");
    if (budget_.out_of_time())
      return failure(fmt::format("out of time while laying out what {} can know", role_name()));
    return {};
  }
  std::string role_name() const { return positions_.whole->lexicon->text(game::RoleId{role_}); }

  std::uint32_t intern(std::span<const std::uint32_t> members) {
    std::uint64_t hash = members.size();
    for (std::uint32_t member : members) hash = mixed(hash ^ member) * 0x9E3779B97F4A7C15u;
    auto [begin, end] = sets_.equal_range(hash);
    for (auto known = begin; known != end; ++known) {
      auto of = std::span(out_.members_)
                    .subspan(out_.member_begin_[known->second],
                             out_.member_begin_[known->second + 1] - out_.member_begin_[known->second]);
      if (std::ranges::equal(of, members)) return known->second;
    }
    auto set = static_cast<std::uint32_t>(out_.list_.size());
    out_.members_.insert(out_.members_.end(), members.begin(), members.end());
    out_.member_begin_.push_back(out_.members_.size());
    out_.list_.push_back(positions_.legal[members.front() * positions_.roles + role_]);
    sets_.emplace(hash, set);
    return set;
  }

  Result<void> expand(std::uint32_t set) {
    std::uint32_t list = out_.list_[set];
    auto actions = static_cast<std::uint32_t>(positions_.lists[role_][list].size());
    steps_.clear();
    for (std::uint64_t m = out_.member_begin_[set]; m < out_.member_begin_[set + 1]; ++m) {
      std::uint32_t position = out_.members_[m];
      if (positions_.legal[position * positions_.roles + role_] != list)
        return failure(fmt::format("{} cannot tell its legal moves from what it has done and seen", role_name()),
                       "a game can be solved when every role knows its moves");
      std::uint32_t stride = 1;
      for (std::size_t role = positions_.roles; --role > role_;) stride *= positions_.actions(position, role);
      std::uint64_t begin = positions_.first[position];
      for (std::uint64_t t = begin; t < positions_.first[position + 1]; ++t)
        if (!positions_.over(positions_.next[t]))
          steps_.push_back({static_cast<std::uint32_t>((t - begin) / stride % actions),
                            positions_.seen[t * positions_.players.size() + player_], positions_.next[t]});
    }
    std::ranges::sort(steps_);
    steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
    out_.action_count_.push_back(actions);
    out_.action_begin_.push_back(static_cast<std::uint32_t>(out_.action_offset_.size()));
    out_.entry_begin_.push_back(static_cast<std::uint32_t>(out_.entry_set_.size()));
    std::size_t i = 0;
    for (std::uint32_t action = 0; action <= actions; ++action) {
      out_.action_offset_.push_back(static_cast<std::uint32_t>(out_.entry_set_.size() - out_.entry_begin_.back()));
      while (i < steps_.size() && steps_[i].action == action) {
        std::uint32_t seen = steps_[i].seen;
        group_.clear();
        for (; i < steps_.size() && steps_[i].action == action && steps_[i].seen == seen; ++i)
          group_.push_back(steps_[i].next);
        out_.entry_seen_.push_back(seen);
        out_.entry_set_.push_back(intern(group_));
      }
    }
    return {};
  }

  Result<void> make_views() {
    // How many there will be, before any is made: paths in the automaton, whose sets are in the order of rounds.
    std::vector<double> ways(out_.list_.size(), 0);
    ways[0] = 1;
    double count = 0;
    for (std::uint32_t set = 0; set < ways.size(); ++set) {
      count += ways[set];
      for (std::uint32_t e = out_.entry_begin_[set]; e < out_.entry_begin_[set + 1]; ++e)
        ways[out_.entry_set_[e]] += ways[set];
    }
    constexpr double kBytesOfView = 40;
    if (count >= 4e9 || count * kBytesOfView > static_cast<double>(limits_.bytes))
      return failure(fmt::format("{} has {:.4g} views, which take about {:.0f} MB of the {} MB there may be",
                                 role_name(), count, count * kBytesOfView / 1048576, limits_.bytes >> 20),
                     "the game is too large to lay out within this bound");
    auto views = static_cast<std::size_t>(count);
    for (auto* array : {&out_.set_, &out_.first_child_, &out_.parent_view_, &out_.sequence_}) array->reserve(views);
    out_.set_.push_back(0);
    out_.parent_view_.push_back(kNone);
    for (std::uint32_t view = 0; view < out_.set_.size(); ++view) {
      std::uint32_t set = out_.set_[view];
      out_.first_child_.push_back(static_cast<std::uint32_t>(out_.set_.size()));
      for (std::uint32_t e = out_.entry_begin_[set]; e < out_.entry_begin_[set + 1]; ++e) {
        out_.set_.push_back(out_.entry_set_[e]);
        out_.parent_view_.push_back(view);
      }
      if (view % (1 << 20) == 0)
        if (auto fine = check(0, view); !fine) return fine;
    }
    PERCEPT_CHECK(out_.set_.size() == views, "views were counted wrongly");
    return {};
  }

  // Information sets in the order of the sequences before them, so that those behind a sequence stand together.
  void number_decisions() {
    out_.sequence_.assign(out_.set_.size(), 0);
    std::uint32_t sequences = 1;
    auto settle = [&](std::uint32_t from, std::uint32_t sequence) {
      stack_.assign(1, from);
      while (!stack_.empty()) {
        std::uint32_t view = stack_.back(), set = out_.set_[view];
        stack_.pop_back();
        if (out_.action_count_[set] > 1) {
          out_.view_of.push_back(view);
          out_.parent.push_back(sequence);
          out_.first.push_back(sequences);
          out_.sequence_[view] = sequences;
          sequences += out_.action_count_[set];
        } else {
          out_.sequence_[view] = sequence;
          for (std::uint32_t e = out_.entry_begin_[set + 1]; e > out_.entry_begin_[set]; --e)
            stack_.push_back(out_.first_child_[view] + (e - 1 - out_.entry_begin_[set]));
        }
      }
    };
    out_.child.push_back(0);
    settle(0, 0);
    out_.layers.push_back(0);
    out_.layers.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
    for (std::uint32_t set = 0; set < out_.view_of.size(); ++set) {
      if (set == out_.layers.back()) out_.layers.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
      std::uint32_t view = out_.view_of[set], possible = out_.set_[view];
      for (std::uint32_t action = 0; action < out_.action_count_[possible]; ++action) {
        out_.child.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
        const std::uint32_t* offset = &out_.action_offset_[out_.action_begin_[possible] + action];
        for (std::uint32_t e = offset[0]; e < offset[1]; ++e)
          settle(out_.first_child_[view] + e, out_.sequence_[view] + action);
      }
    }
    out_.child.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
    out_.first.push_back(sequences);
  }

  struct Step {
    std::uint32_t action, seen, next;
    friend auto operator<=>(const Step&, const Step&) = default;
  };

  const Positions& positions_;
  std::size_t player_;
  std::uint32_t role_;
  const Limits& limits_;
  Budget budget_;
  const OnProgress& progress_;
  Forest out_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> sets_;  // by hash
  std::vector<Step> steps_;
  std::vector<std::uint32_t> group_, stack_;
};

Result<Forest> Forest::make(const Positions& positions, std::size_t player, const Limits& limits, const Budget& budget,
                            const OnProgress& progress) {
  return ForestMaker(positions, player, limits, budget, progress).run();
}

std::uint32_t Forest::find(std::uint32_t view, std::uint32_t action, std::uint32_t seen) const {
  std::uint32_t set = set_[view];
  if (action >= action_count_[set]) return kNone;
  const std::uint32_t* offset = &action_offset_[action_begin_[set] + action];
  for (std::uint32_t e = offset[0]; e < offset[1]; ++e)
    if (entry_seen_[entry_begin_[set] + e] == seen) return first_child_[view] + e;
  return kNone;
}

Forest::Step Forest::step(std::uint32_t view) const {
  std::uint32_t before = parent_view_[view], set = set_[before], entry = view - first_child_[before], action = 0;
  while (action_offset_[action_begin_[set] + action + 1] <= entry) ++action;
  return {before, action, entry_seen_[entry_begin_[set] + entry]};
}

std::size_t Forest::bytes() const {
  std::size_t words = member_begin_.size() * 2;
  for (const auto* array :
       {&first, &parent, &child, &view_of, &members_, &list_, &action_count_, &action_begin_, &entry_begin_,
        &action_offset_, &entry_seen_, &entry_set_, &set_, &first_child_, &parent_view_, &sequence_})
    words += array->size();
  return words * 4;
}

}  // namespace percept::search
