// SPDX-License-Identifier: MIT
#include "circuit/guards.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace percept::circuit {
namespace {

constexpr std::size_t kMostGuards = 4;
constexpr std::size_t kMostInputs = 16;  // of a wide gate that are looked at as guards

using Guards = std::vector<Wire>;  // one of them must hold; sorted

// By node: nothing is known before its users are looked at; `always` when it may be relevant at any time.
struct Relevance {
  bool always = false;
  Guards guards;

  void add(const Guards& more) {
    if (always) return;
    Guards both;
    std::ranges::set_union(guards, more, std::back_inserter(both));
    guards = std::move(both);
    if (guards.size() > kMostGuards) become_always();
  }
  void become_always() {
    always = true;
    guards.clear();
  }
};

class Guarding {
 public:
  Guarding(Circuit& circuit, std::span<const Wire> roots, std::span<const Wire> plain)
      : circuit_(circuit), needed_(needed(circuit, roots)), relevance_(circuit.size()) {
    std::vector<Wire> unchanged(plain.begin(), plain.end());
    for (std::uint32_t node = 0; node < circuit.size(); ++node)
      if (needed_[node] && circuit.kind(node) == Circuit::Kind::kLoop) unchanged.push_back(Wire{2 * node});
    unchanged_ = needed(circuit, unchanged);
    for (Wire root : roots) relevance_[root.node()].become_always();
  }

  // Users come behind what they use, but for loops.
  void find() {
    for (auto node = static_cast<std::uint32_t>(circuit_.size()); node-- > circuit_.inputs() + 1;) {
      if (!needed_[node]) continue;
      if (unchanged_[node]) relevance_[node].become_always();
      inputs_.clear();
      for (Wire operand : circuit_.operands(node))
        if (!operand.negated() && !is_gate(operand) && inputs_.size() < kMostInputs) inputs_.push_back(operand);
      for (Wire operand : circuit_.operands(node))
        if (is_gate(operand)) listen(node, operand);
    }
  }

  std::vector<Wire> written() {
    auto size = static_cast<std::uint32_t>(circuit_.size());
    std::vector<Wire> out(size);
    for (std::uint32_t node = 0; node < size; ++node) {
      out[node] = Wire{2 * node};
      if (!needed_[node] || unchanged_[node] || circuit_.kind(node) != Circuit::Kind::kAnd) continue;
      std::vector<Wire> operands(circuit_.operands(node).begin(), circuit_.operands(node).end());
      bool guarded = relevance_[node].always || relevance_[node].guards.empty();
      for (Wire& wire : operands) {
        guarded |= guards(wire, relevance_[node]);
        wire = out[wire.node()] ^ wire.negated();
      }
      if (!guarded) operands.push_back(circuit_.any(relevance_[node].guards));
      out[node] = circuit_.all(operands);
    }
    return out;
  }

 private:
  bool is_gate(Wire wire) const { return wire.node() > circuit_.inputs(); }

  // When the user is interested in its operand.
  void listen(std::uint32_t user, Wire operand) {
    Relevance& relevance = relevance_[operand.node()];
    if (relevance.always) return;
    const Relevance& of_user = relevance_[user];
    for (Wire input : inputs_)
      if (std::ranges::binary_search(relevance.guards, input)) return;
    std::optional<Wire> best;
    if (!inputs_.empty()) best = inputs_.front();
    if (!of_user.always && (!best || std::ranges::includes(relevance.guards, of_user.guards)))
      relevance.add(of_user.guards);
    else if (best)
      relevance.add({*best});
    else
      relevance.become_always();
  }

  // Whether the operand alone keeps a gate of this relevance from changing when it is not relevant.
  bool guards(Wire operand, const Relevance& relevance) const {
    if (operand.negated()) return false;
    if (!is_gate(operand)) return std::ranges::binary_search(relevance.guards, operand);
    const Relevance& own = relevance_[operand.node()];
    return !own.always && !unchanged_[operand.node()] && std::ranges::includes(relevance.guards, own.guards);
  }

  Circuit& circuit_;
  std::vector<bool> needed_, unchanged_;
  std::vector<Relevance> relevance_;
  std::vector<Wire> inputs_;  // of the user at hand, that must hold for it
};

}  // namespace

void guard(Circuit& circuit, std::span<Wire> roots, std::span<const Wire> plain) {
  Guarding guarding(circuit, roots, plain);
  guarding.find();
  std::vector<Wire> written = guarding.written();
  for (Wire& root : roots) root = written[root.node()] ^ root.negated();
}

}  // namespace percept::circuit
