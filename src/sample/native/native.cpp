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
    proven_ = 0;
    auto begun = unrolled(rules().initial(), {}, {}, {});
    if (begun) segment_ = std::move(*begun);
    return begun.map([](auto&&) {});
  }

  Draw draw(std::size_t count, Random& random, const Budget& budget) override {
    double start = cpu_seconds();
    Segment::Models models = segment_->models(count, options_.histories, chances_, random, budget);
    if (models.all && models.samples.empty() && leave_out_unproven(budget)) {
      models = segment_->models(count, options_.histories, chances_, random, budget);
    }
    if (!models.samples.empty()) proven_ = told_.size();
    Draw out{std::move(models.samples), models.all, models.all, models.gave_up};
    if (options_.histories) put_past_before(out, count, random, budget);
    times_.solving += cpu_seconds() - start;
    return out;
  }

 protected:
  Result<void> advance(const Experience& experience, const Budget& budget) override {
    double start = cpu_seconds();
    if (Result<void> ready = prepare(budget); !ready) return ready;
    times_.grounding += cpu_seconds() - start;
    const NumberedCircuit& circuit = segment_->formula().circuit();
    if (experience.move && !circuit.index(role(), *experience.move)) return unexplained(experience);
    if (experience.percepts)
      for (PerceptId percept : *experience.percepts)
        if (!circuit.index(role(), percept)) return unexplained({experience.move, Percepts{percept}});
    start = cpu_seconds();
    Histories::Outcome outcome = segment_->advance(experience, budget);
    if (outcome == Histories::Outcome::kUnexplained && proven_ < told_.size()) {  // what was told before is to blame
      if (Result<void> again = leave_out_unproven(budget); !again) return again;
      outcome = segment_->advance(experience, budget);
    }
    times_.solving += cpu_seconds() - start;
    if (outcome == Histories::Outcome::kUnexplained) {
      if (Result<void> again = rebuild(budget); !again) return again;
      return unexplained(experience);
    }
    told_.push_back(experience);
    if (outcome == Histories::Outcome::kDone) proven_ = told_.size();
    return {};
  }

 private:
  tl::unexpected<Error> unexplained(const Experience& experience) const {
    return belief::unexplained(rules(), role(), round(), experience);
  }

  using Circuits = std::vector<std::shared_ptr<const NumberedCircuit>>;
  // Of the rounds of the segment.
  Circuits circuits() const {
    Circuits out;
    for (const Histories::Round& round : segment_->formula().rounds()) out.push_back(round.circuit);
    return out;
  }

  // The formula of rounds from a known position on. Circuits that are not given are made.
  Result<std::unique_ptr<Segment>> unrolled(std::vector<FluentId> position, std::span<const Experience> told,
                                            Circuits circuits, const Budget& budget) {
    if (circuits.empty()) circuits.push_back(rules().whole());
    if (!circuits[0]) {
      auto local = rules().local(position, {}, role());
      if (!local) return tl::unexpected(local.error());
      circuits[0] = *local;
    }
    auto out = std::make_unique<Segment>(circuits[0], role(), std::move(position));
    for (std::size_t i = 0; i < told.size(); ++i) {
      if (i < circuits.size())
        out->formula().use(circuits[i]);
      else if (Result<void> used = use_local_circuit(*out); !used)
        return tl::unexpected(used.error());
      out->advance(told[i], budget);
    }
    return out;
  }

  // In a game too large to ground each round takes a circuit of its own.
  Result<void> use_local_circuit(Segment& segment) {
    if (rules().whole()) return {};
    belief::Known<FluentId> bounds = segment.formula().position_bounds();
    auto circuit = rules().local(bounds.known, bounds.open, role());
    if (!circuit) return tl::unexpected(circuit.error());
    segment.formula().use(*circuit);
    return {};
  }

  Result<void> prepare(const Budget& budget) {
    if (told_.empty()) return {};
    if (told_.size() >= kLong && proven_ == told_.size())
      for (std::size_t round = told_.size(); round > told_.size() / 2; --round)
        if (auto known = segment_->known_position(round)) return begin_at(round, std::move(*known), budget);
    return use_local_circuit(*segment_);
  }

  // A new formula for what came after so many rounds, since the position was known then.
  Result<void> begin_at(std::size_t round, std::vector<FluentId> position, const Budget& budget) {
    std::span<const Experience> told(told_);
    Circuits used = circuits();
    auto middle = used.begin() + static_cast<std::ptrdiff_t>(round);
    std::unique_ptr<Segment> before;
    if (options_.histories) {
      auto made = unrolled(segment_->start(), told.first(round), Circuits(used.begin(), middle), budget);
      if (!made) return tl::unexpected(made.error());
      before = std::move(*made);
      before->end_in(position);  // it may be known by what was seen later
    }
    auto after = unrolled(std::move(position), told.subspan(round), Circuits(middle, used.end()), budget);
    if (!after) return tl::unexpected(after.error());
    if (before) past_.push_back({std::move(before), {}, {}});
    segment_ = std::move(*after);
    told_.erase(told_.begin(), told_.begin() + static_cast<std::ptrdiff_t>(round));
    proven_ = told_.size();
    return told_.empty() ? Result<void>() : use_local_circuit(*segment_);
  }

  // The formula as it was before a round that nothing explains.
  Result<void> rebuild(const Budget& budget) {
    // What is known of a position may depend on rounds that were not proven.
    Circuits used = circuits();
    used.resize(std::min(used.size(), proven_ + 1));
    auto again = unrolled(segment_->start(), told_, std::move(used), budget);
    if (again) segment_ = std::move(*again);
    return again.map([](auto&&) {});
  }

  // A round was taken for explained when the budget ran out, and is not: what was not proven is left out.
  Result<void> leave_out_unproven(const Budget& budget) {
    std::fill(told_.begin() + static_cast<std::ptrdiff_t>(proven_), told_.end(), Experience{});
    if (Result<void> again = rebuild(budget); !again) return again;
    return use_local_circuit(*segment_);
  }

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
  std::vector<Experience> told_;  // in the rounds of the segment
  std::size_t proven_ = 0;        // so many of them are known to be explained
  std::vector<Past> past_;        // when histories are wanted
};

}  // namespace

Result<std::unique_ptr<Sampler>> make_native(std::shared_ptr<Rules> rules, RoleId role, const Options& options) {
  auto sampler = std::make_unique<NativeSampler>(std::move(rules), role, options);
  if (Result<void> begun = sampler->restart(); !begun) return tl::unexpected(begun.error());
  return sampler;
}

}  // namespace percept::sample
