// SPDX-License-Identifier: MIT
#include "play/searched_worlds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "play/nested_draw.h"

namespace percept::play {
namespace {

using search::SearchWorld;

constexpr std::size_t kSetsOfOthers = 12;    // information sets that are looked into, beside its own
constexpr std::size_t kWorldsOfOthers = 32;  // of each
constexpr double kMostOfOthers = 2;          // the weight of these worlds, compared to those it holds possible itself

// By what they weigh as samples, and as likely as others than the role steered there.
std::vector<SearchWorld> weighed(const WorldsOf& of, std::span<const sample::Sample> samples, std::size_t role) {
  auto histories = numbered(of.simulator, of.rules->lexicon(), samples);
  std::vector<SearchWorld> out = search::replayed(of.simulator, histories, role, of.steering);
  double all = 0, before = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    all += out[i].weight *= samples[i].weight;
    before += samples[i].weight;
  }
  for (SearchWorld& world : out) world.weight *= before / all;
  return out;
}

void add_worlds_of_others(const WorldsOf& of, std::vector<SearchWorld>& worlds, std::vector<sample::Sample>& samples,
                          Random& random, const Budget& budget) {
  auto nested = NestedDraw::make(of.rules, of.seed);
  if (!nested) return;
  std::size_t own = worlds.size();
  double own_total = 0, total = 0;
  for (const SearchWorld& world : worlds) own_total += world.weight;
  std::set<std::pair<std::uint32_t, std::uint64_t>> known{{of.role, worlds.front().views[of.role]}};
  // Sets of the others in its own worlds first, as likely as these are, then what comes up in those.
  std::vector<std::size_t> from(own);
  std::iota(from.begin(), from.end(), std::size_t{0});
  std::vector<double> turns;
  for (const SearchWorld& world : worlds) turns.push_back(-std::log(1 - random.unit()) / world.weight);
  std::ranges::sort(from, {}, [&](std::size_t world) { return turns[world]; });
  std::size_t sets = 0;
  for (std::size_t next = 0; next < from.size() && sets < kSetsOfOthers && !budget.out_of_time(); ++next) {
    std::size_t at = from[next];
    for (std::uint32_t r = 0; r < of.simulator.roles() && sets < kSetsOfOthers; ++r) {
      std::uint64_t view = worlds[at].views[r];
      if (of.simulator.nature() == r || !known.emplace(r, view).second) continue;
      ++sets;
      std::vector<sample::Sample> held =
          nested->draw(samples[at].moves, game::RoleId{r}, kWorldsOfOthers, random, budget);
      std::vector<SearchWorld> drawn = weighed(of, held, r);
      auto is_own = [&](const SearchWorld& world) { return world.views[of.role] == worlds.front().views[of.role]; };
      double all = 0, there = 0, before = 0;  // to that role: of all, and of those that are there; what these weigh
      std::vector<bool> is_new;
      for (const SearchWorld& world : drawn) {
        all += world.weight;
        is_new.push_back(std::ranges::none_of(worlds, [&](const SearchWorld& one) {
          return one.views == world.views && std::ranges::equal(one.state.words(), world.state.words());
        }));
        if (!is_new.back() || is_own(world)) there += world.weight;
      }
      for (const SearchWorld& world : worlds)
        if (world.views[r] == view) before += world.weight;
      double scale = before / std::max(there, all / static_cast<double>(drawn.size() + 1));
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (!is_new[i] || is_own(drawn[i])) continue;
        total += drawn[i].weight *= scale;
        from.push_back(worlds.size());
        worlds.push_back(std::move(drawn[i]));
        samples.push_back(std::move(held[i]));
      }
    }
  }
  double most = kMostOfOthers * own_total;
  for (std::size_t i = own; total > most && i < worlds.size(); ++i) worlds[i].weight *= most / total;
}

}  // namespace

std::vector<std::vector<game::JointMove>> numbered(search::Simulator& simulator, const game::Lexicon& of,
                                                   std::span<const sample::Sample> samples) {
  std::vector<std::vector<game::JointMove>> out;
  for (const sample::Sample& sample : samples) {
    std::vector<game::JointMove>& history = out.emplace_back();
    for (const game::JointMove& joint : sample.moves) {
      game::JointMove& own = history.emplace_back();
      for (std::uint32_t role = 0; role < joint.size(); ++role) {
        auto move = simulator.own_move(game::RoleId{role}, joint[role], of);
        if (!move) return {};
        own.push_back(game::MoveId{*move, simulator.lexicon().number()});
      }
    }
  }
  return out;
}

std::vector<SearchWorld> searched_worlds(const WorldsOf& of, std::vector<sample::Sample>& samples, Random& random,
                                         const Budget& budget) {
  std::vector<SearchWorld> out = weighed(of, samples, of.role);
  if (out.empty() || samples.front().moves.empty() || !of.simulator.in_lanes()) return out;
  add_worlds_of_others(of, out, samples, random, budget);
  return out;
}

}  // namespace percept::play
