// SPDX-License-Identifier: MIT
#include "ground/split.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace percept::ground {
namespace {

using Variables = std::uint64_t;  // a bit for each variable of a clause
constexpr std::uint32_t kMaxVariables = 64;

struct Item {
  Literal literal;
  Variables variables;

  bool binds() const { return literal.kind == Literal::Kind::kHolds; }
};

class Splitter {
 public:
  explicit Splitter(Program& program) : program_(program), terms_(program.terms()) {}

  SplitProgram run(const SplitProgram& rules) {
    out_.domains = rules.domains;
    for (const Clause& clause : rules.clauses) {
      if (clause.variables > kMaxVariables || clause.body.size() < 2)
        out_.clauses.push_back(clause);
      else
        cut(clause);
    }
    return std::move(out_);
  }

 private:
  void cut(const Clause& clause) {
    place_ = clause.place;
    std::vector<Item> items;
    for (const Literal& literal : clause.body) items.push_back({literal, variables_of(literal.atom)});
    Variables head = variables_of(clause.head);
    bool was_cut = false;
    while (std::optional<Variables> bag = smallest_bag(items, head)) {
      eliminate(items, *bag, head);
      was_cut = true;
    }
    out_.split += was_cut ? 1 : 0;
    Clause rest{clause.head, {}, 0, clause.place};
    for (const Item& item : items) rest.body.push_back(item.literal);
    out_.clauses.push_back(numbered(terms_, std::move(rest)));
  }

  // The variables of all literals that mention some variable the head does not need, for the variable with the fewest;
  // nothing when even those are all variables of the rule, so that nothing would be gained.
  std::optional<Variables> smallest_bag(const std::vector<Item>& items, Variables head) const {
    Variables all = head;
    for (const Item& item : items) all |= item.variables;
    std::optional<std::tuple<int, int, Variables>> best;
    for (Variables open = all & ~head; open != 0; open &= open - 1) {
      Variables variable = open & -open, bag = 0, bound = 0;
      for (const Item& item : items) {
        if ((item.variables & variable) == 0) continue;
        bag |= item.variables;
        if (item.binds()) bound |= item.variables;
      }
      if (bag == all) continue;
      std::tuple<int, int, Variables> candidate{std::popcount(bag), std::popcount(bag & ~bound), variable};
      if (!best || candidate < *best) best = candidate;
    }
    if (!best) return {};
    return std::get<2>(*best);
  }

  // Moves the literals that mention the variable into a relation of what they share with the rest.
  void eliminate(std::vector<Item>& items, Variables variable, Variables head) {
    auto rest_end = std::stable_partition(items.begin(), items.end(),
                                          [&](const Item& item) { return (item.variables & variable) == 0; });
    std::vector<Item> inside(rest_end, items.end());
    items.erase(rest_end, items.end());
    Variables bag = 0, bound = 0, outside = head;
    for (const Item& item : inside) {
      bag |= item.variables;
      if (item.binds()) bound |= item.variables;
    }
    for (const Item& item : items) outside |= item.variables;
    // What the rest of the rule knows beforehand about pairs of the variables keeps the relation small.
    std::vector<Item> hints;
    for (const Item& item : items)
      if (is_fixed(item) && std::popcount(item.variables & bag) >= 2) hints.push_back(domain_of(item, bag));
    for (const Item& hint : hints) bound |= hint.variables;
    inside.insert(inside.end(), hints.begin(), hints.end());
    while ((bag & ~bound) != 0) {
      Item domain = domain_of(binder_of(items, bag & ~bound, bag), bag);
      bound |= domain.variables;
      inside.push_back(domain);
    }
    Literal call = relation("split", std::move(inside), bag & outside);
    items.push_back({call, bag & outside});
  }

  // The same in every position, so that the grounder knows it beforehand; or made to tell it where to look.
  bool is_fixed(const Item& item) const {
    if (!item.binds()) return false;
    const program::Relation& relation = program_.relation(program_.relation_of(item.literal.atom));
    return out_.domains.contains(relation.name) ||
           (relation.dependence == program::Dependence::kRigid && !relation.clauses.empty());
  }

  // The literal that binds most of the open variables.
  static const Item& binder_of(const std::vector<Item>& items, Variables open, Variables bag) {
    const Item* best = nullptr;
    auto better = [&](const Item& a, const Item& b) {
      int left = std::popcount(a.variables & open), right = std::popcount(b.variables & open);
      return left != right ? left > right : std::popcount(a.variables & ~bag) < std::popcount(b.variables & ~bag);
    };
    for (const Item& item : items)
      if (item.binds() && (item.variables & open) != 0 && (!best || better(item, *best))) best = &item;
    return *best;
  }

  // What the literal says about the variables of the bag.
  Item domain_of(const Item& item, Variables bag) {
    Variables kept = item.variables & bag;
    Literal call = relation("domain", {item}, kept);
    out_.domains.insert(terms_.name(call.atom));
    return {call, kept};
  }

  // A call of the relation that the literals define, with the exported variables as arguments. Equal literals, up to
  // the names of variables, have one relation.
  Literal relation(std::string_view kind, std::vector<Item> body, Variables exported) {
    std::map<TermId, std::string> shapes;
    for (const Item& item : body)
      shapes[item.literal.atom] =
          terms_.to_kif(substitute(terms_, item.literal.atom, [&](TermId) { return terms_.variable(0); }));
    std::sort(body.begin(), body.end(), [&](const Item& a, const Item& b) {
      return std::tie(a.literal.kind, shapes[a.literal.atom], a.literal.atom) <
             std::tie(b.literal.kind, shapes[b.literal.atom], b.literal.atom);
    });
    std::vector<TermId> order;  // of the variables, by occurrence
    for (const Item& item : body)
      for_each_variable(terms_, item.literal.atom, [&](TermId v) {
        if (std::find(order.begin(), order.end(), v) == order.end()) order.push_back(v);
      });
    auto renamed = [&](TermId v) {
      return terms_.variable(static_cast<std::uint32_t>(std::find(order.begin(), order.end(), v) - order.begin()));
    };
    std::string key(kind);
    std::vector<TermId> call, formal;
    for (TermId v : order) {
      bool is_exported = (exported >> terms_.variable_number(v) & 1) != 0;
      key += is_exported ? '+' : '-';
      if (!is_exported) continue;
      call.push_back(v);
      formal.push_back(renamed(v));
    }
    Clause clause{TermId{}, {}, static_cast<std::uint32_t>(order.size()), place_};
    for (const Item& item : body) {
      clause.body.push_back({item.literal.kind, substitute(terms_, item.literal.atom, renamed)});
      key += '|' + std::to_string(static_cast<int>(item.literal.kind)) + std::to_string(clause.body.back().atom.value);
    }
    auto [known, is_new] = shared_.try_emplace(key);
    if (is_new) {
      known->second = program_.new_name(kind);
      clause.head = terms_.make(known->second, formal);
      out_.clauses.push_back(numbered(terms_, std::move(clause)));
    }
    return {Literal::Kind::kHolds, terms_.make(known->second, call)};
  }

  Variables variables_of(TermId term) const {
    Variables out = 0;
    for_each_variable(terms_, term, [&](TermId v) { out |= Variables{1} << terms_.variable_number(v); });
    return out;
  }

  Program& program_;
  program::Terms& terms_;
  SplitProgram out_;
  std::map<std::string, Symbol> shared_;
  gdl::Place place_;
};

}  // namespace

SplitProgram split(Program& program, const SplitProgram& rules) { return Splitter(program).run(rules); }

SplitProgram unsplit(const Program& program) {
  SplitProgram out{program.clauses(), {}, 0};
  for (const program::Relation& relation : program.relations())
    if (program.is_demand(relation.name)) out.domains.insert(relation.name);
  return out;
}

}  // namespace percept::ground
