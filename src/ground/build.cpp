// SPDX-License-Identifier: MIT
//
// An atom becomes the disjunction of its rules' bodies. Components of atoms that need each other become loops.
#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/components.h"
#include "base/hash.h"
#include "ground/game_circuit.h"

namespace percept::ground {
namespace {

using program::Terms;
namespace keyword = gdl::keyword;
using Atom = GroundProgram::Atom;

constexpr std::size_t kAtomsBetweenLooks = 1 << 8;  // at the clock

class Build {
 public:
  Build(const GroundProgram& ground, const SplitProgram& rules, const Terms& terms, const Options& options)
      : ground_(ground),
        rules_(rules),
        terms_(terms),
        budget_(options.budget),
        out_{Circuit(options.logic), options.roles, {}, {}, {}, {}, {}} {}

  Result<GameCircuit> run() {
    wires_.resize(ground_.last_atom() + 1u, circuit::kFalse);
    done_.resize(wires_.size());
    sort_rules();
    add_inputs();
    if (out_.roles.empty()) return failure("the game has no role");
    bool added = add_atoms();
    if (late_)
      return failure(fmt::format("grounding takes too long: {} rules make too large a circuit", ground_.size()));
    if (!added) return failure("the ground rules are not stratified: an atom depends on its own negation");
    add_outputs();
    return std::move(out_);
  }

 private:
  // The rules of each atom, one after the other.
  void sort_rules() {
    begins_.resize(wires_.size() + 1);
    for (std::size_t i = 0; i < ground_.size(); ++i) ++begins_[ground_.rule(i).head + 1];
    for (std::size_t a = 1; a < begins_.size(); ++a) begins_[a] += begins_[a - 1];
    sorted_.resize(ground_.size());
    std::vector<std::uint32_t> at(begins_.begin(), begins_.end() - 1);
    for (std::uint32_t i = 0; i < ground_.size(); ++i) sorted_[at[ground_.rule(i).head]++] = i;
  }

  template <class Visit>
  void for_each_rule(Atom atom, Visit&& visit) const {
    for (std::uint32_t i = begins_[atom]; i < begins_[atom + 1]; ++i) visit(ground_.rule(sorted_[i]).body);
  }

  bool is(const TermId* term, gdl::Symbol name, std::size_t arity) const {
    return term && terms_.is(*term, name, arity);
  }

  void add_inputs() {
    for (TermId fact : ground_.facts())
      if (terms_.is(fact, keyword::kRole, 1) &&
          std::find(out_.roles.begin(), out_.roles.end(), terms_.args(fact)[0]) == out_.roles.end())
        out_.roles.push_back(terms_.args(fact)[0]);
    for (std::uint32_t i = 0; i < out_.roles.size(); ++i) roles_[out_.roles[i]] = i;
    out_.moves.resize(out_.roles.size());
    for (Atom atom = 1; atom <= ground_.last_atom(); ++atom) {
      const TermId* term = ground_.name(atom);
      if (!term) continue;
      if (terms_.is(*term, keyword::kTrue, 1)) {
        out_.fluents.push_back({terms_.args(*term)[0], out_.circuit.input(), circuit::kFalse, false});
        give(atom, out_.fluents.back().holds);
      } else if (rules_.domains.contains(terms_.name(*term))) {
        give(atom, circuit::kTrue);  // the caller has the literal it was taken from
      }
    }
    // Role by role, so that the inputs of a role stand together.
    std::vector<std::vector<Atom>> moves(out_.roles.size());
    for (Atom atom = 1; atom <= ground_.last_atom(); ++atom) {
      const TermId* term = ground_.name(atom);
      if (!is(term, keyword::kDoes, 2)) continue;
      auto role = roles_.find(terms_.args(*term)[0]);
      if (role != roles_.end()) moves[role->second].push_back(atom);
    }
    for (std::size_t role = 0; role < moves.size(); ++role)
      for (Atom atom : moves[role]) {
        out_.moves[role].push_back({terms_.args(*ground_.name(atom))[1], out_.circuit.input(), circuit::kFalse});
        give(atom, out_.moves[role].back().does);
      }
    for (Atom atom : ground_.true_atoms()) give(atom, circuit::kTrue);
  }

  void give(Atom atom, Wire wire) {
    wires_[atom] = wire;
    done_[atom] = true;
  }

  bool is_output(TermId term) const {
    return terms_.is(term, keyword::kLegal, 2) || terms_.is(term, keyword::kNext, 1) ||
           terms_.is(term, keyword::kSees, 2) || terms_.is(term, keyword::kGoal, 2) ||
           terms_.is(term, keyword::kTerminal, 0) || terms_.is(term, keyword::kInit, 1);
  }

  bool add_atoms() {
    // Only what an output needs.
    std::vector<std::uint32_t> index(wires_.size(), UINT32_MAX);
    std::vector<Atom> atoms;
    auto meet = [&](Atom atom) {
      if (done_[atom] || index[atom] != UINT32_MAX) return;
      index[atom] = static_cast<std::uint32_t>(atoms.size());
      atoms.push_back(atom);
    };
    for (Atom atom = 1; atom <= ground_.last_atom(); ++atom)
      if (const TermId* term = ground_.name(atom); term && is_output(*term)) meet(atom);
    Adjacency graph;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (out_of_time()) return false;
      graph.emplace_back();
      for_each_rule(atoms[i], [&](std::span<const GroundProgram::Literal> body) {
        for (GroundProgram::Literal literal : body) {
          Atom atom = atom_of(literal);
          meet(atom);
          if (index[atom] != UINT32_MAX) graph[i].push_back(index[atom]);
        }
      });
    }
    component_ = strong_components(graph);
    std::vector<std::uint32_t> order(atoms.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return component_[a] < component_[b]; });
    for (std::size_t begin = 0; begin < order.size();) {
      if (out_of_time()) return false;
      std::size_t end = begin;
      while (end < order.size() && component_[order[end]] == component_[order[begin]]) ++end;
      std::span<const std::uint32_t> members(order.data() + begin, end - begin);
      if (members.size() == 1 && std::count(graph[members[0]].begin(), graph[members[0]].end(), members[0]) == 0)
        give(atoms[members[0]], disjunction(atoms[members[0]]));
      else if (!add_component(members, graph, atoms, index))
        return false;
      begin = end;
    }
    return true;
  }

  bool out_of_time() { return ++looks_ % kAtomsBetweenLooks == 0 && (late_ = budget_.out_of_time()); }

  // Atoms that need each other, depth first; those that are needed before they are made become loops.
  bool add_component(std::span<const std::uint32_t> members, const Adjacency& graph, const std::vector<Atom>& atoms,
                     const std::vector<std::uint32_t>& index) {
    for (std::uint32_t member : members) {
      bool stratified = true;
      for_each_rule(atoms[member], [&](std::span<const GroundProgram::Literal> body) {
        for (GroundProgram::Literal literal : body) {
          std::uint32_t other = index[atom_of(literal)];
          if (literal < 0 && other != UINT32_MAX && component_[other] == component_[member]) stratified = false;
        }
      });
      if (!stratified) return false;
    }
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    std::vector<std::pair<Atom, Wire>> loops;
    std::map<std::uint32_t, bool> met;
    for (std::uint32_t first : members) {
      if (met[first]) continue;
      met[first] = true;
      stack.push_back({first, 0});
      while (!stack.empty()) {
        auto& [member, next] = stack.back();
        if (next < graph[member].size()) {
          std::uint32_t other = graph[member][next++];
          if (component_[other] != component_[member] || met[other]) continue;
          met[other] = true;
          stack.push_back({other, 0});
          continue;
        }
        Atom atom = atoms[member];
        for_each_rule(atom, [&](std::span<const GroundProgram::Literal> body) {
          for (GroundProgram::Literal literal : body) {
            Atom used = atom_of(literal);
            if (done_[used]) continue;
            loops.push_back({used, out_.circuit.loop()});
            give(used, loops.back().second);
          }
        });
        Wire wire = disjunction(atom);
        if (done_[atom])
          made_[atom] = wire;  // it is a loop: others keep the loop's wire
        else
          give(atom, wire);
        stack.pop_back();
      }
    }
    for (auto [atom, loop] : loops) {
      out_.circuit.drive(loop, made_.at(atom));
    }
    return true;
  }

  Wire disjunction(Atom atom) {
    std::vector<Wire> bodies, body_wires;
    for_each_rule(atom, [&](std::span<const GroundProgram::Literal> body) {
      body_wires.clear();
      for (GroundProgram::Literal literal : body) {
        Wire wire = wires_[atom_of(literal)];
        body_wires.push_back(literal < 0 ? out_.circuit.fails(wire) : wire);
      }
      bodies.push_back(out_.circuit.all(body_wires));
    });
    return out_.circuit.any(bodies);
  }

  void add_outputs() {
    out_.sees.resize(out_.roles.size());
    out_.goals.resize(out_.roles.size());
    using Indices = tsl::robin_map<TermId, std::size_t, MixedHash>;
    Indices fluents;
    for (std::size_t i = 0; i < out_.fluents.size(); ++i) fluents[out_.fluents[i].term] = i;
    std::vector<Indices> moves(out_.roles.size());
    for (std::size_t role = 0; role < out_.roles.size(); ++role)
      for (std::size_t i = 0; i < out_.moves[role].size(); ++i) moves[role][out_.moves[role][i].term] = i;
    auto output = [&](TermId term, Wire wire) {
      if (terms_.is(term, keyword::kTerminal, 0)) out_.terminal = wire;
      if (terms_.is(term, keyword::kNext, 1)) out_.fluents[fluents.at(terms_.args(term)[0])].next = wire;
      if (terms_.is(term, keyword::kInit, 1) && wire == circuit::kTrue)
        out_.fluents[fluents.at(terms_.args(term)[0])].initial = true;
      if (terms_.args(term).size() != 2) return;
      auto role = roles_.find(terms_.args(term)[0]);
      if (role == roles_.end()) return;
      TermId what = terms_.args(term)[1];
      if (terms_.is(term, keyword::kLegal, 2)) out_.moves[role->second][moves[role->second].at(what)].legal = wire;
      if (terms_.is(term, keyword::kSees, 2)) out_.sees[role->second].push_back({what, wire});
      if (terms_.is(term, keyword::kGoal, 2))
        if (int value = 0; is_value(what, value)) out_.goals[role->second].push_back({value, wire});
    };
    for (TermId fact : ground_.facts()) output(fact, circuit::kTrue);
    for (Atom atom = 1; atom <= ground_.last_atom(); ++atom)
      if (const TermId* term = ground_.name(atom)) output(*term, wires_[atom]);
    for (auto& goals : out_.goals) std::sort(goals.begin(), goals.end());
  }

  bool is_value(TermId term, int& value) const {
    std::string_view text = terms_.text(terms_.name(term));
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return terms_.args(term).empty() && error == std::errc() && end == text.data() + text.size();
  }

  static Atom atom_of(GroundProgram::Literal literal) { return static_cast<Atom>(literal < 0 ? -literal : literal); }

  const GroundProgram& ground_;
  const SplitProgram& rules_;
  const Terms& terms_;
  const Budget& budget_;
  std::size_t looks_ = 0;
  bool late_ = false;
  GameCircuit out_;
  std::map<TermId, std::uint32_t> roles_;
  std::vector<Wire> wires_;  // by atom
  std::vector<bool> done_;
  std::map<Atom, Wire> made_;  // what drives the loop of an atom
  std::vector<std::uint32_t> begins_, sorted_;
  std::vector<std::uint32_t> component_;
};

}  // namespace

Result<GameCircuit> build(const GroundProgram& ground, const SplitProgram& rules, const Terms& terms,
                          const Options& options) {
  return Build(ground, rules, terms, options).run();
}

std::vector<Wire> GameCircuit::outputs() const {
  std::vector<Wire> out = {terminal};
  for (const Fluent& fluent : fluents) out.push_back(fluent.next);
  for (const auto& of_role : moves)
    for (const Move& move : of_role) out.push_back(move.legal);
  for (const auto& of_role : sees)
    for (const auto& [percept, wire] : of_role) out.push_back(wire);
  for (const auto& of_role : goals)
    for (const auto& [value, wire] : of_role) out.push_back(wire);
  return out;
}

void GameCircuit::set_outputs(const std::vector<Wire>& outputs) {
  std::size_t at = 0;
  terminal = outputs[at++];
  for (Fluent& fluent : fluents) fluent.next = outputs[at++];
  for (auto& of_role : moves)
    for (Move& move : of_role) move.legal = outputs[at++];
  for (auto& of_role : sees)
    for (auto& [percept, wire] : of_role) wire = outputs[at++];
  for (auto& of_role : goals)
    for (auto& [value, wire] : of_role) wire = outputs[at++];
}

}  // namespace percept::ground
