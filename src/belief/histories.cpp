// SPDX-License-Identifier: MIT
#include "belief/histories.h"

#include <algorithm>
#include <utility>

namespace percept::belief {

using circuit::Wire;
using solve::Answer;
using solve::Clauses;
using solve::kFalse;
using solve::kTrue;
using solve::Literal;

Histories::Histories(std::shared_ptr<const NumberedCircuit> circuit, RoleId role, const std::vector<FluentId>& initial,
                     Options options)
    : options_(options), role_(role.value), solver_(std::make_unique<solve::Solver>()) {
  use(std::move(circuit));
  for (std::size_t i = 0; i < game().fluents.size(); ++i) {
    bool holds =
        game().fluents[i].constant || std::find(initial.begin(), initial.end(), circuit_->fluents[i]) != initial.end();
    fluents_[i] = holds ? kTrue : kFalse;
  }
}

void Histories::use(std::shared_ptr<const NumberedCircuit> circuit) {
  if (circuit == circuit_) return;
  std::vector<std::pair<FluentId, Literal>> before;
  for (std::size_t i = 0; i < fluents_.size(); ++i)
    if (fluents_[i] != kFalse) before.emplace_back(circuit_->fluents[i], fluents_[i]);
  std::sort(before.begin(), before.end());
  copy_.reset();
  circuit_ = std::move(circuit);
  copied_ = std::make_unique<solve::Copied>(game().circuit, game().outputs());
  fluents_.assign(game().fluents.size(), kFalse);
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    auto found = std::lower_bound(before.begin(), before.end(), std::pair(circuit_->fluents[i], kFalse));
    if (found != before.end() && found->first == circuit_->fluents[i]) fluents_[i] = found->second;
  }
}

void Histories::end_in(std::span<const FluentId> position) {
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    bool holds = std::find(position.begin(), position.end(), circuit_->fluents[i]) != position.end();
    solver_->add({fluents_[i] ^ !holds});
  }
}

Known<FluentId> Histories::position_bounds() {
  Known<FluentId> out;
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    Literal literal = solver_->fixed(fluents_[i]);
    out.add(circuit_->fluents[i], literal == kTrue ? Truth::kYes : literal == kFalse ? Truth::kNo : Truth::kOpen);
  }
  out.sort();
  return out;
}

Clauses& Histories::position() {
  if (!copy_) {
    copy_ = std::make_unique<Clauses>(*solver_, *copied_);
    for (std::size_t i = 0; i < fluents_.size(); ++i) {
      fluents_[i] = solver_->fixed(fluents_[i]);
      copy_->set(game().fluents[i].holds.node() - 1, fluents_[i]);
    }
  }
  return *copy_;
}

// Not before the model has been looked at: adding a clause forgets it.
void Histories::keep_proven() {
  if (proven_)
    for (Literal guard : std::exchange(unproven_, {})) solver_->add({guard});
  proven_ = false;
}

Answer Histories::ask(std::span<const Literal> some, const Budget& budget) {
  keep_proven();
  Answer answer = solver_->solve(unproven_, some, budget);
  proven_ = answer == Answer::kYes;
  return answer;
}

// Leaves out the latest rounds that are not proven until the others go together.
void Histories::drop_contradictions(const Budget& budget) {
  while (!unproven_.empty() && ask({}, budget) == Answer::kNo) unproven_.pop_back();
}

// At most one of them, and with the guard at least one.
void Histories::add_only_one(const std::vector<Literal>& literals, Literal guard) {
  constexpr std::size_t kFew = 6;
  std::vector<Literal> some = literals;
  some.push_back(~guard);
  solver_->add(some);
  if (literals.size() <= kFew) {
    for (std::size_t i = 0; i < literals.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) solver_->add({~literals[i], ~literals[j]});
    return;
  }
  // A chain that says whether one has come before.
  Literal before = literals[0];
  for (std::size_t i = 1; i < literals.size(); ++i) {
    solver_->add({~before, ~literals[i]});
    if (i + 1 == literals.size()) break;
    Literal here = solver_->variable();
    solver_->add({~before, here});
    solver_->add({~literals[i], here});
    before = here;
  }
}

Outcome Histories::advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts,
                           const Budget& budget) {
  Clauses& copy = position();
  // Everything that this round demands holds under a guard, so that it can be taken back.
  Literal guard = options_.guarded ? solver_->variable() : kTrue;
  auto demand = [&](Literal literal) { solver_->add({~guard, literal}); };
  Round round{circuit_, fluents_, {}, {}};
  demand(~copy.literal(game().terminal));
  for (std::size_t role = 0; role < game().moves.size(); ++role) {
    const std::vector<GameCircuit::Move>& moves = game().moves[role];
    std::vector<Literal> choices, legal_moves, made(moves.size(), kFalse);
    std::size_t last = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Literal legal = copy.literal(moves[i].legal);
      Literal does = kFalse;
      if (role == role_ && move) {
        if (circuit_->moves[role][i] == *move) {
          does = kTrue;
          demand(legal);
        }
      } else if (legal != kFalse) {
        does = solver_->variable();
        solver_->add({~does, legal});
        choices.push_back(does);
        last = i;
      }
      legal_moves.push_back(legal);
      made[i] = does;
    }
    if (role != role_ || !move) {
      if (choices.size() == 1) {
        demand(choices[0]);
        made[last] = kTrue;
      }
      add_only_one(choices, guard);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) copy.set(moves[i].does.node() - 1, made[i]);
    round.legal.push_back(std::move(legal_moves));
    round.does.push_back(std::move(made));
  }
  if (percepts)
    for (std::size_t i = 0; i < game().sees[role_].size(); ++i) {
      bool seen = std::find(percepts->begin(), percepts->end(), circuit_->sees[role_][i]) != percepts->end();
      demand(copy.literal(game().sees[role_][i].second) ^ !seen);
    }
  std::vector<Literal> next;
  for (const GameCircuit::Fluent& fluent : game().fluents) next.push_back(copy.literal(fluent.next));
  keep_proven();
  if (options_.guarded) unproven_.push_back(guard);
  Answer answer = ask({}, budget);
  copy_.reset();
  if (answer == Answer::kNo) {
    if (!options_.guarded) return Outcome::kUnexplained;
    unproven_.pop_back();
    solver_->add({~guard});
    drop_contradictions(budget);
    return Outcome::kUnexplained;
  }
  fluents_ = std::move(next);
  if (options_.rounds) rounds_.push_back(std::move(round));
  return answer == Answer::kYes ? Outcome::kDone : Outcome::kGaveUp;
}

// Looks for a model in which something is otherwise than in all models seen, until there is none.
std::vector<Truth> Histories::decide(const std::vector<Literal>& literals, std::vector<Seen> seen, const Budget& budget,
                                     bool& gave_up) {
  std::vector<Truth> out(literals.size(), Truth::kOpen);
  std::vector<std::size_t> undecided;
  bool unmet = false;  // something has been seen neither to hold nor to fail
  for (std::size_t i = 0; i < literals.size(); ++i) {
    Literal literal = solver_->fixed(literals[i]);
    if (is_constant(literal)) {
      out[i] = literal == kTrue ? Truth::kYes : Truth::kNo;
    } else if (!seen[i].holds || !seen[i].fails) {
      undecided.push_back(i);
      unmet |= !seen[i].holds && !seen[i].fails;
    }
  }
  auto look = [&] {
    for (std::size_t i : undecided) (solver_->holds(literals[i]) ? seen[i].holds : seen[i].fails) = true;
    std::erase_if(undecided, [&](std::size_t i) { return seen[i].holds && seen[i].fails; });
  };
  Answer answer = Answer::kYes;
  if (unmet) {
    answer = ask({}, budget);
    if (answer == Answer::kYes) look();
    if (answer == Answer::kNo) {  // a round that was taken to be explained is not
      drop_contradictions(budget);
      answer = Answer::kUnknown;
    }
  }
  while (answer == Answer::kYes && !undecided.empty()) {
    std::vector<Literal> otherwise;
    for (std::size_t i : undecided) otherwise.push_back(literals[i] ^ seen[i].holds);
    answer = ask(otherwise, budget);
    if (answer == Answer::kYes) look();
  }
  if (answer == Answer::kUnknown) {
    gave_up = true;
    return out;
  }
  for (std::size_t i : undecided) {
    out[i] = seen[i].holds ? Truth::kYes : Truth::kNo;
    if (unproven_.empty()) solver_->add({literals[i] ^ !seen[i].holds});
  }
  return out;
}

std::vector<Truth> Histories::decide(std::span<const Wire> wires, std::vector<Seen> seen, const Budget& budget,
                                     bool& gave_up) {
  std::vector<Literal> literals;
  for (Wire wire : wires) literals.push_back(position().literal(wire));
  return decide(literals, std::move(seen), budget, gave_up);
}

std::vector<Truth> Histories::decide_fluents(std::vector<Seen> seen, const Budget& budget, bool& gave_up) {
  std::vector<Truth> out = decide(fluents_, std::move(seen), budget, gave_up);
  keep_proven();
  bool changed = false;
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    if (is_constant(fluents_[i]) || out[i] == Truth::kOpen || !unproven_.empty()) continue;
    fluents_[i] = out[i] == Truth::kYes ? kTrue : kFalse;
    changed = true;
  }
  if (changed) copy_.reset();
  return out;
}

void Histories::simplify(const Budget& budget) {
  bool gave_up = false;
  decide_fluents(std::vector<Seen>(fluents_.size()), budget, gave_up);
}

// Each position that is found is excluded from then on, under an assumption that is dropped at the end.
Histories::Positions Histories::positions(std::size_t wanted, const Budget& budget) {
  Positions out;
  keep_proven();
  if (!unproven_.empty()) return out;
  Literal search = solver_->variable();
  while (out.found.size() < wanted) {
    Answer answer = solver_->solve({&search, 1}, {}, budget);
    out.all = answer == Answer::kNo;
    if (answer != Answer::kYes) break;
    std::vector<bool> holds;
    std::vector<Literal> other = {~search};
    for (Literal literal : fluents_) {
      holds.push_back(solver_->holds(literal));
      if (!is_constant(literal)) other.push_back(literal ^ holds.back());
    }
    out.found.push_back(std::move(holds));
    solver_->add(other);
  }
  solver_->add({~search});
  return out;
}

}  // namespace percept::belief
