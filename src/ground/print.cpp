// SPDX-License-Identifier: MIT
#include "ground/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace percept::ground {
namespace {

using program::Terms;
using Atom = GroundProgram::Atom;

// Relations made by a step have a blank before their number, so that they cannot be those of a rule sheet.
std::string readable(const Terms& terms, TermId atom) {
  std::string name(terms.text(terms.name(atom)));
  std::replace(name.begin(), name.end(), ' ', '#');
  if (terms.args(atom).empty()) return name;
  std::string out = "(" + name;
  for (TermId arg : terms.args(atom)) out += " " + terms.to_kif(arg);
  return out + ")";
}

std::string readable(const Terms& terms, const program::Literal& literal) {
  if (literal.kind == program::Literal::Kind::kFails) return "(not " + readable(terms, literal.atom) + ")";
  return readable(terms, literal.atom);
}

struct PrintedOutput {
  std::string name;
  Wire wire;
};

std::vector<PrintedOutput> outputs_of(const GameCircuit& game, const Terms& terms) {
  std::vector<PrintedOutput> out = {{"terminal", game.terminal}};
  auto role = [&](std::size_t r) { return terms.to_kif(game.roles[r]); };
  for (std::size_t r = 0; r < game.roles.size(); ++r)
    for (const auto& move : game.moves[r])
      out.push_back({fmt::format("(legal {} {})", role(r), terms.to_kif(move.term)), move.legal});
  for (const auto& fluent : game.fluents)
    out.push_back({fmt::format("(next {})", terms.to_kif(fluent.term)), fluent.next});
  for (std::size_t r = 0; r < game.roles.size(); ++r)
    for (const auto& [percept, wire] : game.sees[r])
      out.push_back({fmt::format("(sees {} {})", role(r), terms.to_kif(percept)), wire});
  for (std::size_t r = 0; r < game.roles.size(); ++r)
    for (const auto& [value, wire] : game.goals[r]) out.push_back({fmt::format("(goal {} {})", role(r), value), wire});
  return out;
}

// Inputs by their atoms, other nodes by their numbers.
std::vector<std::string> names_of(const GameCircuit& game, const Terms& terms) {
  std::vector<std::string> names(game.circuit.size());
  names[0] = "false";
  for (std::uint32_t node = 1; node < names.size(); ++node) names[node] = fmt::format("g{}", node);
  for (const auto& fluent : game.fluents)
    names[fluent.holds.node()] = fmt::format("(true {})", terms.to_kif(fluent.term));
  for (std::size_t r = 0; r < game.roles.size(); ++r)
    for (const auto& move : game.moves[r])
      names[move.does.node()] = fmt::format("(does {} {})", terms.to_kif(game.roles[r]), terms.to_kif(move.term));
  return names;
}

std::string readable(Wire wire, const std::vector<std::string>& names) {
  if (wire == circuit::kTrue) return "true";
  return wire.negated() ? "(not " + names[wire.node()] + ")" : names[wire.node()];
}

// A conjunction of negations is shown as the negated disjunction it is.
std::string readable_gate(const Circuit& circuit, std::uint32_t node, const std::vector<std::string>& names) {
  std::span<const Wire> operands = circuit.operands(node);
  if (circuit.kind(node) == Circuit::Kind::kLoop) return "least fixpoint of " + readable(operands[0], names);
  if (circuit.kind(node) == Circuit::Kind::kFails) return readable(operands[0], names);
  bool all_negated = std::all_of(operands.begin(), operands.end(), [](Wire wire) { return wire.negated(); });
  std::string out = all_negated ? "(not (or" : "(and";
  for (Wire wire : operands) out += " " + readable(all_negated ? ~wire : wire, names);
  return out + (all_negated ? "))" : ")");
}

}  // namespace

std::string to_text(const SplitProgram& rules, const Program& program) {
  std::string out;
  for (const Clause& clause : rules.clauses) {
    std::string head = readable(program.terms(), clause.head);
    if (clause.body.empty()) {
      out += head + "\n";
      continue;
    }
    out += "(<= " + head;
    for (const Literal& literal : clause.body) out += " " + readable(program.terms(), literal);
    out += ")\n";
  }
  return out;
}

std::string to_text(const GroundProgram& ground, const Terms& terms) {
  std::string out;
  auto name = [&](Atom atom) {
    const TermId* term = ground.name(atom);
    return term ? readable(terms, *term) : fmt::format("atom#{}", atom);
  };
  for (TermId fact : ground.facts()) out += readable(terms, fact) + "\n";
  for (std::size_t i = 0; i < ground.size(); ++i) {
    GroundProgram::Rule rule = ground.rule(i);
    out += "(<= " + name(rule.head);
    for (GroundProgram::Literal literal : rule.body)
      out += literal < 0 ? " (not " + name(static_cast<Atom>(-literal)) + ")" : " " + name(static_cast<Atom>(literal));
    out += ")\n";
  }
  return out;
}

std::string to_text(const GameCircuit& game, const Terms& terms) {
  std::vector<std::string> names = names_of(game, terms);
  std::string out;
  for (std::uint32_t node = 1; node < game.circuit.size(); ++node)
    if (game.circuit.kind(node) != Circuit::Kind::kInput)
      out += names[node] + " = " + readable_gate(game.circuit, node, names) + "\n";
  for (const PrintedOutput& output : outputs_of(game, terms))
    out += output.name + " = " + readable(output.wire, names) + "\n";
  return out;
}

std::string to_dot(const GameCircuit& game, const Terms& terms) {
  std::vector<std::string> names = names_of(game, terms);
  std::string out = "digraph circuit {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", fontsize=10];\n";
  auto quoted = [](const std::string& text) {
    std::string escaped;
    for (char c : text) {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
    return "\"" + escaped + "\"";
  };
  auto edge = [&](Wire from, const std::string& to) {
    out += fmt::format("  n{} -> {}{};\n", from.node(), to, from.negated() ? " [style=dashed]" : "");
  };
  std::vector<PrintedOutput> outputs = outputs_of(game, terms);
  std::vector<Wire> roots;
  for (const PrintedOutput& output : outputs) roots.push_back(output.wire);
  std::vector<bool> used = needed(game.circuit, roots);
  for (std::uint32_t node = 0; node < game.circuit.size(); ++node) {
    if (!used[node]) continue;
    switch (game.circuit.kind(node)) {
      case Circuit::Kind::kConstant: out += fmt::format("  n{} [label=\"false\", shape=plain];\n", node); break;
      case Circuit::Kind::kInput:
        out += fmt::format("  n{} [label={}, shape=box];\n", node, quoted(names[node]));
        break;
      case Circuit::Kind::kAnd: out += fmt::format("  n{} [label=\"and\", shape=circle];\n", node); break;
      case Circuit::Kind::kFails: out += fmt::format("  n{} [label=\"not\", shape=circle];\n", node); break;
      case Circuit::Kind::kLoop: out += fmt::format("  n{} [label=\"fixpoint\", shape=diamond];\n", node); break;
    }
    for (Wire wire : game.circuit.operands(node)) edge(wire, fmt::format("n{}", node));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    out += fmt::format("  o{} [label={}, shape=box, style=filled, fillcolor=lightgrey];\n", i, quoted(outputs[i].name));
    edge(outputs[i].wire, fmt::format("o{}", i));
  }
  return out + "}\n";
}

}  // namespace percept::ground
