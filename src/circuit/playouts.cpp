// SPDX-License-Identifier: MIT
#include "circuit/playouts.h"

#include <algorithm>

#include "base/budget.h"

namespace percept::circuit {

const Kernels* find_kernels(unsigned lanes) {
  if (lanes == 64) return &kernels64;
#if defined(__x86_64__)
  if (lanes == 256 && __builtin_cpu_supports("avx2")) return &kernels256;
  if (lanes == 512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return &kernels512;
#endif
  return nullptr;
}

const Kernels& best_kernels() {
  for (unsigned lanes : {512u, 256u})
    if (const Kernels* kernels = find_kernels(lanes)) return *kernels;
  return kernels64;
}

Playouts::Playouts(const Automaton& automaton, unsigned lanes)
    : kernels_(lanes == 0 ? &best_kernels() : find_kernels(lanes)), plan_(automaton) {
  for (const auto& of_role : automaton.goals) goal_counts_.push_back(of_role.size());
}

PlayoutResult Playouts::run(std::uint64_t seed, const Limits& limits) {
  const MatchPlan& plan = plan_.match();
  std::uint64_t limit = limits.playouts;
  std::unique_ptr<Matches, void (*)(Matches*)> matches(kernels_->start(plan, seed, limit), kernels_->finish);
  Budget budget(limits.cpu_seconds, 0);
  // Look at the clock about every ten million values computed.
  std::size_t words = plan.fluent_count + 1;
  for (std::size_t p = 0; p < plan.phases; ++p) words += plan.rounds[p].state.size + plan.rounds[p].moves.size;
  std::uint64_t rounds = std::clamp<std::uint64_t>(10'000'000 * plan.phases / words, 1, limits.max_rounds);
  while (limit > 0 && kernels_->play(plan, *matches, rounds, limit, limits.max_rounds))
    if (limit > matches->started && budget.out_of_time()) limit = matches->started;
  PlayoutResult result{matches->playouts, matches->states, {}, matches->stop, matches->role, {}};
  std::size_t at = 0;
  for (std::size_t count : goal_counts_) {
    result.goals.emplace_back(matches->goals + at, matches->goals + at + count);
    at += count;
  }
  if (result.stop != Stop::kDone)
    for (std::uint32_t f = 0; f < plan.fluent_count; ++f)
      result.position.push_back(kernels_->fluent(*matches, f, matches->lane));
  return result;
}

}  // namespace percept::circuit
