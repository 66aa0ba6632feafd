// SPDX-License-Identifier: MIT
#include "igdl/timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"

namespace percept::igdl {

using circuit::Circuit;
using solve::Clauses;

namespace {

constexpr Literal kNotMade{0};
constexpr std::size_t kFewMoves = 12, kGroup = 4;

}  // namespace

Timeline::Timeline(std::shared_ptr<const Theory> theory, RoleId role, bool explaining)
    : theory_(std::move(theory)), role_(role), explaining_(explaining) {
  rigid_.assign(theory_->inputs().size(), kNotMade);
  for (Number i = 0; i < rigid_.size(); ++i)
    if (theory_->inputs()[i].kind.level == Level::kRigid && !theory_->inputs()[i].kind.timed)
      rigid_[i] = solver_.variable();
  if (explaining_)
    for (const Law& law : theory_->laws()) {
      switches_.push_back(solver_.variable());
      reasons_.push_back({switches_.back(), law.sentence});
    }
  reasons_kept_ = reasons_.size();
  rounds_.push_back(fresh_copy());
  Clauses& first = rounds_.back();
  for (std::uint32_t f = 0; f < theory_->lexicon().fluents(); ++f)
    first.set(theory_->holds(FluentId{f}), first.input(theory_->initially(FluentId{f})));
  know_timed();
  require_laws(Level::kRigid, first);
  require_laws(Level::kPosition, first);
  require_timed(1);
}

// ---- copies

// Of the next round: what belongs to a position is new, what belongs to its move comes later.
Clauses Timeline::fresh_copy() {
  Clauses copy(solver_, theory_->copied());
  for (Number i = 0; i < rigid_.size(); ++i) {
    const Kind& kind = theory_->inputs()[i].kind;
    if (rigid_[i] != kNotMade)
      copy.set(i, rigid_[i]);
    else if (kind.level == Level::kPosition && !kind.timed && kind.word != Word::kTrue)
      copy.set(i, solver_.variable());
  }
  return copy;
}

// What timed atoms stand for, as far as it has come.
void Timeline::know_timed() {
  for (Number number : theory_->timed()) {
    const Input& input = theory_->inputs()[number];
    bool move = theory_->inputs()[input.twin].kind.level == Level::kMove;
    if (input.round + (move ? 1 : 0) > round()) continue;
    for (Clauses& copy : rounds_) copy.set(number, literal(input.twin, input.round));
  }
}

// ---- clauses

void Timeline::add(std::initializer_list<Literal> clause) {
  std::vector<Literal> with(clause);
  if (pending_) with.push_back(~*pending_);
  solver_.add(with);
}

void require(const Theory& theory, solve::Solver& solver, Clauses& copy, Wire wire,
             const std::vector<Literal>& unless) {
  const Circuit& circuit = theory.copied().circuit();
  bool gate = circuit.kind(wire.node()) == Circuit::Kind::kAnd;
  if (gate && !wire.negated()) {
    for (Wire operand : circuit.operands(wire.node())) require(theory, solver, copy, operand, unless);
    return;
  }
  std::vector<Literal> clause = unless;
  if (gate)
    for (Wire operand : circuit.operands(wire.node())) clause.push_back(copy.literal(~operand));
  else
    clause.push_back(copy.literal(wire));
  solver.add(clause);
}

void require_moves(const Theory& theory, solve::Solver& solver, const Clauses& copy,
                   const std::vector<Literal>& unless) {
  auto add = [&](std::vector<Literal> clause) {
    clause.insert(clause.end(), unless.begin(), unless.end());
    solver.add(clause);
  };
  add({~copy.input(theory.terminal())});
  for (std::uint32_t r = 0; r < theory.lexicon().roles(); ++r) {
    std::vector<Literal> some;
    for (std::size_t m = 0; m < theory.moves(RoleId{r}); ++m) {
      some.push_back(copy.input(theory.does(RoleId{r}, m)));
      add({~some.back(), copy.input(theory.legal(RoleId{r}, m))});
    }
    add(some);
    // Not two of a few; of many not two of a group, and not two groups that have one.
    while (!some.empty()) {
      std::vector<Literal> groups;
      for (std::size_t i = 0; i < some.size(); ++i) {
        bool many = some.size() > kFewMoves;
        std::size_t first = many ? i - i % kGroup : 0;
        for (std::size_t other = first; other < i; ++other) add({~some[i], ~some[other]});
        if (!many) continue;
        if (i == first) groups.push_back(solver.variable());
        add({~some[i], groups.back()});
      }
      some = std::move(groups);
    }
  }
}

std::vector<Literal> Timeline::unless(std::size_t law) const {
  std::vector<Literal> out;
  if (pending_) out.push_back(~*pending_);
  if (explaining_) out.push_back(~switches_[law]);
  return out;
}

void Timeline::require_laws(Level level, Clauses& copy) {
  for (std::size_t i = 0; i < theory_->laws().size(); ++i) {
    const Law& law = theory_->laws()[i];
    if (law.level != level) continue;
    std::vector<Literal> switched = unless(i);
    for (const Instance& instance : law.instances)
      if (instance.ready == 0) require(*theory_, solver_, copy, instance.wire, switched);
  }
}

// Laws that speak of rounds by their steps: those that are complete now, and in each new round those that were.
void Timeline::require_timed(std::size_t arrived) {
  if (theory_->timed().empty()) return;
  for (std::size_t i = 0; i < theory_->laws().size(); ++i) {
    const Law& law = theory_->laws()[i];
    std::vector<Literal> switched = unless(i);
    for (const Instance& instance : law.instances) {
      if (instance.ready == 0 || instance.ready > arrived) continue;
      bool new_law = instance.ready == arrived;
      if (law.level == Level::kRigid) {
        if (new_law) require(*theory_, solver_, rounds_.back(), instance.wire, switched);
        continue;
      }
      std::size_t last = law.level == Level::kMove ? arrived - 1 : arrived;
      for (std::size_t round = new_law ? 1 : last; round >= 1 && round <= last; ++round)
        require(*theory_, solver_, rounds_[round - 1], instance.wire, switched);
    }
  }
}

// ---- what is told

void Timeline::fact(Literal literal, std::string text, std::size_t round) {
  if (!explaining_) return add({literal});
  Literal on = solver_.variable();
  add({~on, literal});
  reasons_.push_back({on, std::nullopt, std::move(text), round});
}

void Timeline::see(const Percepts& percepts, Clauses& copy, std::size_t round, bool position) {
  const game::Lexicon& lexicon = theory_->lexicon();
  std::string who = lexicon.text(role_);
  auto is_seen = [&](std::uint32_t percept) {
    return std::ranges::find(percepts, PerceptId{percept, lexicon.number()}) != percepts.end();
  };
  auto tell = [&](std::uint32_t percept, Number input, std::string_view verb) {
    bool seen = is_seen(percept);
    fact(copy.input(input) ^ !seen,
         fmt::format("{} {}{} {}", who, seen ? "" : "does not ", seen ? fmt::format("{}s", verb) : std::string(verb),
                     lexicon.text(PerceptId{percept, lexicon.number()})),
         round);
  };
  if (theory_->imperfect()) {
    for (std::uint32_t p = 0; p < lexicon.percepts(); ++p) {
      Number input = theory_->sees(role_, p);
      if (input != kNoInput)
        tell(p, input, "see");
      else if (is_seen(p))  // another role's percept: nothing explains it
        fact(solve::kFalse, fmt::format("{} sees {}", who, lexicon.text(PerceptId{p, lexicon.number()})), round);
    }
  } else if (!position) {  // the moves made
    std::uint32_t p = 0;
    for (std::uint32_t r = 0; r < lexicon.roles(); ++r)
      for (std::size_t m = 0; m < theory_->moves(RoleId{r}); ++m) tell(p++, theory_->does(RoleId{r}, m), "see");
  }
}

void Timeline::look(const Percepts& percepts) {
  pending_ = solver_.variable();
  reasons_kept_ = reasons_.size();
  see(percepts, rounds_.back(), 1, true);
}

void Timeline::ask() {
  pending_ = solver_.variable();
  reasons_kept_ = reasons_.size();
  fact(~now(theory_->terminal()), fmt::format("{} is asked for a move", theory_->lexicon().text(role_)), round());
}

void Timeline::begin(const Experience& experience) {
  pending_ = solver_.variable();
  reasons_kept_ = reasons_.size();
  round_begun_ = true;
  const game::Lexicon& lexicon = theory_->lexicon();
  std::size_t made = round();
  {
    Clauses& copy = rounds_.back();
    for (Number i = 0; i < theory_->inputs().size(); ++i) {
      const Kind& kind = theory_->inputs()[i].kind;
      if (kind.level == Level::kMove && !kind.timed) copy.set(i, solver_.variable());
    }
    require_moves(*theory_, solver_, copy, {~*pending_});
    require_laws(Level::kMove, copy);
    if (experience.move)
      fact(copy.input(theory_->does(role_, experience.move->value)),
           fmt::format("{} does {}", lexicon.text(role_), lexicon.text(role_, *experience.move)), made);
  }
  if (experience.percepts && !theory_->sees_position()) see(*experience.percepts, rounds_.back(), made, false);
  if (experience.percepts && theory_->sees_position() && !theory_->imperfect())
    see(*experience.percepts, rounds_.back(), made, false);
  Clauses next = fresh_copy();
  for (std::uint32_t f = 0; f < lexicon.fluents(); ++f)
    next.set(theory_->holds(FluentId{f}), rounds_.back().input(theory_->next(FluentId{f})));
  rounds_.push_back(std::move(next));
  know_timed();
  require_laws(Level::kPosition, rounds_.back());
  require_timed(round());
  if (experience.percepts && theory_->sees_position() && theory_->imperfect())
    see(*experience.percepts, rounds_.back(), round(), true);
}

void Timeline::keep() {
  solver_.add({*pending_});
  pending_.reset();
  round_begun_ = false;
}

void Timeline::drop() {
  solver_.add({~*pending_});
  pending_.reset();
  if (round_begun_) {
    rounds_.pop_back();
    // Gates of the copies may stand for the move that was dropped, and laws over rounds bring it into all of them: they
    // are made again from their inputs.
    std::size_t first = theory_->timed().empty() ? rounds_.size() - 1 : 0;
    std::vector<Clauses> again;
    for (std::size_t round = first; round < rounds_.size(); ++round) {
      Clauses& copy = again.emplace_back(solver_, theory_->copied());
      for (Number i = 0; i < theory_->inputs().size(); ++i) {
        const Kind& kind = theory_->inputs()[i].kind;
        bool of_move = kind.level == Level::kMove && round + 1 == rounds_.size();
        if (!kind.timed && !of_move) copy.set(i, rounds_[round].input(i));
      }
    }
    while (rounds_.size() > first) rounds_.pop_back();
    for (Clauses& copy : again) rounds_.push_back(std::move(copy));
    know_timed();
  }
  round_begun_ = false;
  reasons_.resize(reasons_kept_);
}

// ---- questions

Answer Timeline::solve(std::span<const Literal> assumptions, std::span<const Literal> some, const Budget& budget) {
  assumptions_.assign(assumptions.begin(), assumptions.end());
  if (pending_) assumptions_.push_back(*pending_);
  for (const Reason& reason : reasons_) assumptions_.push_back(reason.on);
  return solver_.solve(assumptions_, some, budget);
}

std::optional<std::vector<Truth>> Timeline::truths(std::span<const Literal> literals, const Budget& budget,
                                                   bool& gave_up) {
  std::vector<bool> can_hold(literals.size()), can_fail(literals.size());
  auto look = [&] {
    for (std::size_t i = 0; i < literals.size(); ++i) (solver_.holds(literals[i]) ? can_hold : can_fail)[i] = true;
  };
  Answer answer = solve({}, {}, budget);
  if (answer == Answer::kNo) return std::nullopt;
  if (answer == Answer::kYes) look();
  std::vector<Literal> others;
  while (answer == Answer::kYes) {
    others.clear();
    for (std::size_t i = 0; i < literals.size(); ++i)
      if (can_hold[i] != can_fail[i] && !solve::is_constant(literals[i])) {
        others.push_back(literals[i] ^ can_hold[i]);
        solver_.prefer(others.back());
      }
    if (others.empty()) break;
    answer = solve({}, others, budget);
    if (answer == Answer::kYes) look();
  }
  gave_up |= answer == Answer::kUnknown;
  std::vector<Truth> out;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    bool open = can_hold[i] == can_fail[i] || (answer == Answer::kUnknown && !solve::is_constant(literals[i]));
    out.push_back(open ? Truth::kOpen : can_hold[i] ? Truth::kYes : Truth::kNo);
  }
  return out;
}

Timeline::Rows Timeline::rows(std::span<const Literal> literals, std::size_t limit, const Budget& budget,
                              std::span<const Literal> assumptions) {
  Rows out;
  Literal on = solver_.variable();
  std::vector<Literal> under(assumptions.begin(), assumptions.end());
  under.push_back(on);
  for (;;) {
    Answer answer = solve(under, {}, budget);
    if (answer == Answer::kNo) out.complete = true;
    if (answer != Answer::kYes || out.rows.size() == limit) break;
    std::vector<bool>& row = out.rows.emplace_back();
    std::vector<Literal> other = {~on};
    for (Literal literal : literals) {
      row.push_back(solver_.holds(literal));
      other.push_back(literal ^ row.back());
    }
    solver_.add(other);
  }
  solver_.add({~on});
  return out;
}

Timeline::Guess Timeline::guess(std::span<const Literal> literals, Random& random, const Budget& budget) {
  Guess out;
  std::vector<Literal> path;
  for (Literal literal : literals) {
    bool can[2];
    for (bool sign : {false, true}) {
      path.push_back(literal ^ !sign);
      can[sign] = solve(path, {}, budget) == Answer::kYes;
      path.pop_back();
    }
    bool both = can[0] && can[1];
    if (both) out.rows *= 2;
    out.row.push_back(both ? random.below(2) == 1 : can[1]);
    path.push_back(literal ^ !out.row.back());
  }
  return out;
}

std::optional<std::vector<std::size_t>> Timeline::core(std::span<const Literal> impossible, const Budget& budget) {
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < reasons_.size(); ++i) needed.push_back(i);
  auto possible = [&](const std::vector<std::size_t>& with) {
    assumptions_.assign(impossible.begin(), impossible.end());
    if (pending_) assumptions_.push_back(*pending_);
    for (std::size_t i : with) assumptions_.push_back(reasons_[i].on);
    return solver_.solve(assumptions_, {}, budget) != Answer::kNo;
  };
  auto shrink = [&](std::vector<std::size_t> with) {
    std::erase_if(with, [&](std::size_t i) { return !solver_.failed(reasons_[i].on); });
    return with;
  };
  for (Literal literal : impossible)
    if (literal == solve::kFalse) return std::vector<std::size_t>();
  if (possible(needed)) return std::nullopt;
  needed = shrink(needed);
  for (std::size_t i = reasons_.size(); i-- > 0;) {
    std::vector<std::size_t> fewer = needed;
    if (std::erase(fewer, i) == 0) continue;
    if (!possible(fewer)) needed = shrink(fewer);
  }
  return needed;
}

}  // namespace percept::igdl
