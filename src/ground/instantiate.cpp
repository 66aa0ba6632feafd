// SPDX-License-Identifier: MIT
//
// Names are given to the grounder as numbers: a constant is the number of its symbol, a function f<number>, a relation
// p<number>. So nothing has to be escaped, and the way back is short.
#include "ground/instantiate.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <set>

#include "asp/grounder.h"

namespace percept::ground {
namespace {

using program::Terms;
namespace keyword = gdl::keyword;

constexpr std::size_t kRulesBetweenLooks = 1 << 14;  // at the clock
constexpr const char* kTag = "tag";                  // the relation by which a profile tells clauses apart

void write(std::string& out, const Terms& terms, TermId term, char prefix) {
  if (terms.is_variable(term)) {
    fmt::format_to(std::back_inserter(out), "V{}", terms.variable_number(term));
    return;
  }
  std::span<const TermId> args = terms.args(term);
  if (prefix == 'f' && args.empty())
    fmt::format_to(std::back_inserter(out), "{}", terms.name(term).value);
  else
    fmt::format_to(std::back_inserter(out), "{}{}", prefix, terms.name(term).value);
  if (args.empty()) return;
  out += '(';
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out += ',';
    write(out, terms, args[i], 'f');
  }
  out += ')';
}

void write(std::string& out, const Terms& terms, const Literal& literal) {
  if (literal.kind == Literal::Kind::kDistinct) {
    write(out, terms, terms.args(literal.atom)[0], 'f');
    out += "!=";
    write(out, terms, terms.args(literal.atom)[1], 'f');
    return;
  }
  if (literal.kind == Literal::Kind::kFails) out += "not ";
  write(out, terms, literal.atom, 'p');
}

// `tagged(i)`: clause i says in its ground rules where they come from.
template <class Tagged>
std::string text(const SplitProgram& rules, const Terms& terms, const Tagged& tagged) {
  std::string out = fmt::format(
      "{{p{0}(F)}} :- p{1}(F).\n{{p{0}(F)}} :- p{2}(F).\n{{p{3}(R,M)}} :- p{4}(R,M), p{5}(R).\n", keyword::kTrue.value,
      keyword::kInit.value, keyword::kNext.value, keyword::kDoes.value, keyword::kLegal.value, keyword::kRole.value);
  for (std::size_t i = 0; i < rules.clauses.size(); ++i) {
    const Clause& clause = rules.clauses[i];
    write(out, terms, clause.head, 'p');
    bool first = true;
    auto separate = [&] {
      out += first ? " :- " : ", ";
      first = false;
    };
    for (const Literal& literal : clause.body) {
      separate();
      write(out, terms, literal);
    }
    if (tagged(i)) {
      separate();
      fmt::format_to(std::back_inserter(out), "{}({})", kTag, i);
    }
    out += ".\n";
  }
  return out;
}

// Turns clingo's terms into ours.
class Translation {
 public:
  explicit Translation(Terms& terms) : terms_(terms) {}

  TermId term(asp::Symbol symbol) {
    auto known = known_.find(symbol);
    if (known != known_.end()) return known->second;
    asp::SymbolView view = asp::view(symbol);
    Symbol name = view.is_number ? Symbol{static_cast<std::uint32_t>(view.number)} : number(view.name + 1);
    std::vector<TermId> args;
    for (asp::Symbol arg : view.args) args.push_back(term(arg));
    TermId made = terms_.make(name, args);
    known_.insert({symbol, made});
    return made;
  }

 private:
  static Symbol number(const char* digits) {
    std::uint32_t value = 0;
    std::from_chars(digits, digits + std::strlen(digits), value);
    return Symbol{value};
  }

  Terms& terms_;
  tsl::robin_map<asp::Symbol, TermId, MixedHash> known_;
};

class Keeper : public asp::Receiver {
 public:
  Keeper(Terms& terms, const Budget& budget, const Progress& progress)
      : terms_(terms), budget_(budget), progress_(progress) {}

  bool rule(bool choice, std::span<const asp::Atom> head, std::span<const asp::Literal> body) override {
    if (++seen_ % kRulesBetweenLooks == 0) {
      if (progress_) progress_(seen_);
      if (budget_.out_of_time()) return out_of_time_ = ended_ = true, false;
    }
    if (!budget_.allows(seen_)) return ended_ = true, false;
    if (choice) return true;
    if (body.empty())
      program_.add_true(head[0]);
    else
      program_.add(head[0], body);
    return true;
  }

  bool name(asp::Symbol symbol, asp::Atom atom) override {
    TermId term = terms_.term(symbol);
    if (atom == 0)
      program_.add_fact(term);
    else
      program_.set_name(atom, term);
    return true;
  }

  std::size_t seen() const { return seen_; }
  bool ended() const { return ended_; }
  bool out_of_time() const { return out_of_time_; }
  GroundProgram& program() { return program_; }

 private:
  Translation terms_;
  const Budget& budget_;
  const Progress& progress_;
  std::size_t seen_ = 0;
  bool ended_ = false;
  bool out_of_time_ = false;
  GroundProgram program_;
};

// For a profile: which clause each ground rule comes from.
class Counter : public asp::Receiver {
 public:
  Counter(std::size_t clauses, const Budget& budget, const Progress& progress)
      : budget_(budget), progress_(progress), profile_{std::vector<Cost>(clauses), true} {}

  bool rule(bool choice, std::span<const asp::Atom>, std::span<const asp::Literal> body) override {
    if (++seen_ % kRulesBetweenLooks == 0) {
      if (progress_) progress_(seen_);
      if (budget_.out_of_time()) return profile_.complete = false;
    }
    if (!budget_.allows(seen_)) return profile_.complete = false;
    if (choice) return true;
    for (asp::Literal literal : body) {
      auto clause = clauses_.find(static_cast<asp::Atom>(literal));
      if (literal < 0 || clause == clauses_.end()) continue;
      ++profile_.costs[clause->second].rules;
      profile_.costs[clause->second].literals += body.size() - 1;
      break;
    }
    return true;
  }

  bool name(asp::Symbol symbol, asp::Atom atom) override {
    asp::SymbolView view = asp::view(symbol);
    if (!view.is_number && std::strcmp(view.name, kTag) == 0)
      clauses_[atom] = static_cast<std::size_t>(asp::view(view.args[0]).number);
    return true;
  }

  Profile& profile() { return profile_; }

 private:
  const Budget& budget_;
  const Progress& progress_;
  std::size_t seen_ = 0;
  tsl::robin_map<asp::Atom, std::size_t, MixedHash> clauses_;  // by the atom of their tag
  Profile profile_;
};

}  // namespace

std::string to_asp(const SplitProgram& rules, const Terms& terms) {
  return text(rules, terms, [](std::size_t) { return false; });
}

Result<GroundProgram> instantiate(const SplitProgram& rules, Terms& terms, const Budget& budget,
                                  const Progress& progress) {
  Keeper keeper(terms, budget, progress);
  Result<void> grounded = asp::ground(std::array{to_asp(rules, terms)}, keeper);
  if (keeper.out_of_time())
    return failure(fmt::format("grounding takes too long: {} rules without variables, and more to come", keeper.seen()));
  if (keeper.ended())
    return failure(fmt::format("the rules are too many to ground: more than {} without variables", keeper.seen()));
  if (!grounded) return tl::unexpected(grounded.error());
  return std::move(keeper.program());
}

Result<Profile> profile(const SplitProgram& rules, Terms& terms, const Budget& budget, const Progress& progress) {
  std::vector<bool> varies(rules.clauses.size());
  std::set<std::pair<Symbol, std::size_t>> relations = {{keyword::kTrue, 1}, {keyword::kDoes, 2}};
  auto relation = [&](TermId atom) { return std::pair(terms.name(atom), terms.args(atom).size()); };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < rules.clauses.size(); ++i) {
      if (varies[i]) continue;
      for (const Literal& literal : rules.clauses[i].body)
        if (literal.kind != Literal::Kind::kDistinct && relations.contains(relation(literal.atom))) varies[i] = true;
      if (varies[i]) changed = true, relations.insert(relation(rules.clauses[i].head));
    }
  }
  std::string tags;
  for (std::size_t i = 0; i < varies.size(); ++i)
    if (varies[i]) tags += fmt::format("{{{}({})}}.\n", kTag, i);
  Counter counter(varies.size(), budget, progress);
  std::array parts = {tags, text(rules, terms, [&](std::size_t i) { return varies[i]; })};
  Result<void> grounded = asp::ground(parts, counter);
  if (!grounded && counter.profile().complete) return tl::unexpected(grounded.error());
  return std::move(counter.profile());
}

}  // namespace percept::ground
