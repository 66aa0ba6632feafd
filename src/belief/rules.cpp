// SPDX-License-Identifier: MIT
#include "belief/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "game/playable.h"
#include "program/program.h"
#include "program/read_terms.h"
#include "prove/prover.h"

namespace percept::belief {
namespace {

using program::TermId;
namespace keyword = program::keyword;

}  // namespace

Result<std::shared_ptr<Rules>> Rules::make(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                                           ground::Options grounding) {
  if (auto fine = game::playable(*description); !fine) return tl::unexpected(fine.error());
  auto program = program::normalise(*description);
  if (!program) return tl::unexpected(program.error());
  std::shared_ptr<Rules> rules(new Rules);
  rules->program_ = std::make_unique<program::Program>(std::move(*program));
  rules->logic_ = logic;
  rules->imperfect_ = rules->program_->defines(keyword::kSees);
  auto roles = game::roles_of(*rules->program_);
  if (!roles) return tl::unexpected(roles.error());
  if (roles->empty()) return failure(fmt::format("{} has no roles", description->source()->name()));
  rules->vocabulary_.roles = *roles;
  rules->vocabulary_.moves.resize(roles->size());

  grounding.logic = logic;
  grounding.roles = *roles;
  auto circuit = ground::make_circuit(*rules->program_, grounding);
  if (circuit)
    rules->whole_ = rules->numbered(std::move(*circuit));
  else
    rules->why_local_ = circuit.error().message;

  program::Terms& terms = rules->program_->terms();
  auto initial = prove::Prover(*rules->program_, {}, grounding.budget)
                     .values(terms.make(keyword::kInit, std::array{terms.variable(0)}), grounding.budget);
  if (!initial) return tl::unexpected(initial.error());
  for (TermId fluent : *initial) rules->initial_.push_back(rules->vocabulary_.fluents.add(fluent));
  std::ranges::sort(rules->initial_);
  return rules;
}

// Without `sees` every role sees the joint move.
std::shared_ptr<const NumberedCircuit> Rules::numbered(GameCircuit game) {
  if (!imperfect_) {
    std::vector<std::pair<TermId, circuit::Wire>> joint_move;
    for (std::size_t role = 0; role < game.moves.size(); ++role)
      for (const GameCircuit::Move& move : game.moves[role]) {
        TermId does = program_->terms().make(keyword::kDoes, std::array{vocabulary_.roles[role], move.term});
        joint_move.push_back({does, move.does});
      }
    game.sees.assign(game.moves.size(), joint_move);
  }
  auto out = std::make_shared<NumberedCircuit>();
  for (const GameCircuit::Fluent& fluent : game.fluents) out->fluents.push_back(vocabulary_.fluents.add(fluent.term));
  for (std::size_t role = 0; role < game.moves.size(); ++role) {
    out->moves.emplace_back();
    for (const GameCircuit::Move& move : game.moves[role])
      out->moves.back().push_back(vocabulary_.moves[role].add(move.term));
    out->sees.emplace_back();
    for (const auto& [percept, wire] : game.sees[role]) out->sees.back().push_back(vocabulary_.percepts.add(percept));
  }
  out->game = std::move(game);
  return out;
}

Result<std::shared_ptr<const NumberedCircuit>> Rules::local(std::span<const FluentId> known,
                                                            std::span<const FluentId> open, RoleId observer,
                                                            const Budget& budget) {
  if (!local_) {
    auto made = std::make_unique<ground::LocalGrounder>(*program_, vocabulary_.roles, logic_, budget);
    if (budget.out_of_time()) return failure("a circuit for a position takes longer than there is time");
    local_ = std::move(made);
  }
  auto terms_of = [&](std::span<const FluentId> fluents) {
    std::vector<TermId> out;
    out.reserve(fluents.size());
    for (FluentId fluent : fluents) out.push_back(vocabulary_.fluents.term(fluent));
    return out;
  };
  std::vector<TermId> known_terms = terms_of(known), open_terms = terms_of(open);
  ground::LocalFacts facts{known_terms, open_terms};
  facts.observer = vocabulary_.roles[observer.value];
  auto circuit = local_->make(facts, budget);
  if (!circuit) return tl::unexpected(circuit.error());
  return numbered(std::move(*circuit));
}

std::optional<RoleId> Rules::role(std::string_view name) const {
  std::string folded = lower(name);
  for (std::uint32_t i = 0; i < roles(); ++i)
    if (text(RoleId{i}) == folded) return RoleId{i};
  return std::nullopt;
}

Result<MoveId> Rules::move(RoleId role, std::string_view written) {
  auto term = program::read_term(program_->terms(), written);
  if (!term) return tl::unexpected(term.error());
  game::Numbering<MoveId>& known = vocabulary_.moves[role.value];
  if (auto move = known.find(*term)) return *move;
  if (whole_) return failure(fmt::format("{} has no move {}", text(role), terms().to_kif(*term)));
  return known.add(*term);
}

Result<PerceptId> Rules::percept(std::string_view written) {
  auto term = program::read_term(program_->terms(), written);
  if (!term) return tl::unexpected(term.error());
  if (auto percept = vocabulary_.percepts.find(*term)) return *percept;
  if (whole_) return failure(fmt::format("nobody can see {} in this game", terms().to_kif(*term)));
  return vocabulary_.percepts.add(*term);
}

Result<FluentId> Rules::fluent(std::string_view written) {
  auto term = program::read_term(program_->terms(), written);
  if (!term) return tl::unexpected(term.error());
  return vocabulary_.fluents.add(*term);
}

}  // namespace percept::belief
