// SPDX-License-Identifier: MIT
#include "search/estimate.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/random.h"
#include "game/walker.h"

namespace percept::search {
namespace {

constexpr std::size_t kMostRounds = 10'000;
constexpr std::size_t kLooked = 64;  // joint moves of a position whose percepts are compared

// Whether some role, from its own move and percepts, could take one successor for another.
bool hides(game::Walker& walker, const std::vector<std::vector<game::MoveId>>& legal, std::size_t joint_moves,
           std::optional<std::uint32_t> nature) {
  struct Made {
    game::JointMove moves;
    game::State next;
    std::vector<game::Percepts> seen;
  };
  std::vector<Made> made(std::min(joint_moves, kLooked));
  for (std::size_t k = 0; k < made.size(); ++k) {
    std::size_t rest = k;
    for (const auto& moves : legal) {
      made[k].moves.push_back(moves[rest % moves.size()]);
      rest /= moves.size();
    }
    walker.next(made[k].moves, made[k].next);
    made[k].seen.resize(legal.size());
    for (std::uint32_t role = 0; role < legal.size(); ++role)
      walker.percepts(made[k].moves, game::RoleId{role}, made[k].seen[role]);
  }
  for (std::size_t i = 0; i < made.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::uint32_t role = 0; role < legal.size(); ++role)
        if (role != nature && made[i].moves[role] == made[j].moves[role] && made[i].seen[role] == made[j].seen[role] &&
            !(made[i].next == made[j].next))
          return true;
  return false;
}

}  // namespace

Result<Estimate> estimate(std::shared_ptr<const game::WholeGame> whole, std::size_t matches, std::uint64_t seed,
                          const Budget& budget) {
  auto walker = game::make_circuit_walker(whole);
  const game::Lexicon& lexicon = walker->lexicon();
  std::optional<std::uint32_t> nature;
  if (whole->imperfect)
    if (auto random = lexicon.role("random")) nature = random->value;
  Random random(seed);
  Estimate out;
  std::optional<int> sum;
  double squares = 0;
  std::vector<std::vector<game::MoveId>> legal(lexicon.roles());
  game::JointMove moves(lexicon.roles());
  std::vector<int> goals;
  for (; out.matches < matches && !(out.matches > 0 && budget.out_of_time()); ++out.matches) {
    walker->start();
    double nodes = 1, width = 1;
    std::size_t round = 0;
    for (; !walker->terminal() && round < kMostRounds; ++round) {
      std::size_t count = 1, deciding = 0;
      for (std::uint32_t role = 0; role < legal.size(); ++role) {
        walker->legal(game::RoleId{role}, legal[role]);
        if (legal[role].empty())
          return failure(fmt::format("{} has no legal move in a position", lexicon.text(game::RoleId{role})));
        count *= legal[role].size();
        if (legal[role].size() > 1) {
          if (role == nature) out.chance = true;
          ++deciding;
        }
        moves[role] = legal[role][random.below(static_cast<std::uint32_t>(legal[role].size()))];
      }
      if (out.perfect && (deciding > 1 || hides(*walker, legal, count, nature))) out.perfect = false;
      width *= static_cast<double>(count);
      nodes += width;
      walker->step(moves);
    }
    if (round == kMostRounds) out.unended = true;
    int total = 0;
    for (std::uint32_t role = 0; role < legal.size(); ++role) {
      if (role == nature) continue;
      walker->goals(game::RoleId{role}, goals);
      total += goals.empty() ? 0 : goals.front();
    }
    if (sum && *sum != total) out.constant_sum = false;
    sum = total;
    out.histories += nodes;
    squares += nodes * nodes;
    out.ended += width;
    out.rounds += static_cast<double>(round);
    out.longest = std::max(out.longest, round);
  }
  auto n = static_cast<double>(out.matches);
  out.histories /= n;
  out.ended /= n;
  out.rounds /= n;
  out.spread = std::sqrt(std::max(0.0, squares / n - out.histories * out.histories) / n);
  return out;
}

}  // namespace percept::search
