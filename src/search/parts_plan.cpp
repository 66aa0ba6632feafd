// SPDX-License-Identifier: MIT
#include "search/parts_plan.h"

#include <algorithm>
#include <map>

#include "base/bits.h"

namespace percept::search {
namespace {

constexpr std::size_t kLongestPlan = 200;          // moves
constexpr std::size_t kMostLocalRows = 100'000;    // of a part, in all layers
constexpr std::size_t kMostCombinations = 50'000;  // of properties of all parts and numbers of moves
constexpr std::size_t kReplayed = 50;

using Row = std::vector<std::uint64_t>;

class PartsPlanner {
 public:
  PartsPlanner(Simulator& simulator, std::span<const std::uint64_t> from, std::uint32_t round, const Budget& budget)
      : simulator_(simulator),
        factors_(*simulator.factors()),
        from_(from.begin(), from.end()),
        round_(round),
        budget_(budget),
        count_(factors_.parts.size()) {
    from_.resize(simulator.words());
    shared_mask_.assign(from_.size(), ~std::uint64_t{0});
    for (const circuit::Factors::Part& part : factors_.parts) {
      Row& own = own_.emplace_back(from_.size());
      for (std::uint32_t f : part.fluents) own[f / 64] |= std::uint64_t{1} << f % 64;
      for (std::size_t w = 0; w < own.size(); ++w) shared_mask_[w] &= ~own[w];
    }
    together_ = !factors_.apart;
  }

  std::optional<PartsPlan> plan() {
    if (factors_.circuit == nullptr) return std::nullopt;
    follow_shared();
    for (std::size_t p = 0; p < count_; ++p)
      if (!reach(p)) return std::nullopt;
    combine();
    std::optional<PartsPlan> best;
    std::ranges::stable_sort(ends_, std::greater(), &End::value);
    for (std::size_t i = 0; i < ends_.size() && i < kReplayed; ++i) {
      if (best && best->value >= ends_[i].value) break;
      // What a part comes to may end the game: each has its turn to be the last.
      for (std::size_t last = 0; last < (together_ ? 1 : count_); ++last) {
        auto played = replay(ends_[i], last);
        if (played && (!best || played->value > best->value)) best = std::move(played);
      }
    }
    return best;
  }

 private:
  // What can be reached of a part with so many moves: where from, and by which kind of move.
  struct Layer {
    lanes::Rows rows;
    std::vector<std::uint32_t> before, kinds;
    std::map<std::uint64_t, std::uint32_t> with;  // properties: a row that has them
  };
  struct End {
    double value;
    std::vector<std::uint32_t> layers, rows;  // by part
    std::size_t moves;
  };

  std::vector<std::uint32_t> kinds_of(std::uint32_t move) const {
    std::vector<std::uint32_t> out;
    for (const circuit::Factors::Part& part : factors_.parts) out.push_back(part.kinds[0][move]);
    return out;
  }
  static Row only(std::span<const std::uint64_t> row, const Row& mask) {
    Row out(row.begin(), row.end());
    for (std::size_t w = 0; w < out.size(); ++w) out[w] &= mask[w];
    return out;
  }
  static void put(Row& into, const Row& mask, std::span<const std::uint64_t> what) {
    for (std::size_t w = 0; w < into.size(); ++w) into[w] = (into[w] & ~mask[w]) | (what[w] & mask[w]);
  }

  // What is shared goes its own way: as it would if the parts stayed as they are.
  void follow_shared() {
    Row at = from_;
    lanes::Rows one(at.size()), next;
    Choices choices;
    for (std::size_t t = 0; t <= kLongestPlan; ++t) {
      shared_.push_back(only(at, shared_mask_));
      one.clear(at.size());
      one.push(at);
      simulator_.look(one, choices);
      if (choices.terminal(0) || choices.moves(0, 0).empty()) return;
      std::vector<std::uint32_t> which{0}, move{choices.moves(0, 0)[0]};
      simulator_.step(one, which, move, next);
      put(at, shared_mask_, next.row(0));
    }
  }

  bool reach(std::size_t p) {
    std::vector<Layer>& layers = layers_.emplace_back();
    layers.emplace_back().rows.clear(from_.size());
    layers[0].rows.add(only(from_, own_[p]));
    lanes::Rows whole(from_.size()), next;
    Choices choices;
    std::size_t total = 1;
    for (std::size_t n = 0;; ++n) {
      sort_by_properties(p, layers[n]);
      if (n + 1 >= shared_.size() || total > kMostLocalRows) return true;
      if (budget_.out_of_time()) return false;
      whole.clear(from_.size());
      Row row = from_;
      put(row, shared_mask_, shared_[together_ ? n : 0]);
      for (std::size_t i = 0; i < layers[n].rows.size(); ++i) {
        put(row, own_[p], layers[n].rows.row(i));
        whole.push(row);
      }
      simulator_.look(whole, choices);
      std::vector<std::uint32_t> which, moves, kinds;
      for (std::uint32_t i = 0; i < whole.size(); ++i) {
        std::size_t first = kinds.size();
        bool left_alone = false;
        for (std::uint32_t move : choices.moves(i, 0)) {
          std::uint32_t kind = factors_.parts[p].kinds[0][move];
          if (kind == 0 && !together_ && (n > 0 || left_alone)) continue;
          left_alone |= kind == 0;
          if (std::find(kinds.begin() + static_cast<std::ptrdiff_t>(first), kinds.end(), kind) != kinds.end()) continue;
          which.push_back(i);
          moves.push_back(move);
          kinds.push_back(kind);
        }
      }
      if (which.empty()) return true;
      simulator_.step(whole, which, moves, next);
      Layer layer;
      layer.rows.clear(from_.size());
      for (std::size_t i = 0; i < which.size(); ++i) {
        Row reached = only(next.row(i), own_[p]);
        if (kinds[i] == 0 && !together_) {  // a move of another part
          if (!std::ranges::equal(reached, layers[n].rows.row(which[i]))) return false;
          continue;
        }
        if (!layer.rows.add(reached).second) continue;
        layer.before.push_back(which[i]);
        layer.kinds.push_back(kinds[i]);
      }
      total += layer.rows.size();
      if (layer.rows.size() == 0) return true;
      layers.push_back(std::move(layer));
    }
  }

  void sort_by_properties(std::size_t p, Layer& layer) {
    const circuit::Circuit& circuit = *factors_.circuit;
    std::vector<std::uint64_t> values(circuit.size());
    for (std::size_t first = 0; first < layer.rows.size(); first += 64) {
      std::ranges::fill(values, 0);
      std::size_t count = std::min<std::size_t>(64, layer.rows.size() - first);
      for (std::size_t i = 0; i < count; ++i) {
        auto row = layer.rows.row(first + i);
        for (std::size_t w = 0; w < row.size(); ++w)
          for_each_bit(row[w], [&](unsigned bit) { values[64 * w + bit + 1] |= std::uint64_t{1} << i; });
      }
      auto value = [&](circuit::Wire wire) { return values[wire.node()] ^ (wire.negated() ? ~std::uint64_t{0} : 0); };
      for (std::uint32_t node = 1; node < circuit.size(); ++node) {
        if (circuit.kind(node) != circuit::Circuit::Kind::kAnd) continue;
        values[node] = ~std::uint64_t{0};
        for (circuit::Wire wire : circuit.operands(node)) values[node] &= value(wire);
      }
      for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t properties = 0;
        for (circuit::Wire property : factors_.parts[p].properties)
          properties = mixed(2 * properties + (value(property) >> i & 1));
        layer.with.emplace(properties, static_cast<std::uint32_t>(first + i));
      }
    }
  }

  // All combinations of properties that can be had together, and what they are worth where they end the game.
  void combine() {
    candidates_.clear();
    End end{0, std::vector<std::uint32_t>(count_), std::vector<std::uint32_t>(count_), 0};
    if (together_) {
      std::size_t least = SIZE_MAX;
      for (const auto& layers : layers_) least = std::min(least, layers.size());
      for (std::uint32_t t = 0; t < least; ++t) {
        std::ranges::fill(end.layers, t);
        end.moves = t;
        choose(0, end, [&](std::size_t) { return std::pair(t, t + 1); });
      }
    } else {
      choose(0, end, [&](std::size_t p) { return std::pair(0u, static_cast<std::uint32_t>(layers_[p].size())); });
    }
    lanes::Rows rows(from_.size());
    std::vector<std::uint32_t> rounds;
    std::vector<End> ends;
    Choices choices;
    std::vector<float> values;
    for (const End& candidate : candidates_) {
      Row row = from_;
      put(row, shared_mask_, shared_[candidate.moves]);
      for (std::size_t p = 0; p < count_; ++p)
        put(row, own_[p], layers_[p][candidate.layers[p]].rows.row(candidate.rows[p]));
      rows.push(row);
    }
    simulator_.look(rows, choices);
    lanes::Rows over(from_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!choices.terminal(i)) continue;
      over.push(rows.row(i));
      rounds.push_back(round_ + static_cast<std::uint32_t>(candidates_[i].moves));
      ends_.push_back(std::move(candidates_[i]));
    }
    simulator_.play(over, rounds, {.each = 1}, values);
    for (std::size_t i = 0; i < ends_.size(); ++i) ends_[i].value = values[i];
  }

  // Each set of properties at each number of moves of the part.
  template <class Range>
  void choose(std::size_t p, End& end, const Range& range) {
    if (candidates_.size() >= kMostCombinations) return;
    if (p == count_) {
      candidates_.push_back(end);
      return;
    }
    std::size_t before = end.moves;
    auto [first, last] = range(p);
    for (std::uint32_t n = first; n < last; ++n) {
      if (!together_) end.moves = before + n;
      if (end.moves >= shared_.size()) break;
      end.layers[p] = n;
      for (const auto& [properties, row] : layers_[p][n].with) {
        end.rows[p] = row;
        choose(p + 1, end, range);
      }
    }
    end.moves = before;
  }

  std::optional<PartsPlan> replay(const End& end, std::size_t last) {
    std::vector<std::vector<std::uint32_t>> kinds(count_);  // by part, of its moves in order
    for (std::size_t p = 0; p < count_; ++p) {
      std::uint32_t row = end.rows[p];
      for (std::size_t n = end.layers[p]; n > 0; --n) {
        kinds[p].push_back(layers_[p][n].kinds[row]);
        row = layers_[p][n].before[row];
      }
      std::ranges::reverse(kinds[p]);
    }
    std::vector<std::vector<std::uint32_t>> wanted;
    for (std::size_t turn = 0; turn < count_; ++turn)
      for (std::size_t p = (last + 1 + turn) % count_, n = 0; n < kinds[p].size(); ++n) {
        std::size_t at = together_ ? n : wanted.size();
        if (at == wanted.size()) wanted.emplace_back(count_);
        wanted[at][p] = kinds[p][n];
      }
    PartsPlan out;
    lanes::Rows at(from_.size()), next;
    at.push(from_);
    Choices choices;
    for (std::size_t step = 0;; ++step) {
      simulator_.look(at, choices);
      if (choices.terminal(0)) break;
      if (step == wanted.size()) return std::nullopt;
      auto legal = choices.moves(0, 0);
      auto move = std::ranges::find_if(legal, [&](std::uint32_t one) { return kinds_of(one) == wanted[step]; });
      if (move == legal.end()) return std::nullopt;
      out.rows.emplace_back(at.row(0).begin(), at.row(0).end());
      out.moves.push_back(*move);
      std::vector<std::uint32_t> which{0}, made{*move};
      simulator_.step(at, which, made, next);
      std::swap(at, next);
    }
    std::vector<float> values;
    std::vector<std::uint32_t> rounds{round_ + static_cast<std::uint32_t>(out.moves.size())};
    simulator_.play(at, rounds, {.each = 1}, values);
    out.value = values[0];
    return out;
  }

  Simulator& simulator_;
  const circuit::Factors& factors_;
  Row from_;
  std::uint32_t round_;
  const Budget& budget_;
  std::size_t count_;
  bool together_ = false;  // a move does something to several parts
  Row shared_mask_;
  std::vector<Row> own_;                    // by part
  std::vector<Row> shared_;                 // by moves made
  std::vector<std::vector<Layer>> layers_;  // by part, by moves made in it
  std::vector<End> candidates_, ends_;
};

}  // namespace

std::optional<PartsPlan> plan_in_parts(Simulator& simulator, std::span<const std::uint64_t> from, std::uint32_t round,
                                       const Budget& budget) {
  return PartsPlanner(simulator, from, round, budget).plan();
}

}  // namespace percept::search
