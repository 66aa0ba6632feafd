// SPDX-License-Identifier: MIT
#include "belief/rules.h"

#include <algorithm>
#include <array>

#include "prove/prover.h"

namespace percept::belief {

using program::TermId;
namespace keyword = program::keyword;

Result<std::shared_ptr<Rules>> Rules::make(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                                           const ground::Options& grounding) {
  auto model = game::Model::make(std::move(description));
  if (!model) return tl::unexpected(model.error());
  return make(std::move(*model), logic, grounding);
}

Result<std::shared_ptr<Rules>> Rules::make(std::shared_ptr<const game::Model> model, circuit::Logic logic,
                                           const ground::Options& grounding) {
  std::shared_ptr<Rules> rules(new Rules);
  rules->model_ = std::move(model);
  rules->logic_ = logic;
  rules->imperfect_ = rules->model_->imperfect();
  auto whole = rules->model_->whole(logic, grounding);
  if (whole) {
    rules->whole_ = *whole;
    rules->lexicon_ = (*whole)->lexicon;
    for_each_fluent((*whole)->initial, [&](FluentId fluent) { rules->initial_.push_back(fluent); });
    return rules;
  }
  rules->why_local_ = whole.error().message;
  if (auto started = rules->start_local(grounding.budget); !started) return tl::unexpected(started.error());
  return rules;
}

std::shared_ptr<Rules> Rules::of_words(std::shared_ptr<const game::Lexicon> complete, bool imperfect) {
  PERCEPT_CHECK(complete->complete(), "words alone, of a lexicon that grows");
  std::shared_ptr<Rules> rules(new Rules);
  rules->lexicon_ = std::move(complete);
  rules->imperfect_ = imperfect;
  return rules;
}

Result<void> Rules::start_local(const Budget& budget) {
  program_ = std::make_unique<program::Program>(model_->program().copied());
  growing_ = std::make_shared<game::Lexicon>(program_->shared_terms(), model_->roles());
  lexicon_ = growing_;
  program::Terms& terms = program_->terms();
  auto initial =
      prove::Prover(*program_, {}, budget).values(terms.make(keyword::kInit, std::array{terms.variable(0)}), budget);
  if (!initial) return tl::unexpected(initial.error());
  for (TermId fluent : *initial) initial_.push_back(growing_->add_fluent(fluent));
  std::ranges::sort(initial_);
  return {};
}

Result<std::shared_ptr<const NumberedCircuit>> Rules::local(std::span<const FluentId> known,
                                                            std::span<const FluentId> open, RoleId observer,
                                                            const Budget& budget) {
  PERCEPT_CHECK(model_, "a circuit of the moment, of words alone");
  PERCEPT_CHECK(growing_, "a circuit of the moment, of a game that has one of its own");
  if (!local_) {
    auto made = std::make_unique<ground::LocalGrounder>(*program_, model_->roles(), logic_, budget);
    if (budget.out_of_time()) return failure("a circuit for a position takes longer than there is time");
    local_ = std::move(made);
  }
  auto terms_of = [&](std::span<const FluentId> fluents) {
    std::vector<TermId> out;
    out.reserve(fluents.size());
    for (FluentId fluent : fluents) out.push_back(lexicon_->term(fluent));
    return out;
  };
  std::vector<TermId> known_terms = terms_of(known), open_terms = terms_of(open);
  ground::LocalFacts facts{known_terms, open_terms};
  facts.observer = lexicon_->term(observer);
  auto circuit = local_->make(facts, budget);
  if (!circuit) return tl::unexpected(circuit.error());
  return std::make_shared<NumberedCircuit>(
      game::numbered(std::move(*circuit), *growing_, program_->terms(), imperfect()));
}

Result<MoveId> Rules::move(RoleId role, std::string_view text) {
  return growing_ ? growing_->add_move(role, text) : lexicon_->find_move(role, text);
}

Result<PerceptId> Rules::percept(std::string_view text) {
  return growing_ ? growing_->add_percept(text) : lexicon_->find_percept(text);
}

Result<FluentId> Rules::fluent(std::string_view text) {
  return growing_ ? growing_->add_fluent(text) : lexicon_->find_fluent(text);
}

}  // namespace percept::belief
