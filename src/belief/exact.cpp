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
                                                       const Options& options) {
  std::unique_ptr<ExactBelief> belief(new ExactBelief(std::move(rules), role, options));
  belief->circuit_ = belief->rules().whole();
  if (belief->circuit_) belief->worlds_.use(belief->circuit_);
  Result<void> started = belief->restart();
  if (!started) return tl::unexpected(started.error());
  return belief;
}

Result<void> ExactBelief::restart() {
  restart_rounds();
  histories_.reset();
  past_.clear();
  exact_weights_ = true;
  gave_up_ = false;
  coarse_.reset();
  random_ = Random(options_.seed);
  worlds_.start(rules().initial());
  if (rules().whole()) return {};
  auto local = rules().local(rules().initial(), {}, role());
  if (!local) return tl::unexpected(local.error());
  circuit_ = *local;
  worlds_.use(circuit_);
  return {};
}

// ---- one round

Result<void> ExactBelief::advance(const Experience& experience) {
  if (coarse_) return coarse_->update(experience);
  if (experience.move && !circuit_->index(role(), *experience.move))
    return unexplained(rules(), role(), round(), experience);
  if (experience.percepts)
    for (PerceptId percept : *experience.percepts)
      if (!circuit_->index(role(), percept))
        return unexplained(rules(), role(), round(), {experience.move, Percepts{percept}});
  bool too_many = false;
  Result<void> done;
  if (!histories_) {
    done = advance_worlds(experience, too_many);
    if (too_many) {
      if (rules().whole())
        become_symbolic();
      else
        done = become_coarse();
      if (done) done = coarse_ ? coarse_->update(experience) : advance_histories(experience);
    }
  } else {
    done = advance_histories(experience);
  }
  if (done) past_.push_back(experience);
  return done;
}

Result<void> ExactBelief::advance_worlds(const Experience& experience, bool& too_many) {
  switch (worlds_.advance(experience.move, experience.percepts)) {
    case Worlds::Outcome::kDone: return rules().whole() ? Result<void>() : use_local_circuit();
    case Worlds::Outcome::kUnexplained: return unexplained(rules(), role(), round(), experience);
    case Worlds::Outcome::kTooMany: too_many = true; break;
    case Worlds::Outcome::kGaveUp: break;  // there is no budget
  }
  return {};
}

Known<FluentId> ExactBelief::shown() const {
  std::vector<Truth> truths;
  for (const Worlds::Share& share : worlds_.fluents()) truths.push_back(truth_of(share));
  return sorted_in(truths, circuit_->fluents);
}

Result<void> ExactBelief::become_coarse() {
  auto made = TwoSetBelief::make_at(shared_rules(), role(), shown(), round());
  if (!made) return tl::unexpected(made.error());
  coarse_ = std::move(*made);
  gave_up_ = true;
  return {};
}

Result<void> ExactBelief::use_local_circuit() {
  auto local = local_circuit(rules(), worlds_.all(), role());
  if (!local) return tl::unexpected(local.error());
  circuit_ = *local;
  worlds_.use(circuit_);
  return {};
}

// Everything so far as a formula; the worlds go on as a sample.
void ExactBelief::become_symbolic() {
  histories_ = std::make_unique<Histories>(circuit_, role(), rules().initial());
  for (const Experience& experience : past_) {
    if (histories_->advance(experience.move, experience.percepts, budget()) == Histories::Outcome::kGaveUp)
      gave_up_ = true;
    histories_->simplify(budget());
  }
  fluents_.clear();
  for (const Worlds::Share& share : worlds_.fluents()) fluents_.push_back(truth_of(share));
  worlds_.thin(options_.sample, random_);
}

Result<void> ExactBelief::advance_histories(const Experience& experience) {
  Histories::Outcome outcome = histories_->advance(experience.move, experience.percepts, budget());
  if (outcome == Histories::Outcome::kUnexplained) return unexplained(rules(), role(), round(), experience);
  if (outcome == Histories::Outcome::kGaveUp) gave_up_ = true;
  advance_sample(experience);
  std::vector<Histories::Seen> seen(game().fluents.size());
  std::vector<Worlds::Share> shares = worlds_.fluents();
  if (worlds_.size() > 0)
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = {shares[i].some, !shares[i].all};
  fluents_ = histories_->decide_fluents(std::move(seen), budget(), gave_up_);
  if (worlds_.size() <= options_.few) refill_sample();
  return {};
}

// A sample that explains nothing any more is left empty.
void ExactBelief::advance_sample(const Experience& experience) {
  if (worlds_.size() > 0 && worlds_.advance(experience.move, experience.percepts) == Worlds::Outcome::kDone) {
    worlds_.thin(options_.sample, random_);
  } else {
    worlds_ = Worlds(role(), options_.worlds);
    worlds_.use(circuit_);
  }
}

// A small sample may mean that there are few positions left. When the solver finds some and then no other, these are
// all there are.
void ExactBelief::refill_sample() {
  Histories::Positions positions = histories_->positions(options_.few + 1, budget());
  if (!positions.all && worlds_.size() > 0) return;
  track(positions);
  exact_weights_ = false;
  if (positions.all)
    histories_.reset();
  else
    worlds_.thin(options_.sample, random_);
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

std::vector<Truth> ExactBelief::truths(const std::vector<Worlds::Share>& shares, std::span<const circuit::Wire> wires) {
  std::vector<Truth> out;
  if (!histories_) {
    for (const Worlds::Share& share : shares) out.push_back(truth_of(share));
    return out;
  }
  std::vector<Histories::Seen> seen(wires.size());
  if (worlds_.size() > 0)
    for (std::size_t i = 0; i < wires.size(); ++i) seen[i] = {shares[i].some, !shares[i].all};
  return histories_->decide(wires, std::move(seen), budget(), gave_up_);
}

Known<MoveId> ExactBelief::legal() {
  if (coarse_) return coarse_->legal();
  std::vector<circuit::Wire> wires;
  for (const GameCircuit::Move& move : game().moves[role().value]) wires.push_back(move.legal);
  return sorted_in(truths(worlds_.legal(), wires), circuit_->moves[role().value]);
}

Known<int> ExactBelief::goals() {
  if (coarse_) return coarse_->goals();
  std::vector<circuit::Wire> wires;
  std::vector<int> values;
  for (const auto& [value, wire] : game().goals[role().value]) {
    wires.push_back(wire);
    values.push_back(value);
  }
  return sorted_in(truths(worlds_.goals(), wires), values);
}

Truth ExactBelief::terminal() {
  if (coarse_) return coarse_->terminal();
  return truths({worlds_.terminal()}, {&game().terminal, 1})[0];
}

Known<FluentId> ExactBelief::fluents() {
  if (coarse_) return coarse_->fluents();
  return histories_ ? sorted_in(fluents_, circuit_->fluents) : shown();
}

std::optional<std::size_t> ExactBelief::states() {
  if (coarse_) return coarse_->states();
  if (histories_) return std::nullopt;
  return worlds_.size();
}

std::vector<Probability> ExactBelief::probabilities() {
  if (coarse_) return {};
  std::vector<double> weights(rules().vocabulary().fluents.size());
  std::vector<Worlds::Share> shares = worlds_.fluents();
  for (std::size_t i = 0; i < shares.size(); ++i) weights[circuit_->fluents[i].value] = shares[i].weight;
  std::vector<Probability> out;
  for (FluentId fluent : fluents().open) out.push_back({weights[fluent.value], !histories_ && exact_weights_});
  return out;
}

}  // namespace percept::belief
