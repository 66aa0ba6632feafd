// SPDX-License-Identifier: MIT
#include "circuit/kleene_stepper.h"

#include <algorithm>
#include <bit>

#include "base/random.h"

namespace percept::circuit {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// All false, all true, and the rest at random: a third each with one input in two, in eight and seven in eight true.
std::uint64_t random_pattern(Random& random) {
  std::uint64_t even = random.bits();
  std::uint64_t few = random.bits() & random.bits() & random.bits();
  std::uint64_t many = random.bits() | random.bits() | random.bits();
  constexpr std::uint64_t kThird = (std::uint64_t{1} << 21) - 1;
  std::uint64_t bits = (even & kThird) | (few & kThird << 21) | (many & kThird << 42);
  return ((bits << 3) & ~std::uint64_t{7}) | 4;  // lane 1 false, lane 2 true
}

}  // namespace

KleeneStepper::KleeneStepper(const Circuit& circuit, std::span<const std::vector<Wire>> groups)
    : circuit_(circuit), positions_(circuit.size()), inputs_(circuit.inputs(), Input::kOff) {
  for (Position node = 0; node <= circuit.inputs(); ++node) add(node, kNone);
  std::vector<bool> known(circuit.size());
  for (const std::vector<Wire>& roots : groups) {
    add_code(compile(circuit, roots, known));
    ends_.push_back(static_cast<Position>(gates_.size()));
  }
  for (std::uint32_t& wire : operands_) wire = positions_[wire >> 1] << 1 | (wire & 1);
  for (Block& block : blocks_)
    for (std::uint32_t& wire : block.drivers) wire = positions_[wire >> 1] << 1 | (wire & 1);
  for (Gate& gate : gates_) {
    auto begin = operands_.begin() + gate.begin, end = operands_.begin() + gate.end;
    auto negated = std::stable_partition(begin, end, [](std::uint32_t wire) { return (wire & 1) == 0; });
    gate.negated = static_cast<std::uint32_t>(negated - operands_.begin());
  }
  values_.resize(gates_.size());
  is_confirmed_.resize(gates_.size());
  dirty_.resize(gates_.size() / 64 + 1);
  dirty_words_.resize(dirty_.size() / 64 + 1);
  find_users();
  for (Position position = static_cast<Position>(circuit.inputs()) + 1; position < gates_.size(); ++position)
    if (gates_[position].block == kNone || position == blocks_[gates_[position].block].loops) mark(position);
  Random random(circuit.inputs());
  patterns_.resize(circuit.inputs());
  for (std::uint64_t& pattern : patterns_) pattern = random_pattern(random);
}

// Operands are still those of the circuit.
void KleeneStepper::add(std::uint32_t node, std::uint32_t block) {
  auto begin = static_cast<std::uint32_t>(operands_.size());
  if (circuit_.kind(node) != Circuit::Kind::kLoop)
    for (Wire wire : circuit_.operands(node)) operands_.push_back(wire.code);
  positions_[node] = static_cast<Position>(gates_.size());
  gates_.push_back({begin, begin, static_cast<std::uint32_t>(operands_.size()), block});
}

void KleeneStepper::add_code(const Code& code) {
  std::uint32_t next = 0;
  for (const Code::Block& block : code.blocks) {
    for (; next < block.begin; ++next) add(code.order[next], kNone);
    auto number = static_cast<std::uint32_t>(blocks_.size());
    auto at = static_cast<Position>(gates_.size());
    Block made{at, at + static_cast<Position>(block.loops.size()), 0, {}};
    for (std::uint32_t loop : block.loops) {
      add(loop, number);
      made.drivers.push_back(circuit_.operands(loop)[0].code);
    }
    for (; next < block.end; ++next) add(code.order[next], number);
    made.end = static_cast<Position>(gates_.size());
    blocks_.push_back(std::move(made));
  }
  for (; next < code.order.size(); ++next) add(code.order[next], kNone);
}

// What a component needs from outside is used by its first loop, where the component is marked.
void KleeneStepper::find_users() {
  auto for_each_use = [&](const auto& use) {
    for (Position position = 0; position < gates_.size(); ++position) {
      const Gate& gate = gates_[position];
      for (std::uint32_t i = gate.begin; i < gate.end; ++i) {
        Position used = operands_[i] >> 1;
        if (gate.block == kNone)
          use(used, position);
        else if (gates_[used].block != gate.block)
          use(used, blocks_[gate.block].loops);
      }
    }
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      for (std::uint32_t wire : blocks_[b].drivers)
        if (gates_[wire >> 1].block != b) use(wire >> 1, blocks_[b].loops);
  };
  user_begins_.assign(gates_.size() + 1, 0);
  for_each_use([&](Position used, Position) { ++user_begins_[used + 1]; });
  for (std::size_t i = 1; i < user_begins_.size(); ++i) user_begins_[i] += user_begins_[i - 1];
  users_.resize(user_begins_.back());
  std::vector<std::uint32_t> at(user_begins_.begin(), user_begins_.end() - 1);
  for_each_use([&](Position used, Position user) { users_[at[used]++] = user; });
}

void KleeneStepper::mark_users(Position position) {
  for (std::uint32_t i = user_begins_[position]; i < user_begins_[position + 1]; ++i) mark(users_[i]);
}

void KleeneStepper::change(std::uint32_t number, Input value) {
  for (Position position : confirmed_) {
    is_confirmed_[position] = false;
    mark(position);
  }
  confirmed_.clear();
  inputs_[number] = value;
  Kleene& now = values_[number + 1];
  switch (value) {
    case Input::kOff: now = {0, 0}; break;
    case Input::kOn: now = {~std::uint64_t{0}, ~std::uint64_t{0}}; break;
    case Input::kOpen: now = {patterns_[number], patterns_[number] | 1}; break;
  }
  mark_users(number + 1);
}

void KleeneStepper::confirm(std::uint32_t failure) {
  Position position = positions_[failure];
  confirmed_.push_back(position);
  is_confirmed_[position] = true;
  mark(position);
}

void KleeneStepper::learn(const std::vector<bool>& world) {
  std::uint64_t lane = std::uint64_t{1} << next_lane_;
  next_lane_ = next_lane_ == 63 ? kFirstLane : next_lane_ + 1;
  for (std::uint32_t number = 0; number < inputs_.size(); ++number) {
    std::uint64_t pattern = world[number] ? patterns_[number] | lane : patterns_[number] & ~lane;
    if (inputs_[number] != Input::kOpen || pattern == patterns_[number]) continue;
    patterns_[number] = pattern;
    values_[number + 1] = {pattern, pattern | 1};
    mark_users(number + 1);
  }
}

Kleene KleeneStepper::evaluate(Position position) const {
  const Gate& gate = gates_[position];
  Kleene out{~std::uint64_t{0}, ~std::uint64_t{0}};
  for (std::uint32_t i = gate.begin; i < gate.negated; ++i) {
    const Kleene& operand = values_[operands_[i] >> 1];
    out.known &= operand.known;
    out.possible &= operand.possible;
  }
  for (std::uint32_t i = gate.negated; i < gate.end; ++i) {
    const Kleene& operand = values_[operands_[i] >> 1];
    out.known &= ~operand.possible;
    out.possible &= ~operand.known;
  }
  if (is_confirmed_[position]) out.known |= 1;
  return out;
}

void KleeneStepper::visit(Position position) {
  if (gates_[position].block != kNone) return evaluate_block(blocks_[gates_[position].block]);
  Kleene value = evaluate(position);
  if (value == values_[position]) return;
  values_[position] = value;
  mark_users(position);
}

void KleeneStepper::settle(std::size_t group) {
  Position first = group == 0 ? static_cast<Position>(circuit_.inputs()) + 1 : ends_[group - 1], last = ends_[group];
  // What is marked meanwhile lies behind; marks of other groups stay.
  for (std::size_t word = first / 64; word <= last / 64 && word < dirty_.size();) {
    if (word % 64 == 0 && word + 64 <= last / 64 && dirty_words_[word / 64] == 0) {
      word += 64;
      continue;
    }
    std::uint64_t mask = ~std::uint64_t{0};
    if (word == first / 64) mask &= ~std::uint64_t{0} << (first % 64);
    if (word == last / 64) mask &= (std::uint64_t{1} << (last % 64)) - 1;
    std::uint64_t marked = dirty_[word] & mask;
    if (marked == 0) {
      if (dirty_[word] == 0) dirty_words_[word / 64] &= ~(std::uint64_t{1} << (word % 64));
      ++word;
      continue;
    }
    int bit = std::countr_zero(marked);
    dirty_[word] &= ~(std::uint64_t{1} << bit);
    visit(static_cast<Position>(word * 64) + static_cast<Position>(bit));
  }
}

// From nothing to the least fixpoint; then what differs from before is passed on.
void KleeneStepper::evaluate_block(const Block& block) {
  auto first = values_.begin() + block.loops, last = values_.begin() + block.end;
  std::vector<Kleene> before(first, last);
  std::fill(first, last, Kleene{});
  for (bool repeat = true; repeat;) {
    for (Position gate = block.gates; gate < block.end; ++gate) values_[gate] = evaluate(gate);
    repeat = false;
    for (Position loop = block.loops; loop < block.gates; ++loop) {
      Kleene driven = wire_value(block.drivers[loop - block.loops]);
      repeat |= driven != values_[loop];
      values_[loop] = driven;
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != first[static_cast<std::ptrdiff_t>(i)]) {
      Position changed = block.loops + static_cast<Position>(i);
      for (std::uint32_t u = user_begins_[changed]; u < user_begins_[changed + 1]; ++u) mark(users_[u]);
    }
}

}  // namespace percept::circuit
