// SPDX-License-Identifier: MIT
//
// A slot is a place where a term may stand: an argument of a relation, or of a compound term that may stand in a slot.
// `true`, `init` and `next` share their slot, and so do `does` and `legal`, since the game hands one to the other.
#include "show/domains.h"

#include <algorithm>
#include <optional>

namespace percept::show {
namespace {

using program::Clause;
using program::Literal;
using program::Program;
using program::Symbol;
using program::TermId;
using program::Terms;
namespace keyword = gdl::keyword;

using SlotId = Id<struct SlotTag>;
using Functor = std::pair<Symbol, std::size_t>;

constexpr int kMaxDepth = 6;  // of compound terms; rules that build deeper ones are not followed

struct Slot {
  std::set<TermId> constants;
  std::map<Functor, std::vector<SlotId>> compounds;

  bool empty() const { return constants.empty() && compounds.empty(); }
};

class Analysis {
 public:
  explicit Analysis(const Program& program) : program_(program), terms_(program.terms()) {
    // To and fro, so that a chain of rules takes few passes in whatever order it stands.
    const std::vector<Clause>& clauses = program_.clauses();
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (std::size_t i = 0; i < clauses.size(); ++i) derive(clauses[i]);
      for (std::size_t i = clauses.size(); i > 0; --i) derive(clauses[i - 1]);
    }
  }

  std::vector<FluentShape> fluents() {
    std::vector<FluentShape> out;
    const Slot& fluent = slots_[arguments(keyword::kTrue, 1)[0].value];
    for (TermId constant : fluent.constants) out.push_back({terms_.name(constant), {}});
    for (const auto& [functor, slots] : fluent.compounds) {
      out.push_back({functor.first, {}});
      for (SlotId id : slots) {
        const Slot& slot = slots_[id.value];
        out.back().arguments.push_back({slot.constants, !slot.compounds.empty()});
      }
    }
    return out;
  }

 private:
  using Allowed = std::map<TermId, std::vector<SlotId>>;  // for each variable of a clause where it stands in the body

  void derive(const Clause& clause) {
    Allowed allowed;
    for (const Literal& literal : clause.body)
      if (literal.kind == Literal::Kind::kHolds && !matches(literal.atom, allowed)) return;
    for (const auto& [variable, slots] : allowed)
      if (common(slots).empty()) return;
    const std::vector<SlotId> slots = arguments(terms_.name(clause.head), terms_.args(clause.head).size());
    for (std::size_t i = 0; i < slots.size(); ++i) put(terms_.args(clause.head)[i], slots[i], allowed, 0);
  }

  // May the atom hold? Notes where its variables stand.
  bool matches(TermId atom, Allowed& allowed) {
    const std::vector<SlotId> slots = arguments(terms_.name(atom), terms_.args(atom).size());
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (!matches(terms_.args(atom)[i], slots[i], allowed)) return false;
    return true;
  }

  bool matches(TermId term, SlotId id, Allowed& allowed) {
    const Slot& slot = slots_[id.value];
    if (terms_.is_variable(term)) {
      allowed[term].push_back(id);
      return !slot.empty();
    }
    if (terms_.args(term).empty()) return slot.constants.contains(term);
    auto compound = slot.compounds.find({terms_.name(term), terms_.args(term).size()});
    if (compound == slot.compounds.end()) return false;
    const std::vector<SlotId> inside = compound->second;
    for (std::size_t i = 0; i < inside.size(); ++i)
      if (!matches(terms_.args(term)[i], inside[i], allowed)) return false;
    return true;
  }

  // What all the slots have.
  Slot common(const std::vector<SlotId>& slots) const {
    Slot out = slots_[slots[0].value];
    for (std::size_t i = 1; i < slots.size(); ++i) {
      const Slot& other = slots_[slots[i].value];
      std::erase_if(out.constants, [&](TermId constant) { return !other.constants.contains(constant); });
      std::erase_if(out.compounds, [&](const auto& entry) { return !other.compounds.contains(entry.first); });
    }
    return out;
  }

  void put(TermId term, SlotId id, const Allowed& allowed, int depth) {
    if (terms_.is_variable(term)) {
      if (auto slots = allowed.find(term); slots != allowed.end()) include(id, common(slots->second), depth);
    } else if (terms_.args(term).empty()) {
      changed_ |= slots_[id.value].constants.insert(term).second;
    } else if (depth < kMaxDepth) {
      const std::vector<SlotId> inside = compound(id, {terms_.name(term), terms_.args(term).size()});
      for (std::size_t i = 0; i < inside.size(); ++i) put(terms_.args(term)[i], inside[i], allowed, depth + 1);
    }
  }

  void include(SlotId id, const Slot& from, int depth) {
    for (TermId constant : from.constants) changed_ |= slots_[id.value].constants.insert(constant).second;
    if (depth >= kMaxDepth) return;
    for (const auto& [functor, slots] : from.compounds) {
      const std::vector<SlotId> inside = compound(id, functor);
      for (std::size_t i = 0; i < inside.size(); ++i)
        if (inside[i] != slots[i]) include(inside[i], Slot(slots_[slots[i].value]), depth + 1);
    }
  }

  std::vector<SlotId> compound(SlotId id, const Functor& functor) {
    auto known = slots_[id.value].compounds.find(functor);
    if (known != slots_[id.value].compounds.end()) return known->second;
    changed_ = true;
    return slots_[id.value].compounds[functor] = new_slots(functor.second);
  }

  // The slots of a relation's arguments.
  const std::vector<SlotId>& arguments(Symbol name, std::size_t arity) {
    if (name == keyword::kInit || name == keyword::kNext) name = keyword::kTrue;
    if (name == keyword::kLegal) name = keyword::kDoes;
    auto [known, is_new] = relations_.try_emplace(Functor{name, arity});
    if (is_new) known->second = new_slots(arity);
    return known->second;
  }

  std::vector<SlotId> new_slots(std::size_t count) {
    std::vector<SlotId> out;
    for (std::size_t i = 0; i < count; ++i) {
      out.push_back(SlotId{static_cast<std::uint32_t>(slots_.size())});
      slots_.emplace_back();
    }
    return out;
  }

  const Program& program_;
  const Terms& terms_;
  std::vector<Slot> slots_;
  std::map<Functor, std::vector<SlotId>> relations_;
  bool changed_ = false;
};

}  // namespace

std::vector<FluentShape> fluent_shapes(const Program& program) { return Analysis(program).fluents(); }

}  // namespace percept::show
