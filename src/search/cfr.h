// SPDX-License-Identifier: MIT
//
// Equilibria of two players with a constant sum by counterfactual regret minimisation, on a layout: each iteration the
// players in turn see what their sequences were worth against the others' last plans, and shift to what they regret not
// having done. The average of the plans converges to an equilibrium; with more players, or another sum, nothing is
// promised, and evaluate() says how far from an equilibrium the average is. The variants differ in what becomes of
// regrets and in how plans are weighted:
//
//   kCfr       Zinkevich et al. 2007: regret matching, all plans count the same
//   kCfrPlus   Tammelin 2014: regrets never below zero, plan t counts t
//   kDcfr      Brown and Sandholm 2019: discounts 1.5, 0, 2
//   kPcfrPlus  Farina et al. 2021: the last regret is expected to come again, plan t counts t²
//   kHsPcfrPlus  the same by Zhang et al.'s schedule: (t/(t+1))^γ, γ from 30 down to 25 over the planned iterations
//   kHsDcfr      kDcfr by the same schedule: γ as above, α from 1 up to 4, β from -1 down to -3
//   kPdcfrPlus   Xu et al. 2024: predictive, discounts 2.3 and 5
//   kVadCfr      discounts by how volatile regrets are, optimism that fades, averages from iteration 500 on: of all
//                these the first or second in nearly all of our games after a thousand iterations
//
//   Cfr cfr(layout, {.variant = …, .planned = 1000});
//   while (…) cfr.iterate(crew);
//   Profile policy = cfr.average();
//
// The same layout and options give the same numbers, bit by bit, with any number of threads where outcomes are listed;
// a solver that was saved and loaded goes on as if nothing had happened. One thread at a time.
#pragma once

#include <string>
#include <string_view>

#include "search/evaluation.h"

namespace percept::search {

enum class Variant : unsigned char { kCfr, kCfrPlus, kDcfr, kPcfrPlus, kHsPcfrPlus, kHsDcfr, kPdcfrPlus, kVadCfr };
struct VariantName {
  Variant variant;
  std::string_view name;
};
std::span<const VariantName> variants();

class Cfr {
 public:
  struct Options {
    Variant variant = Variant::kVadCfr;
    std::uint64_t planned = 1000;  // iterations; a schedule is stretched over so many, and stays at its end beyond
    bool alternating = true;       // players in turn; else all at once, as in the first papers
  };
  Cfr(std::shared_ptr<const Layout> layout, const Options& options);

  const Layout& layout() const { return *layout_; }
  const Options& options() const { return options_; }
  std::uint64_t iterations() const { return iterations_; }
  // From the next iteration on.
  void plan(std::uint64_t iterations) { options_.planned = iterations; }
  void iterate(Crew& crew);
  Profile average() const;
  Profile current() const;
  std::size_t bytes() const;

  // All that it knows, as bytes; and back, for a layout of the same game.
  std::string save() const;
  Result<void> load(std::string_view bytes);

 private:
  struct Player {
    std::vector<double> regrets, behaviour, sums, last;  // by sequence; `last`: the last regrets, where they are used
    std::vector<double> values;                          // by information set, of this iteration
    double volatility = 0;
  };
  void update(std::size_t player, Crew& crew);
  void weigh(std::size_t player, Crew& crew);

  std::shared_ptr<const Layout> layout_;
  Options options_;
  std::uint64_t iterations_ = 0;
  std::vector<Player> players_;
  std::vector<Plan> plans_;
  std::vector<double> gradient_;
  double unit_ = 1;  // the largest payoff
};

}  // namespace percept::search
