// SPDX-License-Identifier: MIT
#include "game/model.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "base/tally.h"
#include "circuit/course.h"
#include "circuit/factors.h"
#include "game/playable.h"
#include "ground/automaton.h"
#include "lanes/plan.h"

namespace percept::game {
namespace {

// Zero is no limit.
template <class Limit>
bool at_most(Limit asked, Limit tried) {
  return tried == 0 || (asked != 0 && asked <= tried);
}

}  // namespace

// ---- WholeGame

circuit::Automaton WholeGame::automaton() const {
  circuit::Automaton out = ground::automaton_of(game);
  if (!imperfect) out.sees.clear();
  return out;
}

std::shared_ptr<const circuit::Course> WholeGame::course() const {
  std::lock_guard lock(making_);
  if (!course_) course_ = circuit::Course::make(automaton());
  return course_;
}

std::shared_ptr<const circuit::Factors> WholeGame::factors() const {
  std::call_once(looked_,
                 [&] { factors_ = std::make_shared<const circuit::Factors>(circuit::factors_of(automaton())); });
  return factors_;
}

std::shared_ptr<const lanes::Plan> WholeGame::playouts(bool phases) const {
  std::lock_guard lock(making_);
  std::shared_ptr<const lanes::Plan>& plan = phases ? playouts_ : playouts_without_phases_;
  if (plan) return plan;
  circuit::Automaton unseen = automaton();
  unseen.sees.clear();
  plan = std::make_shared<const lanes::Plan>(unseen, lanes::Plan::Options{.phases = phases, .expand = false});
  if (phases && plan->phases() == 1) playouts_without_phases_ = plan;
  return plan;
}

// ---- Model

Result<std::shared_ptr<const Model>> Model::make(std::shared_ptr<const gdl::Description> description) {
  if (auto fine = playable(*description); !fine) return tl::unexpected(fine.error());
  std::shared_ptr<Model> model(new Model);
  model->description_ = std::move(description);
  auto program = program::normalise(*model->description_);
  if (!program) return tl::unexpected(program.error());
  ++tally.normalised;
  model->program_ = std::move(*program);
  model->imperfect_ = model->program_.defines(gdl::keyword::kSees);
  auto roles = roles_of(model->program_);
  if (!roles) return tl::unexpected(roles.error());
  if (roles->empty()) return failure(fmt::format("{} has no roles", model->description_->source()->name()));
  model->roles_ = std::move(*roles);
  return model;
}

Result<std::shared_ptr<const WholeGame>> Model::whole(circuit::Logic logic, const ground::Options& grounding) const {
  Made& made = made_[static_cast<std::size_t>(logic)];
  std::unique_lock lock(made.making, std::defer_lock);
  while (!lock.try_lock()) {
    if (grounding.budget.out_of_time()) return failure("grounding takes too long: another is still at it");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (made.whole) return made.whole;
  if (made.seconds >= 0 && at_most(grounding.seconds, made.seconds) && at_most(grounding.max_rules, made.max_rules) &&
      at_most(grounding.megabytes, made.megabytes))
    return tl::unexpected(made.error);
  auto whole = ground(logic, grounding);
  if (whole) {
    made.whole = *whole;
  } else if (!whole.error().passing && !grounding.budget.out_of_time()) {
    made.error = whole.error();
    made.seconds = grounding.seconds;
    made.max_rules = grounding.max_rules;
    made.megabytes = grounding.megabytes;
  }
  return whole;
}

bool Model::has_whole(circuit::Logic logic) const {
  Made& made = made_[static_cast<std::size_t>(logic)];
  std::unique_lock lock(made.making, std::try_to_lock);
  return lock && made.whole;  // else somebody is at it
}

Result<std::shared_ptr<const WholeGame>> Model::ground(circuit::Logic logic, const ground::Options& grounding) const {
  ++tally.grounded;
  program::Program program = program_.copied();
  ground::Options options = grounding;
  options.logic = logic;
  options.roles = roles_;
  auto circuit = ground::make_circuit(program, options);
  if (!circuit) return tl::unexpected(circuit.error());
  auto lexicon = std::make_shared<Lexicon>(program.shared_terms(), roles_);
  auto out = std::make_shared<WholeGame>();
  static_cast<NumberedCircuit&>(*out) = numbered(std::move(*circuit), *lexicon, program.terms(), imperfect_);
  lexicon->close();
  out->imperfect = imperfect_;
  std::lock_guard lock(numbering_);
  // The grounder is given the same rules for both logics, so that they number alike; if ever not, each has its own.
  if (!lexicon_) lexicon_ = lexicon;
  out->lexicon = lexicon == lexicon_ || numbered_alike(*lexicon) ? lexicon_ : lexicon;
  for (auto& of_role : out->moves)
    for (MoveId& move : of_role) move.giver = out->lexicon->number();
  for (auto& of_role : out->sees)
    for (PerceptId& percept : of_role) percept.giver = out->lexicon->number();
  std::vector<std::uint64_t> initial((out->game.fluents.size() + 63) / 64);
  for (std::size_t f = 0; f < out->game.fluents.size(); ++f)
    if (out->game.fluents[f].initial) initial[f / 64] |= std::uint64_t{1} << (f % 64);
  out->initial = State(std::move(initial), out->lexicon->number());
  return out;
}

// With the lock held.
bool Model::numbered_alike(const Lexicon& lexicon) const {
  auto same = [&](auto... what) { return lexicon.text(what...) == lexicon_->text(what...); };
  if (lexicon.fluents() != lexicon_->fluents() || lexicon.percepts() != lexicon_->percepts()) return false;
  for (std::uint32_t i = 0; i < lexicon.fluents(); ++i)
    if (!same(FluentId{i})) return false;
  for (std::uint32_t i = 0; i < lexicon.percepts(); ++i)
    if (!same(PerceptId{i})) return false;
  for (std::uint32_t role = 0; role < lexicon.roles(); ++role) {
    if (lexicon.moves(RoleId{role}) != lexicon_->moves(RoleId{role})) return false;
    for (std::uint32_t i = 0; i < lexicon.moves(RoleId{role}); ++i)
      if (!same(RoleId{role}, MoveId{i})) return false;
  }
  return true;
}

}  // namespace percept::game
