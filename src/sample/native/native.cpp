// SPDX-License-Identifier: MIT
#include "sample/native/native.h"

#include <algorithm>
#include <span>
#include <utility>

#include "belief/histories.h"
#include "belief/unexplained.h"
#include "sample/native/segment.h"

namespace percept::sample {
namespace {

using belief::Histories;
using belief::NumberedCircuit;
using solve::Literal;

// Rounds that ended in a known position.
struct Past {
  std::unique_ptr<Segment> segment;  // gone when all histories are known
  Segment::Models models;
  std::vector<double> cumulative;  // weights
};

class NativeSampler : public Sampler {
 public:
  NativeSampler(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
      : Sampler(std::move(rules), role, options), chances_(this->rules(), role, options_.opponents.get()) {}

  std::string_view name() const override { return "native"; }

  Result<void> restart() override {
    restart_rounds();
    past_.clear();
    told_.clear();
    circuits_.clear();
    begun_ = proven_ = unrolled_ = 0;
    auto first = circuit_for(rules().initial(), {}, {});
    if (!first) return tl::unexpected(first.error());
    circuits_.push_back(*first);
    segment_ = std::make_unique<Segment>(*first, role(), rules().initial());
    return {};
  }

  Draw drawn(std::size_t count, Random& random, const Budget& budget) override {
    if (Result<bool> ready = catch_up(told_.size(), budget); !ready || !*ready) return Draw{{}, false, false, true};
    double start = cpu_seconds();
    Segment::Models models = segment_->models(count, options_.histories, chances_, random, budget);
    if (models.all && models.samples.empty()) {
      leave_out_unproven();
      if (Result<bool> ready = catch_up(told_.size(), budget); ready && *ready)
        models = segment_->models(count, options_.histories, chances_, random, budget);
      else
        models.gave_up = true, models.all = false;
    }
    if (!models.samples.empty()) proven_ = told_.size();
    Draw out{std::move(models.samples), models.all, models.all, models.gave_up};
    if (options_.histories) put_past_before(out, count, random, budget);
    times_.solving += cpu_seconds() - start;
    return out;
  }

 protected:
  Result<void> advance(const Experience& experience, const Budget& budget) override {
    begin_late(budget.part(0.5));
    told_.push_back(experience);
    Result<bool> done = catch_up(told_.size() - 1, budget);
    if (done) return {};
    told_.pop_back();
    (void)catch_up(told_.size(), budget);  // now rather than later
    return tl::unexpected(done.error());
  }

 private:
  tl::unexpected<Error> unexplained(const Experience& experience) const {
    return belief::unexplained(rules(), role(), begun_ + unrolled_ + 1, experience);
  }

  using Circuits = std::vector<std::shared_ptr<const NumberedCircuit>>;

  Result<std::shared_ptr<const NumberedCircuit>> circuit_for(std::span<const FluentId> known,
                                                             std::span<const FluentId> open, const Budget& budget) {
    if (auto whole = rules().whole()) return whole;
    return rules().local(known, open, role(), budget);
  }

  // ---- rounds that are told become part of the formula

  // False when the budget ran out. What was told before and is not explained after all is left out; of the rounds from
  // `newest` on, the error says so, and the formula is to be made again.
  Result<bool> catch_up(std::size_t newest, const Budget& budget) {
    while (unrolled_ < told_.size()) {
      Result<bool> circuit = use_circuit(budget);
      if (!circuit || !*circuit) return circuit;
      if (budget.out_of_time()) return false;
      Experience& experience = told_[unrolled_];
      if (Result<void> known = check(experience); !known) {
        if (unrolled_ >= newest) return tl::unexpected(known.error());
        experience = {};
        continue;
      }
      double start = cpu_seconds();
      Outcome outcome = segment_->advance(experience, budget);
      times_.solving += cpu_seconds() - start;
      if (outcome == Outcome::kUnexplained) {
        if (proven_ < unrolled_) {  // what was told before is to blame
          leave_out_unproven(unrolled_);
          continue;
        }
        tl::unexpected<Error> error = unexplained(experience);
        bool left_out = unrolled_ < newest && (experience.move || experience.percepts);
        if (left_out) experience = {};
        begin_again();
        if (!left_out) return error;
        continue;
      }
      ++unrolled_;
      if (outcome == Outcome::kDone) proven_ = std::max(proven_, unrolled_);
    }
    return true;
  }

  // In a game too large to ground each round takes a circuit of its own.
  Result<bool> use_circuit(const Budget& budget) {
    if (unrolled_ == circuits_.size()) {
      double start = cpu_seconds();
      belief::Known<FluentId> bounds;
      if (!rules().whole()) bounds = segment_->formula().position_bounds();
      auto circuit = circuit_for(bounds.known, bounds.open, budget);
      times_.grounding += cpu_seconds() - start;
      if (!circuit && budget.out_of_time()) return false;
      if (!circuit) return tl::unexpected(circuit.error());
      circuits_.push_back(*circuit);
    }
    segment_->formula().use(circuits_[unrolled_]);
    return true;
  }

  // Whether the circuit has the move and the percepts.
  Result<void> check(const Experience& experience) const {
    const NumberedCircuit& circuit = segment_->formula().circuit();
    if (experience.move && !circuit.index(role(), *experience.move)) return unexplained(experience);
    if (experience.percepts)
      for (PerceptId percept : *experience.percepts)
        if (!circuit.index(role(), percept)) return unexplained({experience.move, Percepts{percept}});
    return {};
  }

  // A formula with a round that nothing explains is of no more use. What is known of a position may depend on rounds
  // that were not proven, and so may circuits.
  void begin_again() {
    circuits_.resize(std::min(circuits_.size(), proven_ + 1));
    segment_ = std::make_unique<Segment>(circuits_[0], role(), segment_->start());
    unrolled_ = 0;
  }

  // A round was taken for explained when the budget ran out, and is not: what was not proven is left out.
  void leave_out_unproven() { leave_out_unproven(told_.size()); }
  void leave_out_unproven(std::size_t before) {
    std::fill(told_.begin() + static_cast<std::ptrdiff_t>(proven_), told_.begin() + static_cast<std::ptrdiff_t>(before),
              Experience{});
    begin_again();
  }

  // ---- a long formula begins later

  void begin_late(const Budget& budget) {
    if (unrolled_ < kLong || proven_ < unrolled_) return;
    for (std::size_t round = unrolled_; round > unrolled_ / 2; --round)
      if (auto known = segment_->known_position(round)) return begin_at(round, std::move(*known), budget);
  }

  // A new formula for what came after so many rounds, since the position was known then. When there is no time for it,
  // the old one will do.
  void begin_at(std::size_t round, std::vector<FluentId> position, const Budget& budget) {
    std::span<const Experience> told(told_);
    std::span<const std::shared_ptr<const NumberedCircuit>> used(circuits_);
    Circuits later(used.begin() + static_cast<std::ptrdiff_t>(round), used.end());
    if (later.empty()) {
      auto first = circuit_for(position, {}, budget);
      if (!first) return;
      later.push_back(*first);
    }
    std::unique_ptr<Segment> before;
    if (options_.histories) {
      before = unrolled(segment_->start(), told.first(round), used, budget);
      if (!before) return;
      before->end_in(position);  // it may be known by what was seen later
    }
    auto after = unrolled(std::move(position), told.subspan(round, unrolled_ - round), later, budget);
    if (!after) return;
    if (before) past_.push_back({std::move(before), {}, {}});
    segment_ = std::move(after);
    told_.erase(told_.begin(), told_.begin() + static_cast<std::ptrdiff_t>(round));
    circuits_ = std::move(later);
    begun_ += round;
    unrolled_ -= round;
    proven_ = unrolled_;
  }

  // The formula of rounds from a known position on; none when the budget ran out.
  std::unique_ptr<Segment> unrolled(std::vector<FluentId> position, std::span<const Experience> told,
                                    std::span<const std::shared_ptr<const NumberedCircuit>> circuits,
                                    const Budget& budget) {
    auto out = std::make_unique<Segment>(circuits[0], role(), std::move(position));
    for (std::size_t i = 0; i < told.size(); ++i) {
      if (budget.out_of_time()) return nullptr;
      out->formula().use(circuits[i]);
      out->advance(told[i], budget);
    }
    return out;
  }

  // ---- histories

  // Every sample gets a history of the rounds before the formula, chosen by weight.
  void put_past_before(Draw& draw, std::size_t count, Random& random, const Budget& budget) {
    bool all = true, one = true;
    for (Past& past : past_) {
      know(past, count, random, budget);
      if (past.models.samples.empty()) {
        draw = Draw{{}, false, false, true};
        return;
      }
      all &= past.models.all;
      one &= past.models.samples.size() == 1;
    }
    if (draw.all && all && put_all_before(draw, count)) return;
    draw.exact &= all;
    if (draw.all && !one) draw.samples = drawn_by_weight(draw.samples, count, random);
    draw.all = false;
    for (Sample& sample : draw.samples)
      for (auto past = past_.rbegin(); past != past_.rend(); ++past)
        put_before(past->models.samples[chosen(past->cumulative, random)], sample);
  }

  // Each history of the formula with each of those before it, when they are no more than wanted.
  bool put_all_before(Draw& draw, std::size_t count) const {
    std::size_t product = std::max<std::size_t>(draw.samples.size(), 1);
    for (const Past& past : past_) {
      if (past.models.samples.size() > count / product) return false;
      product *= past.models.samples.size();
    }
    for (auto past = past_.rbegin(); past != past_.rend(); ++past) {
      std::vector<Sample> longer;
      for (const Sample& before : past->models.samples)
        for (const Sample& after : draw.samples) {
          longer.push_back(after);
          put_before(before, longer.back());
          longer.back().weight *= before.weight;
        }
      draw.samples = std::move(longer);
    }
    return true;
  }

  static void put_before(const Sample& before, Sample& after) {
    after.moves.insert(after.moves.begin(), before.moves.begin(), before.moves.end());
  }

  void know(Past& past, std::size_t count, Random& random, const Budget& budget) {
    if (past.models.all || past.models.samples.size() >= count) return;
    Segment::Models found = past.segment->models(count, true, chances_, random, budget);
    if (!found.all && found.samples.size() < past.models.samples.size()) return;
    past.models = std::move(found);
    past.cumulative = cumulative(past.models.samples);
    if (past.models.all) past.segment.reset();
  }

  static constexpr std::size_t kLong = 32;  // rounds of a formula, before it is worth to begin a new one

  Chances chances_;
  std::unique_ptr<Segment> segment_;
  std::size_t begun_ = 0;         // rounds before the segment
  std::vector<Experience> told_;  // in the rounds of the segment
  Circuits circuits_;             // of these rounds, as far as they are made
  std::size_t unrolled_ = 0;      // so many of them are in the formula
  std::size_t proven_ = 0;        // and so many are known to be explained
  std::vector<Past> past_;        // when histories are wanted
};

}  // namespace

Result<std::unique_ptr<Sampler>> make_native(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  auto sampler = std::make_unique<NativeSampler>(std::move(rules), role, options);
  if (Result<void> begun = sampler->restart(); !begun) return tl::unexpected(begun.error());
  return sampler;
}

}  // namespace percept::sample
