// SPDX-License-Identifier: MIT
#include "sample/native/segment.h"

#include <algorithm>
#include <utility>

namespace percept::sample {

using belief::Histories;
using belief::NumberedCircuit;
using solve::Answer;

Outcome Segment::advance(const Experience& experience, const Budget& budget) {
  Outcome outcome = formula_.advance(experience.move, experience.percepts, budget);
  has_model_ = outcome == Outcome::kDone;
  if (outcome != Outcome::kUnexplained) find_choices(formula_.rounds().size() - 1);
  return outcome;
}

std::optional<std::vector<FluentId>> Segment::known_position(std::size_t round) const {
  bool last = round == formula_.rounds().size();
  const NumberedCircuit& circuit = last ? formula_.circuit() : *formula_.rounds()[round].circuit;
  const std::vector<Literal>& fluents = last ? formula_.last() : formula_.rounds()[round].fluents;
  std::vector<FluentId> out;
  for (std::size_t i = 0; i < fluents.size(); ++i) {
    Literal literal = formula_.solver().fixed(fluents[i]);
    if (!is_constant(literal)) return std::nullopt;
    if (literal == solve::kTrue) out.push_back(circuit.fluents[i]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

Segment::Models Segment::models(std::size_t count, bool histories, Chances& chances, Random& random,
                                const Budget& budget) {
  Models out;
  std::vector<double> logarithms;
  Literal search = formula_.solver().variable();
  while (out.samples.size() < count && !out.all && !out.gave_up) {
    if (!std::exchange(has_model_, false)) {
      Answer answer = find_model(search, random, budget);
      out.all = answer == Answer::kNo;
      out.gave_up = answer == Answer::kUnknown;
      if (answer != Answer::kYes) continue;
    }
    out.samples.push_back(read(histories, chances, logarithms));
    exclude_model(search);
  }
  formula_.solver().add({~search});
  normalise(out.samples, logarithms);
  return out;
}

void Segment::find_choices(std::size_t number) {
  const Histories::Round& round = formula_.rounds()[number];
  game::JointMove given(round.does.size());
  for (std::uint32_t r = 0; r < round.does.size(); ++r) {
    Choice choice{number, RoleId{r}, {}, {}, {}};
    for (std::size_t i = 0; i < round.does[r].size(); ++i) {
      Literal does = round.does[r][i], legal = round.legal[r][i];
      MoveId move = round.circuit->moves[r][i];
      if (does == solve::kTrue) given[r] = move;
      if (legal == solve::kTrue) ++choice.always_legal;
      if (!is_constant(legal)) choice.maybe_legal.push_back(legal);
      if (is_constant(does)) continue;
      choice.moves.push_back(move);
      choice.does.push_back(does);
    }
    if (!choice.does.empty()) choices_.push_back(std::move(choice));
  }
  given_.push_back(std::move(given));
}

// Plays forward at random, guided by the solver: moves are chosen one after the other and assumed; the last of those
// that do not go together is chosen anew, or in the end left to the solver.
Answer Segment::find_model(Literal search, Random& random, const Budget& budget) {
  constexpr unsigned kTries = 4;
  solve::Solver& solver = formula_.solver();
  auto choose = [&](std::size_t i) {
    const std::vector<Literal>& does = choices_[i].does;
    solver.prefer(~preferred_[i]);
    preferred_[i] = does[random.below(static_cast<std::uint32_t>(does.size()))];
    solver.prefer(preferred_[i]);
    return preferred_[i];
  };
  preferred_.resize(choices_.size(), solve::kTrue);
  std::vector<Literal> assumed;
  for (std::size_t i = 0; i < choices_.size(); ++i) assumed.push_back(choose(i));
  assumed.push_back(search);
  std::vector<unsigned> tries(choices_.size(), 1);
  while (true) {
    Answer answer = solver.solve(assumed, {}, budget);
    if (answer != Answer::kNo) return answer;
    std::size_t last = choices_.size();
    while (last > 0 && (assumed[last - 1] == solve::kTrue || !solver.failed(assumed[last - 1]))) --last;
    if (last == 0) return answer;
    assumed[last - 1] = ++tries[last - 1] <= kTries ? choose(last - 1) : solve::kTrue;
  }
}

void Segment::exclude_model(Literal search) {
  std::vector<Literal> clause{~search};
  for (std::size_t i = 0; i < choices_.size(); ++i) clause.push_back(~choices_[i].does[made_[i]]);
  formula_.solver().add(clause);
}

game::State Segment::state(const NumberedCircuit& circuit, const std::vector<Literal>& fluents) {
  game::State out;
  for (std::size_t i = 0; i < fluents.size(); ++i)
    if (formula_.solver().holds(fluents[i])) out.insert(circuit.fluents[i]);
  return out;
}

double Segment::log_chance(const Choice& choice, MoveId made, Chances& chances) {
  const solve::Solver& solver = formula_.solver();
  auto holds = [&](Literal literal) { return solver.holds(literal); };
  if (!chances.needs_position(choice.role))
    return Chances::log_uniform(choice.always_legal +
                                static_cast<std::size_t>(std::ranges::count_if(choice.maybe_legal, holds)));
  const Histories::Round& round = formula_.rounds()[choice.round];
  std::vector<MoveId> legal;
  const std::vector<MoveId>& moves = round.circuit->moves[choice.role.value];
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (holds(round.legal[choice.role.value][i])) legal.push_back(moves[i]);
  auto chosen = static_cast<std::size_t>(std::ranges::find(legal, made) - legal.begin());
  return chances.log_chance(choice.role, state(*round.circuit, round.fluents), legal, chosen);
}

// The history of the model.
Sample Segment::read(bool histories, Chances& chances, std::vector<double>& logarithms) {
  const solve::Solver& solver = formula_.solver();
  Sample out;
  if (histories) out.moves = given_;
  double logarithm = 0;
  made_.clear();
  for (const Choice& choice : choices_) {
    std::size_t made = 0;
    while (!solver.holds(choice.does[made])) ++made;
    made_.push_back(made);
    if (histories) out.moves[choice.round][choice.role.value] = choice.moves[made];
    logarithm += log_chance(choice, choice.moves[made], chances);
  }
  out.state = state(formula_.circuit(), formula_.last());
  logarithms.push_back(logarithm);
  return out;
}

}  // namespace percept::sample
