// SPDX-License-Identifier: MIT
#include "search/knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"

namespace percept::search {

class KnowledgeMaker {
 public:
  KnowledgeMaker(const Positions& positions, std::size_t player, const Limits& limits, Budget budget,
                 const OnProgress& progress)
      : positions_(positions),
        player_(player),
        role_(positions.players[player]),
        limits_(limits),
        budget_(std::move(budget)),
        progress_(progress) {}

  Result<Knowledge> run() {
    if (positions_.over(0)) return failure("the game is over before it begins");
    member_begin_.push_back(0);
    std::uint32_t start = 0;
    intern({&start, 1});
    for (std::uint32_t set = 0; set < out_.list_.size(); ++set) {
      if (auto done = expand(set); !done) return tl::unexpected(done.error());
      if (set % 256 != 0) continue;
      if (progress_) progress_({Progress::Stage::kKnowledge, 0, set});
      if (members_.size() * 4 + out_.entry_set_.size() * 8 > limits_.bytes)
        return failure(fmt::format("what {} can know takes more than {} MB", role_name(), limits_.bytes >> 20),
                       "the game is too large to lay out within this bound");
      if (budget_.out_of_time())
        return failure(fmt::format("out of time while laying out what {} can know", role_name()));
    }
    out_.entry_begin_.push_back(static_cast<std::uint32_t>(out_.entry_set_.size()));
    return std::move(out_);
  }

 private:
  std::string role_name() const { return positions_.whole->lexicon->text(game::RoleId{role_}); }

  std::span<const std::uint32_t> members(std::uint32_t set) const {
    return std::span(members_).subspan(member_begin_[set], member_begin_[set + 1] - member_begin_[set]);
  }

  std::uint32_t intern(std::span<const std::uint32_t> of) {
    std::uint64_t hash = of.size();
    for (std::uint32_t member : of) hash = mixed(hash ^ member) * 0x9E3779B97F4A7C15u;
    auto [begin, end] = sets_.equal_range(hash);
    for (auto known = begin; known != end; ++known)
      if (std::ranges::equal(members(known->second), of)) return known->second;
    auto set = static_cast<std::uint32_t>(out_.list_.size());
    members_.insert(members_.end(), of.begin(), of.end());
    member_begin_.push_back(members_.size());
    out_.list_.push_back(positions_.legal[of.front() * positions_.roles + role_]);
    sets_.emplace(hash, set);
    return set;
  }

  Result<void> expand(std::uint32_t set) {
    std::uint32_t list = out_.list_[set];
    auto actions = static_cast<std::uint32_t>(positions_.lists[role_][list].size());
    steps_.clear();
    for (std::uint32_t position : members(set)) {
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
  Knowledge out_;
  std::vector<std::uint32_t> members_;  // of all sets, one after the other
  std::vector<std::uint64_t> member_begin_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> sets_;  // by hash
  std::vector<Step> steps_;
  std::vector<std::uint32_t> group_;
};

Result<Knowledge> Knowledge::make(const Positions& positions, std::size_t player, const Limits& limits,
                                  const Budget& budget, const OnProgress& progress) {
  return KnowledgeMaker(positions, player, limits, budget, progress).run();
}

double Knowledge::ways() const {
  std::vector<double> ways(sets(), 0);
  ways[0] = 1;
  double out = 0;
  for (std::uint32_t set = 0; set < sets(); ++set) {
    out += ways[set];
    for (std::uint32_t e = entry_begin_[set]; e < entry_begin_[set + 1]; ++e) ways[entry_set_[e]] += ways[set];
  }
  return out;
}

std::size_t Knowledge::bytes() const {
  std::size_t words = 0;
  for (const auto* array :
       {&list_, &action_count_, &action_begin_, &entry_begin_, &action_offset_, &entry_seen_, &entry_set_})
    words += array->size();
  return words * 4;
}

}  // namespace percept::search
