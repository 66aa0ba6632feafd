// SPDX-License-Identifier: MIT
#include "ground/local.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ground/relax.h"
#include "prove/database.h"
#include "prove/machine.h"
#include "prove/rigid.h"

namespace percept::ground {
namespace {

using program::RelationId;
using program::Symbol;
using program::Terms;
namespace keyword = program::keyword;
using Atom = GroundProgram::Atom;

constexpr std::uint64_t kMegabytesForEver = 500;      // of answers that hold in every position
constexpr std::uint32_t kRowsBetweenLooks = 1 << 10;  // at the clock

}  // namespace

// Atoms by a term that tells them apart: the numbers they have in this circuit, and their names, which stay.
class AtomTable {
 public:
  struct Entry {
    Atom atom = 0;  // none
    TermId name{};  // none yet
  };
  Entry& operator[](TermId term) {
    if (term.value >= entries_.size()) entries_.resize(std::max<std::size_t>(term.value + 1, 2 * entries_.size()));
    return entries_[term.value];
  }
  Atom at(TermId term) const { return term.value < entries_.size() ? entries_[term.value].atom : 0; }
  void set(TermId term, Entry& entry, Atom atom) {
    entry.atom = atom;
    used_.push_back(term);
  }
  void clear() {
    for (TermId term : used_) entries_[term.value].atom = 0;
    used_.clear();
  }

 private:
  std::vector<Entry> entries_;
  std::vector<TermId> used_;
};

class LocalGrounder::Implementation {
 public:
  Implementation(program::Program& program, std::vector<TermId> roles, circuit::Logic logic, const Budget& budget)
      : program_(program),
        terms_(program.terms()),
        relaxed_(program),
        database_(relaxed_.program()),
        machine_(database_) {
    prove::evaluate_rigid(relaxed_.program(), database_, machine_, budget);
    database_.order().expect_many_moves();
    for (std::uint32_t i = 0; i < roles.size(); ++i) {
      if (roles[i].value >= role_numbers_.size()) role_numbers_.resize(roles[i].value + 1);
      role_numbers_[roles[i].value] = i + 1;
    }
    moves_.resize(roles.size() + 1);
    for (Symbol name : {keyword::kLegal, keyword::kTerminal, keyword::kGoal, keyword::kSees, keyword::kNext})
      outputs_.push_back(
          {program.relation_of(name, *gdl::keyword_arity(name)), name, std::vector<AtomTable>(roles.size() + 1)});
    for (const program::Clause& clause : program.clauses())
      for (const program::Literal& literal : clause.body) sees_is_used_ |= terms_.is(literal.atom, keyword::kSees, 2);
    options_.logic = logic;
    options_.roles = std::move(roles);
  }

  Result<GameCircuit> make(const LocalFacts& facts, const Budget& budget) {
    options_.budget = budget;
    start(facts);
    for (std::size_t output : {kLegal, kTerminal, kGoal}) add_output(outputs_[output]);
    add_moves(facts);
    add_output(outputs_[kSees], sees_is_used_ ? std::nullopt : facts.observer);
    add_output(outputs_[kNext]);
    while (!open_.empty() && error_.empty()) {
      Open open = open_.back();
      open_.pop_back();
      add_rules(open);
    }
    if (!error_.empty()) return failure(error_);
    return build(ground_, {}, terms_, options_);
  }

 private:
  // What is wanted of the rules, and the atoms of it: by the role that is its first argument and then by the second,
  // or by the only argument.
  struct Output {
    RelationId relation;
    Symbol name;
    std::vector<AtomTable> atoms;
  };
  enum : std::size_t { kLegal, kTerminal, kGoal, kSees, kNext };

  // An atom whose rules are to be found.
  struct Open {
    Atom atom;
    TermId term;
    RelationId relation;
  };

  std::uint32_t role_number(TermId term) const {
    return term.value < role_numbers_.size() ? role_numbers_[term.value] : 0;
  }

  // ---- what may hold

  void start(const LocalFacts& facts) {
    error_.clear();
    ground_ = {};
    atoms_ = 0;
    fluents_.clear();
    derived_.clear();
    for (AtomTable& moves : moves_) moves.clear();
    for (Output& output : outputs_)
      for (AtomTable& atoms : output.atoms) atoms.clear();
    legal_.clear();
    open_.clear();
    if (database_.kept_for_ever() > kMegabytesForEver << 20) database_.forget_plans();
    std::swap(state_, last_state_);
    state_.clear();
    for (TermId fluent : facts.known) {
      if (fluents_.at(fluent) != 0) continue;
      ground_.add_true(fluent_atom(fluent));
      relaxed_.add_possible(fluent, state_);
      relaxed_.add_known(fluent, state_);
    }
    first_open_ = atoms_ + 1;
    for (TermId fluent : facts.open) {
      if (fluents_.at(fluent) != 0) continue;
      fluent_atom(fluent);
      relaxed_.add_possible(fluent, state_);
    }
    first_other_ = atoms_ + 1;
    database_.set_moves({});
    if (!started_ || state_ != last_state_) database_.set_state(state_);  // else what is known of it is still right
    started_ = true;
  }

  Atom fluent_atom(TermId fluent) {
    AtomTable::Entry& entry = fluents_[fluent];
    if (entry.atom == 0) {
      fluents_.set(fluent, entry, ++atoms_);
      set_name(entry, keyword::kTrue, std::array{fluent});
    }
    return entry.atom;
  }

  void set_name(AtomTable::Entry& entry, Symbol relation, std::span<const TermId> args) {
    if (entry.name == TermId{}) entry.name = terms_.make(relation, args);
    ground_.set_name(entry.atom, entry.name);
  }

  // Every move that may be legal is an input, but rules need only know of those that may be made.
  void add_moves(const LocalFacts& facts) {
    if (facts.own && std::ranges::find(legal_, *facts.own) == legal_.end()) legal_.push_back(*facts.own);
    made_.clear();
    for (const auto& [role, move] : legal_) {
      std::uint32_t number = role_number(role);
      if (number == 0) continue;
      AtomTable::Entry& entry = moves_[number][move];
      moves_[number].set(move, entry, ++atoms_);
      set_name(entry, keyword::kDoes, std::array{role, move});
      if (!facts.own || facts.own->first != role || facts.own->second == move)
        made_.push_back(entry.name);
      else
        entry.atom = 0;
    }
    database_.set_moves(made_);
  }

  // ---- ground rules

  // All rules of the output, or those with this first argument.
  void add_output(Output& output, const std::optional<TermId>& first = {}) {
    std::size_t arity = *gdl::keyword_arity(output.name);
    prove::Columns given(first ? 1 : 0);
    for (std::uint32_t clause : relaxed_.clauses(output.relation))
      for_each_instance(clause, given, first ? &*first : nullptr, [&](const TermId* instance) {
        std::span<const TermId> args(instance, arity);
        AtomTable::Entry& entry = output_atom(output, args);
        if (entry.atom > ground_.last_atom() || ground_.name(entry.atom) == nullptr) {
          set_name(entry, output.name, args);
          if (output.name == keyword::kNext) fluent_atom(args[0]);
          if (output.name == keyword::kLegal) legal_.push_back({args[0], args[1]});
        }
        add_rule(relaxed_.clause(clause), entry.atom, instance);
      });
  }

  AtomTable::Entry& output_atom(Output& output, std::span<const TermId> args) {
    if (args.size() < 2) return numbered(output.atoms[0], args.empty() ? TermId{} : args[0]);
    std::uint32_t role = role_number(args[0]);
    return role != 0 ? numbered(output.atoms[role], args[1]) : numbered(derived_, terms_.make(output.name, args));
  }

  AtomTable::Entry& numbered(AtomTable& table, TermId term) {
    AtomTable::Entry& entry = table[term];
    if (entry.atom == 0) table.set(term, entry, ++atoms_);
    return entry;
  }

  void add_rules(const Open& open) {
    std::span<const TermId> args = terms_.args(open.term);
    prove::Columns given;
    for (std::uint32_t i = 0; i < args.size(); ++i) given.push_back(i);
    for (std::uint32_t clause : relaxed_.clauses(open.relation))
      for_each_instance(clause, given, args.data(),
                        [&](const TermId* instance) { add_rule(relaxed_.clause(clause), open.atom, instance); });
  }

  // Calls visit(all columns) for each instance of the clause whose first columns, if they are given, have the key.
  template <class Visit>
  void for_each_instance(std::uint32_t number, const prove::Columns& given, const TermId* key, Visit&& visit) {
    if (!error_.empty()) return;
    const Relaxed::Clause& clause = relaxed_.clause(number);
    auto table =
        machine_.complete(database_.procedure(database_.predicate(clause.instances), given), key, {}, options_.budget);
    if (!table) {
      error_ = fmt::format("what may follow from a rule of {} {}", terms_.to_kif(clause.head), table.error().message);
      return;
    }
    const prove::Rows& answers = (*table)->answers;
    instance_.assign(key, key + given.size());
    instance_.resize(given.size() + answers.width());
    for (std::uint32_t row = 0; row < answers.size(); ++row) {
      if ((row + 1) % kRowsBetweenLooks == 0 && options_.budget.out_of_time()) {
        error_ = "a circuit for this position takes longer than there is time";
        return;
      }
      std::copy_n(answers[row], answers.width(), instance_.begin() + static_cast<std::ptrdiff_t>(given.size()));
      visit(instance_.data());
    }
  }

  void add_rule(const Relaxed::Clause& clause, Atom head, const TermId* instance) {
    body_.clear();
    for (const Relaxed::Literal& literal : clause.body) {
      Atom atom = 0;
      switch (literal.kind) {
        case Relaxed::Literal::Kind::kFluent:
          atom = fluents_.at(literal.args[0].in(instance));
          if (atom < first_open_ || atom >= first_other_) continue;  // known to hold, or not to
          break;
        case Relaxed::Literal::Kind::kMove:
          atom = moves_[role_number(literal.args[0].in(instance))].at(literal.args[1].in(instance));
          if (atom == 0) continue;  // nobody makes it
          break;
        case Relaxed::Literal::Kind::kDerived: atom = derived_atom(literal, instance); break;
      }
      auto number = static_cast<GroundProgram::Literal>(atom);
      body_.push_back(literal.negated ? -number : number);
    }
    ground_.add(head, body_);
  }

  Atom derived_atom(const Relaxed::Literal& literal, const TermId* instance) {
    args_.clear();
    for (const prove::Value& arg : literal.args) args_.push_back(arg.in(instance));
    auto output = std::ranges::find(outputs_, literal.relation, &Output::relation);
    if (output != outputs_.end()) return output_atom(*output, args_).atom;  // all its rules are found anyway
    TermId term = terms_.make(program_.relation(literal.relation).name, args_);
    if (Atom atom = derived_.at(term); atom != 0) return atom;
    open_.push_back({numbered(derived_, term).atom, term, literal.relation});
    return atoms_;
  }

  program::Program& program_;
  Terms& terms_;
  Relaxed relaxed_;
  prove::Database database_;
  prove::Machine machine_;
  Options options_;
  std::vector<std::uint32_t> role_numbers_;  // by term: of roles, from 1 on

  bool sees_is_used_ = false;  // by rules, so that nobody's percepts can be left out
  bool started_ = false;       // it has a state

  // Of the circuit that is made:
  std::string error_;
  std::vector<TermId> state_, last_state_;
  GroundProgram ground_;
  Atom atoms_ = 0;                         // so far
  Atom first_open_ = 0, first_other_ = 0;  // fluents are known, then open, then only next
  AtomTable fluents_, derived_;
  std::vector<AtomTable> moves_;  // by role: those that may be made
  std::vector<Output> outputs_;
  std::vector<std::pair<TermId, TermId>> legal_;
  std::vector<Open> open_;

  // Room for what is at hand.
  std::vector<TermId> made_, instance_, args_;
  std::vector<GroundProgram::Literal> body_;
};

LocalGrounder::LocalGrounder(program::Program& program, std::vector<TermId> roles, circuit::Logic logic,
                             const Budget& budget)
    : it_(std::make_unique<Implementation>(program, std::move(roles), logic, budget)) {}

LocalGrounder::~LocalGrounder() = default;

Result<GameCircuit> LocalGrounder::make(const LocalFacts& facts, const Budget& budget) {
  return it_->make(facts, budget);
}

}  // namespace percept::ground
