// SPDX-License-Identifier: MIT
//
// A walk through a tree on several threads: cut into parts at the first rounds, the parts dealt out to threads in a
// fixed order, each thread with sums of its own.
//
//   walk_in_parts(start, [&](std::vector<double>& sum) { return Walk(…, sum); }, sum, crew);
//
// where walk.step(part, depth, then) calls then(part) for each that follows, and walk.all(part) goes to the ends.
// A crew is one thread's.
//
// Internal to search/.
#pragma once

#include "search/crew.h"

namespace percept::search {

template <class Part, class Make>
void walk_in_parts(Part start, const Make& make, std::vector<double>& sum, Crew& crew) {
  constexpr std::size_t kEnough = 256;  // for all threads
  auto first = make(sum);
  std::vector<Part> parts = {std::move(start)};
  while (!parts.empty() && parts.size() < kEnough) {
    std::vector<Part> next;
    for (const Part& part : parts) first.step(part, 0, [&](const Part& then) { next.push_back(then); });
    parts = std::move(next);
  }
  std::size_t lanes = crew.threads();
  std::vector<std::vector<double>> sums(lanes - 1);
  crew.each(
      lanes,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t lane = begin; lane < end; ++lane) {
          if (lane > 0) sums[lane - 1].assign(sum.size(), 0.0);
          auto walk = make(lane == 0 ? sum : sums[lane - 1]);
          for (std::size_t part = lane; part < parts.size(); part += lanes) walk.all(parts[part]);
        }
      },
      1);
  for (const std::vector<double>& of_lane : sums)
    for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += of_lane[s];
}

}  // namespace percept::search
