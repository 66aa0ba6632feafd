// SPDX-License-Identifier: MIT
#include "search/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/bits.h"
#include "circuit/automaton.h"
#include "game/walker.h"
#include "lanes/backend.h"
#include "lanes/rows.h"

namespace percept::search {
namespace {

constexpr std::size_t kRowsAtOnce = 4096;
constexpr std::size_t kPairsAtOnce = 1 << 16;

class Maker {
 public:
  Maker(std::shared_ptr<const game::WholeGame> whole, const Limits& limits, Budget budget, const OnProgress& progress)
      : out_(std::make_shared<Positions>()), limits_(limits), budget_(std::move(budget)), progress_(progress) {
    out_->whole = std::move(whole);
    const game::Lexicon& lexicon = *out_->whole->lexicon;
    out_->roles = lexicon.roles();
    if (out_->whole->imperfect)
      if (auto random = lexicon.role("random")) out_->nature = random->value;
    for (std::uint32_t role = 0; role < out_->roles; ++role)
      if (role != out_->nature) out_->players.push_back(role);
    out_->lists.resize(out_->roles);
    out_->percepts.resize(out_->players.size());
  }

  Result<std::shared_ptr<const Positions>> run() {
    auto plan = std::make_shared<const lanes::Plan>(out_->whole->automaton(), lanes::Plan::Options{.phases = false});
    batch_ = lanes::Backend::best().batch(plan);
    walker_ = game::make_circuit_walker(out_->whole);
    for (std::size_t role = 0; role < out_->roles; ++role) list_numbers_.emplace_back((plan->moves(role) + 63) / 64);
    for (std::uint32_t role : out_->players)
      percept_numbers_.emplace_back(out_->whole->imperfect ? (plan->percepts(role) + 63) / 64 : out_->roles);
    lanes::Rows now(plan->row_words()), next(plan->row_words());
    now.add(plan->initial());
    out_->layers.push_back(0);
    for (std::size_t round = 0; now.size() > 0; ++round) {
      if (round > limits_.rounds)
        return failure(fmt::format("the game has not ended after {} rounds", limits_.rounds),
                       "only games that end can be laid out whole");
      if (out_->layers.back() + now.size() >= kNone) return failure("there are more than 2^32 positions");
      out_->layers.push_back(out_->layers.back() + static_cast<std::uint32_t>(now.size()));
      next.clear(plan->row_words());
      for (std::size_t begin = 0; begin < now.size(); begin += kRowsAtOnce)
        if (auto done = expand(now, begin, std::min(now.size(), begin + kRowsAtOnce), round, next); !done)
          return tl::unexpected(done.error());
      std::swap(now, next);
    }
    out_->first.push_back(out_->next.size());
    return std::shared_ptr<const Positions>(std::move(out_));
  }

 private:
  Result<void> expand(const lanes::Rows& now, std::size_t begin, std::size_t end, std::size_t round,
                      lanes::Rows& next) {
    Positions& out = *out_;
    if (auto fits = look_around(now, round, next); !fits) return fits;
    if (progress_) progress_({Progress::Stage::kPositions, round, out.payoff.size()});
    batch_->load({now[begin], (end - begin) * now.words()}, now.words());
    batch_->find_legal(legal_);
    rows_.clear();
    joints_.clear();
    for (std::size_t row = begin; row < end; ++row) {
      out.first.push_back(out.next.size() + rows_.size());
      bool over = legal_.terminal(row - begin);
      if (auto payoff = over ? payoff_of(now.row(row)) : Result<std::uint32_t>(kNone); payoff)
        out.payoff.push_back(*payoff);
      else
        return tl::unexpected(payoff.error());
      for (std::size_t role = 0; role < out.roles; ++role) out.legal.push_back(over ? 0 : list_of(row - begin, role));
      if (over) continue;
      if (auto pairs = add_pairs(now, row, row - begin); !pairs) return pairs;
      if (rows_.size() < kPairsAtOnce) continue;
      make_successors(next);
      if (auto fits = look_around(now, round, next); !fits) return fits;
    }
    make_successors(next);
    return {};
  }

  Result<void> look_around(const lanes::Rows& now, std::size_t round, const lanes::Rows& next) const {
    std::size_t used = out_->bytes() + (now.size() + next.size()) * (now.words() * 8 + 16);
    if (used > limits_.bytes)
      return failure(fmt::format("the positions take more than {} MB: {} up to round {}", limits_.bytes >> 20,
                                 out_->payoff.size(), round),
                     "the game is too large to lay out within this bound");
    if (budget_.out_of_time())
      return failure(fmt::format("out of time at round {}, with {} positions", round, out_->payoff.size()));
    return {};
  }

  std::uint32_t list_of(std::size_t row, std::size_t role) {
    std::span<const std::uint64_t> bits = legal_.moves(row, role);
    auto [list, is_new] = list_numbers_[role].add(bits);
    if (is_new) out_->lists[role].push_back(numbers(bits));
    return static_cast<std::uint32_t>(list);
  }

  static std::vector<std::uint32_t> numbers(std::span<const std::uint64_t> bits) {
    std::vector<std::uint32_t> out;
    for (std::size_t w = 0; w < bits.size(); ++w)
      for_each_bit(bits[w], [&](unsigned bit) { out.push_back(static_cast<std::uint32_t>(w * 64 + bit)); });
    return out;
  }

  Result<void> add_pairs(const lanes::Rows& now, std::size_t row, std::size_t in_batch) {
    auto position = static_cast<std::uint32_t>(out_->payoff.size() - 1);
    std::size_t count = 1;
    for (std::size_t role = 0; role < out_->roles; ++role) {
      count *= out_->actions(position, role);
      if (count == 0) {
        std::string text;
        go(now.row(row));
        for_each_fluent(walker_->state(), [&](game::FluentId f) { text += " " + walker_->lexicon().text(f); });
        return failure(fmt::format("{} has no legal move in the position{}",
                                   walker_->lexicon().text(game::RoleId{static_cast<std::uint32_t>(role)}), text));
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      rows_.push_back(static_cast<std::uint32_t>(in_batch));
      std::size_t at = joints_.size(), rest = k;
      joints_.resize(at + out_->roles);
      for (std::size_t role = out_->roles; role-- > 0;) {
        const auto& moves = out_->moves(position, role);
        joints_[at + role] = moves[rest % moves.size()];
        rest /= moves.size();
      }
    }
    return {};
  }

  void make_successors(lanes::Rows& next) {
    batch_->expand(rows_, joints_, successors_);
    std::uint32_t first = out_->layers.back();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      out_->next.push_back(first + static_cast<std::uint32_t>(next.add(successors_.rows.row(i)).first));
      for (std::size_t player = 0; player < out_->players.size(); ++player)
        out_->seen.push_back(percepts_of(i, player));
    }
    rows_.clear();
    joints_.clear();
  }

  // In a game without `sees` everybody sees the joint move.
  std::uint32_t percepts_of(std::size_t i, std::size_t player) {
    std::uint32_t role = out_->players[player];
    bool told = out_->whole->imperfect;
    key_.clear();
    if (told)
      for (std::uint64_t word : successors_.percepts(i, role)) key_.push_back(word);
    else
      for (std::size_t r = 0; r < out_->roles; ++r) key_.push_back(joints_[i * out_->roles + r]);
    auto [number, is_new] = percept_numbers_[player].add(key_);
    if (is_new) {
      std::vector<std::uint32_t> seen;
      if (told) {
        for (std::uint32_t percept : numbers(key_)) seen.push_back(out_->whole->sees[role][percept].value);
      } else {
        std::uint32_t of_role = 0;  // the moves of all roles are numbered one after the other
        for (std::size_t r = 0; r < out_->roles; ++r) {
          seen.push_back(out_->whole->sees[0][of_role + key_[r]].value);
          of_role += static_cast<std::uint32_t>(out_->whole->moves[r].size());
        }
      }
      std::ranges::sort(seen);
      out_->percepts[player].push_back(std::move(seen));
    }
    return static_cast<std::uint32_t>(number);
  }

  void go(std::span<const std::uint64_t> row) {
    state_.assign(row, walker_->lexicon().number());
    walker_->go(state_);
  }

  Result<std::uint32_t> payoff_of(std::span<const std::uint64_t> row) {
    go(row);
    goals_.clear();
    for (std::uint32_t role : out_->players) {
      walker_->goals(game::RoleId{role}, values_);
      if (values_.size() != 1)
        return failure(fmt::format("{} has {} goal values at an end", walker_->lexicon().text(game::RoleId{role}),
                                   values_.empty() ? "no" : "several"),
                       "a game can be solved when every role has one goal value at every end");
      goals_.push_back(values_.front());
    }
    auto [known, is_new] = payoff_numbers_.try_emplace(goals_, static_cast<std::uint32_t>(out_->payoffs.size()));
    if (is_new) out_->payoffs.push_back(goals_);
    return known->second;
  }

  std::shared_ptr<Positions> out_;
  const Limits& limits_;
  Budget budget_;
  const OnProgress& progress_;
  std::unique_ptr<lanes::Batch> batch_;
  std::unique_ptr<game::Walker> walker_;
  lanes::Legal legal_;
  lanes::Successors successors_;
  std::vector<std::uint32_t> rows_, joints_;
  std::vector<std::uint64_t> key_;
  game::State state_;
  std::vector<int> goals_, values_;
  std::vector<lanes::Rows> list_numbers_, percept_numbers_;  // by role, by player
  std::map<std::vector<int>, std::uint32_t> payoff_numbers_;
};

}  // namespace

Result<std::shared_ptr<const Positions>> Positions::make(std::shared_ptr<const game::WholeGame> whole,
                                                         const Limits& limits, const Budget& budget,
                                                         const OnProgress& progress) {
  return Maker(std::move(whole), limits, budget, progress).run();
}

std::optional<int> Positions::constant_sum() const {
  std::optional<int> out;
  for (const std::vector<int>& goals : payoffs) {
    int sum = 0;
    for (int goal : goals) sum += goal;
    if (out && *out != sum) return {};
    out = sum;
  }
  return out;
}

namespace {
template <class Count>
double sum_of_ways(const Positions& positions, Count&& count) {
  std::vector<double> ways(positions.size(), 0);
  ways[0] = 1;
  double out = 0;
  for (std::uint32_t p = 0; p < positions.size(); ++p) {
    if (count(p)) out += ways[p];
    for (std::uint64_t t = positions.first[p]; t < positions.first[p + 1]; ++t) ways[positions.next[t]] += ways[p];
  }
  return out;
}
}  // namespace

double Positions::histories() const {
  return sum_of_ways(*this, [](std::uint32_t) { return true; });
}
double Positions::ended_histories() const {
  return sum_of_ways(*this, [&](std::uint32_t p) { return over(p); });
}

std::size_t Positions::bytes() const {
  return first.capacity() * 8 + (legal.capacity() + payoff.capacity() + next.capacity() + seen.capacity()) * 4;
}

}  // namespace percept::search
