// SPDX-License-Identifier: MIT
#include "game/lexicon.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/text.h"
#include "gdl/plain_terms.h"
#include "program/read_terms.h"

namespace percept::game {
namespace {

std::uint32_t next_number() {
  static std::atomic<std::uint32_t> last = 0;
  return ++last;
}

}  // namespace

Result<std::string> canonical(std::string_view text) {
  if (auto plain = gdl::plain_term(text)) return std::move(*plain);
  program::Terms terms;
  return program::read_term(terms, text).map([&](program::TermId term) { return terms.to_kif(term); });
}

Lexicon::Lexicon(std::shared_ptr<program::Terms> terms, std::vector<program::TermId> roles)
    : number_(next_number()), terms_(std::move(terms)), roles_(std::move(roles)), moves_(roles_.size()) {}

std::optional<RoleId> Lexicon::role(std::string_view name) const {
  std::string folded = lower(name);
  for (std::uint32_t i = 0; i < roles(); ++i)
    if (text(RoleId{i}) == folded) return RoleId{i};
  return std::nullopt;
}

// ---- texts to numbers

std::optional<std::uint32_t> Lexicon::find(const Texts& texts, const std::string& text) const {
  PERCEPT_CHECK(complete_, "a text is looked up in a lexicon that grows");
  auto known = texts.find(text);
  return known == texts.end() ? std::nullopt : std::optional(known->second);
}

Result<MoveId> Lexicon::find_move(RoleId role, std::string_view written) const {
  expect(role);
  auto text = canonical(written);
  if (!text) return tl::unexpected(text.error());
  if (auto move = find(move_texts_[role.value], *text)) return MoveId{*move, number_};
  return failure(fmt::format("{} has no move {}", this->text(role), *text));
}

Result<PerceptId> Lexicon::find_percept(std::string_view written) const {
  auto text = canonical(written);
  if (!text) return tl::unexpected(text.error());
  if (auto percept = find(percept_texts_, *text)) return PerceptId{*percept, number_};
  return failure(fmt::format("nobody can see {} in this game", *text));
}

Result<FluentId> Lexicon::find_fluent(std::string_view written) const {
  auto text = canonical(written);
  if (!text) return tl::unexpected(text.error());
  if (auto fluent = find(fluent_texts_, *text)) return FluentId{*fluent};
  return failure(fmt::format("the game has no fluent {}", *text));
}

// ---- growing

Result<MoveId> Lexicon::add_move(RoleId role, std::string_view text) {
  return program::read_term(*terms_, text).map([&](program::TermId term) { return add_move(role, term); });
}

Result<PerceptId> Lexicon::add_percept(std::string_view text) {
  return program::read_term(*terms_, text).map([&](program::TermId term) { return add_percept(term); });
}

Result<FluentId> Lexicon::add_fluent(std::string_view text) {
  return program::read_term(*terms_, text).map([&](program::TermId term) { return add_fluent(term); });
}

template <class Number>
Lexicon::Texts Lexicon::texts_of(const Numbering<Number>& numbering) const {
  Texts out;
  out.reserve(numbering.size());
  for (std::uint32_t i = 0; i < numbering.size(); ++i) out.insert({terms_->to_kif(numbering.term(Number{i})), i});
  return out;
}

void Lexicon::close() {
  fluent_texts_ = texts_of(fluents_);
  percept_texts_ = texts_of(percepts_);
  for (const Numbering<MoveId>& moves : moves_) {
    move_texts_.push_back(texts_of(moves));
    std::vector<std::uint32_t> order(moves.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      return terms_->less(moves.term(MoveId{a}), moves.term(MoveId{b}));
    });
    ranks_.emplace_back(moves.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks_.back()[order[rank]] = rank;
  }
  complete_ = true;
}

}  // namespace percept::game
