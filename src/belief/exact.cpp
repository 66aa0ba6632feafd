// SPDX-License-Identifier: MIT
#include "belief/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace percept::belief {
namespace {

constexpr const char* kGoOn = "a percept or a move was not what the rules say; go on without them, or start again";

Truth truth_of(const Worlds::Share& share) { return share.all ? Truth::kYes : share.some ? Truth::kOpen : Truth::kNo; }

template <class Thing>
Known<Thing> sorted_in(const std::vector<Truth>& truths, const std::vector<Thing>& things) {
  Known<Thing> out;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (truths[i] == Truth::kYes) out.known.push_back(things[i]);
    if (truths[i] == Truth::kOpen) out.open.push_back(things[i]);
  }
  std::sort(out.known.begin(), out.known.end());
  std::sort(out.open.begin(), out.open.end());
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
  gave_up_ = lost_ = false;
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
  if (lost_) return {};
  if (experience.move && std::find(circuit_->moves[role().value].begin(), circuit_->moves[role().value].end(),
                                   *experience.move) == circuit_->moves[role().value].end())
    return unexplained(experience);
  if (experience.percepts)
    for (PerceptId percept : *experience.percepts)
      if (std::find(circuit_->sees[role().value].begin(), circuit_->sees[role().value].end(), percept) ==
          circuit_->sees[role().value].end())
        return unexplained({experience.move, Percepts{percept}});
  bool too_many = false;
  Result<void> done;
  if (!histories_) {
    done = advance_worlds(experience, too_many);
    if (too_many) {
      done = become_symbolic();
      if (done && !lost_) done = advance_histories(experience);
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
    case Worlds::Outcome::kUnexplained: return unexplained(experience);
    case Worlds::Outcome::kTooMany: too_many = true; break;
  }
  return {};
}

// The worlds as they are now say which fluents are known and which are open.
Result<void> ExactBelief::use_local_circuit() {
  std::vector<Worlds::Share> shares = worlds_.fluents();
  std::vector<FluentId> known, open;
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (shares[i].some) (shares[i].all ? known : open).push_back(circuit_->fluents[i]);
  auto local = rules().local(known, open, role());
  if (!local) return tl::unexpected(local.error());
  circuit_ = *local;
  worlds_.use(circuit_);
  return {};
}

// Everything so far as a formula; the worlds go on as a sample.
Result<void> ExactBelief::become_symbolic() {
  if (!rules().whole()) {
    lost_ = gave_up_ = true;
    return {};
  }
  histories_ = std::make_unique<Histories>(circuit_, role(), rules().initial());
  for (const Experience& experience : past_) {
    if (histories_->advance(experience.move, experience.percepts, budget()) == Histories::Outcome::kGaveUp)
      gave_up_ = true;
    histories_->simplify(budget());
  }
  worlds_.thin(options_.sample, random_);
  return {};
}

Result<void> ExactBelief::advance_histories(const Experience& experience) {
  found_.clear();
  histories_->watch([&](const std::vector<bool>& holds) { found_.push_back(state_of(holds)); });
  Histories::Outcome outcome = histories_->advance(experience.move, experience.percepts, budget());
  if (outcome == Histories::Outcome::kUnexplained) return unexplained(experience);
  if (outcome == Histories::Outcome::kGaveUp) gave_up_ = true;
  advance_sample(experience);
  std::vector<Histories::Seen> seen;
  for (const Worlds::Share& share : worlds_.fluents()) seen.push_back({share.some, !share.all});
  if (worlds_.size() == 0) seen.assign(game().fluents.size(), {});
  fluents_ = histories_->decide_fluents(std::move(seen), budget(), gave_up_);
  track_again();
  return {};
}

std::vector<FluentId> ExactBelief::state_of(const std::vector<bool>& holds) const {
  std::vector<FluentId> state;
  for (std::size_t i = 0; i < holds.size(); ++i)
    if (holds[i]) state.push_back(circuit_->fluents[i]);
  std::sort(state.begin(), state.end());
  return state;
}

// A sample that explains nothing any more is made anew from what the solver finds.
void ExactBelief::advance_sample(const Experience& experience) {
  bool alive = worlds_.size() > 0;
  if (alive) {
    Worlds::Outcome outcome = worlds_.advance(experience.move, experience.percepts);
    if (outcome == Worlds::Outcome::kTooMany) {
      worlds_.thin(options_.sample / 10 + 1, random_);
      outcome = worlds_.advance(experience.move, experience.percepts);
    }
    alive = outcome == Worlds::Outcome::kDone;
  }
  if (!alive) {
    exact_weights_ = false;
    worlds_ = Worlds(role(), options_.worlds);
    worlds_.use(circuit_);
    if (!found_.empty()) worlds_.start(found_.front());
  }
  if (worlds_.size() > options_.sample) worlds_.thin(options_.sample, random_);
}

// When the solver finds few positions and then no other, these are all there are.
void ExactBelief::track_again() {
  if (worlds_.size() > options_.few) return;
  std::optional<std::vector<std::vector<bool>>> all = histories_->positions(options_.few, budget());
  if (!all || all->empty()) return;
  // The sample's weights are kept; positions it did not have get the least of them.
  double least = 1;
  std::map<std::vector<FluentId>, double> weights;
  for (std::size_t world = 0; world < worlds_.size(); ++world) {
    weights[worlds_.state(world)] = worlds_.weight(world);
    least = std::min(least, worlds_.weight(world));
  }
  worlds_ = Worlds(role(), options_.worlds);
  worlds_.use(circuit_);
  double total = 0;  // weights are told in parts of all before
  for (const std::vector<bool>& holds : *all) {
    std::vector<FluentId> state = state_of(holds);
    auto known = weights.find(state);
    double weight = known == weights.end() ? least : known->second;
    if (total == 0)
      worlds_.start(state);
    else
      worlds_.add(state, weight / total);
    total += weight;
  }
  exact_weights_ = false;
  histories_.reset();
}

tl::unexpected<Error> ExactBelief::unexplained(const Experience& experience) {
  std::string text;
  if (experience.move) text = fmt::format(" after {}", rules().text(role(), *experience.move));
  std::string seen;
  if (experience.percepts) {
    for (PerceptId percept : *experience.percepts)
      seen += fmt::format("{}{}", seen.empty() ? "" : " and ", rules().text(percept));
    text = fmt::format("no history explains seeing {}{}", seen.empty() ? "nothing" : seen, text);
  } else {
    text = fmt::format("no history goes on{}", text);
  }
  return tl::unexpected(Error{fmt::format("round {}: {}", round(), text), kGoOn});
}

// ---- what is known

std::vector<Truth> ExactBelief::truths(const std::vector<Worlds::Share>& shares, std::span<const circuit::Wire> wires) {
  std::vector<Truth> out;
  if (lost_) return std::vector<Truth>(wires.size(), Truth::kOpen);
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
  std::vector<circuit::Wire> wires;
  for (const GameCircuit::Move& move : game().moves[role().value]) wires.push_back(move.legal);
  return sorted_in(truths(worlds_.legal(), wires), circuit_->moves[role().value]);
}

Known<int> ExactBelief::goals() {
  std::vector<circuit::Wire> wires;
  std::vector<int> values;
  for (const auto& [value, wire] : game().goals[role().value]) {
    wires.push_back(wire);
    values.push_back(value);
  }
  return sorted_in(truths(worlds_.goals(), wires), values);
}

Truth ExactBelief::terminal() { return truths({worlds_.terminal()}, {&game().terminal, 1})[0]; }

Known<FluentId> ExactBelief::fluents() {
  if (lost_) return sorted_in(std::vector<Truth>(circuit_->fluents.size(), Truth::kOpen), circuit_->fluents);
  if (histories_) return sorted_in(fluents_, circuit_->fluents);
  std::vector<Truth> truths;
  for (const Worlds::Share& share : worlds_.fluents()) truths.push_back(truth_of(share));
  return sorted_in(truths, circuit_->fluents);
}

std::optional<std::size_t> ExactBelief::states() {
  if (histories_ || lost_) return std::nullopt;
  return worlds_.size();
}

std::vector<Probability> ExactBelief::probabilities() {
  if (lost_) return {};
  std::vector<double> weights(rules().vocabulary().fluents.size());
  std::vector<Worlds::Share> shares = worlds_.fluents();
  for (std::size_t i = 0; i < shares.size(); ++i) weights[circuit_->fluents[i].value] = shares[i].weight;
  std::vector<Probability> out;
  for (FluentId fluent : fluents().open) out.push_back({weights[fluent.value], !histories_ && exact_weights_});
  return out;
}

}  // namespace percept::belief
