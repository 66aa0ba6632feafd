// SPDX-License-Identifier: MIT
//
// Names are given to the grounder as numbers: a constant is the number of its symbol, a function f<number>, a relation
// p<number>. So nothing has to be escaped, and the way back is short.
#include "ground/instantiate.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <set>

#include "asp/grounder.h"

namespace percept::ground {
namespace {

using program::Terms;
namespace keyword = gdl::keyword;

constexpr std::size_t kRulesOfProgress = 1 << 12;  // between two words about it
constexpr std::string_view kTag = "tag";           // the relation by which a profile tells clauses apart

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

// Turns the grounder's terms into ours.
class Translation {
 public:
  explicit Translation(Terms& terms) : terms_(terms) {}

  void add(const asp::Receiver::Term& term) {
    args_.clear();
    for (asp::Receiver::TermNumber arg : term.args) args_.push_back(known_[arg]);
    known_.push_back(
        terms_.make(term.is_number ? Symbol{static_cast<std::uint32_t>(term.number)} : symbol(term), args_));
  }
  TermId operator[](asp::Receiver::TermNumber term) const { return known_[term]; }

 private:
  static Symbol symbol(const asp::Receiver::Term& term) {
    std::uint32_t value = 0;
    std::from_chars(term.name.data() + 1, term.name.data() + term.name.size(), value);
    return Symbol{value};
  }

  Terms& terms_;
  std::vector<TermId> known_;  // by the grounder's number
  std::vector<TermId> args_;
};

// Counts rules, and refuses one too many.
class Counted : public asp::Receiver {
 public:
  Counted(const Budget& budget, const Progress& progress) : budget_(budget), progress_(progress) {}

  bool choice() override { return count(); }
  std::size_t seen() const { return seen_; }

 protected:
  bool count() {
    if (++seen_ % kRulesOfProgress == 0 && progress_) progress_(seen_);
    return budget_.allows(seen_);
  }

 private:
  const Budget& budget_;
  const Progress& progress_;
  std::size_t seen_ = 0;
};

class Keeper : public Counted {
 public:
  Keeper(Terms& terms, const Budget& budget, std::size_t megabytes, const Progress& progress)
      : Counted(budget, progress), terms_(terms), bytes_(megabytes == 0 ? SIZE_MAX : megabytes << 20) {}

  void term(const Term& term) override { terms_.add(term); }
  void name(TermNumber term, asp::Atom atom) override {
    if (atom == 0)
      program_.add_fact(terms_[term]);
    else
      program_.set_name(atom, terms_[term]);
  }
  bool rule(asp::Atom head, std::span<const asp::Literal> body) override {
    if (body.empty())
      program_.add_true(head);
    else
      program_.add(head, body);
    too_large_ = program_.bytes() > bytes_;
    return count() && !too_large_;
  }

  bool too_large() const { return too_large_; }
  GroundProgram& program() { return program_; }

 private:
  Translation terms_;
  std::size_t bytes_;
  bool too_large_ = false;
  GroundProgram program_;
};

// For a profile: which clause each ground rule comes from.
class Counter : public Counted {
 public:
  Counter(std::size_t clauses, const Budget& budget, const Progress& progress)
      : Counted(budget, progress), profile_{std::vector<Cost>(clauses), true} {}

  void term(const Term& term) override {
    numbers_.push_back(term.is_number ? term.number : term.name == kTag ? numbers_[term.args[0]] : kNone);
    tags_.push_back(!term.is_number && term.name == kTag);
  }
  void name(TermNumber term, asp::Atom atom) override {
    if (tags_[term]) clauses_[atom] = static_cast<std::size_t>(numbers_[term]);
  }
  bool rule(asp::Atom, std::span<const asp::Literal> body) override {
    for (asp::Literal literal : body) {
      auto clause = clauses_.find(static_cast<asp::Atom>(literal));
      if (literal < 0 || clause == clauses_.end()) continue;
      ++profile_.costs[clause->second].rules;
      profile_.costs[clause->second].literals += body.size() - 1;
      break;
    }
    return count();
  }

  Profile& profile() { return profile_; }

 private:
  static constexpr int kNone = -1;
  std::vector<int> numbers_;  // by term: itself, or of a tag, its clause
  std::vector<bool> tags_;
  tsl::robin_map<asp::Atom, std::size_t, MixedHash> clauses_;  // by the atom of their tag
  Profile profile_;
};

}  // namespace

std::string to_asp(const SplitProgram& rules, const Terms& terms) {
  return text(rules, terms, [](std::size_t) { return false; });
}

Result<GroundProgram> instantiate(const SplitProgram& rules, Terms& terms, const Budget& budget,
                                  const Progress& progress, std::size_t megabytes) {
  Keeper keeper(terms, budget, megabytes, progress);
  auto ended = asp::ground(std::array{to_asp(rules, terms)}, keeper, budget, megabytes);
  if (!ended) return tl::unexpected(ended.error());
  switch (*ended) {
    case asp::Ending::kDone: break;
    case asp::Ending::kOutOfTime:
      return failure(
          fmt::format("grounding takes too long: {} rules without variables, and more to come", keeper.seen()));
    case asp::Ending::kRefused:
      if (!keeper.too_large())
        return failure(fmt::format("the rules are too many to ground: more than {} without variables", keeper.seen()));
      [[fallthrough]];
    case asp::Ending::kOutOfMemory:
      return failure(fmt::format("the rules are too many to ground: {} without variables and more to come take {} MB",
                                 keeper.seen(), megabytes));
  }
  return std::move(keeper.program());
}

Result<Profile> profile(const SplitProgram& rules, Terms& terms, const Budget& budget, const Progress& progress,
                        std::size_t megabytes) {
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
  auto ended = asp::ground(parts, counter, budget, megabytes);
  if (!ended) return tl::unexpected(ended.error());
  counter.profile().complete = *ended == asp::Ending::kDone;
  return std::move(counter.profile());
}

}  // namespace percept::ground
