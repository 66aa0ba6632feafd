// SPDX-License-Identifier: MIT
#include "circuit/cone.h"

#include <algorithm>

namespace percept::circuit {

Cone::Cone(const KleeneStepper& stepper)
    : stepper_(stepper),
      met_(2 * stepper.circuit().size()),
      taken_(stepper.circuit().size()),
      values_(stepper.circuit().size()) {}

void Cone::meet(Wire wire) {
  if (met_[wire.code] == stamp_ || !stepper_.open(wire)) return;
  met_[wire.code] = stamp_;
  open_.push_back(wire);
}

void Cone::take(Wire root) {
  const Circuit& circuit = stepper_.circuit();
  root_ = root;
  inputs_.clear();
  nodes_.clear();
  unate_ = true;
  recursive_ = sorted_ = false;
  ++stamp_;
  meet(root);
  while (!open_.empty()) {
    Wire wire = open_.back();
    open_.pop_back();
    bool first = taken_[wire.node()] != stamp_;  // of both signs
    taken_[wire.node()] = stamp_;
    switch (circuit.kind(wire.node())) {
      case Circuit::Kind::kConstant: break;
      case Circuit::Kind::kInput:
        if (first)
          inputs_.push_back({wire.node() - 1, !wire.negated()});
        else
          unate_ = false;
        break;
      case Circuit::Kind::kLoop:
        unate_ = false;
        recursive_ = true;
        [[fallthrough]];
      case Circuit::Kind::kAnd:
      case Circuit::Kind::kFails:
        if (first) nodes_.push_back(wire.node());
        for (Wire operand : circuit.operands(wire.node())) meet(operand ^ wire.negated());
        break;
    }
  }
}

std::optional<std::vector<Cone::Input>> Cone::implied() {
  const Circuit& circuit = stepper_.circuit();
  std::vector<Input> out;
  ++stamp_;
  meet(root_);
  while (!open_.empty()) {
    Wire wire = open_.back();
    open_.pop_back();
    if (met_[(~wire).code] == stamp_) {
      open_.clear();
      return std::nullopt;
    }
    std::span<const Wire> operands = circuit.operands(wire.node());
    switch (circuit.kind(wire.node())) {
      case Circuit::Kind::kConstant: break;
      case Circuit::Kind::kInput: out.push_back({wire.node() - 1, !wire.negated()}); break;
      case Circuit::Kind::kLoop: meet(operands[0] ^ wire.negated()); break;
      case Circuit::Kind::kAnd:
      case Circuit::Kind::kFails:
        if (!wire.negated()) {
          for (Wire operand : operands) meet(operand);
        } else {
          auto open = [&](Wire operand) { return stepper_.open(operand); };
          if (std::count_if(operands.begin(), operands.end(), open) == 1)
            meet(~*std::find_if(operands.begin(), operands.end(), open));
        }
        break;
    }
  }
  return out;
}

std::uint64_t Cone::holds_against(std::size_t first) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    std::uint64_t against = i >= first && i - first < 64 ? std::uint64_t{1} << (i - first) : 0;
    values_[inputs_[i].number + 1] = inputs_[i].value ? ~against : against;
  }
  evaluate();
  return root_value();
}

std::uint64_t Cone::tried(std::size_t input, std::size_t block) {
  constexpr std::uint64_t kLow[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                    0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  if (input < 6) return kLow[input];
  return (block >> (input - 6) & 1) != 0 ? ~std::uint64_t{0} : 0;
}

std::uint64_t Cone::holds_tried(std::size_t block) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) values_[inputs_[i].number + 1] = tried(i, block);
  evaluate();
  return root_value();
}

std::uint64_t Cone::holds_flipped(std::uint32_t input) {
  if (recursive_) return 0;
  for (const Input& one : inputs_) values_[one.number + 1] = stepper_.pattern(one.number);
  values_[input + 1] = ~values_[input + 1];
  evaluate();
  return root_value() & KleeneStepper::kWorlds;
}

void Cone::evaluate() {
  const Circuit& circuit = stepper_.circuit();
  // Operands have smaller numbers than gates.
  if (!sorted_) std::sort(nodes_.begin(), nodes_.end());
  sorted_ = true;
  auto value = [&](Wire wire) { return values_[wire.node()] ^ (wire.negated() ? ~std::uint64_t{0} : 0); };
  for (std::uint32_t node : nodes_) {
    std::span<const Wire> operands = circuit.operands(node);
    std::uint64_t all = ~std::uint64_t{0};
    for (Wire operand : operands)
      if (stepper_.open(operand)) all &= value(operand);
    values_[node] = all;
  }
}

}  // namespace percept::circuit
