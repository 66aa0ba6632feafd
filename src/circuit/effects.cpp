// SPDX-License-Identifier: MIT
#include "circuit/effects.h"

#include <algorithm>
#include <queue>

namespace percept::circuit {
namespace {

constexpr std::size_t kMostJointMoves = 1 << 14;
// Operands looked at, and exceptions: at first, and for each joint move.
constexpr std::size_t kMostWork = 1'000'000;
constexpr std::size_t kMostPerMove = 10'000;
constexpr std::size_t kManyEffects = 4;  // a move that changes more than one fluent in so many

struct Found {
  std::uint32_t fluent, joint;
  Wire next;
};

// Gates with moves as constants: first with some moves made, or none; then, for each joint move, those that change by
// it.
class Folding {
 public:
  Folding(const Automaton& automaton, Circuit& circuit)
      : automaton_(&automaton), circuit_(&circuit), size_(static_cast<std::uint32_t>(circuit.size())) {}

  // False when loops depend on moves. `idle` are the moves made at first.
  bool prepare(std::span<const std::uint32_t> idle) {
    auto fluents = static_cast<std::uint32_t>(automaton_->fluents());
    std::vector<std::vector<std::uint32_t>> users(size_);
    std::vector<bool> depends(size_);
    idle_.resize(size_);
    idle_false_.resize(size_);
    more_false_.resize(size_);
    touched_in_.resize(size_, UINT32_MAX);
    now_.resize(size_);
    changed_in_.resize(size_, UINT32_MAX);
    for (std::uint32_t node = 0; node < size_; ++node) idle_[node] = Wire{2 * node};
    for (std::uint32_t node = fluents + 1; node <= circuit_->inputs(); ++node) {
      depends[node] = true;
      idle_[node] = kFalse;
    }
    for (std::uint32_t node : idle) idle_[node] = kTrue;
    idle_moves_.assign(idle.begin(), idle.end());
    for (std::uint32_t node = static_cast<std::uint32_t>(circuit_->inputs()) + 1; node < size_; ++node) {
      if (circuit_->kind(node) == Circuit::Kind::kLoop) continue;
      bool any = false;
      for (Wire wire : circuit_->operands(node)) any |= depends[wire.node()];
      if (!any) continue;
      depends[node] = true;
      for (Wire wire : circuit_->operands(node))
        if (depends[wire.node()]) users[wire.node()].push_back(node << 1 | (wire.negated() ? 1 : 0));
      idle_[node] = folded(node, UINT32_MAX);
      for (Wire wire : circuit_->operands(node))
        if ((idle_[wire.node()] ^ wire.negated()) == kFalse) ++idle_false_[node];
    }
    for (std::uint32_t node = 0; node < size_; ++node)
      if (circuit_->kind(node) == Circuit::Kind::kLoop && depends[circuit_->operands(node)[0].node()]) return false;
    users_ = std::move(users);
    next_of_.resize(size_);
    for (std::uint32_t f = 0; f < fluents; ++f)
      if (depends[automaton_->next[f].node()]) next_of_[automaton_->next[f].node()].push_back(f);
    return true;
  }

  Wire idle_next(std::size_t fluent) const {
    Wire wire = automaton_->next[fluent];
    return idle_[wire.node()] ^ wire.negated();
  }

  // The fluents whose next value is not that of the moves made at first.
  void play(std::span<const std::uint32_t> moves, std::uint32_t joint, std::vector<Found>& out) {
    for (std::uint32_t node : idle_moves_)
      if (std::ranges::find(moves, node) == moves.end()) change(node, kFalse, joint, out);
    for (std::uint32_t node : moves)
      if (idle_[node] != kTrue) change(node, kTrue, joint, out);
    while (!open_.empty()) {
      std::uint32_t node = open_.top();
      open_.pop();
      Wire wire = idle_false_[node] + more_false_[node] > 0 ? kFalse : folded(node, joint);
      if (wire != idle_[node]) change(node, wire, joint, out);
    }
  }

  std::size_t work() const { return work_; }

 private:
  Wire folded(std::uint32_t node, std::uint32_t joint) {
    operands_.clear();
    for (Wire wire : circuit_->operands(node)) {
      ++work_;
      std::uint32_t operand = wire.node();
      Wire value = (changed_in_[operand] == joint && joint != UINT32_MAX ? now_ : idle_)[operand] ^ wire.negated();
      if (value == kFalse) return kFalse;
      if (value != kTrue) operands_.push_back(value);
    }
    return circuit_->all(operands_);
  }
  void change(std::uint32_t node, Wire value, std::uint32_t joint, std::vector<Found>& out) {
    now_[node] = value;
    changed_in_[node] = joint;
    for (std::uint32_t use : users_[node]) {
      std::uint32_t user = use >> 1;
      bool negated = (use & 1) != 0;
      if (touched_in_[user] != joint) {
        touched_in_[user] = joint;
        more_false_[user] = 0;
        open_.push(user);
      }
      more_false_[user] +=
          static_cast<int>((value ^ negated) == kFalse) - static_cast<int>((idle_[node] ^ negated) == kFalse);
      ++work_;
    }
    for (std::uint32_t fluent : next_of_[node])
      out.push_back({fluent, joint, value ^ automaton_->next[fluent].negated()});
  }

  const Automaton* automaton_;
  Circuit* circuit_;
  std::uint32_t size_;                               // of the circuit before gates are added
  std::vector<std::vector<std::uint32_t>> users_;    // by node: twice the user, plus one when it uses the negation
  std::vector<std::vector<std::uint32_t>> next_of_;  // by node: the fluents it is the next value of
  std::vector<std::uint32_t> idle_moves_;
  std::vector<Wire> idle_, now_;
  std::vector<std::uint32_t> changed_in_;  // by node: the joint move that now_ belongs to
  // Operands that are constantly false: with no move, and how many more (or less) with the joint move it was touched
  // in. Wide gates most often have some, and need not be looked at any further.
  std::vector<int> idle_false_, more_false_;
  std::vector<std::uint32_t> touched_in_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> open_;
  std::vector<Wire> operands_;
  std::size_t work_ = 0;
};

// What most joint moves make of a fluent: `found` are those that differ from `idle`, `all` how many there are.
Wire most_common(std::span<const Found> found, Wire idle, std::size_t all) {
  std::vector<Wire> wires;
  for (const Found& one : found) wires.push_back(one.next);
  std::sort(wires.begin(), wires.end());
  Wire best = idle;
  std::size_t most = all - found.size();
  for (std::size_t i = 0, end = 0; i < wires.size(); i = end) {
    while (end < wires.size() && wires[end] == wires[i]) ++end;
    if (end - i > most) {
      most = end - i;
      best = wires[i];
    }
  }
  return best;
}

}  // namespace

std::optional<Effects> effects_of(const Automaton& automaton, Circuit& circuit) {
  Effects out;
  std::size_t joint_moves = 1;
  std::vector<std::size_t> choosers;
  for (std::size_t role = 0; role < automaton.legal.size(); ++role) {
    std::size_t moves = automaton.legal[role].size();
    out.strides.push_back(moves > 1 ? static_cast<std::uint32_t>(joint_moves) : 0);
    if (moves <= 1) continue;
    choosers.push_back(role);
    joint_moves *= moves;
    if (joint_moves > kMostJointMoves) return {};
  }
  auto moves_of = [&](std::size_t joint) {
    std::vector<std::uint32_t> moves;
    for (std::size_t role : choosers)
      moves.push_back(automaton.move_node(role, joint / out.strides[role] % automaton.legal[role].size()));
    return moves;
  };
  Folding folding(automaton, circuit);
  if (!folding.prepare({})) return {};
  std::vector<Found> found;
  folding.play(moves_of(0), static_cast<std::uint32_t>(joint_moves), found);  // a number that is not used again
  // Where rules say of every move what stays as it is, moves differ less from each other than from none.
  if (found.size() > automaton.fluents() / kManyEffects) {
    folding = Folding(automaton, circuit);
    folding.prepare(moves_of(0));
  }
  found.clear();
  for (std::size_t joint = 0; joint < joint_moves; ++joint) {
    folding.play(moves_of(joint), static_cast<std::uint32_t>(joint), found);
    if (folding.work() + found.size() > kMostWork + kMostPerMove * joint) return {};
  }
  // By fluent, to find what is usual; then by joint move.
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.fluent < b.fluent; });
  std::vector<Found> exceptions;
  std::size_t at = 0;
  for (std::uint32_t f = 0; f < automaton.fluents(); ++f) {
    std::size_t begin = at;
    while (at < found.size() && found[at].fluent == f) ++at;
    std::span<const Found> of_fluent = std::span(found).subspan(begin, at - begin);
    Wire idle = folding.idle_next(f), usual = most_common(of_fluent, idle, joint_moves);
    out.usual.push_back(usual);
    std::size_t next = begin;
    for (std::uint32_t joint = 0; joint < joint_moves && (usual != idle || next < at); ++joint) {
      if (usual == idle) joint = found[next].joint;
      Wire wire = next < at && found[next].joint == joint ? found[next++].next : idle;
      if (wire != usual) exceptions.push_back({f, joint, wire});
    }
  }
  std::stable_sort(exceptions.begin(), exceptions.end(),
                   [](const Found& a, const Found& b) { return a.joint < b.joint; });
  at = 0;
  for (std::uint32_t joint = 0; joint <= joint_moves; ++joint) {
    while (at < exceptions.size() && exceptions[at].joint < joint) ++at;
    out.begins.push_back(static_cast<std::uint32_t>(at));
  }
  for (const Found& one : exceptions) out.exceptions.emplace_back(one.fluent, one.next);
  return out;
}

}  // namespace percept::circuit
