// SPDX-License-Identifier: MIT
#include "game/prover_engine.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "prove/prover.h"

namespace percept::game {
namespace {

using program::TermId;
namespace keyword = program::keyword;

constexpr std::size_t kFluentsInErrors = 20;

class ProverEngine final : public Engine {
 public:
  ProverEngine(program::Program& program, Vocabulary& vocabulary)
      : terms_(program.terms()), vocabulary_(vocabulary), prover_(program), any_(terms_.variable(0)) {}

  std::string_view name() const override { return "prover"; }

  Result<State> initial() override {
    state_.reset();
    prover_.set_state({});
    return fluents(keyword::kInit);
  }

  Result<bool> terminal(const State& state) override {
    go_to(state);
    return with_state(prover_.holds(terms_.make(keyword::kTerminal)));
  }

  Result<std::vector<MoveId>> legal(const State& state, RoleId role) override {
    go_to(state);
    return numbered(keyword::kLegal, role, vocabulary_.moves[role.value]);
  }

  Result<State> next(const State& state, const JointMove& moves) override {
    go_to(state, moves);
    return fluents(keyword::kNext);
  }

  Result<Percepts> sees(const State& state, const JointMove& moves, RoleId role) override {
    go_to(state, moves);
    return numbered(keyword::kSees, role, vocabulary_.percepts);
  }

  Result<std::vector<int>> goals(const State& state, RoleId role) override {
    go_to(state);
    auto terms = with_state(prover_.values(of_role(keyword::kGoal, role)));
    if (!terms) return tl::unexpected(std::move(terms.error()));
    std::vector<int> out;
    for (TermId term : *terms)
      if (auto value = decimal(term)) out.push_back(*value);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());  // 0 and 00
    return out;
  }

 private:
  // Without moves nothing is done in the state.
  void go_to(const State& state, const JointMove& moves = {}) {
    if (state_ != state) {
      std::vector<TermId> fluents;
      for_each_fluent(state, [&](FluentId fluent) { fluents.push_back(vocabulary_.fluents.term(fluent)); });
      prover_.set_state(fluents);
      state_ = state;
      moves_.clear();
    }
    if (moves_ == moves) return;
    std::vector<TermId> atoms;
    for (std::size_t role = 0; role < moves.size(); ++role)
      atoms.push_back(
          terms_.make(keyword::kDoes, std::array{vocabulary_.roles[role], vocabulary_.moves[role].term(moves[role])}));
    prover_.set_moves(atoms);
    moves_ = moves;
  }

  TermId of_role(program::Symbol relation, RoleId role) {
    return terms_.make(relation, std::array{vocabulary_.roles[role.value], any_});
  }

  // The fluents f for which relation(f) holds.
  Result<State> fluents(program::Symbol relation) {
    auto terms = with_state(prover_.values(terms_.make(relation, std::array{any_})));
    if (!terms) return tl::unexpected(std::move(terms.error()));
    State out;
    for (TermId term : *terms) out.insert(vocabulary_.fluents.add(term));
    return out;
  }

  // The terms t for which relation(role, t) holds, by their numbers.
  template <class Number>
  Result<std::vector<Number>> numbered(program::Symbol relation, RoleId role, Numbering<Number>& numbering) {
    auto terms = with_state(prover_.values(of_role(relation, role)));
    if (!terms) return tl::unexpected(std::move(terms.error()));
    std::vector<Number> out;
    for (TermId term : *terms) out.push_back(numbering.add(term));
    std::ranges::sort(out);
    return out;
  }

  std::optional<int> decimal(TermId term) const {
    std::string_view text = terms_.text(terms_.name(term));
    int value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool whole = error == std::errc() && end == text.data() + text.size() && terms_.args(term).empty();
    return whole ? std::optional(value) : std::nullopt;
  }

  template <class T>
  Result<T> with_state(Result<T> result) const {
    if (result || !state_) return result;
    std::string text;
    std::size_t count = 0;
    for_each_fluent(*state_, [&](FluentId fluent) {
      if (count++ < kFluentsInErrors) text += " " + terms_.to_kif(vocabulary_.fluents.term(fluent));
    });
    if (count > kFluentsInErrors) text += " and " + std::to_string(count - kFluentsInErrors) + " more";
    result.error().message += " in the state" + (count > 0 ? text : " without fluents");
    return result;
  }

  program::Terms& terms_;
  Vocabulary& vocabulary_;
  prove::Prover prover_;
  TermId any_;
  std::optional<State> state_;  // that the prover is in; nothing before the game
  JointMove moves_;
};

}  // namespace

std::unique_ptr<Engine> make_prover_engine(program::Program& program, Vocabulary& vocabulary) {
  return std::make_unique<ProverEngine>(program, vocabulary);
}

}  // namespace percept::game
