// SPDX-License-Identifier: MIT
#include "belief/open_game.h"

#include <algorithm>

namespace percept::belief {

using circuit::Circuit;
using circuit::Wire;

namespace {

constexpr std::size_t kFewInputs = 300;

}  // namespace

// What depends on moves comes last, so that a position can be looked at without them.
std::vector<std::vector<Wire>> OpenGame::groups_of(const GameCircuit& game, std::size_t role) {
  const Circuit& circuit = game.circuit;
  std::vector<bool> moved(circuit.size());
  for (const auto& moves : game.moves)
    for (const GameCircuit::Move& move : moves) moved[move.does.node()] = true;
  for (bool changed = true; changed;) {  // once, and again where recursive rules look back
    changed = false;
    for (std::uint32_t node = static_cast<std::uint32_t>(circuit.inputs()) + 1; node < circuit.size(); ++node) {
      if (moved[node]) continue;
      for (Wire wire : circuit.operands(node))
        if (moved[wire.node()]) moved[node] = true;
      changed |= moved[node] && circuit.kind(node) == Circuit::Kind::kLoop;
    }
  }
  std::vector<std::vector<Wire>> groups(kGroups);
  for (const auto& [percept, wire] : game.sees[role]) groups[kSees].push_back(wire);
  for (const GameCircuit::Fluent& fluent : game.fluents) groups[kNext].push_back(fluent.next);
  for (const GameCircuit::Move& move : game.moves[role]) groups[kQueries].push_back(move.legal);
  for (const auto& [value, wire] : game.goals[role]) groups[kQueries].push_back(wire);
  groups[kQueries].push_back(game.terminal);
  for (std::size_t r = 0; r < game.moves.size(); ++r)
    if (r != role)
      for (const GameCircuit::Move& move : game.moves[r]) groups[kMoves].push_back(move.legal);
  // The part of percepts and the next position that depends on the present position only.
  std::vector<Wire> roots = groups[kSees];
  roots.insert(roots.end(), groups[kNext].begin(), groups[kNext].end());
  std::vector<bool> wanted = needed(circuit, roots);
  for (Wire root : roots)
    if (!moved[root.node()]) groups[kMoves].push_back(root);
  for (std::uint32_t node = 0; node < circuit.size(); ++node)
    if (wanted[node] && moved[node])
      for (Wire wire : circuit.operands(node))
        if (!moved[wire.node()]) groups[kMoves].push_back(wire);
  return groups;
}

OpenGame::OpenGame(std::shared_ptr<const NumberedCircuit> circuit, RoleId role)
    : circuit_(std::move(circuit)),
      game_(circuit_->game),
      role_(role.value),
      groups_(groups_of(game_, role_)),
      stepper_(game_.circuit, groups_),
      cone_(stepper_),
      copied_(game_.circuit, game_.outputs()),
      failures_(kGroups) {
  for (const auto& moves : game_.moves) {
    legal_.emplace_back();
    for (const GameCircuit::Move& move : moves) legal_.back().push_back(stepper_.watched(move.legal));
  }
  for (const auto& [percept, wire] : game_.sees[role_]) sees_.push_back(stepper_.watched(wire));
  for (const GameCircuit::Fluent& fluent : game_.fluents) next_.push_back(stepper_.watched(fluent.next));
  std::vector<bool> met(game_.circuit.size());
  for (std::size_t group = 0; group < kGroups; ++group) {
    std::vector<bool> of_group = needed(game_.circuit, groups_[group]);
    for (std::uint32_t node = 0; node < game_.circuit.size(); ++node) {
      if (!of_group[node] || met[node]) continue;
      met[node] = true;
      if (game_.circuit.kind(node) == Circuit::Kind::kFails) failures_[group].push_back(node);
    }
  }
}

void OpenGame::set_fluent(std::size_t fluent, Input value) {
  set(game_.fluents[fluent].holds.node() - 1, game_.fluents[fluent].constant ? Input::kOn : value);
}

OpenGame::Input OpenGame::fluent(std::size_t fluent) const {
  return stepper_.input(game_.fluents[fluent].holds.node() - 1);
}

// Kleene's values; and an atom fails for sure when it is not possible, although it may be open to Kleene.
void OpenGame::settle(Group group) {
  if ((settled_ >> group & 1) != 0) return;
  settled_ |= 1u << group;
  stepper_.settle(group);
  for (std::uint32_t failure : failures_[group]) {
    if (out_of_time()) break;
    Wire atom = ~game_.circuit.operands(failure)[0];
    if (!stepper_.open(atom) || stepper_.known({failure << 1}) || stepper_.witnesses(atom) != 0 || satisfiable(atom))
      continue;
    stepper_.confirm(failure);
    stepper_.settle(group);
  }
  if (gave_up_) settled_ &= ~(1u << group);  // there is more to confirm
}

solve::Clauses OpenGame::clauses(solve::Solver& solver) const {
  solve::Clauses clauses(solver, copied_);
  for (std::uint32_t input = 0; input < game_.circuit.inputs(); ++input) switch (stepper_.input(input)) {
      case Input::kOff: break;
      case Input::kOn: clauses.set(input, solve::kTrue); break;
      case Input::kOpen: clauses.set(input, solver.variable()); break;
    }
  return clauses;
}

bool OpenGame::ask_solver(Wire wire) {
  if (out_of_time()) return true;
  solve::Solver solver;
  solve::Clauses copy = clauses(solver);
  solve::Literal literal = copy.literal(wire);
  solve::Answer answer = solver.solve({&literal, 1}, {}, budget_);
  gave_up_ |= answer == solve::Answer::kUnknown;
  if (answer == solve::Answer::kYes) learn(solver, copy);
  return answer != solve::Answer::kNo;
}

// A witness is likely to be one again in later rounds.
void OpenGame::learn(const solve::Solver& solver, const solve::Clauses& copy) {
  std::vector<bool> world(game_.circuit.inputs());
  for (std::uint32_t input = 0; input < world.size(); ++input) {
    world[input] = solver.holds(copy.input(input));
  }
  stepper_.learn(world);
  settle_again();
}

// A world has a lane in every group.
void OpenGame::settle_again() {
  for (std::size_t group = 0; group < kGroups; ++group)
    if ((settled_ >> group & 1) != 0) stepper_.settle(group);
}

bool OpenGame::satisfiable(Wire wire) {
  cone_.take(wire);
  if (cone_.unate()) return true;
  if (!cone_.small()) return ask_solver(wire);
  for (std::size_t block = 0; block < cone_.blocks(); ++block)
    if (cone_.holds_tried(block) != 0) return true;
  return false;
}

Truth OpenGame::truth(const Watched& watched) {
  circuit::Kleene value = stepper_.value(watched);
  if ((value.possible & 1) == 0) return Truth::kNo;
  if ((value.known & 1) != 0) return Truth::kYes;
  bool witnessed = (value.known & circuit::KleeneStepper::kWorlds) != 0;
  return witnessed || satisfiable(watched.wire) ? Truth::kOpen : Truth::kNo;
}

Truth OpenGame::legal(std::size_t move) {
  settle(kMoves);
  settle(kQueries);
  return truth(legal_[role_][move]);
}

Truth OpenGame::goal(std::size_t goal) {
  settle(kMoves);
  settle(kQueries);
  return truth(stepper_.watched(game_.goals[role_][goal].second));
}

Truth OpenGame::terminal() {
  settle(kMoves);
  settle(kQueries);
  return truth(stepper_.watched(game_.terminal));
}

void OpenGame::open_moves(std::optional<std::size_t> own) {
  settle(kMoves);
  if (!own) settle(kQueries);
  // All are decided before any is set: setting forgets what was confirmed.
  std::vector<std::pair<std::uint32_t, Input>> inputs;
  for (std::size_t role = 0; role < game_.moves.size(); ++role)
    for (std::size_t i = 0; i < game_.moves[role].size(); ++i) {
      const GameCircuit::Move& move = game_.moves[role][i];
      Input input = Input::kOff;
      if (role == role_ && own)
        input = i == *own ? Input::kOn : Input::kOff;
      else if (truth(legal_[role][i]) != Truth::kNo)
        input = Input::kOpen;
      std::uint32_t number = move.does.node() - 1;
      if (stepper_.input(number) != input) inputs.push_back({number, input});
    }
  for (const auto& [number, input] : inputs) set(number, input);
}

OpenGame::Input OpenGame::move(std::size_t role, std::size_t move) const {
  return stepper_.input(game_.moves[role][move].does.node() - 1);
}

Truth OpenGame::sees(std::size_t percept) {
  settle(kMoves);
  settle(kSees);
  return truth(sees_[percept]);
}

std::optional<std::vector<OpenGame::Forced>> OpenGame::backbone(Wire wire) {
  std::uint64_t worlds = stepper_.witnesses(wire);
  // Inputs with the same value in all witnesses may be forced; most observations have none.
  auto agrees = [&](std::uint32_t input) {
    std::uint64_t holds = stepper_.pattern(input) & worlds;
    return holds == 0 || holds == worlds;
  };
  // What is cheaper to look at comes first: all inputs, or those of the cone.
  if (open_.size() <= kFewInputs && std::none_of(open_.begin(), open_.end(), agrees)) return std::vector<Forced>();
  cone_.take(wire);
  if (std::none_of(cone_.inputs().begin(), cone_.inputs().end(),
                   [&](const circuit::Cone::Input& input) { return agrees(input.number); }))
    return std::vector<Forced>();
  if (cone_.unate()) {
    std::vector<Forced> forced;
    const std::vector<circuit::Cone::Input>& inputs = cone_.inputs();
    for (std::size_t first = 0; first < inputs.size(); first += 64) {
      std::uint64_t free = cone_.holds_against(first);
      for (std::size_t i = first; i < inputs.size() && i < first + 64; ++i)
        if ((free >> (i - first) & 1) == 0) forced.push_back({inputs[i].number, inputs[i].value});
    }
    return forced;
  }
  if (cone_.small()) return backbone_of_small_cone();
  std::vector<Forced> forced, candidates;
  std::optional<std::vector<circuit::Cone::Input>> implied = cone_.implied();
  if (!implied) return std::nullopt;
  std::vector<bool> decided(game_.circuit.inputs());
  for (const circuit::Cone::Input& input : *implied) {
    forced.push_back({input.number, input.value});
    decided[input.number] = true;
  }
  // Nor is an input forced that can be flipped in some witness.
  auto agrees_flipped = [&](std::uint32_t input) {
    std::uint64_t flipped = cone_.holds_flipped(input), pattern = stepper_.pattern(input);
    return ((worlds & pattern) | (flipped & ~pattern)) == 0 || ((worlds & ~pattern) | (flipped & pattern)) == 0;
  };
  for (const circuit::Cone::Input& input : cone_.inputs())
    if (!decided[input.number] && agrees(input.number) && agrees_flipped(input.number))
      candidates.push_back({input.number, false});
  if ((candidates.empty() && worlds != 0) || out_of_time()) return forced;
  solve::Solver solver;
  solve::Clauses copy = clauses(solver);
  solver.add({copy.literal(wire)});
  solve::Answer answer = worlds == 0 ? solver.solve({}, {}, budget_) : solve::Answer::kYes;
  if (answer == solve::Answer::kNo) return std::nullopt;
  if (answer == solve::Answer::kUnknown) {
    gave_up_ = true;
    return forced;
  }
  auto literal = [&](const Forced& candidate) { return copy.input(candidate.input) ^ !candidate.value; };
  for (Forced& candidate : candidates)
    candidate.value =
        worlds == 0 ? solver.holds(copy.input(candidate.input)) : (stepper_.pattern(candidate.input) & worlds) != 0;
  // As long as some candidate can be otherwise, keep those that are not.
  while (!candidates.empty()) {
    std::vector<solve::Literal> otherwise;
    for (const Forced& candidate : candidates) otherwise.push_back(~literal(candidate));
    answer = solver.solve({}, otherwise, budget_);
    if (answer == solve::Answer::kUnknown) {
      gave_up_ = true;
      return forced;
    }
    if (answer == solve::Answer::kNo) break;
    std::erase_if(candidates, [&](const Forced& candidate) { return !solver.holds(literal(candidate)); });
    learn(solver, copy);
  }
  forced.insert(forced.end(), candidates.begin(), candidates.end());
  return forced;
}

std::optional<std::vector<OpenGame::Forced>> OpenGame::backbone_of_small_cone() {
  const std::vector<circuit::Cone::Input>& inputs = cone_.inputs();
  std::vector<std::uint64_t> holds(inputs.size()), fails(inputs.size());
  for (std::size_t block = 0; block < cone_.blocks(); ++block) {
    std::uint64_t lanes = cone_.holds_tried(block);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      holds[i] |= lanes & circuit::Cone::tried(i, block);
      fails[i] |= lanes & ~circuit::Cone::tried(i, block);
    }
  }
  std::vector<Forced> forced;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (holds[i] == 0 && fails[i] == 0) return std::nullopt;
    if (holds[i] == 0 || fails[i] == 0) forced.push_back({inputs[i].number, fails[i] == 0});
  }
  return forced;
}

std::optional<OpenGame::Contradiction> OpenGame::filter(const std::vector<bool>& seen, bool nonpercepts) {
  settle(kMoves);
  settle(kSees);
  open_.clear();
  std::vector<Forced> learnt;
  for (std::size_t i = 0; i < game_.sees[role_].size() && !out_of_time(); ++i) {
    std::uint64_t known = seen[i] ? stepper_.value(sees_[i]).known : ~stepper_.value(sees_[i]).possible;
    if ((known & 1) != 0 || (!seen[i] && !nonpercepts)) continue;
    Wire wire = sees_[i].wire ^ !seen[i];
    if (!stepper_.possible(wire)) return Contradiction{i, seen[i]};
    if (open_.empty())
      for (std::uint32_t input = 0; input < game_.circuit.inputs(); ++input)
        if (stepper_.input(input) == Input::kOpen) open_.push_back(input);
    auto forced = backbone(wire);
    if (!forced) return Contradiction{i, seen[i]};
    learnt.insert(learnt.end(), forced->begin(), forced->end());
  }
  std::sort(learnt.begin(), learnt.end(),
            [](const Forced& a, const Forced& b) { return std::pair(a.input, a.value) < std::pair(b.input, b.value); });
  for (std::size_t i = 1; i < learnt.size(); ++i)
    if (learnt[i].input == learnt[i - 1].input && learnt[i].value != learnt[i - 1].value) return Contradiction{};
  for (const Forced& forced : learnt) set(forced.input, forced.value ? Input::kOn : Input::kOff);
  return std::nullopt;
}

std::vector<Truth> OpenGame::next() {
  settle(kMoves);
  settle(kSees);
  settle(kNext);
  std::vector<Truth> out;
  out.reserve(next_.size());
  for (const Watched& next : next_) out.push_back(truth(next));
  return out;
}

}  // namespace percept::belief
