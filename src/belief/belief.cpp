// SPDX-License-Identifier: MIT
#include "belief/belief.h"

namespace percept::belief {
namespace {

template <class Thing>
std::vector<Thing> all_of(std::size_t count, Thing like = {}) {
  std::vector<Thing> out(count, like);
  for (std::uint32_t i = 0; i < count; ++i) out[i].value = i;
  return out;
}

}  // namespace

// ---- rounds

Result<void> Belief::update(const Experience& experience, const Budget& budget) {
  expect(rules(), role_, experience);
  told_.push_back(experience);
  Result<void> done = work_in(told_.size() - 1, budget);
  if (!done) told_.pop_back();
  return done;
}

Result<void> Belief::work_in(std::size_t taken, const Budget& budget) {
  while (!told_.empty() && !budget.out_of_time()) {
    Experience& first = told_.front();
    Result<bool> done = advance(first, budget);
    if (!done) {
      if (taken == 0 || (!first.percepts && !first.move)) return tl::unexpected(done.error());
      if (first.percepts)
        first.percepts.reset();
      else
        first.move.reset();
      continue;
    }
    if (!*done) break;
    told_.pop_front();
    ++round_;
    if (taken > 0) --taken;
  }
  return {};
}

// ---- questions; a belief that is late knows what holds in every position

Known<MoveId> Belief::legal(const Budget& budget) {
  if (late() == 0) return known_legal(budget);
  return {{}, all_of(rules().lexicon().moves(role_), MoveId{0, rules().lexicon().number()}), !rules().whole()};
}

Known<FluentId> Belief::fluents(const Budget& budget) {
  if (late() == 0) return known_fluents(budget);
  auto whole = rules().whole();
  if (!whole) return {{}, all_of<FluentId>(rules().lexicon().fluents()), true};
  Known<FluentId> out;
  for (std::size_t i = 0; i < whole->fluents.size(); ++i)
    out.add(whole->fluents[i], whole->game.fluents[i].constant ? Truth::kYes : Truth::kOpen);
  out.sort();
  return out;
}

Truth Belief::terminal(const Budget& budget) { return late() == 0 ? known_terminal(budget) : Truth::kOpen; }

Known<int> Belief::goals(const Budget& budget) {
  if (late() == 0) return known_goals(budget);
  auto whole = rules().whole();
  if (!whole) return {{}, {}, true};
  Known<int> out;
  for (const auto& [value, wire] : whole->game.goals[role_.value]) out.open.push_back(value);
  return out;
}

std::optional<std::size_t> Belief::states() { return late() == 0 ? known_states() : std::nullopt; }

std::vector<Probability> Belief::probabilities() {
  return late() == 0 ? known_probabilities() : std::vector<Probability>();
}

}  // namespace percept::belief
