// SPDX-License-Identifier: MIT
#include "circuit/stepper.h"

#include <algorithm>

namespace percept::circuit {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kNarrow = 6;  // operands of a gate that sleeps

}  // namespace

Stepper::Stepper(const Circuit& circuit, std::vector<Wire> roots)
    : circuit_(circuit), roots_(std::move(roots)), code_(compile(circuit, roots_)) {
  std::size_t size = circuit.size();
  values_.resize(size);
  level_.resize(size);
  block_.resize(size, kNone);
  bits_.resize((roots_.size() + 63) / 64);

  // Levels: a gate is above its operands; the gates of a block share one.
  std::uint32_t at = 0;
  auto level_of = [&](std::uint32_t node) {
    std::uint32_t level = 0;
    for (Wire wire : circuit.operands(node))
      if (circuit.kind(wire.node()) != Circuit::Kind::kLoop || block_[wire.node()] != kNone)
        level = std::max(level, level_[wire.node()] + 1);
    return level;
  };
  for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
    const Code::Block& block = code_.blocks[b];
    for (; at < block.begin; ++at) level_[code_.order[at]] = level_of(code_.order[at]);
    for (std::uint32_t loop : block.loops) block_[loop] = b;
    std::uint32_t level = 0;
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      block_[code_.order[i]] = b;
      for (Wire wire : circuit.operands(code_.order[i]))
        if (block_[wire.node()] != b) level = std::max(level, level_[wire.node()] + 1);
    }
    // A loop may have a driver outside, when simplification has broken its circle.
    for (std::uint32_t loop : block.loops)
      if (std::uint32_t driver = circuit.operands(loop)[0].node(); block_[driver] != b)
        level = std::max(level, level_[driver] + 1);
    for (; at < block.end; ++at) level_[code_.order[at]] = level;
    for (std::uint32_t loop : block.loops) level_[loop] = level;
    level_.push_back(level);
  }
  for (; at < code_.order.size(); ++at) level_[code_.order[at]] = level_of(code_.order[at]);

  auto fill = [](std::vector<Range>& ranges, std::vector<std::uint32_t>& users, std::size_t count,
                 const auto& for_each_use) {
    ranges.assign(count, {0, 0});
    for_each_use([&](std::size_t used, std::uint32_t) { ++ranges[used].end; });
    std::uint32_t sum = 0;
    for (Range& range : ranges) {
      sum += range.end;
      range = {sum - range.end, sum - range.end};
    }
    users.resize(sum);
    for_each_use([&](std::size_t used, std::uint32_t user) { users[ranges[used].end++] = user; });
  };
  auto uses_of = [&](bool narrow) {
    return [&, narrow](const auto& use) {
      for (std::uint32_t node : code_.order)
        if (block_[node] == kNone && (circuit.operands(node).size() <= kNarrow) == narrow)
          for (Wire wire : circuit.operands(node)) use(wire.code, node);
    };
  };
  fill(gate_uses_, gates_, 2 * size, uses_of(true));
  fill(wide_uses_, wide_gates_, 2 * size, uses_of(false));
  fill(block_uses_, blocks_, size, [&](const auto& use) {
    for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
      auto enters = [&](Wire wire) {
        if (block_[wire.node()] != b) use(wire.node(), b);
      };
      for (std::uint32_t i = code_.blocks[b].begin; i < code_.blocks[b].end; ++i)
        for (Wire wire : circuit.operands(code_.order[i])) enters(wire);
      for (std::uint32_t loop : code_.blocks[b].loops) enters(circuit.operands(loop)[0]);
    }
  });
  fill(root_uses_, root_numbers_, size, [&](const auto& use) {
    for (std::uint32_t r = 0; r < roots_.size(); ++r) use(roots_[r].node(), r);
  });

  std::vector<std::uint64_t> all(size);
  run(circuit, code_, all.data());
  for (std::size_t node = 0; node < size; ++node) values_[node] = all[node] & 1;
  false_operands_.resize(size);
  sleepers_.assign(2 * size, kNone);
  next_sleeper_.assign(size, kNone);
  for (std::uint32_t node : code_.order) {
    if (block_[node] != kNone || values_[node] != 0) continue;
    std::span<const Wire> operands = circuit.operands(node);
    if (operands.size() <= kNarrow)
      sleep(node, *std::find_if(operands.begin(), operands.end(), [&](Wire wire) { return !value(wire); }));
    else
      false_operands_[node] = static_cast<std::uint32_t>(
          std::count_if(operands.begin(), operands.end(), [&](Wire wire) { return !value(wire); }));
  }
  for (std::size_t r = 0; r < roots_.size(); ++r)
    if (root(r)) bits_[r / 64] |= std::uint64_t{1} << (r % 64);
  dirty_.resize(*std::max_element(level_.begin(), level_.end()) + 1);
  queued_.resize(size + code_.blocks.size());
  lowest_ = static_cast<std::uint32_t>(dirty_.size());
}

void Stepper::sleep(std::uint32_t gate, Wire witness) {
  next_sleeper_[gate] = sleepers_[witness.code];
  sleepers_[witness.code] = gate;
}

void Stepper::enqueue(std::uint32_t unit, std::uint32_t level) {
  if (queued_[unit] != 0) return;
  queued_[unit] = 1;
  dirty_[level].push_back(unit);
  lowest_ = std::min(lowest_, level);
  highest_ = std::max(highest_, level);
}

void Stepper::toggle(std::uint32_t node) {
  values_[node] ^= 1;
  Wire rises = Wire{node << 1} ^ (values_[node] == 0), falls = ~rises;
  // Gates that slept on what is true now look for another witness.
  for (std::uint32_t gate = sleepers_[rises.code]; gate != kNone; gate = next_sleeper_[gate])
    enqueue(gate, level_[gate]);
  sleepers_[rises.code] = kNone;
  // Gates that are true become false.
  for (std::uint32_t i = gate_uses_[falls.code].begin; i < gate_uses_[falls.code].end; ++i)
    if (values_[gates_[i]] != 0) enqueue(gates_[i], level_[gates_[i]]);
  for (std::uint32_t i = wide_uses_[rises.code].begin; i < wide_uses_[rises.code].end; ++i)
    if (--false_operands_[wide_gates_[i]] == 0) enqueue(wide_gates_[i], level_[wide_gates_[i]]);
  for (std::uint32_t i = wide_uses_[falls.code].begin; i < wide_uses_[falls.code].end; ++i)
    if (false_operands_[wide_gates_[i]]++ == 0) enqueue(wide_gates_[i], level_[wide_gates_[i]]);
  auto nodes = static_cast<std::uint32_t>(circuit_.size());
  for (std::uint32_t i = block_uses_[node].begin; i < block_uses_[node].end; ++i)
    enqueue(nodes + blocks_[i], level_[nodes + blocks_[i]]);
  for (std::uint32_t i = root_uses_[node].begin; i < root_uses_[node].end; ++i)
    bits_[root_numbers_[i] / 64] ^= std::uint64_t{1} << (root_numbers_[i] % 64);
}

void Stepper::settle() {
  auto nodes = static_cast<std::uint32_t>(circuit_.size());
  for (std::uint32_t level = lowest_; level <= highest_ && level < dirty_.size(); ++level) {
    for (std::size_t i = 0; i < dirty_[level].size(); ++i) {
      std::uint32_t unit = dirty_[level][i];
      queued_[unit] = 0;
      if (unit >= nodes)
        evaluate_block(unit - nodes);
      else
        evaluate_gate(unit);
    }
    dirty_[level].clear();
  }
  lowest_ = static_cast<std::uint32_t>(dirty_.size());
  highest_ = 0;
}

// It was true and an operand fell, or it was false and its witness rose.
void Stepper::evaluate_gate(std::uint32_t node) {
  std::span<const Wire> operands = circuit_.operands(node);
  if (operands.size() > kNarrow) {
    if ((false_operands_[node] == 0) != (values_[node] != 0)) toggle(node);
    return;
  }
  auto witness = std::find_if(operands.begin(), operands.end(), [&](Wire wire) { return !value(wire); });
  if (witness != operands.end()) sleep(node, *witness);
  if ((witness == operands.end()) != (values_[node] != 0)) toggle(node);
}

// From nothing to the least fixpoint; then what differs from before is passed on.
void Stepper::evaluate_block(std::uint32_t number) {
  const Code::Block& block = code_.blocks[number];
  std::vector<std::uint8_t> before;
  for (std::uint32_t i = block.begin; i < block.end; ++i) before.push_back(values_[code_.order[i]]);
  for (std::uint32_t loop : block.loops) before.push_back(values_[loop]);
  for (std::uint32_t loop : block.loops) values_[loop] = 0;
  for (bool repeat = true; repeat;) {
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      std::uint32_t node = code_.order[i];
      std::span<const Wire> operands = circuit_.operands(node);
      values_[node] = std::all_of(operands.begin(), operands.end(), [&](Wire w) { return value(w); }) ? 1 : 0;
    }
    repeat = false;
    for (std::uint32_t loop : block.loops) {
      std::uint8_t driven = value(circuit_.operands(loop)[0]) ? 1 : 0;
      repeat |= driven != values_[loop];
      values_[loop] = driven;
    }
  }
  // A toggle flips the value and tells the rest, so the old values are put back first.
  std::size_t at = 0;
  std::vector<std::uint32_t> changed_nodes;
  auto restore = [&](std::uint32_t node) {
    if (values_[node] != before[at]) changed_nodes.push_back(node);
    values_[node] = before[at++];
  };
  for (std::uint32_t i = block.begin; i < block.end; ++i) restore(code_.order[i]);
  for (std::uint32_t loop : block.loops) restore(loop);
  for (std::uint32_t node : changed_nodes) toggle(node);
}

}  // namespace percept::circuit
