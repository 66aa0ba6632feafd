// SPDX-License-Identifier: MIT
#include "ground/simplify.h"

#include <algorithm>
#include <map>
#include <set>

#include "circuit/code.h"
#include "circuit/simplify.h"

namespace percept::ground {
namespace {

using circuit::Kleene;
using circuit::Logic;

constexpr std::size_t kMaxWork = 200'000'000;  // gates evaluated before the search for constants is given up

// The values of fluents and moves over all positions that can be reached: known when they are the same in all. Empty
// when it takes too long to find out.
std::vector<Kleene> reachable_values(const GameCircuit& game) {
  std::vector<Wire> legal, next;
  for (const auto& moves : game.moves)
    for (const GameCircuit::Move& move : moves) legal.push_back(move.legal);
  for (const GameCircuit::Fluent& fluent : game.fluents) next.push_back(fluent.next);
  std::vector<bool> known(game.circuit.size());
  circuit::Code state_code = compile(game.circuit, legal, known);
  circuit::Code move_code = compile(game.circuit, next, known);
  std::vector<Kleene> values(game.circuit.size());
  auto value = [&](Wire wire) { return wire.negated() ? ~values[wire.node()] : values[wire.node()]; };
  for (const GameCircuit::Fluent& fluent : game.fluents)
    values[fluent.holds.node()] = fluent.initial ? ~Kleene{} : Kleene{};
  std::size_t work = 0;
  for (bool changed = true; changed;) {
    changed = false;
    work += state_code.order.size() + move_code.order.size() + game.fluents.size() + 1;
    if (work > kMaxWork) return {};
    run(game.circuit, state_code, values.data());
    for (const auto& moves : game.moves)
      for (const GameCircuit::Move& move : moves) values[move.does.node()] = {0, value(move.legal).possible};
    run(game.circuit, move_code, values.data());
    for (const GameCircuit::Fluent& fluent : game.fluents) {
      Kleene& now = values[fluent.holds.node()];
      Kleene then = value(fluent.next);
      Kleene joined{now.known & then.known, now.possible | then.possible};
      changed |= joined != now;
      now = joined;
    }
  }
  return values;
}

// What must be true for the wire to be true, the wire itself included; sorted.
std::vector<Wire> demands_of_wire(const Circuit& circuit, Wire wire) {
  std::set<Wire> out = {wire};
  std::vector<Wire> open = {wire};
  while (!open.empty()) {
    Wire next = open.back();
    open.pop_back();
    if (next.negated() || circuit.kind(next.node()) != Circuit::Kind::kAnd) continue;
    for (Wire operand : circuit.operands(next.node()))
      if (out.insert(operand).second) open.push_back(operand);
  }
  return {out.begin(), out.end()};
}

class MoveSimplifier {
 public:
  explicit MoveSimplifier(GameCircuit& game) : game_(game) {
    owner_.resize(game.circuit.inputs() + 1, {kNobody, 0});
    for (std::uint32_t role = 0; role < game.moves.size(); ++role)
      for (std::uint32_t i = 0; i < game.moves[role].size(); ++i) owner_[game.moves[role][i].does.node()] = {role, i};
  }

  void run() {
    std::vector<Wire> roots = game_.outputs();
    Circuit copy = rebuilt(game_.circuit, roots, [&](Circuit& c, std::uint32_t node, std::vector<Wire> operands) {
      reduce(node, operands);
      complement(c, operands);
      return c.all(operands);
    });
    game_.circuit = circuit::flattened(std::move(copy), roots);
    game_.set_outputs(roots);
  }

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  struct Owner {
    std::uint32_t role;
    std::uint32_t move;
  };

  Owner owner(Wire wire) const { return wire.node() < owner_.size() ? owner_[wire.node()] : Owner{kNobody, 0}; }

  // Beside a move that is made, drops what is true and finds what is false. `operands` are those of the node in the
  // copy, in the same order.
  void reduce(std::uint32_t node, std::vector<Wire>& operands) {
    std::span<const Wire> old = game_.circuit.operands(node);
    for (Wire wire : old) {
      Owner made = owner(wire);
      if (made.role == kNobody || wire.negated()) continue;
      const std::vector<Wire>& demands = demands_of(made);
      for (std::size_t i = 0; i < old.size(); ++i) {
        if (old[i] == wire) continue;
        Owner other = owner(old[i]);
        bool is_true = false, is_false = false;
        if (other.role == made.role) (old[i].negated() ? is_true : is_false) = true;
        is_true |= std::binary_search(demands.begin(), demands.end(), old[i]);
        is_false |= std::binary_search(demands.begin(), demands.end(), ~old[i]);
        if (is_false)
          operands[i] = circuit::kFalse;
        else if (is_true)
          operands[i] = circuit::kTrue;
      }
    }
  }

  const std::vector<Wire>& demands_of(Owner made) {
    auto [entry, is_new] = demands_.try_emplace(game_.moves[made.role][made.move].legal);
    if (is_new) entry->second = demands_of_wire(game_.circuit, entry->first);
    return entry->second;
  }

  // "None of these moves" as "one of the others" where those are fewer.
  void complement(Circuit& c, std::vector<Wire>& operands) {
    std::map<std::uint32_t, std::vector<bool>> excluded;
    std::map<std::uint32_t, std::size_t> count;
    for (Wire wire : operands) {
      Owner other = owner(wire);
      if (other.role == kNobody || !wire.negated()) continue;
      std::vector<bool>& of_role = excluded[other.role];
      of_role.resize(game_.moves[other.role].size());
      if (!of_role[other.move]) ++count[other.role];
      of_role[other.move] = true;
    }
    for (const auto& entry : excluded) {
      std::uint32_t role = entry.first;
      const std::vector<bool>& of_role = entry.second;
      if (2 * count[role] <= of_role.size()) continue;
      std::erase_if(operands, [&](Wire wire) { return owner(wire).role == role && wire.negated(); });
      std::vector<Wire> others;
      for (std::size_t i = 0; i < of_role.size(); ++i)
        if (!of_role[i]) others.push_back(game_.moves[role][i].does);
      operands.push_back(c.any(others));
    }
  }

  GameCircuit& game_;
  std::vector<Owner> owner_;  // by input node
  std::map<Wire, std::vector<Wire>> demands_;
};

}  // namespace

void fix_constants(GameCircuit& game) {
  std::vector<Kleene> values = reachable_values(game);
  if (values.empty()) return;
  std::vector<Wire> constants(game.circuit.inputs());
  for (std::uint32_t i = 0; i < constants.size(); ++i) {
    Kleene value = values[i + 1];
    constants[i] = value.known != 0 ? circuit::kTrue : value.possible == 0 ? circuit::kFalse : Wire{(i + 1) << 1};
  }
  // What is never met is no fluent and no move; the inputs that stay are numbered anew.
  auto never = [&](Wire input) { return constants[input.node() - 1] == circuit::kFalse; };
  std::erase_if(game.fluents, [&](const GameCircuit::Fluent& fluent) { return never(fluent.holds); });
  for (auto& moves : game.moves) std::erase_if(moves, [&](const GameCircuit::Move& move) { return never(move.does); });
  Circuit fixed(game.circuit.logic());
  std::vector<Wire> renumbered(game.circuit.inputs(), circuit::kFalse);
  auto renumber = [&](Wire& input) {
    Wire wire = fixed.input();
    Wire constant = constants[input.node() - 1];
    renumbered[input.node() - 1] = constant == circuit::kTrue ? constant : wire;
    input = wire;
  };
  for (GameCircuit::Fluent& fluent : game.fluents) {
    fluent.constant = constants[fluent.holds.node() - 1] == circuit::kTrue;
    renumber(fluent.holds);
  }
  for (auto& moves : game.moves)
    for (GameCircuit::Move& move : moves) renumber(move.does);
  std::vector<Wire> roots = game.outputs();
  auto copied = [](Circuit& c, std::uint32_t, const std::vector<Wire>& operands) { return c.all(operands); };
  game.circuit = circuit::flattened(rebuilt(game.circuit, roots, copied, std::move(fixed), renumbered), roots);
  game.set_outputs(roots);
}

void use_moves(GameCircuit& game) { MoveSimplifier(game).run(); }

}  // namespace percept::ground
