// SPDX-License-Identifier: MIT
#include "circuit/trial.h"

#include "base/budget.h"
#include "base/random.h"
#include "circuit/cursor.h"

namespace percept::circuit {
namespace {

constexpr double kSeconds = 0.002;
constexpr std::size_t kFewest = 300;         // steps, so that later rounds are met, too; unless they take too long
constexpr double kTooLong = 0.1;             // CPU seconds
constexpr std::size_t kLongestMatch = 1000;  // rounds

}  // namespace

bool Trial::is_best(const Course& course) {
  Cursor cursor(std::shared_ptr<const Course>(std::shared_ptr<const Course>(), &course));  // not owned
  Random random(1);
  std::vector<std::uint32_t> moves(course.roles());
  std::size_t rounds = 0;
  auto step = [&] {
    bool over = cursor.terminal() || ++rounds > kLongestMatch;
    for (std::size_t role = 0; role < moves.size() && !over; ++role) {
      std::uint32_t count = cursor.legal_count(role);
      over = count == 0;
      if (!over) moves[role] = cursor.legal(role, random.below(count));
    }
    if (over) {
      cursor.start();
      rounds = 0;
    } else {
      cursor.step(moves);
    }
  };
  double start = cpu_seconds();
  while (cpu_seconds() - start < kSeconds / 4) step();  // until caches have what they need
  cursor.start();
  rounds = 0;
  random = Random(1);
  start = cpu_seconds();
  auto seconds = [&] { return cpu_seconds() - start; };
  if (steps_ == 0) {
    for (;; ++steps_) {
      step();
      if (steps_ % 16 != 0) continue;
      best_ = seconds();
      if (best_ > kTooLong || (best_ > kSeconds && steps_ >= kFewest)) break;
    }
    ++steps_;
    return true;
  }
  for (std::size_t i = 0; i < steps_; ++i) {
    step();
    if (i % 16 == 0 && seconds() > best_) return false;
  }
  double took = seconds();
  if (took >= best_) return false;
  best_ = took;
  return true;
}

}  // namespace percept::circuit
