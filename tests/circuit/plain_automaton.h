// SPDX-License-Identifier: MIT
//
// An automaton run the plain way: one position, its circuit evaluated as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "circuit/automaton.h"
#include "circuit/code.h"

namespace percept::test {

class PlainAutomaton {
 public:
  using Position = std::vector<bool>;
  using Joint = std::vector<std::uint32_t>;  // a move of each role

  explicit PlainAutomaton(const circuit::Automaton& automaton) : automaton_(automaton) {
    std::vector<circuit::Wire> roots = automaton.next;
    for (const auto& of_role : automaton.legal) roots.insert(roots.end(), of_role.begin(), of_role.end());
    for (const auto& of_role : automaton.goals)
      for (const auto& [value, wire] : of_role) roots.push_back(wire);
    roots.push_back(automaton.terminal);
    code_ = circuit::compile(*automaton.circuit, roots);
    values_.resize(automaton.circuit->size());
  }

  // What holds in a position, before a move is made.
  struct View {
    bool terminal;
    std::vector<std::vector<std::uint32_t>> legal;  // by role
    std::vector<std::vector<bool>> goals;           // by role
  };
  View look(const Position& position) {
    set(position);
    run(*automaton_.circuit, code_, values_.data());
    View out{(value(automaton_.terminal) & 1) != 0, {}, {}};
    for (const auto& of_role : automaton_.legal) {
      out.legal.emplace_back();
      for (std::uint32_t m = 0; m < of_role.size(); ++m)
        if ((value(of_role[m]) & 1) != 0) out.legal.back().push_back(m);
    }
    for (const auto& of_role : automaton_.goals) {
      out.goals.emplace_back();
      for (const auto& [number, wire] : of_role) out.goals.back().push_back((value(wire) & 1) != 0);
    }
    return out;
  }

  Position next(const Position& position, const Joint& joint) {
    set(position);
    for (std::size_t role = 0; role < joint.size(); ++role)
      values_[automaton_.move_node(role, joint[role])] = ~std::uint64_t{0};
    run(*automaton_.circuit, code_, values_.data());
    Position out;
    for (circuit::Wire wire : automaton_.next) out.push_back((value(wire) & 1) != 0);
    return out;
  }

  // The positions behind all legal joint moves, each as often as it comes, sorted; at most `limit` of them.
  std::vector<Position> successors(const Position& position, std::size_t limit) {
    std::vector<Position> out;
    View view = look(position);
    Joint joint(view.legal.size(), 0);
    std::vector<std::size_t> at(view.legal.size(), 0);
    for (const auto& of_role : view.legal)
      if (of_role.empty()) return out;
    while (out.size() < limit) {
      for (std::size_t role = 0; role < at.size(); ++role) joint[role] = view.legal[role][at[role]];
      out.push_back(next(position, joint));
      std::size_t role = 0;
      while (role < at.size() && ++at[role] == view.legal[role].size()) at[role++] = 0;
      if (role == at.size()) break;
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  // A uniform choice of legal moves; empty when some role has none.
  Joint random_joint(const View& view, Random& random) const {
    Joint out;
    for (const auto& of_role : view.legal) {
      if (of_role.empty()) return {};
      out.push_back(of_role[random.below(static_cast<std::uint32_t>(of_role.size()))]);
    }
    return out;
  }

 private:
  std::uint64_t value(circuit::Wire wire) const {
    return wire.negated() ? ~values_[wire.node()] : values_[wire.node()];
  }
  void set(const Position& position) {
    for (std::size_t i = 0; i < automaton_.circuit->inputs(); ++i)
      values_[i + 1] = i < position.size() && position[i] ? ~std::uint64_t{0} : 0;
  }

  const circuit::Automaton& automaton_;
  circuit::Code code_;
  std::vector<std::uint64_t> values_;
};

}  // namespace percept::test
