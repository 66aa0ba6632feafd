// SPDX-License-Identifier: MIT
//
// The open part of a circuit below a wire: what its value still depends on when the inputs of a KleeneStepper are as
// they are. Many such cones are *unate*: no open input is reached with both signs. Then Kleene's value is exact, and
// setting every input as the wire likes it makes the wire true; others are a solver's business.
//
//   Cone cone(stepper);
//   cone.take(wire);        // as often as needed; cheap for small cones, however large the circuit
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "circuit/kleene_stepper.h"

namespace percept::circuit {

class Cone {
 public:
  explicit Cone(const KleeneStepper& stepper);

  void take(Wire root);  // which has to be open, and settled

  struct Input {
    std::uint32_t number;
    bool value;  // that the root likes, or implies
  };
  const std::vector<Input>& inputs() const { return inputs_; }
  bool unate() const { return unate_; }

  // What the root implies of inputs at once, since a conjunction holds with all its parts: not everything it implies.
  // Nothing when it contradicts itself.
  std::optional<std::vector<Input>> implied();
  // Can the root hold although this input is set against its liking? For up to 64 inputs, from the first on, a bit
  // each. The cone has to be unate; then the answer is exact.
  std::uint64_t holds_against(std::size_t first);
  // A small cone can be tried with all values of its inputs, 64 at a time: in which lanes of the block does the root
  // hold, and what is the value of an input in it?
  bool small() const { return !recursive_ && inputs_.size() <= kSmall; }
  std::size_t blocks() const { return inputs_.size() <= 6 ? 1 : std::size_t{1} << (inputs_.size() - 6); }
  std::uint64_t holds_tried(std::size_t block);
  static std::uint64_t tried(std::size_t input, std::size_t block);  // by index
  // The worlds of the stepper in which the root holds when this input is flipped in each of them. None when the cone
  // has recursive parts.
  std::uint64_t holds_flipped(std::uint32_t input);

 private:
  static constexpr std::size_t kSmall = 10;

  void meet(Wire wire);
  void evaluate();
  std::uint64_t root_value() const { return values_[root_.node()] ^ (root_.negated() ? ~std::uint64_t{0} : 0); }

  const KleeneStepper& stepper_;
  Wire root_;
  std::vector<Input> inputs_;
  std::vector<std::uint32_t> nodes_;  // gates, operands first when they are needed
  bool unate_ = true;
  bool recursive_ = false;
  bool sorted_ = false;
  std::vector<Wire> open_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> met_;     // by wire: the stamp of the last time
  std::vector<std::uint32_t> taken_;   // by node
  std::vector<std::uint64_t> values_;  // by node
};

}  // namespace percept::circuit
