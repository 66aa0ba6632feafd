// SPDX-License-Identifier: MIT
#include "circuit/plan.h"

#include <algorithm>
#include <span>

#include "circuit/code.h"
#include "circuit/phases.h"

namespace percept::circuit {
namespace {

constexpr std::uint32_t kNoSlot = UINT32_MAX;
constexpr std::size_t kMaxOperands = 60'000;  // of one gate of a stream
constexpr std::size_t kCollectAbove = 4;      // words of goals a fluent, from which on final positions are collected

class Planner {
 public:
  explicit Planner(const Automaton& automaton)
      : circuit_(*automaton.circuit), slots_(circuit_.size(), kNoSlot), last_use_(circuit_.size(), 0) {
    // Fluents, then the constant, which all phases leave alone, then moves.
    auto fluents = static_cast<std::uint32_t>(automaton.fluents());
    for (std::uint32_t i = 0; i < circuit_.inputs(); ++i) slots_[i + 1] = i < fluents ? i : i + 1;
    slots_[0] = fluents;
    slot_count_ = static_cast<std::uint32_t>(circuit_.inputs()) + 1;
  }

  std::size_t slot_count() const { return slot_count_; }
  std::uint32_t code(Wire wire) const { return slots_[wire.node()] << 1 | (wire.negated() ? 1 : 0); }

  // First all segments are watched, in the order in which they run, then written.
  void watch(const Code& code) {
    std::uint32_t start = position_;
    for (std::uint32_t node : code.order) {
      ++position_;
      for (Wire wire : circuit_.operands(node)) last_use_[wire.node()] = position_;
      last_use_[node] = std::max(last_use_[node], position_);
    }
    for (const Code::Block& block : code.blocks) {
      std::uint32_t end = start + block.end + 1;  // behind its last gate, which must not take a slot it repeats with
      auto keep = [&](std::uint32_t node) { last_use_[node] = std::max(last_use_[node], end); };
      for (std::uint32_t i = block.begin; i < block.end; ++i) {
        keep(code.order[i]);
        for (Wire wire : circuit_.operands(code.order[i])) keep(wire.node());
      }
      for (std::uint32_t loop : block.loops) {
        keep(loop);
        keep(circuit_.operands(loop)[0].node());
      }
    }
  }
  // The wires are read behind what was watched so far.
  void keep(std::span<const Wire> wires) {
    for (Wire wire : wires) last_use_[wire.node()] = std::max(last_use_[wire.node()], position_ + 1);
  }
  void rewind() { position_ = 0; }

  std::vector<std::uint32_t> write(const Code& code) {
    std::vector<std::uint32_t> out;
    std::uint32_t at = 0;
    for (const Code::Block& block : code.blocks) {
      for (; at < block.begin; ++at) gate(out, code.order[at]);
      out.push_back(kLoopWord);
      out.push_back(static_cast<std::uint32_t>(block.loops.size()));
      for (std::uint32_t loop : block.loops) out.push_back(slots_[loop] = new_slot(loop));
      std::size_t size_at = out.size();
      out.push_back(0);
      for (; at < block.end; ++at) gate(out, code.order[at]);
      out[size_at] = static_cast<std::uint32_t>(out.size() - size_at - 1);
      for (std::uint32_t loop : block.loops) out.push_back(this->code(circuit_.operands(loop)[0]));
    }
    for (; at < code.order.size(); ++at) gate(out, code.order[at]);
    return out;
  }

 private:
  void gate(std::vector<std::uint32_t>& out, std::uint32_t node) {
    ++position_;
    std::vector<std::uint32_t> positive, negative;
    for (Wire wire : circuit_.operands(node)) (wire.negated() ? negative : positive).push_back(slots_[wire.node()]);
    shorten(out, positive, false);
    shorten(out, negative, true);
    // What is needed for the last time gives its slot away, perhaps to this very gate.
    while (!expiring_.empty() && expiring_.front().first <= position_) {
      std::pop_heap(expiring_.begin(), expiring_.end(), std::greater<>());
      free_.push_back(expiring_.back().second);
      expiring_.pop_back();
    }
    std::uint32_t destination = new_slot(node);
    slots_[node] = destination;
    emit(out, destination, positive, negative);
  }

  // Very wide gates are taken in parts.
  void shorten(std::vector<std::uint32_t>& out, std::vector<std::uint32_t>& slots, bool negated) {
    while (slots.size() > kMaxOperands) {
      std::vector<std::uint32_t> part(slots.end() - kMaxOperands, slots.end());
      slots.resize(slots.size() - kMaxOperands);
      std::uint32_t slot = slot_count_++;
      if (negated) {  // none of the part holds, and that is negated again for the list of what must not hold
        std::uint32_t some = slot_count_++;
        emit(out, some, {}, part);
        emit(out, slot, {}, {some});
      } else {
        emit(out, slot, part, {});
      }
      slots.push_back(slot);
    }
  }

  static void emit(std::vector<std::uint32_t>& out, std::uint32_t destination,
                   const std::vector<std::uint32_t>& positive, const std::vector<std::uint32_t>& negative) {
    out.push_back(static_cast<std::uint32_t>(positive.size() | negative.size() << 16));
    out.push_back(destination);
    out.insert(out.end(), positive.begin(), positive.end());
    out.insert(out.end(), negative.begin(), negative.end());
  }

  std::uint32_t new_slot(std::uint32_t node) {
    std::uint32_t slot = slot_count_;
    if (free_.empty()) {
      ++slot_count_;
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    expiring_.push_back({last_use_[node], slot});
    std::push_heap(expiring_.begin(), expiring_.end(), std::greater<>());
    return slot;
  }

  const Circuit& circuit_;
  std::vector<std::uint32_t> slots_;     // by node
  std::vector<std::uint32_t> last_use_;  // position, by node
  std::uint32_t position_ = 0;
  std::uint32_t slot_count_ = 0;
  std::vector<std::uint32_t> free_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> expiring_;  // (last use, slot), the earliest first
};

}  // namespace

Plan::Plan(const Automaton& automaton) {
  match_.fluent_count = automaton.fluents();
  for (const auto& of_role : automaton.goals) match_.goal_count += of_role.size();
  std::size_t goal_words = 0;
  for (const Phase& phase : phases_of(automaton)) {
    match_.slots = std::max(match_.slots, add_round(phase.automaton));
    goal_words = std::max(goal_words, rounds_.back()->goals.size());
  }
  add_collection(automaton);
  match_.collect = goal_words > kCollectAbove * match_.fluent_count;
  match_.rounds = round_plans_.data();
  match_.phases = round_plans_.size();
}

// Returns how many slots the round needs.
std::size_t Plan::add_round(const Automaton& automaton) {
  const Circuit& circuit = *automaton.circuit;
  std::vector<Wire> of_state, goals;
  for (const auto& of_role : automaton.legal) of_state.insert(of_state.end(), of_role.begin(), of_role.end());
  of_state.push_back(automaton.terminal);
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) goals.push_back(wire);

  std::vector<bool> known(circuit.size());
  Code state = compile(circuit, of_state, known);
  std::vector<bool> known_with_goals = known;
  Code goal = compile(circuit, goals, known_with_goals);
  Code move = compile(circuit, automaton.next, known);

  Planner planner(automaton);
  planner.watch(state);
  planner.watch(goal);
  planner.keep(of_state);
  planner.keep(goals);
  planner.watch(move);
  planner.keep(automaton.next);
  planner.rewind();
  rounds_.push_back(std::make_unique<Round>());
  Round& round = *rounds_.back();
  round.state = planner.write(state);
  round.goals = planner.write(goal);
  for (Wire wire : goals) round.goal_codes.push_back(planner.code(wire));
  for (const auto& of_role : automaton.legal) {
    round.legal.emplace_back();
    for (Wire wire : of_role) round.legal.back().push_back(planner.code(wire));
  }
  std::uint32_t terminal = planner.code(automaton.terminal);
  round.moves = planner.write(move);
  for (std::size_t f = 0; f < automaton.fluents(); ++f)
    round.fluents.push_back({planner.code(automaton.next[f]), automaton.initial[f]});
  for (std::size_t role = 0; role < round.legal.size(); ++role)
    round.roles.push_back(
        {round.legal[role].data(), static_cast<std::uint32_t>(round.legal[role].size()), automaton.move_node(role, 0)});
  round_plans_.push_back({{round.state.data(), round.state.size()},
                          {round.goals.data(), round.goals.size()},
                          {round.moves.data(), round.moves.size()},
                          round.roles.data(),
                          round.roles.size(),
                          round.fluents.data(),
                          terminal,
                          round.goal_codes.data()});
  return planner.slot_count();
}

// Goals from the fluents on.
void Plan::add_collection(const Automaton& automaton) {
  std::vector<Wire> goals;
  for (const auto& of_role : automaton.goals)
    for (const auto& [value, wire] : of_role) goals.push_back(wire);
  Code code = compile(*automaton.circuit, goals);
  Planner planner(automaton);
  planner.watch(code);
  planner.keep(goals);
  planner.rewind();
  goals_ = planner.write(code);
  for (Wire wire : goals) goal_codes_.push_back(planner.code(wire));
  match_.goals = {goals_.data(), goals_.size()};
  match_.goal_codes = goal_codes_.data();
  match_.goal_slots = planner.slot_count();
}

}  // namespace percept::circuit
