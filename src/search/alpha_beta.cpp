// SPDX-License-Identifier: MIT
#include "search/alpha_beta.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <thread>

#include "base/random.h"
#include "circuit/automaton.h"

namespace percept::search {
namespace {

// What is known of a position: the first role's goal is within [low, high]. Goals are at most 255 here.
struct Known {
  std::uint8_t low, high;
  std::uint16_t move;  // of who decides, plus one; zero when none is best
  std::uint32_t work;  // nodes below, rounded; larger entries stay
};
std::uint64_t packed(const Known& known) { return std::bit_cast<std::uint64_t>(known); }

constexpr std::size_t kLookEvery = 4096;  // nodes between two looks at the clock
constexpr std::size_t kEffects = 1 << 16;

}  // namespace

class AlphaBeta::Searcher {
 public:
  Searcher(AlphaBeta& of, const Budget& budget, const std::atomic<bool>& done, std::uint64_t seed)
      : of_(of),
        walker_(game::make_circuit_walker(of.whole_)),
        budget_(budget),
        done_(done),
        random_(seed),
        jitter_(seed != 0) {}

  // Whether the first role can get at least `goal` from there; nothing when time is over.
  std::optional<bool> run(const game::State& from, int goal) {
    stopped_ = false;
    walker_->go(from);
    int value = walker_->terminal() ? end_value() : search(from, goal, 0);
    of_.nodes_ += std::exchange(nodes_, 0);
    if (stopped_ || error_) return {};
    return value >= goal;
  }
  std::optional<Error> error() const { return error_; }

 private:
  struct Child {
    game::State state;
    std::uint32_t move;
    std::uint64_t hash, order;
    std::uint32_t effect;  // in history_
    int end;               // the goal when the game is over there, else below zero
  };
  struct Ply {
    std::vector<game::MoveId> moves[2];
    std::vector<Child> children;
    std::vector<std::uint32_t> order;
    game::JointMove joint = game::JointMove(2);
  };

  // A goal of the first role that is at least `goal` if it can get so much, and below if not. The walker stands there.
  int search(const game::State& state, int goal, std::size_t depth) {
    if (++nodes_ % kLookEvery == 0) {
      if (budget_.out_of_time() || done_.load(std::memory_order_relaxed)) stopped_ = true;
      of_.nodes_ += std::exchange(nodes_, 0);
    }
    if (stopped_) return 0;
    std::uint64_t hash = hash_of(state);
    Known known = look_up(hash);
    if (known.low >= goal) return known.low;
    if (known.high < goal) return known.high;
    std::uint64_t before = total_;
    ++total_;
    if (depth == plies_.size()) plies_.push_back(std::make_unique<Ply>());
    Ply& ply = *plies_[depth];
    for (std::uint32_t role = 0; role < 2; ++role) walker_->legal(game::RoleId{role}, ply.moves[role]);
    std::uint32_t mover = ply.moves[0].size() > 1 ? 0 : 1;
    if (ply.moves[0].empty() || ply.moves[1].empty() || ply.moves[1 - mover].size() > 1) {
      error_ = Error{"a role has no legal move, or both decide at once, in some position", ""};
      stopped_ = true;
      return 0;
    }
    bool maximises = mover == 0;
    // The successors; one that is known to be enough ends it.
    std::size_t count = ply.moves[mover].size();
    if (ply.children.size() < count) ply.children.resize(count);
    ply.order.clear();
    ply.joint[1 - mover] = ply.moves[1 - mover].front();
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = ply.children[i];
      child.move = ply.moves[mover][i].value;
      ply.joint[mover] = ply.moves[mover][i];
      walker_->next(ply.joint, child.state);
      child.hash = hash_of(child.state);
      child.effect = effect(state, child.state);
      prefetch(child.hash);
    }
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = ply.children[i];
      Known of_child = look_up(child.hash);
      if (maximises ? of_child.low >= goal : of_child.high < goal) {
        int value = maximises ? of_child.low : of_child.high;
        return settle(hash, known, maximises, value, child.move, before);
      }
      bool hopeless = maximises ? of_child.high < goal : of_child.low >= goal;
      child.order = hopeless ? 0 : 1 + history_[child.effect] + (jitter_ ? random_.below(1 + history_most_ / 4) : 0);
      if (known.move == child.move + 1) child.order = ~std::uint64_t{0};
      ply.order.push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = ply.children[i];
      walker_->go(child.state);
      child.end = walker_->terminal() ? end_value() : -1;
      if (stopped_) return 0;
      if (child.end >= 0 && (child.end >= goal) == maximises)
        return settle(hash, known, maximises, child.end, child.move, before);
    }
    std::ranges::sort(ply.order, [&](std::uint32_t a, std::uint32_t b) {
      return ply.children[a].order != ply.children[b].order ? ply.children[a].order > ply.children[b].order : a < b;
    });
    int best = maximises ? -1 : 256;
    std::uint32_t best_move = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = ply.children[ply.order[i]];
      int value = child.end;
      if (value < 0) {
        walker_->go(child.state);
        value = search(child.state, goal, depth + 1);
      }
      if (stopped_) return 0;
      if (maximises ? value > best : value < best) {
        best = value;
        best_move = child.move;
      }
      if (maximises ? best >= goal : best < goal) {
        std::uint64_t& count_of = history_[child.effect];
        count_of += 1 + (total_ - before) / 16;
        history_most_ = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::max<std::uint64_t>(history_most_, count_of), 0x7FFFFFFF));
        break;
      }
    }
    return settle(hash, known, best >= goal, best, best_move, before);
  }

  // A position where at least, or at most, so much can be had.
  int settle(std::uint64_t hash, Known known, bool at_least, int value, std::uint32_t move, std::uint64_t before) {
    if (at_least)
      known.low = static_cast<std::uint8_t>(std::max<int>(known.low, value));
    else
      known.high = static_cast<std::uint8_t>(std::min<int>(known.high, value));
    known.move = static_cast<std::uint16_t>(move + 1);
    known.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(total_ - before, 0xFFFFFFFF));
    Entry& at = of_.table_[hash & of_.mask_];
    Entry& beside = of_.table_[(hash & of_.mask_) ^ 1];
    std::uint64_t data = packed(known);
    // The first of a pair keeps what took most work, the second what came last.
    auto work = [](const Entry& entry) {
      return std::bit_cast<Known>(entry.data.load(std::memory_order_relaxed)).work;
    };
    auto is_of = [&](const Entry& entry) {
      std::uint64_t d = entry.data.load(std::memory_order_relaxed);
      return (entry.key.load(std::memory_order_relaxed) ^ d) == hash;
    };
    Entry& large = (hash & 1) == 0 ? at : beside;
    Entry& last = (hash & 1) == 0 ? beside : at;
    Entry& into = is_of(large) || work(large) <= known.work ? large : last;
    into.key.store(hash ^ data, std::memory_order_relaxed);
    into.data.store(data, std::memory_order_relaxed);
    return value;
  }

  Known look_up(std::uint64_t hash) const {
    for (std::size_t side : {0u, 1u}) {
      const Entry& entry = of_.table_[(hash & of_.mask_) ^ side];
      std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.key.load(std::memory_order_relaxed) ^ data) == hash && data != 0) return std::bit_cast<Known>(data);
    }
    return {0, 255, 0, 0};
  }
  // What a move changes: a mark in the same place is as good in many positions, whatever the move is called in them.
  std::uint32_t effect(const game::State& from, const game::State& to) {
    changes_.assign(to.words().begin(), to.words().end());
    std::span<const std::uint64_t> words = from.words();
    changes_.resize(std::max(changes_.size(), words.size()));
    for (std::size_t i = 0; i < words.size(); ++i) changes_[i] ^= words[i];
    return static_cast<std::uint32_t>(row_hash(changes_) % kEffects);
  }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&of_.table_[hash & of_.mask_]); }
  static std::uint64_t hash_of(const game::State& state) { return row_hash(state.words()); }

  int end_value() {
    walker_->goals(game::RoleId{0}, goals_);
    if (goals_.size() != 1) {
      error_ = Error{"a role has no goal value, or several, at an end", ""};
      stopped_ = true;
      return 0;
    }
    return goals_.front();
  }

  AlphaBeta& of_;
  std::unique_ptr<game::Walker> walker_;
  Budget budget_;
  const std::atomic<bool>& done_;
  Random random_;
  bool jitter_;
  bool stopped_ = false;
  std::optional<Error> error_;
  std::uint64_t nodes_ = 0, total_ = 0;
  std::uint32_t history_most_ = 0;
  std::vector<std::uint64_t> history_ = std::vector<std::uint64_t>(kEffects);  // by effect: the work it saved
  std::vector<std::uint64_t> changes_;
  std::vector<std::unique_ptr<Ply>> plies_;
  std::vector<int> goals_;
};

AlphaBeta::AlphaBeta(std::shared_ptr<const game::WholeGame> whole, const Options& options)
    : whole_(std::move(whole)), options_(options) {
  circuit::Automaton automaton = whole_->automaton();
  for (const auto& [value, wire] : automaton.goals[0]) goals_.push_back(value);
  std::ranges::sort(goals_);
  goals_.erase(std::unique(goals_.begin(), goals_.end()), goals_.end());
  std::size_t entries = std::bit_floor(std::max<std::size_t>(options.bytes / sizeof(Entry), 1 << 10));
  table_ = std::make_unique<Entry[]>(entries);
  mask_ = entries - 1;
}
AlphaBeta::~AlphaBeta() = default;

Result<bool> AlphaBeta::at_least(const game::State& from, int goal, const Budget& budget) {
  std::atomic<bool> done = false;
  std::atomic<int> answer = -1;
  std::optional<Error> error;
  auto work = [&](std::uint64_t seed) {
    Searcher searcher(*this, budget, done, seed);
    auto found = searcher.run(from, goal);
    if (found) answer = *found ? 1 : 0;
    if (seed == 0 && searcher.error()) error = searcher.error();
    if (found || searcher.error()) done = true;
  };
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < options_.threads; ++i) helpers.emplace_back(work, i);
  work(0);
  for (std::thread& helper : helpers) helper.join();
  if (error) return tl::unexpected(*error);
  if (answer < 0) return failure("out of time before the value was proven", "give it more time");
  return answer == 1;
}

Result<int> AlphaBeta::value(const game::State& from, const Budget& budget) {
  if (goals_.empty() || goals_.front() < 0 || goals_.back() > 255 || whole_->moves.size() != 2 ||
      whole_->moves[0].size() > 0xFFFE || whole_->moves[1].size() > 0xFFFE)
    return failure("alpha-beta is for two roles with goals from 0 to 255");
  // From the middle out: most games are decided there.
  std::size_t low = 0, high = goals_.size() - 1;
  while (low < high) {
    std::size_t middle = (low + high + 1) / 2;
    auto can = at_least(from, goals_[middle], budget);
    if (!can) return tl::unexpected(can.error());
    if (*can)
      low = middle;
    else
      high = middle - 1;
  }
  return goals_[low];
}

Result<std::vector<game::JointMove>> AlphaBeta::line(const game::State& from, const Budget& budget) {
  std::vector<game::JointMove> out;
  auto walker = game::make_circuit_walker(whole_);
  auto worth = value(from, budget);
  if (!worth) return tl::unexpected(worth.error());
  game::State state = from;
  std::vector<game::MoveId> moves[2];
  for (walker->go(state); !walker->terminal(); walker->go(state)) {
    for (std::uint32_t role = 0; role < 2; ++role) walker->legal(game::RoleId{role}, moves[role]);
    std::uint32_t mover = moves[0].size() > 1 ? 0 : 1;
    game::JointMove joint = {moves[0].front(), moves[1].front()};
    game::State next;
    bool found = false;
    for (game::MoveId move : moves[mover]) {
      joint[mover] = move;
      walker->go(state);
      walker->next(joint, next);
      auto of_next = value(next, budget);
      if (!of_next) return tl::unexpected(of_next.error());
      if (*of_next == *worth) {
        found = true;
        break;
      }
    }
    if (!found) return failure("no move keeps the value: the table has a wrong entry", "try again with more memory");
    out.push_back(joint);
    state = next;
  }
  return out;
}

}  // namespace percept::search
