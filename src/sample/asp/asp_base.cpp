// SPDX-License-Identifier: MIT
#include "sample/asp/asp_base.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "belief/unexplained.h"

namespace percept::sample {
namespace {

using Answer = asp::Models::Answer;

// Adds the CPU time of a scope.
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total), start_(cpu_seconds()) {}
  ~Stopwatch() { total_ += cpu_seconds() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  double start_;
};

// Different histories.
class Collection {
 public:
  bool add(WeightedHistory history) {
    std::uint64_t hash = 0;
    for (const game::JointMove& moves : history.moves)
      for (MoveId move : moves) hash = mixed(hash * 0x9E3779B97F4A7C15u + move.value + 1);
    auto [first, last] = places_.equal_range(hash);
    for (auto place = first; place != last; ++place)
      if (histories_[place->second].moves == history.moves) return false;
    places_.emplace(hash, histories_.size());
    histories_.push_back(std::move(history));
    return true;
  }
  std::size_t size() const { return histories_.size(); }

  std::vector<Sample> samples(bool with_moves) {
    double most = -HUGE_VAL, sum = 0;
    for (const WeightedHistory& history : histories_) most = std::max(most, history.log_weight);
    for (const WeightedHistory& history : histories_) sum += std::exp(history.log_weight - most);
    std::vector<Sample> out;
    out.reserve(histories_.size());
    for (WeightedHistory& history : histories_) {
      Sample sample{std::exp(history.log_weight - most) / sum, std::move(history.state), {}};
      if (with_moves) sample.moves = std::move(history.moves);
      out.push_back(std::move(sample));
    }
    return out;
  }

 private:
  std::vector<WeightedHistory> histories_;
  std::unordered_multimap<std::uint64_t, std::size_t> places_;  // by hash
};

}  // namespace

AspBase::AspBase(program::Program program, std::shared_ptr<Rules> rules, RoleId role, const Options& options)
    : Sampler(std::move(rules), role, options),
      program_(std::move(program)),
      names_(program_.terms()),
      own_role_(*term(this->rules().text(role))),
      reader_(this->rules(), names_, role, options_.opponents.get()) {}

Result<void> AspBase::restart() {
  restart_rounds();
  experiences_.clear();
  forget_control();
  return {};
}

void AspBase::forget_control() {
  control_.reset();
  reader_.clear();
  first_.reset();
}

Result<void> AspBase::make_control() {
  forget_control();
  std::vector<std::string> arguments = {"--models=0", asp::kNoEquivalences};
  if (options_.forget) arguments.push_back("--forget-on-step=lemmas");
  auto control = asp::Control::make(arguments);
  if (!control) return tl::unexpected(control.error());
  control_ = std::move(*control);
  random_search_ = false;
  return {};
}

Result<bool> AspBase::ground(std::span<const asp::Part> parts, const Budget& budget) {
  if (budget.out_of_time()) return false;
  Result<bool> done = control_->ground(parts, budget);
  if (!done || !*done) forget_control();
  return done;
}

asp::History::Round AspBase::round_of(const Experience& experience) {
  asp::History::Round out;
  if (experience.move) out.move = *term(rules().text(role(), *experience.move));
  if (experience.percepts) {
    out.percepts.emplace();
    for (PerceptId percept : *experience.percepts) out.percepts->push_back(*term(rules().text(percept)));
  }
  return out;
}

void AspBase::configure(Search search, std::uint32_t seed) {
  if (search == Search::kRandom) (void)control_->configure("seed", std::to_string(seed));
  if ((search == Search::kRandom) == random_search_) return;
  random_search_ = search == Search::kRandom;
  (void)control_->configure("rand_freq", random_search_ ? "1" : "0");
  (void)control_->configure("sign_def", random_search_ ? "rnd" : "asp");
}

template <class Visit>
Answer AspBase::search(const Budget& budget, const Visit& visit) {
  asp::Models models = control_->solve(budget);
  for (;;) {
    Answer answer = models.next();
    if (answer != Answer::kModel) return answer;
    if (auto atoms = control_->new_atoms(); !atoms.empty()) (void)reader_.add(atoms);
    if (!visit(reader_.read(models, experiences_))) return answer;
  }
}

Result<void> AspBase::advance(const Experience& experience, const Budget& budget) {
  std::optional<WeightedHistory> before = std::exchange(first_, std::nullopt);
  experiences_.push_back(experience);
  auto nothing_explains = [&] {
    experiences_.pop_back();
    take_back();
    first_ = std::move(before);
    return belief::unexplained(rules(), role(), round(), experience);
  };
  Result<Outcome> ready = Outcome::kGaveUp;
  {
    Stopwatch watch(times_.grounding);
    ready = prepare(budget);
  }
  if (!ready) {
    experiences_.pop_back();
    return tl::unexpected(ready.error());
  }
  if (*ready == Outcome::kUnexplained) return nothing_explains();
  if (*ready == Outcome::kGaveUp) return {};
  Stopwatch watch(times_.solving);
  configure(Search::kFirst, 0);
  Answer answer = search(budget, [&](WeightedHistory history) { return first_ = std::move(history), false; });
  if (answer == Answer::kNoMore) return nothing_explains();
  return {};
}

Draw AspBase::drawn(std::size_t count, Random& random, const Budget& budget) {
  Draw out;
  Collection found;
  if (first_ && count > 0) found.add(*std::exchange(first_, std::nullopt));
  if (found.size() < count) {
    Result<Outcome> ready = Outcome::kGaveUp;
    {
      Stopwatch watch(times_.grounding);
      ready = prepare(budget);
    }
    out.gave_up = !ready || *ready == Outcome::kGaveUp;
    out.all = ready && *ready == Outcome::kUnexplained;
  }
  Stopwatch watch(times_.solving);
  std::size_t models = 1;  // of a search; more when they are found again and again
  while (found.size() < count && !out.all && !out.gave_up) {
    configure(Search::kRandom, static_cast<std::uint32_t>(random.bits() >> 33));
    std::size_t seen = 0, different = 0;
    Answer answer = search(budget, [&](WeightedHistory history) {
      different += found.add(std::move(history)) ? 1 : 0;
      return ++seen < models && found.size() < count;
    });
    out.all = answer == Answer::kNoMore;
    out.gave_up = answer == Answer::kGaveUp;
    if (2 * different < seen) models *= 2;
  }
  out.exact = out.all;
  out.samples = found.samples(options_.histories);
  return out;
}

}  // namespace percept::sample
