// SPDX-License-Identifier: MIT
#include "igdl/theory_belief.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "igdl/counter.h"

namespace percept::igdl {

using belief::Known;

namespace {

constexpr std::size_t kListed = 512;              // rows that are listed to be counted, at most
constexpr std::size_t kDrawnFrom = 2048;          // and to be drawn from
constexpr double kCounting = 2, kEstimating = 4;  // CPU seconds
constexpr double kForCounting = 0.5;              // of the time
constexpr double kExactlyHeld = 0x1p53;
constexpr double kNoTime = 1e-12;
constexpr double kMost = std::numeric_limits<double>::max();

}  // namespace

Result<std::unique_ptr<TheoryBelief>> TheoryBelief::make(std::shared_ptr<const Theory> theory, RoleId role,
                                                         const Budget& budget) {
  std::unique_ptr<TheoryBelief> belief(new TheoryBelief(std::move(theory), role));
  if (auto started = belief->restart(budget); !started) return tl::unexpected(started.error());
  return belief;
}

Result<void> TheoryBelief::restart(const Budget& budget) {
  timeline_ = std::make_unique<Timeline>(theory_, role());
  first_.reset();
  experiences_.clear();
  restart_rounds();
  forget_answers();
  asked_ = false;
  if (timeline_->solve({}, {}, budget) == Answer::kNo) return tl::unexpected(unexplained(0, {}, {}));
  return {};
}

Result<void> TheoryBelief::look(const Percepts& percepts, const Budget& budget) {
  PERCEPT_CHECK(round() == 1 && late() == 0, "the first position is looked at after a move");
  for (PerceptId percept : percepts) theory_->lexicon().expect(percept.giver, "percept");
  if (!theory_->sees_position()) return {};
  timeline_->look(percepts);
  if (timeline_->solve({}, {}, budget) == Answer::kNo) {
    timeline_->drop();
    return tl::unexpected(unexplained(1, percepts, {}));
  }
  timeline_->keep();
  first_ = percepts;
  forget_answers();
  return {};
}

void TheoryBelief::asked(const Budget& budget) {
  if (late() > 0 || terminal(budget) != Truth::kOpen) return;
  timeline_->ask();
  asked_ = timeline_->solve({}, {}, budget) == Answer::kYes;
  if (asked_)
    timeline_->keep();
  else
    timeline_->drop();
  forget_answers();
}

Result<bool> TheoryBelief::advance(const Experience& experience, const Budget& budget) {
  timeline_->begin(experience);
  Answer answer = timeline_->solve({}, {}, budget);
  if (answer != Answer::kYes) {
    timeline_->drop();
    if (answer == Answer::kUnknown) return false;
    std::vector<Experience> all = experiences_;
    all.push_back(experience);
    return tl::unexpected(unexplained(round_at_hand(), first_, all));
  }
  timeline_->keep();
  experiences_.push_back(experience);
  forget_answers();
  asked_ = false;
  return true;
}

// What was told so far, with a switch for each of it or in a solver that nobody has asked yet.
std::unique_ptr<Timeline> TheoryBelief::told_again(bool explaining) const {
  auto out = std::make_unique<Timeline>(theory_, role(), explaining);
  if (first_) out->look(*first_), out->keep();
  for (const Experience& experience : experiences_) out->begin(experience), out->keep();
  if (asked_) out->ask(), out->keep();
  return out;
}

// A contradiction with the smallest set of sentences and facts that make it.
Error TheoryBelief::unexplained(std::size_t round, const std::optional<Percepts>& first,
                                const std::vector<Experience>& experiences) {
  Timeline timeline(theory_, role(), true);
  if (first) timeline.look(*first), timeline.keep();
  for (const Experience& experience : experiences) timeline.begin(experience), timeline.keep();
  auto core = timeline.core({}, Budget().within(2));
  std::string blamed;
  if (core)
    for (std::size_t i : *core) {
      const Timeline::Reason& reason = timeline.reasons()[i];
      blamed += reason.sentence ? fmt::format("\n  {}: {}", theory_->sentences()[*reason.sentence].where(),
                                              theory_->sentences()[*reason.sentence].text())
                                : fmt::format("\n  round {}: {}", reason.round, reason.fact);
    }
  if (round == 0)
    return {
        fmt::format("{} is contradictory: these cannot all hold{}", theory_->description().source()->name(), blamed),
        "leave one of them out, or mend it"};
  return {fmt::format("round {}: no model of {} explains what {} did and saw{}{}", round,
                      theory_->description().source()->name(), rules().text(role()),
                      blamed.empty() ? "" : ": these cannot all hold", blamed),
          belief::kGoOn};
}

// ---- what is known

void TheoryBelief::find_truths(const Budget& budget) {
  if (answered_ && (!gave_up_ || spent_ >= seconds_ || budget.out_of_time())) return;
  std::vector<Literal> literals;
  auto add = [&](Number input) { literals.push_back(timeline_->now(input)); };
  for (std::uint32_t f = 0; f < theory_->lexicon().fluents(); ++f) add(theory_->holds(FluentId{f}));
  for (std::size_t m = 0; m < theory_->moves(role()); ++m) add(theory_->legal(role(), m));
  for (const Theory::Goal& goal : theory_->goals(role())) add(goal.input);
  add(theory_->terminal());
  for (Number rigid : theory_->rigid()) add(rigid);
  gave_up_ = false;
  double begun = cpu_seconds();
  auto truths = timeline_->truths(literals, budget.within(std::max(seconds_ - spent_, kNoTime)), gave_up_);
  spent_ += cpu_seconds() - begun;
  PERCEPT_CHECK(truths, "a belief without a model");
  truths_ = std::move(*truths);
  answered_ = true;
}

Known<FluentId> TheoryBelief::known_fluents(const Budget& budget) {
  find_truths(budget);
  Known<FluentId> out;
  for (std::uint32_t f = 0; f < theory_->lexicon().fluents(); ++f) out.add(FluentId{f}, truths_[f]);
  return out;
}

Known<MoveId> TheoryBelief::known_legal(const Budget& budget) {
  find_truths(budget);
  Known<MoveId> out;
  std::size_t at = theory_->lexicon().fluents();
  for (std::uint32_t m = 0; m < theory_->moves(role()); ++m)
    out.add(MoveId{m, theory_->lexicon().number()}, truths_[at + m]);
  return out;
}

Known<int> TheoryBelief::known_goals(const Budget& budget) {
  find_truths(budget);
  Known<int> out;
  std::size_t at = theory_->lexicon().fluents() + theory_->moves(role());
  for (const Theory::Goal& goal : theory_->goals(role())) out.add(goal.value, truths_[at++]);
  return out;
}

Truth TheoryBelief::known_terminal(const Budget& budget) {
  find_truths(budget);
  return truths_[truths_.size() - theory_->rigid().size() - 1];
}

Known<Number> TheoryBelief::rules_known(const Budget& budget) {
  find_truths(budget);
  Known<Number> out;
  std::size_t at = truths_.size() - theory_->rigid().size();
  for (Number rigid : theory_->rigid()) out.add(rigid, truths_[at++]);
  return out;
}

Truth TheoryBelief::truth(Number input, std::size_t round, const Budget& budget) {
  std::size_t present = timeline_->round(), wanted = round == 0 ? present : round;
  bool move = theory_->inputs()[input].kind.level == Level::kMove;
  if (late() > 0 || wanted > present || (move && wanted == present)) return Truth::kOpen;
  Literal literal = timeline_->literal(input, wanted);
  bool gave_up = false;
  auto truths = timeline_->truths({&literal, 1}, budget, gave_up);
  return truths ? truths->front() : Truth::kOpen;
}

// ---- how many

std::vector<Number> TheoryBelief::open_fluents(const Budget& budget) {
  std::vector<Number> out;
  for (FluentId fluent : known_fluents(budget).open) out.push_back(theory_->holds(fluent));
  return out;
}
std::vector<Number> TheoryBelief::open_rules(const Budget& budget) { return rules_known(budget).open; }
std::vector<Number> TheoryBelief::open_worlds(const Budget& budget) {
  std::vector<Number> out = open_fluents(budget), rules = open_rules(budget);
  out.insert(out.end(), rules.begin(), rules.end());
  return out;
}

std::vector<Literal> TheoryBelief::literals_of(Timeline& timeline, const std::vector<Number>& inputs) {
  std::vector<Literal> out;
  for (Number input : inputs) out.push_back(timeline.now(input));
  return out;
}

// Few are listed; of more it is counted what hangs together; else it is an estimate.
Count TheoryBelief::count(const std::vector<Number>& open, const Budget& budget) {
  auto exact = [](double value) {
    if (std::isinf(value)) return Count{kMost, false, kMost, value};
    return Count{value, value <= kExactlyHeld, value, value};
  };
  if (open.empty()) return exact(1);
  Timeline::Rows rows = timeline_->rows(literals_of(*timeline_, open), kListed, budget);
  auto seen = static_cast<double>(rows.rows.size());
  if (rows.complete) return exact(seen);
  std::unique_ptr<Timeline> timeline = told_again(false);
  std::vector<Literal> literals = literals_of(*timeline, open);
  if (auto counted = Counter(timeline->solver(), literals).count(budget.within(kCounting).part(kForCounting)))
    return exact(static_cast<double>(*counted));
  Random random(1);
  return estimated_rows(*timeline, literals, std::max<std::size_t>(rows.rows.size(), 1), random,
                        budget.within(kEstimating));
}

Count TheoryBelief::models(const Budget& budget) { return count(open_rules(budget), budget); }
Count TheoryBelief::positions(const Budget& budget) { return count(open_fluents(budget), budget); }
Count TheoryBelief::worlds(const Budget& budget) { return count(open_worlds(budget), budget); }

std::optional<std::size_t> TheoryBelief::known_states() {
  Count count = positions(Budget().within(kCounting));
  return count.exact ? std::optional(static_cast<std::size_t>(count.value)) : std::nullopt;
}

// ---- samples

Worlds TheoryBelief::draw(std::size_t count, Random& random, const Budget& budget) {
  std::vector<Number> open = open_worlds(budget);
  std::size_t fluents = open_fluents(budget).size();
  game::State known;
  for (FluentId fluent : known_fluents(budget).known) known.insert(fluent);
  std::vector<FluentId> open_ids = known_fluents(budget).open;
  Worlds out;
  double sum = 0;
  auto add = [&](const std::vector<bool>& row, double weight) {
    PossibleWorld& world = out.worlds.emplace_back(PossibleWorld{known, {}, weight});
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i]) continue;
      if (i < fluents)
        world.position.insert(open_ids[i]);
      else
        world.rules.push_back(open[i]);
    }
    sum += weight;
  };
  Timeline::Rows rows = timeline_->rows(literals_of(*timeline_, open), kDrawnFrom, budget);
  if (rows.complete) {
    out.uniform = true;
    out.all = rows.rows.size() <= count;
    if (out.all)
      for (const std::vector<bool>& row : rows.rows) add(row, 1);
    else
      for (std::size_t i = 0; i < count; ++i)
        add(rows.rows[random.below(static_cast<std::uint32_t>(rows.rows.size()))], 1);
  } else {
    std::unique_ptr<Timeline> timeline = told_again(false);
    std::vector<Literal> literals = literals_of(*timeline, open);
    Counter counter(timeline->solver(), literals);
    out.uniform = counter.count(budget.within(kCounting).part(kForCounting)).has_value();
    while (out.worlds.size() < count && !budget.out_of_time()) {
      if (out.uniform) {
        auto row = counter.draw(random, budget);
        if (row) add(*row, 1);
      } else {
        Timeline::Guess guess = timeline->guess(literals, random, budget);
        if (!budget.out_of_time()) add(guess.row, guess.rows);
      }
    }
  }
  for (PossibleWorld& world : out.worlds) {
    world.weight /= sum;
    world.position.give(theory_->lexicon().number());
  }
  return out;
}

std::vector<belief::Probability> TheoryBelief::known_probabilities() {
  if (gave_up_) return {};  // what is open is not known
  Random random(1);
  Worlds drawn = draw(kDrawnFrom, random, Budget().within(kCounting));
  std::vector<belief::Probability> out;
  for (FluentId fluent : known_fluents({}).open) {
    double sum = 0;
    for (const PossibleWorld& world : drawn.worlds) sum += world.position.contains(fluent) ? world.weight : 0;
    out.push_back({sum, drawn.all});
  }
  if (drawn.worlds.empty()) out.clear();
  return out;
}

// ---- why

Result<Because> TheoryBelief::why(std::string_view atom, const Budget& budget) {
  auto asked = theory_->ask(atom);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->input == kNoInput) return Because{asked->holds ? Truth::kYes : Truth::kNo};
  if (theory_->inputs()[asked->input].kind.level == Level::kMove)
    return failure(fmt::format("{} belongs to a move that is not made yet", atom), "ask for what holds now");
  Because out;
  out.truth = truth(asked->input, 0, budget);
  if (out.truth == Truth::kOpen) return out;
  std::unique_ptr<Timeline> timeline = told_again(true);
  Literal otherwise = timeline->now(asked->input) ^ (out.truth == Truth::kYes);
  auto core = timeline->core({&otherwise, 1}, budget);
  if (!core) return failure(fmt::format("there was not enough time to say why {}", atom));
  for (std::size_t i : *core) {
    const Timeline::Reason& reason = timeline->reasons()[i];
    if (reason.sentence)
      out.sentences.push_back(*reason.sentence);
    else
      out.facts.push_back({reason.round, reason.fact});
  }
  return out;
}

}  // namespace percept::igdl
