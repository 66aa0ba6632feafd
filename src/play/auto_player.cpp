// SPDX-License-Identifier: MIT
#include "play/auto_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "play/contest.h"
#include "play/policy_player.h"
#include "play/solved.h"
#include "play/strategies.h"
#include "search/estimate.h"

namespace percept::play {
namespace {

constexpr double kMakingWhole = 0.3, kSolving = 0.4,
                 kContest = 0.5;        // parts of the start clock; the rest is the chosen player's
constexpr double kLearning = 0.5;       // the part of it until which it learns before its contest, …
constexpr double kLeastLearning = 4;    // … in so many seconds at least
constexpr double kLeastContest = 1;     // seconds; in less time nothing is found out
constexpr double kPartOfMove = 0.02;    // of the play clock, for a move of a contest …
constexpr double kLeastMove = 0.03;     // … and at least so many seconds, or nobody thinks at all
constexpr std::size_t kLeastPairs = 8;  // of matches
constexpr SolveLimits kWithoutClock = {.bytes = std::size_t{32} << 20, .iterations = 300, .known_iterations = 100};
constexpr double kGettingReady = 5;    // moves
constexpr std::size_t kMatches = 100;  // that show what kind of game it is
const std::array<std::string, 4> kCandidates = {"ismcts", "hyperplay2", "hyperplay",
                                                "resolve"};  // the last for a constant sum

// Says with each move why this strategy makes it, and takes no more than so many seconds, if there is such a bound.
class Annotated final : public Thinking {
 public:
  Annotated(Thinking& thinking, const std::string& why, double seconds)
      : thinking_(thinking), why_(why), deadline_(seconds > 0 ? in_seconds(seconds) : Deadline::max()) {}
  void offer(std::string move, bool sure) override { thinking_.offer(std::move(move), sure); }
  double seconds_left() const override {
    double left = deadline_ == Deadline::max() ? HUGE_VAL : std::max(0.0, -seconds_since(deadline_));
    return std::min(thinking_.seconds_left(), left);
  }
  bool over() const override { return thinking_.over() || Clock::now() >= deadline_; }
  Budget budget() const override { return thinking_.budget().until(deadline_); }
  void explain(Reasons reasons) override {
    reasons.strategy = why_;
    thinking_.explain(std::move(reasons));
  }

 private:
  Thinking& thinking_;
  const std::string& why_;
  Deadline deadline_;
};

// What was learnt of the game until the budget is over; nothing where it is too large, or that says no more than the
// mean.
std::shared_ptr<const TrainedValue> learnt(const Assignment& assignment, std::uint64_t seed, const Budget& budget) {
  ground::Options grounding;
  grounding.budget = budget;
  auto simulator = search::Simulator::make(assignment.model, grounding);
  if (!simulator || !(*simulator)->in_lanes() || (*simulator)->roles() < 2) return nullptr;
  search::ValueLearner learner(**simulator, {.seed = seed}, budget);
  learner.run(UINT64_MAX, budget);
  if (learner.progress().error >= learner.progress().constant) return nullptr;
  return std::make_shared<const TrainedValue>(TrainedValue::of(learner, *assignment.model, **simulator));
}

}  // namespace

void AutoPlayer::compete(std::span<const Contestant> contestants, const Assignment& assignment, const Budget& budget) {
  std::vector<Estimate> gains =
      contest(assignment.model, contestants,
              {.seconds = std::max(kPartOfMove * *assignment.play_clock, kLeastMove), .seed = seed_}, budget);
  std::size_t best = 0;
  auto sure = [&](std::size_t s) { return s == 0 || gains[s].count < kLeastPairs ? 0 : gains[s].low(); };
  for (std::size_t s = 1; s < gains.size(); ++s)
    if (sure(s) > sure(best)) best = s;
  strategy_ = contestants[best].strategy;
  value_ = contestants[best].value;
  policy_ = contestants[best].policy;
  std::size_t pairs = 0;
  for (const Estimate& gain : gains) pairs += gain.count;
  std::string name =
      value_ ? fmt::format("{} with what it learnt in {} matches", strategy_, value_->progress().matches) : strategy_;
  bool learnt = std::ranges::any_of(contestants, [](const Contestant& one) { return one.value != nullptr; });
  why_ = best == 0 ? fmt::format("{}: nothing clearly beat it in {} pairs of quick matches{}", name, pairs,
                                 learnt ? ", not what was learnt either" : "")
                   : fmt::format("{}: {:+.0f} points against {} in {} pairs of quick matches", name, gains[best].mean,
                                 contestants[0].strategy, gains[best].count);
}

void AutoPlayer::look_at(const game::Model& model, const Assignment& assignment, Thinking& thinking) {
  strategy_ = "mcts";
  why_ = "mcts: nothing is hidden";
  gdl::Fingerprint rules;
  if (memory_) rules = gdl::fingerprint(model.description());
  std::optional<double> clock = assignment.start_clock;
  double seconds = thinking.seconds_left();
  auto first = [&](double part) {
    return clock ? thinking.budget().until(in_seconds(thinking.seconds_left() - (1 - part) * seconds))
                 : thinking.budget();
  };
  // What goes wrong with the memory keeps nobody from playing.
  auto note = [&](const Result<void>& done) {
    if (!done) trouble_ = fmt::format(" ({})", done.error().message);
  };
  auto usable = [&](auto known) {
    if (!known) note(tl::unexpected(known.error()));
    return known ? *known : nullptr;
  };
  // What positions are worth, remembered or learnt in the first half of a long start clock; and who goes by it.
  bool remembered = false;
  auto learn = [&]() -> std::shared_ptr<const TrainedValue> {
    if (!clock || !assignment.play_clock || kLearning * seconds < kLeastLearning) return nullptr;
    auto value = memory_ ? usable(memory_->value(rules)) : nullptr;
    remembered = value != nullptr;
    return remembered ? value : learnt(assignment, seed_, first(kLearning));
  };
  auto take_best = [&](std::span<const Contestant> contestants) {
    compete(contestants, assignment, first(kSolving + kContest));
    if (memory_ && value_ && !remembered) note(memory_->keep(*value_));
  };
  auto candidates = [&](bool constant_sum) {
    std::vector<Contestant> out;
    for (const std::string& strategy : std::span(kCandidates).first(kCandidates.size() - (constant_sum ? 0 : 1)))
      out.push_back({strategy});
    return out;
  };
  auto search_all_seen = [&] {
    if (auto value = learn()) take_best(std::vector<Contestant>{{"mcts"}, {"mcts", value}});
  };
  if (!model.imperfect()) return search_all_seen();
  if (memory_) policy_ = usable(memory_->policy(rules));
  if (policy_) {
    auto won = policy_->facts.find("exploitability");
    why_ = "remembered: a policy of these rules";
    if (won != policy_->facts.end()) why_ += fmt::format(", {:.3g} points can be won from it", won->second);
    return;
  }
  strategy_ = kCandidates[0];
  why_ = strategy_ + ": something is hidden";
  ground::Options grounding;
  grounding.budget = thinking.budget();
  if (clock) grounding.seconds = kMakingWhole * seconds;
  auto whole = model.whole(circuit::Logic::kTwoValued, grounding);
  if (!whole) {
    why_ = strategy_ + ": something is hidden, and the rules are too large to look into";
    return;
  }
  auto looked = search::estimate(*whole, kMatches, seed_, first(kSolving));
  if (!looked) return;
  if (looked->perfect && looked->matches == kMatches) {
    strategy_ = "mcts";
    why_ = fmt::format("mcts: nothing was seen to be hidden in {} random matches", kMatches);
    return search_all_seen();
  }
  bool contest = clock && assignment.play_clock && kContest * seconds >= kLeastContest;
  if (auto solved = solve_whole(*whole, clock ? SolveLimits{} : kWithoutClock, first(kSolving))) {
    policy_ = solved->policy;
    if (!solved->promised) {
      why_ = solved->by_knowledge
                 ? fmt::format("solved by what can be known: {} sets", solved->information_sets)
                 : fmt::format("solved, without a promise: {} information sets", solved->information_sets);
      if (!contest) return;
      std::string solution = why_;
      std::vector<Contestant> contestants = candidates(looked->constant_sum);
      contestants.insert(contestants.begin(), Contestant{"the solution", {}, solved->policy});
      take_best(contestants);
      if (policy_) why_ = solution + "; " + why_;
      return;
    }
    if (memory_) {
      solved->policy->rules = rules;
      note(memory_->keep(*solved->policy));
    }
    why_ = fmt::format("solved: {} information sets, {:.2f} % can be won from it", solved->information_sets,
                       100 * solved->exploitability);
    return;
  }
  if (!contest) return;
  std::vector<Contestant> contestants = candidates(looked->constant_sum);
  if (auto value = learn()) {
    contestants.push_back({kCandidates.front(), value});
    if (looked->constant_sum) contestants.push_back({kCandidates.back(), value});
  }
  take_best(contestants);
}

Result<void> AutoPlayer::start(const Assignment& assignment, Thinking& clock) {
  chosen_.reset();
  Assignment given = assignment;
  Annotated thinking(clock, why_, kGettingReady * seconds_);
  if (seconds_ > 0) {
    given.start_clock = std::min(given.start_clock.value_or(HUGE_VAL), kGettingReady * seconds_);
    given.play_clock = std::min(given.play_clock.value_or(HUGE_VAL), seconds_);
  }
  if (given.rules->is_incomplete()) {
    model_.reset();
    policy_.reset();
    value_.reset();
    strategy_ = "igdl";
    why_ = "igdl: the rules are incomplete";
  } else {
    auto model = model_of(given);
    if (!model) return tl::unexpected(model.error());
    given.model = *model;
    if (model_ != *model) {
      policy_.reset();
      value_.reset();
      trouble_.clear();
      look_at(**model, given, thinking);
      why_ += trouble_;
      model_ = *model;
    }
  }
  if (policy_) {
    chosen_ = std::make_unique<PolicyPlayer>(policy_, seed_);
  } else {
    auto made = make_player(strategy_, seed_, value_);
    if (!made) return tl::unexpected(made.error());
    chosen_ = std::move(*made);
  }
  return chosen_->start(given, thinking);
}

Result<void> AutoPlayer::hear(const Told& told, Thinking& thinking) {
  if (!chosen_) return failure("a round of a match that was not started");
  return chosen_->hear(told, thinking);
}

Result<std::string> AutoPlayer::choose(Thinking& thinking) {
  if (!chosen_) return failure("there is no match to choose a move in");
  Annotated annotated(thinking, why_, seconds_);
  return chosen_->choose(annotated);
}

void AutoPlayer::ponder(Thinking& thinking) {
  if (chosen_ && ponders_) chosen_->ponder(thinking);
}

void AutoPlayer::stop() {
  if (chosen_) chosen_->stop();
}

std::vector<std::pair<std::string, double>> AutoPlayer::mix() const {
  auto* mixing = dynamic_cast<const Mixing*>(chosen_.get());
  return mixing == nullptr ? std::vector<std::pair<std::string, double>>() : mixing->mix();
}

}  // namespace percept::play
