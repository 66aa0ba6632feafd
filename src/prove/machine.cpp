// SPDX-License-Identifier: MIT
#include "prove/machine.h"

#include <algorithm>

namespace percept::prove {
namespace {

// What is kept costs, by and large.
constexpr std::uint64_t kCallBytes = 300;  // with its frame
constexpr std::uint64_t kTermBytes = 90;
constexpr std::uint64_t kStepsBetweenLooks = 1 << 12;  // some ten microseconds
std::uint64_t row_bytes(std::uint32_t width) { return 8 + sizeof(TermId) * width; }

}  // namespace

Result<Table*> Machine::complete(Procedure& procedure, const TermId* key, const Limits& limits, const Budget& budget) {
  limits_ = limits;
  budget_ = budget;
  steps_ = bytes_ = 0;
  terms_before_ = terms_.size();
  failure_.clear();
  if (!look()) return failure(failure_);
  auto [table, is_new] = database_.table(procedure, key);
  if (is_new && begin(*table)) run();
  if (failure_.empty()) return table;
  frames_.clear(), incomplete_.clear(), agenda_.clear(), saved_.clear();
  database_.forget_all();
  return failure(failure_);
}

void Machine::run() {
  while (!frames_.empty() && failure_.empty()) {
    Frame& frame = frames_.back();
    switch (frame.phase) {
      case Frame::Phase::kNextClause: next_clause(frame); break;
      case Frame::Phase::kSearch: search(frame); break;
      case Frame::Phase::kRecursion: recursion(frame); break;
    }
  }
}

// ---- clauses

void Machine::next_clause(Frame& frame) {
  const Procedure& procedure = frame.table->procedure;
  const TermId* given = procedure.calls[frame.table->call];
  while (frame.next_plan < procedure.plans.size()) {
    const Plan& plan = procedure.plans[frame.next_plan++];
    count_step();
    reserve(frame, plan);
    if (!plan.inputs.matches(given, terms_, slots_.data() + frame.slots)) continue;
    frame.plan = &plan;
    frame.step = 0;
    frame.forward = true;
    frame.phase = Frame::Phase::kSearch;
    return search(frame);
  }
  finish_clauses(frame);
}

// Room for the values and choices of the plan.
void Machine::reserve(const Frame& frame, const Plan& plan) {
  std::size_t slots = frame.slots + plan.slots, choices = frame.choices + plan.steps.size();
  if (slots_.size() < slots) slots_.resize(2 * slots);
  if (choices_.size() < choices) choices_.resize(2 * choices);
}

void Machine::finish_clauses(Frame& frame) {
  if (frame.task == Frame::Task::kEvaluate)
    frame.phase = Frame::Phase::kRecursion;
  else
    end_frame();
}

// Walks through the steps of the clause, forward when one succeeds and back when it does not, until there is nothing to
// go back to, or a call has to be evaluated first.
void Machine::search(Frame& frame) {
  const Plan& plan = *frame.plan;
  TermId* slots = slots_.data() + frame.slots;
  Choice* choices = choices_.data() + frame.choices;
  const int end = static_cast<int>(plan.steps.size());
  int at = frame.step;
  bool forward = frame.forward;
  while (at >= frame.first_step) {
    if (!failure_.empty()) return;
    if (at == end) {
      if (answer(*frame.table, plan, slots) && frame.table->is_settled()) return finish_clauses(frame);
      at = plan.back_after_answer;
      forward = false;
      continue;
    }
    const Step& step = plan.steps[static_cast<std::size_t>(at)];
    if (!forward) {
      forward = next_row(step, choices[at], slots);
      at = forward ? at + 1 : step.back;
      continue;
    }
    count_step();
    frame.step = at;
    frame.forward = true;
    Entry entry = enter(frame, step, choices[at], slots);
    if (entry == Entry::kCalls) return;
    forward = entry == Entry::kHolds;
    at = forward ? at + 1 : entry == Entry::kWaits ? step.back : step.back_if_none;
  }
  if (frame.task == Frame::Task::kResume) return end_frame();
  frame.phase = Frame::Phase::kNextClause;
}

// Opens the rows of a step and goes to the first that matches, or makes its test.
Machine::Entry Machine::enter(Frame& frame, const Step& step, Choice& choice, TermId* slots) {
  for (const Built& built : step.built) slots[built.slot] = build(built.pattern, terms_, slots, scratch_);
  bool holds = false;
  switch (step.kind) {
    case Step::Kind::kDistinct: holds = step.key[0].in(slots) != step.key[1].in(slots); break;
    case Step::Kind::kRows:
      choice = open_rows(step, slots);
      holds = next_row(step, choice, slots);
      break;
    case Step::Kind::kNoRows:
      choice = open_rows(step, slots);
      holds = !next_row(step, choice, slots);
      break;
    case Step::Kind::kAnswers:
    case Step::Kind::kNoAnswers: return enter_call(frame, step, choice, slots);
  }
  return holds ? Entry::kHolds : Entry::kFails;
}

Machine::Entry Machine::enter_call(Frame& frame, const Step& step, Choice& choice, TermId* slots) {
  if (frame.called == nullptr) {
    key_.clear();
    for (const Value& value : step.key) key_.push_back(value.in(slots));
    auto [table, is_new] = database_.table(*step.procedure, key_.data());
    frame.called = table;
    if (is_new && begin(*table)) return Entry::kCalls;  // and come back to this step
    if (!failure_.empty()) return Entry::kCalls;
  }
  Table& table = *frame.called;
  frame.called = nullptr;
  bool negated = step.kind == Step::Kind::kNoAnswers;
  Rows* answers = &table.answers;
  if (!table.complete) {
    frame.lowest = std::min(frame.lowest, table.position);
    if (negated && table.assumed == nullptr) {
      frame.undecided = true;
      return overestimates() ? Entry::kHolds : Entry::kFails;
    }
    if (!negated && !table.is_settled()) {
      suspend(frame, table);
      return Entry::kWaits;
    }
    if (negated) answers = table.assumed.get();
  }
  choice = {answers, 0, answers->size(), kNoRow};
  return next_row(step, choice, slots) != negated ? Entry::kHolds : Entry::kFails;
}

Machine::Choice Machine::open_rows(const Step& step, const TermId* slots) const {
  Rows& rows = *step.rows;
  constexpr std::uint32_t kFewer = 3;  // rows than pay for a hash
  if (!step.index || rows.size() <= kFewer) return {&rows, 0, rows.size(), kNoRow};
  KeyHash hash;
  for (const RowPattern::Test& test : step.row.tests) hash.add(test.value.in(slots));
  return {&rows, rows.first(*step.index, hash.value()), kNoRow, *step.index};
}

// Goes to the next row that matches, and sets what it sets.
bool Machine::next_row(const Step& step, Choice& choice, TermId* slots) {
  while (choice.row != choice.end) {
    const TermId* row = (*choice.rows)[choice.row];
    choice.row = choice.index == kNoRow ? choice.row + 1 : choice.rows->next(choice.index, choice.row);
    if (!count_step()) return false;
    if (step.row.matches(row, terms_, slots)) return true;
  }
  return false;
}

// Adds what the clause says; false when it was known.
bool Machine::answer(Table& table, const Plan& plan, const TermId* slots) {
  key_.clear();
  for (const Pattern& output : plan.outputs) {
    TermId term = build(output, terms_, slots, scratch_);
    key_.push_back(term);
  }
  if (!table.answers.add_if_new(key_.data())) return false;
  spend(table, row_bytes(table.answers.width()));
  if (!table.consumers.empty()) queue(table);
  return true;
}

// ---- calls

bool Machine::begin(Table& table) {
  Procedure& procedure = table.procedure;
  spend(table, kCallBytes + row_bytes(procedure.calls.width()));
  if (!procedure.planned) database_.make_plans(procedure);
  table.complete = fill_from_general(table);
  if (table.complete) return false;
  add_facts(table);
  table.complete = procedure.plans.empty() || table.is_settled();
  if (table.complete) return false;
  table.position = static_cast<std::uint32_t>(incomplete_.size());
  incomplete_.push_back(&table);
  begin_frame(table, Frame::Task::kEvaluate);
  return true;
}

bool Machine::fill_from_general(Table& table) {
  const TermId* given = table.procedure.calls[table.call];
  for (const General& general : table.procedure.generals) {
    if (general.procedure->calls.size() == 0) continue;
    key_.clear();
    for (std::uint32_t column : general.key) key_.push_back(given[column]);
    Table* source = database_.completed(*general.procedure, key_.data());
    if (source == nullptr) continue;
    key_.clear();
    for (std::uint32_t column : general.tested_in_key) key_.push_back(given[column]);
    source->answers.for_each(general.tested, key_.data(), [&](const TermId* row) {
      scratch_.clear();
      for (std::uint32_t column : general.answer) scratch_.push_back(row[column]);
      table.answers.add(scratch_.data());
    });
    scratch_.clear();
    spend(table, table.answers.size() * row_bytes(table.answers.width()));
    return true;
  }
  return false;
}

void Machine::add_facts(Table& table) {
  Procedure& procedure = table.procedure;
  if (procedure.predicate.facts.size() == 0) return;
  procedure.predicate.facts.for_each(procedure.given, procedure.calls[table.call], [&](const TermId* row) {
    scratch_.clear();
    for (std::uint32_t column : procedure.free) scratch_.push_back(row[column]);
    table.answers.add_if_new(scratch_.data());
  });
  scratch_.clear();
  spend(table, table.answers.size() * row_bytes(table.answers.width()));
}

Machine::Frame& Machine::begin_frame(Table& table, Frame::Task task) {
  std::uint32_t slots = 0, choices = 0;
  if (!frames_.empty()) {
    const Frame& below = frames_.back();
    slots = below.slots + (below.plan != nullptr ? below.plan->slots : 0);
    choices = below.choices + (below.plan != nullptr ? static_cast<std::uint32_t>(below.plan->steps.size()) : 0);
  }
  frames_.push_back({.task = task,
                     .phase = Frame::Phase::kNextClause,
                     .table = &table,
                     .lowest = table.position,
                     .slots = slots,
                     .choices = choices,
                     .agenda = static_cast<std::uint32_t>(agenda_.size()),
                     .saved = static_cast<std::uint32_t>(saved_.size())});
  return frames_.back();
}

void Machine::end_frame() {
  std::uint32_t lowest = frames_.back().lowest;
  bool undecided = frames_.back().undecided;
  frames_.pop_back();
  if (frames_.empty()) return;
  Frame& below = frames_.back();
  below.lowest = std::min(below.lowest, lowest);
  below.undecided |= undecided;
}

// ---- recursion

// The step that the frame is at waits for answers of the table.
void Machine::suspend(const Frame& frame, Table& on) {
  auto values = static_cast<std::uint32_t>(saved_.size());
  saved_.insert(saved_.end(), slots_.begin() + frame.slots, slots_.begin() + frame.slots + frame.plan->slots);
  on.consumers.push_back({frame.table, frame.plan, static_cast<std::uint32_t>(frame.step), 0, values});
  spend(on, sizeof(Consumer) + row_bytes(frame.plan->slots));
  if (on.answers.size() > 0) queue(on);
}

void Machine::queue(Table& table) {
  if (table.queued) return;
  table.queued = true;
  table.cursor = 0;
  table.seen = table.answers.size();
  agenda_.push_back(&table);
}

// All clauses of the frame's table were tried.
void Machine::recursion(Frame& frame) {
  if (frame.lowest < frame.table->position) return end_frame();  // it is part of a larger one
  if (feed_consumers(frame)) return;
  if (frame.undecided && repeat_with_assumptions(frame)) return;
  complete_recursion(frame);
}

// Resumes the next consumer that has not seen all answers; false when there is none.
bool Machine::feed_consumers(const Frame& frame) {
  while (agenda_.size() > frame.agenda) {
    Table& table = *agenda_.back();
    while (table.cursor < table.consumers.size()) {
      count_step();
      Consumer& next = table.consumers[table.cursor++];
      Consumer consumer = next;
      next.fed = table.answers.size();
      if (consumer.fed == next.fed || consumer.owner->is_settled()) continue;
      const Plan& plan = *consumer.plan;
      Frame& resumed = begin_frame(*consumer.owner, Frame::Task::kResume);
      resumed.plan = &plan;
      resumed.phase = Frame::Phase::kSearch;
      resumed.forward = false;
      resumed.step = resumed.first_step = static_cast<int>(consumer.step);
      reserve(resumed, plan);
      std::copy_n(saved_.begin() + consumer.slots, plan.slots, slots_.begin() + resumed.slots);
      choices_[resumed.choices + consumer.step] = {&table.answers, consumer.fed, table.answers.size(), kNoRow};
      return true;
    }
    if (table.seen < table.answers.size()) {
      table.seen = table.answers.size();
      table.cursor = 0;
      continue;
    }
    table.queued = false;
    agenda_.pop_back();
  }
  return false;
}

void Machine::complete_recursion(const Frame& frame) {
  std::uint32_t position = frame.table->position;
  for (std::size_t i = position; i < incomplete_.size(); ++i) {
    Table& table = *incomplete_[i];
    table.complete = true;
    ++table.procedure.completed;
    table.procedure.answered += table.answers.size();
    table.consumers.clear();
    table.assumed.reset();
  }
  incomplete_.resize(position);
  saved_.resize(frame.saved);
  frames_.back().undecided = false;
  end_frame();
}

// The next evaluation of a table of the recursion under the assumptions of this pass, or the first of the next pass;
// false when assumptions and answers agree.
bool Machine::repeat_with_assumptions(Frame& frame) {
  std::uint32_t position = frame.table->position;
  if (frame.repeat == frame.repeat_end) {
    std::uint64_t found = 0;
    bool agree = frame.pass > 0;
    for (std::size_t i = position; i < incomplete_.size(); ++i) {
      const Table& table = *incomplete_[i];
      found += 1 + table.answers.size();
      agree = agree && table.assumed != nullptr && table.assumed->size() == table.answers.size();
    }
    if (agree) return false;
    std::uint64_t& before = frame.found[frame.pass % 2];
    if (frame.pass > 0 && before == found) return fail("depends on its own negation"), true;
    before = frame.pass > 0 ? found : 0;
    for (std::size_t i = position; i < incomplete_.size(); ++i) {
      Table& table = *incomplete_[i];
      table.assumed = std::make_unique<Rows>(table.answers.width());
      if (frame.pass > 0) std::swap(*table.assumed, table.answers);
      table.answers.clear();
      table.consumers.clear();
    }
    saved_.resize(frame.saved);
    ++frame.pass;
    frame.repeat = position;
    frame.repeat_end = static_cast<std::uint32_t>(incomplete_.size());
  }
  Table& table = *incomplete_[frame.repeat++];
  add_facts(table);
  begin_frame(table, Frame::Task::kRepeat);
  return true;
}

bool Machine::overestimates() const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    if (frame->pass > 0) return frame->pass % 2 == 1;
  return false;
}

// ---- budget

bool Machine::look() {
  look_at_ = std::min(limits_.steps + 1, steps_ + kStepsBetweenLooks);
  if (steps_ > limits_.steps)
    fail("takes more than " + std::to_string(limits_.steps) + " steps");
  else if (budget_.out_of_time())
    fail("takes longer than there is time");
  return failure_.empty();
}

void Machine::spend(const Table& table, std::uint64_t bytes) {
  bytes_ += bytes;
  if (table.procedure.predicate.dependence == program::Dependence::kRigid) database_.keep_for_ever(bytes);
  if (bytes_ + (terms_.size() - terms_before_) * kTermBytes > limits_.megabytes << 20)
    fail("needs more than " + std::to_string(limits_.megabytes) + " MB");
}

void Machine::fail(std::string message) {
  if (failure_.empty()) failure_ = std::move(message);
}

}  // namespace percept::prove
