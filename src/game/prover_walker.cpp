// SPDX-License-Identifier: MIT
//
// Every question is a query to the rules themselves.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "game/walker.h"
#include "prove/prover.h"

namespace percept::game {
namespace {

using program::TermId;
namespace keyword = program::keyword;

constexpr std::size_t kFluentsInErrors = 20;
constexpr std::uint64_t kLongest = 1 << 20;  // bytes of a state as text, or of one move or percept

class ProverWalker final : public Walker {
 public:
  ProverWalker(std::shared_ptr<program::Program> program, std::shared_ptr<Lexicon> lexicon, bool imperfect,
               const Budget& budget)
      : Walker(lexicon),
        growing_(*lexicon),
        program_(std::move(program)),
        terms_(program_->terms()),
        imperfect_(imperfect),
        prover_(*program_, {}, budget),
        budget_(budget),
        any_(terms_.variable(0)) {
    prover_.set_state({});
    fluents(keyword::kInit, initial_);
    if (!failed()) go(initial_);
  }

  std::string_view name() const override { return "prover"; }
  const State& initial() const override { return initial_; }
  const State& state() const override { return state_; }

  void go(const State& state) override {
    lexicon_->expect(state);
    if (there_ && state_ == state) return;
    std::vector<TermId> fluents;
    for_each_fluent(state, [&](FluentId fluent) { fluents.push_back(lexicon_->term(fluent)); });
    prover_.set_state(fluents);
    state_ = state;
    there_ = true;
    moves_.clear();
  }

  void start() override { go(initial_); }
  void set_budget(const Budget& budget) override { budget_ = budget; }

  bool terminal() override {
    make({});
    return taken(prover_.holds(terms_.make(keyword::kTerminal), budget_)).value_or(false);
  }

  void legal(RoleId role, std::vector<MoveId>& out) override {
    make({});
    out.clear();
    for (TermId term : values(keyword::kLegal, role)) out.push_back(growing_.add_move(role, term));
    std::ranges::sort(out);
  }

  std::uint32_t legal_count(RoleId role) override {
    legal(role, legal_);
    return static_cast<std::uint32_t>(legal_.size());
  }
  MoveId legal(RoleId role, std::uint32_t index) override {
    legal(role, legal_);
    PERCEPT_CHECK(index < legal_.size(), "a legal move that is not there");
    return legal_[index];
  }

  void next(std::span<const MoveId> moves, State& out) override {
    expect(moves);
    make(moves);
    fluents(keyword::kNext, out);
  }

  void step(std::span<const MoveId> moves) override {
    State successor;
    next(moves, successor);
    if (!failed()) go(successor);
  }

  void percepts(std::span<const MoveId> moves, RoleId role, Percepts& out) override {
    expect(moves);
    make(moves);
    out.clear();
    if (imperfect_)
      for (TermId term : values(keyword::kSees, role)) out.push_back(growing_.add_percept(term));
    else
      for (std::uint32_t r = 0; r < moves.size(); ++r) out.push_back(growing_.add_percept(does(RoleId{r}, moves[r])));
    std::ranges::sort(out);
  }

  void goals(RoleId role, std::vector<int>& out) override {
    make({});
    out.clear();
    for (TermId term : values(keyword::kGoal, role))
      if (auto value = decimal(term)) out.push_back(*value);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());  // 0 and 00
  }

 private:
  TermId does(RoleId role, MoveId move) {
    return terms_.make(keyword::kDoes, std::array{lexicon_->term(role), lexicon_->term(role, move)});
  }

  // Without moves nothing is done in the state.
  void make(std::span<const MoveId> moves) {
    if (std::ranges::equal(moves_, moves)) return;
    std::vector<TermId> atoms;
    for (std::uint32_t role = 0; role < moves.size(); ++role) atoms.push_back(does(RoleId{role}, moves[role]));
    prover_.set_moves(atoms);
    moves_.assign(moves.begin(), moves.end());
  }

  // The fluents f for which relation(f) holds.
  void fluents(program::Symbol relation, State& out) {
    std::vector<std::uint64_t> words;
    for (TermId term : short_values(terms_.make(relation, std::array{any_}))) {
      FluentId fluent = growing_.add_fluent(term);
      if (fluent.value / 64 >= words.size()) words.resize(fluent.value / 64 + 1);
      words[fluent.value / 64] |= std::uint64_t{1} << (fluent.value % 64);
    }
    out = State(std::move(words), lexicon_->number());
  }

  // The terms t for which relation(role, t) holds.
  std::vector<TermId> values(program::Symbol relation, RoleId role) {
    return short_values(terms_.make(relation, std::array{lexicon_->term(role), any_}));
  }

  // Terms are made once, so that one which doubles every round takes little room until somebody writes it down.
  std::vector<TermId> short_values(TermId pattern) {
    auto found = taken(prover_.values(pattern, budget_));
    if (!found) return {};
    std::uint64_t all = 0, longest = 0;
    for (TermId term : *found) {
      std::uint64_t bytes = 1 + text_bytes(term);
      all += bytes;
      longest = std::max(longest, bytes);
    }
    bool is_state = terms_.args(pattern).size() == 1;
    if ((is_state ? all : longest) <= kLongest) return std::move(*found);
    error_ = Error{fmt::format("{} takes more than {} bytes to write",
                               is_state ? "the next state" : "what holds of " + terms_.to_kif(pattern), kLongest),
                   "a term grows from round to round: percept check shows where (GDL307)"};
    return {};
  }

  // Arguments are made before the term that has them, so sizes are found in order.
  std::uint64_t text_bytes(TermId term) {
    for (auto i = static_cast<std::uint32_t>(text_bytes_.size()); i <= term.value; ++i) {
      std::uint64_t bytes = 0;
      if (!terms_.is_variable(TermId{i})) {
        std::span<const TermId> args = terms_.args(TermId{i});
        bytes = terms_.text(terms_.name(TermId{i})).size() + (args.empty() ? 0 : 2);
        for (TermId arg : args) bytes = std::min(bytes + 1 + text_bytes_[arg.value], kLongest + 1);
      }
      text_bytes_.push_back(static_cast<std::uint32_t>(bytes));
    }
    return text_bytes_[term.value];
  }

  std::optional<int> decimal(TermId term) const {
    std::string_view text = terms_.text(terms_.name(term));
    int value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool whole = error == std::errc() && end == text.data() + text.size() && terms_.args(term).empty();
    return whole ? std::optional(value) : std::nullopt;
  }

  // Remembers why there is no answer, and where.
  template <class T>
  Result<T> taken(Result<T> result) {
    if (result) return result;
    error_ = result.error();
    if (!there_) return result;
    std::string text;
    std::size_t count = 0;
    for_each_fluent(state_, [&](FluentId fluent) {
      if (count++ < kFluentsInErrors) text += " " + lexicon_->text(fluent);
    });
    if (count > kFluentsInErrors) text += " and " + std::to_string(count - kFluentsInErrors) + " more";
    error_->message += " in the state" + (count > 0 ? text : " without fluents");
    return result;
  }

  Lexicon& growing_;  // the walker's
  std::shared_ptr<program::Program> program_;
  program::Terms& terms_;
  bool imperfect_;
  prove::Prover prover_;
  Budget budget_;
  TermId any_;
  State initial_, state_;
  bool there_ = false;  // the prover is in the state; not before the game
  JointMove moves_;
  std::vector<MoveId> legal_;
  std::vector<std::uint32_t> text_bytes_;  // by term, as far as they were asked for
};

}  // namespace

Result<ProverWalk> make_prover_walker(const Model& model, const Budget& budget) {
  return make_prover_walker(model.program().copied(), model.roles(), budget);
}

Result<ProverWalk> make_prover_walker(program::Program program, const std::vector<program::TermId>& roles,
                                      const Budget& budget) {
  ProverWalk out;
  out.program = std::make_shared<program::Program>(std::move(program));
  out.lexicon = std::make_shared<Lexicon>(out.program->shared_terms(), roles);
  out.walker = std::make_unique<ProverWalker>(out.program, out.lexicon, out.program->defines(keyword::kSees), budget);
  if (auto error = out.walker->take_error()) return tl::unexpected(*error);
  return out;
}

}  // namespace percept::game
