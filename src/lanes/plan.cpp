// SPDX-License-Identifier: MIT
#include "lanes/plan.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/check.h"
#include "circuit/code.h"
#include "circuit/phases.h"
#include "lanes/planner.h"

namespace percept::lanes {

using circuit::Automaton;
using circuit::Phase;
using circuit::Wire;

namespace {

constexpr std::size_t kCollectAbove = 4;  // words of goals a fluent, from which on final positions are collected
constexpr std::size_t kHeadWords = sizeof(PlanBlock) / sizeof(std::uint32_t);

void add_rounds(BlockWriter& block, PlanBlock& head, const Automaton& automaton, std::size_t most_phases) {
  std::vector<StreamsBlock> rounds;
  std::size_t goal_words = 0;
  for (const Phase& phase : circuit::phases_of(automaton, most_phases)) {
    StreamsBlock round = write_streams(block, phase.automaton, {.state = true, .goals = true, .next = true});
    std::vector<Extent> numbers;
    for (const auto& of_role : phase.numbers) numbers.push_back(block.add(of_role));
    auto* roles = reinterpret_cast<RoleBlock*>(block.words.data() + round.roles.at);
    for (std::size_t role = 0; role < numbers.size(); ++role) roles[role].numbers = numbers[role];
    for (const auto& of_role : phase.numbers)
      head.most_moves = std::max(head.most_moves, static_cast<std::uint32_t>(of_role.size()));
    head.slots = std::max(head.slots, round.slots);
    goal_words = std::max<std::size_t>(goal_words, round.goals.size);
    rounds.push_back(round);
  }
  head.phases = static_cast<std::uint32_t>(rounds.size());
  head.collect = goal_words > kCollectAbove * head.fluents ? 1 : 0;
  head.rounds = block.add_all<StreamsBlock>(rounds);
}

// Goals from the fluents on.
void add_collection(BlockWriter& block, PlanBlock& head, const Automaton& automaton) {
  std::vector<Wire> goals;
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) goals.push_back(wire);
  circuit::Code code = circuit::compile(*automaton.circuit, goals);
  Planner planner(*automaton.circuit, automaton.fluents());
  planner.watch(code);
  planner.keep(goals);
  planner.rewind();
  head.goals = block.add(planner.write(code));
  std::vector<std::uint32_t> codes;
  for (Wire wire : goals) codes.push_back(planner.code(wire));
  head.goal_codes = block.add(codes);
  head.goal_slots = static_cast<std::uint32_t>(planner.slot_count());
}

void add_tables(BlockWriter& block, PlanBlock& head, const Automaton& automaton) {
  std::vector<std::uint32_t> begins = {0}, values, moves;
  for (std::size_t role = 0; role < automaton.roles(); ++role) {
    for (const auto& [value, wire] : automaton.goals[role]) values.push_back(static_cast<std::uint32_t>(value));
    begins.push_back(static_cast<std::uint32_t>(values.size()));
    moves.push_back(static_cast<std::uint32_t>(automaton.legal[role].size()));
  }
  head.goal_count = begins.back();
  head.goal_begins = block.add(begins);
  head.goal_values = block.add(values);
  head.move_counts = block.add(moves);
  std::vector<Bit> inputs;
  std::uint32_t words = 1;
  for (std::uint32_t f = 0; f < automaton.fluents(); ++f) {
    inputs.push_back({automaton.bit(f) / 64, automaton.bit(f) % 64, f});
    words = std::max(words, automaton.bit(f) / 64 + 1);
  }
  std::ranges::stable_sort(inputs, {}, &Bit::word);
  head.inputs = block.add_all<Bit>(inputs);
  head.row_words = words;
  std::vector<std::uint64_t> initial(words);
  for (std::size_t f = 0; f < automaton.initial.size(); ++f)
    if (automaton.initial[f]) initial[automaton.bit(f) / 64] |= std::uint64_t{1} << (automaton.bit(f) % 64);
  head.initial = block.add_row(initial);
}

}  // namespace

Plan::Plan(const Automaton& automaton, const Options& options) {
  BlockWriter block;
  block.words.resize(kHeadWords);
  PlanBlock head;
  head.fluents = static_cast<std::uint32_t>(automaton.fluents());
  head.roles = static_cast<std::uint32_t>(automaton.roles());
  add_rounds(block, head, automaton, options.phases ? circuit::kMaxPhases : 1);
  add_collection(block, head, automaton);
  add_tables(block, head, automaton);
  if (options.expand) {
    auto whole = [&](const Questions& questions) {
      StreamsBlock streams = write_streams(block, automaton, questions);
      return block.add_all<StreamsBlock>(std::array{streams});
    };
    head.whole_state = whole({.state = true});
    head.whole_moves = whole({.sees = true, .next = true});
  }
  head.size = static_cast<std::uint32_t>(block.words.size());
  std::memcpy(block.words.data(), &head, sizeof head);
  words_ = std::move(block.words);
}

Plan Plan::take(std::span<const std::uint32_t> words) {
  PERCEPT_CHECK(words.size() >= kHeadWords && words[0] == kPlanMark && words[1] == words.size(),
                "these words are no plan");
  Plan out;
  out.words_.assign(words.begin(), words.end());
  return out;
}

std::size_t Plan::percepts(std::size_t role) const { return expands() ? whole_moves().percepts(role).size() : 0; }

std::vector<std::uint64_t> Plan::initial() const {
  std::vector<std::uint64_t> out;
  for (std::size_t w = 0; w < row_words(); ++w)
    out.push_back(at(head().initial, 2 * w) | std::uint64_t{at(head().initial, 2 * w + 1)} << 32);
  return out;
}

std::span<const std::uint32_t> Plan::move_numbers(std::size_t phase, std::size_t role) const {
  const auto& round = in_block<StreamsBlock>(words_.data(), head().rounds)[phase];
  Extent numbers = in_block<RoleBlock>(words_.data(), round.roles)[role].numbers;
  return words().subspan(numbers.at, numbers.size);
}

}  // namespace percept::lanes
