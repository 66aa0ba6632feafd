// SPDX-License-Identifier: MIT
//
// The derivation rules of the filtering paper: its examples to the letter, recursion, negation through several strata,
// limits; and on random programs against all extensions, one after the other.
#include <fmt/format.h>

#include <set>

#include "base/random.h"
#include "prove/opened.h"

using namespace percept;
using test::Opened;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string chain(int length, std::string_view last) {
  std::string out;
  for (int i = 0; i < length; ++i) out += fmt::format("(<= p{} p{})\n", i, i + 1);
  return out + fmt::format("(<= p{} {})\n", length, last);
}

}  // namespace

TEST_CASE("supports: the program of Example 2") {
  Opened program(test::kExample, "", "(b 1) (b 2)");
  CHECK(program.supports("(b ?x)") == "(b 1): {(b 1)}; (b 2): {(b 2)}");
  CHECK(program.supports("a") == "a: {(b 1)} {(b 2)}");
  CHECK(program.supports("not a") == "{-(b 1), -(b 2)}");
  CHECK(program.supports("obs") == "obs: {-(b 1), -(b 2)}");
  CHECK(program.supports("not obs") == "{(b 1)} {(b 2)}");
  CHECK(program.supports("p") == "p: {-(b 1), -(b 2)}");
  CHECK(program.supports("q") == "q: {(b 1)} {(b 2)}");
}

TEST_CASE("supports: rules 1 to 4 one by one") {
  Opened program("(<= both (k ?x) (o ?x)) (<= never (o 1) (not (o 1))) (<= k2 (k ?x)) (<= (r ?x ?y) (o ?x) (o ?y))",
                 "(k 1) (k 2)", "(o 1) (o 2) (o 3)");
  CHECK(program.supports("(k ?x)") == "(k 1): {}; (k 2): {}");
  CHECK(program.supports("(o 3)") == "(o 3): {(o 3)}");
  CHECK(program.supports("(o 4)") == "");
  CHECK(program.supports("not (k 1)") == "");
  CHECK(program.supports("not (k 3)") == "{}");
  CHECK(program.supports("not (o 1)") == "{-(o 1)}");
  CHECK(program.supports("both") == "both: {(o 1)} {(o 2)}");
  CHECK(program.supports("not both") == "{-(o 1), -(o 2)}");
  CHECK(program.supports("never") == "");
  CHECK(program.supports("not never") == "{}");
  CHECK(program.supports("(r 1 ?y)") == "(r 1 1): {(o 1)}; (r 1 2): {(o 1), (o 2)}; (r 1 3): {(o 1), (o 3)}");
  CHECK(program.supports("(r ?x ?x)") == "(r 1 1): {(o 1)}; (r 2 2): {(o 2)}; (r 3 3): {(o 3)}");
  CHECK(program.supports("not (r 1 2)") == "{-(o 1)} {-(o 2)}");
}

TEST_CASE("supports: known is the empty support, not truth in all extensions") {
  Opened program("(<= a b) (<= a (not b))", "", "b");
  CHECK(program.supports("a") == "a: {-b} {b}");
  CHECK(program.supports("not a") == "");
}

TEST_CASE("supports: an atom may be in the base and have clauses") {
  Opened program("(<= (b 1) (b 2)) (<= (k 1) (b 1)) (<= c (not (b 1))) (b 3)", "(k 1)", "(b 1) (b 2) (b 3)");
  CHECK(program.supports("(b 1)") == "(b 1): {(b 1)} {(b 2)}");
  CHECK(program.supports("(k 1)") == "(k 1): {}");
  CHECK(program.supports("c") == "c: {-(b 1), -(b 2)}");
  CHECK(program.supports("(b 3)") == "(b 3): {}");
}

TEST_CASE("supports: only minimal ones, all of them") {
  Opened program("(<= a (b 1)) (<= a (b 1) (b 2)) (<= a (b 2) (not (b 3))) (<= a (b 3) (b 2) (not (b 1)))", "",
                 "(b 1) (b 2) (b 3)");
  CHECK(program.supports("a") == "a: {(b 1)} {(b 2), (b 3), -(b 1)} {(b 2), -(b 3)}");
  CHECK(program.supports("not a") == "{-(b 1), -(b 2)}");
}

TEST_CASE("supports: recursive rules have their least fixpoint") {
  constexpr std::string_view kPaths = "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))";
  Opened program(kPaths, "(edge 1 2)", "(edge 2 3) (edge 3 1) (edge 1 3)");
  CHECK(program.supports("(path 1 ?y)") ==
        "(path 1 1): {(edge 1 3), (edge 3 1)} {(edge 2 3), (edge 3 1)}; (path 1 2): {}; "
        "(path 1 3): {(edge 1 3)} {(edge 2 3)}");
  CHECK(program.supports("not (path 1 3)") == "{-(edge 1 3), -(edge 2 3)}");
  CHECK(program.supports("(path 3 2)") == "(path 3 2): {(edge 3 1)}");
  // Two relations that need each other, and nothing else, hold nothing.
  Opened loop("(<= p q) (<= q p) (<= r (not p))", "", "b");
  CHECK(loop.supports("p") == "");
  CHECK(loop.supports("r") == "r: {}");
  Opened mutual("(<= p q) (<= q p) (<= q b) (<= p (not c)) (<= r (not q))", "", "b c");
  CHECK(mutual.supports("p") == "p: {-c} {b}");
  CHECK(mutual.supports("q") == "q: {-c} {b}");
  CHECK(mutual.supports("r") == "r: {-b, c}");
}

TEST_CASE("supports: negation through several strata") {
  Opened program(
      "(<= (s1 ?x) (d ?x) (not (b ?x))) (<= s2 (d ?x) (not (s1 ?x))) (<= s3 (not s2)) (<= s4 (not s3) (b 1)) (d 1) (d "
      "2)",
      "", "(b 1) (b 2)");
  CHECK(program.supports("(s1 ?x)") == "(s1 1): {-(b 1)}; (s1 2): {-(b 2)}");
  CHECK(program.supports("s2") == "s2: {(b 1)} {(b 2)}");
  CHECK(program.supports("s3") == "s3: {-(b 1), -(b 2)}");
  CHECK(program.supports("s4") == "s4: {(b 1)}");
  CHECK(program.supports("not s4") == "{-(b 1)}");
}

TEST_CASE("supports: negation that is stratified atom by atom") {
  Opened program("(<= (win ?x) (move ?x ?y) (not (win ?y))) (move 1 2) (move 2 3)", "", "(move 3 4)");
  CHECK(program.supports("(win ?x)") == "(win 1): {(move 3 4)}; (win 2): {-(move 3 4)}; (win 3): {(move 3 4)}");
}

TEST_CASE("supports: a negation that depends on itself is an error with both atoms") {
  Opened program("(<= p (not q)) (<= q (not p))", "", "b");
  CHECK(has(program.supports("p"), "error: the query p needs that"));
  CHECK(program.supports("b") == "b: {b}");
}

TEST_CASE("supports: another base, the same program; what depends on it is derived anew") {
  Opened program(
      "(<= (up ?x ?y) (succ ?x ?y)) (<= (up ?x ?z) (succ ?x ?y) (up ?y ?z)) (<= (a ?y) (b ?x) (up ?x ?y))"
      "(succ 1 2) (succ 2 3)",
      "(b 1)", "(b 2)");
  CHECK(program.supports("(a ?x)") == "(a 2): {}; (a 3): {}");
  program.set_base("", "(b 2)");
  CHECK(program.supports("(a ?x)") == "(a 3): {(b 2)}");
  CHECK(program.supports("(up 1 ?x)") == "(up 1 2): {}; (up 1 3): {}");
  program.set_base("(succ 3 4)", "(b 2)");
  CHECK(program.supports("(a ?x)") == "(a 3): {(b 2)}; (a 4): {(b 2)}");
  program.set_base("", "");
  CHECK(program.supports("(a ?x)") == "");
  CHECK(program.supports("(up 3 ?x)") == "");
}

TEST_CASE("supports: long chains of rules and long rings") {
  Opened positive(chain(10'000, "b"), "", "b");
  CHECK(positive.supports("p0") == "p0: {b}");
  Opened ring(chain(10'000, "p0") + "(<= p5000 b)", "", "b");
  CHECK(ring.supports("p1") == "p1: {b}");
  CHECK(ring.supports("p9000") == "p9000: {b}");
  std::string negations;
  for (int i = 0; i < 10'000; ++i) negations += fmt::format("(<= p{} (not p{}))\n", i, i + 1);
  Opened negative(negations + "(<= p10000 b)", "", "b");
  CHECK(negative.supports("p0") == "p0: {b}");
  CHECK(negative.supports("p1") == "p1: {-b}");
}

TEST_CASE("supports: limits end in an error that names the query, and the next query is answered") {
  // Each of 40 pairs has two supports: 2^40 in all.
  std::string rules = "(<= all";
  std::string open;
  for (int i = 0; i < 40; ++i) {
    rules += fmt::format(" (pair {})", i);
    open += fmt::format(" (l {0}) (r {0})", i);
  }
  rules += ")\n(<= (pair ?i) (l ?i))\n(<= (pair ?i) (r ?i))\n";
  Opened program(rules, "", open, {.supports = 1000});
  CHECK(program.supports("all") == "error: the query all has more than 1000 supports to be made");
  CHECK(program.supports("(pair 3)") == "(pair 3): {(l 3)} {(r 3)}");
  Opened slow(rules, "", open, {.supports = 1'000'000, .steps = 10'000});
  CHECK(slow.supports("all") == "error: the query all takes more than 10000 steps");

  std::string some = "(<= none (not some))\n";
  for (int i = 0; i < 40; ++i) some += fmt::format("(<= some (l {0}) (r {0}))\n", i);
  Opened negated(some, "", open, {.supports = 1000});
  CHECK(has(negated.supports("some"), "some: {(l 0), (r 0)}"));
  CHECK(has(negated.supports("not some"), "error: the query some has more than 1000 supports"));
  CHECK(has(negated.supports("none"), "error: the query none has more than 1000 supports"));

  // Known answers count, too: they take memory.
  std::string edges = "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))\n";
  for (int i = 0; i < 1000; ++i) edges += fmt::format("(edge {} {})\n", i, i + 1);
  Opened paths(edges, "", "");
  CHECK(has(paths.supports("(path ?x ?y)"), "error: the query (path ?0 ?1) has more than 200000 supports"));
  CHECK(paths.supports("(path 998 ?y)") == "(path 998 999): {}; (path 998 1000): {}");

  // Terms and calls without end.
  Opened growing("(p z) (<= (p (s ?x)) (p ?x))", "", "");
  CHECK(has(growing.supports("(p ?x)"), "error: the query (p ?0) "));
  CHECK(growing.supports("(p (s (s z)))") == "(p (s (s z))): {}");
  Opened deeper("(<= (p ?x) (p (s ?x)))", "", "");
  CHECK(has(deeper.supports("(p z)"), "error: the query (p z) builds terms without end"));
  Opened doubled("(p z) (<= (p (f ?x ?x)) (p ?x))", "", "");
  CHECK(has(doubled.supports("(p ?x)"), "error: the query (p ?0) builds terms without end"));
}

// ---- against all extensions

namespace {

struct Rule {
  int head;
  std::vector<std::pair<int, bool>> body;  // an atom, and whether it is negated
};

// Atoms are numbers: first those of the base, which are stratum 0, then derived ones, two a stratum.
class PropositionalProgram {
 public:
  explicit PropositionalProgram(Random& random) : base_(1 + static_cast<int>(random.below(6))) {
    for (int i = 0; i < base_; ++i) kind_.push_back(static_cast<int>(random.below(5)));  // 0 known, 1 absent, else open
    int rules = 2 + static_cast<int>(random.below(14));
    for (int i = 0; i < rules; ++i) {
      Rule rule{static_cast<int>(random.below(static_cast<std::uint32_t>(atoms()))), {}};
      if (rule.head < base_ && random.below(3) > 0) rule.head = base_;
      int literals = 1 + static_cast<int>(random.below(3));
      for (int k = 0; k < literals; ++k) {
        bool negated = random.below(2) == 0 && stratum(rule.head) > 0;
        int limit = 0;  // of atoms that may stand here
        while (limit < atoms() && stratum(limit) <= stratum(rule.head) - (negated ? 1 : 0)) ++limit;
        rule.body.emplace_back(static_cast<int>(random.below(static_cast<std::uint32_t>(limit))), negated);
      }
      rules_.push_back(rule);
    }
  }

  int atoms() const { return base_ + 6; }
  std::string name(int atom) const {
    return atom < base_ ? fmt::format("(b {})", atom) : fmt::format("(d {})", atom - base_);
  }
  std::string text() const {
    std::string out = "(never x)\n(<= (never ?x) (never ?x))\n";
    for (const Rule& rule : rules_) {
      out += "(<= " + name(rule.head);
      for (auto [atom, negated] : rule.body) out += negated ? " (not " + name(atom) + ")" : " " + name(atom);
      out += ")\n";
    }
    return out;
  }
  std::string known() const { return named(0, 0); }
  std::string open() const { return named(2, 4); }
  const std::vector<Rule>& rules() const { return rules_; }

  std::vector<int> open_atoms() const {
    std::vector<int> out;
    for (int i = 0; i < base_; ++i)
      if (kind_[static_cast<std::size_t>(i)] >= 2) out.push_back(i);
    return out;
  }

  // The standard model of the extension with these open atoms, by number of bit.
  std::vector<bool> model(unsigned extension) const {
    std::vector<bool> holds(static_cast<std::size_t>(atoms()));
    for (int i = 0; i < base_; ++i) holds[static_cast<std::size_t>(i)] = kind_[static_cast<std::size_t>(i)] == 0;
    std::vector<int> open = open_atoms();
    for (std::size_t i = 0; i < open.size(); ++i)
      if (extension >> i & 1) holds[static_cast<std::size_t>(open[i])] = true;
    for (int level = 0; level <= 3; ++level)
      for (bool changed = true; changed;) {
        changed = false;
        for (const Rule& rule : rules_) {
          if (stratum(rule.head) != level || holds[static_cast<std::size_t>(rule.head)]) continue;
          bool body = true;
          for (auto [atom, negated] : rule.body) body = body && holds[static_cast<std::size_t>(atom)] != negated;
          if (body) holds[static_cast<std::size_t>(rule.head)] = changed = true;
        }
      }
    return holds;
  }

  // The atoms with an empty support: a least fixpoint in which a negated atom is one that no extension entails.
  std::vector<bool> certain(const std::vector<bool>& possible) const {
    std::vector<bool> out(static_cast<std::size_t>(atoms()));
    for (int i = 0; i < base_; ++i) out[static_cast<std::size_t>(i)] = kind_[static_cast<std::size_t>(i)] == 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : rules_) {
        if (out[static_cast<std::size_t>(rule.head)]) continue;
        bool body = true;
        for (auto [atom, negated] : rule.body)
          body = body && (negated ? !possible[static_cast<std::size_t>(atom)] : out[static_cast<std::size_t>(atom)]);
        if (body) out[static_cast<std::size_t>(rule.head)] = changed = true;
      }
    }
    return out;
  }

 private:
  int stratum(int atom) const { return atom < base_ ? 0 : 1 + (atom - base_) / 2; }
  std::string named(int from, int to) const {
    std::string out;
    for (int i = 0; i < base_; ++i)
      if (kind_[static_cast<std::size_t>(i)] >= from && kind_[static_cast<std::size_t>(i)] <= to) out += " " + name(i);
    return out;
  }

  int base_;
  std::vector<int> kind_;
  std::vector<Rule> rules_;
};

}  // namespace

TEST_CASE("supports and filter: random programs against all their extensions") {
  Random random(20130714);
  std::size_t nontrivial = 0, learned = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    PropositionalProgram plain(random);
    INFO(plain.text() << "known " << plain.known() << ", open " << plain.open());
    Opened program(plain.text(), plain.known(), plain.open());
    std::vector<int> open = plain.open_atoms();
    std::map<program::TermId, unsigned> bits;
    for (unsigned i = 0; i < open.size(); ++i) bits[program.term(plain.name(open[i]))] = i;
    const unsigned extensions = 1u << open.size();
    std::vector<std::vector<bool>> models;
    for (unsigned e = 0; e < extensions; ++e) models.push_back(plain.model(e));
    auto satisfies = [&](unsigned extension, const prove::Support& support) {
      return std::ranges::all_of(support, [&](const prove::SupportLiteral& literal) {
        return ((extension >> bits.at(literal.atom) & 1) == 1) != literal.negated;
      });
    };
    std::vector<bool> possible(static_cast<std::size_t>(plain.atoms()));
    for (const std::vector<bool>& model : models)
      for (std::size_t i = 0; i < model.size(); ++i) possible[i] = possible[i] || model[i];
    std::vector<bool> certain = plain.certain(possible);

    // The literals that all extensions with the (negated) atom satisfy.
    auto backbone = [&](int atom, bool negated) {
      prove::Support out;
      for (auto [term, bit] : bits)
        for (bool sign : {false, true}) {
          bool all = true;
          for (unsigned e = 0; e < extensions; ++e)
            if (models[e][static_cast<std::size_t>(atom)] != negated) all = all && ((e >> bit & 1) == 1) != sign;
          if (all) out.push_back({term, sign});
        }
      std::ranges::sort(out);
      return out;
    };

    for (int atom = 0; atom < plain.atoms(); ++atom)
      for (bool negated : {false, true}) {
        INFO((negated ? "not " : "") << plain.name(atom));
        program::TermId term = program.term(plain.name(atom));
        auto found = negated ? program.open().supports_of_negation(term) : program.open().supports(term);
        REQUIRE(found.has_value());
        bool some = false;
        for (unsigned e = 0; e < extensions; ++e) {
          bool holds = models[e][static_cast<std::size_t>(atom)] != negated;
          bool supported = false;
          for (std::size_t i = 0; i < found->size(); ++i) supported = supported || satisfies(e, (*found)[i]);
          REQUIRE(supported == holds);  // Proposition 1: sound, and each extension that entails it has a support
          some = some || holds;
        }
        REQUIRE(found->is_empty() == !some);
        if (some) REQUIRE(found->common() == backbone(atom, negated));
        bool is_certain = negated ? !possible[static_cast<std::size_t>(atom)] : certain[static_cast<std::size_t>(atom)];
        REQUIRE(found->is_certain() == is_certain);
        for (std::size_t i = 0; i < found->size(); ++i)
          for (std::size_t k = 0; k < found->size(); ++k)
            if (i != k) REQUIRE_FALSE(std::ranges::includes((*found)[i], (*found)[k]));
        nontrivial += found->size() > 1;
      }

    // What is observed in one extension, of some atoms.
    unsigned real = random.below(extensions);
    std::vector<prove::Observation> observations;
    std::vector<int> observed;
    std::set<program::TermId> positive, negative;
    for (int atom = 0; atom < plain.atoms(); ++atom) {
      if (random.below(3) > 0) continue;
      bool made = models[real][static_cast<std::size_t>(atom)];
      observations.push_back({program.term(plain.name(atom)), made});
      observed.push_back(atom);
      for (const prove::SupportLiteral& literal : backbone(atom, !made))
        (literal.negated ? negative : positive).insert(literal.atom);
    }
    auto filtered = prove::filter(program.open(), observations);
    REQUIRE(filtered.has_value());
    std::set<program::TermId> known(filtered->known.begin(), filtered->known.end());
    std::set<program::TermId> still_open(filtered->open.begin(), filtered->open.end());
    for (auto [term, bit] : bits) {
      REQUIRE(known.contains(term) == positive.contains(term));
      REQUIRE(still_open.contains(term) == (!positive.contains(term) && !negative.contains(term)));
      learned += positive.contains(term) || negative.contains(term);
    }
    // Proposition 2: no extension with these observations is lost.
    for (unsigned e = 0; e < extensions; ++e) {
      bool same = std::ranges::all_of(observed, [&](int atom) {
        return models[e][static_cast<std::size_t>(atom)] == models[real][static_cast<std::size_t>(atom)];
      });
      if (!same) continue;
      for (auto [term, bit] : bits) {
        bool in = (e >> bit & 1) == 1;
        REQUIRE((in ? known.contains(term) || still_open.contains(term) : !known.contains(term)));
      }
    }
  }
  CHECK(nontrivial > 1000);
  CHECK(learned > 500);
}
