// SPDX-License-Identifier: MIT
//
// All ends of a game with the sequences that lead there. Histories are gone through round by round; those that lead to
// the same position and left every player with the same view are one node, with the sum of their chances. For two
// players whose goals add up to a constant the ends are a sparse matrix, kept by rows and by columns, so that a
// gradient is one pass through memory: eight bytes an end, since the values are few and coded.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/check.h"
#include "lanes/rows.h"
#include "search/layout.h"

namespace percept::search {
namespace {

struct End {
  std::uint32_t sequence[2];
  double value;
};

// A matrix by rows.
struct Matrix {
  struct Entry {
    std::uint32_t column, value;  // the value's number
  };
  std::vector<std::uint64_t> first;  // by row, and behind the last
  std::vector<Entry> entries;

  std::size_t bytes() const { return first.size() * 8 + entries.size() * sizeof(Entry); }

  void multiply(const std::vector<double>& values, const Plan& plan, double sign, std::vector<double>& out,
                Crew& crew) const {
    std::size_t rows = first.size() - 1;
    std::size_t grain = std::max<std::size_t>(rows * 20'000 / (entries.size() + 1), 256);
    crew.each(
        rows,
        [&](std::size_t begin, std::size_t end) {
          const double* value = values.data();
          const double* x = plan.data();
          for (std::size_t row = begin; row < end; ++row) {
            double sum = 0;
            for (std::uint64_t e = first[row]; e < first[row + 1]; ++e)
              sum += value[entries[e].value] * x[entries[e].column];
            out[row] = sign * sum;
          }
        },
        grain);
  }
};

class MatrixOutcomes final : public Outcomes {
 public:
  // Takes the ends, which are sorted on the way.
  MatrixOutcomes(std::vector<End> ends, std::size_t rows, std::size_t columns) {
    // By columns, then by rows: counting sort keeps the order of the columns within a row.
    sort_by(ends, 1, columns);
    sort_by(ends, 0, rows);
    by_row_.first.assign(rows + 1, 0);
    by_column_.first.assign(columns + 1, 0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ends.size();) {
      End end = ends[i];
      for (++i; i < ends.size() && ends[i].sequence[0] == end.sequence[0] && ends[i].sequence[1] == end.sequence[1];
           ++i)
        end.value += ends[i].value;
      if (end.value != 0) ends[kept++] = end;
    }
    ends.resize(kept);
    by_row_.entries.reserve(kept);
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    for (const End& end : ends) {
      auto [known, is_new] =
          numbers.try_emplace(std::bit_cast<std::uint64_t>(end.value), static_cast<std::uint32_t>(values_.size()));
      if (is_new) values_.push_back(end.value);
      ++by_row_.first[end.sequence[0] + 1];
      ++by_column_.first[end.sequence[1] + 1];
      by_row_.entries.push_back({end.sequence[1], known->second});
    }
    ends = {};
    for (Matrix* matrix : {&by_row_, &by_column_})
      for (std::size_t i = 1; i < matrix->first.size(); ++i) matrix->first[i] += matrix->first[i - 1];
    by_column_.entries.resize(kept);
    std::vector<std::uint64_t> at(by_column_.first.begin(), by_column_.first.end() - 1);
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint64_t e = by_row_.first[row]; e < by_row_.first[row + 1]; ++e)
        by_column_.entries[at[by_row_.entries[e].column]++] = {row, by_row_.entries[e].value};
  }

  void gradient(std::size_t player, std::span<const Plan> plans, std::vector<double>& out, Crew& crew) const override {
    if (player == 0)
      by_row_.multiply(values_, plans[1], 1, out, crew);
    else
      by_column_.multiply(values_, plans[0], -1, out, crew);
  }
  std::uint64_t size() const override { return std::max<std::uint64_t>(by_row_.entries.size(), 1); }
  std::size_t bytes() const override { return by_row_.bytes() + by_column_.bytes() + values_.size() * 8; }

 private:
  static void sort_by(std::vector<End>& ends, int which, std::size_t count) {
    std::vector<std::uint64_t> at(count + 1, 0);
    for (const End& end : ends) ++at[end.sequence[which] + 1];
    for (std::size_t i = 1; i <= count; ++i) at[i] += at[i - 1];
    std::vector<End> sorted(ends.size());
    for (const End& end : ends) sorted[at[end.sequence[which]]++] = end;
    ends = std::move(sorted);
  }

  std::vector<double> values_;  // by number, for the first player
  Matrix by_row_, by_column_;
};

// Any number of players, any goals: the ends as they came.
class ListOutcomes final : public Outcomes {
 public:
  ListOutcomes(const Positions& positions, double offset) : players_(positions.players.size()) {
    for (const std::vector<int>& goals : positions.payoffs)
      for (int goal : goals) payoffs_.push_back(goal - offset);
  }
  void add(std::span<const std::uint32_t> sequences, std::uint32_t payoff, double weight) {
    sequences_.insert(sequences_.end(), sequences.begin(), sequences.end());
    payoff_.push_back(payoff);
    weights_.push_back(weight);
  }

  void gradient(std::size_t player, std::span<const Plan> plans, std::vector<double>& out, Crew&) const override {
    std::ranges::fill(out, 0.0);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      double value = weights_[i] * payoffs_[payoff_[i] * players_ + player];
      const std::uint32_t* sequence = sequences_.data() + i * players_;
      for (std::size_t other = 0; other < players_; ++other)
        if (other != player) value *= plans[other][sequence[other]];
      out[sequence[player]] += value;
    }
  }
  std::uint64_t size() const override { return weights_.size(); }
  std::size_t bytes() const override { return weights_.size() * (12 + players_ * 4); }

 private:
  std::size_t players_;
  std::vector<double> payoffs_;  // by payoff and player
  std::vector<std::uint32_t> sequences_, payoff_;
  std::vector<double> weights_;
};

class Lister {
 public:
  Lister(const Positions& positions, std::span<const Forest> forests, double offset, std::size_t bytes, Budget budget,
         const OnProgress& progress)
      : positions_(positions),
        forests_(forests),
        offset_(offset),
        bytes_(bytes),
        budget_(std::move(budget)),
        progress_(progress),
        players_(positions.players.size()),
        matrix_(players_ == 2 && positions.constant_sum()),
        list_(std::make_unique<ListOutcomes>(positions, offset)) {}

  Result<ListedOutcomes> run() {
    count_histories();
    std::size_t words = (players_ + 2) / 2;
    lanes::Rows now(words), next(words);
    std::vector<double> chances = {1}, next_chances;
    key_.assign(words, 0);
    now.add(key_);
    ListedOutcomes out;
    for (std::size_t round = 0; now.size() > 0; ++round) {
      next.clear(words);
      next_chances.clear();
      if (auto fine = check_estimate(round, now.size()); !fine) return tl::unexpected(fine.error());
      for (std::size_t node = 0; node < now.size(); ++node) {
        if (node % 4096 == 0) {
          std::size_t used = (now.size() + next.size()) * (words * 8 + 24) + ends_.size() * 32 + list_->bytes();
          if (used > bytes_) return too_large(static_cast<double>(out.nodes));
          if (budget_.out_of_time()) return failure("out of time while listing the ends of the game");
          if (progress_) progress_({Progress::Stage::kOutcomes, round, out.nodes});
        }
        expand(now[node], chances[node], next, next_chances);
        ++out.nodes;
      }
      std::swap(now, next);
      std::swap(chances, next_chances);
    }
    if (matrix_)
      out.outcomes =
          std::make_unique<MatrixOutcomes>(std::move(ends_), forests_[0].sequences(), forests_[1].sequences());
    else
      out.outcomes = std::move(list_);
    return out;
  }

 private:
  static std::uint32_t part(const std::uint64_t* row, std::size_t i) {
    return static_cast<std::uint32_t>(row[i / 2] >> (i % 2 * 32));
  }

  void expand(const std::uint64_t* node, double chance, lanes::Rows& next, std::vector<double>& next_chances) {
    std::uint32_t position = part(node, 0);
    if (positions_.nature) chance /= positions_.actions(position, *positions_.nature);
    std::uint32_t views[kMostPlayers], strides[kMostPlayers], counts[kMostPlayers], sequences[kMostPlayers],
        actions[kMostPlayers];
    std::uint32_t stride = 1;
    std::size_t player = players_;
    for (std::size_t role = positions_.roles; role-- > 0;) {
      std::uint32_t count = positions_.actions(position, role);
      if (role != positions_.nature) {
        --player;
        views[player] = part(node, player + 1);
        strides[player] = stride;
        counts[player] = count;
      }
      stride *= count;
    }
    std::uint64_t begin = positions_.first[position];
    for (std::uint64_t t = begin; t < positions_.first[position + 1]; ++t) {
      std::uint32_t to = positions_.next[t];
      for (std::size_t p = 0; p < players_; ++p)
        actions[p] = static_cast<std::uint32_t>((t - begin) / strides[p] % counts[p]);
      if (positions_.over(to)) {
        for (std::size_t p = 0; p < players_; ++p) sequences[p] = forests_[p].sequence(views[p], actions[p]);
        std::uint32_t payoff = positions_.payoff[to];
        if (matrix_)
          ends_.push_back({{sequences[0], sequences[1]}, chance * (positions_.payoffs[payoff][0] - offset_)});
        else
          list_->add({sequences, players_}, payoff, chance);
        continue;
      }
      std::ranges::fill(key_, 0);
      key_[0] = to;
      for (std::size_t p = 0; p < players_; ++p)
        key_[(p + 1) / 2] |= std::uint64_t{forests_[p].next(views[p], actions[p], positions_.seen[t * players_ + p])}
                             << ((p + 1) % 2 * 32);
      auto [at, is_new] = next.add(key_.data(), row_hash(key_));
      if (is_new)
        next_chances.push_back(chance);
      else
        next_chances[at] += chance;
    }
  }

  // By round: histories that go on, and those that end later.
  void count_histories() {
    std::vector<double> ways(positions_.size(), 0);
    ways[0] = 1;
    for (std::size_t round = 0; round + 1 < positions_.layers.size(); ++round) {
      double go_on = 0, ended = 0;
      for (std::uint32_t p = positions_.layers[round]; p < positions_.layers[round + 1]; ++p) {
        (positions_.over(p) ? ended : go_on) += ways[p];
        for (std::uint64_t t = positions_.first[p]; t < positions_.first[p + 1]; ++t)
          ways[positions_.next[t]] += ways[p];
      }
      histories_.push_back(go_on);
      ended_.push_back(ended);
    }
    for (std::size_t round = ended_.size(); round-- > 1;) ended_[round - 1] += ended_[round];
  }

  // Beforehand: were nothing merged from here on, how many ends would there be? A game is given up early only where
  // that is far too much, since merging may still help.
  Result<void> check_estimate(std::size_t round, std::size_t nodes) {
    constexpr double kFar = 4;
    double more = round + 1 < ended_.size() ? ended_[round + 1] * static_cast<double>(nodes) / histories_[round] : 0;
    if ((more + static_cast<double>(ends_.size())) * 32 > kFar * static_cast<double>(bytes_)) return too_large(more);
    return {};
  }
  tl::unexpected<Error> too_large(double nodes) {
    return failure(
        fmt::format("the ends of the game take more than {} MB (at least {:.4g} nodes, {:.4g} histories end)",
                    bytes_ >> 20, nodes, ended_.front()),
        "they can be walked through instead");
  }

  static constexpr std::size_t kMostPlayers = 16;
  const Positions& positions_;
  std::span<const Forest> forests_;
  double offset_;
  std::size_t bytes_;
  Budget budget_;
  const OnProgress& progress_;
  std::size_t players_;
  bool matrix_;
  std::vector<End> ends_;
  std::unique_ptr<ListOutcomes> list_;
  std::vector<std::uint64_t> key_;
  std::vector<double> histories_, ended_;
};

}  // namespace

Result<ListedOutcomes> list_outcomes(const Positions& positions, std::span<const Forest> forests, double offset,
                                     std::size_t bytes, const Budget& budget, const OnProgress& progress) {
  PERCEPT_CHECK(positions.players.size() <= 16, "at most 16 players can be solved for");
  return Lister(positions, forests, offset, bytes, budget, progress).run();
}

}  // namespace percept::search
