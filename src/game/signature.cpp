// SPDX-License-Identifier: MIT
#include "game/signature.h"

#include <algorithm>
#include <string_view>

#include "circuit/automaton.h"
#include "game/playout.h"
#include "lanes/backend.h"
#include "lanes/plan.h"

namespace percept::game {
namespace {

using circuit::Automaton;
using circuit::Circuit;
using circuit::Wire;

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kMatches = 8;            // one state at a time
constexpr std::size_t kRound = 2;              // whose positions lanes start from, too
constexpr std::uint64_t kFromInitial = 256;    // playouts: lanes are used again
constexpr std::uint64_t kFew = 3, kMany = 20;  // playouts of a position: lanes fill up in two ways (lanes/cpu)
constexpr unsigned kLanes = 64;                // every CPU has them

class Hash {
 public:
  void add(std::uint64_t number) { value_ = mixed(value_ + 0x9E3779B97F4A7C15u + number); }
  void add(std::string_view text) {
    add(text.size());
    for (char c : text) add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

// Positions of kRound are kept.
Result<Signature::Part> play_single(Game& game, std::vector<State>& positions) {
  Signature::Part out;
  Hash hash;
  Random random(kSeed);
  for (; out.playouts < kMatches; ++out.playouts) {
    auto played = play_out(game, game.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
      if (round.number == kRound + 1) positions.push_back(round.state);
      hash.add(game.text(round.state));
      for (std::uint32_t role = 0; role < game.roles(); ++role) {
        auto percepts = game.percepts(round.state, round.moves, RoleId{role});
        if (!percepts) return tl::unexpected(percepts.error());
        std::ranges::sort(*percepts, [&](PerceptId a, PerceptId b) { return game.lexicon().less(a, b); });
        hash.add(game.text(RoleId{role}, round.moves[role]));
        hash.add(percepts->size());
        for (PerceptId percept : *percepts) hash.add(game.text(percept));
      }
      return {};
    });
    if (!played) return tl::unexpected(played.error());
    out.states += played->rounds;
    hash.add(game.text(played->end));
    for (std::uint32_t role = 0; role < game.roles(); ++role) {
      auto goals = game.goals(played->end, RoleId{role});
      if (!goals) return tl::unexpected(goals.error());
      hash.add(goals->size());
      for (int goal : *goals) hash.add(static_cast<std::uint64_t>(goal));
    }
  }
  out.hash = hash.value();
  return out;
}

// The game's automaton with the moves of each role in the order of their names, in a circuit of its own.
Automaton in_order(const Game& game, Circuit& circuit) {
  Automaton before = game.whole()->automaton(), out = before;
  out.sees.clear();
  out.circuit = &circuit;
  std::vector<Wire> inputs(before.circuit->inputs());
  for (std::size_t f = 0; f < before.fluents(); ++f) inputs[before.fluent_node(f) - 1] = circuit.input();
  for (std::uint32_t role = 0; role < before.roles(); ++role) {
    std::vector<MoveId> moves = game.whole()->moves[role];
    std::vector<std::size_t> order(moves.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(
        order, [&](std::size_t a, std::size_t b) { return game.lexicon().less(RoleId{role}, moves[a], moves[b]); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      inputs[before.move_node(role, order[i]) - 1] = circuit.input();
      out.legal[role][i] = before.legal[role][order[i]];
    }
  }
  std::vector<Wire*> outputs = {&out.terminal};
  for (Wire& wire : out.next) outputs.push_back(&wire);
  for (auto& of_role : out.legal)
    for (Wire& wire : of_role) outputs.push_back(&wire);
  for (auto& of_role : out.goals)
    for (auto& [value, wire] : of_role) outputs.push_back(&wire);
  std::vector<Wire> roots;
  for (const Wire* wire : outputs) roots.push_back(*wire);
  auto copied = [](Circuit& c, std::uint32_t, const std::vector<Wire>& operands) { return c.all(operands); };
  circuit = circuit::rebuilt(*before.circuit, roots, copied, std::move(circuit), inputs);
  for (std::size_t i = 0; i < roots.size(); ++i) *outputs[i] = roots[i];
  return out;
}

Result<Signature::Part> play_lanes(const Game& game, std::span<const State> positions) {
  Circuit circuit;
  Automaton automaton = in_order(game, circuit);
  auto plan = std::make_shared<const lanes::Plan>(automaton, lanes::Plan::Options{.expand = false});
  lanes::Weights weights;
  for (const auto& of_role : automaton.legal) {
    weights.emplace_back();
    for (std::size_t i = 0; i < of_role.size(); ++i) weights.back().push_back(static_cast<std::uint8_t>(1 + i % 3));
  }
  lanes::Rows initial, met;
  initial.clear(plan->row_words());
  initial.push(plan->initial());
  met.clear(plan->row_words());
  for (const State& position : positions) met.push(position.words());
  const std::pair<const lanes::Rows*, lanes::PlayoutOptions> runs[] = {
      {&initial, {.each = kFromInitial, .seed = kSeed}},
      {&met, {.round = kRound, .each = kFew, .seed = kSeed}},
      {&met, {.round = kRound, .each = kMany, .seed = kSeed, .weights = &weights}}};
  auto batch = lanes::Backend::with(kLanes).batch(plan);
  Signature::Part out;
  Hash hash;
  for (const auto& [rows, options] : runs) {
    lanes::Ends ends;
    batch->load(*rows);
    batch->play_out(options, ends);
    State state(ends.stopped.position, game.lexicon().number());
    if (ends.stopped.why == lanes::Stop::kEndless) return tl::unexpected(game.not_ended(state, options.max_rounds));
    if (ends.stopped.why == lanes::Stop::kNoMove)
      return tl::unexpected(game.no_move(state, RoleId{static_cast<std::uint32_t>(ends.stopped.role)}));
    for (std::uint64_t count : ends.counts) hash.add(count);
    out.playouts += ends.playouts();
    out.states += ends.states();
  }
  out.hash = hash.value();
  return out;
}

}  // namespace

std::uint64_t Signature::hash() const {
  Hash out;
  for (const Part& part : {single, lanes})
    for (std::uint64_t number : {part.hash, part.playouts, part.states}) out.add(number);
  return out.value();
}

std::uint64_t hash_of(std::span<const Signature> signatures) {
  Hash out;
  for (const Signature& signature : signatures) out.add(signature.hash());
  return out.value();
}

Result<Signature> signature_of(Game& game) {
  if (!game.whole()) return failure("a game that the prover runs has no signature", game.why());
  std::vector<State> positions;
  auto single = play_single(game, positions);
  if (!single) return tl::unexpected(single.error());
  auto lanes = play_lanes(game, positions);
  if (!lanes) return tl::unexpected(lanes.error());
  return Signature{*single, *lanes};
}

}  // namespace percept::game
