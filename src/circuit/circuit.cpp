// SPDX-License-Identifier: MIT
#include "circuit/circuit.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace percept::circuit {

Circuit::Circuit(Logic logic)
    : logic_(logic), self_(std::make_unique<const Circuit*>(this)), gates_(16, Hash{self_.get()}, Equal{self_.get()}) {
  add(Kind::kConstant, {});
}

Circuit::Circuit(Circuit&& other) noexcept
    : logic_(other.logic_),
      inputs_(other.inputs_),
      kinds_(std::move(other.kinds_)),
      begins_(std::move(other.begins_)),
      operands_(std::move(other.operands_)),
      self_(std::move(other.self_)),
      gates_(std::move(other.gates_)) {
  *self_ = this;
}

Circuit& Circuit::operator=(Circuit&& other) noexcept {
  logic_ = other.logic_;
  inputs_ = other.inputs_;
  kinds_ = std::move(other.kinds_);
  begins_ = std::move(other.begins_);
  operands_ = std::move(other.operands_);
  gates_ = std::move(other.gates_);
  self_ = std::move(other.self_);
  *self_ = this;
  return *this;
}

std::size_t Circuit::Hash::operator()(std::uint32_t node) const {
  std::uint64_t hash = 0;
  for (Wire wire : (*circuit)->operands(node)) hash = mixed(hash + wire.code + 1);
  return hash;
}

bool Circuit::Equal::operator()(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::equal((*circuit)->operands(a), (*circuit)->operands(b));
}

std::uint32_t Circuit::add(Kind kind, std::span<const Wire> operands) {
  kinds_.push_back(kind);
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  begins_.push_back(static_cast<std::uint32_t>(operands_.size()));
  return static_cast<std::uint32_t>(kinds_.size()) - 1;
}

Wire Circuit::input() {
  assert(size() == inputs_ + 1);
  ++inputs_;
  return {add(Kind::kInput, {}) << 1};
}

Wire Circuit::all(std::span<const Wire> wires) {
  scratch_.assign(wires.begin(), wires.end());
  std::sort(scratch_.begin(), scratch_.end());
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  if (!scratch_.empty() && scratch_.front() == kFalse) return kFalse;
  if (!scratch_.empty() && scratch_.front() == kTrue) scratch_.erase(scratch_.begin());
  if (logic_ == Logic::kTwoValued)
    for (std::size_t i = 1; i < scratch_.size(); ++i)
      if (scratch_[i] == ~scratch_[i - 1]) return kFalse;
  if (scratch_.empty()) return kTrue;
  if (scratch_.size() == 1) return scratch_[0];
  return unique(Kind::kAnd, scratch_);
}

// The new node is tried at the end of the lists, and taken back when there is an equal one. Kinds need not be compared:
// only failures have one operand.
Wire Circuit::unique(Kind kind, std::span<const Wire> operands) {
  std::uint32_t node = add(kind, operands);
  auto [known, is_new] = gates_.insert(node);
  if (is_new) return {node << 1};
  kinds_.pop_back();
  begins_.pop_back();
  operands_.resize(begins_.back());
  return {*known << 1};
}

Wire Circuit::any(std::span<const Wire> wires) {
  std::vector<Wire> negations;
  negations.reserve(wires.size());
  for (Wire wire : wires) negations.push_back(~wire);
  return ~all(negations);
}

Wire Circuit::fails(Wire atom) {
  if (logic_ == Logic::kTwoValued || kind(atom.node()) == Kind::kConstant || kind(atom.node()) == Kind::kInput)
    return ~atom;
  Wire negated = ~atom;
  return unique(Kind::kFails, {&negated, 1});
}

Wire Circuit::loop() {
  Wire none = kFalse;  // room for the driver
  return {add(Kind::kLoop, {&none, 1}) << 1};
}

void Circuit::drive(Wire loop, Wire driver) { operands_[begins_[loop.node()]] = driver ^ loop.negated(); }

std::vector<bool> needed(const Circuit& circuit, std::span<const Wire> roots) {
  std::vector<bool> out(circuit.size());
  std::vector<std::uint32_t> open;
  auto need = [&](Wire wire) {
    if (out[wire.node()]) return;
    out[wire.node()] = true;
    open.push_back(wire.node());
  };
  for (Wire root : roots) need(root);
  while (!open.empty()) {
    std::uint32_t node = open.back();
    open.pop_back();
    for (Wire wire : circuit.operands(node)) need(wire);
  }
  return out;
}

std::vector<std::uint32_t> uses(const Circuit& circuit, std::span<const Wire> roots) {
  std::vector<bool> keep = needed(circuit, roots);
  std::vector<std::uint32_t> out(circuit.size());
  for (std::uint32_t node = 0; node < circuit.size(); ++node)
    if (keep[node])
      for (Wire wire : circuit.operands(node)) ++out[wire.node()];
  for (Wire root : roots) ++out[root.node()];
  return out;
}

}  // namespace percept::circuit
