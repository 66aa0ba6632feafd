// SPDX-License-Identifier: MIT
#include "circuit/tape.h"

#include "circuit/code.h"

namespace percept::circuit {

Tape::Tape(const Circuit& circuit, const Wiring& wiring, std::vector<bool> known, std::span<const Wire> wires) {
  std::vector<std::uint32_t> position = wiring.position;
  Code code = compile(circuit, wires, known);
  std::uint32_t at = wiring.positions();
  for (const Code::Block& block : code.blocks)
    for (std::uint32_t loop : block.loops) position[loop] = at++;
  first_ = at;
  auto written = [&](Wire wire) { return position[wire.node()] << 1 | (wire.negated() ? 1 : 0); };
  std::vector<std::uint32_t> operands;
  auto add = [&](std::uint32_t node) {
    operands.clear();
    for (Wire wire : circuit.operands(node)) operands.push_back(written(wire));
    position[node] = write(operands, at, gates_);
    at = position[node] + 1;
  };
  std::uint32_t next = 0;
  for (const Code::Block& block : code.blocks) {
    for (; next < block.begin; ++next) add(code.order[next]);
    Block made{gates_.size(), 0, at, {}};
    for (; next < block.end; ++next) add(code.order[next]);
    made.end = gates_.size();
    for (std::uint32_t loop : block.loops) made.loops.emplace_back(position[loop], written(circuit.operands(loop)[0]));
    blocks_.push_back(std::move(made));
  }
  for (; next < code.order.size(); ++next) add(code.order[next]);
  spare_ = at - wiring.positions();
  for (Wire wire : wires) wires_.push_back(written(wire));
}

void Tape::run(std::uint8_t* counts) const {
  const std::uint32_t *tape = gates_.data(), *at = tape;
  std::uint8_t* out = counts + first_;
  for (const Block& block : blocks_) {
    run(at, tape + block.begin, counts, out);
    for (const auto& [loop, driver] : block.loops) counts[loop] = 1;
    for (bool repeat = true; repeat;) {
      run(tape + block.begin, tape + block.end, counts, counts + block.first);
      repeat = false;
      for (const auto& [loop, driver] : block.loops) {
        auto driven = static_cast<std::uint8_t>((counts[driver >> 1] != 0) != ((driver & 1) != 0));
        repeat |= driven != counts[loop];
        counts[loop] = driven;
      }
    }
    at = tape + block.end;
    out = counts + block.first + (block.end - block.begin) / 3;
  }
  run(at, tape + gates_.size(), counts, out);
}

}  // namespace percept::circuit
