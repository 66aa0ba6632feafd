// SPDX-License-Identifier: MIT
//
// The prover against the plainest evaluation there is: all clauses applied to all atoms until nothing new comes, with
// negation by the alternating fixpoint. Programs are random, small, recursive, and negate whatever they like; those
// without a total model are left out.
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/random.h"
#include "prove/proved.h"

using namespace percept;
using program::Clause;
using program::Literal;
using program::TermId;
using test::Proved;

namespace {

class BottomUp {
 public:
  BottomUp(program::Program& program, const std::vector<TermId>& given) : program_(program), terms_(program.terms()) {
    for (TermId atom : given) given_[terms_.name(atom)].insert(atom);
  }

  // The atoms that hold, by relation; nothing when some neither hold nor fail.
  using Atoms = std::map<program::Symbol, std::set<TermId>>;
  std::optional<Atoms> model() {
    Atoms holds;
    while (true) {
      Atoms may_hold = least(holds);
      Atoms more = least(may_hold);
      if (more == may_hold) return more;
      if (more == holds) return {};
      holds = more;
    }
  }

 private:
  using Bindings = std::map<TermId, TermId>;

  // The least set closed under the rules, where an atom fails if it is not assumed.
  Atoms least(const Atoms& assumed) {
    Atoms atoms = given_;
    for (bool changed = true; changed;) {
      std::vector<TermId> found;
      for (const Clause& clause : program_.clauses()) extend(clause, 0, {}, atoms, assumed, found);
      changed = false;
      for (TermId atom : found) changed |= atoms[terms_.name(atom)].insert(atom).second;
    }
    return atoms;
  }

  void extend(const Clause& clause, std::size_t next, const Bindings& bindings, const Atoms& atoms,
              const Atoms& assumed, std::vector<TermId>& found) {
    while (next < clause.body.size() && clause.body[next].kind != Literal::Kind::kHolds) ++next;
    if (next < clause.body.size()) {
      auto relation = atoms.find(terms_.name(clause.body[next].atom));
      if (relation == atoms.end()) return;
      for (TermId atom : relation->second)
        if (Bindings extended = bindings; match(clause.body[next].atom, atom, extended))
          extend(clause, next + 1, extended, atoms, assumed, found);
      return;
    }
    for (const Literal& literal : clause.body) {
      TermId atom = instance(literal.atom, bindings);
      if (literal.kind == Literal::Kind::kFails && (contains(assumed, atom) || contains(given_, atom))) return;
      if (literal.kind == Literal::Kind::kDistinct && terms_.args(atom)[0] == terms_.args(atom)[1]) return;
    }
    found.push_back(instance(clause.head, bindings));
  }

  bool contains(const Atoms& atoms, TermId atom) const {
    auto relation = atoms.find(terms_.name(atom));
    return relation != atoms.end() && relation->second.contains(atom);
  }

  bool match(TermId pattern, TermId term, Bindings& bindings) {
    if (terms_.is_variable(pattern)) return bindings.try_emplace(pattern, term).first->second == term;
    if (!terms_.is(term, terms_.name(pattern), terms_.args(pattern).size())) return false;
    for (std::size_t i = 0; i < terms_.args(pattern).size(); ++i)
      if (!match(terms_.args(pattern)[i], terms_.args(term)[i], bindings)) return false;
    return true;
  }

  TermId instance(TermId term, const Bindings& bindings) {
    return substitute(terms_, term, [&](TermId v) { return bindings.at(v); });
  }

  program::Program& program_;
  program::Terms& terms_;
  Atoms given_;
};

// Facts e0/1 e1/2, fluents f/1 g/2 k/2, moves m/1, relations p0 ... p4 with zero to two arguments; w/1 has compounds.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {
    for (std::uint32_t& arity : arities_) arity = below(3);
    mixed_negation_ = below(2) == 0;
    text_ =
        "(role a) (role b) (<= (w (h ?x)) (e0 ?x)) (<= (w (pair ?x (h ?y))) (true (k (h ?y) ?x)) (w (h ?y)))\n"
        "(<= (w (pair ?x ?y)) (true (g ?x ?y)) (not (w (h ?x)))) (<= (w (k (h ?y) ?x)) (true (k (h ?y) ?x)))\n";
    for (int i = 0; i < 3; ++i) text_ += fmt::format("(e0 {})", constant());
    for (int i = 0; i < 6; ++i) text_ += fmt::format("(e1 {} {})", constant(), constant());
    for (std::uint32_t clause = 0; clause < 12; ++clause) text_ += rule(below(kRelations));
    for (std::uint32_t i = 0; i < kRelations; ++i) asked_.push_back(atom(i, true));
  }

  const std::string& text() const { return text_; }
  const std::vector<std::string>& asked() const { return asked_; }

  std::string state() {
    std::set<std::string> fluents;
    for (int i = 0; i < 3; ++i) fluents.insert(fmt::format("(f {})", constant()));
    for (int i = 0; i < 5; ++i) fluents.insert(fmt::format("(g {} {})", constant(), constant()));
    for (int i = 0; i < 3; ++i) fluents.insert(fmt::format("(k (h {}) {})", constant(), constant()));
    return fmt::format("{}", fmt::join(fluents, " "));
  }
  std::string moves() { return fmt::format("(does a (m {})) (does b (m {}))", constant(), constant()); }

  // A query to one of the relations, with constants in some places.
  std::string query() {
    std::uint32_t number = below(kRelations);
    std::string out = fmt::format("p{}", number);
    for (std::uint32_t i = 0; i < arities_[number]; ++i) out += " " + (below(2) == 0 ? constant() : variable());
    return arities_[number] == 0 ? out : "(" + out + ")";
  }

 private:
  static constexpr std::uint32_t kRelations = 5;

  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
  std::string constant() { return std::string(1, static_cast<char>('a' + below(4))); }
  std::string variable() { return std::string("?") + static_cast<char>('x' + below(3)); }
  std::string term() { return below(5) == 0 ? constant() : variable(); }

  std::string atom(std::uint32_t relation, bool open) {
    std::string out = fmt::format("p{}", relation);
    for (std::uint32_t i = 0; i < arities_[relation]; ++i) out += open ? fmt::format(" ?v{}", i) : " " + term();
    return arities_[relation] == 0 ? out : "(" + out + ")";
  }

  std::string positive() {
    switch (below(12)) {
      case 0: return fmt::format("(e0 {})", term());
      case 1: return fmt::format("(e1 {} {})", term(), term());
      case 2: return fmt::format("(true (f {}))", term());
      case 3: return fmt::format("(true (g {} {}))", term(), term());
      case 4: return fmt::format("(does {} (m {}))", term(), term());
      case 5: return fmt::format("(w (h {}))", term());
      case 6: return fmt::format("(w {})", variable());
      case 7: return fmt::format("(true (k (h {}) {})) (w (k (h {}) {}))", term(), term(), term(), term());
      case 8: return fmt::format("(w (pair {} {}))", term(), term());
      default: return atom(below(kRelations), false);
    }
  }

  // Relations below the head's when negation is to be stratified by relation.
  std::string negative(std::uint32_t head) {
    if (mixed_negation_) return fmt::format("(not {})", atom(below(kRelations), false));
    if (head == 0) return fmt::format("(not (e1 {} {}))", term(), term());
    return fmt::format("(not {})", atom(below(head), false));
  }

  std::string rule(std::uint32_t head) {
    std::string body = "(e0 ?x) (dom ?y) (dom ?z)";
    if (below(2) == 0) body = fmt::format("(e1 ?x ?y) (dom ?z)");
    for (std::uint32_t i = below(3); i > 0; --i) body += " " + positive();
    if (!mixed_negation_) body = stratified(body, head);
    if (below(3) == 0)
      body += fmt::format(" (or {} (distinct {} {}))", fmt::format("(e0 {})", variable()), variable(), constant());
    if (below(2) == 0) body += " " + negative(head);
    if (below(6) == 0) body += fmt::format(" (not (and (e1 {} ?own) (true (f ?own))))", variable());
    if (below(4) == 0) body += fmt::format(" (distinct {} {})", variable(), term());
    return fmt::format("(<= {} {})\n", atom(head, false), body);
  }

  // Leaves out positive literals of relations above the head's.
  static std::string stratified(std::string body, std::uint32_t head) {
    for (std::uint32_t above = head + 1; above < kRelations; ++above) {
      std::string name = fmt::format("p{}", above);
      for (std::size_t at = body.find(name); at != std::string::npos; at = body.find(name, at))
        body.replace(at, name.size(), fmt::format("p{}", head + kRelations));
    }
    return body;
  }

  Random random_;
  std::uint32_t arities_[kRelations] = {};
  bool mixed_negation_ = false;
  std::string text_;
  std::vector<std::string> asked_;
};

// Compares this many programs that have a total model, in two states each.
void compare(std::uint64_t first_seed, std::size_t programs) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first_seed; compared < programs; ++seed) {
    REQUIRE(seed < first_seed + 10 * programs);
    RandomProgram random(seed);
    std::string text = random.text() + "(dom a) (dom b) (dom c)";
    CAPTURE(text);
    Proved proved(text, random.asked());
    bool total = true;
    for (int round = 0; round < 2 && total; ++round) {
      std::string state = random.state(), moves = random.moves();
      CAPTURE(state);
      CAPTURE(moves);
      std::vector<TermId> given = proved.terms(moves);
      for (TermId fluent : proved.terms(state))
        given.push_back(proved.program().terms().make(program::keyword::kTrue, std::array{fluent}));
      auto model = BottomUp(proved.program(), given).model();
      total = model.has_value();
      if (!total) break;

      auto expected = [&](const std::string& query) {
        TermId pattern = proved.terms(query)[0];
        std::vector<std::string> out;
        const program::Terms& terms = proved.program().terms();
        for (TermId atom : (*model)[terms.name(pattern)]) {
          std::map<TermId, TermId> bindings;
          bool same = terms.is(atom, terms.name(pattern), terms.args(pattern).size());
          for (std::size_t i = 0; same && i < terms.args(pattern).size(); ++i) {
            TermId a = terms.args(pattern)[i], b = terms.args(atom)[i];
            same = terms.is_variable(a) ? bindings.try_emplace(a, b).first->second == b : a == b;
          }
          if (same) out.push_back(terms.to_kif(atom));
        }
        std::ranges::sort(out);
        return fmt::format("{}", fmt::join(out, " "));
      };

      proved.set_state(state);
      proved.set_moves(moves);
      std::vector<std::string> queries;
      for (int i = 0; i < 5; ++i) queries.push_back(random.query());
      for (const std::string& asked : random.asked()) queries.push_back(asked);
      for (int i = 0; i < 10; ++i) queries.push_back(random.query());
      for (const std::string& query : queries) {
        CAPTURE(query);
        REQUIRE(proved.all(query) == expected(query));
      }
    }
    compared += total ? 1 : 0;
  }
}

}  // namespace

TEST_CASE("random programs have the answers of bottom-up evaluation") { compare(1, 500); }

TEST_CASE("more random programs have the answers of bottom-up evaluation") { compare(1'000'000, 500); }
