// SPDX-License-Identifier: MIT
#include "game/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "gdl/plain_terms.h"
#include "gdl/term_text.h"
#include "program/read_terms.h"

namespace percept::game {
namespace {

using program::Program;
using program::TermId;
using program::Terms;
namespace keyword = gdl::keyword;

// May the ground term be what the pattern of a rule stands for? A variable stands for anything, each time anew.
bool may_match(const Terms& terms, TermId pattern, TermId ground) {
  if (pattern == ground || terms.is_variable(pattern)) return true;
  if (!terms.is(ground, terms.name(pattern), terms.args(pattern).size())) return false;
  for (std::size_t i = 0; i < terms.args(pattern).size(); ++i)
    if (!may_match(terms, terms.args(pattern)[i], terms.args(ground)[i])) return false;
  return true;
}

// Could a rule for the keyword give this atom?
bool may_follow(const Program& program, TermId atom) {
  return std::ranges::any_of(
      program.clauses(), [&](const program::Clause& clause) { return may_match(program.terms(), clause.head, atom); });
}

}  // namespace

Result<Game> Game::make(std::shared_ptr<const gdl::Description> description, const Options& options) {
  auto model = Model::make(std::move(description));
  if (!model) return tl::unexpected(model.error());
  return make(std::move(*model), options);
}

Result<Game> Game::make(std::shared_ptr<const Model> model, const Options& options) {
  Game game;
  game.model_ = std::move(model);
  if (auto chosen = game.choose_engine(options); !chosen) return tl::unexpected(chosen.error());
  if (game.imperfect()) game.random_ = game.role("random");
  return game;
}

Result<void> Game::choose_engine(const Options& options) {
  if (options.engine != Choice::kProver) {
    auto whole = model_->whole(circuit::Logic::kTwoValued, options.grounding);
    if (whole) {
      whole_ = std::move(*whole);
      walker_ = make_circuit_walker(whole_);
      return {};
    }
    if (options.engine == Choice::kCircuit) return failure(whole.error().message, "--engine prover plays every game");
    why_ = whole.error().message;
  }
  auto walk = make_prover_walker(*model_, options.grounding.budget);
  if (!walk) return tl::unexpected(walk.error());
  walker_ = std::move(walk->walker);
  lexicon_ = std::move(walk->lexicon);
  program_ = std::move(walk->program);
  walker_->set_budget({});
  return {};
}

// ---- Definition 1

template <class Answer>
Result<Answer> Game::answered(Answer answer) {
  if (auto error = walker_->take_error()) return tl::unexpected(std::move(*error));
  return answer;
}

Result<bool> Game::terminal(const State& state) {
  walker_->go(state);
  return answered(walker_->terminal());
}

Result<std::vector<MoveId>> Game::legal_if_any(const State& state, RoleId role) {
  lexicon().expect(role);
  walker_->go(state);
  std::vector<MoveId> out;
  walker_->legal(role, out);
  return answered(std::move(out));
}

Result<std::vector<MoveId>> Game::legal(const State& state, RoleId role) {
  auto moves = legal_if_any(state, role);
  if (moves && moves->empty()) return tl::unexpected(no_move(state, role));
  return moves;
}

Result<State> Game::next(const State& state, const JointMove& moves) {
  walker_->go(state);
  State out;
  walker_->next(moves, out);
  return answered(std::move(out));
}

Result<Percepts> Game::percepts(const State& state, const JointMove& moves, RoleId role) {
  lexicon().expect(role);
  walker_->go(state);
  Percepts out;
  walker_->percepts(moves, role, out);
  return answered(std::move(out));
}

Result<std::vector<int>> Game::goals(const State& state, RoleId role) {
  lexicon().expect(role);
  walker_->go(state);
  std::vector<int> out;
  walker_->goals(role, out);
  return answered(std::move(out));
}

Error Game::no_move(const State& state, RoleId role) const {
  return {fmt::format("{} has no legal move in the state {}", text(role), text(state)),
          "every role needs a move in every state that is not terminal, if only noop"};
}

Error Game::not_ended(const State& state, std::size_t rounds) const {
  return {fmt::format("the game has not ended after {}, in the state {}", counted(rounds, "round"), text(state)),
          "a step counter in the rules makes sure that it ends"};
}

// ---- texts

std::string Game::text(const State& state) const {
  std::string out;
  for (FluentId fluent : sorted(state)) out += (out.empty() ? "" : " ") + text(fluent);
  return "(" + out + ")";
}

std::vector<FluentId> Game::sorted(const State& state) const {
  std::vector<FluentId> out;
  for_each_fluent(state, [&](FluentId fluent) { out.push_back(fluent); });
  std::ranges::sort(out, [&](FluentId a, FluentId b) { return lexicon().less(a, b); });
  return out;
}

Result<MoveId> Game::parse_move(RoleId role, std::string_view written) {
  lexicon().expect(role);
  if (whole_)
    if (auto plain = gdl::plain_term(written)) return lexicon().find_move(role, *plain);
  program::Terms own;
  Terms& terms = program_ ? program_->terms() : own;
  auto read = program::read_terms(terms, written);
  if (!read) return tl::unexpected(read.error());
  if (read->size() != 1)
    return failure(fmt::format("{} is {}", trimmed(written), read->empty() ? "no move" : "more than one move"));
  if (whole_) return lexicon().find_move(role, terms.to_kif(read->front()));
  if (auto move = lexicon_->find_move(role, read->front())) return *move;
  TermId legal = terms.make(keyword::kLegal, std::array{lexicon_->term(role), read->front()});
  if (!may_follow(*program_, legal))
    return failure(fmt::format("{} has no move {}", text(role), terms.to_kif(read->front())));
  return lexicon_->add_move(role, read->front());
}

Result<FluentId> Game::fluent(std::string_view written) {
  if (whole_) return lexicon().find_fluent(written);
  Terms& terms = program_->terms();
  auto term = program::read_term(terms, written);
  if (!term) return tl::unexpected(term.error());
  if (auto known = lexicon_->find_fluent(*term)) return *known;
  if (!may_follow(*program_, terms.make(keyword::kInit, std::array{*term})) &&
      !may_follow(*program_, terms.make(keyword::kNext, std::array{*term})))
    return failure(fmt::format("the game has no fluent {}", terms.to_kif(*term)));
  return lexicon_->add_fluent(*term);
}

std::optional<FluentId> Game::missing(const State& state) const {
  for (std::uint32_t f = 0; whole_ && f < whole_->game.fluents.size(); ++f)
    if (whole_->game.fluents[f].constant && !state.contains(FluentId{f})) return FluentId{f};
  return {};
}

// (p q) may be two fluents or one; what the game has decides, and the form that text() prints comes first.
Result<State> Game::parse_state(std::string_view written) {
  auto parse = [&](std::string_view list) -> Result<State> {
    program::Terms terms;
    auto read = program::read_terms(terms, list);
    if (!read) return tl::unexpected(read.error());
    State state({}, lexicon().number());
    for (TermId term : *read) {
      auto known = fluent(terms.to_kif(term));
      if (!known) return tl::unexpected(known.error());
      state.insert(*known);
    }
    if (auto missing = this->missing(state))
      return failure(fmt::format("no state that can be reached is without {}", text(*missing)),
                     "--engine prover takes any state");
    return state;
  };
  auto forms = gdl::forms(written);
  if (!forms || forms->size() != 1 || !gdl::is_list(forms->front())) return parse(written);
  std::string_view inside = gdl::inside(forms->front());
  auto as_list = parse(inside);
  if (as_list || trimmed(inside).starts_with('(')) return as_list;
  return parse(written);
}

}  // namespace percept::game
