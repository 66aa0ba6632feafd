// SPDX-License-Identifier: MIT
#include "igdl/world_space.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::igdl {

using solve::Clauses;

WorldSpace::WorldSpace(std::shared_ptr<const Theory> theory, RoleId role) : theory_(std::move(theory)), role_(role) {
  const Theory& t = *theory_;
  const game::Lexicon& lexicon = t.lexicon();
  inputs_ = t.rigid();
  if (t.init_matters())
    for (std::uint32_t f = 0; f < lexicon.fluents(); ++f) inputs_.push_back(t.initially(FluentId{f}));
  timed_ = inputs_.size();
  inputs_.insert(inputs_.end(), t.timed().begin(), t.timed().end());
  fluents_ = inputs_.size();
  for (std::uint32_t f = 0; f < lexicon.fluents(); ++f) inputs_.push_back(t.holds(FluentId{f}));
  legal_ = inputs_.size();
  for (std::size_t m = 0; m < t.moves(role_); ++m) inputs_.push_back(t.legal(role_, m));
  sees_ = inputs_.size();
  if (t.imperfect())
    for (std::size_t p = 0; p < lexicon.percepts(); ++p)
      if (Number input = t.sees(role_, p); input != kNoInput) {
        percepts_.push_back(p);
        (t.sees_position() ? inputs_ : observed_).push_back(input);
      }
  goals_ = inputs_.size();
  for (const Theory::Goal& goal : t.goals(role_)) inputs_.push_back(goal.input);
  terminal_ = inputs_.size();
  inputs_.push_back(t.terminal());
  if (!t.imperfect())
    for (std::uint32_t r = 0; r < lexicon.roles(); ++r)
      for (std::size_t m = 0; m < t.moves(RoleId{r}); ++m) observed_.push_back(t.does(RoleId{r}, m));

  // Two positions and the move between them.
  before_ = std::make_unique<Clauses>(solver_, t.copied());
  after_ = std::make_unique<Clauses>(solver_, t.copied());
  for (Number i = 0; i < t.inputs().size(); ++i) {
    const Kind& kind = t.inputs()[i].kind;
    before_->set(i, solver_.variable());
    bool same = kind.level == Level::kRigid;  // timed ones, too
    if (kind.level != Level::kMove) after_->set(i, same ? before_->input(i) : solver_.variable());
  }
  for (std::uint32_t f = 0; f < lexicon.fluents(); ++f)
    after_->set(t.holds(FluentId{f}), before_->input(t.next(FluentId{f})));
  require_moves(t, solver_, *before_, {});
  // Nodes that speak of nothing but rows; operands come before their gates.
  const circuit::Circuit& circuit = t.copied().circuit();
  std::vector<bool> in_rows(circuit.size(), true);
  for (Number i = 0; i < t.inputs().size(); ++i) in_rows[i + 1] = false;
  for (Number input : inputs_) in_rows[input + 1] = true;
  for (std::uint32_t node = 1; node < circuit.size(); ++node)
    for (Wire operand : circuit.operands(node))
      if (!in_rows[operand.node()]) in_rows[node] = false;
  auto from = [&](std::map<std::size_t, Literal>& switches, std::size_t round) {
    auto at = switches.find(round);
    return at != switches.end() ? at->second : switches[round] = solver_.variable();
  };
  for (const Law& law : t.laws())
    for (const Instance& instance : law.instances) {
      if (law.level == Level::kRigid && instance.ready == 0) continue;  // a world's rules obey it already
      std::vector<Literal> unless;
      if (instance.ready > 0) unless.push_back(~from(ready_, instance.ready));
      if (law.level != Level::kPosition) {
        require(t, solver_, *before_, instance.wire, unless);
        continue;
      }
      require(t, solver_, *after_, instance.wire, unless);
      // A world obeys what is said of nothing but its own row already; of other relations it says what they are.
      if (instance.ready > 0 || !in_rows[instance.wire.node()]) require(t, solver_, *before_, instance.wire, unless);
    }
  // A timed atom is the atom of its round once that is at hand.
  for (Number number : t.timed()) {
    const Input& input = t.inputs()[number];
    bool move = t.inputs()[input.twin].kind.level == Level::kMove;
    Literal on = from(move ? made_ : arrived_, input.round);
    Literal atom = before_->input(number), twin = (move ? *before_ : *after_).input(input.twin);
    solver_.add({~on, ~atom, twin});
    solver_.add({~on, atom, ~twin});
  }
  values_.emplace(solver_);
}

WorldSpace::Followed WorldSpace::follow(std::span<const Literal> assumptions, std::span<const Literal> wanted,
                                        Bits& out) {
  std::size_t length = values_->length();
  bool possible =
      values_->possible() && std::ranges::all_of(assumptions, [&](Literal one) { return values_->assign(one); });
  bool clear = possible && values_->all_satisfied() &&
               std::ranges::none_of(wanted, [&](Literal one) { return values_->value(one) == 0; });
  Followed followed = !possible ? Followed::kNothing : clear ? Followed::kOne : Followed::kUnclear;
  if (followed == Followed::kOne)
    for (Literal literal : wanted) out.push_back(values_->value(literal) > 0);
  values_->undo(length);
  return followed;
}

WorldSpace::World WorldSpace::number(Bits row) {
  auto [at, is_new] = numbers_.insert({row, static_cast<World>(rows_.size())});
  if (is_new) rows_.push_back(std::move(row));
  return at->second;
}

std::vector<WorldSpace::World> WorldSpace::present(Timeline& timeline, std::size_t limit, bool& complete,
                                                   const Budget& budget) {
  std::vector<Literal> literals;
  for (Number input : inputs_) literals.push_back(timeline.now(input));
  Timeline::Rows rows = timeline.rows(literals, limit, budget);
  complete = rows.complete;
  std::vector<World> out;
  for (Bits& row : rows.rows) out.push_back(number(std::move(row)));
  std::ranges::sort(out);
  return out;
}

int WorldSpace::goal(World world) const {
  const std::vector<Theory::Goal>& goals = theory_->goals(role_);
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (rows_[world][goals_ + i]) return goals[i].value;
  return goals.front().value;
}

WorldSpace::Bits WorldSpace::sees(World world) const {
  const Bits& row = rows_[world];
  return Bits(row.begin() + static_cast<std::ptrdiff_t>(sees_), row.begin() + static_cast<std::ptrdiff_t>(goals_));
}

std::string WorldSpace::position(World world) const {
  std::string out;
  for (std::size_t bit = fluents_; bit < legal_; ++bit)
    if (rows_[world][bit])
      out += (out.empty() ? "" : " ") + theory_->lexicon().text(FluentId{static_cast<std::uint32_t>(bit - fluents_)});
  return out;
}

std::string WorldSpace::rules(World world) const {
  std::string out;
  for (std::size_t bit = 0; bit < theory_->rigid().size(); ++bit)
    if (rows_[world][bit]) out += (out.empty() ? "" : " ") + theory_->text(inputs_[bit]);
  return out;
}

const std::vector<WorldSpace::Successor>* WorldSpace::successors(World world, std::size_t move, std::size_t round,
                                                                 const Budget& budget) {
  std::tuple key{world, move, theory_->timed().empty() ? 0 : round};
  if (auto known = successors_.find(key); known != successors_.end()) return &known->second;
  std::vector<Literal> assumptions, wanted;
  const Bits row = rows_[world];
  // What is said of later rounds is not there yet: false in a row, and not asked for.
  auto has_come = [&](std::size_t bit, std::size_t present) {
    const Input& input = theory_->inputs()[inputs_[bit]];
    if (!input.kind.timed) return true;
    bool is_move = theory_->inputs()[input.twin].kind.level == Level::kMove;
    return is_move ? input.round < present : input.round <= present;
  };
  for (std::size_t bit = 0; bit < inputs_.size(); ++bit)
    if (has_come(bit, round)) assumptions.push_back(before_->input(inputs_[bit]) ^ !row[bit]);
  assumptions.push_back(before_->input(theory_->does(role_, move)));
  for (const auto& [at, on] : ready_) assumptions.push_back(on ^ (at > round + 1));
  for (const auto& [at, on] : made_) assumptions.push_back(on ^ (at != round));
  for (const auto& [at, on] : arrived_) assumptions.push_back(on ^ (at != round + 1));
  for (std::size_t bit = 0; bit < inputs_.size(); ++bit)
    wanted.push_back(has_come(bit, round + 1) ? after_->input(inputs_[bit]) : solve::kFalse);
  for (Number input : observed_) wanted.push_back(before_->input(input));
  std::vector<Successor> out;
  auto add = [&](Bits next) {
    Bits seen(next.begin() + static_cast<std::ptrdiff_t>(inputs_.size()), next.end());
    next.resize(inputs_.size());
    out.push_back({number(std::move(next)), std::move(seen)});
  };
  Bits only;
  if (Followed followed = follow(assumptions, wanted, only); followed != Followed::kUnclear) {
    if (followed == Followed::kOne) add(std::move(only));
    return &successors_.insert({key, std::move(out)}).first->second;
  }
  Literal on = solver_.variable();
  assumptions.push_back(on);
  for (;;) {
    Answer answer = solver_.solve(assumptions, {}, budget);
    if (answer == Answer::kUnknown) {
      solver_.add({~on});
      return nullptr;
    }
    if (answer == Answer::kNo) break;
    Bits next;
    std::vector<Literal> other = {~on};
    for (Literal literal : wanted) {
      next.push_back(solver_.holds(literal));
      other.push_back(literal ^ next.back());
    }
    solver_.add(other);
    add(std::move(next));
  }
  solver_.add({~on});
  auto less = [](const Successor& a, const Successor& b) {
    return std::tie(a.next, a.seen) < std::tie(b.next, b.seen);
  };
  std::ranges::sort(out, less);
  out.erase(std::unique(out.begin(), out.end(),
                        [](const Successor& a, const Successor& b) { return a.next == b.next && a.seen == b.seen; }),
            out.end());
  return &successors_.insert({key, std::move(out)}).first->second;
}

std::vector<std::string> WorldSpace::seen_texts(const Bits& bits) const {
  std::vector<std::string> out;
  const game::Lexicon& lexicon = theory_->lexicon();
  // Behind these there may be which move was made in place of an illegal one.
  std::size_t most = theory_->imperfect() ? percepts_.size() : observed_.size();
  for (std::size_t i = 0; i < std::min(bits.size(), most); ++i)
    if (bits[i]) {
      std::size_t percept = theory_->imperfect() ? percepts_[i] : i;
      out.push_back(lexicon.text(PerceptId{static_cast<std::uint32_t>(percept), lexicon.number()}));
    }
  return out;
}

}  // namespace percept::igdl
