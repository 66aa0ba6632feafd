// SPDX-License-Identifier: MIT
#include "program/terms.h"

#include <algorithm>
#include <bit>

namespace percept::program {

Terms::Terms() : known_(1024) {}

std::shared_ptr<Terms> Terms::copied() const {
  auto out = std::make_shared<Terms>();
  for (std::uint32_t symbol = 0; symbol < symbols_.size(); ++symbol) out->symbols_.intern(text(Symbol{symbol}));
  for (const Node& node : nodes_) out->find_or_add(node);
  return out;
}

std::size_t Terms::Hash::of(std::uint32_t head, std::span<const TermId> args) {
  std::uint64_t hash = head;
  for (TermId arg : args) hash = std::rotl(hash * 0x9E3779B97F4A7C15u, 23) + arg.value + 1;
  return mixed(hash);
}

bool Terms::Equal::same(const Node& a, const Known& b) {
  return a.head() == b.head() && std::ranges::equal(a.args, b.args());
}

TermId Terms::find_or_add(Node node) {
  std::size_t hash = Hash()(node);
  if (auto known = known_.find(node, hash); known != known_.end()) return known->number();
  TermId number{static_cast<std::uint32_t>(nodes_.size())};
  scratch_.assign({number, TermId{node.head()}});
  scratch_.insert(scratch_.end(), node.args.begin(), node.args.end());
  std::span<const TermId> kept = arena_.copy(scratch_);
  node.args = kept.subspan(2);
  nodes_.push_back(node);
  known_.insert(Known{kept.data(), static_cast<std::uint32_t>(kept.size())});
  return number;
}

TermId Terms::make(Symbol name, std::span<const TermId> args) {
  bool ground = std::ranges::all_of(args, [&](TermId arg) { return is_ground(arg); });
  return find_or_add({name, false, ground, args});
}

TermId Terms::variable(std::uint32_t number) { return find_or_add({Symbol{number}, true, false, {}}); }

TermId Terms::add(const gdl::Term& term, const gdl::Symbols& symbols) {
  std::vector<TermId> args;
  for (const gdl::Term* arg : term.args) args.push_back(add(*arg, symbols));
  return make(symbols_.intern(symbols.text(term.name)), args);
}

std::string Terms::to_kif(TermId term) const {
  if (is_variable(term)) return "?" + std::to_string(variable_number(term));
  std::string out(text(name(term)));
  if (args(term).empty()) return out;
  for (TermId arg : args(term)) out += " " + to_kif(arg);
  return "(" + out + ")";
}

namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::uint32_t number(std::string_view digits) {
  std::uint32_t value = 0;
  for (char c : digits) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return value;
}

}  // namespace

bool Terms::less(TermId a, TermId b) const {
  if (a == b) return false;
  std::string_view left = text(name(a)), right = text(name(b));
  if (left != right) {
    if (is_number(left) && is_number(right) && number(left) != number(right)) return number(left) < number(right);
    return left < right;
  }
  return std::ranges::lexicographical_compare(args(a), args(b), [&](TermId x, TermId y) { return less(x, y); });
}

}  // namespace percept::program
