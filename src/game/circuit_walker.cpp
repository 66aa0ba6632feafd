// SPDX-License-Identifier: MIT
#include <algorithm>

#include "circuit/cursor.h"
#include "game/walker.h"

namespace percept::game {
namespace {

class CircuitWalker final : public Walker {
 public:
  explicit CircuitWalker(std::shared_ptr<const WholeGame> whole)
      : Walker(whole->lexicon), whole_(std::move(whole)), words_((whole_->fluents.size() + 63) / 64) {
    std::uint32_t first = 0;
    for (const auto& of_role : whole_->moves) {
      first_percept_.push_back(first);
      first += static_cast<std::uint32_t>(of_role.size());
    }
  }

  std::string_view name() const override { return "circuit"; }
  const State& initial() const override { return whole_->initial; }
  const State& state() const override {
    if (moved_) state_.assign(cursor_ ? cursor_->words() : whole_->initial.words(), lexicon_->number());
    moved_ = false;
    return state_;
  }
  void go(const State& state) override {
    lexicon_->expect(state);
    cursor().go(state.words());
    moved_ = true;
  }
  void start() override {
    cursor().start();
    moved_ = true;
  }

  bool terminal() override { return cursor().terminal(); }

  void legal(RoleId role, std::vector<MoveId>& out) override {
    cursor().legal(role.value, list_);
    out.clear();
    for (std::uint32_t move : list_) out.push_back({move, lexicon_->number()});
  }
  std::uint32_t legal_count(RoleId role) override { return cursor().legal_count(role.value); }
  MoveId legal(RoleId role, std::uint32_t index) override {
    return {cursor().legal(role.value, index), lexicon_->number()};
  }

  void next(std::span<const MoveId> moves, State& out) override {
    cursor().next(numbers(moves), words_);
    out.assign(words_, lexicon_->number());
  }

  void step(std::span<const MoveId> moves) override {
    cursor().step(numbers(moves));
    moved_ = true;
  }

  void percepts(std::span<const MoveId> moves, RoleId role, Percepts& out) override {
    out.clear();
    if (whole_->imperfect) {
      cursor().sees(role.value, numbers(moves), list_);
      for (std::uint32_t percept : list_) out.push_back(whole_->sees[role.value][percept]);
    } else {
      expect(moves);
      for (std::size_t r = 0; r < moves.size(); ++r) out.push_back(whole_->sees[0][first_percept_[r] + moves[r].value]);
    }
    std::sort(out.begin(), out.end());
  }

  void goals(RoleId role, std::vector<int>& out) override {
    cursor().goals(role.value, out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }

 private:
  // Made when something is asked: who plays in lanes has no use for it.
  circuit::Cursor& cursor() {
    if (!cursor_) cursor_.emplace(whole_->course());
    return *cursor_;
  }

  std::span<const std::uint32_t> numbers(std::span<const MoveId> moves) {
    expect(moves);
    moves_.clear();
    for (MoveId move : moves) moves_.push_back(move.value);
    return moves_;
  }

  std::shared_ptr<const WholeGame> whole_;
  std::optional<circuit::Cursor> cursor_;
  std::vector<std::uint32_t> first_percept_;  // by role: of its moves, where they are what everybody sees
  mutable State state_;                       // the cursor's, unless it has moved since
  mutable bool moved_ = true;
  std::vector<std::uint32_t> moves_, list_;
  std::vector<std::uint64_t> words_;
};

}  // namespace

std::unique_ptr<Walker> make_circuit_walker(std::shared_ptr<const WholeGame> game) {
  return std::make_unique<CircuitWalker>(std::move(game));
}

}  // namespace percept::game
