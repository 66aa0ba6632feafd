// SPDX-License-Identifier: MIT
#include "circuit/stepper.h"

#include <algorithm>

namespace percept::circuit {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

Stepper::Stepper(const Circuit& circuit, std::vector<Wire> roots)
    : circuit_(circuit), roots_(std::move(roots)), code_(compile(circuit, roots_)) {
  std::size_t size = circuit.size();
  values_.resize(size);
  false_operands_.resize(size);
  level_.resize(size);
  block_.resize(size, kNone);
  fanout_.resize(size + 1);
  root_fanout_.resize(size + 1);
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
    block_level_.push_back(level);
  }
  for (; at < code_.order.size(); ++at) level_[code_.order[at]] = level_of(code_.order[at]);

  // Who uses each node.
  auto fill = [size](std::vector<Fanout>& fanout, std::vector<Wire>& targets, const auto& for_each_use) {
    std::vector<std::uint32_t> count(size + 1);
    for_each_use([&](std::uint32_t node, Wire) { ++count[node]; });
    std::uint32_t sum = 0;
    for (std::size_t node = 0; node < size; ++node) {
      fanout[node] = {sum, sum};
      sum += count[node];
    }
    targets.resize(sum);
    for_each_use([&](std::uint32_t node, Wire target) { targets[fanout[node].end++] = target; });
  };
  fill(fanout_, targets_, [&](const auto& use) {
    for (std::uint32_t node : code_.order)
      for (Wire wire : circuit.operands(node)) use(wire.node(), Wire{node << 1} ^ wire.negated());
    for (const Code::Block& block : code_.blocks)
      for (std::uint32_t loop : block.loops) use(circuit.operands(loop)[0].node(), Wire{loop << 1});
  });
  fill(root_fanout_, root_targets_, [&](const auto& use) {
    for (std::uint32_t r = 0; r < roots_.size(); ++r) use(roots_[r].node(), Wire{r << 1});
  });

  run(circuit, code_, values_.data());
  for (std::uint64_t& v : values_) v &= 1;
  for (std::uint32_t node : code_.order)
    for (Wire wire : circuit.operands(node)) false_operands_[node] += value(wire) ? 0 : 1;
  for (std::size_t r = 0; r < roots_.size(); ++r)
    if (root(r)) bits_[r / 64] |= std::uint64_t{1} << (r % 64);
  std::uint32_t top = 0;
  for (std::uint32_t level : level_) top = std::max(top, level);
  dirty_.resize(top + 1);
  queued_.resize(size + code_.blocks.size());
  lowest_ = top + 1;
}

void Stepper::enqueue(std::uint32_t unit, std::uint32_t level) {
  if (queued_[unit]) return;
  queued_[unit] = true;
  dirty_[level].push_back(unit);
  lowest_ = std::min(lowest_, level);
  highest_ = std::max(highest_, level);
}

void Stepper::toggle(std::uint32_t node) {
  values_[node] ^= 1;
  bool now = values_[node] != 0;
  for (std::uint32_t i = fanout_[node].begin; i < fanout_[node].end; ++i) {
    Wire target = targets_[i];
    std::uint32_t gate = target.node();
    std::uint32_t& open = false_operands_[gate];
    open = now != target.negated() ? open - 1 : open + 1;
    if (block_[gate] != kNone) {
      if (block_[gate] != block_[node])
        enqueue(static_cast<std::uint32_t>(circuit_.size()) + block_[gate], level_[gate]);
    } else if ((open == 0) != (values_[gate] != 0)) {
      enqueue(gate, level_[gate]);
    }
  }
  for (std::uint32_t i = root_fanout_[node].begin; i < root_fanout_[node].end; ++i)
    bits_[root_targets_[i].node() / 64] ^= std::uint64_t{1} << (root_targets_[i].node() % 64);
}

void Stepper::settle() {
  for (std::uint32_t level = lowest_; level <= highest_ && level < dirty_.size(); ++level) {
    for (std::size_t i = 0; i < dirty_[level].size(); ++i) {
      std::uint32_t unit = dirty_[level][i];
      queued_[unit] = false;
      if (unit >= circuit_.size())
        evaluate_block(unit - static_cast<std::uint32_t>(circuit_.size()));
      else if ((false_operands_[unit] == 0) != (values_[unit] != 0))
        toggle(unit);
    }
    dirty_[level].clear();
  }
  lowest_ = static_cast<std::uint32_t>(dirty_.size());
  highest_ = 0;
}

// From nothing to the least fixpoint; then what differs from before is passed on.
void Stepper::evaluate_block(std::uint32_t number) {
  const Code::Block& block = code_.blocks[number];
  std::vector<std::uint64_t> before;
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
      std::uint64_t driven = value(circuit_.operands(loop)[0]) ? 1 : 0;
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
