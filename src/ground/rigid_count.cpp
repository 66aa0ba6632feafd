// SPDX-License-Identifier: MIT
#include "ground/rigid_count.h"

#include <set>
#include <vector>

#include "prove/prover.h"

namespace percept::ground {
namespace {

constexpr prove::Limits kMoment{.steps = 300'000, .megabytes = 32};

}  // namespace

bool more_than(std::size_t many, program::Program& program, std::span<const program::Literal> rigid,
               std::span<const program::TermId> variables) {
  program::Program query = program::Program::about_terms_of(program);
  std::set<program::RelationId> needed;
  std::vector<program::RelationId> open;
  auto need = [&](std::span<const program::Literal> literals) {
    for (const program::Literal& literal : literals) {
      if (literal.kind == program::Literal::Kind::kDistinct) continue;
      program::RelationId relation = program.relation_of(literal.atom);
      if (needed.insert(relation).second) open.push_back(relation);
    }
  };
  need(rigid);
  while (!open.empty()) {
    program::RelationId relation = open.back();
    open.pop_back();
    for (std::uint32_t clause : std::vector(program.relation(relation).clauses)) {
      query.add(program.clauses()[clause]);
      need(program.clauses()[clause].body);
    }
  }
  program::Symbol name = query.new_name("count");
  query.add(numbered(query.terms(), {query.terms().make(name, variables), {rigid.begin(), rigid.end()}, 0, {}}));
  query.find_dependence();
  std::vector<program::TermId> any;
  for (std::uint32_t i = 0; i < variables.size(); ++i) any.push_back(query.terms().variable(i));
  auto found = prove::Prover(query, kMoment).all(query.terms().make(name, any));
  return !found || found->size() > many;
}

}  // namespace percept::ground
