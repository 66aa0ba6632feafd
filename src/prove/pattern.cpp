// SPDX-License-Identifier: MIT
#include "prove/pattern.h"

namespace percept::prove {

bool match(const Pattern& pattern, TermId term, const Terms& terms, TermId* slots) {
  switch (pattern.kind) {
    case Pattern::Kind::kTerm: return term == pattern.term;
    case Pattern::Kind::kKnown: return term == slots[pattern.slot];
    case Pattern::Kind::kBind: slots[pattern.slot] = term; return true;
    case Pattern::Kind::kStructure: break;
  }
  if (!terms.is(term, pattern.name, pattern.args.size())) return false;
  if (pattern.slot != kNoSlot) slots[pattern.slot] = term;
  std::span<const TermId> args = terms.args(term);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!match(pattern.args[i], args[i], terms, slots)) return false;
  return true;
}

TermId build(const Pattern& pattern, Terms& terms, const TermId* slots, std::vector<TermId>& scratch) {
  if (pattern.kind == Pattern::Kind::kTerm) return pattern.term;
  if (pattern.kind != Pattern::Kind::kStructure) return slots[pattern.slot];
  std::size_t start = scratch.size();
  for (const Pattern& arg : pattern.args) {
    TermId built = build(arg, terms, slots, scratch);
    scratch.push_back(built);
  }
  TermId out = terms.make(pattern.name, std::span(scratch).subspan(start));
  scratch.resize(start);
  return out;
}

bool KnownVariables::contains(TermId term) const {
  bool known = true;
  for_each_variable(terms_, term, [&](TermId v) { known = known && known_[terms_.variable_number(v)]; });
  return known;
}

void KnownVariables::add(TermId term) {
  for_each_variable(terms_, term, [&](TermId v) { known_[terms_.variable_number(v)] = true; });
}

Pattern PatternMaker::make(TermId term) {
  if (terms_.is_ground(term)) return {.kind = Pattern::Kind::kTerm, .term = term};
  if (terms_.is_variable(term)) {
    Pattern::Kind kind = known_.contains(term) ? Pattern::Kind::kKnown : Pattern::Kind::kBind;
    known_.add(term);
    return {.kind = kind, .slot = terms_.variable_number(term)};
  }
  if (auto kept = kept_.find(term); kept != kept_.end() && kept->second != kNoSlot)
    return {.kind = Pattern::Kind::kKnown, .slot = kept->second};
  Pattern out{.kind = Pattern::Kind::kStructure, .name = terms_.name(term)};
  if (!known_.contains(term)) out.slot = slot_for(term);  // it is matched, rather than built
  for (TermId arg : terms_.args(term)) out.args.push_back(make(arg));
  return out;
}

Value PatternMaker::value(TermId term, std::vector<Built>& built) {
  Pattern pattern = make(term);
  if (pattern.kind == Pattern::Kind::kTerm) return {false, term.value};
  if (pattern.kind == Pattern::Kind::kKnown) return {true, pattern.slot};
  std::uint32_t slot = slot_for(term);
  if (slot == kNoSlot) slot = slots_++;
  built.push_back({slot, std::move(pattern)});
  return {true, slot};
}

RowPattern PatternMaker::make_row(const std::vector<Column>& columns, std::vector<Built>& built) {
  RowPattern out;
  std::vector<Column> open;
  for (const Column& column : columns) {
    if (known_.contains(column.term))
      out.tests.push_back({column.number, value(column.term, built)});
    else
      open.push_back(column);
  }
  for (const Column& column : open) {
    if (!terms_.is_variable(column.term)) continue;
    bool repeats = known_.contains(column.term);
    known_.add(column.term);
    (repeats ? out.repeats : out.set).push_back({column.number, terms_.variable_number(column.term)});
  }
  for (const Column& column : open)
    if (!terms_.is_variable(column.term)) out.compounds.push_back({column.number, make(column.term)});
  return out;
}

std::uint32_t PatternMaker::slot_for(TermId compound) {
  auto kept = kept_.find(compound);
  if (kept == kept_.end()) return kNoSlot;
  return kept->second = slots_++;
}

}  // namespace percept::prove
