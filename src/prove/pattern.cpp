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

Pattern make_pattern(TermId term, const Terms& terms, KnownVariables& known) {
  if (terms.is_ground(term)) return {.kind = Pattern::Kind::kTerm, .term = term};
  if (terms.is_variable(term)) {
    Pattern::Kind kind = known.contains(term) ? Pattern::Kind::kKnown : Pattern::Kind::kBind;
    known.add(term);
    return {.kind = kind, .slot = terms.variable_number(term)};
  }
  Pattern out{.kind = Pattern::Kind::kStructure, .name = terms.name(term)};
  for (TermId arg : terms.args(term)) out.args.push_back(make_pattern(arg, terms, known));
  return out;
}

}  // namespace percept::prove
