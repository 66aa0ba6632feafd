// SPDX-License-Identifier: MIT
#include "circuit/stepper.h"

#include <algorithm>
#include <bit>

namespace percept::circuit {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

Stepper::Stepper(const Circuit& circuit, std::span<const Wire> roots) {
  Code code = compile(circuit, roots);
  number(circuit, code);
  std::vector<Position> positions(circuit.size());
  for (Position input = 0; input <= circuit.inputs(); ++input) positions[input] = input;
  auto at = static_cast<Position>(circuit.inputs() + 1);
  std::uint32_t next = 0;
  for (const Code::Block& block : code.blocks) {
    for (; next < block.begin; ++next) positions[code.order[next]] = at++;
    for (std::uint32_t loop : block.loops) positions[loop] = at++;
    for (; next < block.end; ++next) positions[code.order[next]] = at++;
  }
  for (; next < code.order.size(); ++next) positions[code.order[next]] = at++;
  for (std::uint32_t& wire : operands_) wire = positions[wire >> 1] << 1 | (wire & 1);
  for (Block& block : blocks_)
    for (std::uint32_t& wire : block.drivers) wire = positions[wire >> 1] << 1 | (wire & 1);
  for (Wire root : roots) roots_.push_back(positions[root.node()] << 1 | (root.negated() ? 1 : 0));
  find_uses();
  start();
}

// Lays out positions, operands and blocks; wires are still those of the circuit.
void Stepper::number(const Circuit& circuit, const Code& code) {
  auto at = static_cast<Position>(circuit.inputs() + 1);
  begins_.assign(at + 1, 0);
  block_.assign(at, kNone);
  auto add = [&](std::uint32_t node, std::uint32_t block) {
    if (circuit.kind(node) != Circuit::Kind::kLoop)
      for (Wire wire : circuit.operands(node)) operands_.push_back(wire.code);
    begins_.push_back(static_cast<std::uint32_t>(operands_.size()));
    block_.push_back(block);
    ++at;
  };
  std::uint32_t next = 0;
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    const Code::Block& block = code.blocks[b];
    for (; next < block.begin; ++next) add(code.order[next], kNone);
    Block made{at, at + static_cast<Position>(block.loops.size()), 0, {}};
    for (std::uint32_t loop : block.loops) {
      add(loop, b);
      made.drivers.push_back(circuit.operands(loop)[0].code);
    }
    for (; next < block.end; ++next) add(code.order[next], b);
    made.end = at;
    blocks_.push_back(std::move(made));
  }
  for (; next < code.order.size(); ++next) add(code.order[next], kNone);
  values_.resize(at);
}

void Stepper::find_uses() {
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
  fill(gate_uses_, gate_users_, 2 * values_.size(), [&](const auto& use) {
    for (Position gate = 0; gate < values_.size(); ++gate)
      if (block_[gate] == kNone)
        for (std::uint32_t i = begins_[gate]; i < begins_[gate + 1]; ++i) use(operands_[i], gate);
  });
  fill(block_uses_, block_users_, values_.size(), [&](const auto& use) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      auto enters = [&](std::uint32_t wire) {
        if (block_[wire >> 1] != b) use(wire >> 1, b);
      };
      for (std::uint32_t i = begins_[blocks_[b].gates]; i < begins_[blocks_[b].end]; ++i) enters(operands_[i]);
      for (std::uint32_t wire : blocks_[b].drivers) enters(wire);
    }
  });
  fill(root_uses_, root_users_, values_.size(), [&](const auto& use) {
    for (std::uint32_t r = 0; r < roots_.size(); ++r) use(roots_[r] >> 1, r);
  });
}

// Everything false, then looked at once.
void Stepper::start() {
  false_operands_.resize(values_.size());
  dirty_.resize(values_.size() / 64 + 1);
  dirty_words_.resize(dirty_.size() / 64 + 1);
  bits_.resize((roots_.size() + 63) / 64);
  for (std::size_t r = 0; r < roots_.size(); ++r)
    if (value(roots_[r])) bits_[r / 64] |= std::uint64_t{1} << (r % 64);
  for (Position position = 0; position < values_.size(); ++position) {
    if (block_[position] != kNone) {
      if (position == blocks_[block_[position]].loops) mark(position);
      continue;
    }
    if (begins_[position] == begins_[position + 1]) continue;  // the constant or an input
    for (std::uint32_t i = begins_[position]; i < begins_[position + 1]; ++i)
      false_operands_[position] += value(operands_[i]) ? 0 : 1;
    mark(position);
  }
  settle();
}

void Stepper::toggle(Position position) {
  values_[position] ^= 1;
  std::uint32_t falls = position << 1 | values_[position], rises = falls ^ 1;
  for (std::uint32_t i = gate_uses_[rises].begin; i < gate_uses_[rises].end; ++i)
    if (--false_operands_[gate_users_[i]] == 0) mark(gate_users_[i]);
  for (std::uint32_t i = gate_uses_[falls].begin; i < gate_uses_[falls].end; ++i)
    if (false_operands_[gate_users_[i]]++ == 0) mark(gate_users_[i]);
  for (std::uint32_t i = block_uses_[position].begin; i < block_uses_[position].end; ++i)
    mark(blocks_[block_users_[i]].loops);
  for (std::uint32_t i = root_uses_[position].begin; i < root_uses_[position].end; ++i)
    bits_[root_users_[i] / 64] ^= std::uint64_t{1} << (root_users_[i] % 64);
}

void Stepper::settle() {
  for (std::size_t words = 0; words < dirty_words_.size(); ++words)
    while (dirty_words_[words] != 0) {  // what is marked meanwhile lies behind
      std::size_t word = words * 64 + static_cast<std::size_t>(std::countr_zero(dirty_words_[words]));
      auto position = static_cast<Position>(word * 64) + static_cast<Position>(std::countr_zero(dirty_[word]));
      dirty_[word] &= dirty_[word] - 1;
      if (dirty_[word] == 0) dirty_words_[words] &= dirty_words_[words] - 1;
      if (block_[position] != kNone)
        evaluate_block(blocks_[block_[position]]);
      else if ((false_operands_[position] == 0) != (values_[position] != 0))
        toggle(position);
    }
}

// From nothing to the least fixpoint; then what differs from before is passed on.
void Stepper::evaluate_block(const Block& block) {
  auto first = values_.begin() + block.loops, last = values_.begin() + block.end;
  std::vector<std::uint8_t> before(first, last);
  std::fill(first, last, std::uint8_t{0});
  for (bool repeat = true; repeat;) {
    for (Position gate = block.gates; gate < block.end; ++gate) {
      std::uint32_t at = begins_[gate];
      while (at < begins_[gate + 1] && value(operands_[at])) ++at;
      values_[gate] = at == begins_[gate + 1] ? 1 : 0;
    }
    repeat = false;
    for (Position loop = block.loops; loop < block.gates; ++loop) {
      std::uint8_t driven = value(block.drivers[loop - block.loops]) ? 1 : 0;
      repeat |= driven != values_[loop];
      values_[loop] = driven;
    }
  }
  // A toggle flips the value and tells the rest, so the old values are put back first.
  std::vector<std::uint8_t> after(first, last);
  std::copy(before.begin(), before.end(), first);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i] != before[i]) toggle(block.loops + static_cast<Position>(i));
}

}  // namespace percept::circuit
