// SPDX-License-Identifier: MIT
#include "game/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "game/circuit_engine.h"
#include "game/prover_engine.h"
#include "program/read_terms.h"
#include "prove/prover.h"

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

// What stands inside the parentheses that enclose the whole text; nothing when there are none.
std::optional<std::string_view> without_parentheses(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('(') || !text.ends_with(')')) return std::nullopt;
  int open = 0;
  for (char c : text.substr(0, text.size() - 1)) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open == 0) return std::nullopt;
  }
  return text.substr(1, text.size() - 2);
}

}  // namespace

Result<Game> Game::make(std::shared_ptr<const gdl::Description> description, const Options& options) {
  if (auto fine = playable(*description); !fine) return tl::unexpected(fine.error());
  Game game;
  game.description_ = std::move(description);
  auto program = program::normalise(*game.description_);
  if (!program) return tl::unexpected(program.error());
  game.program_ = std::make_unique<Program>(std::move(*program));
  game.vocabulary_ = std::make_unique<Vocabulary>();
  game.imperfect_ = game.program_->defines(keyword::kSees);
  if (auto found = game.find_roles(); !found) return tl::unexpected(found.error());
  if (auto chosen = game.choose_engine(options); !chosen) return tl::unexpected(chosen.error());
  auto initial = game.engine_->initial();
  if (!initial) return tl::unexpected(initial.error());
  game.initial_ = std::move(*initial);
  return game;
}

Result<void> Game::choose_engine(const Options& options) {
  if (options.engine != Choice::kProver) {
    ground::Options grounding = options.grounding;
    grounding.roles = vocabulary_->roles;
    auto circuit = ground::make_circuit(*program_, grounding);
    if (circuit) {
      auto engine = std::make_unique<CircuitEngine>(std::move(*circuit), *vocabulary_);
      circuit_ = engine.get();
      engine_ = std::move(engine);
      numbers_all_ = true;
      return {};
    }
    if (options.engine == Choice::kCircuit) return failure(circuit.error().message, "--engine prover plays every game");
    why_ = circuit.error().message;
  }
  engine_ = make_prover_engine(*program_, *vocabulary_);
  return {};
}

Result<void> Game::find_roles() {
  auto roles = roles_of(*program_);
  if (!roles) return tl::unexpected(roles.error());
  if (roles->empty()) return failure(fmt::format("{} has no roles", description_->source()->name()));
  vocabulary_->roles = std::move(*roles);
  vocabulary_->moves.resize(vocabulary_->roles.size());
  if (imperfect_) random_ = role("random");
  return {};
}

std::string Game::text(RoleId role) const { return terms().to_kif(vocabulary_->roles[role.value]); }

std::optional<RoleId> Game::role(std::string_view name) const {
  std::string folded = lower(name);
  for (std::uint32_t i = 0; i < roles(); ++i)
    if (text(RoleId{i}) == folded) return RoleId{i};
  return std::nullopt;
}

Result<std::vector<MoveId>> Game::legal(const State& state, RoleId role) {
  auto moves = engine_->legal(state, role);
  if (moves && moves->empty()) return tl::unexpected(no_move(state, role));
  return moves;
}

Error Game::no_move(const State& state, RoleId role) const {
  return {fmt::format("{} has no legal move in the state {}", text(role), text(state)),
          "every role needs a move in every state that is not terminal, if only noop"};
}

Error Game::not_ended(const State& state, std::size_t rounds) const {
  return {fmt::format("the game has not ended after {}, in the state {}", counted(rounds, "round"), text(state)),
          "a step counter in the rules makes sure that it ends"};
}

Result<Percepts> Game::percepts(const State& state, const JointMove& moves, RoleId role) {
  if (imperfect_) return engine_->sees(state, moves, role);
  Percepts out;
  for (std::uint32_t i = 0; i < roles(); ++i)
    out.push_back(vocabulary_->percepts.add(
        program_->terms().make(keyword::kDoes, std::array{vocabulary_->roles[i], term(RoleId{i}, moves[i])})));
  std::ranges::sort(out);
  return out;
}

std::string Game::text(FluentId fluent) const { return terms().to_kif(term(fluent)); }

std::string Game::text(RoleId role, MoveId move) const { return terms().to_kif(term(role, move)); }

std::string Game::text(PerceptId percept) const { return terms().to_kif(vocabulary_->percepts.term(percept)); }

std::string Game::text(const State& state) const {
  std::string out;
  for (FluentId fluent : sorted(state)) out += (out.empty() ? "" : " ") + text(fluent);
  return "(" + out + ")";
}

std::vector<FluentId> Game::sorted(const State& state) const {
  std::vector<FluentId> out;
  for_each_fluent(state, [&](FluentId fluent) { out.push_back(fluent); });
  std::ranges::sort(out, [&](FluentId a, FluentId b) { return terms().less(term(a), term(b)); });
  return out;
}

Result<MoveId> Game::parse_move(RoleId role, std::string_view written) {
  Terms& terms = program_->terms();
  auto read = program::read_terms(terms, written);
  if (!read) return tl::unexpected(read.error());
  if (read->size() != 1)
    return failure(fmt::format("{} is {}", trimmed(written), read->empty() ? "no move" : "more than one move"));
  Numbering<MoveId>& known = vocabulary_->moves[role.value];
  if (auto move = known.find(read->front())) return *move;
  TermId legal = terms.make(keyword::kLegal, std::array{vocabulary_->roles[role.value], read->front()});
  if (numbers_all_ || !may_follow(*program_, legal))
    return failure(fmt::format("{} has no move {}", text(role), terms.to_kif(read->front())));
  return known.add(read->front());
}

Result<FluentId> Game::fluent(TermId term) {
  if (auto known = vocabulary_->fluents.find(term)) return *known;
  Terms& terms = program_->terms();
  bool possible = !numbers_all_ && (may_follow(*program_, terms.make(keyword::kInit, std::array{term})) ||
                                    may_follow(*program_, terms.make(keyword::kNext, std::array{term})));
  if (!possible) return failure(fmt::format("the game has no fluent {}", terms.to_kif(term)));
  return vocabulary_->fluents.add(term);
}

// (p q) may be two fluents or one; what the game has decides, and the form that text() prints comes first.
Result<State> Game::parse_state(std::string_view written) {
  auto parse = [&](std::string_view list) -> Result<State> {
    auto read = program::read_terms(program_->terms(), list);
    if (!read) return tl::unexpected(read.error());
    State state;
    for (TermId term : *read) {
      auto known = fluent(term);
      if (!known) return tl::unexpected(known.error());
      state.insert(*known);
    }
    if (auto missing = circuit_ ? circuit_->missing(state) : std::nullopt)
      return failure(fmt::format("no state that can be reached is without {}", text(*missing)),
                     "--engine prover takes any state");
    return state;
  };
  auto inside = without_parentheses(written);
  if (!inside) return parse(written);
  auto as_list = parse(*inside);
  if (as_list || trimmed(*inside).starts_with('(')) return as_list;
  return parse(written);
}

}  // namespace percept::game
