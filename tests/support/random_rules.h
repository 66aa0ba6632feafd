// SPDX-License-Identifier: MIT
//
// Rule sheets at random: small, valid games whose rules have joins, negation of what is there and of what there is none
// of, inequalities and equations, disjunctions, compound terms, recursion, and arguments that only a domain binds, as
// real ones have. What they mean is nobody's guess, so every way to run them has
// to come to the same.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"

namespace percept::test {

class RandomRules {
 public:
  explicit RandomRules(std::uint64_t seed) : random_(seed) {
    text_ = "(role a) (role b)\n(dom 1) (dom 2) (dom 3)\n(init (step 0))\n";
    for (int i = 0; i < 6; ++i) text_ += fmt::format("(succ {} {}) ", i, i + 1);
    for (int i = 0; i < 5; ++i) text_ += fmt::format("(e {} {}) ", constant(), constant());
    for (int i = 0; i < 3; ++i)
      text_ += fmt::format("(init (f {})) (init (g {} {})) ", constant(), constant(), constant());
    text_ += fmt::format("(init (k (h {}) {})) (init (k {} {})) ", constant(), constant(), constant(), constant());
    text_ += "\n(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n(<= terminal (true (step 6)))\n";
    text_ += "(legal a noop) (legal b noop)\n";
    for (std::uint32_t& arity : arities_) arity = below(4);
    // Relations of the position, then those that may look at moves, too; each uses those before it.
    for (relation_ = 0; relation_ < kRelations; ++relation_) {
      moves_ = relation_ >= kOfPosition;
      for (std::uint32_t i = 1 + below(3); i > 0; --i) add_rule(fmt::format("r{}", relation_), arities_[relation_]);
    }
    moves_ = false;
    relation_ = kOfPosition;
    for (int i = 0; i < 2; ++i) {
      add_rule("legal ?r", 1, "(m {})", "(role ?r) ");
      add_rule("legal a", 2, "(n {} {})");
      add_rule(fmt::format("goal {}", role()), 0, below(2) == 0 ? "100" : "0");
    }
    add_rule("goal ?r", 0, "50", "(role ?r) ");
    if (below(3) == 0) add_rule("terminal", 0);
    moves_ = true;
    relation_ = kRelations;
    for (int i = 0; i < 2; ++i) {
      add_rule("next", 1, "(f {})");
      add_rule("next", 2, "(g {} {})");
      add_rule("next", 2, "(k (h {}) {})");
      add_rule(fmt::format("sees {}", role()), 1, "(h {})");
    }
  }

  const std::string& text() const { return text_; }

 private:
  static constexpr std::uint32_t kRelations = 7, kOfPosition = 4;

  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
  std::string constant() { return std::to_string(1 + below(3)); }
  std::string role() { return below(2) == 0 ? "a" : "b"; }

  // A variable, new or not, that is bound from here on.
  std::string binding() {
    if (below(8) == 0) return constant();
    std::string name(1, static_cast<char>('u' + below(6)));
    if (std::find(bound_.begin(), bound_.end(), name) == bound_.end()) bound_.push_back(name);
    return "?" + name;
  }
  std::string known() {
    return bound_.empty() || below(10) == 0 ? constant()
                                            : "?" + bound_[below(static_cast<std::uint32_t>(bound_.size()))];
  }

  template <class Term>
  std::string literal(std::uint32_t relations, const Term& term) {
    switch (below(moves_ ? 10 : 8)) {
      case 0: return fmt::format("(true (f {}))", term());
      case 1: return fmt::format("(true (g {} {}))", term(), term());
      case 2: return fmt::format("(e {} {})", term(), term());
      case 3: return fmt::format("(true (k (h {}) {}))", term(), term());
      case 8: return fmt::format("(does {} (m {}))", role(), term());
      case 9: return fmt::format("(does a (n {} {}))", term(), term());
      default: break;
    }
    if (relations == 0) return fmt::format("(dom {})", term());
    std::uint32_t relation = below(relations);
    std::string out = fmt::format("r{}", relation);
    for (std::uint32_t i = 0; i < arities_[relation]; ++i) out += " " + term();
    return arities_[relation] == 0 ? out : "(" + out + ")";
  }

  // Every variable of the head, of a negation and of an inequality is bound.
  void add_rule(const std::string& name, std::uint32_t arity, const std::string& shape = {},
                const std::string& before = {}) {
    bound_.clear();
    std::string body = before;
    std::uint32_t defined = relation_ < kRelations && name[0] == 'r' ? relation_ + 1 : relation_;  // recursion
    if (!moves_) defined = std::min(defined, kOfPosition);
    for (std::uint32_t i = 1 + below(3); i > 0; --i) body += literal(defined, [&] { return binding(); }) + " ";
    for (std::uint32_t i = below(3); i > 0; --i) body += fmt::format("(dom {}) ", binding());
    std::uint32_t lower = std::min(relation_, moves_ ? kRelations : kOfPosition);
    for (std::uint32_t i = below(3); i > 0; --i)
      body += fmt::format("(not {}) ", literal(lower, [&] { return known(); }));
    if (below(6) == 0)
      body += fmt::format("(not {}) ", literal(lower, [&] { return below(2) == 0 ? known() : "?new"; }));
    if (below(12) == 0) {  // a group with a variable of its own
      std::string one = literal(lower, [&] { return below(2) == 0 ? known() : "?own"; });
      body += fmt::format("(not (and (dom ?own) {})) ", one);
    }
    if (below(12) == 0 && bound_.size() > 1)
      body += fmt::format("(not (distinct ?{} {})) ", bound_[0], known_but(bound_[0]));
    if (below(3) == 0 && bound_.size() > 1) body += fmt::format("(distinct ?{} {}) ", bound_[0], known_but(bound_[0]));
    if (below(4) == 0) {
      std::string one = literal(lower, [&] { return known(); }), other = literal(lower, [&] { return known(); });
      body += fmt::format("(or {} (not {})) ", one, other);
    }
    std::string head = "(" + name;
    if (shape.empty()) {
      for (std::uint32_t i = 0; i < arity; ++i) head += " " + known();
      if (arity == 0) head = name;
    } else {
      std::string filled = shape;
      for (std::size_t at = filled.find("{}"); at != std::string::npos; at = filled.find("{}"))
        filled.replace(at, 2, known());
      head += " " + filled;
    }
    if (head.starts_with('(')) head += ")";
    text_ += fmt::format("(<= {} {})\n", head, body);
  }

  std::string known_but(const std::string& name) {
    for (const std::string& other : bound_)
      if (other != name) return "?" + other;
    return constant();
  }

  Random random_;
  std::uint32_t relation_ = 0;  // of the rule at hand
  bool moves_ = false;          // may it look at moves?
  std::uint32_t arities_[kRelations] = {};
  std::vector<std::string> bound_;
  std::string text_;
};

}  // namespace percept::test
