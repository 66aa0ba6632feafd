// SPDX-License-Identifier: MIT
#include "game/perft.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <limits>

namespace percept::game {
namespace {

using Counts = tsl::robin_map<State, std::uint64_t, StateHash>;  // states with the number of ways to reach them

constexpr std::size_t kProgressEvery = 256;  // states

class Perft {
 public:
  Perft(Game& game, const PerftOptions& options) : game_(game), options_(options) {}

  Result<std::vector<PerftRow>> run() {
    Counts states;
    states[game_.initial()] = 1;
    for (std::size_t depth = 0; depth <= options_.depth && !states.empty(); ++depth) {
      PerftRow row{.depth = depth, .states = states.size()};
      Counts next;
      std::size_t done = 0;
      for (const auto& [state, ways] : states) {
        if (!add(row.sequences, ways)) return too_many(depth);
        auto over = game_.terminal(state);
        if (!over) return tl::unexpected(over.error());
        if (*over) {
          row.ended_sequences += ways;
          ++row.ended_states;
        } else if (depth < options_.depth) {
          if (auto expanded = expand(state, ways, next, depth); !expanded) return tl::unexpected(expanded.error());
        }
        if (options_.on_progress && ++done % kProgressEvery == 0) options_.on_progress(depth, done, states.size());
      }
      rows_.push_back(row);
      if (options_.on_row) options_.on_row(row);
      states = std::move(next);
    }
    return std::move(rows_);
  }

 private:
  Result<void> expand(const State& state, std::uint64_t ways, Counts& next, std::size_t depth) {
    std::vector<std::vector<MoveId>> legal;
    for (std::uint32_t role = 0; role < game_.roles(); ++role) {
      auto moves = game_.legal(state, RoleId{role});
      if (!moves) return tl::unexpected(moves.error());
      legal.push_back(std::move(*moves));
    }
    return for_each_joint_move(legal, [&](const JointMove& moves) -> Result<void> {
      auto successor = game_.next(state, moves);
      if (!successor) return tl::unexpected(successor.error());
      std::uint64_t& count = next[std::move(*successor)];
      if (!add(count, ways)) return too_many(depth + 1);
      if (next.size() > options_.max_states)
        return failure(fmt::format("there are more than {} states at depth {}", options_.max_states, depth + 1),
                       "ask for a smaller depth");
      return {};
    });
  }

  static bool add(std::uint64_t& sum, std::uint64_t term) {
    if (term > std::numeric_limits<std::uint64_t>::max() - sum) return false;
    sum += term;
    return true;
  }

  static tl::unexpected<Error> too_many(std::size_t depth) {
    return failure(fmt::format("there are more than 2^64 sequences of {} moves", depth), "ask for a smaller depth");
  }

  Game& game_;
  const PerftOptions& options_;
  std::vector<PerftRow> rows_;
};

}  // namespace

Result<std::vector<PerftRow>> perft(Game& game, const PerftOptions& options) { return Perft(game, options).run(); }

Result<void> for_each_joint_move(const std::vector<std::vector<MoveId>>& legal,
                                 const std::function<Result<void>(const JointMove&)>& visit) {
  std::vector<std::size_t> chosen(legal.size(), 0);
  JointMove moves;
  for (const std::vector<MoveId>& of_role : legal) {
    if (of_role.empty()) return {};
    moves.push_back(of_role.front());
  }
  for (std::size_t role = legal.size();;) {
    if (auto visited = visit(moves); !visited) return visited;
    for (role = legal.size(); role > 0; --role) {
      if (++chosen[role - 1] < legal[role - 1].size()) break;
      chosen[role - 1] = 0;
      moves[role - 1] = legal[role - 1].front();
    }
    if (role == 0) return {};
    moves[role - 1] = legal[role - 1][chosen[role - 1]];
  }
}

}  // namespace percept::game
