// SPDX-License-Identifier: MIT
//
// Supports as in "Filtering With Logic Programs" (Thielscher 2013): a support is a set of ground literals over the open
// atoms B0, and a SupportSet holds the supports of one literal. Its operations are what the derivation rules do:
//
//   alternatives of an atom    insert, one support after the other     (several clauses, several instances)
//   a conjunction              combined(a, b): unions, if consistent   (rule 4)
//   a negation                 countersupports(a): consistent sets with the complement of a literal of each (rule 3)
//
// Only minimal supports are kept: one that contains another is left out. Everything made of them is the same:
//   - there is a support, or the empty one, iff there is a minimal one;
//   - a literal is in all supports iff it is in all minimal ones, since each support contains a minimal one;
//   - a union of two supports contains the union of two minimal ones, which is consistent if the former is;
//   - a set meets every support iff it meets the minimal ones; those it is asked for are minimal, too.
//
// The number of supports may explode. Whoever makes them has a Meter; once it is exhausted, results are worthless.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "program/terms.h"

namespace percept::prove {

using program::TermId;

struct SupportLiteral {
  TermId atom;
  bool negated = false;

  SupportLiteral complement() const { return {atom, !negated}; }
  friend auto operator<=>(const SupportLiteral&, const SupportLiteral&) = default;
};
using Support = std::vector<SupportLiteral>;  // sorted, consistent

// What one query may make. Long supports count for more, so that this bounds the memory, too.
struct SupportLimits {
  std::uint64_t supports = 200'000;
  std::uint64_t steps = 1'000'000'000;  // literals looked at and supports compared: a second or so
};

class Meter {
 public:
  explicit Meter(const SupportLimits& limits) : limits_(limits) {}

  void restart() { supports_ = steps_ = 0; }
  void made(const Support& support) { supports_ += 1 + support.size() / 64; }
  void step(std::uint64_t count = 1) { steps_ += count; }
  bool exhausted() const { return too_many_supports() || steps_ > limits_.steps; }
  bool too_many_supports() const { return supports_ > limits_.supports; }
  std::uint64_t supports() const { return supports_; }
  std::uint64_t steps() const { return steps_; }
  const SupportLimits& limits() const { return limits_; }

 private:
  SupportLimits limits_;
  std::uint64_t supports_ = 0;
  std::uint64_t steps_ = 0;
};

class SupportSet {
 public:
  SupportSet() = default;                         // no support: the literal cannot hold
  static SupportSet of(Support support);          // this one only
  static SupportSet certain() { return of({}); }  // the empty support: the literal is known to hold

  bool is_empty() const { return supports_.empty(); }
  bool is_certain() const { return supports_.size() == 1 && supports_[0].empty(); }
  std::size_t size() const { return supports_.size(); }
  const Support& operator[](std::size_t index) const { return supports_[index]; }

  bool insert(Support support, Meter& meter);  // false when it contains one that is there
  bool insert(const SupportSet& others, Meter& meter);
  // Without a comparison: for a support that neither contains nor is contained in one that is there.
  void append(Support support);

  bool has_part_of(const Support& support, Meter& meter) const;  // a support that this one contains

  std::vector<Support> sorted() const;  // short ones first
  Support common() const;               // the literals in all supports; of no supports none

 private:
  std::vector<Support> supports_;
  std::vector<std::uint64_t> signatures_;  // a bit for each literal of a support: most comparisons end here
};

SupportSet combined(const SupportSet& a, const SupportSet& b, Meter& meter);
SupportSet countersupports(const SupportSet& of, Meter& meter);

}  // namespace percept::prove
