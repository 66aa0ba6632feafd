// SPDX-License-Identifier: MIT
#include "lanes/planner.h"

#include <algorithm>
#include <utility>

#include "lanes/block.h"

namespace percept::lanes {

using circuit::Circuit;
using circuit::Code;
using circuit::Wire;

namespace {

constexpr std::size_t kMaxOperands = 60'000;  // of one gate of a stream

void emit(std::vector<std::uint32_t>& out, std::uint32_t destination, std::span<const std::uint32_t> positive,
          std::span<const std::uint32_t> negative) {
  out.push_back(static_cast<std::uint32_t>(positive.size() | negative.size() << 16));
  out.push_back(destination);
  out.insert(out.end(), positive.begin(), positive.end());
  out.insert(out.end(), negative.begin(), negative.end());
}

}  // namespace

Planner::Planner(const Circuit& circuit, std::size_t fluents)
    : circuit_(circuit), slots_(circuit.size(), kNoSlot), last_use_(circuit.size(), 0) {
  for (std::uint32_t i = 0; i < circuit_.inputs(); ++i) slots_[i + 1] = i < fluents ? i : i + 1;
  slots_[0] = static_cast<std::uint32_t>(fluents);
  slot_count_ = static_cast<std::uint32_t>(circuit_.inputs()) + 1;
}

void Planner::watch(const Code& code) {
  std::uint32_t start = position_;
  for (std::uint32_t node : code.order) {
    ++position_;
    for (Wire wire : circuit_.operands(node)) last_use_[wire.node()] = position_;
    last_use_[node] = std::max(last_use_[node], position_);
  }
  for (const Code::Block& block : code.blocks) {
    std::uint32_t end = start + block.end + 1;  // behind its last gate, which must not take a slot it repeats with
    auto kept = [&](std::uint32_t node) { last_use_[node] = std::max(last_use_[node], end); };
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      kept(code.order[i]);
      for (Wire wire : circuit_.operands(code.order[i])) kept(wire.node());
    }
    for (std::uint32_t loop : block.loops) {
      kept(loop);
      kept(circuit_.operands(loop)[0].node());
    }
  }
}

void Planner::keep(std::span<const Wire> wires) {
  for (Wire wire : wires) last_use_[wire.node()] = std::max(last_use_[wire.node()], position_ + 1);
}

void Planner::rewind() {
  expiring_.assign(position_ + 2, kNoSlot);
  position_ = 0;
}

std::vector<std::uint32_t> Planner::write(const Code& code) {
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

void Planner::gate(std::vector<std::uint32_t>& out, std::uint32_t node) {
  ++position_;
  positive_.clear();
  negative_.clear();
  for (Wire wire : circuit_.operands(node)) (wire.negated() ? negative_ : positive_).push_back(slots_[wire.node()]);
  shorten(out, positive_, false);
  shorten(out, negative_, true);
  // What is needed for the last time gives its slot away, perhaps to this very gate.
  for (std::uint32_t slot = expiring_[position_]; slot != kNoSlot; slot = expires_with_[slot]) free_.push_back(slot);
  std::uint32_t destination = new_slot(node);
  slots_[node] = destination;
  emit(out, destination, positive_, negative_);
}

// Very wide gates are taken in parts.
void Planner::shorten(std::vector<std::uint32_t>& out, std::vector<std::uint32_t>& slots, bool negated) {
  while (slots.size() > kMaxOperands) {
    std::vector<std::uint32_t> part(slots.end() - kMaxOperands, slots.end());
    slots.resize(slots.size() - kMaxOperands);
    std::uint32_t slot = slot_count_++;
    if (negated) {  // none of the part holds, and that is negated again for the list of what must not hold
      std::uint32_t some = slot_count_++;
      emit(out, some, {}, part);
      emit(out, slot, {}, std::span(&some, 1));
    } else {
      emit(out, slot, part, {});
    }
    slots.push_back(slot);
  }
}

std::uint32_t Planner::new_slot(std::uint32_t node) {
  std::uint32_t slot = slot_count_;
  if (free_.empty()) {
    ++slot_count_;
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  std::uint32_t last = std::max(last_use_[node], position_ + 1);
  if (slot >= expires_with_.size()) expires_with_.resize(slot + 1, kNoSlot);
  expires_with_[slot] = std::exchange(expiring_[last], slot);
  return slot;
}

}  // namespace percept::lanes
