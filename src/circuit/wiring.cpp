// SPDX-License-Identifier: MIT
#include "circuit/wiring.h"

#include <algorithm>

#include "circuit/code.h"

namespace percept::circuit {
namespace {

constexpr std::size_t kMostOperands = 255;  // that a byte counts

// Gates by position, before it is known who uses whom.
class Draft {
 public:
  Draft(Wiring& out, const Circuit& circuit) : out_(out), circuit_(circuit) {
    out.position.assign(circuit.size(), Wiring::kNone);
    for (std::uint32_t node = 0; node <= circuit.inputs(); ++node) {
      out.position[node] = node;
      operands.emplace_back();
    }
  }

  std::vector<std::vector<std::uint32_t>> operands;  // by position: nodes' wires, or positions' in `inner`
  std::vector<std::vector<std::uint32_t>> inner;     // by position: wires of positions, of gates that were divided

  std::uint32_t add() {
    operands.emplace_back();
    return static_cast<std::uint32_t>(operands.size()) - 1;
  }
  // The next position is the first of a word.
  void pad() {
    while (operands.size() % 64 != 0) add();
  }
  void add(std::uint32_t node, bool by_words = false) {
    std::vector<std::uint32_t> wires, parts;
    for (Wire wire : circuit_.operands(node)) wires.push_back(wire.code);
    while (wires.size() + parts.size() > kMostOperands) {
      // As many as fit become a part; when only parts are left, these do.
      std::vector<std::uint32_t>& from = wires.empty() ? parts : wires;
      if (by_words && &from == &parts) pad();
      std::size_t size = std::min(from.size(), kMostOperands);
      std::vector<std::uint32_t> part(from.end() - static_cast<std::ptrdiff_t>(size), from.end());
      from.resize(from.size() - size);
      std::uint32_t at = add();
      (&from == &parts ? inner_of(at) : operands[at]) = std::move(part);
      parts.push_back(at << 1);
    }
    if (by_words && !parts.empty()) pad();
    std::uint32_t at = add();
    out_.position[node] = at;
    operands[at] = std::move(wires);
    if (!parts.empty()) inner_of(at) = std::move(parts);
  }
  // Calls visit(wire of positions) for each operand.
  template <class Visit>
  void for_each_operand(std::uint32_t at, const Visit& visit) const {
    for (std::uint32_t wire : operands[at]) visit(out_.position[wire >> 1] << 1 | (wire & 1));
    if (at < inner.size())
      for (std::uint32_t wire : inner[at]) visit(wire);
  }

 private:
  std::vector<std::uint32_t>& inner_of(std::uint32_t at) {
    if (inner.size() <= at) inner.resize(at + 1);
    return inner[at];
  }

  Wiring& out_;
  const Circuit& circuit_;
};

// What enters a block from outside, and whether its rise makes the block grow. The gates of a block that stand on an
// even number of negations from a loop rise when the block grows, the others fall.
void find_entries(Wiring& out, const Draft& draft) {
  std::size_t positions = draft.operands.size();
  out.block_at.assign(positions, Wiring::kNone);
  std::vector<std::pair<std::uint32_t, Wiring::Entry>> found;
  std::vector<bool> falls(positions);
  for (std::uint32_t b = 0; b < out.blocks.size(); ++b) {
    const Wiring::Block& block = out.blocks[b];
    out.block_at[block.head] = out.block_at[block.tail] = b;
    auto inside = [&](std::uint32_t wire) { return wire >> 1 >= block.loops && wire >> 1 < block.tail; };
    for (std::uint32_t at = block.gates; at < block.tail; ++at)
      draft.for_each_operand(at, [&](std::uint32_t wire) {
        if (inside(wire)) falls[at] = falls[wire >> 1] != ((wire & 1) != 0);
      });
    // A part of a divided gate moves as the gate does.
    for (std::uint32_t at = block.tail; at-- > block.gates;)
      if (at < draft.inner.size())
        for (std::uint32_t part : draft.inner[at]) falls[part >> 1] = falls[at];
    for (std::uint32_t at = block.loops; at < block.tail; ++at)
      draft.for_each_operand(at, [&](std::uint32_t wire) {
        if (!inside(wire)) found.push_back({wire >> 1, {b, ((wire & 1) != 0) != falls[at]}});
      });
  }
  auto key = [](const auto& entry) { return std::tuple(entry.first, entry.second.block, entry.second.shrinks_when); };
  std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  found.erase(std::unique(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              found.end());
  out.entries_begin.assign(positions + 1, 0);
  for (const auto& [at, entry] : found) {
    ++out.entries_begin[at + 1];
    out.entries.push_back(entry);
  }
  for (std::size_t at = 0; at < positions; ++at) out.entries_begin[at + 1] += out.entries_begin[at];
}

// The gates by the longest way to an input, each length from a new word on.
void add_by_words(Draft& draft, const Circuit& circuit, std::vector<std::uint32_t> order) {
  std::vector<std::uint32_t> length(circuit.size());
  for (std::uint32_t node : order)
    for (Wire wire : circuit.operands(node)) length[node] = std::max(length[node], length[wire.node()] + 1);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t node) { return length[node]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || length[order[i]] != length[order[i - 1]]) draft.pad();
    draft.add(order[i], true);
  }
}

}  // namespace

Wiring::Wiring(const Circuit& circuit, std::span<const Root> roots, std::span<const Wire> kept) {
  std::vector<Wire> wires(kept.begin(), kept.end());
  for (const Root& root : roots) wires.push_back(root.wire);
  Code code = compile(circuit, wires);
  Draft draft(*this, circuit);
  if (code.blocks.empty()) add_by_words(draft, circuit, code.order);
  std::uint32_t next = 0;
  for (const Code::Block& block : code.blocks) {
    for (; next < block.begin; ++next) draft.add(code.order[next]);
    Block made{draft.add(), 0, 0, 0};
    made.loops = made.head + 1;
    for (std::uint32_t loop : block.loops) draft.add(loop);
    made.gates = static_cast<std::uint32_t>(draft.operands.size());
    for (; next < block.end; ++next) draft.add(code.order[next]);
    made.tail = draft.add();
    blocks.push_back(made);
  }
  for (; next < code.order.size() && !code.blocks.empty(); ++next) draft.add(code.order[next]);

  // Users are counted, then put in.
  auto count = static_cast<std::uint32_t>(draft.operands.size());
  std::vector<std::uint32_t> of_gates(count), of_roots(count);
  operands_false.assign(count, 0);
  for (std::uint32_t at = 0; at < count; ++at)
    draft.for_each_operand(at, [&](std::uint32_t wire) {
      ++of_gates[wire >> 1];
      if ((wire & 1) == 0) ++operands_false[at];
    });
  for (const Root& root : roots) ++of_roots[position[root.wire.node()]];
  std::uint32_t sum = 0;
  auto begin = [&](std::uint32_t& size) {
    sum += size;
    return size = sum - size;
  };
  for (std::uint32_t at = 0; at < count; ++at) {
    Uses of{};
    of.gates = begin(of_gates[at]);
    of.roots = begin(of_roots[at]);
    uses.push_back(of);
  }
  uses.push_back({sum, sum});
  users.resize(sum);
  for (std::uint32_t at = 0; at < count; ++at)
    draft.for_each_operand(at, [&](std::uint32_t wire) { users[of_gates[wire >> 1]++] = at << 1 | (wire & 1); });
  for (const Root& root : roots) {
    users[of_roots[position[root.wire.node()]]++] = root.bit;
    if (root.wire.negated()) bits_true.push_back(root.bit);
    bits = std::max(bits, root.bit + 1);
  }
  // The constant and all inputs are false, and what is no gate at all looks so.
  for (std::uint32_t at = 0; at < count; ++at) {
    bool is_gate = false;
    draft.for_each_operand(at, [&](std::uint32_t) { is_gate = true; });
    if (!is_gate) operands_false[at] = 1;
  }
  if (!blocks.empty()) find_entries(*this, draft);
}

}  // namespace percept::circuit
