// SPDX-License-Identifier: MIT
#include "prove/rigid.h"

#include <algorithm>

#include "base/components.h"

namespace percept::prove {
namespace {

constexpr Limits kSmall{.steps = 500'000, .megabytes = 4};

}  // namespace

void evaluate_rigid(program::Program& program, Database& database, Machine& machine, const Budget& budget) {
  Adjacency uses(program.relations().size());
  for (const program::Clause& clause : program.clauses())
    for (const program::Literal& literal : clause.body)
      if (literal.kind != program::Literal::Kind::kDistinct)
        uses[program.relation_of(clause.head).value].push_back(program.relation_of(literal.atom).value);
  std::vector<std::uint32_t> component = strong_components(uses);

  std::vector<std::uint32_t> order;  // what a relation uses comes first
  for (std::uint32_t i = 0; i < uses.size(); ++i)
    if (program.relations()[i].dependence == program::Dependence::kRigid) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return component[i]; });
  for (std::uint32_t relation : order) {
    Predicate& predicate = database.predicate(program::RelationId{relation});
    if (!predicate.has_rules()) continue;
    if (auto table = machine.complete(database.procedure(predicate, {}), nullptr, kSmall, budget))
      database.make_facts(predicate, (*table)->answers);
  }
  database.forget_plans();
}

}  // namespace percept::prove
