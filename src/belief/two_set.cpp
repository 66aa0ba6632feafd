// SPDX-License-Identifier: MIT
#include "belief/two_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace percept::belief {
namespace {

using Input = OpenGame::Input;

Truth truth_of_kleene(Input input) {
  return input == Input::kOn ? Truth::kYes : input == Input::kOpen ? Truth::kOpen : Truth::kNo;
}

}  // namespace

Result<std::unique_ptr<TwoSetBelief>> TwoSetBelief::make(std::shared_ptr<Rules> rules, RoleId role,
                                                         const Options& options, const Budget& budget) {
  PERCEPT_CHECK(rules->logic() == circuit::Logic::kKleene, "two sets, of rules that are not made for Kleene's logic");
  std::unique_ptr<TwoSetBelief> belief(new TwoSetBelief(std::move(rules), role, options));
  Result<void> started = belief->restart(budget);
  if (!started) return tl::unexpected(started.error());
  return belief;
}

Result<std::unique_ptr<TwoSetBelief>> TwoSetBelief::make_at(std::shared_ptr<Rules> rules, RoleId role,
                                                            const Known<FluentId>& position, std::size_t round,
                                                            const Budget& budget) {
  std::unique_ptr<TwoSetBelief> belief(new TwoSetBelief(std::move(rules), role, {true}));
  Result<void> entered = belief->enter(position, budget);
  if (!entered) return tl::unexpected(entered.error());
  belief->restart_rounds(round);
  return belief;
}

Result<void> TwoSetBelief::restart(const Budget& budget) {
  restart_rounds();
  return enter({rules().initial(), {}}, budget);
}

Result<void> TwoSetBelief::enter(const Known<FluentId>& position, const Budget& budget) {
  if (rules().whole()) {
    if (!game_) game_ = std::make_unique<OpenGame>(rules().whole(), role());
  } else {
    auto local = rules().local(position.known, position.open, role(), budget);
    if (!local) return tl::unexpected(local.error());
    game_ = std::make_unique<OpenGame>(*local, role());
  }
  place(position);
  gave_up_ = false;
  return {};
}

void TwoSetBelief::place(const Known<FluentId>& position) {
  std::vector<Input> inputs(rules().lexicon().fluents(), Input::kOff);
  auto set = [&](FluentId fluent, Input input) {
    rules().lexicon().expect(fluent);
    inputs[fluent.value] = input;
  };
  for (FluentId fluent : position.known) set(fluent, Input::kOn);
  for (FluentId fluent : position.open) set(fluent, Input::kOpen);
  const std::vector<FluentId>& fluents = game_->circuit().fluents;
  for (std::size_t i = 0; i < fluents.size(); ++i) game_->set_fluent(i, inputs[fluents[i].value]);
}

Known<FluentId> TwoSetBelief::position() const {
  Known<FluentId> out;
  const std::vector<FluentId>& fluents = game_->circuit().fluents;
  for (std::size_t i = 0; i < fluents.size(); ++i) out.add(fluents[i], truth_of_kleene(game_->fluent(i)));
  out.sort();
  return out;
}

Known<MoveId> TwoSetBelief::known_legal(const Budget& budget) {
  return asked(budget, [&] {
    Known<MoveId> out;
    const std::vector<MoveId>& moves = game_->circuit().moves[role().value];
    for (std::size_t i = 0; i < moves.size(); ++i) out.add(moves[i], game_->legal(i));
    out.sort();
    return out;
  });
}

Known<int> TwoSetBelief::known_goals(const Budget& budget) {
  return asked(budget, [&] {
    Known<int> out;
    const auto& goals = game_->circuit().game.goals[role().value];
    for (std::size_t i = 0; i < goals.size(); ++i) out.add(goals[i].first, game_->goal(i));
    return out;
  });
}

Truth TwoSetBelief::known_terminal(const Budget& budget) {
  return asked(budget, [&] { return game_->terminal(); });
}

// Two sets do not say how many of their models can be.
std::optional<std::size_t> TwoSetBelief::known_states() {
  if (position().open.empty()) return 1;
  return std::nullopt;
}

Error TwoSetBelief::unexplained(const OpenGame::Contradiction& contradiction) const {
  std::string what = "no history explains the percepts together";
  if (contradiction.percept) {
    std::string percept = rules().text(game_->circuit().sees[role().value][*contradiction.percept]);
    what = contradiction.seen ? fmt::format("no history explains the percept {}", percept)
                              : fmt::format("every history would have shown the percept {}", percept);
  }
  return {fmt::format("round {}: {}", round_at_hand(), what), kGoOn};
}

Result<bool> TwoSetBelief::advance(const Experience& experience, const Budget& budget) {
  const NumberedCircuit& circuit = game_->circuit();
  std::optional<std::size_t> own;
  if (experience.move) {
    own = circuit.index(role(), *experience.move);
    if (!own)
      return failure(fmt::format("round {}: {} is not a move that {} can make here", round_at_hand(),
                                 rules().text(role(), *experience.move), rules().text(role())));
  }
  seen_.assign(circuit.sees[role().value].size(), false);
  if (experience.percepts)
    for (PerceptId percept : *experience.percepts) {
      std::optional<std::size_t> at = circuit.index(role(), percept);
      if (!at)
        return failure(
            fmt::format("round {}: no history explains the percept {}", round_at_hand(), rules().text(percept)), kGoOn);
      seen_[*at] = true;
    }
  Known<FluentId> before = position();
  game_->limit(budget);
  game_->open_moves(own);
  if (trace_) {
    *trace_ = {};
    for (std::size_t r = 0; r < circuit.moves.size(); ++r)
      for (std::size_t i = 0; i < circuit.moves[r].size(); ++i)
        if (r != role().value && game_->move(r, i) != Input::kOff)
          trace_->moves.push_back({RoleId{static_cast<std::uint32_t>(r)}, circuit.moves[r][i]});
    for (std::size_t i = 0; i < circuit.sees[role().value].size(); ++i)
      if (game_->sees(i) != Truth::kNo) trace_->percepts.push_back(circuit.sees[role().value][i]);
  }
  if (experience.percepts)
    if (auto contradiction = game_->filter(seen_, options_.nonpercepts))
      return tl::unexpected(unexplained(*contradiction));
  if (trace_) {
    trace_->fluents = position();
    for (std::size_t r = 0; r < circuit.moves.size(); ++r)
      for (std::size_t i = 0; i < circuit.moves[r].size(); ++i)
        trace_->does.add({RoleId{static_cast<std::uint32_t>(r)}, circuit.moves[r][i]},
                         truth_of_kleene(game_->move(r, i)));
  }
  std::vector<Truth> next = game_->next();
  if (game_->gave_up()) {
    place(before);
    return false;
  }
  Known<FluentId> after;
  for (std::size_t i = 0; i < next.size(); ++i) after.add(circuit.fluents[i], next[i]);
  if (Result<void> entered = enter(after, budget); !entered) {
    place(before);
    if (budget.out_of_time()) return false;
    return tl::unexpected(entered.error());
  }
  return true;
}

}  // namespace percept::belief
