// SPDX-License-Identifier: MIT
#include "prove/role_knowledge.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::prove {

namespace keyword = gdl::keyword;

RoleKnowledge::RoleKnowledge(program::Program& program, TermId role, const Options& options)
    : program_(std::make_unique<OpenProgram>(program, options.limits)),
      terms_(program.terms()),
      role_(role),
      options_(options) {}

Result<RoleKnowledge> RoleKnowledge::make(program::Program& program, TermId role, const Options& options) {
  RoleKnowledge out(program, role, options);
  if (auto started = out.start(); !started) return tl::unexpected(started.error());
  return out;
}

Result<void> RoleKnowledge::start() {
  auto roles = program_->known_answers(atom(keyword::kRole, {terms_.variable(0)}));
  if (!roles) return tl::unexpected(roles.error());
  for (TermId known : roles->known)
    if (known != atom(keyword::kRole, {role_})) others_.push_back(terms_.args(known)[0]);
  if (others_.size() == roles->known.size()) return failure(fmt::format("there is no role {}", terms_.to_kif(role_)));

  auto initial = program_->known_answers(atom(keyword::kInit, {terms_.variable(0)}));
  if (!initial) return tl::unexpected(initial.error());
  std::vector<TermId> known;
  for (TermId init : initial->known) known.push_back(atom(keyword::kTrue, {terms_.args(init)[0]}));
  return program_->set_base(std::move(known), {});
}

Result<RoleKnowledge::Known> RoleKnowledge::legal() { return of_role(keyword::kLegal, role_); }
Result<RoleKnowledge::Known> RoleKnowledge::goals() { return of_role(keyword::kGoal, role_); }

Result<RoleKnowledge::Truth> RoleKnowledge::terminal() {
  return program_->supports(atom(keyword::kTerminal, {})).map([](const SupportSet& supports) {
    return supports.is_empty() ? Truth::kNo : supports.is_certain() ? Truth::kKnown : Truth::kMaybe;
  });
}

Result<RoleKnowledge::Round> RoleKnowledge::update(TermId move, std::span<const TermId> percepts) {
  std::vector<TermId> known = program_->known(), open = program_->open();
  auto round = advance(move, percepts);
  if (!round) (void)program_->set_base(std::move(known), std::move(open));
  return round;
}

Result<RoleKnowledge::Round> RoleKnowledge::advance(TermId move, std::span<const TermId> percepts) {
  Round round;
  // 2.1
  for (TermId other : others_) {
    auto moves = of_role(keyword::kLegal, other);
    if (!moves) return tl::unexpected(moves.error());
    for (const auto* list : {&moves->known, &moves->maybe})
      for (TermId possible : *list) round.possible_moves.push_back(atom(keyword::kDoes, {other, possible}));
  }
  program_->sort(round.possible_moves);

  // 2.2: what was done, what could be seen, what was seen
  std::vector<TermId> known = program_->known(), open = program_->open();
  known.push_back(atom(keyword::kDoes, {role_, move}));
  open.insert(open.end(), round.possible_moves.begin(), round.possible_moves.end());
  if (auto set = program_->set_base(std::move(known), std::move(open)); !set) return tl::unexpected(set.error());

  auto possible = of_role(keyword::kSees, role_);
  if (!possible) return tl::unexpected(possible.error());
  round.possible_percepts = possible->known;
  round.possible_percepts.insert(round.possible_percepts.end(), possible->maybe.begin(), possible->maybe.end());
  program_->sort(round.possible_percepts);

  std::vector<Observation> observations;
  for (TermId percept : percepts) observations.push_back({atom(keyword::kSees, {role_, percept}), true});
  if (options_.nonpercepts)
    for (TermId percept : round.possible_percepts)
      if (std::ranges::find(percepts, percept) == percepts.end())
        observations.push_back({atom(keyword::kSees, {role_, percept}), false});
  auto filtered = filter(*program_, observations);
  if (!filtered) return tl::unexpected(filtered.error());
  round.filtered = std::move(*filtered);

  // The next position
  if (auto set = program_->set_base(round.filtered.known, round.filtered.open); !set)
    return tl::unexpected(set.error());
  auto next = program_->known_answers(atom(keyword::kNext, {terms_.variable(0)}));
  if (!next) return tl::unexpected(next.error());
  for (auto* list : {&next->known, &next->maybe})
    for (TermId& fluent : *list) fluent = atom(keyword::kTrue, {terms_.args(fluent)[0]});
  if (auto set = program_->set_base(next->known, next->maybe); !set) return tl::unexpected(set.error());
  return round;
}

Result<RoleKnowledge::Known> RoleKnowledge::of_role(program::Symbol relation, TermId role) {
  return program_->known_answers(atom(relation, {role, terms_.variable(0)})).map([&](Known found) {
    for (auto* list : {&found.known, &found.maybe})
      for (TermId& answer : *list) answer = terms_.args(answer)[1];
    return found;
  });
}

TermId RoleKnowledge::atom(program::Symbol relation, std::initializer_list<TermId> args) {
  return terms_.make(relation, std::span(args.begin(), args.size()));
}

}  // namespace percept::prove
