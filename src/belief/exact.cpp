// SPDX-License-Identifier: MIT
#include "belief/exact.h"

#include <algorithm>
#include <map>

#include "belief/unexplained.h"
#include "belief/worlds_circuit.h"

namespace percept::belief {
namespace {

Truth truth_of(const Worlds::Share& share) { return share.all ? Truth::kYes : share.some ? Truth::kOpen : Truth::kNo; }

template <class Thing>
Known<Thing> sorted_in(const std::vector<Truth>& truths, const std::vector<Thing>& things) {
  Known<Thing> out;
  for (std::size_t i = 0; i < truths.size(); ++i) out.add(things[i], truths[i]);
  out.sort();
  return out;
}

}  // namespace

ExactBelief::ExactBelief(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
    : Belief(std::move(rules), role), options_(options), random_(options.seed), worlds_(role, options.worlds) {}

Result<std::unique_ptr<ExactBelief>> ExactBelief::make(std::shared_ptr<Rules> rules, RoleId role,
                                                       const Options& options, const Budget& budget) {
  PERCEPT_CHECK(rules->logic() == circuit::Logic::kTwoValued, "exact knowledge, of rules that are not two-valued");
  std::unique_ptr<ExactBelief> belief(new ExactBelief(std::move(rules), role, options));
  belief->circuit_ = belief->rules().whole();
  if (belief->circuit_) belief->worlds_.use(belief->circuit_);
  Result<void> started = belief->restart(budget);
  if (!started) return tl::unexpected(started.error());
  return belief;
}

Result<void> ExactBelief::restart(const Budget& budget) {
  restart_rounds();
  past_.clear();
  exact_weights_ = true;
  gave_up_ = moved_ = too_many_ = undecided_ = false;
  given_up_ = 0;
  histories_.reset();
  coarse_.reset();
  random_ = Random(options_.seed);
  worlds_.start(rules().initial());
  if (rules().whole()) return {};
  auto local = rules().local(rules().initial(), {}, role(), budget);
  if (!local) return tl::unexpected(local.error());
  circuit_ = *local;
  worlds_.use(circuit_);
  return {};
}

// ---- one round

tl::unexpected<Error> ExactBelief::unexplained(const Experience& experience) const {
  return belief::unexplained(rules(), role(), round_at_hand(), experience);
}

Result<bool> ExactBelief::advance(const Experience& experience, const Budget& budget) {
  if (!coarse_ && !moved_) {
    if (experience.move && !circuit_->index(role(), *experience.move)) return unexplained(experience);
    if (experience.percepts)
      for (PerceptId percept : *experience.percepts)
        if (!circuit_->index(role(), percept)) return unexplained({experience.move, Percepts{percept}});
  }
  Result<bool> done = true;
  if (!histories_ && !coarse_ && !too_many_) done = advance_worlds(experience, budget);
  if (histories_ || coarse_ || too_many_) {
    if (!rules().whole())
      done = advance_coarse(experience, budget);
    else if (!become_symbolic(budget))
      done = false;
    else
      done = advance_histories(experience, budget);
  }
  if (done && *done) {
    past_.push_back(experience);
    gave_up_ = moved_ = too_many_ = false;
    given_up_ = 0;
  }
  return done;
}

Result<bool> ExactBelief::advance_worlds(const Experience& experience, const Budget& budget) {
  constexpr unsigned kTries = 2;
  if (!moved_ && !rules().whole()) before_ = worlds_.layer();
  if (!moved_) switch (worlds_.advance(experience.move, experience.percepts, budget)) {
      case Outcome::kDone: break;
      case Outcome::kUnexplained: return unexplained(experience);
      case Outcome::kTooMany: too_many_ = true; return false;
      case Outcome::kGaveUp: too_many_ = ++given_up_ == kTries && rules().whole(); return false;
    }
  moved_ = true;
  if (rules().whole()) return true;
  Result<bool> done = use_local_circuit(budget);
  if (!done) {  // it is as it was before
    worlds_.restore(*before_);
    moved_ = false;
  }
  return done;
}

Known<FluentId> ExactBelief::shown() const {
  std::vector<Truth> truths;
  for (const Worlds::Share& share : worlds_.fluents()) truths.push_back(truth_of(share));
  return sorted_in(truths, circuit_->fluents);
}

Result<bool> ExactBelief::advance_coarse(const Experience& experience, const Budget& budget) {
  if (!coarse_) {
    auto made = TwoSetBelief::make_at(shared_rules(), role(), shown(), round_at_hand(), budget);
    if (!made && budget.out_of_time()) return false;
    if (!made) return tl::unexpected(made.error());
    coarse_ = std::move(*made);
  }
  Result<void> done = coarse_->late() > 0 ? coarse_->catch_up(budget) : coarse_->update(experience, budget);
  return done.map([&] { return coarse_->late() == 0; });
}

Result<bool> ExactBelief::use_local_circuit(const Budget& budget) {
  auto local = local_circuit(rules(), worlds_.all(), role(), budget);
  if (!local && budget.out_of_time()) return false;
  if (!local) return tl::unexpected(local.error());
  circuit_ = *local;
  worlds_.use(circuit_);
  return true;
}

// Everything so far as a formula; the worlds go on as a sample.
bool ExactBelief::become_symbolic(const Budget& budget) {
  if (histories_ && replayed_) return true;
  if (!histories_) {
    histories_ = std::make_unique<Histories>(circuit_, role(), rules().initial());
    unrolled_ = 0;
    replayed_ = false;
  }
  for (; unrolled_ < past_.size(); ++unrolled_) {
    if (budget.out_of_time()) return false;
    histories_->advance(past_[unrolled_].move, past_[unrolled_].percepts, question(budget));
    histories_->simplify(question(budget));
  }
  fluents_.clear();
  for (const Worlds::Share& share : worlds_.fluents()) fluents_.push_back(truth_of(share));
  worlds_.thin(options_.sample, random_);
  return replayed_ = true;
}

Result<bool> ExactBelief::advance_histories(const Experience& experience, const Budget& budget) {
  Outcome outcome = histories_->advance(experience.move, experience.percepts, question(budget));
  if (outcome == Outcome::kUnexplained) return unexplained(experience);
  advance_sample(experience, budget);
  decide_fluents(budget);
  if (worlds_.size() <= options_.few) refill_sample(budget);
  return true;
}

void ExactBelief::decide_fluents(const Budget& budget) {
  std::vector<Histories::Seen> seen(game().fluents.size());
  std::vector<Worlds::Share> shares = worlds_.fluents();
  if (worlds_.size() > 0)
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = {shares[i].some, !shares[i].all};
  undecided_ = false;
  fluents_ = histories_->decide_fluents(std::move(seen), question(budget), undecided_);
}

// A sample that explains nothing any more is left empty.
void ExactBelief::advance_sample(const Experience& experience, const Budget& budget) {
  if (worlds_.size() > 0 && worlds_.advance(experience.move, experience.percepts, budget) == Outcome::kDone) {
    worlds_.thin(options_.sample, random_);
  } else {
    worlds_ = Worlds(role(), options_.worlds);
    worlds_.use(circuit_);
  }
}

// A small sample may mean that there are few positions left. When the solver finds some and then no other, these are
// all there are.
void ExactBelief::refill_sample(const Budget& budget) {
  Histories::Positions positions = histories_->positions(options_.few + 1, question(budget));
  if (!positions.all && worlds_.size() > 0) return;
  track(positions);
  exact_weights_ = false;
  if (positions.all) {
    histories_.reset();
    undecided_ = false;
  } else {
    worlds_.thin(options_.sample, random_);
  }
}

// Positions that the worlds have keep their weights, others get the least of them.
void ExactBelief::track(const Histories::Positions& positions) {
  double least = 1;
  std::map<std::vector<FluentId>, double> weights;
  for (std::size_t world = 0; world < worlds_.size(); ++world) {
    weights[worlds_.state(world)] = worlds_.weight(world);
    least = std::min(least, worlds_.weight(world));
  }
  worlds_ = Worlds(role(), options_.worlds);
  worlds_.use(circuit_);
  double total = 0;  // weights are told in parts of all before
  for (const std::vector<bool>& holds : positions.found) {
    std::vector<FluentId> state;
    for (std::size_t i = 0; i < holds.size(); ++i)
      if (holds[i]) state.push_back(circuit_->fluents[i]);
    std::sort(state.begin(), state.end());
    auto known = weights.find(state);
    double weight = known == weights.end() ? least : known->second;
    if (total == 0)
      worlds_.start(state);
    else
      worlds_.add(state, weight / total);
    total += weight;
  }
}

// ---- what is known

std::vector<Truth> ExactBelief::truths(const std::vector<Worlds::Share>& shares, std::span<const circuit::Wire> wires,
                                       const Budget& budget) {
  std::vector<Truth> out;
  if (!histories_) {
    for (const Worlds::Share& share : shares) out.push_back(truth_of(share));
    return out;
  }
  std::vector<Histories::Seen> seen(wires.size());
  if (worlds_.size() > 0)
    for (std::size_t i = 0; i < wires.size(); ++i) seen[i] = {shares[i].some, !shares[i].all};
  return histories_->decide(wires, std::move(seen), question(budget), gave_up_);
}

Known<MoveId> ExactBelief::known_legal(const Budget& budget) {
  if (coarse_) return coarse_->legal(budget);
  std::vector<circuit::Wire> wires;
  for (const GameCircuit::Move& move : game().moves[role().value]) wires.push_back(move.legal);
  return sorted_in(truths(worlds_.legal(), wires, budget), circuit_->moves[role().value]);
}

Known<int> ExactBelief::known_goals(const Budget& budget) {
  if (coarse_) return coarse_->goals(budget);
  std::vector<circuit::Wire> wires;
  std::vector<int> values;
  for (const auto& [value, wire] : game().goals[role().value]) {
    wires.push_back(wire);
    values.push_back(value);
  }
  return sorted_in(truths(worlds_.goals(), wires, budget), values);
}

Truth ExactBelief::known_terminal(const Budget& budget) {
  if (coarse_) return coarse_->terminal(budget);
  return truths({worlds_.terminal()}, {&game().terminal, 1}, budget)[0];
}

Known<FluentId> ExactBelief::known_fluents(const Budget& budget) {
  if (coarse_) return coarse_->fluents(budget);
  if (undecided_ && !budget.out_of_time()) decide_fluents(budget);
  return decided();
}

Known<FluentId> ExactBelief::decided() const { return histories_ ? sorted_in(fluents_, circuit_->fluents) : shown(); }

std::optional<std::size_t> ExactBelief::known_states() {
  if (coarse_) return coarse_->states();
  if (histories_) return std::nullopt;
  return worlds_.size();
}

std::vector<Probability> ExactBelief::known_probabilities() {
  if (coarse_) return {};
  std::vector<double> weights(rules().lexicon().fluents());
  std::vector<Worlds::Share> shares = worlds_.fluents();
  for (std::size_t i = 0; i < shares.size(); ++i) weights[circuit_->fluents[i].value] = shares[i].weight;
  std::vector<Probability> out;
  for (FluentId fluent : decided().open) out.push_back({weights[fluent.value], !histories_ && exact_weights_});
  return out;
}

}  // namespace percept::belief
