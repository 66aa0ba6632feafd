// SPDX-License-Identifier: MIT
//
// What both engines of asp_sampler.h share: the program's names, the experiences so far, and drawing from whatever
// control holds the program that stands for them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "asp/control.h"
#include "asp/translation.h"
#include "program/program.h"
#include "program/read_terms.h"
#include "sample/asp/asp_reader.h"
#include "sample/sampler.h"

namespace percept::sample {

class AspBase : public Sampler {
 public:
  Result<void> restart() override;
  Draw drawn(std::size_t count, Random& random, const Budget& budget) override;

 protected:
  AspBase(program::Program program, std::shared_ptr<Rules> rules, RoleId role, const Options& options);
  Result<void> advance(const Experience& experience, const Budget& budget) override;

  // Makes the control stand for all experiences; sometimes it shows on the way that nothing explains the last one.
  virtual Result<Outcome> prepare(const Budget& budget) = 0;
  // The last experience was not explained, and is no longer there.
  virtual void take_back() = 0;
  virtual void forget_control();  // it is of no more use

  Result<void> make_control();
  // False when the budget ran out. Then the control is gone, unless grounding had not begun.
  Result<bool> ground(std::span<const asp::Part> parts, const Budget& budget);
  Result<program::TermId> term(std::string_view text) { return program::read_term(names_.terms(), text); }
  asp::History::Round round_of(const Experience& experience);

  program::Program program_;
  asp::Names names_;
  program::TermId own_role_;
  std::vector<Experience> experiences_;
  std::unique_ptr<asp::Control> control_;

 private:
  enum class Search : std::uint8_t { kFirst, kRandom };
  void configure(Search search, std::uint32_t seed);
  // Up to so many models; calls visit(history) for each, which says whether to go on.
  template <class Visit>
  asp::Models::Answer search(const Budget& budget, const Visit& visit);

  AspReader reader_;
  std::optional<WeightedHistory> first_;  // of the last update, until it was drawn
  bool random_search_ = false;
};

}  // namespace percept::sample
